/** Games played to their end in the browser, on every topology and rule set. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { cell, click, game, message, open, serverTest, stop, withPage } from './support.js';

after(stop);

test('one click on the board begins a game against an opponent that answers', () => withPage(async (page) => {
  await open(page, '');
  await page.getByText('Click a cell to begin at once').waitFor();
  await cell(page, 'a1').click();
  // A learner may swap even for a corner; then the stone is blue, and that is its answer.
  await cell(page, 'a1').locator('.stone').waitFor();
  await page.locator('.seat', { hasText: 'Level 3' }).waitFor();
  await page.locator('.slot.blue').waitFor();
  await message(page, 'Red to move');
}));

test('the twelve levels are offered first, and the last choice is remembered', () => withPage(async (page) => {
  await open(page, '');
  const blue = page.getByLabel(/^Blue/);
  const offered = await blue.locator('option').evaluateAll((options) => options.map((option) => option.textContent));
  assert.equal(offered[0], 'Person');
  assert.match(offered[1] ?? '', /^Person elsewhere/);
  assert.match(offered[2] ?? '', /^Level 1 · /);
  assert.match(offered[13] ?? '', /^Level 12 · /);
  await blue.selectOption('level:n=1');
  await page.getByRole('button', { name: 'Exchange colours' }).click();
  assert.equal(await page.getByLabel(/^Red/).inputValue(), 'level:n=1');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('.seat', { hasText: 'Red Level 1' }).waitFor();
  await page.locator('.slot.red').waitFor();
  await page.reload();
  await page.locator('.slot.red').waitFor();
  await open(page, '#/');
  assert.equal(await page.getByLabel(/^Red/).inputValue(), 'level:n=1');
}));

test('a newcomer begins a game against a player and gets an answer', () => withPage(async (page) => {
  await open(page, '');
  await page.getByText('Torus', { exact: true }).click();
  await page.getByLabel('Columns', { exact: true }).fill('5');
  await page.getByLabel('Rows', { exact: true }).fill('5');
  await page.getByLabel(/^Blue/).selectOption('heuristic');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await message(page, 'Red to move');
  await click(page, 'c3');
  await page.locator('.slot.blue:not(.copy)').waitFor();
  await message(page, 'Red to move');
}));

const wins = [
  ['plane', { board: '3x3' }, 'b1 a2 b2 c2 b3', 'Red wins by a path'],
  ['plane, Blue', { board: '3x3', first: 'blue' }, 'a2 a1 b2 b1 c2', 'Blue wins by a path'],
  ['cylinder', { board: 'cylinder:4x3', first: 'blue' }, 'a2 a1 b2 b1 c2 c1 d2', 'Blue wins by a ring'],
  ['torus', { board: 'torus:3x3' }, 'a1 b1 a2 b2 a3', 'Red wins by a ring'],
];
for (const [name, rules, moves, result] of /** @type {[string, object, string, string][]} */ (wins)) {
  test(`a game on the ${name} is won and its line is shown`, () => withPage(async (page) => {
    await open(page, `#/game/${await game(page, rules)}`);
    await click(page, moves);
    await message(page, result);
    assert.ok((await page.locator('.walk .step').count()) >= 4);
    await page.getByRole('button', { name: 'Again, colours swapped' }).waitFor();
  }));
}

for (const board of ['plane:4x4', 'cylinder:4x4', 'torus:4x4']) {
  for (const [name, rules] of /** @type {[string, object][]} */ ([['a coin', { turns: 'random' }], ['seasons', { seasons: { count: 3 } }]])) {
    test(`a game with ${name} on ${board} goes on to its end`, () => withPage(async (page) => {
      await open(page, `#/game/${await game(page, { board, ...rules })}`);
      if (name === 'a coin') await page.locator('.coin').waitFor();
      else assert.ok((await page.locator('.slot.shut:not(.copy)').count()) > 0);
      for (let moves = 0; !(await page.locator('.message', { hasText: 'wins' }).count()); moves++) {
        assert.ok(moves < 40, 'the game does not end');
        const plies = await page.locator('.ply').count();
        await page.locator('.slot.open:not(.copy)').first().click();
        await page.waitForFunction((before) => document.querySelectorAll('.ply').length > before, plies);
      }
    }));
  }
}

serverTest('a click is taken although the answer to the move before is still on its way', () => withPage(async (page) => {
  const id = await game(page, { board: '5x5' });
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const held = new Promise((done) => { release = done; });
  await page.route('**/moves', async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await open(page, `#/game/${id}`);
  await click(page, 'c3 d3 b4');
  release();
  await message(page, 'Blue to move');
  assert.equal(await page.locator('.ply').count(), 3);
}));

test('the first stone is taken over by clicking it', () => withPage(async (page) => {
  await open(page, `#/game/${await game(page, { board: '5x5', swap: 'pieces' })}`);
  await click(page, 'a3');
  await cell(page, 'a3').click();
  await cell(page, 'c1').locator('.stone.blue').waitFor();
  await open(page, `#/game/${await game(page, { board: 'cylinder:5x5', swap: 'sides' })}`);
  await click(page, 'a3');
  await page.getByRole('button', { name: 'Swap' }).click();
  await page.locator('.ply', { hasText: 'swap' }).waitFor();
  await message(page, 'Blue to move');
}));

test('moves are taken back and played again, by buttons and keys', () => withPage(async (page) => {
  await open(page, `#/game/${await game(page, { board: '5x5' })}`);
  await click(page, 'c3 d3');
  await page.getByRole('button', { name: 'Undo' }).click();
  await cell(page, 'd3').locator('.stone').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await cell(page, 'c3').locator('.stone').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+y');
  await page.getByRole('button', { name: 'Redo' }).click();
  await cell(page, 'd3').locator('.stone.blue').waitFor();
}));

test('whoever plays against a player is told that it is their turn, and who has won', () => withPage(async (page) => {
  const id = await game(page, { board: '2x2' }, { players: { red: 'human', blue: 'random' } });
  await open(page, `#/game/${id}`);
  await message(page, 'Red to move – that is you');
  // Both cells of the bottom row touch b1.
  await click(page, 'b1');
  await message(page, 'Red to move – that is you');
  await page.locator('.stage .slot.open:not(.copy)').last().click();
  await message(page, 'Red wins by a path – you have won');
}));

test('on a phone a game begins with the board in sight', () => withPage(async (page) => {
  await open(page, '');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Resign' }).waitFor();
  assert.equal(await page.evaluate(() => window.scrollY), 0);
}, { viewport: { width: 390, height: 844 } }));

test('a person resigns and plays again with the other colour', () => withPage(async (page) => {
  await open(page, `#/game/${await game(page, { board: '5x5' }, { players: { red: 'human', blue: 'random' } })}`);
  await page.getByRole('button', { name: 'Resign' }).click();
  await message(page, 'Red to move');
  await page.getByRole('button', { name: 'Sure?' }).click();
  await message(page, 'Blue wins: red resigned');
  await page.getByRole('button', { name: 'Again, colours swapped' }).click();
  await page.locator('.slot.red:not(.copy)').waitFor();
  await page.locator('.seat', { hasText: 'Blue Person' }).waitFor();
}));

test('two players are watched, paused and stepped', () => withPage(async (page) => {
  const players = { red: 'random', blue: 'heuristic' };
  await open(page, `#/game/${await game(page, { board: 'torus:9x9' }, { players, pace: 150, paused: true })}`);
  await page.getByRole('button', { name: 'Step' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 1);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.ply').length >= 4);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Go on' }).waitFor();
  const plies = await page.locator('.ply').count();
  await page.waitForTimeout(500);
  assert.equal(await page.locator('.ply').count(), plies);
  await page.getByRole('slider', { name: 'Speed' }).fill('2000');
  await page.getByRole('button', { name: 'Go on' }).click();
  await message(page, 'wins');
}));

test('a player that thinks long is told to move now', () => withPage(async (page) => {
  const players = { red: 'human', blue: 'mcts:time=60s' };
  await open(page, `#/game/${await game(page, { board: '9x9' }, { players })}`);
  await click(page, 'e5');
  await message(page, 'Blue thinks');
  assert.equal(await page.locator('.chances').count(), 0);
  await page.getByText('Thoughts and hints').click();
  await page.getByLabel('Show the odds').check();
  await page.locator('.chances', { hasText: /Red \d+ %/ }).waitFor();
  await page.getByRole('button', { name: 'Move now' }).click();
  await message(page, 'Red to move');
}));

test('a hint marks a cell', () => withPage(async (page) => {
  await open(page, `#/game/${await game(page, { board: '5x5' })}`);
  await page.getByText('Thoughts and hints').click();
  await page.getByLabel('Hints by').selectOption('heuristic');
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.slot.hint').first().waitFor();
  assert.ok((await page.locator('.stage .heat').count()) > 10);
  await page.getByText(/^Hint: [a-z]\d, the cell with the dark green rim/).waitFor();
}));
