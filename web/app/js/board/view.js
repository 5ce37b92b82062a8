/**
 * A board on the page: draws a model, can be dragged around where it wraps, and tells which cell
 * was chosen.
 */

/** @import { Cell, Board } from '../types.js' */
/** @import { BoardModel } from './model.js' */
/** @import { Projection } from './projection.js' */
import { cellName, modulo, neighbours, parseCell, shown, steps, wrapsColumns, wrapsRows } from '../geometry.js';
import { s } from '../dom.js';
import { texts } from '../words/language.js';
import { bestHour, coordinates, grounds, range, seams, sides, viewBox, windowOf } from './frame.js';
import { listen } from './input.js';
import { overlay } from './overlay.js';
import { annulus, center, flat, outline, path, polyline } from './projection.js';
import { Slot } from './slot.js';
import { Zoom } from './zoom.js';

/**
 * @typedef {object} BoardStyle
 * @property {string} layout   `annulus`, `r1` to `r12`: the hour that a1 points to, or `auto`: the one with the largest cells.
 * @property {boolean} numbers
 * @property {boolean} coordinates
 * @property {number} copies   Columns and rows of copies beyond each seam.
 */

/** @type {BoardStyle} */
export const PLAIN = { layout: 'r10', numbers: false, coordinates: true, copies: 2 };

/** Where a board has little room, and its height matters. */
const PHONE = matchMedia('(max-width: 820px) and (orientation: portrait)');

/** How much of the height of a phone a board may take; as in the style sheets. */
const HEIGHT = 0.66;

/** How far a line keeps away from the middle of a stone with a number, in cells. */
const NUMBER = 0.27;

/** Marks that are drawn around a cell, above its neighbours. */
const OUTLINED = ['hint', 'best'];

export class BoardView {
  /**
   * @param {BoardModel} model
   * @param {BoardStyle} style
   * @param {((cell: string) => void) | null} choose   Called with a cell's name; null for a picture.
   */
  constructor(model, style, choose) {
    this.model = model;
    this.style = style;
    this.choose = choose;
    this.offset = { cols: 0, rows: 0 };
    /** @type {Slot[]} */
    this.slots = [];
    /** The cell that was clicked last, while the pointer is still on it. @type {string | null} */
    this.chosen = null;
    this.focused = { col: 0, row: 0 };
    /** The slot that the tab key leads to. @type {Slot | undefined} */
    this.roving = undefined;
    /** What seams and coordinates were drawn for. */
    this.framed = '';
    this.element = /** @type {SVGSVGElement} */ (
      s('svg', { class: 'board', role: choose ? 'grid' : 'img', preserveAspectRatio: 'xMidYMid meet' })
    );
    this.projection = flat(10);
    this.zoom = new Zoom(this);
    this.rebuild();
    if (choose) listen(this);
    // Whoever turns a phone gets another layout; views that are gone are not kept for that.
    const self = new WeakRef(this);
    const turned = () => {
      const view = self.deref();
      if (!view) PHONE.removeEventListener('change', turned);
      else if (view.style.layout === 'auto') view.rebuild();
    };
    PHONE.addEventListener('change', turned);
  }

  /** Buttons to come closer, for a corner of the board. */
  zoomControls() {
    return this.zoom.controls();
  }

  /** The hour of the clock that a1 points to. */
  hour() {
    const { layout } = this.style;
    if (layout !== 'auto') return Number(layout.slice(1)) || 10;
    return PHONE.matches ? bestHour(this.board, this.style.copies, window.innerWidth, HEIGHT * window.innerHeight) : 10;
  }

  /** @param {BoardModel} model @param {BoardStyle} [style] */
  update(model, style = this.style) {
    const { board } = this.model;
    const same = JSON.stringify([board, this.style]) === JSON.stringify([model.board, style]);
    const moved = JSON.stringify(board) !== JSON.stringify(model.board);
    this.model = model;
    this.style = style;
    if (moved) {
      this.offset = { cols: 0, rows: 0 };
      this.focused = { col: 0, row: 0 };
    }
    if (same) this.refresh();
    else this.rebuild();
  }

  get board() {
    return this.model.board;
  }

  /** Whether the board can be dragged. */
  get wraps() {
    return wrapsColumns(this.board);
  }

  /** Draws everything anew: another board, or another layout. */
  rebuild() {
    const { board, style } = this;
    const ring = style.layout === 'annulus' && board.topology === 'cylinder';
    this.projection = ring ? annulus(board) : flat(this.hour());
    this.window = windowOf(board, ring ? 0 : style.copies);
    const seen = this.window;
    this.slots = [];
    this.cells = s('g', { class: 'cells', ...(this.choose ? { role: 'rowgroup' } : {}) });
    for (const row of range(...seen.rows)) {
      const line = s('g', this.choose && row >= 0 && row < board.rows ? { role: 'row' } : { 'aria-hidden': 'true' });
      for (const col of range(...seen.cols)) {
        const copy = !(col >= 0 && col < board.cols && row >= 0 && row < board.rows);
        const slot = new Slot(this.projection, col, row, copy, this.choose !== null);
        this.slots.push(slot);
        line.append(slot.element);
      }
      this.cells.append(line);
    }
    this.frame = s('g', { class: 'frame', 'aria-hidden': 'true' });
    this.framed = '';
    this.marks = s('g', { class: 'marks', 'aria-hidden': 'true' });
    this.moving = s('g', { class: 'moving' }, this.cells, this.frame, this.marks);
    this.element.replaceChildren(sides(board, seen, this.projection), grounds(board, seen, this.projection), this.moving);
    this.zoom.reset(viewBox(seen, this.projection));
    this.element.classList.toggle('wraps', this.wraps);
    this.element.classList.toggle('torus', wrapsRows(board));
    this.refresh();
  }

  /** Brings every place up to date. */
  refresh() {
    const { model, style } = this;
    for (const slot of this.slots) slot.update(this.cellAt(slot), model, style);
    this.drawFrame();
    const marks = [this.outlines(), this.walk()];
    if (model.drawn) marks.push(overlay(this, model.drawn));
    this.marks?.replaceChildren(...marks);
    this.element.setAttribute('aria-label', this.title());
    this.rove();
  }

  /** Seams and coordinates, which change only when the board is dragged: texts are slow to lay out. */
  drawFrame() {
    const { board, style, projection, offset } = this;
    const framed = JSON.stringify([offset, style.coordinates]);
    if (framed === this.framed) return;
    this.framed = framed;
    const seen = /** @type {import('./frame.js').Window} */ (this.window);
    const parts = [seams(board, seen, projection, offset)];
    if (style.coordinates) parts.push(coordinates(board, seen, projection, offset));
    this.frame?.replaceChildren(...parts);
  }

  /** The name of the cell that a slot shows. @param {{ col: number, row: number }} slot */
  cellAt(slot) {
    const cell = shown(this.board, slot.col + this.offset.cols, slot.row + this.offset.rows);
    return cellName(cell ?? { col: modulo(slot.col, this.board.cols), row: modulo(slot.row, this.board.rows) });
  }

  title() {
    return texts.board.title(this.board, this.model.stones.size);
  }

  /** Outlines of cells that matter, above their neighbours. */
  outlines() {
    const group = s('g', { class: 'outlines' });
    for (const slot of this.slots) {
      const kind = this.model.marks.get(slot.cell)?.kind ?? '';
      if (!OUTLINED.includes(kind)) continue;
      group.append(s('path', { class: slot.copy ? `outline copy ${kind}` : `outline ${kind}`, d: outline(this.projection, slot.col, slot.row, 0.95) }));
    }
    return group;
  }

  /** The winning path or ring, wherever it passes through the window. */
  walk() {
    const group = s('g', { class: 'walk' });
    const { certificate } = this.model;
    if (!certificate) return group;
    group.classList.add(certificate.color);
    const halves = steps(this.board, certificate).flatMap(({ from, to, step: [dx, dy] }) => [
      { cell: cellName(from), toward: [dx, dy] },
      { cell: cellName(to), toward: [-dx, -dy] },
    ]);
    for (const slot of this.slots) {
      for (const half of halves.filter(({ cell }) => cell === slot.cell)) {
        // The line leaves room for the number of the stone.
        const part = this.style.numbers && this.model.numbers[slot.cell] ? NUMBER : 0;
        const from = center(slot.col + half.toward[0] * part, slot.row + half.toward[1] * part);
        const to = center(slot.col + half.toward[0] / 2, slot.row + half.toward[1] / 2);
        const d = path(polyline(this.projection, [from, to]));
        group.append(s('path', { class: `step${slot.copy ? ' copy' : ''}${part ? '' : ' joined'}`, d }));
      }
    }
    return group;
  }

  /**
   * Lights up a cell, and its neighbours where some of them are beyond a seam, those in their own way. On the plane
   * everybody sees what touches, and lit cells would look like the only ones that may be played.
   *
   * @param {string | null} name
   */
  light(name) {
    const cell = name ? parseCell(name) : null;
    /** @type {Map<string, string>} */
    const near = new Map();
    if (cell && name) {
      for (const next of this.wraps ? neighbours(this.board, cell) : []) near.set(cellName(next.cell), next.across ? 'near across' : 'near');
      near.set(name, 'here');
    }
    for (const slot of this.slots) slot.setNear(near.get(slot.cell) ?? '');
  }

  /** Moves the board by whole columns and rows under the window. @param {number} cols @param {number} rows */
  shift(cols, rows) {
    const { board } = this;
    if (wrapsColumns(board)) this.offset.cols = modulo(this.offset.cols - cols, board.cols);
    if (wrapsRows(board)) this.offset.rows = modulo(this.offset.rows - rows, board.rows);
    this.refresh();
  }

  /** Moves the picture by parts of a cell while it is dragged. @param {number} cols @param {number} rows */
  slide(cols, rows) {
    const still = cols === 0 && rows === 0;
    this.moving?.setAttribute('transform', still ? '' : this.projection.shift(cols, rows));
  }

  /** The one cell that the tab key leads to. */
  rove() {
    const { col, row } = this.focused;
    const slot = this.slots.find((slot) => slot.choosable && slot.col === col && slot.row === row);
    if (slot === this.roving) return;
    this.roving?.element.setAttribute('tabindex', '-1');
    slot?.element.setAttribute('tabindex', '0');
    this.roving = slot;
  }

  /** @param {number} col @param {number} row */
  focus(col, row) {
    this.focused = { col, row };
    this.rove();
    const slot = this.slots.find((slot) => !slot.copy && slot.col === col && slot.row === row);
    slot?.element.focus();
    this.light(slot?.cell ?? null);
  }
}
