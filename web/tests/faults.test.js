/** The browser as its own backend when things go wrong: tabs that are killed, workers that fail, searches that nobody wants any more. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { backend, browser, cell, click, game, message, open, PATIENCE, stop, withPage } from './support.js';

after(stop);

test('a killed tab loses nothing that was seen', { timeout: PATIENCE }, async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const id = await game(page, { board: 'torus:5x5' }, { players: { red: 'human', blue: 'heuristic' } });
  await open(page, `#/game/${id}`);
  await click(page, 'c3');
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 2);
  const crashed = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => {});
  await crashed;
  const other = await context.newPage();
  await open(other, `#/game/${id}`);
  await cell(other, 'c3').locator('.stone.red').waitFor();
  await other.waitForFunction(() => document.querySelectorAll('.ply').length === 2);
  await message(other, 'Red to move');
  await context.close();
});

test('two tabs show the same game', { timeout: PATIENCE }, async () => {
  const context = await browser.newContext();
  const [one, other] = [await context.newPage(), await context.newPage()];
  const id = await game(one, { board: '5x5' });
  await open(one, `#/game/${id}`);
  await open(other, `#/game/${id}`);
  await click(one, 'c3');
  await cell(other, 'c3').locator('.stone.red').waitFor();
  await click(other, 'b4');
  await cell(one, 'b4').locator('.stone.blue').waitFor();
  await context.close();
});

test('a worker that fails is said and replaced, and the game goes on', () => withPage(async (page) => {
  // The first worker that is to think about a move fails at it.
  await page.addInitScript(() => {
    let failed = false;
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (/** @type {any} */ message) {
      if (failed || message.work?.kind !== 'move') return post.call(this, message);
      failed = true;
      this.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
    };
  });
  await open(page, `#/game/${await game(page, { board: '5x5' }, { players: { red: 'human', blue: 'heuristic' } })}`);
  await click(page, 'c3');
  await page.getByText('out of memory').waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 2);
  await message(page, 'Red to move');
}));

test('searches that are stopped make room for others', () => withPage(async (page) => {
  await open(page, '#/analysis/moves/9x9/a1');
  const engine = page.locator('.engine').first();
  await engine.getByLabel(/^Player/).selectOption('mcts');
  await engine.getByText('Options of mcts').click();
  await engine.getByLabel(/^time:/).fill('600s');
  await engine.getByLabel(/^time:/).blur();
  for (let turn = 0; turn < 4; turn++) {
    await engine.getByRole('button', { name: 'Think' }).click();
    await engine.getByText('thinking…').waitFor();
    await engine.getByRole('button', { name: 'Stop' }).click();
    await engine.getByText(/^stopped/).waitFor();
  }
  await engine.getByLabel(/^Player/).selectOption('heuristic');
  await engine.getByRole('button', { name: 'Think' }).click();
  await page.locator('.stage .slot.best').waitFor();
}));

test('records and drawings of the largest boards are answered at once', () => withPage(async (page) => {
  // Thousands of cells are much for a slow machine.
  page.setDefaultTimeout(240_000);
  await page.goto(`${backend.url}/#/games`);
  const id = await game(page, { board: '53x53' });
  await open(page, `#/game/${id}`);
  await click(page, 'aa27');
  assert.equal(await page.locator('.stage .stone').count(), 1);
}));
