/** The form for a quick match, or a small tournament. */

import * as api from '../api.js';
import { attempt, button, choice, fill, h } from '../dom.js';
import { playerField } from '../players.js';

const MAX_PLAYERS = 6;

/** What was chosen last, for the next match. */
const wishes = {
  players: ['mcts:playouts=2000', 'minimax'], topology: 'plane', cols: 5, rows: 5, turns: 'alternate', swap: 'none', seasons: '0',
  games: 20, opening: 2,
};

/** @param {boolean} open */
export function matchForm(open) {
  const seats = h('div', { class: 'stack' });
  const draw = () => fill(seats, wishes.players.map((spec, index) => h('div', { class: 'lab-seat' },
    playerField(`Player ${index + 1}`, spec, (changed) => {
      wishes.players[index] = changed;
    }, { human: false, levels: true }),
    wishes.players.length > 2 ? button('✕', () => {
      wishes.players.splice(index, 1);
      draw();
    }, { 'aria-label': `Without player ${index + 1}` }) : null)));
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
  const pick = (/** @type {'topology' | 'turns' | 'swap' | 'seasons'} */ key, /** @type {string} */ label, /** @type {[string, string][]} */ choices) =>
    choice(label, choices, wishes[key], (value) => {
      wishes[key] = value;
    });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    start();
  };
  return h('details', { class: 'card', open }, h('summary', {}, 'Quick match'), h('form', { class: 'stack', 'aria-label': 'Quick match', onsubmit: submit },
    seats, h('div', { class: 'row' }, button('Add a player', add)),
    h('div', { class: 'row' }, pick('topology', 'Board', [['plane', 'Plane'], ['cylinder', 'Cylinder'], ['torus', 'Torus']]),
      number('cols', 'Columns', [1, 53, 1]), number('rows', 'Rows', [1, 53, 1])),
    h('div', { class: 'row' }, number('games', 'Games of each pair', [2, 2000, 2]), number('opening', 'Random stones first', [0, 100, 1])),
    h('details', {}, h('summary', { class: 'quiet' }, 'Rules'), h('div', { class: 'row' },
      pick('turns', 'Turns', [['alternate', 'Alternate'], ['random', 'A coin decides']]),
      pick('swap', 'Swap', [['none', 'No swap'], ['pieces', 'Swap pieces'], ['sides', 'Swap sides']]),
      pick('seasons', 'Seasons', [['0', 'No seasons'], ...['2', '3', '4', '5', '6', '7', '8', '9'].map((count) => /** @type {[string, string]} */ ([count, `${count} seasons`]))]))),
    h('button', { class: 'main', type: 'submit' }, 'Start the match')));
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
