/** The laboratory of a page without a server: matches that are played by the workers and kept in the browser. */

/** @import { Desk } from './desk.js' */
/** @import { Pool } from './pool.js' */
import { result, withTable } from '../database.js';

/**
 * @typedef {object} Match   As it is kept; what `file` says is for the program alone.
 * @property {string} id
 * @property {string} title
 * @property {string} file
 * @property {number} total
 * @property {any[]} games
 * @property {object[]} runs   When it was played, and for how long.
 */

/** How many games a worker plays before it tells; small enough to stop soon, large enough to be no burden. */
const BATCH = 4;

/** How many matches are kept. */
const MOST = 100;

/** The games of a match, which are kept one by one. @param {string} id */
const range = (id) => IDBKeyRange.bound(`${id}|`, `${id}|\uffff`);

/** @param {string} id @returns {Promise<Match | undefined>} */
async function read(id) {
  const match = await withTable('matches', 'readonly', (rows) => result(rows.get(id)));
  const rows = await withTable('rounds', 'readonly', (rows) => result(rows.getAll(range(id))));
  return match && { ...match, games: rows.map(({ game }) => game) };
}

/** @param {string} id @param {any[]} games */
const writeGames = (id, games) => withTable('rounds', 'readwrite', async (rows) => {
  for (const game of games) await result(rows.put({ id: `${id}|${game.key}`, game }));
});

/** All but its games. @param {Match} match */
const write = ({ id, title, file, total, runs }) => withTable('matches', 'readwrite', (rows) => result(rows.put({ id, title, file, total, runs })));

/** @returns {Promise<Omit<Match, 'games'>[]>} */
const all = () => withTable('matches', 'readonly', (rows) => result(rows.getAll()));

/** @param {string} id */
const count = (id) => withTable('rounds', 'readonly', (rows) => result(rows.count(range(id))));

/** @param {string} id */
async function erase(id) {
  await withTable('matches', 'readwrite', (rows) => result(rows.delete(id)));
  await withTable('rounds', 'readwrite', (rows) => result(rows.delete(range(id))));
}

/** A match that goes on. */
class Run {
  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    this.began = Date.now();
    this.control = new AbortController();
    this.finished = 0;
  }

  /** The run in the words of a report. @param {number} workers */
  get(workers) {
    return {
      started: new Date(this.began).toISOString().replace(/\.\d+Z/, 'Z'), command: '', program: '', machine: `a browser, ${workers} workers`,
      threads: workers, done: this.finished, seconds: (Date.now() - this.began) / 1000,
    };
  }
}

export class Laboratory {
  /** @param {Desk} desk @param {Pool} pool */
  constructor(desk, pool) {
    this.desk = desk;
    this.pool = pool;
    /** @type {Map<string, Run>} */
    this.runs = new Map();
    /** Why the last run of a match failed. @type {Map<string, string>} */
    this.faults = new Map();
    /** @type {Set<(news: any) => void>} */
    this.followers = new Set();
  }

  /** @param {(news: any) => void} hear @returns {() => void} Ends it. */
  follow(hear) {
    this.followers.add(hear);
    hear({ type: 'changed' });
    return () => this.followers.delete(hear);
  }

  /** @param {object} news */
  tell(news) {
    this.followers.forEach((hear) => hear(news));
  }

  /** @param {string} question @param {unknown} body */
  async question(question, body) {
    const { status, body: answer } = await this.desk.ask('POST', `/api/laboratory/${question}`, body);
    if (status >= 400) throw new Error(answer.error);
    return answer;
  }

  /** Answers what a server's laboratory would. @param {string} method @param {string} path @param {any} body */
  async ask(method, path, body) {
    const [address, query] = path.split('?');
    const [, , , name = '', part = ''] = address.split('/');
    if (!name) return method === 'POST' ? this.create(body) : this.list();
    const match = this.runs.get(name)?.match ?? (await read(name));
    if (!match) throw new Error(`there is no experiment "${name}"`);
    if (method === 'DELETE') return this.remove(match);
    const asked = new URLSearchParams(query);
    switch (part) {
      case 'start': return this.start(match);
      case 'stop': return this.stop(match);
      case 'report': return this.question('report', this.played(match));
      case 'report.html': return this.question('page', this.played(match));
      case 'games': return this.games(match, asked);
      case 'record': return this.question('record', match.games.find(({ key }) => key === asked.get('key')));
      case 'export': return this.question('export', { games: match.games, format: asked.get('format') });
      default: throw new Error('there is no such page');
    }
  }

  /** @param {Match} match */
  played({ id, file, games, runs }) {
    const run = this.runs.get(id);
    return { file, games, runs: run ? [...runs, run.get(this.pool.size)] : runs };
  }

  async list() {
    const matches = await all();
    return Promise.all(matches.sort((a, b) => (a.id < b.id ? 1 : -1)).map(async (kept) => {
      const running = this.runs.get(kept.id);
      const standing = { done: running?.match.games.length ?? (await count(kept.id)), total: kept.total };
      const rest = standing.done === 0 ? 'new' : standing.done < standing.total ? 'stopped' : 'done';
      return {
        name: kept.id, quick_match: true, title: kept.title, source: '', about: '', state: running ? 'running' : rest, quick: false,
        full: standing, short: standing, fault: this.faults.get(kept.id) ?? null,
      };
    }));
  }

  /** @param {object} wish */
  async create(wish) {
    const kept = await all();
    if (kept.length >= MOST) throw new Error(`${MOST} matches are kept already: delete some`);
    const laidOut = await this.question('match', wish);
    // Names sort by their age.
    const id = `match-${Date.now()}-${crypto.getRandomValues(new Uint16Array(1))[0].toString(16)}`;
    await write({ id, ...laidOut, games: [], runs: [] });
    this.tell({ type: 'changed' });
    return { name: id };
  }

  /** @param {Match} match @param {URLSearchParams} query */
  games({ games }, query) {
    const player = query.get('player') ?? '';
    const from = Number(query.get('from') ?? 0);
    const own = games.filter(({ players: { red, blue } }) => !player || red === player || blue === player);
    const rows = own.sort((a, b) => a.number - b.number || (a.key < b.key ? -1 : 1)).slice(from, from + Number(query.get('limit') ?? 200));
    return this.question('lines', { games: rows });
  }

  /** @param {Match} match */
  async start(match) {
    if (this.runs.has(match.id)) throw new Error(`${match.title} is under way already`);
    const keys = await this.question('missing', { file: match.file, games: match.games });
    const run = new Run(match);
    this.runs.set(match.id, run);
    this.faults.delete(match.id);
    this.tell({ type: 'changed' });
    this.play(run, keys).catch((error) => {
      if (!run.control.signal.aborted) this.faults.set(match.id, error instanceof Error ? error.message : String(error));
    }).then(() => this.end(run));
  }

  /** @param {Run} run @param {string[]} keys */
  async play(run, keys) {
    const { signal } = run.control;
    const { file, id } = run.match;
    const batches = Array.from({ length: Math.ceil(keys.length / BATCH) }, (_, index) => keys.slice(index * BATCH, (index + 1) * BATCH));
    const one = async (/** @type {string[]} */ batch) => {
      const { games } = await this.pool.run({ kind: 'games', file, keys: batch }, { signal });
      await writeGames(id, games);
      run.match.games.push(...games);
      run.finished += games.length;
      this.tell({ type: 'progress', name: id, quick: false, done: run.match.games.length, total: run.match.total });
    };
    // No more than one batch waits for each worker: whoever plays a game comes in between.
    let next = 0;
    const hand = async () => {
      while (next < batches.length && !signal.aborted) await one(batches[next++]);
    };
    await Promise.all(Array.from({ length: this.pool.size }, hand)).finally(() => run.control.abort());
  }

  /** @param {Run} run */
  async end(run) {
    run.match.runs.push(run.get(this.pool.size));
    this.runs.delete(run.match.id);
    await write(run.match);
    this.tell({ type: 'changed' });
  }

  /** @param {Match} match */
  stop(match) {
    const run = this.runs.get(match.id);
    if (!run) throw new Error(`${match.title} is not under way`);
    run.control.abort();
  }

  /** @param {Match} match */
  async remove(match) {
    if (this.runs.has(match.id)) throw new Error(`${match.title} is under way: stop it first`);
    await erase(match.id);
    this.tell({ type: 'changed' });
  }
}
