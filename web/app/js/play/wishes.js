/** What somebody wishes of a new game, and what that means for its rules and players. */

/** @import { Board, Color } from '../types.js' */
import { ELSEWHERE, firstOpponent } from '../players.js';
import { remember, settings } from '../settings.js';

/** @typedef {ReturnType<typeof defaults>} Wishes */

const defaults = () => ({
  topology: /** @type {Board['topology']} */ ('plane'), cols: 11, rows: 11, turns: 'alternate', first: 'red', swap: 'usual', seasons: 0,
  draw: 'balanced', years: '', noMove: 'pass', red: 'human', blue: settings.opponent || firstOpponent(), clock: false, minutes: 10, increment: 5,
});

/** What was wished last. @returns {Wishes} */
export const lastWishes = () => ({ ...defaults(), .../** @type {Partial<Wishes> | null} */ (settings.wishes) });

/** @param {Wishes} wishes */
export const keepWishes = (wishes) => remember({ wishes });

/** A number for everything that is drawn by lot, so that a preview shows what is played. */
export const newSeed = () => Math.floor(Math.random() * 2 ** 48);

/** Whether a board is its own mirror image, so that a stone can be taken over in its mirror place. @param {Wishes} wishes */
export const mirrors = ({ topology, cols, rows }) => cols === rows && topology !== 'cylinder';

/** Whether somebody is a person, here or elsewhere. @param {string} player */
const isPerson = (player) => player === 'human' || player === ELSEWHERE;

/** Whether people in two browsers are to play. @param {Wishes} wishes */
export const isApart = ({ red, blue }) => isPerson(red) && isPerson(blue) && (red === ELSEWHERE || blue === ELSEWHERE);

/** The swap rule; on the plane people have one unless they say otherwise. @param {Wishes} wishes */
export function swapOf(wishes) {
  const { topology, turns, swap, red, blue } = wishes;
  if (turns === 'random') return 'none';
  const usual = topology === 'plane' && (isPerson(red) || isPerson(blue)) ? 'pieces' : 'none';
  const wanted = swap === 'usual' ? usual : swap;
  return wanted === 'pieces' && !mirrors(wishes) ? 'sides' : wanted;
}

/** The rules, in the words of the API. @param {Wishes} wishes */
export function rulesOf(wishes) {
  const { topology, cols, rows, turns, first, seasons, draw, years, noMove } = wishes;
  return {
    board: `${topology}:${cols}x${rows}`, turns, first, swap: swapOf(wishes),
    seasons: seasons > 0 ? { count: seasons, draw, 'no-move': noMove, ...(years ? { years } : {}) } : null,
  };
}

/** The request for a game. @param {Wishes} wishes @param {number} seed */
export function requestOf(wishes, seed) {
  const { red, blue, clock, minutes, increment } = wishes;
  const player = (/** @type {string} */ spec) => (spec === ELSEWHERE ? 'human' : spec);
  const request = { rules: rulesOf(wishes), players: { red: player(red), blue: player(blue) }, seed };
  if (!isApart(wishes)) return request;
  const name = (/** @type {string} */ spec) => (spec === 'human' ? settings.name : '');
  const seats = { names: { red: name(red), blue: name(blue) }, ...(clock ? { clock: { base: Math.round(60 * minutes), increment } } : {}) };
  return { ...request, seats };
}

/** The seat of whoever wishes, in a game with people elsewhere. @param {Wishes} wishes @returns {Color | null} */
export const ownSeat = ({ red, blue }) => (red === 'human' ? 'red' : blue === 'human' ? 'blue' : null);

/** The colour of a first move that can be made before the game is there: a person's who sits here. @param {Wishes} wishes */
export function mover({ turns, first, red, blue }) {
  const color = /** @type {Color} */ (first);
  return turns === 'alternate' && { red, blue }[color] === 'human' ? color : null;
}
