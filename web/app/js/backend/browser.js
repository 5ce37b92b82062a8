/** The backend inside the browser: workers answer and think, IndexedDB keeps the games, and there is no server. */

import { Desk } from './desk.js';
import { Laboratory } from './laboratory.js';
import { Pool } from './pool.js';
import { loadNetworks } from './program.js';
import { Session } from './session.js';

/** One core is left to the page. */
const pool = new Pool(Math.max(2, Math.min(navigator.hardwareConcurrency || 2, 8) - 1));

const desk = new Desk((id) => sessions.get(id)?.refresh());

const laboratory = new Laboratory(desk, pool);

/** Games that were looked at. @type {Map<string, Session>} */
const sessions = new Map();

/** @param {string} id */
function session(id) {
  const found = sessions.get(id) ?? new Session(id, desk, pool);
  sessions.set(id, found);
  return found;
}

/** The game that a path speaks of, and what of it. @param {string} path */
function gameOf(path) {
  const [, , collection, id = '', part = ''] = path.split('?')[0].split('/');
  return collection === 'games' ? { id, part } : null;
}

/** @param {{ status: number, body: any }} answer */
function bodyOf({ status, body }) {
  if (status >= 400) throw new Error(body.error, { cause: status });
  return body;
}

/** @type {import('../types.js').Backend['ask']} */
export async function ask(method, path, body) {
  if (path.startsWith('/api/experiments')) return laboratory.ask(method, path, body);
  const answer = await desk.ask(method, path, body);
  const value = bodyOf(answer);
  const game = gameOf(path);
  if (!game || (method === 'GET' && game.part !== '')) return value;
  if (method === 'DELETE') {
    sessions.get(game.id)?.refresh();
    sessions.delete(game.id);
  } else if (value?.id && !Array.isArray(value)) {
    const own = session(value.id);
    own.take(answer);
    if (game.part === 'stop') own.thinking?.stop();
  }
  return value;
}

/** @type {import('../types.js').Backend['file']} */
export const file = async (path) => new Blob([await ask('GET', path)]);

/** Every position of a game, as many at once as there are workers. @param {object} body @param {(line: any) => void} hear @param {AbortSignal} signal */
async function evaluate(body, hear, signal) {
  const { from, to } = bodyOf(await desk.ask('POST', '/api/evaluations', body));
  const rest = new AbortController();
  const end = () => rest.abort();
  signal.addEventListener('abort', end, { once: true });
  const judge = async (/** @type {number} */ index) => hear(await pool.run({ kind: 'judgement', request: body, index }, { signal: rest.signal }));
  try {
    await Promise.all(Array.from({ length: Math.max(0, to - from) }, (_, index) => judge(from + index)));
  } finally {
    end();
  }
}

/** What is thought about, by the path that asks for it. @type {Record<string, string>} */
const WORK = { '/api/analyses': 'analysis', '/api/solutions': 'solution', '/api/tables': 'table', '/api/verifications': 'verification' };

/** @type {import('../types.js').Backend['stream']} */
export async function stream(path, body, hear, signal) {
  if (path === '/api/evaluations') return evaluate(body, hear, signal);
  const kind = WORK[path];
  return hear(await pool.run({ kind, request: body }, { hear, signal, heavy: kind !== 'analysis' }));
}

/** @type {import('../types.js').Backend['listen']} */
export const listen = (path, hear) => {
  const game = gameOf(path);
  return game ? session(game.id).follow(hear) : laboratory.follow(hear);
};

/** Once this page has been here, it works without a network too. */
navigator.serviceWorker?.register(new URL('../../sw.js', import.meta.url)).catch(() => {
  // A browser that keeps nothing: it works as long as there is a network.
});

// When the board is there, whoever thinks gets ready.
desk.ask('GET', '/api/levels').then(loadNetworks).then(() => pool.hire(), () => {});
