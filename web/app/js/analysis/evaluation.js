/** The value of every position of the line, asked from one player. */

/** @import { AnalysisScreen } from './screen.js' */
/** @import { TreeNode } from './tree.js' */
/** @import { Value } from './graph.js' */
import * as api from '../api.js';
import { button, fill, h, refill, say } from '../dom.js';
import { evaluator, playerField } from '../players.js';
import { blunders, graph } from './graph.js';

export class Evaluation {
  /** @param {AnalysisScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.spec = evaluator(screen.position.rules);
    /** @type {Map<TreeNode, Value>} */
    this.values = new Map();
    /** @type {AbortController | null} */
    this.search = null;
    this.picture = h('div', { class: 'stack' });
    this.actions = h('div', { class: 'row' });
    this.element = h('details', { class: 'card', open: screen.tree.root.children.length > 0 }, h('summary', {}, 'Evaluation of the game'),
      this.picture, playerField('Player', this.spec, (spec) => {
        this.spec = spec;
      }, { human: false }), this.actions);
  }

  stop() {
    this.search?.abort();
    this.search = null;
    this.draw();
  }

  /** Red's chances at a node, if they were asked for. @param {TreeNode} node */
  valueAt(node) {
    return this.values.get(node)?.red ?? null;
  }

  async run() {
    const { tree, node } = this.screen;
    const line = tree.line(node);
    const search = new AbortController();
    this.search = search;
    this.values.clear();
    try {
      await api.analyse('evaluations', { record: tree.recordOf(line), player: this.spec }, (news) => {
        if (news.type !== 'value') return;
        this.values.set(line[news.index], { red: news.red, color: line[news.index].data.color });
        this.draw();
      }, search.signal);
      if ([...this.values.values()].every(({ red }) => red === null || red === 0 || red === 1)) say(`${this.spec} gives no chances: choose another player`);
    } catch (error) {
      if (!search.signal.aborted) say(error instanceof Error ? error.message : String(error), true);
    }
    if (this.search === search) this.search = null;
    this.screen.draw();
  }

  draw() {
    refill(this.actions, this.search !== null, () =>
      [this.search ? button('Stop', () => this.stop()) : button('Evaluate', () => this.run(), { class: 'main' })]);
    const line = this.screen.tree.line(this.screen.node);
    const values = line.map((node) => this.values.get(node) ?? { red: null });
    if (!values.some(({ red }) => red !== null)) return fill(this.picture);
    const bad = blunders(values);
    return fill(this.picture, graph(values, line.length, line.indexOf(this.screen.node), (index) => this.screen.go(line[index])),
      h('div', { class: 'row quiet' }, bad.length ? "Red's chances; blunders: " : "Red's chances; no blunders",
        bad.map((index) => button(`${index} ${line[index].data.move ?? ''}`, () => this.screen.go(line[index]), { class: `chip ${line[index].data.color}` }))));
  }
}
