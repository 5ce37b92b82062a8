/** Whose turn it is and why: seats, clocks, seasons, the coin, the result, what a player thinks. */

/** @import { Color, Game, Position, Rules, Thought } from '../types.js' */
import { button, h } from '../dom.js';
import { playerName } from '../players.js';

export const COLORS = /** @type {Color[]} */ (['red', 'blue']);

/** @param {Color} color */
export const title = (color) => (color === 'red' ? 'Red' : 'Blue');

/** @param {Color} color @returns {Color} */
export const other = (color) => (color === 'red' ? 'blue' : 'red');

/** What a colour has to do on a board. @param {Game} game @param {Color} color */
function goal(game, color) {
  const topology = game.position.rules.board.split(':')[0];
  if (color === 'red') return topology === 'torus' ? 'closes a ring downwards' : 'connects top and bottom';
  return topology === 'plane' ? 'connects left and right' : 'closes a ring around';
}

/** Whoever plays a colour now. @param {Game} game @param {Color} color */
export const seatName = (game, color) => game.apart?.names[color] || playerName(game.seats[color]);

/** @param {Game} game @param {Color | null} mine   The colour of whoever looks, if one. */
export function seats(game, mine) {
  const { position } = game;
  return COLORS.map((color) => {
    const turn = position.toMove === color;
    const you = mine === color ? h('span', { class: 'tag' }, 'you') : null;
    return h('div', { class: turn ? 'seat turn' : 'seat' },
      h('span', { class: `swatch ${color}`, 'aria-hidden': 'true' }),
      h('div', {}, h('div', { class: 'who' }, h('strong', {}, title(color)), `  ${seatName(game, color)} `, you),
        h('div', { class: 'what' }, goal(game, color))),
      h('div', { class: 'seat-end' }, game.apart?.clock ? h('span', { class: 'clock', role: 'timer', 'data-clock': color, 'aria-label': `Clock of ${title(color)}` }) : null,
        position.seasons ? year(position.rules, color, position.seasons[color]) : null));
  });
}

/**
 * The year of a colour: its seasons in their order, and where it is.
 *
 * @param {Rules} rules
 * @param {Color} color
 * @param {number | null} now   The season of its next move.
 */
export function year(rules, color, now) {
  const seasons = [...(rules.seasons?.years[color] ?? '')];
  const steps = seasons.flatMap((season, index) => [
    index ? h('span', { 'aria-hidden': 'true' }, '→') : null,
    h('span', { class: `season-tag s${season}${Number(season) === now ? ' now' : ''}` }, season),
  ]);
  const words = `The year of ${title(color)}: ${seasons.join(', ')}, and again.${now ? ` Now season ${now}.` : ''}`;
  return h('span', { class: 'year', title: words }, h('span', { class: 'unseen' }, words), h('span', { 'aria-hidden': 'true' }, steps, '↺'));
}

/** The one line that says what happens now. @param {Game} game @param {Color | null} mine */
export function message(game, mine) {
  const { position } = game;
  if (position.ending) {
    const kind = position.certificate ? (position.certificate.winding.some((turns) => turns) ? ' by a ring' : ' by a path') : '';
    return h('p', { class: `message ${position.ending.winner ?? ''}` }, capital(position.ending.text) + kind);
  }
  const color = position.toMove;
  if (!color) return h('p', { class: 'message' }, 'The coin is in the air');
  const random = position.rules.turns === 'random';
  const words = [game.thinking ? `${title(color)} thinks…` : `${title(color)} to move`];
  if (game.apart && mine === color) words.push('– that is you');
  if (position.canSwap && !game.playerToMove && (!game.apart || mine === color)) words.push('or click the stone to swap');
  if (game.paused && game.playerToMove && !game.thinking) words.push('(paused)');
  const last = game.plies.at(-1);
  const passed = last?.move === 'pass' ? `${title(last.color)} had no cell and passed. ` : '';
  const coin = random ? h('span', { class: `coin ${color}`, title: `the coin says ${color}` }) : null;
  const heard = last ? h('span', { class: 'unseen' }, `${last.color} played ${last.move}. `) : null;
  return h('p', { class: `message ${color}` }, heard, coin, random ? `The coin says ${color}. ` : '', passed, words.join(' '));
}

/** How long it is said that there was a swap, in moves. */
const SWAP_NEWS = 4;

/** That there was a swap, and who is who now; nothing when that is long ago. @param {Game} game @param {Color | null} mine */
export function swapNews(game, mine) {
  const at = game.plies.findIndex(({ move }) => move === 'swap');
  if (at < 0 || game.position.ending || game.plies.length - at > SWAP_NEWS) return null;
  const { color } = game.plies[at];
  if (!game.position.sidesSwapped) return `${title(color)} swapped: the first stone is ${title(color)}’s now.`;
  return mine ? `You are ${title(mine)} now: the sides were swapped.` : 'The sides were swapped: whoever began as Red plays Blue now.';
}

/**
 * What the player who thinks, or thought last, makes of it; at the end the result.
 *
 * @param {Thought | null} thought
 * @param {Position['ending']} ending
 */
export function thoughts(thought, ending) {
  if (!thought) return null;
  if (ending) return ending.winner ? winBar(ending.winner === 'red' ? 1 : 0) : null;
  const { choice, color } = thought;
  const parts = [`${playerName(thought.player)}: ${choice.move}`];
  if (choice.work.count > 1) parts.push(`${choice.work.count.toLocaleString('en')} ${choice.work.unit}`);
  if (thought.done) parts.push(`${choice.seconds.toFixed(choice.seconds < 1 ? 2 : 1)} s`);
  return h('div', { class: 'stack' }, h('p', { class: 'quiet' }, parts.join(' · ')),
    choice.value === null ? null : winBar(color === 'red' ? choice.value : 1 - choice.value),
    choice.note ? h('p', { class: 'quiet note' }, choice.note) : null);
}

/** @param {number} red   Red's chances. */
export function winBar(red) {
  const percent = Math.round(100 * red);
  const inner = h('div', {});
  inner.style.width = `${100 * red}%`;
  return h('div', { class: 'chances' }, h('span', { class: 'red' }, `Red ${percent} %`),
    h('div', { class: 'bar', 'aria-hidden': 'true' }, inner), h('span', { class: 'blue' }, `${100 - percent} % Blue`));
}

/**
 * The moves so far, each to be looked at.
 *
 * @param {Game} game
 * @param {number} at   How many of them are on the board that is shown.
 * @param {(at: number) => void} look
 */
export function moveList(game, at, look) {
  const plies = game.plies.map((ply, index) => button('', () => look(index + 1), {
    class: 'ply', 'aria-label': `Move ${index + 1}, ${ply.color} ${ply.move}`, 'aria-current': index + 1 === at ? 'true' : false,
  }));
  plies.forEach((ply, index) => ply.append(
    h('span', { class: 'number' }, `${index + 1}`), h('span', { class: game.plies[index].color }, game.plies[index].move)));
  return h('div', { class: 'moves', role: 'group', 'aria-label': 'Moves' }, plies.length ? plies : h('span', { class: 'quiet' }, 'No moves yet'));
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);
