/** The player of the analysis: endless, with several lines, always in sight, and never in the way. */

import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { after, test } from 'node:test';
import { cell, click, isBrowser, open, server, serverTest, stop, withPage } from './support.js';

/** @import { Page } from 'playwright-core' */

after(stop);

/** Moves in rows that connect nothing. @param {number} count @param {number} cols */
const moves = (count, cols) => Array.from({ length: count }, (_, index) => `${String.fromCharCode(97 + (index % cols))}${1 + Math.floor(index / cols)}`);

/** @param {Page} page */
const engine = (page) => page.locator('.engine').first();

/** @param {Page} page */
const seconds = async (page) => Number((await engine(page).locator('.standing').textContent())?.match(/([\d.]+) s/)?.[1]);

test('a search has no end until it is stopped, and says the truth about itself', () => withPage(async (page) => {
  await open(page, '#/analysis/moves/9x9/a1');
  await engine(page).getByRole('button', { name: 'Think' }).click();
  await engine(page).locator('.standing', { hasText: /thinking…, [\d.]+ s/ }).waitFor();
  const early = await seconds(page);
  await page.waitForFunction((early) => Number(document.querySelector('.standing')?.textContent?.match(/([\d.]+) s/)?.[1]) > early + 1, early);
  assert.equal(await engine(page).getByRole('button', { name: 'Think' }).count(), 0);
  await engine(page).getByRole('button', { name: 'Stop' }).click();
  await engine(page).locator('.standing', { hasText: /stopped, [\d.]+ s/ }).waitFor();
  await engine(page).getByRole('button', { name: 'Think' }).waitFor();
  await engine(page).getByLabel(/^Player/).selectOption('heuristic');
  await page.keyboard.press('Escape');
  await page.locator('.stage').click({ position: { x: 2, y: 2 } });
  await engine(page).getByRole('button', { name: 'Think' }).click();
  await engine(page).locator('.standing', { hasText: /done/ }).waitFor();
  await engine(page).getByRole('button', { name: 'Think' }).waitFor();
}));

test('several best lines are listed with odds and visits, and shown on the board', () => withPage(async (page) => {
  await open(page, '#/analysis/moves/7x7/a1');
  await engine(page).getByLabel(/^Player/).selectOption('mcts');
  await engine(page).getByRole('button', { name: 'Think' }).click();
  const rows = engine(page).locator('.lines button:visible');
  await rows.nth(2).waitFor();
  await page.waitForFunction(() => /\d+ s/.test(document.querySelector('.standing')?.textContent ?? ''));
  await engine(page).getByRole('button', { name: 'Stop' }).click();
  for (const row of [0, 1, 2]) assert.match(String(await rows.nth(row).innerText()), /^[a-g][1-7]\s+[\d.]+ %\s+\d+/);
  const ghost = (/** @type {string} */ move) => cell(page, move).locator('.ghost.blue');
  const move = async (/** @type {number} */ row) => String(await rows.nth(row).locator('strong').textContent());
  await ghost(await move(0)).waitFor();
  await rows.nth(1).hover();
  await ghost(await move(1)).waitFor();
  await page.mouse.move(5, 5);
  await ghost(await move(0)).waitFor();
  await rows.nth(2).focus();
  await ghost(await move(2)).waitFor();
  await rows.nth(2).press('Enter');
  assert.equal(await rows.nth(2).getAttribute('aria-pressed'), 'true');
  // Win rates are what one looks at first.
  assert.equal(await engine(page).getByLabel(/^Map/).inputValue(), 'win rate');
}));

serverTest('waiting is called waiting, with the place in the queue', () => withPage(async (page) => {
  await open(page, '#/analysis/moves/9x9/a1');
  const record = { format: 'hexring-record', version: 1, rules: { board: '9x9' }, nodes: [{}] };
  const crowd = new AbortController();
  const ask = () => fetch(`${server.url}/api/analyses`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, signal: crowd.signal,
    body: JSON.stringify({ record, player: 'mcts:time=200s' }),
  });
  for (let count = 0; count < Math.ceil(availableParallelism() / 2) + 2; count++) await ask();
  await engine(page).getByRole('button', { name: 'Think' }).click();
  await engine(page).getByText('waiting, 2 before it').waitFor();
  crowd.abort();
  await engine(page).getByText('thinking…').waitFor();
}));

test('whoever waits for a worker says so', { skip: !isBrowser }, () => withPage(async (page) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'hardwareConcurrency', { value: 2 }));
  await open(page, '#/analysis/moves/9x9/a1');
  await page.getByRole('button', { name: 'Add a player' }).click();
  await page.getByRole('button', { name: 'Add a player' }).click();
  for (const index of [0, 1, 2]) await page.locator('.engine').nth(index).getByRole('button', { name: 'Think' }).click();
  await page.locator('.engine').nth(2).getByText('waiting, next in turn').waitFor();
  await page.locator('.engine').nth(0).getByRole('button', { name: 'Stop' }).click();
  await page.locator('.engine').nth(2).getByText('thinking…').waitFor();
}));

test('stepping leaves the engine in sight, and loses no step', () => withPage(async (page) => {
  await open(page, `#/analysis/moves/19x19/${moves(60, 19).join(',')}`);
  await page.keyboard.press('Home');
  await page.locator('.tree [aria-current=true]', { hasText: 'start' }).waitFor();
  // Held down, a key is told again and again.
  for (let step = 0; step < 60; step++) await page.keyboard.down('ArrowRight');
  await page.keyboard.up('ArrowRight');
  await page.locator('.tree [aria-current=true]', { hasText: /^60/ }).waitFor();
  assert.equal(await page.locator('.stage .stone').count(), 60);
  for (let step = 0; step < 59; step++) await page.keyboard.down('ArrowLeft');
  await page.keyboard.up('ArrowLeft');
  await page.locator('.tree [aria-current=true]', { hasText: /^1a1/ }).waitFor();
  const box = await engine(page).getByRole('button', { name: 'Think' }).boundingBox();
  assert.ok(box && box.y >= 0 && box.y + box.height <= 720, JSON.stringify(box));
}, { viewport: { width: 1280, height: 720 } }));

test('an endless search of a large board does not hold up the page', () => withPage(async (page) => {
  await open(page, `#/analysis/moves/19x19/${moves(6, 19).join(',')}`);
  await engine(page).getByRole('button', { name: 'Think' }).click();
  await page.waitForFunction(() => /\d s/.test(document.querySelector('.standing')?.textContent ?? ''), null, { timeout: 60_000 });
  await click(page, 'k10');
  await engine(page).getByText('thinking…').waitFor();
}));

test('the map has a legend, which says what it means that a cell has no colour', () => withPage(async (page) => {
  await open(page, '#/analysis/moves/3x3/a1');
  await engine(page).getByLabel(/^Player/).selectOption('heuristic');
  await engine(page).getByRole('button', { name: 'Think' }).click();
  await engine(page).locator('.legend', { hasText: /^Greener is better\. *$/ }).waitFor();
  await engine(page).getByLabel(/^Player/).selectOption('solver');
  await engine(page).locator('.legend', { hasText: 'Only moves that are proven to win have a colour.' }).waitFor();
}));

test('the board of an analysis is zoomed', () => withPage(async (page) => {
  await open(page, '#/analysis/moves/9x9/a1');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.locator('.stage > .board.close').waitFor();
  await page.getByRole('button', { name: 'Whole board' }).click();
  await page.locator('.stage > .board:not(.close)').waitFor();
  await page.getByRole('button', { name: 'Add a player' }).click();
  await page.getByRole('button', { name: 'Side by side' }).click();
  assert.equal(await page.getByRole('button', { name: 'Zoom in' }).count(), 0);
  await page.getByRole('button', { name: 'Side by side' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).waitFor();
}));
