/** A step of the tour, or a puzzle, while it is played: whose turn it is, and what became of it. */

/** @import { Choice, Color, GameRecord, Position } from '../types.js' */
/** @import { Continuation } from './judge.js' */
/** @import { Step } from './lessons.js' */
import * as api from '../api.js';
import { texts } from '../words/language.js';
import { begin, choose, naturalOf, other, played, playedOut, verdict, words } from './judge.js';

/**
 * `busy` while somebody thinks, `you` when you are to move, `missed` after a move that misses the
 * goal, `done` when it is reached.
 *
 * @typedef {'busy' | 'you' | 'missed' | 'done'} Phase
 */

/** Somebody who answers at once is not seen to answer. In milliseconds. */
const PAUSE = 300;

const pause = () => new Promise((done) => { setTimeout(done, PAUSE); });

export class Lesson {
  /**
   * @param {Step} step
   * @param {() => void} changed   Called whenever there is something new to see.
   * @param {() => Promise<GameRecord>} [record]   Where it begins, if the step does not say so.
   */
  constructor(step, changed, record = async () => begin(step.start)) {
    this.step = step;
    this.changed = changed;
    this.first = record;
    this.ending = new AbortController();
    /** @type {GameRecord | null} */
    this.record = null;
    /** @type {Position | null} */
    this.position = null;
    /** @type {Phase} */
    this.phase = 'busy';
    /** Whose turn it is; where a coin decides, by the coin. @type {Color | null} */
    this.turn = null;
    /** The record before the move that missed. @type {GameRecord | null} */
    this.before = null;
    /** What the other side said of its last move. @type {Choice | null} */
    this.answer = null;
    /** What was said last about a move or a choice. */
    this.remark = '';
    /** What your strategy wants, where you are to follow one and have asked, or missed it. @type {Choice | null} */
    this.rule = null;
    /** How the game goes on after a move that missed. @type {Continuation | null} */
    this.continuation = null;
    /** How often the goal was come nearer to. */
    this.times = 0;
  }

  get task() {
    return this.step.task;
  }

  get signal() {
    return this.ending.signal;
  }

  /** Nobody looks at it any more. */
  dispose() {
    this.ending.abort();
  }

  /** Begins it, or begins it anew. */
  async restart() {
    this.answer = null;
    this.remark = '';
    this.times = 0;
    await this.goTo(await this.first());
  }

  /** Takes the last move back, or all of them where the game is over. */
  async again() {
    this.remark = '';
    if (this.before) await this.goTo(this.before);
    else await this.restart();
  }

  /** @param {GameRecord} record */
  async goTo(record) {
    this.before = null;
    this.continuation = null;
    this.record = record;
    await this.settle();
  }

  /** @param {Phase} phase @param {string} [remark] */
  become(phase, remark = this.remark) {
    if (this.signal.aborted) return;
    this.phase = phase;
    this.remark = remark;
    this.changed();
  }

  /** Lets the others move until it is your turn, or over. */
  async settle() {
    this.rule = null;
    this.become('busy');
    for (;;) {
      const position = await this.look();
      if (this.task.kind === 'fill') return this.become('you');
      if (this.task.kind === 'flip') return this.become('you', texts.learn.nowLine(this.winner));
      if (position.ending) return this.end(position);
      this.turn = position.coin_due ? this.toss() : position.to_move;
      if (position.must_pass && this.turn) this.put(this.turn, 'pass');
      else if (this.turn === this.step.you || this.task.kind === 'choose') return this.become('you');
      else await this.reply();
    }
  }

  async look() {
    this.position = await api.position(/** @type {GameRecord} */ (this.record));
    return this.position;
  }

  /** @returns {Color} */
  toss() {
    return Math.random() < 0.5 ? 'red' : 'blue';
  }

  /** @param {Color} color @param {string} move */
  put(color, move) {
    this.record = played(/** @type {GameRecord} */ (this.record), color, move);
  }

  /** The other side moves: as the lesson wants it, or as a player likes. */
  async reply() {
    const color = other(this.step.you);
    const record = /** @type {GameRecord} */ (this.record);
    const random = record.rules.turns === 'random';
    this.changed();
    await pause();
    const attack = await this.attack(record);
    if (!attack) this.answer = await choose(record, this.signal, { player: this.task.opponent, ...(random ? { color } : {}) });
    this.put(color, attack ?? /** @type {Choice} */ (this.answer).move);
  }

  /** What the lesson wants the other side to play. Who has won in the end must not give that away. @param {GameRecord} record */
  async attack(record) {
    const { red = [], blue = [] } = this.position?.stones ?? {};
    const attacks = words(this.task.attacks).filter((cell) => !red.includes(cell) && !blue.includes(cell));
    if (this.task.kind !== 'end' || !attacks.length) return attacks[0];
    const { moves } = await verdict(record, this.signal);
    return attacks.find((cell) => moves.includes(cell)) ?? moves[0];
  }

  /** The game is over. @param {Position} position */
  end(position) {
    const won = position.ending?.winner === this.step.you;
    if (won || this.task.kind === 'end') this.become('done', '');
    else this.become('missed', this.step.words.missed ?? '');
  }

  /** A move of yours. @param {string} cell */
  async move(cell) {
    if (this.task.kind === 'flip') return this.flip(cell);
    const { you, task } = this.step;
    const before = /** @type {GameRecord} */ (this.record);
    // Whoever clicks again meanwhile plays nothing.
    this.become('busy', '');
    const right = task.kind === 'follow' ? await this.isByRule(cell) : true;
    this.answer = null;
    this.put(you, cell);
    this.become('busy', '');
    const position = await this.look();
    if (task.kind === 'place') return this.become('done');
    if (task.kind === 'find' && words(task.answers).includes(cell)) return this.become('done');
    if (position.ending) return this.end(position);
    if (task.now) return this.miss(before);
    if (task.kind === 'end' || task.free || (task.kind === 'follow' && right)) return this.settle();
    return this.judge(before);
  }

  /** What your strategy wants in the position that you are, or were, to move in. */
  async askRule() {
    const record = /** @type {GameRecord} */ (this.before ?? this.record);
    this.rule ??= await choose(record, this.signal, { player: this.task.strategy });
    return this.rule;
  }

  /** Whether your strategy allows a cell. @param {string} cell */
  async isByRule(cell) {
    const { maps } = await this.askRule();
    return maps[0].scores.some(([allowed]) => allowed === cell);
  }

  /** Asks the solver what your move is worth. @param {GameRecord} before */
  async judge(before) {
    const { step, task } = this;
    if (task.kind === 'follow' || task.are === 'loses' || task.are === 'best') return this.miss(before);
    const record = /** @type {GameRecord} */ (this.record);
    const { winner, moves } = await verdict(record, this.signal);
    if (winner === step.you && task.kind === 'win') return this.settle();
    // What is no answer loses, so the other side shows how.
    if (moves.length) this.put(other(step.you), await naturalOf(record, moves, this.signal));
    await this.look();
    return this.miss(before);
  }

  /** @param {GameRecord} before */
  miss(before) {
    this.before = before;
    this.become('missed', this.step.words.missed ?? '');
  }

  /** Finds what draws the reason: the rule that was to be followed, or how the game goes on. */
  async explain() {
    if (this.task.kind !== 'follow') return this.playOut();
    if (this.phase === 'done' || this.phase === 'busy') return undefined;
    await this.askRule();
    return this.changed();
  }

  /** Plays on in mind, to draw why a move loses, or wins. */
  async playOut() {
    const { phase, task, step, record } = this;
    // A move that was only too slow has lost nothing.
    const exact = (task.kind === 'win' && !task.now) || (task.kind === 'find' && task.are === 'wins');
    const over = phase === 'done' || phase === 'missed';
    if (!record || !exact || !over || this.position?.ending || this.continuation) return;
    const winner = phase === 'done' ? step.you : other(step.you);
    const continuation = await playedOut(record, winner, this.signal);
    if (this.record !== record) return;
    this.continuation = continuation;
    this.changed();
  }

  /** One of some words. @param {number} index */
  say(index) {
    this.become(index === this.task.right ? 'done' : 'you', this.step.words.choices?.[index].says);
  }

  /** Whose line there is on a full board: somebody's, always. */
  get winner() {
    return /** @type {Color} */ (this.position?.ending?.winner);
  }

  /** A full board by chance. */
  async fill() {
    const { cols, rows } = this.size();
    const cells = Array.from({ length: cols * rows }, (_, index) => index).sort(() => Math.random() - 0.5)
      .map((index) => `${String.fromCharCode(97 + (index % cols))}${Math.floor(index / cols) + 1}`);
    const half = Math.ceil(cells.length / 2);
    await this.show(cells.slice(0, half), cells.slice(half));
    this.times += 1;
    const { times = 1 } = this.task;
    this.become(this.times >= times ? 'done' : 'you', texts.learn.hasLine(this.winner, this.times, times));
  }

  /** Turns a stone of a full board over. @param {string} cell */
  async flip(cell) {
    const { red = [], blue = [] } = this.position?.stones ?? {};
    const begun = this.winner;
    const without = (/** @type {string[]} */ cells) => cells.filter((one) => one !== cell);
    const wasRed = red.includes(cell);
    await this.show(wasRed ? without(red) : [...red, cell], wasRed ? [...blue, cell] : without(blue));
    if (this.winner !== begun) this.become('done', texts.learn.nowLine(this.winner));
    else this.become('you', this.step.words.missed);
  }

  /** @param {string[]} red @param {string[]} blue */
  async show(red, blue) {
    this.become('busy');
    const record = /** @type {GameRecord} */ (this.record);
    this.record = { ...record, nodes: [{ edit: { red, blue } }] };
    await this.look();
  }

  size() {
    const [cols, rows] = /** @type {GameRecord} */ (this.record).rules.board.replace(/^\w+:/, '').split('x').map(Number);
    return { cols, rows };
  }
}
