/** The analysis board: tree, keys, editing, players, evaluation. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { cell, click, game, message, open, play, stop, withPage } from './support.js';

after(stop);

test('the tree is walked by keys and grows variations', () => withPage(async (page) => {
  await open(page, '#/analysis');
  await click(page, 'f6 g5 e7');
  const current = page.locator('.tree [aria-current=true]');
  await page.keyboard.press('ArrowLeft');
  await page.locator('.tree [aria-current=true]', { hasText: 'g5' }).waitFor();
  await page.keyboard.press('Home');
  await page.locator('.tree [aria-current=true]', { hasText: 'start' }).waitFor();
  assert.equal(await page.locator('.stage .stone').count(), 0);
  await page.keyboard.press('ArrowRight');
  await cell(page, 'f6').locator('.stone').waitFor();
  await click(page, 'c3');
  await page.locator('.tree .branch', { hasText: 'c3' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.locator('.tree [aria-current=true]', { hasText: 'g5' }).waitFor();
  await page.keyboard.press('End');
  await page.locator('.tree [aria-current=true]', { hasText: 'e7' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await page.locator('.tree [aria-current=true]', { hasText: 'c3' }).waitFor();
  await page.getByRole('button', { name: 'Make main line' }).click();
  await page.locator('.tree .branch', { hasText: 'g5' }).waitFor();
  await page.keyboard.press('Control+z');
  await page.locator('.tree .branch', { hasText: 'c3' }).waitFor();
  await page.keyboard.press('Control+z');
  await page.locator('.tree .branch').waitFor({ state: 'detached' });
  assert.equal(await current.count(), 1);
}));

test('whoever leaves is not called back by an address that was on its way', () => withPage(async (page) => {
  // A browser tells of a new address when it has time: here that takes a second.
  await page.addInitScript(() => {
    window.addEventListener('hashchange', (event) => {
      if (document.body.dataset.deaf) event.stopImmediatePropagation();
    });
  });
  await open(page, '#/analysis');
  await click(page, 'f6');
  await page.waitForFunction(() => location.hash.startsWith('#/analysis/record/'));
  const kept = await page.evaluate(async () => {
    document.body.dataset.deaf = 'yes';
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
    location.hash = '#/games';
    await new Promise((done) => { setTimeout(done, 1000); });
    return { hash: location.hash, at: document.querySelector('.tree [aria-current=true]')?.textContent };
  });
  assert.deepEqual(kept, { hash: '#/games', at: 'start' });
}));

test('another board is begun', () => withPage(async (page) => {
  await open(page, '#/analysis');
  await page.getByText('New board').click();
  const form = page.getByRole('form', { name: 'New board' });
  await form.getByLabel(/^Board/).selectOption('torus');
  await form.getByLabel('Columns').fill('6');
  await form.getByLabel('Rows').fill('5');
  await form.getByLabel(/^First/).selectOption('blue');
  await form.getByRole('button', { name: 'Begin anew' }).click();
  await page.locator('.board[aria-label^="torus board, 6 columns and 5 rows"]').waitFor();
  await message(page, 'Blue to move');
  await click(page, 'f5');
}));

test('positions are edited freely', () => withPage(async (page) => {
  await open(page, '#/analysis');
  await page.getByRole('button', { name: 'Blue stone' }).click();
  await click(page, 'c3 d4');
  await cell(page, 'd4').click();
  await cell(page, 'd4').locator('.stone').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Let Blue move' }).click();
  await message(page, 'Blue to move');
  await click(page, 'e5');
  await cell(page, 'e5').locator('.stone.blue').waitFor();
}));

test('players show their maps side by side, and follow the moves', () => withPage(async (page) => {
  await open(page, '#/analysis');
  const engine = (/** @type {number} */ index) => page.locator('.engine').nth(index);
  await engine(0).getByLabel(/^Player/).selectOption('heuristic');
  await engine(0).getByRole('button', { name: 'Think' }).click();
  await page.locator('.stage .slot.best').waitFor();
  assert.equal(await page.locator('.stage .heat').count(), 121);
  await page.getByRole('button', { name: 'Add a player' }).click();
  await engine(1).getByLabel(/^Player/).selectOption('adjacency');
  await engine(1).getByRole('button', { name: 'Think' }).click();
  await engine(1).locator('.small .heat').first().waitFor();
  await engine(1).getByRole('button', { name: 'On the board' }).click();
  await engine(0).locator('.small .heat').first().waitFor();
  await click(page, 'f6');
  await page.waitForFunction(() => document.querySelectorAll('.stage .heat').length === 120);
  await page.getByRole('button', { name: 'Side by side' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.side-board').length === 2);
  assert.equal(await page.locator('.side-board .heat').count(), 240);
  await page.locator('.side-board').last().locator('g[data-cell="g5"]').click();
  await page.waitForFunction(() => document.querySelectorAll('.side-board .stone').length === 4);
  await page.getByRole('button', { name: 'Side by side' }).click();
  await page.locator('.side-board').first().waitFor({ state: 'detached' });
  await cell(page, 'g5').locator('.stone').waitFor();
  // Both have said all that they have to say.
  await engine(0).getByText(/^done/).waitFor();
  await engine(0).getByRole('button', { name: 'Think' }).waitFor();
}));

test('the moves that a player expects are drawn', () => withPage(async (page) => {
  await open(page, `#/analysis/game/${await game(page, { board: '5x5' })}`);
  await page.locator('.engine').getByLabel(/^Player/).selectOption('mcts');
  await page.getByRole('button', { name: 'Think' }).click();
  await page.locator('.stage .ghost.red').first().waitFor();
  await page.locator('.stage .ghost.blue').first().waitFor();
  await page.getByRole('button', { name: 'Line', exact: true }).click();
  await page.locator('.stage .ghost').first().waitFor({ state: 'detached' });
}));

test('options are offered by their kind, but no files of the server', () => withPage(async (page) => {
  await open(page, `#/analysis/game/${await game(page, { board: '3x3' })}`);
  const engine = page.locator('.engine');
  await engine.getByLabel(/^Player/).selectOption('neural');
  await engine.getByText('Options of neural').click();
  assert.equal(await engine.getByLabel(/^resign:/).getAttribute('max'), '0.5');
  assert.equal(await engine.getByLabel(/^time:/).getAttribute('type'), 'text');
  assert.equal(await engine.getByLabel(/^network:/).count(), 0);
}));

test('a player says where it is out of its depth', () => withPage(async (page) => {
  await open(page, `#/analysis/game/${await game(page, { board: '20x2' })}`);
  await page.locator('.engine').getByLabel(/^Player/).selectOption('neural');
  await page.locator('.engine').getByText('Options of neural').click();
  await page.locator('.engine').getByLabel(/^sims/).fill('0');
  await page.getByRole('button', { name: 'Think' }).click();
  await page.locator('.engine .note', { hasText: 'larger than all boards' }).waitFor();
}));

test('a game is evaluated and its graph leads to the moves', () => withPage(async (page) => {
  const id = await game(page, { board: '2x2' });
  await play(page, id, ['a1', 'b1', 'a2']);
  await open(page, `#/analysis/game/${id}`);
  await page.locator('details', { hasText: 'Evaluation' }).getByLabel(/^Player/).selectOption('minimax');
  await page.getByRole('button', { name: 'Evaluate' }).click();
  await page.locator('.graph .curve').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Evaluate' }).waitFor();
  await page.locator('.graph').click({ position: { x: 2, y: 20 } });
  await page.locator('.tree [aria-current=true]', { hasText: 'start' }).waitFor();
}));

test('the solver says who wins a small board, and how', () => withPage(async (page) => {
  await open(page, `#/analysis/game/${await game(page, { board: '3x3' })}`);
  await page.getByRole('button', { name: 'Solve' }).click();
  await page.locator('.line', { hasText: 'Red wins, with' }).waitFor();
  await page.locator('.stage .slot.best[data-cell="b2"]').waitFor();
  await click(page, 'a1');
  await page.locator('.line', { hasText: 'Red wins, with' }).waitFor({ state: 'detached' });
}));

test('a small position has its exact verdict by itself', () => withPage(async (page) => {
  await open(page, '#/analysis/moves/3x3/a1');
  await page.locator('.exact', { hasText: 'Exact: Blue wins, with' }).waitFor();
  await click(page, 'a2');
  await page.locator('.exact', { hasText: 'Exact: Red wins' }).waitFor();
}));

test('many winning moves are counted, not listed', () => withPage(async (page) => {
  await open(page, '#/analysis/moves/5x5/c2,a1,b4,a2');
  await page.locator('.exact', { hasText: /Exact: Red wins, with any of \d+ moves/ }).waitFor();
}));

test('blunders are stepped through, each with an arrow to the better move, and variations have their curve', () => withPage(async (page) => {
  // Red gives the game away, then Blue does.
  await open(page, '#/analysis/moves/2x2/a1,b1,a2');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await cell(page, 'b1').locator('.stone').waitFor({ state: 'detached' });
  await click(page, 'a2');
  await page.locator('details', { hasText: 'Evaluation' }).getByLabel(/^Player/).selectOption('mcts');
  await page.getByRole('button', { name: 'Evaluate' }).click();
  await page.locator('.graph .other').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Evaluate' }).waitFor();
  const current = (/** @type {string} */ move) => page.locator('.tree [aria-current=true]', { hasText: move }).waitFor();
  await page.keyboard.press('Home');
  await current('start');
  assert.equal(await page.locator('.arrow.better').count(), 0);
  await page.keyboard.press('n');
  await current('a1');
  await page.locator('.arrow.better').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowRight');
  await current('b1');
  await page.locator('.arrow.better').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Previous blunder' }).click();
  await current('a1');
  await page.getByRole('button', { name: '2 b1' }).click();
  await current('b1');
}));

test('a swap is a button and a key, where it is allowed', () => withPage(async (page) => {
  await open(page, '#/analysis/moves/5x5 swap=pieces/a2');
  await page.getByRole('button', { name: 'Swap', exact: true }).click();
  await page.locator('.tree [aria-current=true]', { hasText: 'swap' }).waitFor();
  await page.getByRole('button', { name: 'Swap', exact: true }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'Swap', exact: true }).waitFor();
  await page.keyboard.press('s');
  await page.locator('.tree [aria-current=true]', { hasText: 'swap' }).waitFor();
}));

test('a game goes on from here, against whom and on which side one likes', () => withPage(async (page) => {
  await open(page, '#/analysis/moves/5x5/c3');
  await page.locator('summary', { hasText: 'Play from here' }).click();
  await page.getByLabel(/^Against/).selectOption('heuristic');
  await page.getByLabel(/^You play/).selectOption('red');
  await page.getByRole('button', { name: 'Begin the game' }).click();
  // The other player answers at once.
  await page.waitForFunction(() => location.hash.startsWith('#/game/') && document.querySelectorAll('.stage .stone').length === 2);
  await message(page, 'Red to move');
}));

test('what the opening book knows is told, and can be put on the board', () => withPage(async (page) => {
  await open(page, '#/analysis/moves/7x7 swap=pieces/');
  const book = page.locator('.dock .book');
  await book.getByText(/^Book: [\d.]+ % for red · best [a-g][1-7], [a-g][1-7], [a-g][1-7]$/).waitFor();
  assert.equal(await page.locator('.stage .heat').count(), 0);
  await book.getByRole('button', { name: 'On the board' }).click();
  await book.getByText(/^Near 50 is good: the other player may take the stone over\. *$/).waitFor();
  // The swap map has every first move.
  assert.equal(await page.locator('.stage .heat').count(), 49);
  await click(page, 'd4');
  await book.getByText(/^Book: [\d.]+ % for blue · best swap/).waitFor();
  await book.getByText('Greener is better. Cells without a colour are not in the book.').waitFor();
  await click(page, 'a1');
  await page.locator('.dock .book:empty').waitFor({ state: 'attached' });
  assert.equal(await page.locator('.stage .heat').count(), 0);
}));
