/** A seed means the same game in the browser and in the program, for players without a time limit. */

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { browser, PATIENCE, Server, Site, stop } from './support.js';

const [server, site] = [await new Server().start(), await new Site().start()];

after(async () => {
  await server.kill();
  await site.kill();
  rmSync(server.data, { recursive: true, force: true });
  await stop();
});

const GAMES = /** @type {[object, string, string][]} */ ([
  [{ board: '6x6', swap: 'pieces' }, 'mcts:playouts=2000', 'level:n=5'],
  [{ board: 'torus:5x5' }, 'neural:sims=20', 'level:n=9'],
  [{ board: 'cylinder:5x6', seasons: { count: 3 } }, 'level:n=3', 'pure-mc'],
  [{ board: '6x6', seasons: { count: 2 } }, 'neural:sims=20', 'level:n=8'],
  [{ board: 'torus:4x5', turns: 'random' }, 'level:n=6', 'random-spot:fills=500'],
  [{ board: 'cylinder:6x5', swap: 'sides' }, 'minimax', 'adjacency'],
  [{ board: '5x7' }, 'heuristic', 'random-path:fills=40'],
  [{ board: 'torus:6x4' }, 'bridge-rings', 'random'],
]);

/** How long a game may take, in milliseconds. */
const SOON = 60_000;

/** Asks for a game until it is over. @param {(id: string) => Promise<any>} look @param {string} id */
async function ended(look, id) {
  for (const end = Date.now() + SOON; Date.now() < end;) {
    const game = await look(id);
    if (game.position.ending) return game;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`game ${id} does not end`);
}

test('a seed means the same game in the browser and in the program', { timeout: PATIENCE }, async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/#/games`);
  const ask = (/** @type {string} */ name, /** @type {unknown} */ argument) => page.evaluate(
    async ([module, name, argument]) => (await import(/** @type {string} */ (module)))[/** @type {string} */ (name)](argument),
    [`${site.url}/js/api.js`, name, argument],
  );
  for (const [rules, red, blue] of GAMES) {
    const settings = { rules, players: { red, blue }, seed: 11, pace: 0 };
    const here = await server.post('/api/games', settings);
    const there = await ask('newGame', settings);
    await page.evaluate((id) => { location.hash = `#/game/${id}`; }, there.id);
    const [one, other] = [
      await ended(async (id) => (await fetch(`${server.url}/api/games/${id}`)).json(), here.id),
      await ended((id) => ask('game', id), there.id),
    ];
    assert.ok(one.plies.length > 3, `${red} ${blue}`);
    assert.deepEqual(other.plies, one.plies, `${JSON.stringify(rules)} ${red} ${blue}`);
    assert.deepEqual(other.position, one.position);
  }
});

/** What the network thinks of a board in a browser, and how its instructions were found. @param {boolean} isOlder */
async function thought(isOlder) {
  const context = await browser.newContext();
  const page = await context.newPage();
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  // An older browser would refuse the program as it comes.
  if (isOlder) await page.addInitScript(() => { WebAssembly.validate = () => false; });
  await page.goto(`${site.url}/#/games`);
  const choice = await page.evaluate(async (module) => {
    const api = await import(module);
    const { record } = await api.readRecord('torus:5x6\na1 b2');
    /** @type {any} */
    let line;
    await api.analyse('analyses', { record, player: 'neural:sims=50' }, (/** @type {any} */ next) => { line = next; }, new AbortController().signal);
    return line.choice;
  }, `${site.url}/js/api.js`);
  await context.close();
  assert.equal(asked.some((url) => url.endsWith('program/older.json')), isOlder);
  delete choice.seconds;
  return choice;
}

test('a browser without products of bytes thinks the same', { timeout: PATIENCE }, async () => {
  const [newer, older] = [await thought(false), await thought(true)];
  assert.ok(newer.work.count >= 50, `${newer.work.count} positions`);
  assert.deepEqual(older, newer);
});
