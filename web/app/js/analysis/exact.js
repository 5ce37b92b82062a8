/** The exact verdict by itself: small positions are solved quietly while one looks at them. */

/** @import { AnalysisLine } from '../types.js' */
/** @import { AnalysisScreen } from './screen.js' */
import * as api from '../api.js';
import { fill, h } from '../dom.js';
import { parseBoard } from '../geometry.js';
import { texts } from '../words/language.js';
import { solutionText } from './solver.js';

/** The most empty cells with which it is tried; theorems decide some larger boards, which are asked for by hand. */
const EMPTY = 36;

/** How long it may take, in milliseconds. */
const TIME = 4000;

export class Exact {
  /** @param {AnalysisScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {AbortController | null} */
    this.search = null;
    this.element = h('p', { class: 'exact', role: 'status', hidden: true });
  }

  clear() {
    this.search?.abort();
    this.search = null;
    fill(this.element);
  }

  async run() {
    this.clear();
    const { position } = this.screen;
    const { cols, rows } = parseBoard(position.rules.board);
    const empty = cols * rows - position.stones.red.length - position.stones.blue.length;
    // Its line has its place before the verdict is there, or what is below would jump away from a click.
    this.element.hidden = empty > EMPTY;
    if (position.ending || empty > EMPTY) return;
    const search = new AbortController();
    this.search = search;
    const timer = window.setTimeout(() => search.abort(), TIME);
    const hear = (/** @type {AnalysisLine} */ line) => {
      if (this.search === search && line.type === 'solution') fill(this.element, h('strong', {}, texts.solver.verdict), solutionText(line));
    };
    // Whatever cannot be solved, or not in time, needs no words.
    await api.analyse('solutions', { record: this.screen.lineRecord() }, hear, search.signal).catch(() => {});
    window.clearTimeout(timer);
  }
}
