/** Earlier positions of a game: looked at move by move, with a way back to now. */

/** @import { Game, GameRecord, Position } from '../types.js' */
import * as api from '../api.js';
import { attempt, button } from '../dom.js';
import { texts } from '../words/language.js';

/** A record up to a number of moves. @param {GameRecord} record @param {number} count @returns {GameRecord} */
function upTo(record, count) {
  let moves = 0;
  const end = record.nodes.findIndex(({ move }) => {
    if (move) moves += 1;
    return moves > count;
  });
  // Where a coin has decided, its result stands after the move.
  const nodes = record.nodes.slice(0, end < 0 ? undefined : end);
  return { ...record, view: undefined, nodes };
}

export class Past {
  /** @param {() => Game} game @param {() => void} changed */
  constructor(game, changed) {
    this.game = game;
    this.changed = changed;
    /** How many moves are looked at; null for the game as it stands. @type {number | null} */
    this.at = null;
    /** The position there. @type {Position | null} */
    this.position = null;
    this.turn = 0;
  }

  /** Looks at the position after some moves. @param {number} count */
  async look(count) {
    const { plies, id } = this.game();
    const at = Math.max(0, Math.min(plies.length, count));
    const mine = ++this.turn;
    if (at === plies.length) return this.toNow();
    this.at = at;
    const position = await attempt(async () => api.position(upTo(await api.gameRecord(id), at)));
    if (mine !== this.turn) return undefined;
    if (!position) return this.toNow();
    this.position = position;
    return this.changed();
  }

  toNow() {
    this.turn += 1;
    this.at = null;
    this.position = null;
    this.changed();
  }

  /** Looks at another position, so many moves from the one that is shown. @param {number} by */
  step(by) {
    return this.look((this.at ?? this.game().plies.length) + by);
  }

  /** After moves were taken back there may be no such position any more. */
  check() {
    if (this.at !== null && this.at >= this.game().plies.length) this.toNow();
  }

  controls() {
    const { length } = this.game().plies;
    const at = this.at ?? length;
    return [
      button('|◀', () => this.look(0), { 'aria-label': texts.play.first, disabled: at === 0 }),
      button('◀', () => this.step(-1), { 'aria-label': texts.play.back, disabled: at === 0 }),
      button('▶', () => this.step(1), { 'aria-label': texts.play.forward, disabled: at === length }),
      this.at === null ? null : button(texts.play.toNow, () => this.toNow(), { class: 'main' }),
    ];
  }
}
