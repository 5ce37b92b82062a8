/** A step of the tour, or a puzzle, on the page: its board, what is said, and the buttons. */

/** @import { Board, GameRecord } from '../types.js' */
/** @import { BoardModel } from '../board/model.js' */
/** @import { Step } from './lessons.js' */
import { attempt, button, fill, h, refill, say } from '../dom.js';
import { BoardView } from '../board/view.js';
import { emptyModel, heatOf, isOpen, modelOf } from '../board/model.js';
import { parseBoard } from '../geometry.js';
import { styleFor } from '../settings.js';
import { texts } from '../words/language.js';
import { choose, words } from './judge.js';
import { Lesson } from './lesson.js';
import { marksOn, reasonMarks, reasonOf } from './why.js';

/**
 * Stones of lessons are not numbered: numbers are for what is to come. And the top is at the top,
 * because lessons speak of it.
 *
 * @param {Board} board
 */
function style(board) {
  const own = styleFor(board);
  return { ...own, layout: own.layout === 'auto' ? 'r10' : own.layout, numbers: false };
}

export class LessonView {
  /**
   * @param {HTMLElement} root
   * @param {Step} step
   * @param {object} more
   * @param {HTMLElement[]} more.head   What stands above.
   * @param {string} more.board   The board, before it is known what is on it.
   * @param {(lesson: Lesson) => (HTMLElement | false)[]} more.ways   Where to go from here; asked again when it is done.
   * @param {() => void} more.reached
   * @param {() => void} [more.failed]
   * @param {() => Promise<GameRecord>} [more.record]
   */
  constructor(root, step, { head, board, ways, reached, failed = () => {}, record }) {
    this.step = step;
    this.ways = ways;
    this.reached = reached;
    this.failed = failed;
    this.explaining = false;
    /** @type {BoardModel['heat']} */
    this.heat = new Map();
    this.lesson = new Lesson(step, () => this.draw(), record);
    const model = emptyModel(parseBoard(board));
    this.board = new BoardView(model, style(model.board), (cell) => this.choose(cell));
    this.status = h('div', { class: 'stack', role: 'status' });
    this.reason = h('div', { class: 'stack reason' });
    this.actions = h('div', { class: 'row' });
    this.onward = h('div', { class: 'row onward' });
    fill(root, h('div', { class: 'screen learn' }, h('div', { class: 'stage' }, this.board.element),
      h('section', { class: 'panel', 'aria-label': texts.learn.lesson }, h('div', { class: 'card' }, head, this.status, this.actions, this.reason), this.onward)));
    this.run(() => this.lesson.restart());
  }

  dispose() {
    this.lesson.dispose();
  }

  /** Does something; what was called off is no fault. @param {() => Promise<unknown>} work */
  run(work) {
    return attempt(() => work().catch((fault) => {
      if (!this.lesson.signal.aborted) throw fault;
    }));
  }

  /** @param {string} cell */
  choose(cell) {
    const { lesson } = this;
    const { phase, task } = lesson;
    if (task.kind === 'flip' && phase === 'you') return void this.run(() => lesson.move(cell));
    if (phase === 'busy' || task.kind === 'fill' || task.kind === 'choose') return undefined;
    if (phase !== 'you') return say(phase === 'done' ? texts.learn.over : texts.learn.notYet);
    const { model } = this.board;
    if (!isOpen(model, cell)) return say(model.stones.has(cell) ? texts.board.isTaken(cell) : texts.board.isShut(cell));
    this.explaining = false;
    return void this.run(() => lesson.move(cell));
  }

  async again() {
    this.explaining = false;
    await this.run(() => this.lesson.again());
  }

  async why() {
    this.explaining = !this.explaining;
    this.draw();
    if (!this.explaining) return;
    await this.run(async () => {
      await this.warm();
      await this.lesson.explain();
    });
  }

  /** Draws what a player thinks of the cells, where that is the reason. */
  async warm() {
    const player = this.step.why?.player;
    const { record, turn, position, signal } = this.lesson;
    if (!player || !record || !turn || position?.ending) return;
    const { maps } = await choose(this.lesson.before ?? record, signal, { player, color: this.step.you });
    this.heat = heatOf(maps[0]);
    this.draw();
  }

  draw() {
    const { lesson } = this;
    if (lesson.phase === 'done') this.reached();
    if (lesson.phase === 'missed') this.failed();
    this.drawBoard();
    this.drawStatus();
    this.drawActions();
    refill(this.onward, [lesson.phase === 'done'], () => this.ways(lesson));
  }

  drawBoard() {
    const { lesson } = this;
    if (!lesson.position) return;
    const { phase, turn, position } = lesson;
    const drawn = this.explaining ? { heat: this.heat, marks: this.marks(), line: this.line() } : { marks: this.lasting() };
    const flips = lesson.task.kind === 'flip' || lesson.task.kind === 'fill';
    const toMove = phase === 'you' && !flips ? turn : null;
    this.board.update(modelOf(position, { ...drawn, toMove, ...(phase === 'done' || phase === 'missed' ? { over: true } : {}) }), style(this.board.board));
  }

  /** The cells that the reason speaks of. */
  marks() {
    return new Map([...marksOn(words(this.step.why?.cells)), ...reasonMarks(this.lesson.rule)]);
  }

  /** What is marked without a question. */
  lasting() {
    const { cells, shown } = this.step.why ?? {};
    return new Map([...marksOn(shown ? words(cells) : []), ...reasonMarks(this.lesson.answer)]);
  }

  /** How the game would go on. */
  line() {
    const plies = this.lesson.continuation?.plies ?? [];
    return new Map(plies.filter(({ move }) => move !== 'pass').map(({ color, move }, index) => [move, { color, number: index + 1 }]));
  }

  drawStatus() {
    const { lesson, step } = this;
    const { learn } = texts;
    const { phase, remark, turn } = lesson;
    const coin = turn && lesson.record?.rules.turns === 'random' && phase !== 'done' ? learn.coin[turn] : '';
    const says = {
      busy: [remark || coin || learn.busy],
      you: [remark, coin, this.asks() ? learn.yourMove[step.you] : ''],
      missed: [remark],
      done: [remark, step.words.done],
    }[phase];
    const reason = phase === 'busy' ? null : reasonOf(lesson.answer);
    refill(this.status, [phase, says, reason], () => [
      h('p', { class: `message ${phase}` }, says.filter(Boolean).join(' ')),
      reason && h('p', { class: 'quiet' }, `${lesson.answer?.move}: ${reason.text}`),
    ]);
    const shown = this.explaining ? [step.words.why, this.ruleText(), lesson.continuation ? learn.goesOn : ''] : [];
    refill(this.reason, shown, () => (shown.length ? [h('p', {}, shown.filter(Boolean).join(' '))] : []));
  }

  /** The rule that is to be followed here, as its strategy says it. */
  ruleText() {
    const reason = reasonOf(this.lesson.rule);
    return reason ? `${this.lesson.rule?.move}: ${reason.text}.` : '';
  }

  /** Whether a cell is asked for. */
  asks() {
    return !['fill', 'flip', 'choose'].includes(this.lesson.task.kind);
  }

  drawActions() {
    const { lesson } = this;
    const { phase, task, times } = lesson;
    const { learn } = texts;
    const { choices = [] } = this.step.words;
    // Before anything was done there is nothing to ask a reason of: what helps is called help.
    const asks = (phase === 'you' || phase === 'busy') && !reasonOf(lesson.answer);
    refill(this.actions, [phase, this.explaining, times > 0, asks], () => [
      task.kind === 'fill' && button(times ? learn.fillAgain : learn.fill, () => this.run(() => lesson.fill()), { class: phase === 'done' ? '' : 'main', disabled: phase === 'busy' }),
      task.kind === 'choose' && phase !== 'done' && choices.map(({ label }, index) => button(label, () => lesson.say(index))),
      this.asks() && phase !== 'busy' && button(learn.again, () => this.again(), { class: phase === 'missed' ? 'main' : '' }),
      button(asks ? learn.help : learn.why, () => this.why(), { 'aria-pressed': this.explaining ? 'true' : 'false' }),
    ].flat());
  }
}
