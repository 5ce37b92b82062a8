/** Records in and out, links, reloads, restarts, and finding games again. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { backend, cell, click, game, message, open, play, server, serverTest, stop, withPage } from './support.js';

after(stop);

/** @import { Page } from 'playwright-core' */

/** @param {Page} page @param {string} text */
async function paste(page, text) {
  await open(page, '#/analysis');
  await page.getByText('Open a record').click();
  await page.getByLabel('Record', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Open' }).click();
}

/** @param {Page} page */
const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

const texts = [
  ['SGF', '(;GM[11]SZ[5];B[c3];W[b4](;B[d2])(;B[a1]))', 'd2'],
  ['a HexWorld link', 'https://hexworld.org/board/#5,c3b4d2', 'd2'],
  ['a list of moves', 'cylinder:5x4 first=blue\nc3 b4 d2', 'd2'],
];
for (const [name, text, last] of texts) {
  test(`${name} is pasted`, () => withPage(async (page) => {
    await paste(page, text);
    await cell(page, last).locator('.stone').waitFor();
    assert.equal(await page.locator('.stage .slot:not(.copy) .stone').count(), 3);
  }));
}

test('a file is dropped onto the page', () => withPage(async (page) => {
  await open(page, '#/analysis');
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['torus:4x4\na1 b2'], 'game.txt'));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }));
  });
  await cell(page, 'b2').locator('.stone').waitFor();
}));

test('bad records are refused with a reason', () => withPage(async (page) => {
  await paste(page, '(;SZ[5];B[z9])');
  await page.locator('.toast.fault', { hasText: 'z9' }).waitFor();
}, { faults: /422/ }));

test('a game goes out as SGF, moves, HexWorld link and pictures, and comes back', () => withPage(async (page) => {
  const id = await game(page, { board: '5x5', swap: 'pieces' });
  await play(page, id, ['a2', 'swap', 'c3', 'd1']);
  await open(page, `#/game/${id}`);
  await page.getByText('Save and share').click();
  const download = async (/** @type {string} */ name) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
    return readFileSync(await file.path());
  };
  const sgf = String(await download('Save SGF'));
  assert.match(sgf, /GM\[11\].*swap-pieces/s);
  assert.match(String(await download('SVG')), /^<svg/);
  assert.equal((await download('PNG')).subarray(1, 4).toString(), 'PNG');
  await page.getByRole('button', { name: 'HexWorld link' }).click();
  await page.locator('.toast', { hasText: 'HexWorld link copied' }).waitFor();
  assert.match(await clipboard(page), /#5,a2:sc3d1/);
  await paste(page, sgf);
  await page.locator('.tree', { hasText: 'swap' }).waitFor();
  await cell(page, 'd1').locator('.stone').waitFor();
}));

test('a copied link restores the whole tree elsewhere', () => withPage(async (page) => {
  await paste(page, '(;GM[11]SZ[5];B[c3]C[good];W[b4](;B[d2])(;B[a1];W[a2]))');
  await cell(page, 'd2').locator('.stone').waitFor();
  await page.getByRole('button', { name: /red a1/ }).click();
  await cell(page, 'a1').locator('.stone').waitFor();
  await page.getByText('Save and share').click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.locator('.toast', { hasText: 'Link copied' }).waitFor();
  const link = await clipboard(page);
  await withPage(async (other) => {
    await other.goto(link);
    await other.locator('.tree [aria-current=true]', { hasText: 'a1' }).waitFor();
    await other.locator('.tree .branch', { hasText: 'a2' }).waitFor();
    assert.equal(await other.locator('.stage .stone').count(), 3);
    await other.getByRole('button', { name: /red c3/ }).click();
    await other.waitForFunction(() => document.querySelector('textarea')?.value === 'good');
  });
}));

test('analysis survives a reload', () => withPage(async (page) => {
  await open(page, '#/analysis');
  await click(page, 'f6 e5');
  await page.waitForFunction(() => location.hash.startsWith('#/analysis/record/'));
  await page.waitForTimeout(400);
  await page.reload();
  await cell(page, 'e5').locator('.stone.blue').waitFor();
}));

serverTest('a game survives a reload and a killed server', () => withPage(async (page) => {
  await open(page, `#/game/${await game(page, { board: 'torus:5x5' }, { players: { red: 'human', blue: 'heuristic' } })}`);
  await click(page, 'c3');
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 2);
  await page.reload();
  await cell(page, 'c3').locator('.stone').waitFor();
  await server.kill();
  await page.getByText('trying again').waitFor();
  await server.start();
  await page.getByText('trying again').waitFor({ state: 'detached' });
  const open2 = await page.locator('.slot.open:not(.copy)').first().getAttribute('data-cell');
  await click(page, open2 ?? '');
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 4);
  await message(page, 'Red to move');
}, { faults: /WebSocket|ERR_CONNECTION/ }));

test('games are found again and deleted', () => withPage(async (page) => {
  const id = await game(page, { board: 'cylinder:13x3' });
  await page.goto(`${backend.url}/#/games`);
  await page.getByLabel('Find games').fill('13x3');
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
  await page.getByRole('link', { name: 'cylinder:13x3' }).click();
  await message(page, 'Red to move');
  await page.goto(`${backend.url}/#/games`);
  const remove = page.getByRole('button', { name: `Delete game ${id}` });
  await remove.click();
  await page.getByText('Sure?').waitFor();
  await remove.click();
  await page.getByRole('button', { name: `Delete game ${id}` }).waitFor({ state: 'detached' });
}));

test('addresses that lead nowhere say so', () => withPage(async (page) => {
  await page.goto(`${backend.url}/#/game/nothing`);
  await page.getByText('This address leads nowhere').waitFor();
  await page.goto(`${backend.url}/#/analysis/record/damaged/`);
  await page.locator('.toast', { hasText: 'damaged' }).waitFor();
}, { faults: /404/ }));
