/** What people draw over a board: shapes around cells, and arrows. */

/** @import { BoardView } from './view.js' */
/** @import { Slot } from './slot.js' */
import { s } from '../dom.js';
import { UNIT, center } from './projection.js';

/**
 * @typedef {'triangle' | 'square' | 'circle' | 'cross'} Shape
 * @typedef {{ from: string, to: string, kind: 'note' | 'better' }} Arrow
 * @typedef {{ shapes: { cell: string, shape: Shape }[], arrows: Arrow[] }} Drawn
 */

/** How far from the middle of a cell shapes reach, and where arrows begin and end. */
const REACH = UNIT * 0.27;

/** @type {Record<Shape, string>} A path around the origin, one unit in reach. */
const PATHS = {
  triangle: 'M0 -1.1L.95 .65L-.95 .65Z',
  square: 'M-.8 -.8H.8V.8H-.8Z',
  circle: 'M-1 0A1 1 0 0 1 1 0A1 1 0 0 1 -1 0Z',
  cross: 'M-.8 -.8L.8 .8M.8 -.8L-.8 .8',
};

/** @param {BoardView} view @param {Drawn} drawn */
export function overlay(view, { shapes, arrows }) {
  const group = s('g', { class: 'overlay' });
  for (const { cell, shape } of shapes) {
    for (const slot of view.slots.filter((slot) => slot.cell === cell)) group.append(shapeAt(view, slot, shape));
  }
  for (const arrow of arrows) group.append(...arrowOf(view, arrow));
  return group;
}

/** @param {BoardView} view @param {Slot} slot */
const place = (view, slot) => view.projection.point(center(slot.col, slot.row));

/** @param {BoardView} view @param {Slot} slot @param {Shape} shape */
function shapeAt(view, slot, shape) {
  const { x, y } = place(view, slot);
  const size = REACH * view.projection.scale(center(slot.col, slot.row));
  const stone = view.model.stones.has(slot.cell) ? ' on-stone' : '';
  const transform = `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${size.toFixed(1)})`;
  return s('path', { class: `shape ${shape}${stone}${slot.copy ? ' copy' : ''}`, d: PATHS[shape], transform });
}

/** Where the board wraps an arrow takes the short way. @param {BoardView} view @param {Arrow} arrow */
function arrowOf(view, { from, to, kind }) {
  const start = view.slots.find((slot) => slot.cell === from && !slot.copy);
  if (!start || from === to) return [];
  const { x, y } = place(view, start);
  const ends = view.slots.filter((slot) => slot.cell === to).map((slot) => place(view, slot));
  const far = (/** @type {{ x: number, y: number }} */ end) => Math.hypot(end.x - x, end.y - y);
  const end = ends.toSorted((a, b) => far(a) - far(b))[0];
  if (!end) return [];
  const length = far(end);
  const [dx, dy] = [(end.x - x) / length, (end.y - y) / length];
  const at = (/** @type {number} */ along, /** @type {number} */ aside = 0) =>
    `${(x + dx * along - dy * aside).toFixed(1)} ${(y + dy * along + dx * aside).toFixed(1)}`;
  const tip = length - REACH * 0.6;
  const head = UNIT * 0.32;
  return [
    s('path', { class: `arrow ${kind}`, d: `M${at(REACH)}L${at(tip - head * 0.8)}` }),
    s('path', { class: `arrow-head ${kind}`, d: `M${at(tip)}L${at(tip - head, head * 0.6)}L${at(tip - head, -head * 0.6)}Z` }),
  ];
}
