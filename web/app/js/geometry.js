/**
 * Cells, neighbours across seams, and rings in the unrolled board.
 *
 * Unroll the board into copies side by side, and on top of each other on a torus: a cell there has
 * any whole numbers as coordinates, and which cell of the board it shows is their remainder.
 */

/** @import { Board, Cell, Certificate, Rules } from './types.js' */

/** The six neighbours, clockwise from the right. */
export const DIRECTIONS = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

/** @param {string} text @returns {Board} */
export function parseBoard(text) {
  const [, topology = 'plane', cols, rows] = text.match(/^(?:(\w+):)?(\d+)x(\d+)$/) ?? [];
  return { topology: /** @type {Board['topology']} */ (topology), cols: Number(cols), rows: Number(rows) };
}

/** @param {Board} board */
export const wrapsColumns = (board) => board.topology !== 'plane';

/** @param {Board} board */
export const wrapsRows = (board) => board.topology === 'torus';

/** @param {number} col */
export function columnName(col) {
  const letter = (/** @type {number} */ index) => String.fromCharCode(97 + index);
  return col < 26 ? letter(col) : letter(Math.floor(col / 26) - 1) + letter(col % 26);
}

/** @param {Cell} cell */
export const cellName = (cell) => `${columnName(cell.col)}${cell.row + 1}`;

/** @param {string} name @returns {Cell | null} */
export function parseCell(name) {
  const match = name.match(/^([a-z]{1,2})(\d+)$/);
  if (!match) return null;
  const digits = [...match[1]].map((letter) => letter.charCodeAt(0) - 97);
  const col = digits.length === 1 ? digits[0] : (digits[0] + 1) * 26 + digits[1];
  return { col, row: Number(match[2]) - 1 };
}

/** The remainder that is never negative. @param {number} value @param {number} size */
export const modulo = (value, size) => ((value % size) + size) % size;

/**
 * The cell that a place of the unrolled board shows; none beside the board.
 *
 * @param {Board} board
 * @param {number} col
 * @param {number} row
 * @returns {Cell | null}
 */
export function shown(board, col, row) {
  const inside = (/** @type {number} */ at, /** @type {number} */ size) => at >= 0 && at < size;
  if (!wrapsColumns(board) && !inside(col, board.cols)) return null;
  if (!wrapsRows(board) && !inside(row, board.rows)) return null;
  return { col: modulo(col, board.cols), row: modulo(row, board.rows) };
}

/**
 * The neighbours of a cell, with whether a seam lies between.
 *
 * @param {Board} board
 * @param {Cell} cell
 */
export function neighbours(board, cell) {
  const found = [];
  for (const [dx, dy] of DIRECTIONS) {
    const [col, row] = [cell.col + dx, cell.row + dy];
    const to = shown(board, col, row);
    if (to) found.push({ cell: to, across: to.col !== col || to.row !== row });
  }
  return found;
}

/** The season of every cell by its name, counted from 1. @param {Rules} rules @returns {Map<string, number>} */
export function seasonsByCell(rules) {
  const map = new Map();
  rules.seasons?.layout.split('/').forEach((digits, row) => {
    [...digits].forEach((digit, col) => map.set(cellName({ col, row }), Number(digit)));
  });
  return map;
}

/**
 * The steps of a winning path or ring: from a cell, in a direction, to the next.
 *
 * On boards of one or two columns or rows two cells touch in several ways; then the winding of the
 * ring decides which one is meant.
 *
 * @param {Board} board
 * @param {Certificate} certificate
 * @returns {{ from: Cell, to: Cell, step: [number, number] }[]}
 */
export function steps(board, certificate) {
  const cells = certificate.cells.map((name) => /** @type {Cell} */ (parseCell(name)));
  const ring = certificate.winding.some((turns) => turns !== 0);
  if (ring) cells.push(cells[0]);
  /** @typedef {{ copy: [number, number], before: Place | null, step: [number, number] }} Place */
  /** @type {Map<string, Place>[]} */
  const layers = [new Map([['0,0', { copy: [0, 0], before: null, step: [0, 0] }]])];
  for (let index = 1; index < cells.length; index++) {
    layers.push(nextLayer(board, layers[index - 1], cells[index - 1], cells[index]));
  }
  const last = layers[layers.length - 1];
  let place = ring ? last.get(certificate.winding.join(',')) : last.values().next().value;
  const walk = [];
  for (let index = cells.length - 1; index > 0 && place; index--) {
    walk.unshift({ from: cells[index - 1], to: cells[index], step: place.step });
    place = place.before ?? undefined;
  }
  return walk;
}

/**
 * @param {Board} board
 * @param {Map<string, any>} layer
 * @param {Cell} from
 * @param {Cell} to
 */
function nextLayer(board, layer, from, to) {
  const next = new Map();
  for (const [dx, dy] of DIRECTIONS) {
    const [col, row] = [from.col + dx, from.row + dy];
    const at = shown(board, col, row);
    if (!at || at.col !== to.col || at.row !== to.row) continue;
    const [a, b] = [(col - at.col) / board.cols, (row - at.row) / board.rows];
    for (const before of layer.values()) {
      const copy = [before.copy[0] + a, before.copy[1] + b];
      const key = copy.join(',');
      if (!next.has(key)) next.set(key, { copy, before, step: [dx, dy] });
    }
  }
  return next;
}
