/** What a click on the board does: a move, a stone by hand, a mark. */

/** @import { Color } from '../types.js' */
/** @import { AnalysisScreen } from './screen.js' */
import { button, choice, h, refill, say } from '../dom.js';
import { isOpen } from '../board/model.js';
import { colorChoices } from '../rules.js';
import { texts } from '../words/language.js';
import { MARK_TOOLS, toggleArrow, toggleMark } from './marks.js';

const STONE_TOOLS = /** @type {const} */ (['play', 'red', 'blue', 'empty']);

export class Tools {
  /** @param {AnalysisScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.tool = 'play';
    /** Where an arrow begins that has no end yet. @type {string | null} */
    this.tail = null;
    this.stones = h('div', { class: 'row', role: 'group', 'aria-label': texts.tools.tools });
    this.marks = h('div', { class: 'row', role: 'group', 'aria-label': texts.tools.marks });
    this.element = h('div', { class: 'card' }, h('h2', {}, texts.tools.title), this.stones, this.marks);
  }

  /** @param {string} tool */
  take(tool) {
    this.tool = tool;
    this.tail = null;
    this.draw();
    this.screen.drawBoard();
  }

  draw() {
    const { coin, position } = this.screen;
    const pressed = (/** @type {string} */ tool) => ({ 'aria-pressed': this.tool === tool ? 'true' : 'false' });
    refill(this.stones, [this.tool, coin, position.to_move, position.coin_due], () => [
      STONE_TOOLS.map((tool) => button(texts.tools.stones[tool], () => this.take(tool), pressed(tool))), this.turn(),
    ]);
    refill(this.marks, this.tool, () => MARK_TOOLS.map(([tool, sign]) => {
      const name = texts.tools.shapes[tool];
      return button(sign, () => this.take(tool), { ...pressed(tool), 'aria-label': name, title: name });
    }));
  }

  /** Who moves: the coin's side, or the other player. */
  turn() {
    const { screen } = this;
    const { to_move: toMove, coin_due: coinDue } = screen.position;
    if (coinDue) {
      return choice(texts.tools.coin, colorChoices(), screen.coin, (color) => {
        screen.coin = /** @type {Color} */ (color);
        screen.moved();
      });
    }
    const other = toMove === 'red' ? 'blue' : 'red';
    return toMove && button(texts.tools.letMove[other], () => screen.change(() => screen.tree.edit(screen.node, { to_move: other })));
  }

  /** A cell was chosen. @param {string} cell */
  use(cell) {
    if (this.tool === 'play') return this.play(cell);
    if (STONE_TOOLS.some((tool) => tool === this.tool)) return this.put(cell);
    return this.mark(cell);
  }

  /** @param {string} cell */
  play(cell) {
    const { screen } = this;
    const { model } = screen.view;
    if (!screen.mover) return say(texts.tools.isOver);
    if (cell === model.swap) return screen.swap();
    if (!isOpen(model, cell)) return say(model.stones.has(cell) ? texts.board.isTaken(cell) : texts.board.isShut(cell));
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
