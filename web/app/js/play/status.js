/** Whose turn it is and why: seats, seasons, the coin, the result, what a player thinks. */

/** @import { Color, Game, Thought } from '../types.js' */
import { h } from '../dom.js';
import { playerName } from '../players.js';

const COLORS = /** @type {Color[]} */ (['red', 'blue']);

/** @param {Color} color */
const title = (color) => (color === 'red' ? 'Red' : 'Blue');

/** What a colour has to do on a board. @param {Game} game @param {Color} color */
function goal(game, color) {
  const topology = game.position.rules.board.split(':')[0];
  if (color === 'red') return topology === 'torus' ? 'closes a ring downwards' : 'connects top and bottom';
  return topology === 'plane' ? 'connects left and right' : 'closes a ring around';
}

/** @param {Game} game */
export function seats(game) {
  const { position } = game;
  return COLORS.map((color) => {
    const season = position.seasons?.[color];
    const turn = position.toMove === color;
    return h('div', { class: turn ? 'seat turn' : 'seat' },
      h('span', { class: `swatch ${color}`, 'aria-hidden': 'true' }),
      h('div', {}, h('div', { class: 'who' }, h('strong', {}, title(color)), `  ${playerName(game.seats[color])}`),
        h('div', { class: 'what' }, goal(game, color))),
      h('div', {}, season ? h('span', { class: `season-tag s${season}` }, `season ${season}`) : null));
  });
}

/** The one line that says what happens now. @param {Game} game */
export function message(game) {
  const { position } = game;
  if (position.ending) {
    const kind = position.certificate ? (position.certificate.winding.some((turns) => turns) ? ' by a ring' : ' by a path') : '';
    return h('p', { class: `message ${position.ending.winner ?? ''}` }, capital(position.ending.text) + kind);
  }
  const color = position.toMove;
  if (!color) return h('p', { class: 'message' }, 'The coin is in the air');
  const random = position.rules.turns === 'random';
  const words = [game.thinking ? `${title(color)} thinks…` : `${title(color)} to move`];
  if (position.canSwap && !game.playerToMove) words.push('or click the stone to swap');
  if (game.paused && game.playerToMove && !game.thinking) words.push('(paused)');
  const passed = game.plies.at(-1)?.move === 'pass' ? `${title(game.plies[game.plies.length - 1].color)} had no cell and passed. ` : '';
  const coin = random ? h('span', { class: `coin ${color}`, title: `the coin says ${color}` }) : null;
  const last = game.plies.at(-1);
  const heard = last ? h('span', { class: 'unseen' }, `${last.color} played ${last.move}. `) : null;
  return h('p', { class: `message ${color}` }, heard, coin, random ? `The coin says ${color}. ` : '', passed, words.join(' '));
}

/** What the player who thinks, or thought last, makes of it. @param {Thought | null} thought */
export function thoughts(thought) {
  if (!thought) return null;
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

/** The moves so far. @param {Game} game */
export function moveList(game) {
  const plies = game.plies.map((ply, index) => h('span', { class: 'ply' },
    h('span', { class: 'number' }, `${index + 1}`), h('span', { class: ply.color }, ply.move)));
  return h('div', { class: 'moves', tabindex: '0', role: 'group', 'aria-label': 'Moves' }, plies.length ? plies : h('span', { class: 'quiet' }, 'No moves yet'));
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);
