/** Why a strategy has answered as it did: the rule that fired, and the cells that it speaks of. */

/** @import { Choice } from '../types.js' */
/** @import { BoardModel } from '../board/model.js' */
import { button, h, refill } from '../dom.js';
import { texts } from '../words/language.js';

/** @param {Choice | null | undefined} choice */
export const reasonOf = (choice) => choice?.reason ?? null;

/** Marks on the cells that a reason speaks of. @param {string[]} cells @returns {BoardModel['marks']} */
export const marksOn = (cells) => new Map(cells.map((cell) => [cell, { text: '', kind: 'needed' }]));

/** The cells of a reason as marks for a board. @param {Choice | null | undefined} choice */
export const reasonMarks = (choice) => marksOn(reasonOf(choice)?.cells ?? []);

/** The line beside a live game: the reason of the last answer, and a switch that draws its cells. */
export class Why {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.drawn = false;
    this.element = h('div', { class: 'row why' });
  }

  /**
   * Says the reason of a choice, nothing where there is none, and gives the marks to draw.
   *
   * @param {Choice | null | undefined} choice
   * @param {string | null} last   The last stone: an answer is explained as long as it is that.
   */
  marks(choice, last) {
    const reason = choice?.move === last ? reasonOf(choice) : null;
    refill(this.element, [reason, this.drawn], () => (reason ? [
      button(texts.play.why, () => this.toggle(), { class: 'chip', 'aria-pressed': String(this.drawn) }),
      h('span', { class: 'quiet' }, `${last}: ${reason.text}`),
    ] : []));
    return this.drawn && reason ? reasonMarks(choice) : new Map();
  }

  toggle() {
    this.drawn = !this.drawn;
    this.redraw();
    this.element.querySelector('button')?.focus();
  }
}
