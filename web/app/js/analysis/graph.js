/** Red's chances over the game, with the moves that threw them away. */

import { s } from '../dom.js';

/** How much a move must lose to be a blunder. */
const BLUNDER = 0.2;

/** @typedef {{ red: number | null, color?: string }} Value   The value of a position, and who moved to it. */

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
 * @param {Value[]} values
 * @param {number} length   How many positions the line has.
 * @param {number} now
 * @param {(index: number) => void} go
 */
export function graph(values, length, now, go) {
  const last = Math.max(1, length - 1);
  const x = (/** @type {number} */ index) => (200 * index) / last;
  const y = (/** @type {number} */ red) => 4 + 52 * (1 - red);
  const known = values.map(({ red }, index) => ({ red, index })).filter(({ red }) => red !== null);
  const points = known.map(({ red, index }) => `${x(index).toFixed(1)} ${y(red ?? 0).toFixed(1)}`);
  const area = (/** @type {number} */ base) =>
    known.length ? `M${x(known[0].index)} ${base}L${points.join('L')}L${x(known[known.length - 1].index)} ${base}Z` : '';
  const bad = blunders(values);
  const label = `Red's chances over ${last} moves${bad.length ? `, blunders at moves ${bad.join(', ')}` : ''}`;
  const svg = s('svg', { class: 'graph', viewBox: '0 0 200 60', preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
    s('path', { class: 'red-area', d: area(56) }), s('path', { class: 'blue-area', d: area(4) }),
    s('line', { class: 'middle', x1: 0, x2: 200, y1: 30, y2: 30 }),
    s('path', { class: 'curve', d: points.length ? `M${points.join('L')}` : '' }),
    bad.map((index) => s('rect', { class: `blunder ${values[index].color}`, x: x(index) - 1.2, y: y(values[index].red ?? 0) - 3, width: 2.4, height: 6 })),
    s('line', { class: 'now', x1: x(now), x2: x(now), y1: 0, y2: 60 }));
  svg.addEventListener('click', (event) => {
    const box = svg.getBoundingClientRect();
    go(Math.round((last * (event.clientX - box.left)) / box.width));
  });
  return svg;
}
