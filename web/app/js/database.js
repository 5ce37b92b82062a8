/** What the browser keeps, in IndexedDB: tables of rows, each with an id. */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const result = (request) => new Promise((done, fail) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => fail(request.error);
});

const TABLES = ['games', 'analyses', 'matches', 'rounds'];

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

function open() {
  const request = indexedDB.open('hexring', 2);
  request.onupgradeneeded = () => {
    const there = request.result.objectStoreNames;
    for (const table of TABLES) if (!there.contains(table)) request.result.createObjectStore(table, { keyPath: 'id' });
  };
  return result(request);
}

/**
 * Does something with a table; what it has written is kept when this is done.
 *
 * @template T
 * @param {'games' | 'analyses' | 'matches' | 'rounds'} table
 * @param {IDBTransactionMode} mode
 * @param {(rows: IDBObjectStore) => Promise<T>} work
 */
export async function withTable(table, mode, work) {
  opened ??= open();
  const database = await opened.catch((error) => {
    opened = undefined;
    throw error;
  });
  const transaction = database.transaction(table, mode);
  const kept = new Promise((done, fail) => {
    transaction.oncomplete = done;
    transaction.onabort = () => fail(transaction.error);
  });
  // Where the work itself fails, that is told.
  kept.catch(() => {});
  const answer = await work(transaction.objectStore(table));
  await kept;
  return answer;
}
