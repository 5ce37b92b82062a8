/**
 * Two browsers behind one small interface, for tests of the site in both: Chromium, and Firefox as
 * it comes, over WebDriver BiDi.
 */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';
import { browser } from './support.js';

/**
 * @typedef {object} Driver
 * @property {(url: string) => Promise<void>} goto
 * @property {() => Promise<void>} reload
 * @property {(expression: string) => Promise<any>} evaluate   Plain data; promises are waited for.
 * @property {(x: number, y: number) => Promise<void>} clickAt
 * @property {() => Promise<void>} end
 */

/** @returns {Promise<Driver>} */
export async function chromium() {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
  const page = await context.newPage();
  return {
    goto: async (url) => { await page.goto(url); },
    reload: async () => { await page.reload(); },
    evaluate: (expression) => page.evaluate(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    end: () => context.close(),
  };
}

/** A conversation in WebDriver BiDi. */
class Bidi {
  /** @param {WebSocket} socket */
  constructor(socket) {
    this.socket = socket;
    this.count = 0;
    /** @type {Map<number, { done: (result: any) => void, fail: (error: Error) => void }>} */
    this.waiting = new Map();
    socket.on('message', (data) => {
      const { id, result, error, message } = JSON.parse(String(data));
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (error) waiting?.fail(new Error(`${error}: ${message}`));
      else waiting?.done(result);
    });
  }

  /** @param {string} method @param {object} params @returns {Promise<any>} */
  call(method, params) {
    this.count += 1;
    const id = this.count;
    return new Promise((done, fail) => {
      this.waiting.set(id, { done, fail });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }
}

/** @param {string} program */
async function startFirefox(program) {
  const profile = mkdtempSync(join(tmpdir(), 'hexring-firefox-'));
  const child = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const url = await new Promise((done, fail) => {
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
      const found = said.match(/WebDriver BiDi listening on (ws:\S+)/);
      if (found) done(found[1]);
    });
    child.on('error', fail);
    child.on('exit', (code) => fail(new Error(`${program} ended with ${code}: ${said}`)));
  });
  const socket = new WebSocket(`${url}/session`);
  await new Promise((done, fail) => { socket.once('open', done).once('error', fail); });
  const end = async () => {
    const gone = new Promise((done) => { child.once('exit', done); });
    socket.close();
    child.kill('SIGKILL');
    await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { bidi: new Bidi(socket), end };
}

/** @param {string} program @returns {Promise<Driver>} */
export async function firefox(program) {
  const { bidi, end } = await startFirefox(program);
  await bidi.call('session.new', { capabilities: {} });
  const { contexts: [{ context }] } = await bidi.call('browsingContext.getTree', {});
  await bidi.call('browsingContext.setViewport', { context, viewport: { width: 1000, height: 800 } });
  return {
    goto: (url) => bidi.call('browsingContext.navigate', { context, url, wait: 'complete' }),
    reload: () => bidi.call('browsingContext.reload', { context, wait: 'complete' }),
    evaluate: async (expression) => {
      const text = `(async () => JSON.stringify(await (${expression})))()`;
      const answer = await bidi.call('script.evaluate', { expression: text, target: { context }, awaitPromise: true });
      if (answer.type !== 'success') throw new Error(answer.exceptionDetails.text);
      return answer.result.type === 'undefined' ? undefined : JSON.parse(answer.result.value);
    },
    clickAt: async (x, y) => {
      const move = { type: 'pointerMove', x: Math.round(x), y: Math.round(y) };
      const actions = [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
      await bidi.call('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] });
    },
    end,
  };
}
