/** The workers that think: as many as the machine has cores to spare, made when they are needed. */

import { loadNetworks, loadProgram } from './program.js';

/** How long work that nobody wants any more may take to end by itself, in milliseconds. */
const GRACE = 30;

/**
 * @typedef {object} Job
 * @property {object} work
 * @property {string} [key]   Those who had a job with this key before know something that helps.
 * @property {boolean} [heavy]   Whether it takes so much memory that its worker is not used again.
 * @property {(line: any) => void} hear
 * @property {(line: any) => void} done
 * @property {(error: Error) => void} fail
 * @property {AbortSignal} [signal]
 */

/** A worker and what it does. */
class Hand {
  constructor() {
    this.worker = new Worker(new URL('./thinking-worker.js', import.meta.url), { type: 'module' });
    /** @type {Job | null} */
    this.job = null;
    /** @type {string | undefined} */
    this.key = undefined;
    /** When it began its last job. */
    this.began = 0;
    /** @type {(error: Error) => void} */
    this.fail = () => {};
    Promise.all([loadProgram(), loadNetworks()]).then(
      ([program, networks]) => this.worker.postMessage({ program, networks }),
      (error) => this.fail(error),
    );
  }
}

export class Pool {
  /** @param {number} size */
  constructor(size) {
    this.size = size;
    /** @type {Hand[]} */
    this.hands = [];
    /** @type {Job[]} */
    this.queue = [];
  }

  /**
   * Thinks about something and gives the last line of what comes of it.
   *
   * @param {object} work
   * @param {Partial<Pick<Job, 'key' | 'heavy' | 'hear' | 'signal'>>} [more]
   * @returns {Promise<any>}
   */
  run(work, { key, heavy, hear = () => {}, signal } = {}) {
    return new Promise((done, fail) => {
      if (signal?.aborted) return fail(aborted());
      const job = { work, key, heavy, hear, done, fail, signal };
      signal?.addEventListener('abort', () => this.abort(job), { once: true });
      // Somebody waits for a move; the rest is done in between.
      if (key) this.queue.unshift(job);
      else this.queue.push(job);
      return this.assign();
    });
  }

  assign() {
    for (let job = this.queue[0]; job; job = this.queue[0]) {
      const hand = this.freeHand(job.key);
      if (!hand) break;
      this.queue.shift();
      this.give(hand, job);
    }
    // Live games say themselves that their player thinks.
    this.queue.forEach((job, ahead) => job.key || job.hear({ type: 'waiting', ahead }));
  }

  /** Whoever knows something that helps, or somebody new, or whoever has been idle for the longest time. @param {string | undefined} key */
  freeHand(key) {
    const free = this.hands.filter(({ job }) => !job);
    const known = key && free.find((hand) => hand.key === key);
    if (known) return known;
    if (this.hands.length < this.size) return this.hire();
    return free.toSorted((a, b) => a.began - b.began)[0];
  }

  hire() {
    const hand = new Hand();
    hand.worker.onmessage = ({ data }) => this.hear(hand, data);
    hand.worker.onerror = (event) => this.broken(hand, new Error(event.message || 'a worker failed'));
    hand.fail = (error) => this.broken(hand, error);
    this.hands.push(hand);
    return hand;
  }

  /** @param {Hand} hand @param {Job} job */
  give(hand, job) {
    hand.job = job;
    hand.key = job.key ?? hand.key;
    hand.began = performance.now();
    hand.worker.postMessage({ work: job.work });
  }

  /** @param {Hand} hand @param {{ line?: any, done?: any, error?: string, broken?: boolean }} message */
  hear(hand, { line, done, error, broken }) {
    const { job } = hand;
    if (!job) return;
    if (line) {
      if (!job.signal?.aborted) job.hear(line);
      return;
    }
    if (broken) {
      this.broken(hand, new Error(`the program failed: ${error}`));
      return;
    }
    hand.job = null;
    if (job.heavy) this.dismiss(hand);
    if (error !== undefined) job.fail(new Error(error));
    else job.done(done);
    this.assign();
  }

  /** @param {Hand} hand @param {Error} error */
  broken(hand, error) {
    this.dismiss(hand);
    hand.job?.fail(error);
    this.assign();
  }

  /** @param {Hand} hand */
  dismiss(hand) {
    hand.worker.terminate();
    this.hands = this.hands.filter((other) => other !== hand);
  }

  /** Nobody wants it any more: work that goes on ends with its worker, and a fresh one stands ready. @param {Job} job */
  abort(job) {
    this.queue = this.queue.filter((other) => other !== job);
    job.fail(aborted());
    const hand = this.hands.find((hand) => hand.job === job);
    if (!hand) return;
    setTimeout(() => {
      if (hand.job !== job) return;
      this.dismiss(hand);
      this.hire();
      this.assign();
    }, GRACE);
  }
}

const aborted = () => new DOMException('it was called off', 'AbortError');
