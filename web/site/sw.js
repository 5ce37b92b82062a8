/**
 * Keeps the whole site in the browser, so that it is there without a network. A version is taken in
 * as a whole, and used when no page shows the one before it any more. What has not changed between
 * two versions is not fetched again.
 */

/* global VERSION, FILES */
importScripts('files.js');

const NAME = `hexring ${registration.scope} `;
const CACHE = NAME + VERSION;

/** Where a cache keeps the hashes of what it has. */
const HASHES = 'hashes';

/** What earlier versions have kept: by name of the file the hash and the answer. */
async function known() {
  const found = new Map();
  for (const name of (await caches.keys()).filter((name) => name.startsWith(NAME))) {
    const cache = await caches.open(name);
    const hashes = await (await cache.match(HASHES))?.json() ?? {};
    for (const [path, hash] of Object.entries(hashes)) found.set(`${path} ${hash}`, await cache.match(path));
  }
  return found;
}

async function install() {
  const [cache, before] = [await caches.open(CACHE), await known()];
  await Promise.all(Object.entries({ ...FILES, 'files.js': VERSION }).map(async ([path, hash]) => {
    const kept = before.get(`${path} ${hash}`);
    const response = kept ?? await fetch(new Request(path, { cache: 'no-cache' }));
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    await cache.put(path, response);
  }));
  await cache.put(HASHES, new Response(JSON.stringify(FILES)));
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const path = new URL(request.url).pathname;
  const name = request.mode === 'navigate' && path.endsWith('/') ? 'index.html' : request;
  return (await cache.match(name, { ignoreSearch: true })) ?? fetch(request);
}

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));
addEventListener('fetch', (event) => {
  if (event.request.method === 'GET' && event.request.url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});
