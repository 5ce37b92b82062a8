/** What is around the cells: the sides of the players, the seams, the coordinates. */

/** @import { Board } from '../types.js' */
/** @import { Point, Projection } from './projection.js' */
import { columnName, modulo, wrapsColumns, wrapsRows } from '../geometry.js';
import { s } from '../dom.js';
import {
  NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST, UNIT, center, flat, outline, path, polyline,
} from './projection.js';

/**
 * The part of the unrolled board that is seen: cells `from` up to but not including `to`.
 *
 * @typedef {{ cols: [number, number], rows: [number, number] }} Window
 */

/** @typedef {[number, number, number, number]} Box   Left, top, width and height. */

/** How broad a side is. */
const SIDE = 10;

/** @param {Board} board @param {number} copies @returns {Window} */
export function windowOf(board, copies) {
  const most = Math.min(copies, Math.max(board.cols, board.rows));
  const [sideways, upwards] = [wrapsColumns(board) ? most : 0, wrapsRows(board) ? most : 0];
  return { cols: [-sideways, board.cols + sideways], rows: [-upwards, board.rows + upwards] };
}

/** @param {number} from @param {number} to */
export const range = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/**
 * @param {Board} board
 * @param {Window} seen
 * @param {Projection} projection
 */
export function sides(board, seen, projection) {
  const group = s('g', { class: 'sides' });
  const add = (/** @type {string} */ color, /** @type {Point[]} */ points) => {
    const side = s('path', { class: `side ${color}`, d: path(polyline(projection, points)) });
    side.style.strokeWidth = (SIDE * Math.min(1, projection.scale(points[0]))).toFixed(1);
    group.append(side);
  };
  if (!wrapsRows(board)) {
    const cut = !wrapsColumns(board);
    for (const [from, to] of [[seen.cols[0], 0], [0, board.cols], [board.cols, seen.cols[1]]]) {
      if (from >= to) continue;
      const color = from === 0 ? 'red' : 'red copy';
      add(color, line(projection, range(from, to).map((col) => [col, 0]), [NORTH_WEST, NORTH, NORTH_EAST], cut));
      const below = range(from, to).reverse().map((col) => [col, board.rows - 1]);
      add(color, line(projection, below, [SOUTH_EAST, SOUTH, SOUTH_WEST], cut));
    }
  }
  if (!wrapsColumns(board)) {
    add('blue', line(projection, range(...seen.rows).map((row) => [0, row]), [NORTH_WEST, SOUTH_WEST, SOUTH], true));
    const right = range(...seen.rows).reverse().map((row) => [board.cols - 1, row]);
    add('blue', line(projection, right, [SOUTH_EAST, NORTH_EAST, NORTH], true));
  }
  return group;
}

/**
 * The line along some corners of cells. At an obtuse corner of the plane one edge belongs to both
 * players, and each gets half of it.
 *
 * @param {Projection} projection
 * @param {number[][]} cells
 * @param {number[]} corners
 * @param {boolean} share
 */
function line(projection, cells, corners, share) {
  const points = cells.flatMap(([col, row]) => corners.map((corner) => projection.corner(col, row, corner)));
  if (share) {
    const [before, last] = points.slice(-2);
    points[points.length - 1] = { x: (before.x + last.x) / 2, y: (before.y + last.y) / 2 };
  }
  return points;
}

/**
 * Dashed lines where the board wraps, for a board that has been dragged by some columns and rows.
 *
 * @param {Board} board
 * @param {Window} seen
 * @param {Projection} projection
 * @param {{ cols: number, rows: number }} offset
 */
export function seams(board, seen, projection, offset) {
  const group = s('g', { class: 'seams' });
  const add = (/** @type {Point[]} */ points) =>
    group.append(s('path', { class: 'seam', d: path(polyline(projection, points)) }));
  if (wrapsColumns(board)) {
    for (const col of edges(seen.cols, -offset.cols, board.cols, projection.annulus)) add(columnSeam(projection, seen, col));
  }
  if (wrapsRows(board)) {
    for (const row of edges(seen.rows, -offset.rows, board.rows, false)) add(rowSeam(projection, seen, row));
  }
  return group;
}

/** The line to the left of a column; at the end of the window it is the right side of the last one. @param {Projection} projection @param {Window} seen @param {number} col */
function columnSeam(projection, seen, col) {
  if (col === seen.cols[1] && !projection.annulus) {
    return line(projection, range(...seen.rows).map((row) => [col - 1, row]), [NORTH, NORTH_EAST, SOUTH_EAST], false).slice(1);
  }
  return line(projection, range(...seen.rows).map((row) => [col, row]), [NORTH_WEST, SOUTH_WEST, SOUTH], false).slice(0, -1);
}

/** The line above a row; at the end of the window it is the lower side of the last one. @param {Projection} projection @param {Window} seen @param {number} row */
function rowSeam(projection, seen, row) {
  const cols = range(...seen.cols);
  if (row === seen.rows[1]) return line(projection, cols.map((col) => [col, row - 1]), [SOUTH_WEST, SOUTH, SOUTH_EAST], false);
  const points = line(projection, cols.map((col) => [col, row]), [NORTH_WEST, NORTH, NORTH_EAST], false);
  return row === seen.rows[0] ? points : points.slice(0, -1);
}

/**
 * Paper under the cells at the sides: some are faint, copies and those out of season, and the sides would be seen through them.
 *
 * @param {Board} board
 * @param {Window} seen
 * @param {Projection} projection
 */
export function grounds(board, seen, projection) {
  const group = s('g', { class: 'grounds', 'aria-hidden': 'true' });
  if (wrapsRows(board)) return group;
  const isSide = (/** @type {number} */ col, /** @type {number} */ row) =>
    row === 0 || row === board.rows - 1 || (!wrapsColumns(board) && (col === 0 || col === board.cols - 1));
  for (const row of range(...seen.rows)) {
    for (const col of range(...seen.cols).filter((at) => isSide(at, row))) group.append(s('path', { class: 'ground', d: outline(projection, col, row) }));
  }
  return group;
}

/**
 * Where the seam is seen in a range of columns or rows.
 *
 * @param {[number, number]} seen
 * @param {number} seam
 * @param {number} size
 * @param {boolean} closed
 */
function edges([from, to], seam, size, closed) {
  if (closed) return [modulo(seam, size)];
  return range(from + 1, to).filter((at) => modulo(at - seam, size) === 0)
    .concat(modulo(from - seam, size) === 0 ? [from] : [], modulo(to - seam, size) === 0 ? [to] : []);
}

/**
 * Letters above the columns and numbers beside the rows; those of copies are faint.
 *
 * @param {Board} board
 * @param {Window} seen
 * @param {Projection} projection
 * @param {{ cols: number, rows: number }} offset
 */
export function coordinates(board, seen, projection, offset) {
  const group = s('g', { class: 'coordinates', 'aria-hidden': 'true' });
  const add = (/** @type {Point} */ at, /** @type {string} */ text, /** @type {boolean} */ copy) => {
    const { x, y } = projection.point(at);
    group.append(s('text', { class: copy ? 'axis copy' : 'axis', x: x.toFixed(1), y: (y + 4).toFixed(1) }, text));
  };
  const outside = (/** @type {number} */ at, /** @type {number} */ size) => at < 0 || at >= size;
  for (const col of range(...seen.cols)) {
    const name = columnName(modulo(col + offset.cols, board.cols));
    const copy = outside(col, board.cols);
    const above = center(col, seen.rows[0]);
    if (projection.annulus) {
      add({ x: above.x, y: above.y - 0.8 }, name, copy);
    } else {
      add({ x: above.x - 0.45, y: above.y - 0.82 }, name, copy);
      const below = center(col, seen.rows[1] - 1);
      add({ x: below.x + 0.45, y: below.y + 0.82 }, name, copy);
    }
  }
  if (projection.annulus) {
    // On the line between the first and the last column.
    for (const row of range(...seen.rows)) {
      const { x, y } = projection.point({ x: center(0, row).x - 0.5, y: center(0, row).y });
      group.append(s('text', { class: 'axis ring', x: x.toFixed(1), y: (y + 4).toFixed(1) }, String(row + 1)));
    }
    return group;
  }
  for (const row of range(...seen.rows)) {
    const name = String(modulo(row + offset.rows, board.rows) + 1);
    const copy = outside(row, board.rows);
    const left = center(seen.cols[0], row);
    add({ x: left.x - 0.95, y: left.y }, name, copy);
    const right = center(seen.cols[1] - 1, row);
    add({ x: right.x + 0.95, y: right.y }, name, copy);
  }
  return group;
}

/**
 * The part of the page that everything takes up.
 *
 * @param {Window} seen
 * @param {Projection} projection
 * @returns {Box}
 */
export function viewBox(seen, projection) {
  if (projection.annulus) {
    const letters = 1.15;
    const rim = Math.abs(projection.point({ x: 0, y: -letters }).y);
    return [-rim, -rim, 2 * rim, 2 * rim];
  }
  const points = [];
  for (const row of [seen.rows[0], seen.rows[1] - 1]) {
    for (const col of [seen.cols[0], seen.cols[1] - 1]) points.push(projection.point(center(col, row)));
  }
  const margin = UNIT * 1.35;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  const [width, height] = [Math.max(...xs) + margin - left, Math.max(...ys) + margin - top];
  return [left, top, width, height];
}

/** Layouts that are tried by themselves: a1 at the left, or above. */
const HOURS = [10, 9, 11, 12, 8, 7];

/** What another layout has to gain before it is taken instead of the usual one. */
const GAIN = 1.08;

/**
 * The hour that a1 points to where the cells are the largest in some room.
 *
 * @param {Board} board
 * @param {number} copies
 * @param {number} wide
 * @param {number} high
 */
export function bestHour(board, copies, wide, high) {
  const seen = windowOf(board, copies);
  const scale = (/** @type {number} */ hour) => {
    const [, , width, height] = viewBox(seen, flat(hour));
    return Math.min(wide / width, high / height);
  };
  return HOURS.reduce((best, hour) => (scale(hour) > scale(best) * (best === HOURS[0] ? GAIN : 1.001) ? hour : best));
}
