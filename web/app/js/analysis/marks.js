/** Marks, letters and arrows of a node, as SGF has them: they travel with the record. */

/** @import { RecordNode } from '../types.js' */
/** @import { Drawn, Shape } from '../board/overlay.js' */
import { cellName, parseCell } from '../geometry.js';

/** SGF's properties and what they look like. @type {Record<string, Shape>} */
const SHAPES = { TR: 'triangle', SQ: 'square', CR: 'circle', MA: 'cross' };

const ARROW = 'AR';

/** What one can put on a cell besides stones: a tool and its sign. */
export const MARK_TOOLS = /** @type {const} */ ([['TR', '△'], ['SQ', '□'], ['CR', '○'], ['MA', '✕'], ['LB', 'A'], [ARROW, '→']]);

/** @param {RecordNode} data @param {string} name */
const valuesOf = (data, name) => data.properties?.find((property) => property.name === name)?.values ?? [];

/** @param {RecordNode} data @param {string} name @param {string[]} values */
export function setProperty(data, name, values) {
  const others = (data.properties ?? []).filter((property) => property.name !== name);
  data.properties = values.length ? [...others, { name, values }] : others;
  if (!data.properties.length) delete data.properties;
}

/** The cells of a value: one, or all between two corners. @param {string} value */
function cellsOf(value) {
  const [from, to = from] = value.split(':').map(parseCell);
  if (!from || !to) return [];
  const range = (/** @type {number} */ a, /** @type {number} */ b) =>
    Array.from({ length: Math.abs(a - b) + 1 }, (_, index) => Math.min(a, b) + index);
  return range(from.row, to.row).flatMap((row) => range(from.col, to.col).map((col) => cellName({ col, row })));
}

/** @param {RecordNode} data @returns {Drawn} */
export function drawnAt(data) {
  const shapes = Object.entries(SHAPES).flatMap(([name, shape]) =>
    valuesOf(data, name).flatMap(cellsOf).map((cell) => ({ cell, shape })));
  const arrows = valuesOf(data, ARROW).map((value) => value.split(':')).filter(([from, to]) => from && to);
  return { shapes, arrows: arrows.map(([from, to]) => ({ from, to, kind: 'note' })) };
}

/** The letters and other texts on cells. @param {RecordNode} data */
export const labelsAt = (data) => new Map((data.labels ?? []).map(({ cell, text }) => [cell, text]));

/** Puts a mark on a cell, or takes it off; a cell has one shape at most. @param {RecordNode} data @param {string} tool @param {string} cell */
export function toggleMark(data, tool, cell) {
  if (tool === 'LB') return toggleLetter(data, cell);
  const was = valuesOf(data, tool).flatMap(cellsOf).includes(cell);
  for (const name of Object.keys(SHAPES)) setProperty(data, name, valuesOf(data, name).flatMap(cellsOf).filter((other) => other !== cell));
  if (!was) setProperty(data, tool, [...valuesOf(data, tool), cell]);
  return undefined;
}

/** The first letter that is free. @param {RecordNode} data @param {string} cell */
function toggleLetter(data, cell) {
  const labels = data.labels ?? [];
  const others = labels.filter((label) => label.cell !== cell);
  const letter = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'].find((text) => !labels.some((label) => label.text === text));
  data.labels = others.length < labels.length ? others : [...others, { cell, text: letter ?? '?' }];
  if (!data.labels.length) delete data.labels;
}

/** Draws an arrow, or takes it away. @param {RecordNode} data @param {string} from @param {string} to */
export function toggleArrow(data, from, to) {
  const value = `${from}:${to}`;
  const values = valuesOf(data, ARROW);
  setProperty(data, ARROW, values.includes(value) ? values.filter((other) => other !== value) : [...values, value]);
}

/** The name of a record, which stands in its root. @param {RecordNode} root */
export const titleOf = (root) => valuesOf(root, 'GN').join(' ').replace(/\\([^])/g, '$1');

/** @param {RecordNode} root @param {string} title */
export const setTitle = (root, title) => setProperty(root, 'GN', title ? [title.replace(/[\\\]]/g, '\\$&')] : []);
