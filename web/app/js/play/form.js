/** The form for a new game, with a board that shows what was chosen, and on which one can just begin. */

/** @import { Board } from '../types.js' */
import * as api from '../api.js';
import { attempt, button, choice, fill, h } from '../dom.js';
import { BoardView } from '../board/view.js';
import { emptyModel } from '../board/model.js';
import { firstOpponent, playerField } from '../players.js';
import { remember, settings, styleFor } from '../settings.js';

/** @typedef {ReturnType<typeof defaults>} Wishes */

const defaults = () => ({
  topology: /** @type {Board['topology']} */ ('plane'), cols: 11, rows: 11, turns: 'alternate', first: 'red', swap: 'none', seasons: 0,
  draw: 'balanced', years: '', noMove: 'pass', red: 'human', blue: settings.opponent || firstOpponent(),
});

/** Sizes to choose with one click; the first is for a game of a few minutes. */
const SIZES = { plane: [11, 7, 13, 14, 19], cylinder: [7, 5, 9, 11], torus: [7, 5, 9, 11] };

/** What was chosen last, for the next game. @type {Wishes | null} */
let last = null;

/** @param {HTMLElement} root */
export function newGameScreen(root) {
  const wishes = last ?? defaults();
  last = wishes;
  const board = () => ({ topology: wishes.topology, cols: wishes.cols, rows: wishes.rows });
  const model = () => ({ ...emptyModel(board()), toMove: mover(wishes) });
  const preview = new BoardView(model(), styleFor(board()), (cell) => start(wishes, cell));
  const invitation = h('p', { class: 'invitation quiet' });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    start(wishes);
  };
  const form = h('form', { class: 'panel', 'aria-label': 'New game', onsubmit: submit });
  const change = (/** @type {Partial<Wishes>} */ changes, redraw = true) => {
    Object.assign(wishes, changes);
    if (wishes.swap === 'pieces' && !mirrors(wishes)) wishes.swap = 'sides';
    if (wishes.turns === 'random') wishes.swap = 'none';
    show();
    if (redraw) draw();
  };
  const show = () => {
    preview.update(model(), styleFor(board()));
    fill(invitation, mover(wishes) ? 'Click a cell to begin at once' : '');
  };
  const draw = () => {
    const focused = document.activeElement?.getAttribute('name');
    fill(form, h('h1', {}, 'New game'), boardCard(wishes, change), playersCard(wishes, change), rulesCard(wishes, change),
      h('button', { class: 'main begin', type: 'submit' }, 'Play'));
    if (focused) /** @type {HTMLElement | null} */ (form.querySelector(`[name="${focused}"]:is(:checked, :not([type=radio]))`))?.focus();
  };
  show();
  draw();
  fill(root, h('div', { class: 'screen' }, h('div', { class: 'stage' }, preview.element, invitation), form));
  return { dispose() {} };
}

/** @typedef {(changes: Partial<Wishes>, redraw?: boolean) => void} Change */

/** The colour of a first move that can be made before the game is there: a person's. @param {Wishes} wishes */
function mover({ turns, first, red, blue, seasons }) {
  const color = /** @type {'red' | 'blue'} */ (first);
  return turns === 'alternate' && seasons === 0 && { red, blue }[color] === 'human' ? color : null;
}

/** @param {Wishes} wishes */
const mirrors = ({ topology, cols, rows }) => cols === rows && topology !== 'cylinder';

/** @param {Wishes} wishes @param {Change} change */
function boardCard(wishes, change) {
  const topologies = /** @type {const} */ (['plane', 'cylinder', 'torus']);
  const segments = topologies.map((topology) => h('label', {},
    h('input', {
      type: 'radio', name: 'topology', value: topology, checked: wishes.topology === topology,
      onchange: () => change({ topology, cols: SIZES[topology][0], rows: SIZES[topology][0] }),
    }), topology[0].toUpperCase() + topology.slice(1)));
  const goals = {
    plane: 'Red connects top and bottom, Blue left and right.',
    cylinder: 'The left and right edges are one. Red connects top and bottom, Blue closes a ring around.',
    torus: 'All edges meet. Red closes a ring downwards, Blue a ring sideways.',
  };
  const size = (/** @type {'cols' | 'rows'} */ key, /** @type {string} */ label) => {
    const input = h('input', {
      type: 'number', name: key, min: 1, max: 53, required: true, value: wishes[key],
      onchange: () => input.checkValidity() && change({ [key]: Number(input.value) }),
    });
    return h('label', { class: 'field' }, h('span', {}, label), input);
  };
  const presets = SIZES[wishes.topology].toSorted((a, b) => a - b).map((side) => button(`${side}×${side}`, () => change({ cols: side, rows: side }), {
    class: 'chip', 'aria-pressed': wishes.cols === side && wishes.rows === side ? 'true' : 'false',
  }));
  return h('div', { class: 'card' },
    h('fieldset', { class: 'bare' }, h('legend', { class: 'quiet' }, 'Board'), h('div', { class: 'segments' }, segments)),
    h('p', { class: 'quiet' }, goals[wishes.topology]),
    h('div', { class: 'row', role: 'group', 'aria-label': 'Usual sizes' }, presets),
    h('div', { class: 'row' }, size('cols', 'Columns'), size('rows', 'Rows')));
}

/** @param {Wishes} wishes @param {Change} change */
function playersCard(wishes, change) {
  const seat = (/** @type {'red' | 'blue'} */ color) => (/** @type {string} */ spec) => {
    change({ [color]: spec }, false);
    if (spec !== 'human') remember({ opponent: spec });
  };
  return h('div', { class: 'card' },
    playerField('Red', wishes.red, seat('red'), { name: 'red' }),
    playerField('Blue', wishes.blue, seat('blue'), { name: 'blue' }),
    h('div', { class: 'row' }, button('⇅ Exchange colours', () => change({ red: wishes.blue, blue: wishes.red }), { name: 'exchange' })));
}

/** @param {Wishes} wishes @param {Change} change */
function rulesCard(wishes, change) {
  const swaps = /** @type {[string, string][]} */ ([['none', 'No swap'], ...(mirrors(wishes) ? [['pieces', 'Swap pieces']] : []), ['sides', 'Swap sides']]);
  const seasons = /** @type {[string, string][]} */ ([['0', 'No seasons'], ...[2, 3, 4, 5, 6, 7, 8, 9].map((count) => [String(count), `${count} seasons`])]);
  const alternate = wishes.turns === 'alternate';
  const special = !alternate || wishes.swap !== 'none' || wishes.seasons > 0 || wishes.first !== 'red';
  const years = h('input', { value: wishes.years, placeholder: 'default', pattern: '[1-9]+/[1-9]+', onchange: () => change({ years: years.value }, false) });
  return h('details', { class: 'card', open: special }, h('summary', {}, 'Rules'),
    h('div', { class: 'row' },
      choice('Turns', [['alternate', 'Alternate'], ['random', 'A coin decides']], wishes.turns, (turns) => change({ turns }), { name: 'turns' }),
      alternate && choice('First', [['red', 'Red'], ['blue', 'Blue']], wishes.first, (first) => change({ first }, false), { name: 'first' })),
    alternate && h('div', { class: 'row' }, choice('Swap', swaps, wishes.swap, (swap) => change({ swap }, false), { name: 'swap' })),
    h('div', { class: 'row' },
      choice('Seasons', seasons, String(wishes.seasons), (count) => change({ seasons: Number(count) }), { name: 'seasons' }),
      wishes.seasons > 0 && choice('Layout', [['balanced', 'Balanced'], ['random', 'Random']], wishes.draw, (draw) => change({ draw }, false))),
    wishes.seasons > 0 && h('div', { class: 'row' },
      h('label', { class: 'field' }, h('span', {}, 'Years, Red/Blue'), years),
      choice('No legal cell', [['pass', 'Pass'], ['discard', 'No result']], wishes.noMove, (noMove) => change({ noMove }, false))));
}

/** Begins the game, with a first move where a cell was clicked. @param {Wishes} wishes @param {string} [cell] */
async function start(wishes, cell) {
  const { topology, cols, rows, turns, first, swap, seasons, draw, years, noMove, red, blue } = wishes;
  const rules = {
    board: `${topology}:${cols}x${rows}`, turns, first, swap,
    seasons: seasons > 0 ? { count: seasons, draw, 'no-move': noMove, ...(years ? { years } : {}) } : null,
  };
  await attempt(async () => {
    const game = await api.newGame({ rules, players: { red, blue } });
    if (cell && mover(wishes)) await api.play(game.id, cell, 0);
    location.hash = `#/game/${game.id}`;
  });
}
