/** Games in the browser: one row of IndexedDB for each, replaced after every change. */

/** @import { Listed } from '../types.js' */
import { result, withTable } from '../database.js';

/** @typedef {{ id: string, created: number, updated: number, stamp: number, saved: object, summary: object }} Row   Times in milliseconds. */

/** The most games that a list has. */
const MAX_LIST = 500;

/** Somebody else has changed the game: another tab. */
export class MovedOn extends Error {}

/** @template T @param {IDBTransactionMode} mode @param {(games: IDBObjectStore) => Promise<T>} work */
const withGames = (mode, work) => withTable('games', mode, work);

/** @param {string} id @returns {Promise<Row | undefined>} */
export const read = (id) => withGames('readonly', (games) => result(games.get(id)));

/**
 * Keeps a game, and gives the stamp that it has now.
 *
 * @param {{ id: string, saved: object, summary: object }} game
 * @param {number | undefined} stamp   The one that it had; a game that has another one by now is not touched.
 */
export const write = ({ id, saved, summary }, stamp) => withGames('readwrite', async (games) => {
  const row = /** @type {Row | undefined} */ (await result(games.get(id)));
  if (row?.stamp !== stamp) throw new MovedOn('the game has moved on');
  const updated = Date.now();
  const next = (stamp ?? 0) + 1;
  await result(games.put({ id, created: row?.created ?? updated, updated, stamp: next, saved, summary }));
  return next;
});

/** Forgets a game; false if there was none. @param {string} id */
export const remove = (id) => withGames('readwrite', async (games) => {
  const existed = (await result(games.count(id))) > 0;
  await result(games.delete(id));
  return existed;
});

/**
 * The games that were changed last, of those that are asked for.
 *
 * @param {(id: string, summary: object) => boolean} wanted
 * @returns {Promise<Listed[]>}
 */
export async function list(wanted) {
  const rows = /** @type {Row[]} */ (await withGames('readonly', (games) => result(games.getAll())));
  const found = rows.filter(({ id, summary }) => wanted(id, summary));
  const seconds = (/** @type {number} */ time) => Math.floor(time / 1000);
  return found.sort((a, b) => b.updated - a.updated).slice(0, MAX_LIST).map(({ id, created, updated, summary }) =>
    /** @type {Listed} */ ({ id, created: seconds(created), updated: seconds(updated), ...summary }));
}
