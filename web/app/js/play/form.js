/** The form for a new game, with a board that shows what was chosen, and on which one can just begin. */

/** @import { Beginning, Color } from '../types.js' */
/** @import { Wishes } from './wishes.js' */
import * as api from '../api.js';
import { attempt, button, choice, fill, h, say, toggle } from '../dom.js';
import { BoardView } from '../board/view.js';
import { emptyModel, isOpen, modelOf } from '../board/model.js';
import { ELSEWHERE, offered, playerField, playerName } from '../players.js';
import { colorChoices, seasonChoices, swapChoices, turnChoices } from '../rules.js';
import { remember, settings, styleFor } from '../settings.js';
import { texts } from '../words/language.js';
import { focusNext } from './screen.js';
import { seatName, year } from './status.js';
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
      class: 'panel', 'aria-label': texts.form.title, onsubmit: (/** @type {SubmitEvent} */ event) => {
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
    fill(this.invitation, mover(this.wishes) ? texts.form.invitation : texts.form.pressPlay(this.whyNot()));
  }

  /** Why nobody here makes the first move. */
  whyNot() {
    const { turns, first } = this.wishes;
    if (turns === 'random') return texts.form.coinBegins;
    const color = /** @type {Color} */ (first);
    return texts.form.begins(color, playerName(this.wishes[color]));
  }

  draw() {
    const { form } = this;
    const focused = document.activeElement?.getAttribute('name');
    const open = [...form.querySelectorAll('details[open]')].map((details) => details.getAttribute('data-name'));
    fill(form, this.running, h('h1', {}, texts.form.title),
      h('p', { class: 'quiet' }, `${texts.form.newHere} `, h('a', { href: '#/learn' }, texts.form.learn)), this.boardCard(), this.playersCard(), this.rulesCard(),
      h('button', { class: 'main begin', type: 'submit' }, isApart(this.wishes) ? texts.form.playAndInvite : texts.form.play));
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
      }), texts.rules.topologies[topology]));
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
      h('fieldset', { class: 'bare' }, h('legend', { class: 'quiet' }, texts.rules.board), h('div', { class: 'segments' }, segments)),
      h('p', { class: 'quiet' }, texts.form.goals[wishes.topology]),
      h('div', { class: 'row', role: 'group', 'aria-label': texts.form.sizes }, presets),
      h('div', { class: 'row' }, size('cols', texts.rules.columns), size('rows', texts.rules.rows)));
  }

  playersCard() {
    const { wishes } = this;
    const field = (/** @type {Color} */ color) => playerField(texts.colors[color], wishes[color], (spec) => {
      const before = isApart(wishes);
      this.change({ [color]: spec }, false);
      if (isApart(wishes) !== before) this.draw();
      if (spec !== 'human') remember({ opponent: spec });
    }, { name: color, elsewhere: true, why: (spec) => this.why(spec, color) });
    return h('div', { class: 'card' }, field('red'), field('blue'),
      h('div', { class: 'row' }, button(texts.form.exchange, () => this.change({ red: wishes.blue, blue: wishes.red }), { name: 'exchange' })),
      isApart(wishes) && this.apartFields());
  }

  /** Why somebody cannot play a colour. @param {string} spec @param {Color} color */
  why(spec, color) {
    return this.beginning?.players.find(({ player }) => player === spec)?.[color] ?? null;
  }

  /** What people in two browsers may want: a name, and clocks. */
  apartFields() {
    const { wishes } = this;
    const { form } = texts;
    const name = h('input', { name: 'own-name', value: settings.name, maxlength: 40, autocomplete: 'nickname', onchange: () => remember({ name: name.value.trim() }) });
    const number = (/** @type {'minutes' | 'increment'} */ key, /** @type {string} */ label, /** @type {object} */ range) => {
      const input = h('input', { type: 'number', name: key, value: wishes[key], required: true, ...range, onchange: () => input.checkValidity() && this.change({ [key]: Number(input.value) }, false) });
      return h('label', { class: 'field' }, h('span', {}, label), input);
    };
    return h('div', { class: 'stack' },
      ownSeat(wishes) && h('label', { class: 'field' }, h('span', {}, form.ownName), name),
      toggle(form.clocks, wishes.clock, (clock) => this.change({ clock })),
      wishes.clock && h('div', { class: 'row' },
        number('minutes', form.minutes, { min: 0.1, max: 1440, step: 'any' }), number('increment', form.increment, { min: 0, max: 600, step: 1 })),
      h('p', { class: 'quiet' }, form.linkComes));
  }

  rulesCard() {
    const { wishes } = this;
    const { form, rules } = texts;
    const swaps = swapChoices().filter(([key]) => key !== 'pieces' || mirrors(wishes));
    const alternate = wishes.turns === 'alternate';
    const swap = swapOf(wishes);
    const special = !alternate || wishes.swap !== 'usual' || wishes.seasons > 0 || wishes.first !== 'red';
    const years = h('input', { name: 'years', value: wishes.years, placeholder: form.usualYears, pattern: '[1-9]+/[1-9]+', onchange: () => this.change({ years: years.value }, false) });
    const words = swap === 'none' ? '' : form.maySwap;
    return h('details', { class: 'card', open: special, 'data-name': 'rules' }, h('summary', {}, rules.title, h('span', { class: 'quiet' }, words)),
      h('div', { class: 'row' },
        choice(rules.turns, turnChoices(), wishes.turns, (turns) => this.change({ turns }), { name: 'turns' }),
        alternate && choice(rules.first, colorChoices(), wishes.first, (first) => this.change({ first }, false), { name: 'first' })),
      alternate && h('div', { class: 'row' }, choice(rules.swap, swaps, swap, (chosen) => this.change({ swap: chosen }), { name: 'swap' })),
      h('div', { class: 'row' },
        choice(rules.seasons, seasonChoices(), String(wishes.seasons), (count) => this.change({ seasons: Number(count) }), { name: 'seasons' }),
        wishes.seasons > 0 && choice(form.draw, Object.entries(form.draws), wishes.draw, (draw) => this.change({ draw }, false), { name: 'draw' })),
      wishes.seasons > 0 && h('div', { class: 'stack' },
        this.years(),
        h('div', { class: 'row' },
          h('label', { class: 'field' }, h('span', {}, form.years), years),
          choice(form.noMove, Object.entries(form.noMoves), wishes.noMove, (noMove) => this.change({ noMove }, false), { name: 'no-move' }))));
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
      h('p', { class: 'quiet' }, texts.form.aboutYears),
      h('div', { class: 'row' }, texts.colors.red, year(rules, 'red', null), texts.colors.blue, year(rules, 'blue', null), button(texts.form.drawAgain, again, { name: 'again' })));
  }

  /** A click on the preview: the first move, or why there is none. @param {string} cell */
  choose(cell) {
    if (!mover(this.wishes)) return say(texts.form.pressPlay(this.whyNot()));
    const model = this.model();
    if (!isOpen(model, cell)) return say(texts.form.isShut(cell, model.season));
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
  return fill(place, h('a', { class: 'card running', href: `#/game/${game.id}` }, h('strong', {}, texts.form.goOn),
    h('span', { class: 'quiet' }, texts.form.running(game.position.rules.board, seatName(game, 'red'), seatName(game, 'blue'), game.plies.length))));
}

/** @param {HTMLElement} root */
export const newGameScreen = (root) => new NewGameForm(root);
