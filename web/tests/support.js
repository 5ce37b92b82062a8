/**
 * A backend and a browser for the tests, and what they do most.
 *
 * With BACKEND=browser the page has no server but a host of plain files, SITE; all else is the same.
 */

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { Host } from './host.js';

/** @import { BrowserContextOptions, Page } from 'playwright-core' */

const BINARY = process.env.HEXRING ?? '../target/debug/hexring';
/** How long a test may take, in milliseconds: what waits for something that never comes must not hold up all others. */
export const PATIENCE = 10 * 60_000;
const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

/**
 * Waits no longer than a test may take.
 * @template T @param {Promise<T>} work @param {string} name @returns {Promise<T>}
 */
export async function inTime(work, name) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${name} did not end in ${PATIENCE / 60_000} minutes`)), PATIENCE);
  });
  return Promise.race([work, /** @type {Promise<never>} */ (late)]).finally(() => clearTimeout(timer));
}

/** A server with a data folder of its own; it can be stopped and started again on the same port. */
export class Server {
  /** @param {string[]} [more] More arguments. */
  constructor(more = []) {
    this.more = more;
    this.data = mkdtempSync(join(tmpdir(), 'hexring-'));
    this.url = '';
    /** @type {import('node:child_process').ChildProcess | undefined} */
    this.process = undefined;
  }

  async start() {
    const port = this.url ? new URL(this.url).port : '0';
    const child = spawn(BINARY, ['serve', '--port', port, '--data', this.data, ...this.more], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.process = child;
    this.url = await inTime(new Promise((done, fail) => {
      let said = '';
      child.stdout.on('data', (text) => {
        said += text;
        const found = said.match(/http\S+(?=\/)/);
        if (found) done(found[0]);
      });
      child.on('exit', (code, signal) => fail(new Error(`${BINARY} serve ended with ${code ?? signal}`)));
    }), 'the start of the server');
    return this;
  }

  /** Ends it without any warning. */
  async kill() {
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.on('exit', done));
    child.kill('SIGKILL');
    await gone;
  }

  /** @param {string} path @param {object} body */
  async post(path, body) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(this.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = await response.text();
    assert.ok(response.ok, `${path}: ${answer}`);
    return answer ? JSON.parse(answer) : null;
  }
}

/** The site on a host of plain files, in one of its folders; games are in the browser that looks at it. */
export class Site extends Host {
  constructor() {
    super(process.env.SITE ?? '../target/site', '/some/folder');
  }
}

/** Whether the page has no server. */
export const isBrowser = process.env.BACKEND === 'browser';

/** A test of what only a server does. @type {(name: string, work: () => Promise<void>) => void} */
export const serverTest = (name, work) => void test(name, { skip: isBrowser, timeout: PATIENCE }, work);

/** Whoever answers the page. */
export const backend = isBrowser ? await new Site().start() : await new Server().start();

/** The server, in tests of what only a server does. */
export const server = /** @type {Server} */ (backend);

/** Asks whoever answers the page, as the page does. @param {Page} page @param {string} name @param {unknown[]} args */
export async function ask(page, name, ...args) {
  if (!page.url().startsWith(backend.url)) await page.goto(`${backend.url}/#/games`);
  const question = /** @type {const} */ ([`${backend.url}/js/api.js`, name, args]);
  return page.evaluate(async ([module, name, args]) => (await import(module))[name](...args), question);
}

/** A new game; two people unless told otherwise. @param {Page} page @param {object} rules @param {object} [more] @returns {Promise<string>} */
export async function game(page, rules, more = {}) {
  const players = { red: 'human', blue: 'human' };
  return (await ask(page, 'newGame', { rules, players, seed: 5, pace: 0, ...more })).id;
}

/** Makes moves in a game. @param {Page} page @param {string} id @param {string[]} moves */
export async function play(page, id, moves) {
  for (const move of moves) await ask(page, 'play', id, move);
}

const executablePath = execFileSync(fileURLToPath(new URL('../../tools/needs', import.meta.url)), ['--browser'], { encoding: 'utf8' }).trim();
export const browser = await chromium.launch({ executablePath, args: FLAGS });

export async function stop() {
  await browser.close();
  await backend.kill();
  if (backend instanceof Server) rmSync(backend.data, { recursive: true, force: true });
}

/** Where pictures of failed tests go. */
const OUTPUT = fileURLToPath(new URL('output/', import.meta.url));

/**
 * Adds to the fault of a test what the page looked like and what it complained about.
 *
 * @param {Page} page @param {unknown} fault @param {string[]} complaints
 */
async function explained(page, fault, complaints) {
  mkdirSync(OUTPUT, { recursive: true });
  const path = join(OUTPUT, `failure-${Date.now()}.png`);
  const picture = await page.screenshot({ path }).then(() => path, () => 'none, the page is gone');
  const lines = [String(fault), `page: ${page.url()}`, `picture: ${picture}`, ...complaints.map((text) => `complaint: ${text}`)];
  return new Error(lines.join('\n'), { cause: fault });
}

/** Draws the same lots in every run: what a page leaves to chance must not decide whether a test passes. */
function sameLots() {
  let state = 7;
  // The generator of Park and Miller; its products are exact.
  Math.random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/**
 * Runs a test on a fresh page, and sees to it that nothing was complained about and that no request
 * left the host. A fault comes with a picture of the page.
 *
 * @param {(page: Page) => Promise<void>} work
 * @param {BrowserContextOptions & { faults?: RegExp }} [options]
 */
export async function withPage(work, { faults, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, permissions: ['clipboard-read', 'clipboard-write'], serviceWorkers: 'block', ...options });
  await context.addInitScript(sameLots);
  const page = await context.newPage();
  // For what hangs; how quick the page is, `npm run speed` tells.
  page.setDefaultTimeout(60_000);
  /** @type {string[]} */
  const complaints = [];
  const complain = (/** @type {string} */ text) => {
    if (!faults?.test(text)) complaints.push(text);
  };
  page.on('console', (message) => message.type() === 'error' && complain(message.text()));
  page.on('pageerror', (error) => complain(error.message));
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== new URL(backend.url).host) complain(`request to ${host}`);
  });
  try {
    await inTime(work(page), 'the test');
  } catch (fault) {
    throw await explained(page, fault, complaints);
  } finally {
    await inTime(context.close(), 'closing the page');
  }
  assert.deepEqual(complaints, []);
}

/** @param {Page} page @param {string} hash */
export async function open(page, hash) {
  // Where the page is shown already its old board stays until the new one is there.
  await page.evaluate(() => {
    for (const board of document.querySelectorAll('.board')) board.setAttribute('data-left', '');
  });
  await page.goto(`${backend.url}/${hash}`);
  await page.locator('.board:not([data-left])').first().waitFor();
}

/** The place where a cell is shown properly. @param {Page} page @param {string} name */
export const cell = (page, name) => page.locator(`.stage g[data-cell="${name}"]:not(.copy)`);

/** Clicks cells one after the other, each when the one before has its stone. @param {Page} page @param {string} names */
export async function click(page, names) {
  for (const name of names.split(' ')) {
    await cell(page, name).click();
    await cell(page, name).locator('.stone').waitFor();
  }
}

/** Waits for the line that says what happens. @param {Page} page @param {string | RegExp} text */
export const message = (page, text) => page.locator('.message', { hasText: text }).waitFor();

/** Drags the board by pixels. @param {Page} page @param {number} dx @param {number} dy */
export async function drag(page, dx, dy) {
  const box = await page.locator('.stage .board').boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.4];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 4 });
  await page.mouse.move(x + dx, y + dy, { steps: 4 });
  await page.mouse.up();
}
