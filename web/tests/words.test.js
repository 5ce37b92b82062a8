/** The languages of the page: that they say the same things, and that nothing is said past them. No browser is needed. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Linter } from 'eslint';
import { BEYOND } from '../app/js/learn/lessons-beyond.js';
import { PLANE } from '../app/js/learn/lessons.js';
import { LANGUAGES } from '../app/js/words/language.js';
import { visibleText } from '../visible-text.js';

/** @typedef {[string, unknown][]} Leaves   All texts of a language, each with the path to it. */

/** @param {unknown} part @param {string} [path] @returns {Leaves} */
const leavesOf = (part, path = '') => (part && typeof part === 'object'
  ? Object.entries(part).flatMap(([key, value]) => leavesOf(value, `${path}.${key}`)) : [[path, part]]);

/** The paths of all texts, with the number of their parameters. @param {Leaves} leaves */
const shapesOf = (leaves) => leaves.map(([path, text]) => `${path}${typeof text === 'function' ? `(${text.length})` : ''}`).sort();

const english = await LANGUAGES.en.load();

for (const [code, { name, load }] of Object.entries(LANGUAGES)) {
  test(`${name} has all texts, with the same parameters, and none is empty`, async () => {
    const leaves = leavesOf(await load());
    assert.deepEqual(shapesOf(leaves), shapesOf(leavesOf(english)));
    for (const [path, text] of leaves) assert.ok(typeof text === 'function' || String(text).trim(), path);
  });

  test(`every part of a sentence is said in ${name}`, async () => {
    const source = readFileSync(new URL(`../app/js/words/${code}.js`, import.meta.url), 'utf8');
    const [unused] = new Linter().verify(source, { rules: { 'no-unused-vars': ['error', { args: 'all' }] } }).map(({ message, line }) => `${line}: ${message}`);
    assert.equal(unused, undefined);
  });

  test(`the tour has its words in ${name}, and no others`, async () => {
    const { tour } = await load();
    const names = Object.fromEntries(Object.entries(tour).map(([id, { steps }]) => [id, Object.keys(steps)]));
    assert.deepEqual(names, Object.fromEntries([...PLANE, ...BEYOND].map(({ id, steps }) => [id, steps.map(({ name: step }) => step)])));
  });
}

test('another language is no copy of English', async () => {
  const [own, others] = [leavesOf(english), new Map(leavesOf(await LANGUAGES.nl.load()))];
  const sentences = own.filter(([, text]) => typeof text === 'string' && text.split(' ').length > 4);
  assert.ok(sentences.length > 100);
  assert.deepEqual(sentences.filter(([path, text]) => others.get(path) === text), []);
});

/** What the rule says of a line. @param {string} code */
const judged = (code) => new Linter().verify(code, {
  plugins: { page: { rules: { 'visible-text': visibleText } } }, rules: { 'page/visible-text': 'error' },
}).map(({ message }) => message);

test('a text beside the words is seen', () => {
  const bad = [
    "h('p', {}, 'done')", "h('p', { class: 'quiet' }, on ? 'on' : label)", 'h("p", {}, `${count} moves`)', "h('p', {}, [busy && 'wait'])",
    "button('Play', act)", "say(`${cell} is taken`)", "toggle('numbers', on, set)", "h('input', { 'aria-label': 'Name' })", "h('a', { title: `go to ${place}` })",
    "choice(label, [['red', 'Red']], value)", "const TEXT = 'Press Again first.'", "fail(new Error('the picture is too large'))",
  ];
  for (const line of bad) assert.equal(judged(line).length, 1, line);
  const good = [
    "h('p', {}, texts.play.done)", "h('p', { class: 'quiet note' }, `${count} / ${all}`)", "button('▶', act, { class: 'main' })", "h('code', {}, 'hexring')",
    "if (event.key === 'Enter') act()", "headers({ 'Content-Type': 'application/json' })", "query('input, textarea, select')", "h('a', { href: '#/learn' }, name)",
  ];
  for (const line of good) assert.deepEqual(judged(line), [], line);
});
