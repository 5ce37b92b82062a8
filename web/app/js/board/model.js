/** What a board shows: a position, and marks that others put on it. */

/** @import { Board, Color, Position, ScoreMap } from '../types.js' */
import { cellName, parseBoard, seasonsByCell } from '../geometry.js';
import { fixed, texts } from '../words/language.js';

/**
 * @typedef {object} BoardModel
 * @property {Board} board
 * @property {Map<string, Color>} stones
 * @property {Record<string, number>} numbers
 * @property {string | null} last
 * @property {Map<string, number>} seasons   By cell; empty without seasons.
 * @property {number | null} season   The season of the player to move.
 * @property {Color | null} toMove
 * @property {Position['certificate']} certificate
 * @property {boolean} over
 * @property {string | null} swap   The stone that can be taken over.
 * @property {Map<string, Heat>} heat
 * @property {Map<string, Mark>} marks
 * @property {Map<string, { color: Color, number: number }>} line   Moves that a player expects, in order.
 * @property {import('./overlay.js').Drawn} [drawn]   Shapes and arrows.
 */

/** @typedef {{ text: string, kind: 'best' | 'hint' | 'label' | 'needed' }} Mark */

/** @typedef {{ heat: number, text: string }} Heat */

/**
 * @param {Position} position
 * @param {Partial<BoardModel>} [extras]
 * @returns {BoardModel}
 */
export function modelOf(position, extras = {}) {
  const { red, blue } = position.stones;
  const stones = new Map();
  red.forEach((cell) => stones.set(cell, 'red'));
  blue.forEach((cell) => stones.set(cell, 'blue'));
  return {
    board: parseBoard(position.rules.board),
    stones,
    numbers: position.numbers,
    last: position.last,
    seasons: seasonsByCell(position.rules),
    season: position.seasons && position.to_move ? position.seasons[position.to_move] : null,
    toMove: position.to_move,
    certificate: position.certificate,
    over: position.ending !== null,
    swap: position.can_swap ? [...stones.keys()][0] : null,
    heat: new Map(),
    marks: new Map(),
    line: new Map(),
    ...extras,
  };
}

/** An empty board, to be looked at. @param {Board} board @returns {BoardModel} */
export const emptyModel = (board) => ({
  board, stones: new Map(), numbers: {}, last: null, seasons: new Map(), season: null, toMove: null,
  certificate: null, over: false, swap: null, heat: new Map(), marks: new Map(), line: new Map(),
});

/** Whether a stone can be put on a cell. @param {BoardModel} model @param {string} cell */
export function isOpen(model, cell) {
  if (model.over || model.stones.has(cell)) return false;
  return model.season === null || model.seasons.get(cell) === model.season;
}

/** Whether there are cells to play that a map says nothing of. @param {BoardModel} model @param {ScoreMap} map */
export function leavesOut(model, map) {
  const { cols, rows } = model.board;
  const scored = new Set(map.scores.map(([cell]) => cell));
  const cells = Array.from({ length: cols * rows }, (_, index) => cellName({ col: index % cols, row: Math.floor(index / cols) }));
  return cells.some((cell) => isOpen(model, cell) && !scored.has(cell));
}

/** A cell in words, for those who hear the page. @param {BoardModel} model @param {string} cell */
export function describe(model, cell) {
  const stone = model.stones.get(cell);
  const { board } = texts;
  const words = [cell, stone ? board.stone[stone] : board.empty];
  if (model.numbers[cell]) words.push(board.move(model.numbers[cell]));
  if (cell === model.last) words.push(board.lastMove);
  if (model.certificate?.cells.includes(cell)) words.push(board.onLine);
  const season = model.seasons.get(cell);
  if (season) words.push(board.season(season));
  if (!stone && !model.over && !isOpen(model, cell)) words.push(board.shut);
  if (cell === model.swap) words.push(board.swap);
  const heat = model.heat.get(cell);
  if (heat) words.push(board.score(heat.text || '0'));
  const mark = model.marks.get(cell);
  if (mark) words.push(board.marks[mark.kind]);
  const expected = model.line.get(cell);
  if (expected) words.push(board.expected(expected.number));
  return words.join(', ');
}

/** The most moves of a line that are drawn: more hide the board. */
const LINE = 9;

/**
 * The moves that a player expects, from the position on. Where a coin decides nobody knows whose they are.
 *
 * @param {Position} position
 * @param {string[]} moves
 * @returns {BoardModel['line']}
 */
export function lineOf(position, moves) {
  const line = new Map();
  let color = position.to_move;
  for (const [index, move] of moves.slice(0, LINE).entries()) {
    if (!color || move === 'swap') break;
    if (move !== 'pass') line.set(move, { color, number: index + 1 });
    color = color === 'red' ? 'blue' : 'red';
  }
  return position.rules.turns === 'random' ? new Map([...line].slice(0, 1)) : line;
}

/**
 * The cells of a score map with their warmth: 1 for what is best.
 *
 * @param {ScoreMap} map
 * @returns {Map<string, Heat>}
 */
export function heatOf(map) {
  const values = map.scores.map(([, value]) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const percent = low >= 0 && high <= 1 && values.some((value) => value % 1 !== 0);
  const heats = map.scores.map(([cell, value]) => {
    const part = high > low ? (value - low) / (high - low) : 0.25;
    // The root lets the second and third best be seen where the best one has nearly everything.
    const heat = Math.sqrt(map.better === 'lower' && high > low ? 1 - part : part);
    const text = percent ? fixed(100 * value, 0) : shortest(value);
    // Most cells of a policy, or of visits, have next to nothing, which would hide the few that count.
    const nothing = map.better === 'higher' && text === '0' && low >= 0;
    return /** @type {[string, Heat]} */ ([cell, { heat, text: nothing ? '' : text }]);
  });
  return new Map(heats);
}

/** A number in about four characters. @param {number} value */
function shortest(value) {
  const size = Math.abs(value);
  if (size < 9.95 && value % 1 !== 0) return fixed(value, 1);
  if (size < 999.5) return fixed(value, 0);
  if (size < 9950) return `${fixed(value / 1e3, 1)}k`;
  if (size < 999_500) return `${fixed(value / 1e3, 0)}k`;
  return size < 999.5e6 ? `${fixed(value / 1e6, 0)}M` : value.toExponential(0);
}
