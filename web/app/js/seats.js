/**
 * The seats that this browser holds in games between people, each with its key. A tab remembers its
 * own seat, so that one browser can hold both in two tabs; a new tab has the one that was taken last.
 */

/** @import { Color, Names } from './types.js' */

/**
 * @typedef {object} Held
 * @property {string | null} key   None for those who have made a game and only watch it.
 * @property {Color | null} seat   By the colour at the start.
 * @property {Names} [keys]   Of all seats, for whoever has made the game.
 */

/** The most seats that are remembered. */
const MOST = 100;

const NAME = 'hexring-seats';

/** For browsers that keep nothing. @type {Record<string, Held>} */
let kept = {};

/** @param {'localStorage' | 'sessionStorage'} place @returns {Record<string, Held>} */
function read(place) {
  try {
    return JSON.parse(window[place].getItem(NAME) ?? '{}');
  } catch {
    return {};
  }
}

/** What is held in a game; null if nothing is. @param {string} id @returns {Held | null} */
export const held = (id) => kept[id] ?? read('sessionStorage')[id] ?? read('localStorage')[id] ?? null;

/** Takes a seat. @param {string} id @param {Held} seat */
export function hold(id, seat) {
  kept = { ...kept, [id]: seat };
  for (const place of /** @type {const} */ (['localStorage', 'sessionStorage'])) {
    const others = Object.entries(read(place)).filter(([game]) => game !== id);
    try {
      window[place].setItem(NAME, JSON.stringify(Object.fromEntries([...others, [id, seat]].slice(-MOST))));
    } catch {
      // Without storage the seat is held as long as the page is open.
    }
  }
}

/** The key that a request for a path has to bring, if this browser has one. @param {string} path */
export function keyFor(path) {
  const [, id = ''] = path.match(/^\/api\/games\/(\w+)/) ?? [];
  return id ? held(id)?.key ?? null : null;
}
