/** What can be chosen of the rules, with its names: the choices that several forms offer. */

/** @import { Option } from './dom.js' */
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
