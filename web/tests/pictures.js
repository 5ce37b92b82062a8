/** Draws the README's screenshots anew: `HEXRING=../target/release/hexring npm run pictures`. */

import { fileURLToPath } from 'node:url';
import { browser, open, server, stop } from './support.js';

/** @import { BrowserContextOptions, Page } from 'playwright-core' */

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

/** @param {string} name @param {(page: Page) => Promise<void>} work @param {BrowserContextOptions} [options] */
async function picture(name, work, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1120, height: 700 }, ...options });
  const page = await context.newPage();
  await work(page);
  await page.mouse.move(1, 1);
  await page.waitForTimeout(700);
  await page.screenshot({ path: `${FOLDER}web-${name}.png` });
  await context.close();
}

/** A game between two people with moves on the board. @param {object} rules @param {string} moves @param {object} [more] */
async function played(rules, moves, more = {}) {
  const id = await server.game(rules, more);
  for (const move of moves.split(' ').filter(Boolean)) await server.post(`/api/games/${id}/moves`, { move });
  return id;
}

await picture('cylinder', async (page) => {
  const moves = 'd4 e2 f3 c4 c5 g3 h3 b4 i2 a5 j2 h4 a4 k2 k3 f5 b5 d6 g5';
  const id = await played({ board: 'cylinder:11x8', first: 'blue' }, moves);
  await open(page, `#/game/${id}`);
});

await picture('analysis', async (page) => {
  const id = await played({ board: '11x11' }, 'c2 f6 e7 e6 d7 g5 h4 h3 d5');
  await open(page, `#/analysis/game/${id}`);
  await page.getByRole('button', { name: 'Evaluate' }).click();
  await page.getByText(/Blunders|No blunders/).waitFor();
  await page.getByRole('button', { name: 'Run' }).click();
  await page.locator('.stage .ghost').first().waitFor();
  await page.waitForTimeout(4000);
});

await picture('laboratory', async (page) => {
  const players = ['mcts:playouts=1000', 'adjacency', 'heuristic', 'random'];
  const { name } = await server.post('/api/experiments', { players, board: 'torus:5x5', games: 40, opening: 2, seed: 1 });
  await server.post(`/api/experiments/${name}/start`, {});
  await page.goto(`${server.url}/#/laboratory/${name}`);
  await page.getByText('done: 240 of 240').waitFor({ timeout: 120_000 });
});

await picture('torus', async (page) => {
  const id = await played({ board: 'torus:7x7', seasons: { count: 3 } }, '', { players: { red: 'level:n=5', blue: 'heuristic' } });
  await open(page, `#/game/${id}`);
  await page.locator('.message', { hasText: 'wins' }).waitFor();
}, { colorScheme: 'dark' });

await stop();
