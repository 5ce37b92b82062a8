/** Another empty board to analyse. */

import { attempt, choice, h } from '../dom.js';
import { hashOf } from '../share.js';
import { emptyRecord } from './tree.js';

/** What was chosen last. */
const wishes = { topology: 'plane', cols: 11, rows: 11, turns: 'alternate', swap: 'none', first: 'red' };

export function newBoard() {
  const pick = (/** @type {'topology' | 'turns' | 'swap' | 'first'} */ key, /** @type {string} */ label, /** @type {[string, string][]} */ choices) =>
    choice(label, choices, wishes[key], (value) => {
      wishes[key] = value;
    });
  const size = (/** @type {'cols' | 'rows'} */ key, /** @type {string} */ label) => {
    const input = h('input', {
      type: 'number', min: 1, max: 53, required: true, value: wishes[key], onchange: () => {
        wishes[key] = Number(input.value);
      },
    });
    return h('label', { class: 'field' }, h('span', {}, label), input);
  };
  const begin = (/** @type {Event} */ event) => {
    event.preventDefault();
    const { topology, cols, rows, turns, swap, first } = wishes;
    const record = emptyRecord({ board: `${topology}:${cols}x${rows}`, turns, swap, first: first === 'red' ? 'red' : 'blue', seasons: null });
    return attempt(async () => {
      location.hash = await hashOf(record, []);
    });
  };
  return h('details', { class: 'card' }, h('summary', {}, 'New board'), h('form', { class: 'stack', 'aria-label': 'New board', onsubmit: begin },
    h('div', { class: 'row' }, pick('topology', 'Board', [['plane', 'Plane'], ['cylinder', 'Cylinder'], ['torus', 'Torus']]), size('cols', 'Columns'), size('rows', 'Rows')),
    h('div', { class: 'row' }, pick('turns', 'Turns', [['alternate', 'Alternate'], ['random', 'A coin decides']]), pick('first', 'First', [['red', 'Red'], ['blue', 'Blue']]),
      pick('swap', 'Swap', [['none', 'No swap'], ['pieces', 'Swap pieces'], ['sides', 'Swap sides']])),
    h('button', { type: 'submit' }, 'Begin anew')));
}
