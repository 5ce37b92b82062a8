/** Dark and light, phone and desktop, size of the first load, accessibility. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { backend, click, game, isBrowser, open, serverTest, stop, withPage } from './support.js';

after(stop);

const LEARN = ['#/learn', '#/learn/tour/bridges/1', '#/learn/tour/torus/3', '#/learn/puzzles'];

/** @import { Page } from 'playwright-core' */

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @param {Page} page */
async function faults(page) {
  await page.waitForTimeout(300);
  await page.evaluate(AXE);
  const { violations } = await page.evaluate('axe.run()');
  return violations.filter((/** @type {any} */ { impact }) => impact === 'serious' || impact === 'critical')
    .map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes.slice(0, 3).map((/** @type {any} */ node) => node.html.slice(0, 160)).join(' | ')}`);
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  // The screens are the same whoever answers.
  serverTest(`axe finds no serious fault in ${colorScheme} screens`, () => withPage(async (page) => {
    const rules = { board: 'torus:5x5', seasons: { count: 3 } };
    const apart = await game(page, { board: '5x5' }, { seats: { clock: { base: 600 } } });
    const screens = ['', `#/game/${await game(page, rules)}`, `#/game/${apart}`, '#/analysis', '#/laboratory', '#/laboratory/trevorah', '#/exact', ...(isBrowser ? [] : ['#/explorer']), '#/games', ...LEARN];
    for (const screen of screens) {
      await page.goto('about:blank');
      await page.goto(`${backend.url}/${screen}`);
      await page.locator('h1, .board').first().waitFor();
      await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
      assert.deepEqual(await faults(page), [], screen);
    }
  }, { colorScheme, bypassCSP: true }));
}

test('the theme follows the system and can be chosen', () => withPage(async (page) => {
  await open(page, '');
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await paper(), 'rgb(20, 23, 28)');
  await page.getByRole('button', { name: 'Theme' }).click();
  assert.equal(await paper(), 'rgb(252, 251, 248)');
  await page.reload();
  assert.equal(await paper(), 'rgb(252, 251, 248)');
}, { colorScheme: 'dark' }));

test('a phone shows the whole board and plays by touch', () => withPage(async (page) => {
  await open(page, `#/game/${await game(page, { board: 'cylinder:9x9' })}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  assert.ok(wide, 'the page is wider than the phone');
  await page.locator('.slot[data-cell="e5"]:not(.copy)').tap();
  await page.locator('.slot[data-cell="e5"]:not(.copy) .stone').waitFor();
  await click(page, 'c3');
  for (const screen of ['', '#/analysis', ...(isBrowser ? [] : ['#/laboratory/hees']), '#/exact', ...(isBrowser ? [] : ['#/explorer']), '#/games', ...LEARN]) {
    await page.goto(`${backend.url}/${screen}`);
    await page.locator('.card, .chapter, .puzzle').first().waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(overflow <= 0, `${screen} is ${overflow} pixels wider than the phone`);
  }
}, { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true }));

serverTest('the first load is small, and a click is a single request', () => withPage(async (page) => {
  /** @type {Promise<number>[]} */
  const sizes = [];
  page.on('requestfinished', (request) => sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize)));
  await open(page, `#/game/${await game(page, { board: '11x11' })}`);
  await page.waitForLoadState('networkidle');
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  assert.ok(bytes > 20_000 && bytes < 100_000, `${bytes} bytes`);
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname.replace(/games\/\w+/, 'games')}`));
  for (const move of ['f6', 'e5', 'd4']) await click(page, move);
  // What else a click might ask for has time to come.
  await page.waitForTimeout(500);
  assert.deepEqual(asked, Array(3).fill('POST /api/games/moves'));
}));
