/** Analyses that were begun, kept in the browser whoever answers the page. */

import { result, withTable } from './database.js';

/**
 * The hash leads back to it; the time is in milliseconds, and the name is the one that somebody gave it.
 *
 * @typedef {{ id: string, updated: number, name?: string, rules: string, moves: number, hash: string }} Kept
 */

/** The most analyses that are kept. */
const MOST = 200;

/** A mark for an analysis that is begun. */
export const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(2)), (word) => word.toString(36)).join('');

/** @param {Omit<Kept, 'updated'>} analysis */
export const keep = (analysis) => withTable('analyses', 'readwrite', async (rows) => {
  await result(rows.put({ ...analysis, updated: Date.now() }));
  const all = /** @type {Kept[]} */ (await result(rows.getAll()));
  for (const { id } of newestFirst(all).slice(MOST)) await result(rows.delete(id));
});

/** All that are kept, those that were changed last first. @returns {Promise<Kept[]>} */
export const list = async () => newestFirst(/** @type {Kept[]} */ (await withTable('analyses', 'readonly', (rows) => result(rows.getAll()))));

/** The one that an address leads to. @param {string} address */
export async function at(address) {
  const recordOf = (/** @type {string} */ hash) => hash.split('/')[3];
  return (await list()).find(({ hash }) => recordOf(hash) === recordOf(address));
}

/** @param {string} id */
export const remove = (id) => withTable('analyses', 'readwrite', (rows) => result(rows.delete(id)));

/** @param {Kept[]} rows */
const newestFirst = (rows) => rows.sort((a, b) => b.updated - a.updated);
