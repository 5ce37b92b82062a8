/** Advice for the person to move: asked for, followed while it is thought about, called off. */

/** @import { Choice, Game } from '../types.js' */
import * as api from '../api.js';
import { attempt, button, h, say } from '../dom.js';
import { adviser, broad, playerName } from '../players.js';
import { settings } from '../settings.js';
import { count, texts } from '../words/language.js';

export class Hint {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** What was advised. @type {Choice | null} */
    this.choice = null;
    /** What the adviser thinks by now. @type {Choice | null} */
    this.thought = null;
    /** @type {AbortController | null} */
    this.asking = null;
    /** How far it is. News change its words only: the button beside it may be just being pressed. */
    this.standing = h('span', { class: 'quiet' });
  }

  /** @param {Game} game */
  async ask(game) {
    this.drop();
    const player = settings.hint || adviser(game.position.rules);
    const asking = new AbortController();
    this.asking = asking;
    this.stand();
    this.changed();
    await attempt(async () => {
      try {
        await this.think(game, player, asking.signal);
      } catch (error) {
        if (!asking.signal.aborted) throw error;
      }
    });
    if (this.asking === asking) this.asking = null;
    this.changed();
  }

  /** @param {Game} game @param {string} player @param {AbortSignal} signal */
  async think(game, player, signal) {
    const record = await api.gameRecord(game.id);
    const question = { record, player: broad(player), color: game.position.to_move ?? undefined, seed: game.seed };
    await api.analyse('analyses', question, (line) => {
      // What comes too late belongs to another position.
      if (signal.aborted || !('choice' in line)) return;
      this.thought = line.choice;
      this.stand();
      if (line.type === 'choice') {
        this.choice = line.choice;
        say(texts.play.wouldPlay(playerName(player), line.choice.move));
      }
      this.changed();
    }, signal);
  }

  /** Nobody wants it any more. */
  drop() {
    this.asking?.abort();
    this.asking = null;
    this.choice = null;
    this.thought = null;
  }

  /** Says how far the adviser is. */
  stand() {
    const work = this.thought?.work;
    const done = work && work.count > 1 ? ` · ${count(work.count)} ${work.unit}` : '';
    this.standing.textContent = `${texts.play.aboutHint}${done}`;
  }

  /** How far the adviser is, with a way to call it off; then what it advises. */
  progress() {
    // What is advised stays in sight as long as the colours do, which may make more of another cell.
    if (!this.asking) return this.choice ? [h('span', { class: 'quiet' }, texts.play.hintIs(this.choice.move))] : [];
    return [
      h('progress', { 'aria-label': texts.play.hintComes }),
      this.standing,
      button(texts.play.cancel, () => {
        this.drop();
        this.changed();
      }),
    ];
  }
}
