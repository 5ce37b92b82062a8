/** What was found, in two tables: the moves that were played, and the games. */

/** @import { Continuation, Explored, FoundGame } from './screen.js' */
import { button, h } from '../dom.js';
import { playerName } from '../players.js';
import { texts } from '../words/language.js';

/** @param {string[]} names */
const head = (names) => h('thead', {}, h('tr', {}, names.map((name) => h('th', { scope: 'col' }, name))));

/** A move in words; whose it is only where that is not clear. @param {{ color: string, move: string }} ply @param {boolean} coin */
export const inWords = ({ color, move }, coin) => (coin ? `${color} ${move}` : move);

/** @param {Explored} found @param {boolean} coin @param {(ply: Continuation) => unknown} play */
export function continuations({ continuations: moves }, coin, play) {
  const row = (/** @type {Continuation} */ found) => h('tr', {},
    h('td', {}, button(inWords(found, coin), () => play(found), { class: 'chip', 'aria-label': texts.explorer.play(inWords(found, coin)) })),
    h('td', {}, String(found.games)),
    h('td', {}, found.share === null ? '' : texts.explorer.share(found.share, found.low, found.high)),
    h('td', {}, found.reply ? `${inWords(found.reply, coin)} (${found.reply.games})` : ''));
  return h('table', {}, head(texts.explorer.table), h('tbody', {}, moves.map(row)));
}

/** Where a game is opened, at the move at which it has the position. @param {FoundGame} game */
const address = ({ source, key }) => (source ? `#/analysis/experiment/${source}/${encodeURIComponent(key)}` : `#/analysis/game/${key}`);

/** @param {Explored} found */
export function games({ list }) {
  const row = (/** @type {FoundGame} */ game) => h('tr', {},
    h('td', {}, playerName(game.players.red)), h('td', {}, playerName(game.players.blue)),
    h('td', {}, `${texts.explorer.won[game.winner ?? 'nobody']}, ${texts.explorer.length(game.plies)}`),
    h('td', {}, h('a', { class: 'button chip', href: address(game), 'aria-label': texts.explorer.open(game.key) }, '▶')));
  return h('table', {}, head(texts.explorer.list), h('tbody', {}, list.map(row)));
}
