/** The solver: who wins the position with best play, and with which moves. */

/** @import { AnalysisLine } from '../types.js' */
/** @import { AnalysisScreen } from './screen.js' */
import * as api from '../api.js';
import { button, fill, h, refill, say } from '../dom.js';
import { count, fixed, texts } from '../words/language.js';

/** More moves than this are counted, not listed. */
const LISTED = 12;

/** Who wins, and with what. @param {Extract<AnalysisLine, { type: 'solution' }>} line */
export function solutionText({ winner, red, moves, theorem }) {
  const { solver } = texts;
  if (red !== undefined) return solver.probability(fixed(red, 4), moves.join(' '));
  if (!winner) return solver.nobody;
  return `${solver.wins(winner, moves.length > LISTED ? solver.oneOf(moves.length) : moves.join(' '))}${theorem ? `: ${theorem}` : ''}`;
}

export class SolverCard {
  /** @param {AnalysisScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {AbortController | null} */
    this.search = null;
    /** Moves to mark on the board. @type {string[]} */
    this.moves = [];
    this.text = '';
    this.actions = h('div', { class: 'row' });
    this.answer = h('p', { class: 'line', role: 'status' });
    this.element = h('div', { class: 'card' }, h('h2', {}, texts.solver.title), this.actions, this.answer);
  }

  /** Forgets the answer: the position is another one. */
  clear() {
    this.search?.abort();
    this.search = null;
    this.moves = [];
    this.text = '';
    this.draw();
  }

  async run() {
    this.clear();
    const search = new AbortController();
    this.search = search;
    this.draw();
    try {
      await api.analyse('solutions', { record: this.screen.lineRecord() }, (line) => {
        if (this.search === search) this.hear(line);
      }, search.signal);
    } catch (error) {
      if (!search.signal.aborted) say(error instanceof Error ? error.message : String(error), true);
    }
    if (this.search === search) this.search = null;
    this.draw();
  }

  /** @param {AnalysisLine} line */
  hear(line) {
    if (line.type === 'waiting') this.text = texts.evaluation.waiting(line.ahead);
    if (line.type === 'progress') this.text = texts.solver.positions(count(line.nodes));
    if (line.type === 'solution') {
      this.moves = line.moves;
      this.text = solutionText(line);
      this.screen.drawBoard();
    }
    this.draw();
  }

  draw() {
    const thinking = this.search !== null;
    refill(this.actions, thinking, () => [
      thinking ? button(texts.engine.stop, () => this.clear()) : button(texts.solver.solve, () => this.run()),
      h('span', { class: 'quiet' }, thinking ? texts.solver.searching : texts.solver.exact),
    ]);
    fill(this.answer, this.text);
  }
}
