/**
 * Measures the site beside the program, on one thread each:
 *
 *   cargo build --release && tools/build-site target/site
 *   cd web && HEXRING=../target/release/hexring SITE=../target/site BACKEND=browser npm run speed
 */

import { execFileSync } from 'node:child_process';
import { backend, browser, cell, game, stop } from './support.js';

const BINARY = process.env.HEXRING ?? '../target/release/hexring';

/** @param {string[]} args */
const binary = (...args) => JSON.parse(execFileSync(BINARY, [...args, '--json'], { encoding: 'utf8' }));

const context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
const page = await context.newPage();
await page.goto(`${backend.url}/#/games`);
const base = backend.url;

/** The last line of an answer. @param {string} path @param {string} board @param {object} more */
const last = (path, board, more) => page.evaluate(async ([base, path, board, more]) => {
  const api = await import(`${base}/js/api.js`);
  const { record } = await api.readRecord(`${board}\n`);
  /** @type {any} */
  let line;
  await api.analyse(path, { record, .../** @type {object} */ (more) }, (/** @type {any} */ next) => { line = next; }, new AbortController().signal);
  return line;
}, /** @type {const} */ ([base, path, board, more]));

/** @param {string} what @param {string} here @param {string} there */
const row = (what, here, there) => console.log(`| ${what} | ${here} | ${there} |`);

/** The quickest of several: a browser compiles better what has run for a while. @param {string} board @param {string} player */
async function players(board, player) {
  const choices = [];
  for (let search = 0; search < 6; search++) choices.push((await last('analyses', board, { player })).choice);
  const choice = choices.sort((a, b) => a.seconds - b.seconds)[0];
  const owns = Array.from({ length: 3 }, () => binary('choose', '--board', board, '--player', player));
  const own = owns.sort((a, b) => a.seconds - b.seconds)[0];
  const rate = (/** @type {{ count: number }} */ work, /** @type {number} */ seconds) => `${Math.round(work.count / seconds).toLocaleString('en')} ${choice.work.unit}/s`;
  row(`\`${player}\` on ${board}`, rate(choice.work, choice.seconds), rate(own.work, own.seconds));
}

/** @param {string} board */
async function solving(board) {
  const line = await last('solutions', board, {});
  const own = binary('solve', '--board', board, '--all-moves');
  row(`solving ${board}, all moves`, `${line.seconds.toFixed(2)} s`, `${own.seconds.toFixed(2)} s`);
}

/**
 * From the click to the stone, the middle of several; as people click, so that the stone before is painted by then.
 *
 * @param {string} what
 * @param {string} place
 */
async function clicks(what, place) {
  await page.goto(`${base}/#/${place}`);
  await cell(page, 'a1').waitFor();
  const times = await page.evaluate(async () => {
    const times = [];
    for (const name of ['k10', 'j9', 'h8', 'g7', 'f6', 'e5', 'd4', 'c3', 'b2', 'm12', 'n13']) {
      const slot = /** @type {Element} */ (document.querySelector(`.stage g[data-cell="${name}"]:not(.copy)`));
      const before = performance.now();
      const there = new Promise((done) => {
        new MutationObserver((_, observer) => {
          if (!document.querySelector(`.stage g[data-cell="${name}"]:not(.copy) .stone`)) return;
          observer.disconnect();
          done(null);
        }).observe(document.body, { childList: true, subtree: true });
      });
      for (const type of ['pointerdown', 'pointerup', 'click']) slot.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, isPrimary: true, button: 0 }));
      await there;
      times.push(performance.now() - before);
      await new Promise((done) => { setTimeout(done, 100); });
    }
    return times.sort((a, b) => a - b);
  });
  row(`${what} on 19×19, click to stone, median of 11`, `${times[5].toFixed(1)} ms`, '–');
}

/** From the address to the first board, with what the browser has kept, and over a slow line without. */
async function firstBoard() {
  const time = async (/** @type {import('playwright-core').Page} */ page) => {
    await page.goto('about:blank');
    const before = Date.now();
    await page.goto(`${base}/`);
    await page.locator('.board').first().waitFor();
    return Date.now() - before;
  };
  await page.evaluate(() => navigator.serviceWorker.ready);
  row('first board, warm', `${await time(page)} ms`, '–');
  const fresh = await browser.newContext();
  const phone = await fresh.newPage();
  const devtools = await fresh.newCDPSession(phone);
  await devtools.send('Network.enable');
  const bytes = 9_000_000 / 8;
  await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 60, downloadThroughput: bytes, uploadThroughput: bytes / 2 });
  row('first board, nothing kept, 9 Mbit/s and 60 ms', `${await time(phone)} ms`, '–');
  await fresh.close();
}

/** How long the page is busy with something else when it is wanted, while a search has no end. */
async function gaps() {
  await page.goto(`${base}/#/analysis/moves/19x19/a1,b2,c3,d4,e5,f6`);
  const engine = page.locator('.engine').first();
  await engine.getByRole('button', { name: 'Think' }).click();
  await engine.getByText('thinking…').waitFor();
  const sorted = await page.evaluate(() => new Promise((/** @type {(found: number[]) => void} */ done) => {
    /** @type {number[]} */
    const found = [];
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      found.push(now - last);
      last = now;
      if (found.length < 1000) return;
      clearInterval(timer);
      done(found.sort((a, b) => a - b));
    }, 10);
  }));
  await engine.getByRole('button', { name: 'Stop' }).click();
  row('endless search on 19×19, turns of the page: median, 99 %, longest', [500, 990, 999].map((index) => `${sorted[index].toFixed(0)} ms`).join(', '), '–');
}

console.log('| what | browser | program |\n|---|---|---|');
// Both are kept in the browser's database before they are shown.
await clicks('analysis', 'analysis/moves/19x19/a1');
await clicks('game', `game/${await game(page, { board: '19x19' })}`);
await gaps();
await firstBoard();
await players('11x11', 'mcts:playouts=100000');
await players('11x11', 'neural:sims=200');
await solving('5x5');
await solving('6x6');
await context.close();
await stop();
