/** The form for a quick match, or a small tournament. */

/** @import { Option } from '../dom.js' */
import * as api from '../api.js';
import { attempt, button, choice, fill, h } from '../dom.js';
import { playerField } from '../players.js';
import { seasonChoices, swapChoices, topologyChoices, turnChoices } from '../rules.js';
import { texts } from '../words/language.js';

const MAX_PLAYERS = 6;

/** What was chosen last, for the next match. */
const wishes = {
  players: ['mcts:playouts=2000', 'minimax'], topology: 'plane', cols: 5, rows: 5, turns: 'alternate', swap: 'none', seasons: '0',
  games: 20, opening: 2,
};

/** @param {boolean} open */
export function matchForm(open) {
  const { laboratory, rules } = texts;
  const seats = h('div', { class: 'stack' });
  const draw = () => fill(seats, wishes.players.map((spec, index) => h('div', { class: 'lab-seat' },
    playerField(laboratory.player(index + 1), spec, (changed) => {
      wishes.players[index] = changed;
    }, { human: false, levels: true }),
    wishes.players.length > 2 ? button('✕', () => {
      wishes.players.splice(index, 1);
      draw();
    }, { 'aria-label': laboratory.without(index + 1) }) : null)));
  draw();
  const add = () => {
    if (wishes.players.length < MAX_PLAYERS) wishes.players.push('heuristic');
    draw();
  };
  const number = (/** @type {'cols' | 'rows' | 'games' | 'opening'} */ key, /** @type {string} */ label, /** @type {[number, number, number]} */ [min, max, step]) => {
    const input = h('input', {
      type: 'number', min, max, step, required: true, value: wishes[key], onchange: () => {
        wishes[key] = Number(input.value);
      },
    });
    return h('label', { class: 'field' }, h('span', {}, label), input);
  };
  const pick = (/** @type {'topology' | 'turns' | 'swap' | 'seasons'} */ key, /** @type {string} */ label, /** @type {Option[]} */ choices) =>
    choice(label, choices, wishes[key], (value) => {
      wishes[key] = value;
    });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    start();
  };
  return h('details', { class: 'card', open }, h('summary', {}, laboratory.match), h('form', { class: 'stack', 'aria-label': laboratory.match, onsubmit: submit },
    seats, h('div', { class: 'row' }, button(laboratory.addPlayer, add)),
    h('div', { class: 'row' }, pick('topology', rules.board, topologyChoices()),
      number('cols', rules.columns, [1, 53, 1]), number('rows', rules.rows, [1, 53, 1])),
    h('div', { class: 'row' }, number('games', laboratory.gamesOfPair, [2, 2000, 2]), number('opening', laboratory.randomStones, [0, 100, 1])),
    h('details', {}, h('summary', { class: 'quiet' }, rules.title), h('div', { class: 'row' },
      pick('turns', rules.turns, turnChoices()),
      pick('swap', rules.swap, swapChoices()),
      pick('seasons', rules.seasons, seasonChoices()))),
    h('button', { class: 'main', type: 'submit' }, laboratory.startMatch)));
}

async function start() {
  const { players, topology, cols, rows, turns, swap, seasons, games, opening } = wishes;
  await attempt(async () => {
    const { name } = await api.newMatch({
      players, board: `${topology}:${cols}x${rows}`, turns, swap, games, opening, seasons: seasons === '0' ? null : { count: Number(seasons) },
    });
    await api.startExperiment(name, false);
    location.hash = `#/laboratory/${name}`;
  });
}
