/** A report laid out: tables and pictures. */

/** @import { Report, ReportBlock } from '../types.js' */
import { button, h, save } from '../dom.js';
import { texts } from '../words/language.js';

/** @param {Report} report */
export function drawReport({ lead, facts, sections }) {
  return [
    ...lead.filter(Boolean).map((text) => h('p', {}, text)),
    ...sections.map(({ title, blocks }) => h('section', { class: 'card' }, h('h3', {}, title), blocks.map(drawBlock))),
    h('details', { class: 'card' }, h('summary', {}, texts.laboratory.how),
      h('dl', { class: 'facts-list' }, facts.flatMap(([key, value]) => [h('dt', {}, key), h('dd', {}, value)]))),
  ];
}

/** @param {ReportBlock} block */
function drawBlock(block) {
  if (block.type === 'text') return block.text ? h('p', { class: 'quiet' }, block.text) : null;
  if (block.type === 'figures') return h('div', { class: 'figures' }, block.figures.map(drawFigure));
  const head = h('tr', {}, block.head.map((word) => h('th', { scope: 'col' }, word)));
  const rows = block.rows.map((row) => h('tr', {}, row.map(([text, tone]) => h('td', { class: tone }, text))));
  const { silences } = texts.laboratory;
  const silent = Object.entries(silences).filter(([word]) => block.rows.some((row) => row.some(([text]) => text === word)));
  return h('div', { class: 'stack' },
    h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': block.caption || texts.laboratory.table },
      h('table', {}, h('caption', {}, block.caption), h('thead', {}, head), h('tbody', {}, rows))),
    silent.map(([, why]) => h('p', { class: 'quiet' }, why)),
    h('div', {}, button('CSV', () => save('table.csv', csv(block)), { class: 'chip', 'aria-label': texts.laboratory.saveTable(block.caption) })));
}

/** @param {{ head: string[], rows: [string, string][][] }} table */
function csv({ head, rows }) {
  const field = (/** @type {string} */ text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [head, ...rows.map((row) => row.map(([text]) => text))].map((line) => line.map(field).join(','));
  return new Blob([`${lines.join('\n')}\n`], { type: 'text/csv' });
}

/** Pictures are images, so that the styles of one do not reach another. @param {{ caption: string, svg: string }} figure */
const drawFigure = ({ caption, svg }) => h('figure', {},
  h('img', { alt: caption, src: `data:image/svg+xml,${encodeURIComponent(svg)}` }), h('figcaption', { class: 'quiet' }, caption));
