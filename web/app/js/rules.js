/** What can be chosen of the rules, with its names: the choices that several forms offer. */

/** @import { Option } from './dom.js' */
import { h } from './dom.js';
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
