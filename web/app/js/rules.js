/** The rules in words: the choices that several forms offer, and a game's rules in one line. */

/** @import { Option } from './dom.js' */
/** @import { Rules } from './types.js' */
import { h } from './dom.js';
import { parseBoard } from './geometry.js';
import { texts } from './words/language.js';

/** @returns {Option[]} */
export const topologyChoices = () => Object.entries(texts.rules.topologies);

/** @returns {Option[]} */
export const turnChoices = () => [['alternate', texts.rules.alternate], ['random', texts.rules.random]];

/** @returns {Option[]} */
export const colorChoices = () => Object.entries(texts.colors);

/** @returns {Option[]} */
export const swapChoices = () => Object.entries(texts.rules.swaps);

/** @returns {Option[]} */
export const seasonChoices = () => [
  ['0', texts.rules.noSeasons],
  ...[2, 3, 4, 5, 6, 7, 8, 9].map((count) => /** @type {Option} */ ([String(count), texts.rules.countOfSeasons(count)])),
];

/** The rules in one line; what is usual is not said. @param {Rules} rules */
export function rulesInWords({ board, first, turns, swap, seasons }) {
  const { rules } = texts;
  const { topology, cols, rows } = parseBoard(board);
  const words = [`${rules.topologies[topology]} ${cols}×${rows}`];
  if (turns === 'random') words.push(rules.random);
  else if (first === 'blue') words.push(rules.blueBegins);
  if (swap !== 'none') words.push(/** @type {Record<string, string>} */ (rules.swaps)[swap]);
  if (seasons) words.push(rules.countOfSeasons(new Set([...seasons.years.red, ...seasons.years.blue]).size));
  return words.join(' · ');
}

/**
 * The columns or rows of a board.
 *
 * @param {string} label
 * @param {number} value
 * @param {(value: number) => void} change
 */
export function sizeField(label, value, change) {
  const input = h('input', { type: 'number', min: 1, max: 53, step: 1, required: true, value, onchange: () => change(Number(input.value)) });
  return h('label', { class: 'field' }, h('span', {}, label), input);
}
