/** The analysis board: a tree of moves, free editing, players that look at the position. */

/** @import { Color, GameRecord, Position } from '../types.js' */
/** @import { TreeNode } from './tree.js' */
import * as api from '../api.js';
import { attempt, button, choice, fill, h, refill, say } from '../dom.js';
import { BoardView } from '../board/view.js';
import { heatOf, isOpen, lineOf, modelOf } from '../board/model.js';
import { importControls } from '../import.js';
import { adviser, firstOpponent } from '../players.js';
import { lookControls, settings, styleFor } from '../settings.js';
import { fromLink, hashOf, shareControls } from '../share.js';
import * as shelf from '../shelf.js';
import { winBar } from '../play/status.js';
import { Engine, bestMark } from './engine.js';
import { Evaluation } from './evaluation.js';
import { keyTable, listenForKeys } from './keys.js';
import { newBoard } from './new-board.js';
import { SolverCard } from './solver.js';
import { drawTree } from './tree-view.js';
import { Tree, emptyRecord } from './tree.js';

export class AnalysisScreen {
  /**
   * @param {HTMLElement} root
   * @param {GameRecord} record
   * @param {number[] | null} at
   * @param {Position} position
   * @param {string} name   Under which it is kept.
   */
  constructor(root, record, at, position, name) {
    this.name = name;
    this.tree = new Tree(record);
    this.node = at ? this.tree.at(at) : /** @type {TreeNode} */ (this.tree.line(this.tree.root).at(-1));
    this.position = position;
    /** @type {Map<TreeNode, Position>} */
    this.known = new Map([[this.node, position]]);
    /** @type {{ record: GameRecord, at: number[] }[]} */
    this.past = [];
    /** @type {{ record: GameRecord, at: number[] }[]} */
    this.future = [];
    this.tool = 'play';
    /** @type {Color} */
    this.coin = 'red';
    /** @type {Engine[]} */
    this.engines = [];
    /** @type {Engine | null} */
    this.shown = null;
    this.showLine = true;
    /** Whether every player has a board of its own beside the others. */
    this.compare = false;
    const model = modelOf(position);
    this.view = new BoardView(model, styleFor(model.board), (cell) => this.choose(cell));
    this.status = h('div', { class: 'stack', 'aria-live': 'polite' });
    this.treeView = h('div', { class: 'tree', role: 'group', 'aria-label': 'Variations', tabindex: '0' });
    this.tools = h('div', { class: 'row', role: 'group', 'aria-label': 'Tools' });
    this.views = h('div', { class: 'row' });
    this.list = h('div', { class: 'stack' });
    this.comment = h('textarea', { rows: 2, 'aria-label': 'Comment', placeholder: 'Comment', onchange: () => this.note() });
    this.evaluation = new Evaluation(this);
    this.solver = new SolverCard(this);
    this.stage = h('div', { class: 'stage' }, this.view.element);
    fill(root, h('div', { class: 'screen' }, this.stage, this.panel(model.board)));
    this.deaf = listenForKeys(this);
    this.addEngine();
    this.solver.draw();
    this.draw();
  }

  dispose() {
    this.deaf();
    this.engines.forEach((engine) => engine.stop());
    this.evaluation.stop();
    this.solver.clear();
    window.clearTimeout(this.saving);
  }

  /** @param {import('../types.js').Board} board */
  panel(board) {
    const step = (/** @type {string} */ label, /** @type {string} */ name, /** @type {() => void} */ act) => button(label, act, { 'aria-label': name, title: name });
    return h('section', { class: 'panel', 'aria-label': 'Analysis' },
      h('div', { class: 'card' }, this.status,
        h('div', { class: 'row' }, step('|◀', 'First', () => this.first()), step('◀', 'Back', () => this.back()), step('▶', 'Forward', () => this.forward()), step('▶|', 'Last', () => this.last())),
        this.treeView, this.comment,
        h('div', { class: 'row' }, button('Delete from here', () => this.cut()), button('Make main line', () => this.promote()), button('Play from here', () => this.playOn()))),
      this.evaluation.element,
      h('div', { class: 'card' }, h('h2', {}, 'Edit'), this.tools),
      h('div', { class: 'card' }, h('h2', {}, 'Players'), this.views, this.list, h('div', { class: 'row' }, button('Add a player', () => this.addEngine()))),
      this.solver.element,
      h('details', { class: 'card' }, h('summary', {}, 'Look'), lookControls(board, () => this.draw())),
      h('details', { class: 'card' }, h('summary', {}, 'Save and share'), shareControls(async () => this.tree.record(), () => ({
        board: this.view, at: this.tree.path(this.node), line: this.lineRecord(), scores: this.shown?.map,
      }))),
      h('details', { class: 'card' }, h('summary', {}, 'Open a record'), importControls()),
      newBoard(),
      keyTable());
  }

  /** The record of the moves up to here. */
  lineRecord() {
    return this.tree.recordOf(this.tree.way(this.node));
  }

  /** Goes to a node. @param {TreeNode | undefined | null} node */
  async go(node) {
    if (!node || node === this.node) return;
    const position = await this.look(node);
    if (!position) return;
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

  moved() {
    this.solver.clear();
    for (const engine of this.engines) {
      if (engine.live) this.think(engine);
      else engine.clear();
    }
    this.draw();
  }

  first() { return this.go(this.tree.root); }
  back() { return this.go(this.node.parent); }
  forward() { return this.go(this.node.children[0]); }
  last() { return this.go(this.tree.line(this.node).at(-1)); }

  /** To the next variation. @param {number} by */
  sideways(by) {
    const siblings = this.node.parent?.children ?? [this.node];
    return this.go(siblings[(siblings.indexOf(this.node) + by + siblings.length) % siblings.length]);
  }

  /** @param {string} cell */
  async choose(cell) {
    if (this.tool !== 'play') return this.put(cell);
    const { model } = this.view;
    const color = this.position.toMove ?? (this.position.coinDue ? this.coin : null);
    if (!color) return say('The game is over here: step back, or edit');
    if (cell !== model.swap && !isOpen(model, cell)) return say(model.stones.has(cell) ? `${cell} is taken` : `${cell} is out of season`);
    return this.change(() => this.tree.add(this.node, { color, move: cell === model.swap ? 'swap' : cell }));
  }

  /** Puts or removes a stone by hand. @param {string} cell */
  put(cell) {
    const there = this.view.model.stones.get(cell);
    const kind = there === this.tool ? 'empty' : this.tool;
    if (kind === 'empty' && !there) return undefined;
    return this.change(() => this.tree.edit(this.node, { [kind]: [cell] }));
  }

  /**
   * Changes the tree; what cannot be is taken back at once.
   *
   * @param {() => TreeNode} work   Says which node to look at.
   */
  async change(work) {
    const before = { record: structuredClone(this.tree.record()), at: this.tree.path(this.node) };
    const node = work();
    this.known.delete(node);
    const position = await this.look(node);
    if (!position) return this.restore(before);
    this.past.push(before);
    this.future = [];
    this.node = node;
    this.position = position;
    await this.keep();
    return this.moved();
  }

  /** @param {{ record: GameRecord, at: number[] }} state */
  async restore({ record, at }) {
    this.tree = new Tree(record);
    this.known.clear();
    this.node = this.tree.at(at);
    this.position = (await this.look(this.node)) ?? this.position;
    this.moved();
  }

  /** Undoes or redoes a change of the tree. @param {boolean} again */
  travel(again) {
    const [from, to] = again ? [this.future, this.past] : [this.past, this.future];
    const state = from.pop();
    if (!state) return undefined;
    to.push({ record: structuredClone(this.tree.record()), at: this.tree.path(this.node) });
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

  note() {
    const text = this.comment.value.trim();
    return this.change(() => {
      if (text) this.node.data.comment = text;
      else delete this.node.data.comment;
      return this.node;
    });
  }

  async playOn() {
    await attempt(async () => {
      const human = this.position.toMove ?? 'red';
      const other = settings.opponent || firstOpponent();
      const players = human === 'red' ? { red: 'human', blue: other } : { red: other, blue: 'human' };
      const game = await api.newGame({ record: this.lineRecord(), players });
      location.hash = `#/game/${game.id}`;
    });
  }

  addEngine() {
    const engine = new Engine(adviser(this.position.rules), {
      changed: () => this.drawBoard(),
      choose: (cell) => this.choose(cell),
      comparing: () => this.compare,
      showsLine: () => this.showLine,
      show: (which) => this.show(this.shown === which ? null : which),
      isShown: (which) => this.shown === which,
      run: (which) => this.think(which),
      remove: (which) => {
        which.stop();
        this.engines = this.engines.filter((other) => other !== which);
        if (this.shown === which) this.show(this.engines[0] ?? null);
        this.compare &&= this.engines.length > 1;
        fill(this.list, ...this.engines.map(({ element }) => element));
        this.drawBoard();
      },
    });
    this.engines.push(engine);
    fill(this.list, ...this.engines.map(({ element }) => element));
    if (!this.shown) this.show(engine);
    else this.drawBoard();
  }

  /** Shows what a player thinks on the board. @param {Engine | null} engine */
  show(engine) {
    this.shown = engine;
    this.engines.forEach((other) => other.draw());
    this.drawBoard();
  }

  /** @param {Engine} engine */
  think(engine) {
    if (this.position.ending) return engine.clear();
    return engine.run(this.lineRecord(), this.position, this.position.coinDue ? this.coin : undefined);
  }

  draw() {
    this.drawBoard();
    const { position } = this;
    const text = position.ending ? position.ending.text : position.coinDue ? 'a coin flip is due' : `${position.toMove} to move`;
    const value = this.evaluation.valueAt(this.node);
    fill(this.status, h('p', { class: `message ${position.ending?.winner ?? position.toMove ?? ''}` }, text[0].toUpperCase() + text.slice(1)),
      position.seasons ? h('p', { class: 'row' }, ...['red', 'blue'].map((color) => {
        const season = position.seasons?.[/** @type {Color} */ (color)];
        return h('span', { class: `season-tag s${season}` }, `${color}: season ${season}`);
      })) : null,
      h('p', { class: 'quiet' }, position.rulesText.replace(/ seasons=\S+/, '')), value === null ? null : winBar(value));
    drawTree(this.treeView, this.tree, this.node, (node) => this.go(node));
    this.comment.value = this.node.data.comment ?? '';
    this.drawTools();
    this.evaluation.draw();
    this.remember();
  }

  drawBoard() {
    const model = modelOf(this.position);
    if (this.position.coinDue) model.toMove = this.coin;
    const { shown } = this;
    if (shown?.choice) {
      if (shown.map) model.heat = heatOf(shown.map);
      model.marks = bestMark(shown.choice, shown.map);
      if (this.showLine) model.line = lineOf(this.position, shown.choice.line);
    }
    for (const move of this.solver.moves) model.marks.set(move, { text: '✓', kind: 'best' });
    this.view.update(model, styleFor(model.board));
    this.drawBoards();
    this.drawViews();
  }

  /** Puts the boards of all players beside each other, or the one board back. */
  drawBoards() {
    this.stage.classList.toggle('compare', this.compare);
    fill(this.stage, ...(this.compare ? this.engines.map((engine) => engine.figure(this.position)) : [this.view.element]));
  }

  /** How the players' thoughts are looked at. */
  drawViews() {
    const press = (/** @type {string} */ label, /** @type {'compare' | 'showLine'} */ what, /** @type {string} */ title) => button(label, () => {
      this[what] = !this[what];
      this.engines.forEach((engine) => engine.draw());
      this.drawBoard();
    }, { 'aria-pressed': this[what] ? 'true' : 'false', title });
    refill(this.views, [this.showLine, this.compare, this.engines.length > 1], () => [
      press('Line', 'showLine', 'Draw the moves that the player expects'),
      this.engines.length > 1 ? press('Side by side', 'compare', 'A board for every player') : null,
    ]);
  }

  drawTools() {
    const tools = /** @type {const} */ ([['play', 'Play'], ['red', 'Red stone'], ['blue', 'Blue stone'], ['empty', 'Erase']]);
    const hand = (/** @type {Color} */ color) => this.change(() => this.tree.edit(this.node, { 'to-move': color }));
    fill(this.tools,
      tools.map(([tool, name]) => button(name, () => {
        this.tool = tool;
        this.drawTools();
      }, { 'aria-pressed': this.tool === tool ? 'true' : 'false' })),
      this.position.coinDue
        ? choice('Coin', [['red', 'Red'], ['blue', 'Blue']], this.coin, (color) => {
          this.coin = /** @type {Color} */ (color);
          this.moved();
        })
        : this.position.toMove && button(`Let ${this.position.toMove === 'red' ? 'Blue' : 'Red'} move`, () => hand(this.position.toMove === 'red' ? 'blue' : 'red')));
  }

  /** Keeps the address up to date, so that a reload or a copied address leads back here. */
  remember() {
    window.clearTimeout(this.saving);
    this.saving = window.setTimeout(async () => {
      history.replaceState(null, '', await this.hash());
    }, 200);
  }

  hash() {
    return hashOf(this.tree.record(), this.tree.path(this.node));
  }

  /** Keeps the analysis, once there is something in it, before anybody sees it. */
  async keep() {
    if (!this.tree.root.children.length) return;
    const [rules, moves] = [this.position.rulesText.replace(/ seasons=\S+/, ' seasons'), this.tree.line(this.tree.root).length - 1];
    // Where the browser keeps nothing, the address still leads back here.
    await shelf.keep({ id: this.name, rules, moves, hash: await this.hash() }).catch(() => {});
  }
}

/**
 * The record that an address names, and where in it to begin; null is its end.
 *
 * @param {string[]} address
 * @returns {Promise<{ record: GameRecord, at: number[] | null }>}
 */
async function opened([kind, data, at = '']) {
  if (kind === 'game') return { record: await api.gameRecord(data), at: null };
  if (kind === 'record') return fromLink(data, at);
  if (kind === 'experiment') return { record: await api.labRecord(data, decodeURIComponent(at)), at: [] };
  if (kind === 'moves') {
    const text = `${decodeURIComponent(data)}\n${decodeURIComponent(at).replaceAll(',', ' ')}`;
    return { record: (await api.readRecord(text)).record, at: null };
  }
  return { record: emptyRecord({ board: 'plane:11x11', first: 'red', turns: 'alternate', swap: 'none', seasons: null }), at: [] };
}

/** The name under which the analysis at this address was kept, or a new one. */
async function nameHere() {
  const recordOf = (/** @type {string} */ hash) => hash.split('/')[3];
  const kept = (await shelf.list().catch(() => [])).find(({ hash }) => recordOf(hash) === recordOf(location.hash));
  return kept?.id ?? shelf.newName();
}

/** @param {HTMLElement} root @param {string[]} rest */
export async function analysisScreen(root, rest) {
  const { record, at } = await opened(rest);
  const tree = new Tree(record);
  const node = at ? tree.at(at) : /** @type {TreeNode} */ (tree.line(tree.root).at(-1));
  const position = await api.position(tree.recordOf(tree.way(node)));
  return new AnalysisScreen(root, record, at, position, await nameHere());
}
