/** Records in and out, links, reloads, restarts, and finding games again. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
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

test('a HexWorld link keeps its cursor and its rotation, in and out', () => withPage(async (page) => {
  const link = 'https://hexworld.org/board/#5r9nc1,c3b4,d2';
  await paste(page, `look at this: ${link}`);
  await page.locator('.tree [aria-current=true]', { hasText: 'b4' }).waitFor();
  assert.equal(await page.locator('.stage .stone').count(), 2);
  const [left, right] = [await cell(page, 'a1').boundingBox(), await cell(page, 'e5').boundingBox()];
  assert.ok(left && right && Math.abs(left.y - right.y) < 2, 'a diamond lies on its side');
  await page.getByText('Save and share').click();
  await page.getByRole('button', { name: 'HexWorld link' }).click();
  await page.locator('.toast', { hasText: 'HexWorld link copied' }).waitFor();
  assert.equal(await clipboard(page), link);
  await page.keyboard.press('Home');
  await page.locator('.tree [aria-current=true]', { hasText: 'start' }).waitFor();
  await page.waitForFunction(() => !location.hash.endsWith('/0.0'));
  await page.reload();
  await page.locator('.tree [aria-current=true]', { hasText: 'start' }).waitFor();
}));

test('moves alone belong to the open board', () => withPage(async (page) => {
  await open(page, '#/analysis/moves/torus:5x5/a1');
  await page.getByText('Open a record').click();
  await page.getByLabel('Record', { exact: true }).fill('1. b2 2. swap 3. d4');
  await page.getByRole('button', { name: 'Open' }).click();
  await cell(page, 'd4').locator('.stone').waitFor();
  await page.locator('.board[aria-label^="torus board, 5 columns"]').waitFor();
  await page.locator('.tree', { hasText: 'swap' }).waitFor();
}));

for (const [link, words] of [
  ['https://playhex.org/games/5b1d3f0e-7c1f-4f0a-a2a7-0f8d8f0e3a55', 'A PlayHex link holds no moves'],
  ['http://www.littlegolem.net/jsp/game/game.jsp?gid=2204387', 'A Little Golem link holds no moves'],
]) {
  test(`${words}, and that is said`, () => withPage(async (page) => {
    await paste(page, link);
    await page.locator('.toast.fault', { hasText: words }).waitFor();
  }));
}

/** How far two colours as CSS computes them are apart, as WCAG counts. @param {string[]} colors */
function contrast(...colors) {
  const light = colors.map((color) => {
    const [red, green, blue] = (color.match(/[\d.]+/g) ?? []).map((part) => Number(part) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  });
  return Math.max(...light) / Math.min(...light);
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`an error message can be read on a ${colorScheme} page`, () => withPage(async (page) => {
    await paste(page, '(;SZ[5];B[z9])');
    await page.locator('.toast.fault.shown').waitFor();
    const [ink, paper] = await page.locator('.toast').evaluate((toast) => [getComputedStyle(toast).color, getComputedStyle(toast).backgroundColor]);
    assert.ok(contrast(ink, paper) >= 4.5, `${ink} on ${paper}`);
  }, { faults: /422/, colorScheme }));
}

test('copying works where the browser lends no clipboard', () => withPage(async (page) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await open(page, '#/analysis/moves/5x5/c3,b4');
  await page.getByText('Save and share').click();
  await page.getByRole('button', { name: 'Copy moves' }).click();
  await page.locator('.toast', { hasText: 'Moves copied' }).waitFor();
  await page.getByLabel('Comment').focus();
  await page.keyboard.press('Control+v');
  assert.equal(await page.getByLabel('Comment').inputValue(), 'plane:5x5\nc3 b4');
  // And where it may not be copied at all, there is a field to copy from.
  await page.evaluate(() => { document.execCommand = () => false; });
  await page.getByRole('button', { name: 'Copy moves' }).click();
  assert.equal(await page.getByRole('dialog').getByLabel('Moves').inputValue(), 'plane:5x5\nc3 b4');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}));

test('a record that is opened on a phone is seen at once', () => withPage(async (page) => {
  await paste(page, '(;GM[11]SZ[5];B[c3];W[b4])');
  await cell(page, 'b4').locator('.stone').waitFor();
  const box = await cell(page, 'a1').boundingBox();
  assert.ok(box && box.y >= 0 && box.y < 400, JSON.stringify(box));
}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }));

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
  await page.waitForFunction(() => /^#\/analysis\/record\/.*\/0\.0$/.test(location.hash));
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

test('links of older versions open, and changing them loses nothing', () => withPage(async (page) => {
  const rules = { board: 'plane:5x5', first: 'red', turns: 'alternate', swap: 'none', seasons: null };
  const older = { format: 'hexring-record', version: 1, rules, nodes: [{ edit: { red: ['c3'], 'to-move': 'red' } }] };
  await open(page, `#/analysis/record/${deflateRawSync(JSON.stringify(older)).toString('base64url')}/`);
  await message(page, 'Red to move');
  await page.getByRole('button', { name: 'Let Blue move' }).click();
  await message(page, 'Blue to move');
  await cell(page, 'c3').locator('.stone').waitFor();
}));

test('addresses that lead nowhere say so', () => withPage(async (page) => {
  await page.goto(`${backend.url}/#/game/nothing`);
  await page.getByText('This address leads nowhere').waitFor();
  await page.goto(`${backend.url}/#/analysis/record/damaged/`);
  await page.locator('.toast', { hasText: 'damaged' }).waitFor();
}, { faults: /404/ }));
