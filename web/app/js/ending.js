/** How a game ended, in words. */

/** @import { Ending } from './types.js' */
import { texts } from './words/language.js';

/** As it stands within a sentence; what only the program knows is said as it says it. @param {Ending} ending */
export function endingText({ winner, cause, text }) {
  const { ending } = texts;
  if (cause === 'no-cell') return ending.discarded;
  if (!winner) return text;
  const loser = winner === 'red' ? 'blue' : 'red';
  if (cause === 'board') return ending.won(winner);
  if (cause === 'resignation') return ending.resigned(winner, loser);
  return cause === 'time' ? ending.late(winner, loser) : text;
}
