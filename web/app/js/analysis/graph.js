/** Red's chances over the game, with the moves that threw them away. */

import { s } from '../dom.js';
import { texts } from '../words/language.js';

/** How much a move must lose to be a blunder. */
const BLUNDER = 0.2;

/** @typedef {{ red: number | null, color?: string, best?: string | null }} Value   The value of a position, who moved to it, and the best move in it. */

/** Moves that cost their player dearly, by index. @param {Value[]} values */
export function blunders(values) {
  return values.flatMap(({ red, color }, index) => {
    const before = values[index - 1]?.red;
    if (red === null || before === null || before === undefined || !color) return [];
    const loss = color === 'red' ? before - red : red - before;
    return loss >= BLUNDER ? [index] : [];
  });
}

/**
 * @param {Value[]} values   Of the line that is looked at.
 * @param {Value[][]} others   Of the other lines.
 * @param {number} now
 * @param {(index: number) => void} go
 */
export function graph(values, others, now, go) {
  const last = Math.max(1, ...[values, ...others].map((line) => line.length - 1));
  const x = (/** @type {number} */ index) => (200 * index) / last;
  const y = (/** @type {number} */ red) => 4 + 52 * (1 - red);
  const points = (/** @type {Value[]} */ line) => line.flatMap(({ red }, index) => (red === null ? [] : [`${x(index).toFixed(1)} ${y(red).toFixed(1)}`]));
  const curve = (/** @type {Value[]} */ line) => (points(line).length ? `M${points(line).join('L')}` : '');
  const known = points(values);
  const end = (/** @type {number} */ at) => known.at(at)?.split(' ')[0];
  const area = (/** @type {number} */ base) => (known.length ? `M${end(0)} ${base}L${known.join('L')}L${end(-1)} ${base}Z` : '');
  const bad = blunders(values);
  const label = texts.evaluation.graph(values.length - 1, bad);
  const svg = s('svg', { class: 'graph', viewBox: '0 0 200 60', preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
    s('path', { class: 'red-area', d: area(56) }), s('path', { class: 'blue-area', d: area(4) }),
    s('line', { class: 'middle', x1: 0, x2: 200, y1: 30, y2: 30 }),
    others.map((line) => s('path', { class: 'other', d: curve(line) })),
    s('path', { class: 'curve', d: curve(values) }),
    bad.map((index) => s('rect', { class: `blunder ${values[index].color}`, x: x(index) - 1.2, y: y(values[index].red ?? 0) - 3, width: 2.4, height: 6 })),
    s('line', { class: 'now', x1: x(now), x2: x(now), y1: 0, y2: 60 }));
  svg.addEventListener('click', (event) => {
    const box = svg.getBoundingClientRect();
    go(Math.min(values.length - 1, Math.round((last * (event.clientX - box.left)) / box.width)));
  });
  return svg;
}
