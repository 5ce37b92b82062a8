/** The way to the worker that answers at once. */

import { loadProgram } from './program.js';

/** @typedef {{ status: number, body: any, search?: any }} Answer */

export class Desk {
  /** @param {(id: string) => void} changed   Told about games that other tabs have changed. */
  constructor(changed) {
    this.changed = changed;
    this.count = 0;
    /** @type {Map<number, (answer: Answer) => void>} */
    this.waiting = new Map();
    /** @type {Worker | null} */
    this.worker = null;
  }

  /** @param {WebAssembly.Module} program */
  hire(program) {
    const worker = new Worker(new URL('./desk-worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => {
      if (data.changed) this.changed(data.changed);
      else this.settle(data.number, data.answer);
    };
    worker.onerror = (event) => this.broken(event.message || 'the worker failed');
    worker.postMessage({ program });
    return worker;
  }

  /** Games are kept: the next worker knows as much as this one. @param {string} words */
  broken(words) {
    this.worker?.terminate();
    this.worker = null;
    const body = { error: `the browser failed at this: ${words}` };
    for (const number of [...this.waiting.keys()]) this.settle(number, { status: 500, body });
  }

  /** @param {number} number @param {Answer} answer */
  settle(number, answer) {
    this.waiting.get(number)?.(answer);
    this.waiting.delete(number);
  }

  /** @param {object} message @returns {Promise<Answer>} */
  async send(message) {
    const program = await loadProgram();
    const worker = (this.worker ??= this.hire(program));
    return new Promise((done) => {
      this.count += 1;
      this.waiting.set(this.count, done);
      worker.postMessage({ number: this.count, ...message });
    });
  }

  /** @param {string} method @param {string} path @param {unknown} [body] */
  ask(method, path, body) {
    return this.send({ ask: { method, path, body } });
  }

  /** @param {string} id @param {number} number @param {object} found */
  end(id, number, found) {
    return this.send({ end: { id, number, found } });
  }

  /** @param {string} id */
  callOff(id) {
    return this.send({ callOff: id });
  }
}
