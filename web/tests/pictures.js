/** Draws the README's screenshots anew: `HEXRING=../target/release/hexring npm run pictures`. */

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { browser, open, server, stop } from './support.js';

/** @import { BrowserContextOptions, Page } from 'playwright-core' */

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

/** @param {string} name @param {(page: Page) => Promise<void>} work @param {BrowserContextOptions} [options] */
async function picture(name, work, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1240, height: 760 }, ...options });
  const page = await context.newPage();
  await work(page);
  await page.mouse.move(1, 1);
  await page.waitForTimeout(700);
  // WebP, because a PNG of a whole screen is larger than the page itself.
  const devtools = await context.newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 90 });
  writeFileSync(`${FOLDER}web-${name}.webp`, Buffer.from(data, 'base64'));
  await context.close();
}

/**
 * A game between two players that a colour wins: levels get stronger and weaker, so seeds are tried.
 *
 * @param {object} rules
 * @param {{ red: string, blue: string }} players
 * @param {string} winner
 */
async function won(rules, players, winner) {
  for (let seed = 1; ; seed++) {
    const { id } = await server.post('/api/games', { rules, players, seed, pace: 0 });
    let ending = null;
    while (!ending) {
      await new Promise((done) => setTimeout(done, 100));
      ({ position: { ending } } = await (await fetch(`${server.url}/api/games/${id}`)).json());
    }
    if (ending.winner === winner) return id;
  }
}

await picture('cylinder', async (page) => {
  const id = await won({ board: 'cylinder:9x7', first: 'blue' }, { red: 'level:n=1', blue: 'level:n=4' }, 'blue');
  await open(page, `#/game/${id}`);
  await page.locator('.slot[tabindex="0"]').focus();
  for (let column = 0; column < 4; column++) await page.keyboard.press('Shift+ArrowRight');
  await page.evaluate(() => document.activeElement instanceof SVGElement && document.activeElement.blur());
});

await picture('analysis', async (page) => {
  const { id } = await server.post('/api/games', { rules: { board: '11x11' }, players: { red: 'human', blue: 'human' }, seed: 5, pace: 0 });
  for (const move of 'c2 f6 e7 e6 d7 g5 h4 h3 d5'.split(' ')) await server.post(`/api/games/${id}/moves`, { move });
  await open(page, `#/analysis/game/${id}`);
  await page.getByRole('button', { name: 'Evaluate' }).click();
  await page.getByText(/blunders/).waitFor();
  await page.locator('.engine').getByLabel(/^Player/).selectOption('mcts');
  await page.getByRole('button', { name: 'Think' }).click();
  await page.locator('.stage .ghost').first().waitFor();
  await page.waitForTimeout(3000);
  await page.locator('.panel').evaluate((panel) => { panel.scrollTop = 0; });
});

await picture('laboratory', async (page) => {
  const players = ['mcts:playouts=1000', 'adjacency', 'heuristic', 'random'];
  const { name } = await server.post('/api/experiments', { players, board: 'torus:5x5', games: 40, opening: 2, seed: 1 });
  await server.post(`/api/experiments/${name}/start`, {});
  await page.goto(`${server.url}/#/laboratory/${name}`);
  await page.getByText('done: 240 of 240').waitFor({ timeout: 120_000 });
});

await picture('torus', async (page) => {
  const id = await won({ board: 'torus:7x7', seasons: { count: 3 } }, { red: 'level:n=5', blue: 'heuristic' }, 'red');
  await open(page, `#/game/${id}`);
}, { colorScheme: 'dark' });

await stop();
