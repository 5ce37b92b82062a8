/** What a click on the board does: a move, a stone by hand, a mark. */

/** @import { Color } from '../types.js' */
/** @import { AnalysisScreen } from './screen.js' */
import { button, choice, fill, h, say } from '../dom.js';
import { isOpen } from '../board/model.js';
import { MARK_TOOLS, toggleArrow, toggleMark } from './marks.js';

/** @type {[string, string][]} */
const STONE_TOOLS = [['play', 'Play'], ['red', 'Red stone'], ['blue', 'Blue stone'], ['empty', 'Erase']];

export class Tools {
  /** @param {AnalysisScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.tool = 'play';
    /** Where an arrow begins that has no end yet. @type {string | null} */
    this.tail = null;
    this.stones = h('div', { class: 'row', role: 'group', 'aria-label': 'Tools' });
    this.marks = h('div', { class: 'row', role: 'group', 'aria-label': 'Marks' });
    this.element = h('div', { class: 'card' }, h('h2', {}, 'Edit'), this.stones, this.marks);
  }

  /** @param {string} tool */
  take(tool) {
    this.tool = tool;
    this.tail = null;
    this.draw();
    this.screen.drawBoard();
  }

  draw() {
    const pressed = (/** @type {string} */ tool) => ({ 'aria-pressed': this.tool === tool ? 'true' : 'false' });
    fill(this.stones, STONE_TOOLS.map(([tool, name]) => button(name, () => this.take(tool), pressed(tool))), this.turn());
    fill(this.marks, MARK_TOOLS.map(([tool, sign, name]) => button(sign, () => this.take(tool), { ...pressed(tool), 'aria-label': name, title: name })));
  }

  /** Who moves: the coin's side, or the other player. */
  turn() {
    const { screen } = this;
    const { toMove, coinDue } = screen.position;
    if (coinDue) {
      return choice('Coin', [['red', 'Red'], ['blue', 'Blue']], screen.coin, (color) => {
        screen.coin = /** @type {Color} */ (color);
        screen.moved();
      });
    }
    const other = toMove === 'red' ? 'blue' : 'red';
    return toMove && button(`Let ${other === 'red' ? 'Red' : 'Blue'} move`, () => screen.change(() => screen.tree.edit(screen.node, { 'to-move': other })));
  }

  /** A cell was chosen. @param {string} cell */
  use(cell) {
    if (this.tool === 'play') return this.play(cell);
    if (STONE_TOOLS.some(([tool]) => tool === this.tool)) return this.put(cell);
    return this.mark(cell);
  }

  /** @param {string} cell */
  play(cell) {
    const { screen } = this;
    const { model } = screen.view;
    if (!screen.mover) return say('The game is over here: step back, or edit');
    if (cell === model.swap) return screen.swap();
    if (!isOpen(model, cell)) return say(model.stones.has(cell) ? `${cell} is taken` : `${cell} is out of season`);
    return screen.make(cell);
  }

  /** Puts or removes a stone by hand. @param {string} cell */
  put(cell) {
    const { screen } = this;
    const there = screen.view.model.stones.get(cell);
    const kind = there === this.tool ? 'empty' : this.tool;
    if (kind === 'empty' && !there) return undefined;
    return screen.change(() => screen.tree.edit(screen.node, { [kind]: [cell] }));
  }

  /** @param {string} cell */
  mark(cell) {
    const { screen, tail } = this;
    if (this.tool !== 'AR') return screen.annotate(() => toggleMark(screen.node.data, this.tool, cell));
    this.tail = tail ? null : cell;
    if (tail && tail !== cell) return screen.annotate(() => toggleArrow(screen.node.data, tail, cell));
    return screen.drawBoard();
  }
}
