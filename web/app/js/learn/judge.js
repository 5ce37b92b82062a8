/**
 * Positions of lessons and puzzles, judged: the page knows no rules, so whoever answers it says who
 * wins, and the players say what the other side does.
 */

/** @import { AnalysisLine, Choice, Color, GameRecord, Position, Rules } from '../types.js' */
import * as api from '../api.js';
import { texts } from '../words/language.js';

/**
 * @typedef {object} Start   How a lesson or a puzzle begins.
 * @property {Partial<Rules> & { board: string }} rules
 * @property {string} [red]   Stones that are there, separated by spaces.
 * @property {string} [blue]
 * @property {Color} [toMove]   Who moves first from there.
 * @property {string} [moves]   Moves from the start, instead of stones.
 */

/** @typedef {{ plies: { color: Color, move: string }[], position: Position }} Continuation   How a game goes on, to its end. */

/** @typedef {{ winner?: Color | null, red?: number, moves: string[] }} Verdict   Who wins with best play, and with which moves. */

/** The player that answers where nobody else is asked for: quick, and hard to beat on small boards. */
const OPPONENT = 'mcts:playouts=1500';

/** The player that plays what is proven to win. */
const PROVER = 'solver:time=3s';

/** The most moves that are looked ahead to draw how a game would end. */
const FAR = 24;

/** @param {string} [text] */
export const words = (text) => (text ?? '').split(' ').filter(Boolean);

/** @param {Color} color @returns {Color} */
export const other = (color) => (color === 'red' ? 'blue' : 'red');

/** The record that a lesson or a puzzle begins with. @param {Start} start @returns {GameRecord} */
export function begin({ rules, red, blue, toMove, moves }) {
  const whole = { first: /** @type {Color} */ ('red'), turns: 'alternate', swap: 'none', seasons: null, ...rules };
  const stones = red !== undefined || blue !== undefined;
  const edit = { red: words(red), blue: words(blue), ...(toMove ? { to_move: toMove } : {}) };
  /** @type {GameRecord} */
  const record = { format: 'hexring-record', version: 1, rules: whole, nodes: [stones || toMove ? { edit } : {}] };
  return words(moves).reduce((before, move, index) => played(before, index % 2 ? other(whole.first) : whole.first, move), record);
}

/** The record with one move more. @param {GameRecord} record @param {Color} color @param {string} move @returns {GameRecord} */
export const played = (record, color, move) => ({ ...record, nodes: [...record.nodes, { color, move }] });

/**
 * What somebody who thinks says last.
 *
 * @param {'analyses' | 'solutions'} path
 * @param {{ record: GameRecord, player?: string, color?: Color }} body
 * @param {AbortSignal} signal
 */
async function lastWord(path, body, signal) {
  /** @type {AnalysisLine | null} */
  let last = null;
  await api.analyse(path, body, (line) => { last = line; }, signal);
  if (!last) throw new Error(texts.page.noAnswer);
  return /** @type {any} */ (last);
}

/** Who wins, exactly. @param {GameRecord} record @param {AbortSignal} signal @returns {Promise<Verdict>} */
export const verdict = (record, signal) => lastWord('solutions', { record }, signal);

/**
 * What a player would do.
 *
 * @param {GameRecord} record @param {AbortSignal} signal
 * @param {{ player?: string, color?: Color }} [who]   The colour where a coin has fallen.
 * @returns {Promise<Choice>}
 */
export const choose = async (record, signal, { player = OPPONENT, color } = {}) =>
  (await lastWord('analyses', { record, player, color }, signal)).choice;

/**
 * The most natural of some winning moves: the one that a player likes best.
 *
 * @param {GameRecord} record @param {string[]} moves @param {AbortSignal} signal @returns {Promise<string>}
 */
export async function naturalOf(record, moves, signal) {
  if (moves.length === 1) return moves[0];
  const { move, maps } = await choose(record, signal);
  if (moves.includes(move)) return move;
  const scores = new Map(maps[0]?.scores ?? []);
  return moves.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))[0];
}

/**
 * The game played to its end, as the drawing of a reason: what follows from here.
 *
 * @param {GameRecord} record
 * @param {Color} winner   Who wins it with best play.
 * @param {AbortSignal} signal
 * @returns {Promise<Continuation>}
 */
export async function playedOut(record, winner, signal) {
  const plies = [];
  let position = await api.position(record);
  while (!position.ending && position.to_move && plies.length < FAR) {
    const color = position.to_move;
    const player = color === winner ? PROVER : OPPONENT;
    const { move } = position.must_pass ? { move: 'pass' } : await choose(record, signal, { player });
    plies.push({ color, move });
    record = played(record, color, move);
    position = await api.position(record);
  }
  return { plies, position };
}
