/** Exact answers about more than one position: a table of boards, and a strategy against every reply. */

import { fill, h } from '../dom.js';
import { texts } from '../words/language.js';
import { tableCard } from './table.js';
import { trialCard } from './trial.js';

/** @param {HTMLElement} root */
export async function exactScreen(root) {
  const { exact } = texts;
  const cards = [tableCard(), trialCard()];
  fill(root, h('div', { class: 'page stack' }, h('h1', {}, exact.title), h('p', { class: 'quiet' }, exact.lead),
    cards.map(({ element }) => element), h('p', {}, h('a', { href: '#/laboratory' }, exact.back))));
  return { dispose: () => cards.forEach(({ stop }) => stop()) };
}
