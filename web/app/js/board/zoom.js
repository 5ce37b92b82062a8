/** Coming closer to a board: buttons, keys, the wheel with ctrl, two fingers; and moving around then. */

/** @import { BoardView } from './view.js' */
/** @import { Box } from './frame.js' */
import { button, h } from '../dom.js';
import { texts } from '../words/language.js';

/** How close one can come. */
const CLOSEST = 6;

/** What one press of a button or key does. */
const STEP = 1.4;

/** @typedef {{ x: number, y: number }} Point   Of the page, or of the picture. */

export class Zoom {
  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
    this.scale = 1;
    /** The whole board. @type {Box} */
    this.whole = [0, 0, 1, 1];
    /** What is in the middle. @type {Point} */
    this.center = { x: 0, y: 0 };
    /** Fingers on the board, by their pointers. @type {Map<number, Point>} */
    this.fingers = new Map();
    /** Whether two fingers were on the board since the first one came: then nothing is chosen. */
    this.isPinching = false;
    this.listen();
  }

  get isClose() {
    return this.scale > 1;
  }

  /** Another board, or another layout: all of it is seen. @param {Box} box */
  reset(box) {
    this.whole = box;
    this.fit();
  }

  fit() {
    const [left, top, width, height] = this.whole;
    this.scale = 1;
    this.center = { x: left + width / 2, y: top + height / 2 };
    this.apply();
  }

  /** Comes closer, or goes away; a point of the picture stays where it is. @param {number} factor @param {Point} [at] */
  by(factor, at = this.center) {
    const scale = Math.min(CLOSEST, Math.max(1, this.scale * factor));
    const ratio = this.scale / scale;
    this.scale = scale;
    this.center = { x: at.x + (this.center.x - at.x) * ratio, y: at.y + (this.center.y - at.y) * ratio };
    this.apply();
  }

  /** Moves what is seen. @param {number} dx @param {number} dy   In the picture. */
  pan(dx, dy) {
    this.center = { x: this.center.x - dx, y: this.center.y - dy };
    this.apply();
  }

  /** Shows the part that is meant; beyond the board there is nothing to see. */
  apply() {
    const [left, top, width, height] = this.whole;
    const { scale } = this;
    const [wide, high] = [width / scale, height / scale];
    const keep = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ size, /** @type {number} */ part) =>
      Math.min(from + size - part / 2, Math.max(from + part / 2, at));
    this.center = { x: keep(this.center.x, left, width, wide), y: keep(this.center.y, top, height, high) };
    const box = [this.center.x - wide / 2, this.center.y - high / 2, wide, high];
    const { element } = this.view;
    element.setAttribute('viewBox', box.map((number) => number.toFixed(1)).join(' '));
    element.classList.toggle('close', this.isClose);
  }

  /** Where a point of the page lies in the picture. @param {Point} point */
  inPicture({ x, y }) {
    return new DOMPoint(x, y).matrixTransform(this.view.element.getScreenCTM()?.inverse());
  }

  listen() {
    const { element } = this.view;
    element.addEventListener('wheel', (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.by(Math.exp(-event.deltaY / 300), this.inPicture({ x: event.clientX, y: event.clientY }));
    }, { passive: false });
    element.addEventListener('pointerdown', (event) => {
      if (event.pointerType !== 'touch') return;
      if (this.fingers.size === 0) this.isPinching = false;
      this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (this.fingers.size > 1) this.isPinching = true;
      // A finger may leave the board before it is lifted.
      element.setPointerCapture(event.pointerId);
    });
    element.addEventListener('pointermove', (event) => this.pinch(event));
    for (const end of ['pointerup', 'pointercancel']) {
      element.addEventListener(end, (event) => this.fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
  }

  /** Two fingers: what was under them stays under them. @param {PointerEvent} event */
  pinch(event) {
    if (!this.fingers.has(event.pointerId)) return;
    const before = [...this.fingers.values()];
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (before.length !== 2) return;
    const after = [...this.fingers.values()];
    const distance = (/** @type {Point[]} */ [a, b]) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
    const middle = (/** @type {Point[]} */ [a, b]) => this.inPicture({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
    const [from, to] = [middle(before), middle(after)];
    this.pan(to.x - from.x, to.y - from.y);
    this.by(distance(after) / distance(before), middle(after));
  }

  /** Whether a key was one of these. @param {string} key */
  key(key) {
    if (key === '+' || key === '=') this.by(STEP);
    else if (key === '-') this.by(1 / STEP);
    else if (key === '0') this.fit();
    else return false;
    return true;
  }

  /** Buttons, to be put into a corner of the board. */
  controls() {
    const { board } = texts;
    return h('div', { class: 'zoom', role: 'group', 'aria-label': board.zoom },
      button('+', () => this.by(STEP), { 'aria-label': board.zoomIn, title: `${board.zoomIn} (+)` }),
      button('−', () => this.by(1 / STEP), { 'aria-label': board.zoomOut, title: `${board.zoomOut} (−)` }),
      button('⤢', () => this.fit(), { 'aria-label': board.whole, title: `${board.whole} (0)` }));
  }
}
