/** A step of the tour, or a puzzle, on the page: its board, what is said, and the buttons. */

/** @import { Board, GameRecord } from '../types.js' */
/** @import { BoardModel } from '../board/model.js' */
/** @import { Step } from './lessons.js' */
import { attempt, button, fill, h, refill, say } from '../dom.js';
import { BoardView } from '../board/view.js';
import { emptyModel, heatOf, isOpen, modelOf } from '../board/model.js';
import { parseBoard } from '../geometry.js';
import { styleFor } from '../settings.js';
import { choose, words } from './judge.js';
import { Lesson } from './lesson.js';
import { reasonOf, reasonMarks } from './why.js';

/** What the page says by itself. */
const SAYS = {
  you: { red: 'Your move: Red.', blue: 'Your move: Blue.' },
  busy: 'A moment…',
  coin: { red: 'The coin says Red.', blue: 'The coin says Blue.' },
  goesOn: 'The numbered stones show how it goes on.',
  notYet: 'Press Again first.',
  over: 'This is done. Go on, or press Again.',
};

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
   * @param {() => HTMLElement[]} more.ways   Where to go from here; asked again when it is done.
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
      h('section', { class: 'panel', 'aria-label': 'Lesson' }, h('div', { class: 'card' }, head, this.status, this.actions, this.reason), this.onward)));
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
    if (phase !== 'you') return say(phase === 'done' ? SAYS.over : SAYS.notYet);
    const { model } = this.board;
    if (!isOpen(model, cell)) return say(model.stones.has(cell) ? `${cell} is taken` : `${cell} is out of season`);
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
    const { player } = this.step.why;
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
    refill(this.onward, [lesson.phase === 'done'], () => this.ways());
  }

  drawBoard() {
    const { lesson } = this;
    if (!lesson.position) return;
    const { phase, turn, position } = lesson;
    const drawn = this.explaining ? { heat: this.heat, marks: this.marks(), line: this.line() } : { marks: reasonMarks(this.lesson.answer) };
    const flips = lesson.task.kind === 'flip' || lesson.task.kind === 'fill';
    const toMove = phase === 'you' && !flips ? turn : null;
    this.board.update(modelOf(position, { ...drawn, toMove, ...(phase === 'done' || phase === 'missed' ? { over: true } : {}) }), style(this.board.board));
  }

  /** The cells that the reason speaks of. */
  marks() {
    return new Map(words(this.step.why.cells).map((cell) => [cell, { text: '', kind: 'needed' }]));
  }

  /** How the game would go on. */
  line() {
    const plies = this.lesson.continuation?.plies ?? [];
    return new Map(plies.filter(({ move }) => move !== 'pass').map(({ color, move }, index) => [move, { color, number: index + 1 }]));
  }

  drawStatus() {
    const { lesson, step } = this;
    const { phase, remark, turn } = lesson;
    const coin = turn && lesson.record?.rules.turns === 'random' && phase !== 'done' ? SAYS.coin[turn] : '';
    const texts = {
      busy: [remark || coin || SAYS.busy],
      you: [remark, coin, this.asks() ? SAYS.you[step.you] : ''],
      missed: [remark],
      done: [remark, step.done],
    };
    const reason = phase === 'busy' ? null : reasonOf(lesson.answer);
    refill(this.status, [phase, texts[phase], reason], () => [
      h('p', { class: `message ${phase}` }, texts[phase].filter(Boolean).join(' ')),
      reason && h('p', { class: 'quiet' }, `${lesson.answer?.move}: ${reason.text}`),
    ]);
    const shown = this.explaining ? [step.why.text, lesson.continuation ? SAYS.goesOn : ''] : [];
    refill(this.reason, shown, () => (shown.length ? [h('p', {}, shown.filter(Boolean).join(' '))] : []));
  }

  /** Whether a cell is asked for. */
  asks() {
    return !['fill', 'flip', 'choose'].includes(this.lesson.task.kind);
  }

  drawActions() {
    const { lesson } = this;
    const { phase, task, times } = lesson;
    refill(this.actions, [phase, this.explaining, times > 0], () => [
      task.kind === 'fill' && button(times ? 'Fill it again' : 'Fill the board', () => this.run(() => lesson.fill()), { class: phase === 'done' ? '' : 'main', disabled: phase === 'busy' }),
      task.kind === 'choose' && phase !== 'done' && (task.choices ?? []).map(({ label }, index) => button(label, () => lesson.say(index))),
      this.asks() && phase !== 'busy' && button('Again', () => this.again(), { class: phase === 'missed' ? 'main' : '' }),
      button('Why?', () => this.why(), { 'aria-pressed': this.explaining ? 'true' : 'false' }),
    ].flat());
  }
}
