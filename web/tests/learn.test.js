/** The tour and the puzzles: every position is what it says, and can be played to its end. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { chapters } from '../app/js/learn/tour.js';
import { backend, cell, isBrowser, open, stop, withPage } from './support.js';

/** @import { Page } from 'playwright-core' */
/** @import { Step } from '../app/js/learn/lessons.js' */

after(stop);

/** @param {string} [text] */
const sorted = (text) => (text ?? '').split(' ').sort();

/**
 * What the solver says of a start, and what is on the board, asked as the page asks.
 *
 * @param {Page} page @param {object} start
 * @returns {Promise<{ verdict: { winner?: string, moves: string[] } | null, position: any }>}
 */
const judged = (page, start) => page.evaluate(async ([url, start]) => {
  const judge = await import(`${url}/js/learn/judge.js`);
  const api = await import(`${url}/js/api.js`);
  const record = judge.begin(start);
  const position = await api.position(record);
  const solvable = !position.ending && !position.coin_due && position.stones.red.length + position.stones.blue.length > 0;
  const verdict = solvable || position.to_move && record.rules.turns !== 'random' && !record.rules.seasons
    ? await judge.verdict(record, new AbortController().signal) : null;
  return { verdict, position };
}, /** @type {const} */ ([backend.url, start]));

/** Every cell of a plane board. @param {string} board */
function cellsOf(board) {
  const [cols, rows] = board.split('x').map(Number);
  return Array.from({ length: cols * rows }, (_, index) => `${String.fromCharCode(97 + (index % cols))}${Math.floor(index / cols) + 1}`);
}

/** Whether a step is true, by the solver. @param {Page} page @param {Step} step */
async function checkStep(page, step) {
  const { task, start, you, words: { title } } = step;
  const { verdict, position } = await judged(page, start);
  const other = you === 'red' ? 'blue' : 'red';
  if (task.kind === 'find') {
    const wanted = task.are === 'loses' ? cellsOf(start.rules.board).filter((name) => !verdict?.moves.includes(name)) : verdict?.moves;
    assert.deepEqual(wanted && [...wanted].sort(), sorted(task.answers), title);
    if (task.are === 'wins') assert.equal(verdict?.winner, you, title);
  } else if (task.kind === 'win' || task.kind === 'follow') {
    assert.equal(verdict?.winner, you, title);
  } else if (task.kind === 'end' && verdict) {
    assert.equal(verdict.winner, other, title);
  } else if (task.kind === 'flip') {
    assert.ok(position.ending, title);
  } else if (task.kind === 'choose') {
    assert.equal(position.ending, null, title);
  }
}

test('every step of the tour is true, by the solver', () => withPage(async (page) => {
  await page.goto(`${backend.url}/#/learn`);
  await page.locator('.chapter').first().waitFor();
  for (const step of chapters().flatMap(({ steps }) => steps)) await checkStep(page, step);
  const swap = chapters().find(({ id }) => id === 'swap')?.steps ?? [];
  const first = await judged(page, { rules: { board: '5x5' }, toMove: 'red' });
  for (const { why } of swap) assert.deepEqual([...(first.verdict?.moves ?? [])].sort(), sorted(why?.cells));
  for (const [index, winner] of ['red', 'blue'].entries()) {
    const { verdict } = await judged(page, swap[index].start);
    assert.equal(verdict?.winner, winner, 'who should swap');
    const { task, words } = swap[index];
    assert.equal(words.choices?.[task.right ?? 0].label, winner === 'red' ? 'Swap' : 'Play on as Blue');
  }
}));

/** The stones that the page shows. @param {Page} page @param {string} color */
const stones = (page, color) => page.locator(`.stage .slot.${color}:not(.copy)`)
  .evaluateAll((slots) => slots.map((slot) => /** @type {string} */ (slot.getAttribute('data-cell'))));

/** A good move on the board that the page shows. @param {Page} page @param {Step} step */
async function goodMove(page, step) {
  const [red, blue] = await Promise.all([stones(page, 'red'), stones(page, 'blue')]);
  // A position that begins with stones has no last move.
  const marked = page.locator('.stage .slot.last:not(.copy)');
  const last = (await marked.count()) > 0 ? await marked.first().getAttribute('data-cell') : null;
  const strategy = step.task.kind === 'follow' ? step.task.strategy : undefined;
  return page.evaluate(async ([url, step, red, blue, last, strategy]) => {
    const judge = await import(`${url}/js/learn/judge.js`);
    const signal = new AbortController().signal;
    const before = { rules: step.start.rules, red: red.join(' '), blue: blue.filter((name) => !strategy || name !== last).join(' ') };
    if (!strategy) return (await judge.verdict(judge.begin({ ...before, toMove: step.you }), signal)).moves[0];
    const record = judge.played(judge.begin({ ...before, toMove: 'blue' }), 'blue', last);
    return (await judge.choose(record, signal, { player: strategy })).move;
  }, /** @type {const} */ ([backend.url, step, red, blue, last, strategy]));
}

/** @param {Page} page */
const isDone = (page) => page.locator('.message.done').count();

/** Waits until it is the person's turn, or over. @param {Page} page */
const settled = (page) => page.locator('.message.you, .message.done, .message.missed').waitFor();

/** Does what a step asks for. @param {Page} page @param {Step} step */
async function playStep(page, step) {
  const { task } = step;
  for (let tries = 0; !(await isDone(page)); tries++) {
    assert.ok(tries < 60, `${step.words.title} does not end`);
    if (task.kind === 'fill') await page.getByRole('button', { name: /^Fill/ }).click();
    else if (task.kind === 'choose') await page.getByRole('button', { name: step.words.choices?.[task.right ?? 0].label, exact: true }).click();
    else if (task.kind === 'flip') await cell(page, ['c2', 'b3', 'd2', 'b4', 'c1'][tries]).click();
    else if (task.kind === 'find') await cell(page, sorted(task.answers)[0]).click();
    else if (task.now) await cell(page, sorted(step.why?.cells)[0]).click();
    else if (await page.locator('.message.missed').count()) await page.getByRole('button', { name: 'Again' }).click();
    else if (task.kind === 'end' && task.attacks) await cell(page, ['c4', 'd4', 'e4', 'f4'][tries]).click();
    else if (task.kind === 'end' || task.kind === 'place') await page.locator('.stage .slot.open:not(.copy)').first().click();
    else await cell(page, await goodMove(page, step)).click();
    await settled(page);
  }
}

// The chapters are the same on both backends, and who answers there plays as here: two are enough.
const played = chapters().filter(({ id }) => !isBrowser || ['connect', 'cylinder'].includes(id));
for (const { id, title, steps } of played) {
  test(`the chapter "${title}" can be played to its end, and is remembered`, () => withPage(async (page) => {
    await open(page, `#/learn/tour/${id}/1`);
    for (const step of steps) {
      await page.getByRole('heading', { name: step.words.title }).waitFor();
      await settled(page);
      await playStep(page, step);
      await page.getByText(step.words.done).waitFor();
      await page.getByRole('button', { name: 'Why?' }).click();
      await page.locator('.reason').getByText(step.words.why).waitFor();
      if (step.why?.cells) await page.locator('.stage .slot.needed').first().waitFor();
      await page.getByRole('link', { name: '→' }).click();
    }
    await page.goto(`${backend.url}/#/learn`);
    await page.reload();
    await page.locator('.chapter.done', { hasText: title }).getByText('done').waitFor();
  }));
}

test('a move that misses is refuted, explained and taken back', () => withPage(async (page) => {
  await open(page, '#/learn/tour/bridges/3');
  await page.locator('.message.you').waitFor();
  await cell(page, 'a1').click();
  await page.locator('.message.missed', { hasText: 'Blue gets in front of you' }).waitFor();
  assert.equal((await stones(page, 'blue')).length, 3);
  await cell(page, 'b4').click();
  await page.getByText('Press Again first').waitFor();
  await page.getByRole('button', { name: 'Why?' }).click();
  await page.getByText('The numbered stones show how it goes on').waitFor();
  assert.ok((await page.locator('.stage .ghost').count()) > 0);
  await page.getByRole('button', { name: 'Again' }).click();
  await page.locator('.message.you').waitFor();
  assert.deepEqual([await stones(page, 'red'), (await stones(page, 'blue')).length], [['c2'], 2]);
  await cell(page, 'c2').click();
  await page.getByText('c2 is taken').waitFor();
}));

test('where a stone is to win at once, another one is refused', () => withPage(async (page) => {
  await open(page, '#/learn/tour/connect/1');
  await page.locator('.message.you').waitFor();
  await page.getByRole('button', { name: 'Help' }).waitFor();
  await cell(page, 'd1').click();
  await page.locator('.message.missed', { hasText: 'The red stones do not reach the bottom yet' }).waitFor();
  await page.getByRole('button', { name: 'Why?' }).click();
  await page.locator('.reason').getByText('The stone on b3 touches two cells').waitFor();
  assert.equal(await page.locator('.stage .ghost').count(), 0);
  await page.getByRole('button', { name: 'Again' }).click();
  await page.locator('.message.you').waitFor();
  assert.deepEqual((await stones(page, 'red')).sort(), ['b3', 'c1', 'c2']);
}));

test('what a step speaks of is in sight: the room of a template, and the line on a full board', () => withPage(async (page) => {
  await open(page, '#/learn/tour/edges/2');
  await page.locator('.message.you').waitFor();
  assert.equal(await page.locator('.stage .slot.needed').count(), 8);
  await open(page, '#/learn/tour/no-draw/2');
  await page.locator('.message.you', { hasText: 'Now Red has a line' }).waitFor();
}));

test('the tour leads to a first game', () => withPage(async (page) => {
  await open(page, '#/learn/tour/swap/3');
  await page.locator('.message.you').waitFor();
  const begin = page.getByRole('button', { name: 'Play a first game' });
  assert.equal(await begin.count(), 0);
  await cell(page, 'a2').click();
  await begin.waitFor();
  await page.goto(`${backend.url}/#/learn`);
  await begin.click();
  await page.locator('.seat', { hasText: 'Level 1' }).waitFor();
  await page.locator('.message', { hasText: 'Red to move – that is you' }).waitFor();
}));

test('a screen that comes late does not cover the one that was asked for after it', () => withPage(async (page) => {
  await open(page, '#/learn/tour/connect/1');
  /** @type {() => void} */
  let release = () => {};
  const held = new Promise((done) => { release = () => done(null); });
  await page.route('**/data/puzzles.json', async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest('**/data/puzzles.json');
  await page.evaluate(() => { location.hash = '#/learn'; });
  await asked;
  await page.evaluate(() => { location.hash = '#/learn/tour/bridges/1'; });
  const title = page.getByRole('heading', { level: 1, name: 'Blue comes in' });
  await title.waitFor();
  const answered = page.waitForResponse('**/data/puzzles.json');
  release();
  await (await answered).finished();
  // The late screen has all it waits for now, and has time to be drawn.
  await page.waitForTimeout(500);
  assert.ok(await title.isVisible());
}));

test('there are easy, medium and hard puzzles of each kind', async () => {
  const { puzzles } = await (await fetch(`${backend.url}/data/puzzles.json`)).json();
  for (const kind of [/^plane:\S+( first=blue)?$/, /^cylinder:\S+( first=blue)?$/, /^torus:\S+( first=blue)?$/, /seasons=/]) {
    for (const [least, most] of [[10, 12], [7, 9], [0, 6]]) {
      const some = puzzles.filter((/** @type {{ rules: string, found: number }} */ { rules, found }) => kind.test(rules) && found >= least && found <= most);
      assert.ok(some.length >= 2, `${some.length} of ${kind}, found by ${least} to ${most}`);
    }
  }
});

test('strategies give the reason of each answer, with its cells', () => withPage(async (page) => {
  await open(page, '#/learn/tour/cylinder/3');
  await page.locator('.message.you').waitFor();
  await cell(page, 'b2').click();
  await page.getByText("d2: Blue played in ring 2: half way around in Blue's ring").waitFor();
  const marked = await page.locator('.stage .slot.needed:not(.copy)').evaluateAll((slots) => slots.map((slot) => slot.getAttribute('data-cell')));
  assert.deepEqual(marked.sort(), ['b2', 'd2']);
}));

test('a lesson is played by keyboard alone', () => withPage(async (page) => {
  await open(page, '#/learn/tour/bridges/3');
  await page.locator('.message.you').waitFor();
  await page.locator('.stage .slot[tabindex="0"]').focus();
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.locator('.message.done').waitFor();
  await page.getByRole('link', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The second row' }).waitFor();
}));

test('a puzzle is missed, solved and remembered, and the next one follows', () => withPage(async (page) => {
  const { puzzles } = await (await fetch(`${backend.url}/data/puzzles.json`)).json();
  assert.ok(puzzles.length >= 100, `${puzzles.length} puzzles`);
  await page.goto(`${backend.url}/#/learn/puzzles`);
  await page.locator('.puzzle.new').first().click();
  await page.locator('.message.you').waitFor();
  const puzzle = puzzles.find((/** @type {{ id: string }} */ { id }) => page.url().endsWith(id));
  const taken = [...await stones(page, 'red'), ...await stones(page, 'blue')];
  const wrong = await page.locator('.stage .slot.open:not(.copy)').evaluateAll((slots, answer) =>
    slots.map((slot) => slot.getAttribute('data-cell')).find((name) => name !== answer), puzzle.answer);
  await cell(page, String(wrong)).click();
  await page.locator('.message.missed').waitFor();
  const now = [...await stones(page, 'red'), ...await stones(page, 'blue')];
  assert.equal(now.length, taken.length + 2, 'the refutation is on the board');
  await page.getByRole('button', { name: 'Again' }).click();
  await page.locator('.message.you').waitFor();
  await cell(page, puzzle.answer).click();
  await page.locator('.message.done', { hasText: 'Solved' }).waitFor();
  await page.getByRole('button', { name: 'Play on against Level' }).waitFor();
  await page.getByRole('link', { name: 'Next' }).click();
  await page.waitForURL((url) => url.hash.startsWith('#/learn/puzzle/') && !url.hash.endsWith(puzzle.id));
  await page.goto(`${backend.url}/#/learn/puzzles`);
  await page.reload();
  await page.locator('.puzzle.solved').first().waitFor();
  assert.equal(await page.locator('.puzzle.solved').count(), 1);
}));

test('a solved puzzle goes on as a game', () => withPage(async (page) => {
  const { puzzles } = await (await fetch(`${backend.url}/data/puzzles.json`)).json();
  const puzzle = puzzles.find((/** @type {{ to: string }} */ { to }) => to === 'blue');
  await open(page, `#/learn/puzzle/${puzzle.id}`);
  await page.locator('.message.you').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Play on' }).count(), 0);
  await cell(page, puzzle.answer).click();
  await page.getByRole('button', { name: 'Play on against Level' }).click();
  await page.waitForURL((url) => url.hash.startsWith('#/game/'));
  await page.locator('.seat', { hasText: 'Blue' }).getByText('you').waitFor();
  await cell(page, puzzle.answer).locator('.stone').waitFor();
}));

test('a move that is refused by a rule is answered with the rule on the board', () => withPage(async (page) => {
  await open(page, '#/learn/tour/cylinder/4');
  await page.locator('.message.you').waitFor();
  await cell(page, 'b1').click();
  await page.locator('.message.missed').waitFor();
  assert.equal(await page.locator('.stage .slot.needed').count(), 0);
  await page.getByRole('button', { name: 'Why?' }).click();
  await page.locator('.reason', { hasText: "c2: Blue played in ring 2: half way around in Blue's ring" }).waitFor();
  const marked = await page.locator('.stage .slot.needed:not(.copy)').evaluateAll((slots) => slots.map((slot) => slot.getAttribute('data-cell')));
  assert.deepEqual(marked.sort(), ['a2', 'c2']);
}));

test('those who are new find the tour on the first screen', () => withPage(async (page) => {
  await open(page, '#/');
  await page.getByText('New here?').getByRole('link').click();
  await page.getByRole('heading', { name: 'Learn', exact: true }).waitFor();
}));

test('an address that leads to no lesson says so', () => withPage(async (page) => {
  await page.goto(`${backend.url}/#/learn/tour/nowhere/1`);
  await page.getByText('Nothing here').waitFor();
}));
