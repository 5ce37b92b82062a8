/** A live game on this page: whoever follows it, and the player that thinks. */

/** @import { Choice, Color } from '../types.js' */
/** @import { Desk } from './desk.js' */
/** @import { Pool } from './pool.js' */

/** @typedef {{ number: number, revision: number, color: Color, player: string, pace: number, game: object }} Search */

/** @param {number} time In milliseconds. */
const pause = (time) => new Promise((done) => setTimeout(done, time));

/** A player at work. */
class Thinking {
  /** @param {Search} search @param {(thought: object) => void} tell */
  constructor(search, tell) {
    this.search = search;
    this.tell = tell;
    this.began = performance.now();
    this.control = new AbortController();
    /** The best move so far. @type {Choice | null} */
    this.best = null;
    /** Plays the best move so far. @type {(choice: Choice) => void} */
    this.hurry = () => {};
    this.isHurried = false;
    /** @type {Promise<Choice>} */
    this.hurried = new Promise((done) => {
      this.hurry = done;
    });
  }

  /** @param {Choice} choice @param {boolean} done */
  think(choice, done) {
    const { revision, color, player } = this.search;
    this.best = choice;
    this.tell({ type: 'thought', revision, color, player, done, choice });
    if (this.isHurried) this.hurry(choice);
  }

  /** The best move is to be played, as soon as there is one. */
  stop() {
    this.isHurried = true;
    if (this.best) this.hurry(this.best);
  }

  /** What came of it, in the words of the desk; nothing if it was called off. @param {Pool} pool @param {string} id */
  async find(pool, id) {
    const hear = (/** @type {{ choice: Choice }} */ line) => this.think(line.choice, false);
    const work = { kind: 'move', id, game: this.search.game };
    try {
      const found = pool.run(work, { key: id, hear, signal: this.control.signal });
      const line = await Promise.race([found, this.hurried.then((choice) => ({ type: 'choice', choice }))]);
      this.control.abort();
      if (line.type === 'lost') return { lost: line.reason };
      this.think(line.choice, true);
      if (!this.isHurried) await pause(this.search.pace - (performance.now() - this.began));
      return { move: { move: line.choice.move, resigns: line.choice.resigns } };
    } catch (error) {
      if (this.control.signal.aborted) return null;
      return { failed: error instanceof Error ? error.message : String(error) };
    }
  }
}

export class Session {
  /** @param {string} id @param {Desk} desk @param {Pool} pool */
  constructor(id, desk, pool) {
    this.id = id;
    this.desk = desk;
    this.pool = pool;
    /** @type {Set<(news: any) => void>} */
    this.followers = new Set();
    /** @type {Thinking | null} */
    this.thinking = null;
  }

  /** @param {object} news */
  tell(news) {
    this.followers.forEach((hear) => hear(news));
  }

  /** The game as the desk tells it after a change, with the search that goes on in it. @param {{ body: object, search?: Search }} answer */
  take({ body, search }) {
    if (this.thinking?.search.number !== search?.number) this.callOff();
    if (search && !this.thinking) this.think(search);
    this.tell({ type: 'game', game: body });
  }

  callOff() {
    this.thinking?.control.abort();
    this.thinking = null;
  }

  /** @param {Search} search */
  async think(search) {
    const thinking = new Thinking(search, (thought) => this.tell(thought));
    this.thinking = thinking;
    const found = await thinking.find(this.pool, this.id);
    if (this.thinking !== thinking || !found) return;
    this.thinking = null;
    const answer = await this.desk.end(this.id, search.number, found);
    if (answer.status >= 400) await this.refresh();
    else this.take(answer);
    if (!this.followers.size) this.leave();
  }

  /** Looks at the game again: it may have changed elsewhere. */
  async refresh() {
    const answer = await this.desk.ask('GET', `/api/games/${this.id}`);
    if (answer.status === 404) {
      this.callOff();
      this.tell({ type: 'deleted' });
    } else if (answer.status < 400) this.take(answer);
  }

  /** Nobody looks at the game any more. */
  leave() {
    this.callOff();
    this.desk.callOff(this.id);
  }

  /** @param {(news: any) => void} hear @returns {() => void} Ends it. */
  follow(hear) {
    this.followers.add(hear);
    this.refresh();
    return () => {
      this.followers.delete(hear);
      if (!this.followers.size) this.leave();
    };
  }
}
