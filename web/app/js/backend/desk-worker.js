/** The worker that answers at once: rules, positions, drawings, records, and the games that are kept here. */

import * as store from './store.js';

/** @typedef {{ status: number, body: any, keep?: { id: string, saved: object, summary: object }, search?: object }} Answer */

/** @type {Promise<any> | undefined} */
let desk;

/** The stamps of the games that the desk knows. @type {Map<string, number>} */
const stamps = new Map();

/** Tells other tabs which game has changed, and hears it from them. */
const tabs = new BroadcastChannel('hexring');
tabs.addEventListener('message', ({ data }) => postMessage({ changed: data }));

/** @param {WebAssembly.Module} program */
async function begin(program) {
  const { initSync, Desk } = await import(new URL('../../program/hexring.js', import.meta.url).href);
  initSync({ module: program });
  return new Desk();
}

/** A name and a seed for a new game: the name is easy to read aloud, the seed small enough for numbers. */
function fresh() {
  const [a, b] = crypto.getRandomValues(new Uint32Array(2));
  const letters = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => '0123456789abcdefghjkmnpqrstvwxyz'[byte & 31]);
  return { id: letters.join(''), seed: (a >>> 11) * 2 ** 32 + b };
}

/** @param {number} status @param {string} error @returns {Answer} */
const refusal = (status, error) => ({ status, body: { error } });

/** @param {string} id */
const unknown = (id) => refusal(404, `there is no game "${id}"`);

/** Sees to it that the desk knows a game as it is kept; false if there is none. @param {any} desk @param {string} id */
async function bring(desk, id) {
  const row = await store.read(id);
  if (row && stamps.get(id) === row.stamp) return true;
  desk.forget(id);
  stamps.delete(id);
  if (!row) return false;
  desk.load(id, JSON.stringify(row.saved));
  stamps.set(id, row.stamp);
  return true;
}

/** Keeps the game of an answer before anybody sees it. @param {any} desk @param {Answer} answer */
async function keep(desk, { keep, ...answer }) {
  if (!keep) return answer;
  try {
    stamps.set(keep.id, await store.write(keep, stamps.get(keep.id)));
  } catch (error) {
    desk.forget(keep.id);
    stamps.delete(keep.id);
    return error instanceof store.MovedOn ? refusal(409, error.message) : refusal(507, `the game could not be saved: ${error}`);
  }
  tabs.postMessage(keep.id);
  return answer;
}

/** @param {any} desk @param {string} id */
async function remove(desk, id) {
  const existed = await store.remove(id);
  desk.forget(id);
  stamps.delete(id);
  tabs.postMessage(id);
  return existed ? { status: 204, body: null } : unknown(id);
}

/** @param {any} desk @param {{ method: string, path: string, body: unknown }} request @returns {Promise<Answer>} */
async function answer(desk, { method, path, body }) {
  const [, collection, id] = path.split('?')[0].split('/').slice(1);
  if (collection === 'games' && !id && method === 'GET') {
    const search = new URLSearchParams(path.split('?')[1]).get('search') ?? '';
    return { status: 200, body: await store.list((game, summary) => game === search || desk.matches(JSON.stringify(summary), search)) };
  }
  if (collection === 'games' && id && method === 'DELETE') return remove(desk, id);
  if (collection === 'games' && id && !(await bring(desk, id))) return unknown(id);
  return keep(desk, JSON.parse(desk.ask(JSON.stringify({ method, path, body, fresh: fresh() }))));
}

/** @param {any} desk @param {{ id: string, number: number, found: object }} end @returns {Promise<Answer>} */
async function end(desk, { id, number, found }) {
  if (!(await bring(desk, id))) return unknown(id);
  return keep(desk, JSON.parse(desk.end(id, number, JSON.stringify(found))));
}

/** @param {any} message @returns {Promise<Answer>} */
async function handle(message) {
  const ready = await desk;
  if (message.end) return end(ready, message.end);
  if (message.callOff) return { status: 204, body: ready.callOff(message.callOff) ?? null };
  return answer(ready, message.ask);
}

/** One after the other: a game must not change while it is being kept. */
let last = Promise.resolve();

onmessage = ({ data }) => {
  if (data.program) {
    desk = begin(data.program);
    return;
  }
  last = last.then(() => handle(data)).catch((error) => refusal(500, `the browser failed at this: ${error}`)).then((answer) => {
    postMessage({ number: data.number, answer });
  });
};
