/** Whose turn it is and why: seats, clocks, seasons, the coin, the result, what a player thinks. */

/** @import { Color, Game, Position, Present, Rules, Thought } from '../types.js' */
import { button, h } from '../dom.js';
import { endingText } from '../ending.js';
import { parseBoard } from '../geometry.js';
import { playerName } from '../players.js';
import { capital, count, fixed, texts } from '../words/language.js';

export const COLORS = /** @type {Color[]} */ (['red', 'blue']);

/** @param {Color} color @returns {Color} */
export const other = (color) => (color === 'red' ? 'blue' : 'red');

/** What a colour has to do on a board. @param {Game} game @param {Color} color */
const goal = (game, color) => texts.play.goals[color][parseBoard(game.position.rules.board).topology];

/** Whoever plays a colour now. @param {Game} game @param {Color} color */
export const seatName = (game, color) => game.apart?.names[color] || playerName(game.seats[color]);

/** The colour that a seat plays now. @param {Game} game @param {Color} seat */
export const colorOf = (game, seat) => (game.position.sides_swapped ? other(seat) : seat);

/** Whether somebody else is here. @param {boolean} here */
const presence = (here) => h('span', { class: here ? 'here' : 'here not' }, here ? texts.together.here : texts.together.notHere);

/**
 * @param {Game} game
 * @param {Color | null} mine   The colour of whoever looks, if one.
 * @param {Present | null} present
 */
export function seats(game, mine, present) {
  const { position } = game;
  return COLORS.map((color) => {
    const turn = position.to_move === color;
    const you = mine === color ? h('span', { class: 'tag' }, texts.play.you) : null;
    const here = game.apart && present && mine !== color && !position.ending ? presence(present[colorOf(game, color)]) : null;
    return h('div', { class: turn ? 'seat turn' : 'seat' },
      h('span', { class: `swatch ${color}`, 'aria-hidden': 'true' }),
      h('div', {}, h('div', { class: 'who' }, h('strong', {}, texts.colors[color]), `  ${seatName(game, color)} `, you, here),
        h('div', { class: 'what' }, goal(game, color))),
      h('div', { class: 'seat-end' }, game.apart?.clock ? h('span', { class: 'clock', role: 'timer', 'data-clock': color, 'aria-label': texts.play.clock(color) }) : null,
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
  const words = texts.play.year(color, seasons.join(', '), now);
  return h('span', { class: 'year', title: words }, h('span', { class: 'unseen' }, words), h('span', { 'aria-hidden': 'true' }, steps, '↺'));
}

/** The one line that says what happens now. @param {Game} game @param {Color | null} mine */
export function message(game, mine) {
  const { position } = game;
  const { play } = texts;
  if (position.ending) {
    const { winding } = position.certificate ?? {};
    const text = capital(endingText(position.ending));
    const how = winding && (winding.some((turns) => turns) ? play.byRing(text) : play.byPath(text));
    const { winner } = position.ending;
    const yours = mine && winner ? ` ${winner === mine ? play.youWon : play.youLost}` : '';
    return h('p', { class: `message ${winner ?? ''}` }, `${how ?? text}${yours}`);
  }
  const color = position.to_move;
  if (!color) return h('p', { class: 'message' }, play.coinInAir);
  const random = position.rules.turns === 'random';
  const words = [game.thinking ? play.thinks(color) : play.toMove(color)];
  if (mine === color) words.push(play.thatIsYou);
  const swap = position.can_swap && !game.player_to_move && (!game.apart || mine === color) ? play.orSwap : '';
  if (game.paused && game.player_to_move && !game.thinking) words.push(play.paused);
  const last = game.plies.at(-1);
  const passed = last?.move === 'pass' ? play.passed(last.color) : '';
  const coin = random ? h('span', { class: `coin ${color}`, title: play.coin(color) }) : null;
  const heard = last ? h('span', { class: 'unseen' }, play.played(last.color, last.move)) : null;
  return h('p', { class: `message ${color}` }, heard, coin, random ? play.coinSays(color) : '', passed, words.join(' '), swap);
}

/** How long it is said that there was a swap, in moves. */
const SWAP_NEWS = 4;

/** That there was a swap, and who is who now; nothing when that is long ago. @param {Game} game @param {Color | null} mine */
export function swapNews(game, mine) {
  const at = game.plies.findIndex(({ move }) => move === 'swap');
  if (at < 0 || game.position.ending || game.plies.length - at > SWAP_NEWS) return null;
  const { color } = game.plies[at];
  if (!game.position.sides_swapped) return texts.play.tookOver(color);
  return mine ? texts.play.yourSide(mine) : texts.play.sidesSwapped;
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
  if (choice.work.count > 1) parts.push(`${count(choice.work.count)} ${choice.work.unit}`);
  if (thought.done) parts.push(`${fixed(choice.seconds, choice.seconds < 1 ? 2 : 1)} s`);
  return h('div', { class: 'stack' }, h('p', { class: 'quiet' }, parts.join(' · ')),
    choice.value === null ? null : winBar(color === 'red' ? choice.value : 1 - choice.value),
    choice.note ? h('p', { class: 'quiet note' }, choice.note) : null);
}

/** @param {number} red   Red's chances. */
export function winBar(red) {
  const percent = Math.round(100 * red);
  const inner = h('div', {});
  inner.style.width = `${100 * red}%`;
  return h('div', { class: 'chances' }, h('span', { class: 'red' }, texts.play.redChances(percent)),
    h('div', { class: 'bar', 'aria-hidden': 'true' }, inner), h('span', { class: 'blue' }, texts.play.blueChances(100 - percent)));
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
    class: 'ply', 'aria-label': texts.play.move(index + 1, ply.color, ply.move), 'aria-current': index + 1 === at ? 'true' : false,
  }));
  plies.forEach((ply, index) => ply.append(
    h('span', { class: 'number' }, `${index + 1}`), h('span', { class: game.plies[index].color }, game.plies[index].move)));
  return h('div', { class: 'moves', role: 'group', 'aria-label': texts.play.moves }, plies.length ? plies : h('span', { class: 'quiet' }, texts.play.noMoves));
}
