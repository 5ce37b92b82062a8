/** Lets coins be seen to fall: where a coin decides, moves are shown one after the other. */

/** @import { Game } from '../types.js' */

/** How long a coin and its move are looked at, in milliseconds. */
const PAUSE = 800;

/** Whether somebody waits for what a machine does with its coins. @param {Game} game */
function isWatchedFall({ position, players }) {
  const people = [players.red, players.blue].filter((player) => player === 'human').length;
  return position.rules.turns === 'random' && people === 1;
}

export class Coins {
  /** @param {(game: Game) => void} show */
  constructor(show) {
    this.show = show;
    /** What has happened and was not shown yet. @type {Game[]} */
    this.waiting = [];
    /** How many moves are shown. */
    this.plies = -1;
    this.timer = 0;
  }

  /** Whether something has happened that is not shown yet. */
  get areFalling() {
    return this.waiting.length > 0;
  }

  /** @param {Game} game */
  take(game) {
    const still = !isWatchedFall(game) || matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (still || game.plies.length < this.plies) {
      this.dispose();
      this.next(game);
    } else if (this.timer === 0 || game.plies.length === this.plies) {
      this.next(game);
    } else {
      // The same position with other news: the later one counts.
      if (this.waiting.at(-1)?.plies.length === game.plies.length) this.waiting.pop();
      this.waiting.push(game);
    }
  }

  /** @param {Game} game */
  next(game) {
    const isMove = game.plies.length > this.plies && this.plies >= 0;
    this.plies = game.plies.length;
    if (isMove) {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.wake(), PAUSE);
    }
    this.show(game);
  }

  wake() {
    this.timer = 0;
    const game = this.waiting.shift();
    if (game) this.next(game);
  }

  dispose() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.waiting = [];
  }
}
