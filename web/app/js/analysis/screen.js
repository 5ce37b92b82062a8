/** The analysis board: a tree of moves, free editing, players that look at the position. */

/** @import { Color, GameRecord, Position } from '../types.js' */
/** @import { BoardModel } from '../board/model.js' */
/** @import { TreeNode } from './tree.js' */
import * as api from '../api.js';
import { attempt, button, fill, h, refill, say } from '../dom.js';
import { BoardView } from '../board/view.js';
import { modelOf } from '../board/model.js';
import { endingText } from '../ending.js';
import { setOpenRules } from '../import.js';
import { rulesInWords } from '../rules.js';
import { settings, styleFor } from '../settings.js';
import { hashOf } from '../share.js';
import * as shelf from '../shelf.js';
import { COLORS, winBar } from '../play/status.js';
import { capital, texts } from '../words/language.js';
import { Address } from './address.js';
import { Bench } from './bench.js';
import { BookLine } from './book.js';
import { Evaluation } from './evaluation.js';
import { Exact } from './exact.js';
import { listenForKeys } from './keys.js';
import { drawnAt, labelsAt, setTitle, titleOf } from './marks.js';
import { analysisPanel } from './panel.js';
import { SolverCard } from './solver.js';
import { Tools } from './tools.js';
import { TreeView } from './tree-view.js';
import { Tree } from './tree.js';

/** How long a position is looked at before players think about it, in milliseconds: nobody wants those that are passed by. */
const SETTLE = 120;

/** How long after a letter of a comment it is kept, in milliseconds. */
const WRITTEN = 300;

export class AnalysisScreen {
  /**
   * @param {HTMLElement} root
   * @param {{ record: GameRecord, at: number[] | null, position: Position, id: string, game: string | null, address: string }} what
   *   The id is the one under which it is kept, the game the one that it came from, the address the
   *   one that led here.
   */
  constructor(root, { record, at, position, id, game, address }) {
    this.id = id;
    this.address = new Address(address, () => this.hash());
    this.game = game;
    this.tree = new Tree(record);
    /** Grows with every change of the tree. */
    this.version = 0;
    this.node = at ? this.tree.at(at) : /** @type {TreeNode} */ (this.tree.line(this.tree.root).at(-1));
    this.position = position;
    /** Where the last step leads to; its position may be on its way. */
    this.goal = this.node;
    /** Steps that were begun, and the last one that is shown. */
    this.steps = { begun: 0, shown: 0 };
    /** @type {Map<TreeNode, Position>} */
    this.known = new Map([[this.node, position]]);
    /** @type {{ record: GameRecord, at: number[] }[]} */
    this.past = [];
    /** @type {{ record: GameRecord, at: number[] }[]} */
    this.future = [];
    /** The node whose comment is being written. @type {TreeNode | null} */
    this.written = null;
    /** @type {Color} */
    this.coin = 'red';
    /** The layout that the record asks for, as long as nobody chooses another one. @type {string | null} */
    this.layout = record.view?.match(/r(\d+)/)?.[0] ?? null;
    this.chosen = settings.layouts.plane;
    const model = modelOf(position);
    this.view = new BoardView(model, this.style(model), (cell) => this.choose(cell));
    this.status = h('div', { class: 'status', 'aria-live': 'polite' });
    this.swapping = h('div', { class: 'row' });
    this.treeView = new TreeView((node) => this.go(node));
    this.comment = h('textarea', { rows: 2, 'aria-label': texts.analysis.comment, placeholder: texts.analysis.aboutComment, oninput: () => this.note() });
    this.title = h('input', { 'aria-label': texts.analysis.name, placeholder: texts.analysis.aboutName, value: titleOf(this.tree.root.data), onchange: () => this.entitle() });
    this.evaluation = new Evaluation(this);
    this.solver = new SolverCard(this);
    this.exact = new Exact(this);
    this.book = new BookLine(this);
    this.tools = new Tools(this);
    this.bench = new Bench(this);
    this.zoom = this.view.zoomControls();
    this.stage = h('div', { class: 'stage' }, this.view.element, this.zoom);
    fill(root, h('div', { class: 'screen' }, this.stage, analysisPanel(this, model.board)));
    this.deaf = listenForKeys(this);
    setOpenRules(position.rules);
    this.bench.add();
    this.solver.draw();
    this.draw();
    this.settling = window.setTimeout(() => this.settle(), SETTLE);
  }

  dispose() {
    this.deaf();
    setOpenRules(null);
    this.bench.stop();
    this.evaluation.stop();
    this.solver.clear();
    this.exact.clear();
    this.address.leave();
    for (const timer of [this.settling, this.noting]) window.clearTimeout(timer);
    if (this.written) this.keep();
  }

  /** What is given away: the record up to here, and the line to its end with a cursor. */
  shared() {
    const config = this.tree.head.view?.split(',')[0] ?? '';
    const whole = { ...this.tree.recordOf(this.tree.line(this.node)), view: `${config},${this.tree.path(this.node).length}` };
    return { board: this.view, at: this.tree.path(this.node), line: this.lineRecord(), whole, scores: this.book.map ?? this.bench.shown?.map };
  }

  get engines() {
    return this.bench.engines;
  }

  /** The record of the moves up to here. */
  lineRecord() {
    return this.tree.recordOf(this.tree.way(this.node));
  }

  /** Who moves, or would if the coin falls as it is set. */
  get mover() {
    return this.position.to_move ?? (this.position.coin_due ? this.coin : null);
  }

  /** Goes to a node. @param {TreeNode | undefined | null} node */
  async go(node) {
    if (!node || node === this.goal) return;
    this.goal = node;
    const step = ++this.steps.begun;
    const position = await this.look(node);
    if (!position && this.goal === node) this.goal = this.node;
    // Answers may overtake each other; what was asked for later counts.
    if (position && step > this.steps.shown) this.arrive(node, position, step);
  }

  /** @param {TreeNode} node @param {Position} position @param {number} step */
  arrive(node, position, step) {
    this.steps.shown = step;
    this.node = node;
    this.position = position;
    this.moved();
  }

  /** The position at a node; undefined if its moves cannot be. @param {TreeNode} node */
  async look(node) {
    const known = this.known.get(node);
    if (known) return known;
    const position = await attempt(() => api.position(this.tree.recordOf(this.tree.way(node))));
    if (position) this.known.set(node, position);
    return position;
  }

  /** The position is another one. */
  moved() {
    this.written = null;
    this.solver.clear();
    this.exact.clear();
    this.bench.clear();
    this.draw();
    window.clearTimeout(this.settling);
    if (!this.address.left) this.settling = window.setTimeout(() => this.settle(), SETTLE);
  }

  /** The position has been looked at for a moment. */
  settle() {
    this.exact.run();
    this.bench.follow();
  }

  first() { return this.go(this.tree.root); }
  back() { return this.go(this.goal.parent); }
  forward() { return this.go(this.goal.children[0]); }
  last() { return this.go(this.tree.line(this.goal).at(-1)); }

  /** To the next variation. @param {number} by */
  sideways(by) {
    const siblings = this.goal.parent?.children ?? [this.goal];
    return this.go(siblings[(siblings.indexOf(this.goal) + by + siblings.length) % siblings.length]);
  }

  /** To the next blunder of the line, or the one before. @param {number} by */
  toBlunder(by) {
    const node = this.evaluation.blunderBeside(this.node, by);
    return node ? this.go(node) : say(this.evaluation.values.size ? texts.analysis.noBlunder : texts.analysis.evaluateFirst);
  }

  /** @param {string} cell */
  choose(cell) {
    return this.tools.use(cell);
  }

  /** Makes a move. @param {string} move */
  async make(move) {
    const color = this.mover;
    if (color) await this.change(() => this.tree.add(this.node, { color, move }));
  }

  async swap() {
    if (this.position.can_swap) await this.make('swap');
    else say(texts.analysis.noSwap);
  }

  /** The tree as it is, to come back to. */
  state() {
    return { record: structuredClone(this.tree.record()), at: this.tree.path(this.node) };
  }

  /**
   * Changes the tree; what cannot be is taken back at once.
   *
   * @param {() => TreeNode} work   Says which node to look at.
   */
  async change(work) {
    const before = this.state();
    const node = work();
    this.known.delete(node);
    const position = await this.look(node);
    if (!position) return this.restore(before);
    this.remember(before);
    this.goal = node;
    await this.keep();
    return this.arrive(node, position, ++this.steps.begun);
  }

  /** Changes what is written or drawn at a node; the position stays. @param {() => void} work */
  async annotate(work) {
    const before = this.state();
    work();
    this.remember(before);
    await this.keep();
    this.draw();
  }

  /** The tree has changed: one can go back to how it was. @param {{ record: GameRecord, at: number[] }} before */
  remember(before) {
    this.past.push(before);
    this.future = [];
    this.version += 1;
    this.written = null;
  }

  /** @param {{ record: GameRecord, at: number[] }} state */
  async restore({ record, at }) {
    this.tree = new Tree(record);
    this.version += 1;
    this.known.clear();
    this.evaluation.values.clear();
    const node = this.tree.at(at);
    this.goal = node;
    this.arrive(node, (await this.look(node)) ?? this.position, ++this.steps.begun);
  }

  /** Undoes or redoes a change of the tree. @param {boolean} again */
  travel(again) {
    const [from, to] = again ? [this.future, this.past] : [this.past, this.future];
    const state = from.pop();
    if (!state) return undefined;
    to.push(this.state());
    return this.restore(state);
  }

  cut() {
    return this.change(() => this.tree.remove(this.node));
  }

  promote() {
    return this.change(() => {
      this.tree.promote(this.node);
      return this.node;
    });
  }

  /** A comment is kept while it is written, as one change. */
  note() {
    if (this.written !== this.node) {
      this.remember(this.state());
      this.written = this.node;
    }
    const text = this.comment.value.trim();
    if (text) this.node.data.comment = text;
    else delete this.node.data.comment;
    window.clearTimeout(this.noting);
    this.noting = window.setTimeout(() => this.keepNote(), WRITTEN);
  }

  keepNote() {
    window.clearTimeout(this.noting);
    this.version += 1;
    this.drawTree();
    this.address.remember();
    return this.keep();
  }

  entitle() {
    return this.annotate(() => setTitle(this.tree.root.data, this.title.value.trim()));
  }

  /** @param {BoardModel} model */
  style(model) {
    const style = styleFor(model.board);
    return this.layout && model.board.topology === 'plane' ? { ...style, layout: this.layout } : style;
  }

  /** Somebody has changed the look: a layout that was chosen counts more than the record's. */
  relook() {
    if (settings.layouts.plane !== this.chosen) this.layout = null;
    this.chosen = settings.layouts.plane;
    this.draw();
  }

  draw() {
    this.drawBoard();
    this.drawStatus();
    this.book.draw();
    this.drawTree();
    if (this.written !== this.node) this.comment.value = this.node.data.comment ?? '';
    this.tools.draw();
    this.evaluation.draw();
    this.address.remember();
  }

  drawTree() {
    this.treeView.draw(this.tree, this.node, this.version);
  }

  /** Whose turn it is, or how it ended. */
  standing() {
    const { ending, to_move: toMove } = this.position;
    if (ending) return endingText(ending);
    return toMove ? texts.analysis.toMove[toMove] : texts.analysis.coinDue;
  }

  drawStatus() {
    const { position } = this;
    const value = this.bench.shown?.isRunning ? null : this.evaluation.valueAt(this.node);
    fill(this.status, h('p', { class: `message ${position.ending?.winner ?? position.to_move ?? ''}` }, capital(this.standing())),
      position.seasons ? h('p', { class: 'row' }, ...COLORS.map((color) => {
        const season = position.seasons?.[color];
        return h('span', { class: `season-tag s${season}` }, texts.analysis.season(color, season));
      })) : null,
      h('p', { class: 'quiet' }, rulesInWords(position.rules)), value === null ? null : winBar(value));
    refill(this.swapping, position.can_swap, () => [position.can_swap && button(texts.play.swap, () => this.swap(), { class: 'main' })]);
  }

  drawBoard() {
    const model = modelOf(this.position);
    if (this.position.coin_due) model.toMove = this.coin;
    this.bench.drawOn(model);
    this.book.drawOn(model);
    for (const move of this.solver.moves) model.marks.set(move, { text: '✓', kind: 'best' });
    this.drawNotes(model);
    this.view.update(model, this.style(model));
    this.drawBoards();
    this.bench.drawViews();
  }

  /** Marks, letters and arrows of the node, and the way from a blunder to the better move. @param {BoardModel} model */
  drawNotes(model) {
    const { data } = this.node;
    const drawn = drawnAt(data);
    const better = this.evaluation.betterThan(this.node);
    if (better) drawn.arrows.push({ ...better, kind: 'better' });
    if (this.tools.tail) drawn.shapes.push({ cell: this.tools.tail, shape: 'circle' });
    for (const [cell, text] of labelsAt(data)) model.marks.set(cell, { text, kind: 'label' });
    model.drawn = drawn;
  }

  /** Puts the boards of all players beside each other, or the one board back. */
  drawBoards() {
    const boards = this.bench.compare ? this.engines.map((engine) => engine.figure(this.position)) : [this.view.element, this.zoom];
    this.stage.classList.toggle('compare', this.bench.compare);
    if (this.bench.compare || this.stage.firstChild !== this.view.element) fill(this.stage, ...boards);
  }

  hash() {
    return hashOf(this.tree.record(), this.tree.path(this.node));
  }

  /** Keeps the analysis, once there is something in it, before anybody sees it. */
  async keep() {
    const name = titleOf(this.tree.root.data);
    if (!this.tree.root.children.length && !name) return;
    const [rules, moves] = [this.position.rules_text.replace(/ seasons=\S+/, ' seasons'), this.tree.line(this.tree.root).length - 1];
    // Where the browser keeps nothing, the address still leads back here.
    await shelf.keep({ id: this.id, name, rules, moves, hash: await this.hash() }).catch(() => {});
  }
}
