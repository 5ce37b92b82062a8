/** The solver: who wins the position with best play, and with which moves. */

/** @import { AnalysisLine } from '../types.js' */
/** @import { AnalysisScreen } from './screen.js' */
import * as api from '../api.js';
import { button, fill, h, refill, say } from '../dom.js';

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
    this.element = h('div', { class: 'card' }, h('h2', {}, 'Solver'), this.actions, this.answer);
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
    if (line.type === 'progress') this.text = `${line.nodes.toLocaleString('en')} positions…`;
    if (line.type === 'solution') {
      this.moves = line.moves;
      const moves = line.moves.length ? ` with ${line.moves.join(' ')}` : '';
      const why = line.theorem ? `: ${line.theorem}` : '';
      const who = line.winner ? `${line.winner === 'red' ? 'Red' : 'Blue'} wins${moves}${why}` : 'No result';
      this.text = line.red === undefined ? who : `Red wins with probability ${line.red.toFixed(4)}; best: ${line.moves.join(' ')}`;
      this.screen.drawBoard();
    }
    this.draw();
  }

  draw() {
    const thinking = this.search !== null;
    refill(this.actions, thinking, () => [
      thinking ? button('Stop', () => this.clear()) : button('Solve', () => this.run()),
      h('span', { class: 'quiet' }, thinking ? 'searching…' : 'exact, for small boards'),
    ]);
    fill(this.answer, this.text);
  }
}
