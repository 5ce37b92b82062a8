/** The best ways on, as a player sees them: each is shown on the board while it is pointed at or pressed. */

/** @import { Line } from '../types.js' */
import { fill, h } from '../dom.js';
import { count, fixed, texts } from '../words/language.js';

/** The most rows; they stay where they are, so that one can point at them while they change. */
const ROWS = 5;

/** A number in few characters. @param {number} number */
export const few = (number) => (number < 10_000 ? String(number) : number < 1e6 ? `${Math.round(number / 1e3)}k` : `${fixed(number / 1e6, 1)}M`);

export class LineList {
  /** @param {() => void} changed   Another line is to be shown. */
  constructor(changed) {
    this.changed = changed;
    /** @type {(Line | { moves: string[], value: number | null, visits: number | null })[]} */
    this.lines = [];
    /** The row that is pointed at, and the one that stays. @type {[number | null, number | null]} */
    this.rows = [null, null];
    this.buttons = Array.from({ length: ROWS }, (_, row) => this.button(row));
    this.element = h('ol', { class: 'lines', 'aria-label': texts.engine.lines }, this.buttons.map((button) => h('li', { hidden: true }, button)));
  }

  /** @param {number} row */
  button(row) {
    const point = (/** @type {number | null} */ at) => this.choose([at, this.rows[1]]);
    return h('button', {
      type: 'button', 'aria-pressed': 'false', onpointerenter: () => point(row), onpointerleave: () => point(null),
      onfocus: () => point(row), onblur: () => point(null),
      onclick: () => this.choose([this.rows[0], this.rows[1] === row ? null : row]),
    });
  }

  /** @param {[number | null, number | null]} rows */
  choose(rows) {
    const before = this.shown;
    this.rows = rows;
    this.buttons.forEach((button, row) => button.setAttribute('aria-pressed', String(row === rows[1])));
    if (this.shown !== before) this.changed();
  }

  /** The row that is to be drawn. */
  get shown() {
    return this.rows[0] ?? this.rows[1];
  }

  /** The moves that are to be drawn, where somebody asks for them. */
  get moves() {
    return this.shown === null ? undefined : this.lines[this.shown]?.moves;
  }

  /** @param {LineList['lines']} lines */
  update(lines) {
    if (!lines.length) this.rows = [null, null];
    this.lines = lines;
    this.element.hidden = !lines.length;
    this.buttons.forEach((button, row) => {
      const line = lines[row];
      if (button.parentElement) button.parentElement.hidden = !line;
      if (line) this.write(button, line);
      button.setAttribute('aria-pressed', String(row === this.rows[1]));
    });
  }

  /** @param {HTMLElement} button @param {LineList['lines'][number]} line */
  write(button, { moves: [move, ...rest], value, visits }) {
    fill(button, h('strong', {}, move ?? ''), h('span', { class: 'odds' }, value === null ? '' : `${fixed(100 * value, 1)} %`),
      h('span', { class: 'visits' }, visits === null ? '' : few(visits)), h('span', { class: 'rest' }, rest.slice(0, 12).join(' ')));
    button.title = visits === null ? '' : texts.engine.tried(count(visits));
  }
}
