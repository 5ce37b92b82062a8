/** What the opening book knows of the position: a line, and a map that can be put on the board. */

/** @import { BookView } from '../types.js' */
/** @import { BoardModel } from '../board/model.js' */
/** @import { AnalysisScreen } from './screen.js' */
import { button, h, refill } from '../dom.js';
import { heatOf, leavesOut, modelOf } from '../board/model.js';
import { fixed, texts } from '../words/language.js';

export class BookLine {
  /** @param {AnalysisScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** Whether the map is on the board, wherever the book knows the position. */
    this.isShown = false;
    this.element = h('div', { class: 'book' });
  }

  get known() {
    return this.screen.position.book;
  }

  /** The map that is on the board. */
  get map() {
    return this.isShown ? this.known?.map : undefined;
  }

  toggle() {
    this.isShown = !this.isShown;
    this.draw();
    this.screen.drawBoard();
  }

  /** Puts the map on a board, in the place of what a player thinks. @param {BoardModel} model */
  drawOn(model) {
    const { map, known } = this;
    if (!map || !known) return;
    model.heat = heatOf(map);
    const [best] = known.best;
    model.marks = new Map([[best, { text: model.heat.get(best)?.text ?? '★', kind: 'best' }]]);
    model.line = new Map();
  }

  draw() {
    const { known, isShown } = this;
    const { to_move: color, stones, rules } = this.screen.position;
    // A first move that may be taken over should not be good.
    const isOffer = rules.swap !== 'none' && !stones.red.length && !stones.blue.length;
    refill(this.element, [known, isShown, color, isOffer], () => (known ? [
      h('p', { class: 'row' }, h('span', {}, h('strong', {}, texts.book.title),
        `${texts.engine.chances(fixed(100 * known.value, 1), color)} · ${texts.book.best(known.best.join(', '))}`),
      button(texts.engine.onBoard, () => this.toggle(), { class: 'chip', 'aria-pressed': isShown ? 'true' : 'false', title: texts.book.aboutMap })),
      isShown && h('p', { class: 'quiet' }, `${isOffer ? texts.book.even : texts.engine.greener} ${this.blank(known)}`),
    ] : []));
  }

  /** What it means that a cell has no colour, where there is one. @param {BookView} known */
  blank({ map }) {
    return leavesOut(modelOf(this.screen.position), map) ? texts.engine.uncoloured.book : '';
  }
}
