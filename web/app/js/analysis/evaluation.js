/** The value of every position of the game and of its variations, asked from one player. */

/** @import { AnalysisScreen } from './screen.js' */
/** @import { TreeNode } from './tree.js' */
/** @import { Value } from './graph.js' */
import * as api from '../api.js';
import { button, fill, h, refill, say } from '../dom.js';
import { evaluator, playerField } from '../players.js';
import { texts } from '../words/language.js';
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
    /** How many are served before it, while it waits. @type {number | null} */
    this.ahead = null;
    this.picture = h('div', { class: 'stack' });
    this.actions = h('div', { class: 'row' });
    this.element = h('details', { class: 'card', open: screen.tree.root.children.length > 0 }, h('summary', {}, texts.evaluation.title),
      this.picture, playerField(texts.engine.player, this.spec, (spec) => {
        this.spec = spec;
        this.values.clear();
        this.draw();
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

  /** Judges what was not judged yet: the line that is looked at, then all others. */
  async run() {
    const { tree, node } = this.screen;
    const search = new AbortController();
    this.search = search;
    this.draw();
    try {
      for (const line of [tree.line(node), ...tree.lines()]) await this.judge(line, search.signal);
      if ([...this.values.values()].every(({ red }) => red === null || red === 0 || red === 1)) say(texts.evaluation.noChances(this.spec));
    } catch (error) {
      if (!search.signal.aborted) say(error instanceof Error ? error.message : String(error), true);
    }
    if (this.search === search) this.search = null;
    this.screen.draw();
  }

  /** @param {TreeNode[]} line @param {AbortSignal} signal */
  async judge(line, signal) {
    const from = line.findIndex((node) => !this.values.has(node));
    if (from < 0) return;
    await api.analyse('evaluations', { record: this.screen.tree.recordOf(line), player: this.spec, from }, (news) => {
      this.ahead = news.type === 'waiting' ? news.ahead : null;
      if (news.type === 'value') this.values.set(line[news.index], { red: news.red, color: line[news.index].data.color, best: news.best });
      this.draw();
    }, signal);
  }

  /** @param {TreeNode[]} line @returns {Value[]} */
  valuesOf(line) {
    return line.map((node) => this.values.get(node) ?? { red: null });
  }

  /** The blunders of the line that is looked at. @returns {TreeNode[]} */
  get blunders() {
    const line = this.screen.tree.line(this.screen.node);
    return blunders(this.valuesOf(line)).map((index) => line[index]);
  }

  /** The blunder after the node, or before it. @param {TreeNode} node @param {number} by */
  blunderBeside(node, by) {
    const line = this.screen.tree.line(node);
    const here = line.indexOf(node);
    const beside = this.blunders.filter((other) => (line.indexOf(other) - here) * by > 0);
    return by > 0 ? beside[0] : beside.at(-1);
  }

  /** From a blunder to the move that would have been better. @param {TreeNode} node */
  betterThan(node) {
    const best = node.parent && this.values.get(node.parent)?.best;
    const { move } = node.data;
    return move && best && best !== move && this.blunders.includes(node) ? { from: move, to: best } : null;
  }

  draw() {
    refill(this.actions, [this.search !== null, this.ahead], () => [
      this.search ? button(texts.engine.stop, () => this.stop()) : button(texts.evaluation.evaluate, () => this.run(), { class: 'main' }),
      this.search && this.ahead !== null && h('span', { class: 'quiet' }, texts.evaluation.waiting(this.ahead)),
    ]);
    const { tree, node } = this.screen;
    const line = tree.line(node);
    const values = this.valuesOf(line);
    if (!values.some(({ red }) => red !== null)) return fill(this.picture, h('p', { class: 'quiet' }, texts.evaluation.about));
    const others = tree.lines().filter((other) => other.at(-1) !== line.at(-1)).map((other) => this.valuesOf(other));
    return fill(this.picture, graph(values, others, line.indexOf(node), (index) => this.screen.go(line[index])), this.list(line));
  }

  /** @param {TreeNode[]} line */
  list(line) {
    const bad = this.blunders;
    if (!bad.length) return h('p', { class: 'quiet' }, texts.evaluation.noBlunders);
    const step = (/** @type {string} */ label, /** @type {string} */ name, /** @type {number} */ by) => button(label, () => this.screen.toBlunder(by), {
      class: 'chip', 'aria-label': name, title: name, disabled: !this.blunderBeside(this.screen.node, by),
    });
    const chip = (/** @type {TreeNode} */ node) => button(`${line.indexOf(node)} ${node.data.move ?? ''}`, () => this.screen.go(node), {
      class: `chip ${node.data.color}`, 'aria-current': node === this.screen.node ? 'true' : undefined,
    });
    return h('div', { class: 'row quiet' }, texts.evaluation.blunders, step('◀', texts.evaluation.previous, -1), bad.map(chip), step('▶', texts.evaluation.next, 1));
  }
}
