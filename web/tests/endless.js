/**
 * What long work takes of the page and of its memory, for as many minutes as are given:
 *
 *   cd web && HEXRING=../target/release/hexring SITE=../target/site BACKEND=browser npm run endless 10
 *
 * An analysis of 19×19 without an end, and with the browser as its own backend a game there against
 * the strongest level before it. Memory is that of the page's process with all its workers (as
 * shared out by the system, Linux only), and of the server.
 */

import { readFileSync, readdirSync } from 'node:fs';
import { backend, browser, click, game, isBrowser, stop } from './support.js';

const MINUTES = Number(process.argv[2] ?? 10);

/** Moves of the game against the strongest level. */
const MOVES = ['j10', 'l9', 'h12', 'm7', 'g14', 'n5', 'k11', 'd16', 'o4', 'e3'];

/** Megabytes of all processes with these words in their command. @param {RegExp} words */
function memory(words) {
  let kilobytes = 0;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!words.test(readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' '))) continue;
      kilobytes += Number(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8').match(/^Pss:\s+(\d+)/m)?.[1] ?? 0);
    } catch {
      // It has ended meanwhile.
    }
  }
  return Math.round(kilobytes / 1024);
}

const standing = () => `page ${memory(/--type=renderer/)} MB${isBrowser ? '' : `, server ${memory(/hexring serve/)} MB`}`;

const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
page.setDefaultTimeout(300_000);

if (isBrowser) {
  await page.goto(`${backend.url}/#/games`);
  const id = await game(page, { board: '19x19' }, { players: { red: 'human', blue: 'level:n=10' } });
  await page.goto(`${backend.url}/#/game/${id}`);
  let most = 0;
  for (const [index, move] of MOVES.entries()) {
    await click(page, move);
    const answered = page.locator('.stage .slot:not(.copy) .stone.blue').nth(index);
    const watch = setInterval(() => { most = Math.max(most, memory(/--type=renderer/)); }, 300);
    await answered.waitFor();
    clearInterval(watch);
  }
  console.log(`${MOVES.length} moves against level 10 on 19×19: ${standing()}, ${most} MB at most`);
}

await page.goto(`${backend.url}/#/analysis/moves/19x19/a1,b2,c3,d4,e5,f6`);
const engine = page.locator('.engine').first();
await engine.getByRole('button', { name: 'Think' }).click();
await engine.getByText('thinking…').waitFor();
await page.evaluate(() => {
  const own = /** @type {any} */ (window);
  own.longest = [0];
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    own.longest[0] = Math.max(own.longest[0], now - last);
    last = now;
  }, 5);
});
for (let minute = 1; minute <= MINUTES; minute++) {
  await page.waitForTimeout(60_000);
  const longest = await page.evaluate(() => {
    const own = /** @type {any} */ (window);
    return own.longest.splice(0, 1, 0)[0];
  });
  const text = (await engine.locator('.standing').textContent())?.trim();
  console.log(`minute ${minute}: the page was busy for ${longest.toFixed(0)} ms at most, ${standing()}; ${text}`);
}
await engine.getByRole('button', { name: 'Stop' }).click();
await stop();
