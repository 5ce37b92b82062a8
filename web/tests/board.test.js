/** Boards that show their topology: dragging, seams, neighbours, layouts, keys. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ask, cell, click, drag, game, open, stop, withPage } from './support.js';

after(stop);

/** Which cell is shown at the top left of the board. @param {import('playwright-core').Page} page */
const corner = (page) => page.locator('.stage .slot:not(.copy)').first().getAttribute('data-cell');

test('a cylinder is dragged around and stays playable', () => withPage(async (page) => {
  await open(page, `#/game/${await game(page, { board: 'cylinder:7x5' })}`);
  assert.equal(await corner(page), 'a1');
  assert.equal(await page.locator('.stage .slot.copy[data-cell="a1"]').count(), 1);
  await drag(page, 180, 0);
  const moved = await corner(page);
  assert.match(moved ?? '', /^[b-g]1$/);
  await drag(page, 0, 120);
  assert.equal(await corner(page), moved);
  await click(page, 'c2');
  assert.equal(await cell(page, 'c2').count(), 1);
}));

test('a torus is dragged in both directions', () => withPage(async (page) => {
  await open(page, `#/game/${await game(page, { board: 'torus:7x7' })}`);
  await drag(page, 0, 150);
  assert.match((await corner(page)) ?? '', /^[a-g][2-7]$/);
  await drag(page, 150, 0);
  await click(page, 'd4');
}));

test('a drag plays no stone', () => withPage(async (page) => {
  await open(page, `#/game/${await game(page, { board: 'torus:5x5' })}`);
  await drag(page, 90, 40);
  assert.equal(await page.locator('.stage .stone').count(), 0);
}));

test('hovering lights up the neighbours beyond the seam', () => withPage(async (page) => {
  await open(page, `#/game/${await game(page, { board: 'torus:6x6' })}`);
  await cell(page, 'a1').hover();
  for (const [name, kind] of [['b1', 'near'], ['a2', 'near'], ['f1', 'across'], ['a6', 'across'], ['b6', 'across'], ['f2', 'across']]) {
    await page.locator(`.slot.${kind}:not(.copy)[data-cell="${name}"]`).waitFor();
  }
  assert.equal(await page.locator('.slot.near:not(.copy)').count(), 6);
}));

test('no light stays around a new stone, and none is on the plane, where it would look like a choice', () => withPage(async (page) => {
  await open(page, `#/game/${await game(page, { board: 'cylinder:6x6' })}`);
  await click(page, 'c3');
  assert.equal(await page.locator('.slot.near, .slot.here').count(), 0);
  await open(page, `#/game/${await game(page, { board: '5x5' })}`);
  await cell(page, 'c3').hover();
  await page.locator('.slot.here[data-cell="c3"]').waitFor();
  assert.equal(await page.locator('.slot.near').count(), 0);
}));

test('a cylinder is seen from above, and turned', () => withPage(async (page) => {
  await open(page, `#/game/${await game(page, { board: 'cylinder:8x4' })}`);
  await page.getByText('Look', { exact: true }).click();
  await page.getByLabel(/^Layout/).selectOption('annulus');
  assert.equal(await page.locator('.stage .slot.copy').count(), 0);
  await click(page, 'a1 e2');
  await drag(page, 200, 60);
  assert.notEqual(await corner(page), 'a1');
}));

test('a picture of a cylinder from above is the one on the page', () => withPage(async (page) => {
  for (const board of ['cylinder:8x4', 'cylinder:3x9', 'cylinder:24x2']) {
    const id = await game(page, { board });
    await open(page, `#/game/${id}`);
    await page.getByText('Look', { exact: true }).click();
    await page.getByLabel(/^Layout/).selectOption('annulus');
    const { svg } = await ask(page, 'drawing', { record: await ask(page, 'gameRecord', id), layout: 'annulus' });
    const drawn = [...svg.matchAll(/data-cell="(\w+)">.*?<path class="hex" d="([^"]+)"/g)];
    assert.ok(drawn.length > 1);
    for (const [, name, data] of drawn) {
      const [here, there] = [await cell(page, name).locator('path').first().getAttribute('d') ?? '', data].map(firstPoint);
      assert.ok(Math.hypot(here[0] - there[0], here[1] - there[1]) < 0.2, `${board} ${name}: ${here} on the page, ${there} in the picture`);
    }
  }
}));

/** The first corner of an outline. @param {string} data */
const firstPoint = (data) => (data.match(/-?[\d.]+/g) ?? []).slice(0, 2).map(Number);

test('a plane is turned to every hour', () => withPage(async (page) => {
  await open(page, `#/game/${await game(page, { board: '5x5' })}`);
  await page.getByText('Look', { exact: true }).click();
  for (const [hour, column] of [['r9', 'a'], ['r4', 'b'], ['r12', 'c'], ['r10', 'd']]) {
    await page.getByLabel(/^Layout/).selectOption(hour);
    await click(page, `${column}${hour.length}`);
  }
}));

test('the board is played by keys alone', () => withPage(async (page) => {
  await open(page, `#/game/${await game(page, { board: 'cylinder:4x4' })}`);
  await page.locator('.slot[tabindex="0"]').focus();
  for (const key of ['ArrowLeft', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await cell(page, 'd2').locator('.stone.red').waitFor();
  await page.keyboard.press('Shift+ArrowRight');
  assert.equal(await corner(page), 'd1');
  assert.match((await cell(page, 'd2').getAttribute('aria-label')) ?? '', /^d2, red stone, move 1, last move$/);
}));

test('a large heat map is drawn quickly', () => withPage(async (page) => {
  await open(page, `#/game/${await game(page, { board: '19x19' })}`);
  await page.getByText('Thoughts and hints').click();
  await page.getByLabel('Hints by').selectOption('heuristic');
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.stage .heat').nth(300).waitFor();
  const slowest = await page.evaluate(() => new Promise((done) => {
    new PerformanceObserver((list) => done(Math.max(...list.getEntries().map((entry) => entry.duration)))).observe({ type: 'longtask', buffered: true });
    setTimeout(() => done(0), 300);
  }));
  assert.ok(Number(slowest) < 5_000, `a task of ${slowest} ms`);
}));
