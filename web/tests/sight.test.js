/** How boards are seen: as large as there is room, closer if one likes, in colours that all can tell apart, and in pictures as on the page. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { browser, cell, click, drag, game, open, play, stop, withPage } from './support.js';

after(stop);

/** @import { Page } from 'playwright-core' */

/** How wide a cell is on the page, once two looks agree: a board that is drawn anew is gone for a moment. @param {Page} page @param {string} name */
async function width(page, name) {
  for (let before = 0, looks = 0; looks < 200; looks++) {
    const box = await cell(page, name).locator('.hex').boundingBox();
    const now = box ? Math.min(box.width, box.height) : 0;
    if (now > 0 && now === before) return now;
    before = now;
    await page.waitForTimeout(50);
  }
  return assert.fail(`${name} does not come to rest`);
}

/** @param {Page} page @param {string} layout */
async function choose(page, layout) {
  await page.getByText('Look', { exact: true }).click();
  await page.getByLabel(/^Layout/).selectOption(layout);
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('a phone turns the board so that cells are large, unless somebody has chosen', () => withPage(async (page) => {
  await open(page, `#/game/${await game(page, { board: '11x11' })}`);
  const large = await width(page, 'f6');
  assert.ok(large > 26, `${large} pixels`);
  await page.setViewportSize({ width: 844, height: 390 });
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await width(page, 'f6'), large);
  await choose(page, 'r10');
  const flat = await width(page, 'f6');
  assert.ok(flat < large / 1.2, `${flat} pixels where ${large} are possible`);
  await page.reload();
  assert.equal(await width(page, 'f6'), flat);
}, PHONE));

test('a large board is zoomed by buttons, keys and the wheel, and moved', () => withPage(async (page) => {
  await open(page, `#/game/${await game(page, { board: '19x19' })}`);
  const whole = await width(page, 'c3');
  const grown = async (/** @type {number} */ from) => {
    const now = await width(page, 'c3');
    assert.ok(now > 1.3 * from, `${now} after ${from}`);
    return now;
  };
  const same = async () => {
    const now = await width(page, 'c3');
    assert.ok(Math.abs(now - whole) < 0.5, `${now}, not ${whole}`);
  };
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const first = await grown(whole);
  await cell(page, 'k10').hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -120);
  await page.keyboard.up('Control');
  await grown(first);
  const before = await cell(page, 'k10').boundingBox();
  await drag(page, 90, 60);
  const moved = await cell(page, 'k10').boundingBox();
  assert.ok(before && moved && Math.abs(moved.x - before.x - 90) < 4, `${before?.x} ${moved?.x}`);
  assert.equal(await page.locator('.stage .stone').count(), 0);
  await click(page, 'k10');
  await cell(page, 'k10').focus();
  await page.keyboard.press('0');
  await same();
  await page.keyboard.press('+');
  await grown(whole);
  await page.keyboard.press('-');
  await same();
}));

test('two fingers come closer, and play nothing', () => withPage(async (page) => {
  await open(page, `#/game/${await game(page, { board: '11x11' })}`);
  const before = await width(page, 'f6');
  const box = await page.locator('.stage .board').boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const devtools = await page.context().newCDPSession(page);
  const touch = (/** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type, /** @type {number[]} */ ...places) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: places.map((dx, id) => ({ x: x + dx, y, id })) });
  await touch('touchStart', -20, 20);
  for (const by of [30, 40, 50, 60]) await touch('touchMove', -by, by);
  await touch('touchEnd');
  const after = await width(page, 'f6');
  assert.ok(after > 2 * before, `${before} before, ${after} after`);
  assert.equal(await page.locator('.stage .stone').count(), 0);
  await page.locator('.slot[data-cell="f6"]').tap();
  await cell(page, 'f6').locator('.stone').waitFor();
}, PHONE));

/** Red, green and blue as light, from 0 to 1. @param {string} color */
const light = (color) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));

/** @param {number[]} parts */
const luminance = ([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** The contrast of two colours as the accessibility guidelines count it. @param {number[]} one @param {number[]} other */
function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** How people see who lack one kind of cones: matrices of light after Viénot, Brettel and Mollon (1999). */
const EYES = {
  protan: [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
  deutan: [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]],
};

/** @param {number[][]} matrix @param {number[]} color */
const seen = (matrix, color) => matrix.map((row) => Math.max(0, row.reduce((sum, factor, at) => sum + factor * color[at], 0)));

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`the strong colours are told apart by everybody, ${colorScheme}`, () => withPage(async (page) => {
    const id = await game(page, { board: '5x5' });
    await play(page, id, ['c3', 'b4']);
    await open(page, `#/game/${id}`);
    await page.getByText('Look', { exact: true }).click();
    await page.getByLabel(/^Colours/).selectOption('strong');
    const of = (/** @type {string} */ name) => page.evaluate((variable) => getComputedStyle(document.documentElement).getPropertyValue(variable).trim(), name);
    const [red, blue, hex, onRed] = (await Promise.all(['--red', '--blue', '--hex', '--on-red'].map(of))).map((color) => light(color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color));
    assert.ok(contrast(red, blue) >= 3, `stones: ${contrast(red, blue)}`);
    assert.ok(contrast(red, hex) >= 3 && contrast(blue, hex) >= 3, `${contrast(red, hex)} and ${contrast(blue, hex)} on the board`);
    assert.ok(contrast(red, onRed) >= 4.5 && contrast(blue, [1, 1, 1]) >= 4.5, 'numbers');
    for (const [kind, matrix] of Object.entries(EYES)) {
      assert.ok(contrast(seen(matrix, red), seen(matrix, blue)) >= 2.5, `${kind}: ${contrast(seen(matrix, red), seen(matrix, blue))}`);
    }
    const fill = await cell(page, 'c3').locator('.stone').evaluate((stone) => getComputedStyle(stone).fill);
    const parts = (fill.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0'));
    assert.equal(`#${parts.join('')}`, await of('--red'));
    await page.reload();
    await page.locator('html[data-colors="strong"]').waitFor({ state: 'attached' });
  }, { colorScheme }));
}

for (const [name, rules, layout, moves] of /** @type {[string, object, string, string[]][]} */ ([
  ['a plane', { board: '5x5' }, 'r9', ['c3', 'b4', 'd2']],
  ['a won cylinder with copies', { board: 'cylinder:4x3', first: 'blue' }, 'r10', ['a2', 'a1', 'b2', 'b1', 'c2', 'c1', 'd2']],
  ['a cylinder from above with seasons', { board: 'cylinder:8x4', seasons: { count: 3 } }, 'annulus', []],
])) {
  test(`a picture of ${name} is what the page shows`, () => withPage(async (page) => {
    const id = await game(page, rules);
    await play(page, id, moves);
    await open(page, `#/game/${id}`);
    await choose(page, layout);
    await page.locator('.zoom').evaluate((zoom) => zoom.remove());
    await page.getByText('Save and share').click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'SVG', exact: true }).click()]);
    const svg = readFileSync(await file.path(), 'utf8');
    assert.ok(!/var\(|color\(|class=/.test(svg), 'the picture needs the page');
    await page.waitForTimeout(700);
    const shown = (await page.locator('.stage .board').screenshot()).toString('base64');
    const difference = await differ(shown, svg);
    assert.ok(difference < 1.5, `a pixel differs by ${difference} of 255 on average`);
  }));
}

/** How much a screenshot of a board and its picture differ, pixel by pixel. @param {string} screenshot @param {string} svg */
async function differ(screenshot, svg) {
  const page = await browser.newPage();
  const found = await page.evaluate(async ([shown, drawn]) => {
    const image = async (/** @type {string} */ url) => {
      const made = new Image();
      made.src = url;
      await made.decode();
      return made;
    };
    const [one, other] = [await image(`data:image/png;base64,${shown}`), await image(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`)];
    const pixels = (/** @type {(context: CanvasRenderingContext2D) => void} */ draw) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [one.width, one.height];
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      context.fillStyle = '#fcfbf8';
      context.fillRect(0, 0, canvas.width, canvas.height);
      draw(context);
      return context.getImageData(0, 0, canvas.width, canvas.height).data;
    };
    const scale = Math.min(one.width / other.width, one.height / other.height);
    const [wide, high] = [other.width * scale, other.height * scale];
    const [first, second] = [
      pixels((context) => context.drawImage(one, 0, 0)),
      pixels((context) => context.drawImage(other, (one.width - wide) / 2, (one.height - high) / 2, wide, high)),
    ];
    return first.reduce((sum, value, at) => sum + Math.abs(value - second[at]), 0) / first.length;
  }, [screenshot, svg]);
  await page.close();
  return found;
}

test('rings have their numbers, and a winning line leaves those of its stones', () => withPage(async (page) => {
  const id = await game(page, { board: 'cylinder:4x3', first: 'blue' });
  await play(page, id, ['a2', 'a1', 'b2', 'b1', 'c2', 'c1', 'd2']);
  await open(page, `#/game/${id}`);
  const crossed = () => page.evaluate(() => {
    const numbers = [...document.querySelectorAll('.stage .slot:not(.copy) text.text')].map((text) => text.getBoundingClientRect());
    const ends = [...document.querySelectorAll('.walk .step')].map((step) => {
      const [x, y] = /** @type {SVGPathElement} */ (step).getAttribute('d')?.match(/-?[\d.]+/g)?.map(Number) ?? [];
      return new DOMPoint(x, y).matrixTransform(/** @type {SVGGraphicsElement} */ (step).getScreenCTM() ?? undefined);
    });
    return ends.filter(({ x, y }) => numbers.some((box) => x > box.left + 1 && x < box.right - 1 && y > box.top && y < box.bottom)).length;
  });
  assert.equal(await crossed(), 0);
  await choose(page, 'annulus');
  const rows = await page.locator('.stage .axis.ring').allTextContents();
  assert.deepEqual(rows, ['1', '2', '3']);
}));

test('seams stay on the board', () => withPage(async (page) => {
  await open(page, `#/game/${await game(page, { board: 'torus:5x5' })}`);
  await drag(page, 80, 100);
  const outside = await page.evaluate(() => {
    const corners = new Set([...document.querySelectorAll('.stage .hex')].flatMap((hex) => hex.getAttribute('d')?.match(/-?[\d.]+ -?[\d.]+/g) ?? []));
    const near = (/** @type {string} */ point) => {
      const [x, y] = point.split(' ').map(Number);
      return [...corners].some((corner) => {
        const [cx, cy] = corner.split(' ').map(Number);
        return Math.hypot(cx - x, cy - y) < 0.5;
      });
    };
    return [...document.querySelectorAll('.stage .seam')].flatMap((seam) => seam.getAttribute('d')?.match(/-?[\d.]+ -?[\d.]+/g) ?? []).filter((point) => !near(point));
  });
  assert.deepEqual(outside, []);
}));
