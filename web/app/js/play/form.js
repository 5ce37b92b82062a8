/** The form for a new game, with a board that shows what was chosen, and on which one can just begin. */

/** @import { Beginning, Color } from '../types.js' */
/** @import { Wishes } from './wishes.js' */
import * as api from '../api.js';
import { attempt, button, choice, fill, h, say, toggle } from '../dom.js';
import { BoardView } from '../board/view.js';
import { emptyModel, isOpen, modelOf } from '../board/model.js';
import { ELSEWHERE, offered, playerField, playerName } from '../players.js';
import { remember, settings, styleFor } from '../settings.js';
import { focusNext } from './screen.js';
import { seatName, title, year } from './status.js';
import { keepKeys } from './together.js';
import { isApart, keepWishes, lastWishes, mirrors, mover, newSeed, ownSeat, requestOf, rulesOf, swapOf } from './wishes.js';

/** Sizes to choose with one click; the first is for a game of a few minutes. */
const SIZES = { plane: [11, 7, 13, 14, 19], cylinder: [7, 5, 9, 11], torus: [7, 5, 9, 11] };

class NewGameForm {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.wishes = lastWishes();
    this.seed = newSeed();
    /** How the game would begin, as far as that is known. @type {Beginning | null} */
    this.beginning = null;
    this.turn = 0;
    this.preview = new BoardView(this.model(), styleFor(this.board), (cell) => this.choose(cell));
    this.invitation = h('p', { class: 'invitation quiet' });
    this.form = h('form', {
      class: 'panel', 'aria-label': 'New game', onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        if (event.submitter?.matches(':focus-visible')) focusNext('a1');
        this.start();
      },
    });
    this.running = h('div', {});
    /** What the form says that was told by the backend. */
    this.told = '';
    fill(root, h('div', { class: 'screen' }, h('div', { class: 'stage' }, this.preview.element, this.invitation), this.form));
    showRunning(this.running);
    this.change({});
  }

  dispose() {
    this.turn += 1;
  }

  get board() {
    const { topology, cols, rows } = this.wishes;
    return { topology, cols, rows };
  }

  /** The board as it would begin; seasons are there when the backend has drawn them. */
  model() {
    const toMove = mover(this.wishes);
    const position = this.beginning?.position;
    return position ? { ...modelOf(position), toMove, season: toMove && (position.seasons?.[toMove] ?? null) } : { ...emptyModel(this.board), toMove };
  }

  /** @param {Partial<Wishes>} changes @param {boolean} [redraw] */
  change(changes, redraw = true) {
    Object.assign(this.wishes, changes);
    keepWishes(this.wishes);
    if (changes.topology || changes.cols || changes.rows) this.beginning = null;
    this.look();
    this.show();
    if (redraw) this.draw();
  }

  /** Asks how the game would begin, and who could play it. */
  async look() {
    const mine = ++this.turn;
    const players = [...new Set([...offered(), this.wishes.red, this.wishes.blue])].filter((player) => player !== ELSEWHERE);
    const beginning = await attempt(() => api.beginning({ rules: rulesOf(this.wishes), seed: this.seed, players }));
    if (mine !== this.turn || !beginning) return;
    this.beginning = beginning;
    this.show();
    // A form that says the same must not be taken away from under somebody's hands.
    const told = JSON.stringify([beginning.players, beginning.position.rules.seasons]);
    if (told !== this.told) this.draw();
    this.told = told;
  }

  show() {
    this.preview.update(this.model(), styleFor(this.board));
    fill(this.invitation, mover(this.wishes) ? 'Click a cell to begin at once' : `${this.whyNot()} Press Play to begin.`);
  }

  /** Why nobody here makes the first move. */
  whyNot() {
    const { turns, first } = this.wishes;
    if (turns === 'random') return 'A coin decides who begins.';
    const color = /** @type {Color} */ (first);
    return `${title(color)} begins: ${playerName(this.wishes[color])}.`;
  }

  draw() {
    const { form } = this;
    const focused = document.activeElement?.getAttribute('name');
    const open = [...form.querySelectorAll('details[open]')].map((details) => details.getAttribute('data-name'));
    fill(form, this.running, h('h1', {}, 'New game'), this.boardCard(), this.playersCard(), this.rulesCard(),
      h('button', { class: 'main begin', type: 'submit' }, isApart(this.wishes) ? 'Play and invite' : 'Play'));
    for (const details of form.querySelectorAll('details')) if (open.includes(details.dataset.name ?? '')) details.open = true;
    if (focused) /** @type {HTMLElement | null} */ (form.querySelector(`[name="${focused}"]:is(:checked, :not([type=radio]))`))?.focus();
  }

  boardCard() {
    const { wishes } = this;
    const topologies = /** @type {const} */ (['plane', 'cylinder', 'torus']);
    const segments = topologies.map((topology) => h('label', {},
      h('input', {
        type: 'radio', name: 'topology', value: topology, checked: wishes.topology === topology,
        onchange: () => this.change({ topology, cols: SIZES[topology][0], rows: SIZES[topology][0] }),
      }), topology[0].toUpperCase() + topology.slice(1)));
    const goals = {
      plane: 'Red connects top and bottom, Blue left and right.',
      cylinder: 'The left and right edges are one. Red connects top and bottom, Blue closes a ring around.',
      torus: 'All edges meet. Red closes a ring downwards, Blue a ring sideways.',
    };
    const size = (/** @type {'cols' | 'rows'} */ key, /** @type {string} */ label) => {
      const input = h('input', {
        type: 'number', name: key, min: 1, max: 53, required: true, value: wishes[key],
        onchange: () => input.checkValidity() && this.change({ [key]: Number(input.value) }),
      });
      return h('label', { class: 'field' }, h('span', {}, label), input);
    };
    const presets = SIZES[wishes.topology].toSorted((a, b) => a - b).map((side) => button(`${side}×${side}`, () => this.change({ cols: side, rows: side }), {
      class: 'chip', name: `size-${side}`, 'aria-pressed': wishes.cols === side && wishes.rows === side ? 'true' : 'false',
    }));
    return h('div', { class: 'card' },
      h('fieldset', { class: 'bare' }, h('legend', { class: 'quiet' }, 'Board'), h('div', { class: 'segments' }, segments)),
      h('p', { class: 'quiet' }, goals[wishes.topology]),
      h('div', { class: 'row', role: 'group', 'aria-label': 'Usual sizes' }, presets),
      h('div', { class: 'row' }, size('cols', 'Columns'), size('rows', 'Rows')));
  }

  playersCard() {
    const { wishes } = this;
    const field = (/** @type {Color} */ color) => playerField(title(color), wishes[color], (spec) => {
      const before = isApart(wishes);
      this.change({ [color]: spec }, false);
      if (isApart(wishes) !== before) this.draw();
      if (spec !== 'human') remember({ opponent: spec });
    }, { name: color, elsewhere: true, why: (spec) => this.why(spec, color) });
    return h('div', { class: 'card' }, field('red'), field('blue'),
      h('div', { class: 'row' }, button('⇅ Exchange colours', () => this.change({ red: wishes.blue, blue: wishes.red }), { name: 'exchange' })),
      isApart(wishes) && this.apartFields());
  }

  /** Why somebody cannot play a colour. @param {string} spec @param {Color} color */
  why(spec, color) {
    return this.beginning?.players.find(({ player }) => player === spec)?.[color] ?? null;
  }

  /** What people in two browsers may want: a name, and clocks. */
  apartFields() {
    const { wishes } = this;
    const name = h('input', { name: 'own-name', value: settings.name, maxlength: 40, autocomplete: 'nickname', onchange: () => remember({ name: name.value.trim() }) });
    const number = (/** @type {'minutes' | 'increment'} */ key, /** @type {string} */ label, /** @type {object} */ range) => {
      const input = h('input', { type: 'number', name: key, value: wishes[key], required: true, ...range, onchange: () => input.checkValidity() && this.change({ [key]: Number(input.value) }, false) });
      return h('label', { class: 'field' }, h('span', {}, label), input);
    };
    return h('div', { class: 'stack' },
      ownSeat(wishes) && h('label', { class: 'field' }, h('span', {}, 'Your name'), name),
      toggle('With clocks', wishes.clock, (clock) => this.change({ clock })),
      wishes.clock && h('div', { class: 'row' },
        number('minutes', 'Minutes for each', { min: 0.1, max: 1440, step: 'any' }), number('increment', 'Seconds more for a move', { min: 0, max: 600, step: 1 })),
      h('p', { class: 'quiet' }, 'You get a link for the other person when the game is there.'));
  }

  rulesCard() {
    const { wishes } = this;
    const swaps = /** @type {[string, string][]} */ ([['none', 'No swap'], ...(mirrors(wishes) ? [['pieces', 'Swap pieces']] : []), ['sides', 'Swap sides']]);
    const seasons = /** @type {[string, string][]} */ ([['0', 'No seasons'], ...[2, 3, 4, 5, 6, 7, 8, 9].map((count) => [String(count), `${count} seasons`])]);
    const alternate = wishes.turns === 'alternate';
    const swap = swapOf(wishes);
    const special = !alternate || wishes.swap !== 'usual' || wishes.seasons > 0 || wishes.first !== 'red';
    const years = h('input', { name: 'years', value: wishes.years, placeholder: 'default', pattern: '[1-9]+/[1-9]+', onchange: () => this.change({ years: years.value }, false) });
    const words = swap === 'none' ? '' : ' · the second player may swap';
    return h('details', { class: 'card', open: special, 'data-name': 'rules' }, h('summary', {}, 'Rules', h('span', { class: 'quiet' }, words)),
      h('div', { class: 'row' },
        choice('Turns', [['alternate', 'Alternate'], ['random', 'A coin decides']], wishes.turns, (turns) => this.change({ turns }), { name: 'turns' }),
        alternate && choice('First', [['red', 'Red'], ['blue', 'Blue']], wishes.first, (first) => this.change({ first }, false), { name: 'first' })),
      alternate && h('div', { class: 'row' }, choice('Swap', swaps, swap, (chosen) => this.change({ swap: chosen }), { name: 'swap' })),
      h('div', { class: 'row' },
        choice('Seasons', seasons, String(wishes.seasons), (count) => this.change({ seasons: Number(count) }), { name: 'seasons' }),
        wishes.seasons > 0 && choice('Layout', [['balanced', 'Balanced'], ['random', 'Random']], wishes.draw, (draw) => this.change({ draw }, false), { name: 'draw' })),
      wishes.seasons > 0 && h('div', { class: 'stack' },
        this.years(),
        h('div', { class: 'row' },
          h('label', { class: 'field' }, h('span', {}, 'Years, Red/Blue'), years),
          choice('No legal cell', [['pass', 'Pass'], ['discard', 'No result']], wishes.noMove, (noMove) => this.change({ noMove }, false), { name: 'no-move' }))));
  }

  /** The order of the seasons for both, as they would be played. */
  years() {
    const rules = this.beginning?.position.rules;
    if (!rules?.seasons) return null;
    const again = () => {
      this.seed = newSeed();
      this.change({});
    };
    return h('div', { class: 'stack' },
      h('p', { class: 'quiet' }, 'Each player goes through the seasons in order, and puts a stone on a cell of the season that it is.'),
      h('div', { class: 'row' }, 'Red', year(rules, 'red', null), 'Blue', year(rules, 'blue', null), button('Draw again', again, { name: 'again' })));
  }

  /** A click on the preview: the first move, or why there is none. @param {string} cell */
  choose(cell) {
    if (!mover(this.wishes)) return say(`${this.whyNot()} Press Play to begin.`);
    const model = this.model();
    if (!isOpen(model, cell)) return say(`${cell} is out of season: the first move is in season ${model.season}`);
    if (this.preview.element.contains(document.activeElement)) focusNext(cell);
    return this.start(cell);
  }

  /** Begins the game, with a first move where a cell was clicked. @param {string} [cell] */
  start(cell) {
    return attempt(async () => {
      const game = await api.newGame(requestOf(this.wishes, this.seed));
      keepKeys(game, ownSeat(this.wishes));
      if (cell) await api.play(game.id, cell, 0);
      location.hash = `#/game/${game.id}`;
    });
  }
}

/** The way back to a game that goes on. @param {HTMLElement} place */
async function showRunning(place) {
  if (!settings.running) return;
  const game = await api.game(settings.running).catch((error) => {
    if (error.cause === 404) remember({ running: '' });
    return null;
  });
  if (!game) return undefined;
  if (game.position.ending) return remember({ running: '' });
  const moves = game.plies.length === 1 ? '1 move' : `${game.plies.length} moves`;
  return fill(place, h('a', { class: 'card running', href: `#/game/${game.id}` }, h('strong', {}, 'Go on with your game'),
    h('span', { class: 'quiet' }, `${game.position.rules.board}, ${seatName(game, 'red')} against ${seatName(game, 'blue')}, ${moves}`)));
}

/** @param {HTMLElement} root */
export const newGameScreen = (root) => new NewGameForm(root);
