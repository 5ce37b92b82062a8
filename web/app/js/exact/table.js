/** Who wins on many empty boards. */

/** @import { Color, SolvedBoard } from '../types.js' */
import { button, choice, fill, h, save } from '../dom.js';
import { sizeField, topologyChoices } from '../rules.js';
import { texts } from '../words/language.js';
import { workCard } from './work.js';

/** What was chosen last. */
const wishes = { topology: 'cylinder', cols: [1, 5], rows: [1, 5], first: 'both' };

export function tableCard() {
  const { exact, rules } = texts;
  /** @type {SolvedBoard[]} */
  let found = [];
  const answer = h('div', { class: 'stack' });
  const pick = (/** @type {'topology' | 'first'} */ key, /** @type {string} */ label, /** @type {import('../dom.js').Option[]} */ choices) =>
    choice(label, choices, wishes[key], (value) => {
      wishes[key] = value;
    });
  const range = (/** @type {'cols' | 'rows'} */ key, /** @type {[string, string]} */ labels) => labels.map((label, end) => sizeField(label, wishes[key][end], (value) => {
    wishes[key][end] = value;
  }));
  const wish = () => {
    found = [];
    const { topology, cols, rows, first } = wishes;
    const boards = `${topology}:${cols.join('..')}x${rows.join('..')}`;
    return { path: /** @type {const} */ ('tables'), body: { boards, ...(first === 'both' ? {} : { first: /** @type {Color} */ (first) }) } };
  };
  return workCard(exact.table, [
    h('p', { class: 'quiet' }, exact.aboutTable),
    h('div', { class: 'row' }, pick('topology', rules.board, topologyChoices()), pick('first', rules.first, [['both', exact.both], ...Object.entries(texts.colors)])),
    h('div', { class: 'row' }, ...range('cols', exact.columns)), h('div', { class: 'row' }, ...range('rows', exact.rows)),
  ], wish, answer, (line) => {
    if (line.type === 'row') found.push(line.row);
    if (line.type === 'table') found = line.rows;
    fill(answer, winners(found));
  });
}

/** A table for each first player: columns across, rows down. @param {SolvedBoard[]} found */
function winners(found) {
  const { exact } = texts;
  const firsts = /** @type {Color[]} */ ([...new Set(found.map(({ first }) => first))]);
  return [...firsts.map((first) => grid(found.filter((row) => row.first === first), first)),
    h('div', {}, button('CSV', () => save('boards.csv', csv(found)), { class: 'chip', 'aria-label': texts.laboratory.saveTable(exact.table) }))];
}

/** @param {SolvedBoard[]} found @param {Color} first */
function grid(found, first) {
  const { exact, laboratory } = texts;
  const sizes = found.map((row) => ({ ...row, size: row.board.slice(row.board.indexOf(':') + 1).split('x').map(Number) }));
  const numbers = (/** @type {number} */ side) => [...new Set(sizes.map(({ size }) => size[side]))].toSorted((a, b) => a - b);
  const [cols, rows] = [numbers(0), numbers(1)];
  const cell = (/** @type {number} */ col, /** @type {number} */ row) => {
    const winner = sizes.find(({ size }) => size[0] === col && size[1] === row)?.winner;
    return h('td', {}, winner ? h('span', { class: `won ${winner}` }, texts.colors[winner]) : '');
  };
  const caption = exact.winners(first);
  return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption }, h('table', {}, h('caption', {}, caption),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, exact.corner), cols.map((col) => h('th', { scope: 'col' }, String(col))))),
    h('tbody', {}, rows.length ? rows.map((row) => h('tr', {}, h('th', { scope: 'row' }, String(row)), cols.map((col) => cell(col, row)))) : h('tr', {}, h('td', {}, laboratory.noResult)))));
}

/** @param {SolvedBoard[]} found */
const csv = (found) => new Blob([['board,first,winner,nodes,seconds',
  ...found.map(({ board, first, winner, nodes, seconds }) => [board, first, winner, nodes, seconds].join(',')), ''].join('\n')], { type: 'text/csv' });
