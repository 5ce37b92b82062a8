/** Another empty board to analyse. */

/** @import { Option } from '../dom.js' */
import { attempt, choice, h } from '../dom.js';
import { colorChoices, sizeField, swapChoices, topologyChoices, turnChoices } from '../rules.js';
import { hashOf } from '../share.js';
import { texts } from '../words/language.js';
import { emptyRecord } from './tree.js';

/** What was chosen last. */
const wishes = { topology: 'plane', cols: 11, rows: 11, turns: 'alternate', swap: 'none', first: 'red' };

export function newBoard() {
  const { rules } = texts;
  const pick = (/** @type {'topology' | 'turns' | 'swap' | 'first'} */ key, /** @type {string} */ label, /** @type {Option[]} */ choices) =>
    choice(label, choices, wishes[key], (value) => {
      wishes[key] = value;
    });
  const size = (/** @type {'cols' | 'rows'} */ key, /** @type {string} */ label) => sizeField(label, wishes[key], (value) => {
    wishes[key] = value;
  });
  const begin = (/** @type {Event} */ event) => {
    event.preventDefault();
    const { topology, cols, rows, turns, swap, first } = wishes;
    const record = emptyRecord({ board: `${topology}:${cols}x${rows}`, turns, swap, first: first === 'red' ? 'red' : 'blue', seasons: null });
    return attempt(async () => {
      location.hash = await hashOf(record, []);
    });
  };
  return h('details', { class: 'card' }, h('summary', {}, texts.newBoard.title), h('form', { class: 'stack', 'aria-label': texts.newBoard.title, onsubmit: begin },
    h('div', { class: 'row' }, pick('topology', rules.board, topologyChoices()), size('cols', rules.columns), size('rows', rules.rows)),
    h('div', { class: 'row' }, pick('turns', rules.turns, turnChoices()), pick('first', rules.first, colorChoices()),
      pick('swap', rules.swap, swapChoices())),
    h('button', { type: 'submit' }, texts.newBoard.begin)));
}
