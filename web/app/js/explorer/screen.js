/** The explorer: what was played in a position, and how it ended. */

/** @import { Color, GameRecord, Ply, Position } from '../types.js' */
import * as api from '../api.js';
import { attempt, button, choice, fill, h } from '../dom.js';
import { modelOf } from '../board/model.js';
import { BoardView } from '../board/view.js';
import { colorChoices, sizeField, topologyChoices, turnChoices } from '../rules.js';
import { styleFor } from '../settings.js';
import { continuations, games, inWords } from './tables.js';
import { texts } from '../words/language.js';

/**
 * @typedef {Ply & { games: number, red: number, blue: number, share: number | null, low: number, high: number,
 *   reply: (Ply & { games: number }) | null }} Continuation   `share` is what whoever made the move won.
 *
 * @typedef {{ source: string | null, key: string, rules: string, players: { red: string, blue: string },
 *   plies: number, winner: Color | null, reason: string, ply: number }} FoundGame
 *
 * @typedef {{ position: Position, games: number, red: number, blue: number,
 *   continuations: Continuation[], list: FoundGame[] }} Explored
 */

/** The board that is shown first. */
const FIRST = 'plane:11x11';

class ExplorerScreen {
  /** @param {HTMLElement} root @param {string} rules @param {string[]} moves @param {Position} position @param {[string, string][]} sources */
  constructor(root, rules, moves, position, sources) {
    this.rules = rules;
    /** Each as it is written in a list: a cell, with its colour where a coin decides. */
    this.moves = moves;
    this.source = '';
    this.position = position;
    /** @type {Color} */
    this.coin = 'red';
    /** Addresses may be left while an answer is on its way; the last question counts. */
    this.asked = 0;
    const model = modelOf(position);
    this.view = new BoardView(model, styleFor(model.board), (cell) => this.play({ color: this.position.to_move ?? this.coin, move: cell }));
    this.line = h('p', { role: 'group', 'aria-label': texts.explorer.moves });
    this.steps = h('div', { class: 'row' });
    this.summary = h('p', { role: 'status' }, texts.explorer.looking);
    this.played = h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': texts.explorer.continuations });
    this.found = h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': texts.explorer.games });
    this.playedCard = h('div', { class: 'card', hidden: true }, h('h2', {}, texts.explorer.continuations), this.played);
    this.foundCard = h('div', { class: 'card', hidden: true }, h('h2', {}, texts.explorer.games), this.found);
    const from = choice(texts.explorer.source, [['', texts.explorer.everywhere], ['games', texts.explorer.own], ...sources], '', (source) => {
      this.source = source;
      return this.look();
    });
    fill(root, h('div', { class: 'screen' }, h('div', { class: 'stage' }, this.view.element),
      h('section', { class: 'panel', 'aria-label': texts.explorer.title },
        h('div', { class: 'card' }, h('h1', {}, texts.explorer.title), h('p', { class: 'quiet' }, texts.explorer.lead), from, this.line, this.steps, this.summary),
        this.playedCard, this.foundCard,
        boardForm())));
  }

  dispose() {
    this.asked++;
  }

  /** Asks what was played here, and shows it. */
  async look() {
    const mine = ++this.asked;
    const record = await attempt(() => recordOf(this.rules, this.moves));
    if (!record || mine !== this.asked) return;
    const found = await attempt(() => api.explore({ record, ...(this.source ? { source: this.source } : {}) }));
    if (found && mine === this.asked) this.draw(found, record);
  }

  /** @param {Ply} ply */
  play({ color, move }) {
    return this.go([...this.moves, inWords({ color, move }, this.position.rules.turns === 'random')]);
  }

  /** @param {string[]} moves */
  async go(moves) {
    const before = this.moves;
    this.moves = moves;
    // A move that the rules refuse is told, and nothing has happened.
    if (!(await attempt(() => recordOf(this.rules, moves)))) {
      this.moves = before;
      return;
    }
    history.pushState(null, '', addressOf(this.rules, moves));
    await this.look();
  }

  /** @param {Explored} found @param {GameRecord} record */
  draw(found, record) {
    this.position = found.position;
    const coin = found.position.rules.turns === 'random';
    const most = Math.max(1, ...found.continuations.map(({ games }) => games));
    const heat = new Map(found.continuations.map(({ move, games }) => [move, { heat: games / most, text: String(games) }]));
    const model = modelOf(found.position, { heat, toMove: found.position.to_move ?? (found.position.coin_due ? this.coin : null) });
    this.view.update(model, styleFor(model.board));
    fill(this.line, this.moves.join(' '));
    fill(this.steps,
      button(texts.explorer.start, () => this.go([]), { disabled: !this.moves.length }),
      button(texts.explorer.back, () => this.go(this.moves.slice(0, -1)), { disabled: !this.moves.length }),
      h('a', { class: 'button', href: `#/analysis/moves/${encodeURIComponent(this.rules)}/${encodeURIComponent(this.moves.join(','))}` }, texts.explorer.analyse),
      found.position.coin_due && this.coinChoice(found, record));
    fill(this.summary, found.games ? texts.explorer.summary(found.games, found.red, found.blue) : texts.explorer.nothing);
    this.playedCard.hidden = !found.games;
    this.foundCard.hidden = !found.list.length;
    fill(this.played, found.continuations.length ? continuations(found, coin, (ply) => this.play(ply)) : h('p', { class: 'quiet' }, texts.explorer.noMoves));
    fill(this.found, found.list.length ? games(found) : '');
  }

  /** Whose stone a click puts down, where a coin would decide. @param {Explored} found @param {GameRecord} record */
  coinChoice(found, record) {
    return choice(texts.explorer.coin, colorChoices(), this.coin, (color) => {
      this.coin = color === 'blue' ? 'blue' : 'red';
      this.draw(found, record);
    });
  }
}

/** @param {string} rules @param {string[]} moves */
const addressOf = (rules, moves) => `#/explorer/${encodeURIComponent(rules)}/${encodeURIComponent(moves.join(','))}`;

/** @param {string} rules @param {string[]} moves @returns {Promise<GameRecord>} */
const recordOf = async (rules, moves) => (await api.readRecord(`${rules}\n${moves.join(' ')}`)).record;

/** Another board to look at. */
function boardForm() {
  const wishes = { topology: 'plane', cols: 11, rows: 11, turns: 'alternate' };
  const size = (/** @type {'cols' | 'rows'} */ key, /** @type {string} */ label) => sizeField(label, wishes[key], (value) => {
    wishes[key] = value;
  });
  const begin = (/** @type {Event} */ event) => {
    event.preventDefault();
    const { topology, cols, rows, turns } = wishes;
    location.hash = addressOf(`${topology}:${cols}x${rows}${turns === 'random' ? ' turns=random' : ''}`, []);
  };
  return h('details', { class: 'card' }, h('summary', {}, texts.explorer.board), h('form', { class: 'stack', 'aria-label': texts.explorer.board, onsubmit: begin },
    h('div', { class: 'row' },
      choice(texts.rules.board, topologyChoices(), wishes.topology, (topology) => { wishes.topology = topology; }), size('cols', texts.rules.columns), size('rows', texts.rules.rows),
      choice(texts.rules.turns, turnChoices(), wishes.turns, (turns) => { wishes.turns = turns; })),
    h('button', { type: 'submit' }, texts.explorer.show)));
}

/** The experiments that have games. @returns {Promise<[string, string][]>} */
async function sources() {
  const played = (await api.experiments()).filter(({ full, short }) => full.done + short.done > 0);
  return played.map(({ name, title }) => [name, title]);
}

/** @param {HTMLElement} root @param {string[]} address   Rules, and moves with commas between them. */
export async function explorerScreen(root, [rules = FIRST, moves = '']) {
  if (api.isBrowser) {
    fill(root, h('div', { class: 'page' }, h('h1', {}, texts.explorer.title), h('p', {}, texts.explorer.needsProgram)));
    return { dispose() {} };
  }
  const line = decodeURIComponent(moves).split(',').filter(Boolean);
  const text = decodeURIComponent(rules) || FIRST;
  const position = await api.position(await recordOf(text, line));
  const screen = new ExplorerScreen(root, text, line, position, await sources());
  void screen.look();
  return screen;
}
