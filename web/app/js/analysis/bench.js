/** The players that look at the position, and how their thoughts are shown. */

/** @import { BoardModel } from '../board/model.js' */
/** @import { AnalysisScreen } from './screen.js' */
import { button, fill, h, refill } from '../dom.js';
import { heatOf, lineOf } from '../board/model.js';
import { adviser } from '../players.js';
import { texts } from '../words/language.js';
import { Engine, bestMark } from './engine.js';

export class Bench {
  /** @param {AnalysisScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {Engine[]} */
    this.engines = [];
    /** Whose thoughts are on the board. @type {Engine | null} */
    this.shown = null;
    this.showLine = true;
    /** Whether every player has a board of its own beside the others. */
    this.compare = false;
    this.list = h('div', { class: 'stack' });
    this.views = h('div', { class: 'row' });
    // What players say grows and shrinks: below it buttons would move away from under a click.
    this.element = h('section', { class: 'card', 'aria-label': texts.engine.players }, this.views, this.list);
  }

  add() {
    const engine = new Engine(adviser(this.screen.position.rules), {
      changed: () => this.screen.drawBoard(),
      choose: (cell) => this.screen.choose(cell),
      comparing: () => this.compare,
      showsLine: () => this.showLine,
      show: (which) => this.show(this.shown === which ? null : which),
      isShown: (which) => this.shown === which,
      isAlone: () => this.engines.length < 2,
      run: (which) => this.think(which),
      remove: (which) => this.remove(which),
    });
    this.engines.push(engine);
    this.shown ??= engine;
    this.rearrange();
  }

  /** @param {Engine} engine */
  remove(engine) {
    engine.stop();
    this.engines = this.engines.filter((other) => other !== engine);
    if (this.shown === engine) this.shown = this.engines[0] ?? null;
    this.compare &&= this.engines.length > 1;
    this.rearrange();
  }

  rearrange() {
    fill(this.list, ...this.engines.map(({ element }) => element));
    this.redraw();
  }

  /** Shows what a player thinks on the board. @param {Engine | null} engine */
  show(engine) {
    this.shown = engine;
    this.redraw();
  }

  redraw() {
    this.engines.forEach((engine) => engine.draw());
    this.screen.drawBoard();
  }

  /** @param {Engine} engine */
  think(engine) {
    const { position, coin } = this.screen;
    if (position.ending) return engine.rest();
    return engine.run(this.screen.lineRecord(), position, position.coin_due ? coin : undefined);
  }

  /** The position is another one. */
  clear() {
    this.engines.forEach((engine) => engine.clear());
  }

  /** It has been looked at for a moment: whoever follows the moves begins to think. */
  follow() {
    this.engines.filter(({ live }) => live).forEach((engine) => this.think(engine));
  }

  stop() {
    this.engines.forEach((engine) => engine.stop());
  }

  /** Puts the thoughts that are shown on a board. @param {BoardModel} model */
  drawOn(model) {
    const { shown } = this;
    if (!shown?.choice) return;
    if (shown.map) model.heat = heatOf(shown.map);
    model.marks = bestMark(shown.choice, shown.map);
    model.line = lineOf(this.screen.position, shown.line);
  }

  /** How the thoughts are looked at. */
  drawViews() {
    const press = (/** @type {string} */ label, /** @type {'compare' | 'showLine'} */ what, /** @type {string} */ title) => button(label, () => {
      this[what] = !this[what];
      this.redraw();
    }, { class: 'chip', 'aria-pressed': this[what] ? 'true' : 'false', title });
    refill(this.views, [this.showLine, this.compare, this.engines.length > 1], () => [
      press(texts.engine.line, 'showLine', texts.engine.aboutLine),
      this.engines.length > 1 ? press(texts.engine.sideBySide, 'compare', texts.engine.aboutSides) : null,
      button(texts.engine.add, () => this.add(), { class: 'chip' }),
    ]);
  }
}
