/** A strategy against every reply. */

/** @import { Color, Trial } from '../types.js' */
import { emptyRecord } from '../analysis/tree.js';
import { choice, fill, h } from '../dom.js';
import { playerField } from '../players.js';
import { colorChoices, sizeField, topologyChoices } from '../rules.js';
import { hashOf } from '../share.js';
import { count, texts } from '../words/language.js';
import { workCard } from './work.js';

/** What was chosen last. */
const wishes = { strategy: 'three-rings', color: 'red', topology: 'cylinder', cols: 3, rows: 5, first: 'blue' };

export function trialCard() {
  const { exact, rules } = texts;
  const answer = h('div', { class: 'stack' });
  const pick = (/** @type {'topology' | 'first' | 'color'} */ key, /** @type {string} */ label, /** @type {import('../dom.js').Option[]} */ choices) =>
    choice(label, choices, wishes[key], (value) => {
      wishes[key] = value;
    });
  const side = (/** @type {'cols' | 'rows'} */ key, /** @type {string} */ label) => sizeField(label, wishes[key], (value) => {
    wishes[key] = value;
  });
  const wish = () => {
    const { strategy, color, topology, cols, rows, first } = wishes;
    const record = emptyRecord({ board: `${topology}:${cols}x${rows}`, first: /** @type {Color} */ (first), turns: 'alternate', swap: 'none', seasons: null });
    return { path: /** @type {const} */ ('verifications'), body: { record, strategy, color: /** @type {Color} */ (color) } };
  };
  return workCard(exact.trial, [
    h('p', { class: 'quiet' }, exact.aboutTrial),
    playerField(exact.strategy, wishes.strategy, (spec) => {
      wishes.strategy = spec;
    }, { human: false, levels: false }),
    h('div', { class: 'row' }, pick('color', exact.color, colorChoices()), pick('first', rules.first, colorChoices())),
    h('div', { class: 'row' }, pick('topology', rules.board, topologyChoices()), side('cols', rules.columns), side('rows', rules.rows)),
  ], wish, answer, async (line) => {
    if (line.type === 'verification') fill(answer, await verdict(line));
  });
}

/** @param {Trial} trial */
async function verdict({ wins, positions, how, record }) {
  const { exact } = texts;
  if (wins) return [h('p', {}, exact.winsAll(count(positions ?? 0)))];
  const words = h('p', {}, exact.fails[how ?? 'loses']);
  return record ? [words, h('p', {}, h('a', { href: await hashOf(record, null) }, exact.openLine))] : [words];
}
