/** Mouse, fingers and keys on a board. */

/** @import { BoardView } from './view.js' */
import { modulo, wrapsColumns, wrapsRows } from '../geometry.js';
import { center } from './projection.js';

/** A pointer that moves less than this clicks. In pixels. */
const CLICK = 6;

/** @param {BoardView} view */
export function listen(view) {
  const { element } = view;
  element.addEventListener('pointerdown', (event) => press(view, event));
  element.addEventListener('pointerover', (event) => hover(view, cellOf(event)));
  element.addEventListener('pointerleave', () => hover(view, null));
  element.addEventListener('keydown', (event) => key(view, event));
  element.addEventListener('focusout', () => view.light(null));
  element.addEventListener('focusin', (event) => {
    const slot = view.slots.find((slot) => slot.element === event.target);
    if (slot) view.light(slot.cell);
  });
}

/** What was just chosen is not lit by the stone that comes up under the pointer. @param {BoardView} view @param {string | null} cell */
function hover(view, cell) {
  if (cell && cell === view.chosen) return;
  view.chosen = null;
  view.light(cell);
}

/** @param {Event} event */
function cellOf(event) {
  const target = event.target instanceof Element ? event.target.closest('[data-cell]') : null;
  return target?.getAttribute('data-cell') ?? null;
}

/**
 * A press becomes a click, or a drag where the board wraps.
 *
 * @param {BoardView} view
 * @param {PointerEvent} press
 */
function press(view, press) {
  if (press.button !== 0) return;
  // Keys go on stepping through the game after a click; cells are focused with the tab key.
  press.preventDefault();
  const { element } = view;
  const cell = cellOf(press);
  const pointOn = (/** @type {PointerEvent} */ event, /** @type {DOMMatrix | undefined} */ matrix) =>
    new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  /** Where the board lies and where it was pressed, asked for by the first drag: a click needs no layout. @type {{ matrix: DOMMatrix | undefined, start: DOMPoint } | null} */
  let grip = null;
  let last = new DOMPoint();
  let done = { cols: 0, rows: 0 };

  const move = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== press.pointerId || view.zoom.isPinching) return;
    const [x, y] = [event.clientX - press.clientX, event.clientY - press.clientY];
    if (!grip && (Math.hypot(x, y) < CLICK || !(view.wraps || view.zoom.isClose))) return;
    if (!grip) {
      const matrix = element.getScreenCTM()?.inverse();
      grip = { matrix, start: pointOn(press, matrix) };
      last = grip.start;
      element.classList.add('dragged');
    }
    const { matrix, start } = grip;
    view.light(null);
    const now = pointOn(event, matrix);
    if (view.zoom.isClose) {
      view.zoom.pan(now.x - last.x, now.y - last.y);
      last = now;
      return;
    }
    done = slide(view, view.projection.drag(now.x - start.x, now.y - start.y, start), done);
  };
  const end = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== press.pointerId) return;
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', end);
    window.removeEventListener('pointercancel', end);
    element.classList.remove('dragged');
    view.slide(0, 0);
    const still = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) < CLICK;
    if (grip || view.zoom.isPinching || !still || !cell || event.type !== 'pointerup') return;
    // What was chosen needs no light any more; beside the new stone it would look like a mark.
    view.chosen = cell;
    view.light(null);
    view.choose?.(cell);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', end);
}

/**
 * Follows the pointer: whole cells change what the places show, the rest moves the picture.
 *
 * @param {BoardView} view
 * @param {{ cols: number, rows: number }} drag   Since the press.
 * @param {{ cols: number, rows: number }} done   Whole cells so far.
 */
function slide(view, drag, done) {
  const rows = wrapsRows(view.board) ? drag.rows : 0;
  // On a cylinder only the way along the rows counts: take out what the slant adds.
  const cols = wrapsRows(view.board) || view.projection.annulus ? drag.cols : drag.cols + drag.rows / 2;
  const whole = { cols: Math.round(cols), rows: Math.round(rows) };
  if (whole.cols !== done.cols || whole.rows !== done.rows) {
    view.shift(whole.cols - done.cols, whole.rows - done.rows);
  }
  view.slide(cols - whole.cols, rows - whole.rows);
  return whole;
}

/** Brings the focused cell into sight, where one is close to the board. @param {BoardView} view */
function follow(view) {
  if (!view.zoom.isClose) return;
  const { x, y } = view.projection.point(center(view.focused.col, view.focused.row));
  view.zoom.pan(view.zoom.center.x - x, view.zoom.center.y - y);
}

/**
 * Arrows walk over the cells, with shift they drag the board; enter and space choose; plus, minus and 0 zoom.
 *
 * @param {BoardView} view
 * @param {KeyboardEvent} event
 */
function key(view, event) {
  const arrows = /** @type {Record<string, [number, number]>} */ ({
    ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  });
  const step = arrows[event.key];
  const { board, focused } = view;
  if (step && event.shiftKey && view.wraps) {
    view.shift(...step);
  } else if (step) {
    const along = (/** @type {number} */ at, /** @type {number} */ size, /** @type {boolean} */ wraps) =>
      wraps ? modulo(at, size) : Math.min(size - 1, Math.max(0, at));
    view.focus(
      along(focused.col + step[0], board.cols, wrapsColumns(board)),
      along(focused.row + step[1], board.rows, wrapsRows(board)),
    );
    follow(view);
  } else if (event.key === 'Enter' || event.key === ' ') {
    const cell = cellOf(event);
    if (cell) view.choose?.(cell);
  } else if (event.ctrlKey || event.metaKey || !view.zoom.key(event.key)) {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}
