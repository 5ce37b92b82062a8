/** The site on a host of plain files, in a folder of it, with the network cut after the first load. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { chromium, firefox } from './drivers.js';
import { PATIENCE, Site, stop } from './support.js';

/** @import { Driver } from './drivers.js' */

after(stop);

const BINARY = process.env.HEXRING ?? '../target/debug/hexring';

/** How long anything may take, in milliseconds. */
const SOON = 60_000;

/**
 * Waits until an expression is true, and gives its value. A page that is just being left, or has no
 * body yet, cannot be asked: it is asked again.
 * @param {Driver} driver @param {string} expression
 */
async function until(driver, expression) {
  let fault = '';
  for (const end = Date.now() + SOON; Date.now() < end;) {
    const value = await driver.evaluate(expression).catch((error) => { fault = String(error); });
    if (value) return value;
    await new Promise((done) => setTimeout(done, 40));
  }
  assert.fail(`never: ${expression}\nlast fault: ${fault}\non the page: ${await driver.evaluate('document.body?.innerText')}`);
}

/** Clicks the first element that a selector finds, as soon as there is one. @param {Driver} driver @param {string} selector */
async function click(driver, selector) {
  const found = `document.querySelector(${JSON.stringify(selector)})`;
  const { x, y } = await until(driver, `(() => {
    const element = ${found};
    element?.scrollIntoView({ block: 'center' });
    const box = element?.getBoundingClientRect();
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  })()`);
  await driver.clickAt(x, y);
}

/** Asks what the page asks. @param {Driver} driver @param {string} url @param {string} question */
const ask = (driver, url, question) => driver.evaluate(`import('${url}/js/api.js').then((api) => api.${question})`);

/** Every topology, every kind of rule, and levels from the weakest to the strongest. */
const GAMES = [
  [{ board: '4x4', swap: 'pieces' }, 'level:n=1'],
  [{ board: '4x5', seasons: { count: 3 } }, 'level:n=5'],
  [{ board: '5x5', swap: 'sides' }, 'level:n=10'],
  [{ board: 'cylinder:4x4', turns: 'random' }, 'level:n=1'],
  [{ board: 'cylinder:4x4', swap: 'sides' }, 'level:n=5'],
  [{ board: 'cylinder:4x3', seasons: { count: 2 } }, 'level:n=10'],
  [{ board: 'torus:4x4', seasons: { count: 3 } }, 'level:n=1'],
  [{ board: 'torus:3x3', turns: 'random' }, 'level:n=5'],
  [{ board: 'torus:4x4', swap: 'pieces' }, 'level:n=10'],
];

const PLIES = "document.querySelectorAll('.ply').length";
const WON = "/wins|No result|no result/.test(document.querySelector('.message')?.textContent)";

/** Plays a game to its end by clicking; the second player swaps where it may. @param {Driver} driver @param {string} url @param {object} rules @param {string} opponent */
async function playOut(driver, url, rules, opponent) {
  const settings = JSON.stringify({ rules, players: { red: 'human', blue: opponent }, seed: 3 });
  const { id } = await ask(driver, url, `newGame(${settings})`);
  await driver.evaluate(`void (location.hash = '#/game/${id}')`);
  await until(driver, `location.hash.endsWith('${id}') && document.querySelector('.seat')`);
  for (let moves = 0; !(await driver.evaluate(WON)); moves++) {
    assert.ok(moves < 60, `${JSON.stringify(rules)} does not end`);
    const ready = `${WON} || (document.querySelector('.slot.open:not(.copy)') && !/thinks/.test(document.querySelector('.message').textContent))`;
    await until(driver, ready);
    if (await driver.evaluate(WON)) break;
    const before = await driver.evaluate(PLIES);
    await click(driver, '.slot.open:not(.copy)');
    await until(driver, `${PLIES} > ${before}`);
  }
  return id;
}

/** Who wins, as the program on this machine says. @param {string} board */
function solved(board) {
  const answer = JSON.parse(execFileSync(BINARY, ['solve', '--board', board, '--json'], { encoding: 'utf8' }));
  return answer.winner;
}

/** @param {Driver} driver @param {string} url @param {string} board */
async function solve(driver, url, board) {
  await driver.goto(`${url}/#/analysis/moves/${board}/`);
  await driver.reload();
  await until(driver, "[...document.querySelectorAll('button')].some((button) => button.textContent === 'Solve')");
  await driver.evaluate("void [...document.querySelectorAll('button')].find((button) => button.textContent === 'Solve').click()");
  const text = await until(driver, "[...document.querySelectorAll('p.line')].map((line) => line.textContent).find((text) => /wins/.test(text))");
  return text.match(/^(\w+) wins/)[1].toLowerCase();
}

/** Asks a player about a position, and waits for its heat map. @param {Driver} driver @param {string} url */
async function analyse(driver, url) {
  await driver.goto(`${url}/#/analysis/moves/torus:5x5/a1,c3`);
  await driver.reload();
  await until(driver, "document.querySelector('.engine .main')");
  await driver.evaluate("void document.querySelector('.engine .main').click()");
  await until(driver, "document.querySelectorAll('.stage .heat').length > 1 && document.querySelector('.stage .slot.best')");
  await click(driver, '.stage .slot[data-cell="e5"]:not(.copy)');
  await until(driver, "document.querySelectorAll('.stage .slot:not(.copy) .stone').length === 3");
}

test('the site is small, lists all its files, and names nobody else', () => {
  const { folder } = new Site();
  const files = readdirSync(folder, { recursive: true }).map(String).filter((name) => statSync(join(folder, name)).isFile());
  const bytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  assert.ok(bytes > 2_000_000 && bytes < 5_000_000, `${bytes} bytes`);
  const listed = readFileSync(join(folder, 'files.js'), 'utf8');
  for (const name of files.filter((name) => !['sw.js', 'files.js'].includes(name))) assert.ok(listed.includes(`'${name}'`), name);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  assert.match(page, /Content-Security-Policy" content="default-src 'none'/);
  assert.doesNotMatch(page, /(?:href|src|content)="(?:https?:)?\/\//);
  assert.doesNotMatch(page, /(?:href|src)="\//, 'paths are relative');
});

const browsers = /** @type {[string, string | undefined, () => Promise<Driver>][]} */ ([
  ['Chromium', 'always', chromium],
  ['Firefox', process.env.FIREFOX, () => firefox(process.env.FIREFOX ?? '')],
]);

for (const [name, there, start] of browsers) {
  test(`${name} plays, analyses and solves without a network, and finds everything again`, { skip: !there, timeout: PATIENCE }, async () => {
    const [site, driver] = [await new Site().start(), await start()];
    const { url } = site;
    try {
      await driver.goto(`${url}/`);
      await until(driver, "document.querySelector('.board')");
      await until(driver, 'navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))');
      await site.kill();
      await driver.reload();
      const ids = [];
      for (const [rules, opponent] of /** @type {[object, string][]} */ (GAMES)) ids.push(await playOut(driver, url, rules, opponent));
      const kept = await ask(driver, url, `game('${ids[2]}')`);
      await analyse(driver, url);
      for (const board of ['5x5', 'torus:4x4', 'cylinder:3x6']) assert.equal(await solve(driver, url, board), solved(board), board);
      await driver.goto(`${url}/#/games`);
      await driver.reload();
      await until(driver, `document.querySelectorAll('.scroll tbody tr').length === ${GAMES.length}`);
      await until(driver, "document.querySelector('section a[href^=\"#/analysis/record/\"]')");
      assert.deepEqual((await ask(driver, url, `game('${ids[2]}')`)).plies, kept.plies);
    } finally {
      await driver.end();
      if (site.server.listening) await site.kill();
    }
  });
}
