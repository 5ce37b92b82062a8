/** Clocks on the page: the server keeps the time, the page counts on from what it was told. */

/** @import { Game } from '../types.js' */
import { fixed } from '../words/language.js';
import { COLORS } from './status.js';

/** How often clocks are drawn, in milliseconds. */
const EVERY = 100;

/** Below this a clock shows tenths, in milliseconds. */
const SHORT = 10_000;

/** A time in words of digits. @param {number} left   In milliseconds. */
export function timeText(left) {
  if (left < SHORT) return `0:0${fixed(Math.floor(left / 100) / 10, 1)}`;
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const digits = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return hours ? `${hours}:${digits(minutes)}:${digits(seconds % 60)}` : `${minutes}:${digits(seconds % 60)}`;
}

export class Clocks {
  /** @param {HTMLElement} place   Where elements with the attribute data-clock are. */
  constructor(place) {
    this.place = place;
    /** @type {NonNullable<Game['apart']>['clock']} */
    this.clock = null;
    this.told = 0;
    this.stands = false;
    this.timer = window.setInterval(() => this.draw(), EVERY);
  }

  /** @param {Game} game */
  take(game) {
    this.clock = game.apart?.clock ?? null;
    this.told = performance.now();
    this.draw();
  }

  /** While nobody keeps the time, nobody loses any. @param {boolean} online */
  setOnline(online) {
    this.stands = !online;
    this.draw();
  }

  draw() {
    const { clock } = this;
    if (!clock || this.stands) return;
    const since = performance.now() - this.told;
    for (const color of COLORS) {
      const left = Math.max(0, clock.left[color] - (clock.running === color ? since : 0));
      const element = this.place.querySelector(`[data-clock="${color}"]`);
      if (!element) continue;
      element.textContent = timeText(left);
      element.classList.toggle('running', clock.running === color);
      element.classList.toggle('low', left < SHORT);
    }
  }

  dispose() {
    clearInterval(this.timer);
  }
}
