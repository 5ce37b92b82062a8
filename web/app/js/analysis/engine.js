/** One player that looks at the position: its card, with what it thinks. */

/** @import { AnalysisLine, Choice, Color, GameRecord, Position, ScoreMap } from '../types.js' */
/** @import { BoardModel } from '../board/model.js' */
import * as api from '../api.js';
import { button, choice as select, fill, h, refill, say } from '../dom.js';
import { heatOf, leavesOut, lineOf, modelOf } from '../board/model.js';
import { BoardView, PLAIN } from '../board/view.js';
import { broad, playerField, playerName, unlimited } from '../players.js';
import { styleFor } from '../settings.js';
import { winBar } from '../play/status.js';
import { fixed, texts } from '../words/language.js';
import { LineList, few } from './lines.js';

/** How often the page shows what a player thinks, in milliseconds. */
const EVERY = 150;

/** The map to look at unless another one is chosen. */
const MAP = 'win rate';

/** @typedef {'idle' | 'soon' | 'waiting' | 'thinking' | 'done' | 'stopped'} State */

/**
 * @typedef {object} Owner
 * @property {() => void} changed
 * @property {(engine: Engine) => void} show
 * @property {(engine: Engine) => void} remove
 * @property {(engine: Engine) => void} run
 * @property {(engine: Engine) => boolean} isShown
 * @property {() => boolean} isAlone
 * @property {(cell: string) => unknown} choose
 * @property {() => boolean} comparing
 * @property {() => boolean} showsLine
 */

export class Engine {
  /** @param {string} spec @param {Owner} owner */
  constructor(spec, owner) {
    this.spec = spec;
    this.owner = owner;
    /** Whether it thinks again with every step. */
    this.live = false;
    /** @type {State} */
    this.state = 'idle';
    /** How many are served before it. */
    this.ahead = 0;
    /** @type {AbortController | null} */
    this.search = null;
    /** @type {Choice | null} */
    this.choice = null;
    /** @type {Position | null} */
    this.position = null;
    this.mapName = '';
    /** Its own board, where players are compared. @type {BoardView | null} */
    this.board = null;
    this.drawing = 0;
    this.standing = h('span', { class: 'quiet standing' });
    this.answer = h('div', { class: 'stack' });
    this.lines = new LineList(() => this.owner.changed());
    this.maps = h('div', { class: 'map-field' });
    this.legend = h('div', { class: 'legend' });
    this.small = h('div', {});
    this.actions = h('div', { class: 'row' });
    const field = playerField(texts.engine.player, spec, (changed) => {
      this.spec = changed;
      if (this.live) this.owner.run(this);
    }, { human: false });
    this.element = h('div', { class: 'engine' }, h('div', { class: 'engine-head' }, field, this.maps), h('div', { class: 'row' }, this.actions, this.standing),
      this.answer, this.lines.element, this.legend, this.small);
    this.draw();
  }

  get isRunning() {
    return this.state === 'soon' || this.state === 'waiting' || this.state === 'thinking';
  }

  /** @param {GameRecord} record @param {Position} position @param {Color | undefined} color */
  async run(record, position, color) {
    this.clear();
    const search = new AbortController();
    this.search = search;
    this.state = 'thinking';
    this.position = position;
    this.draw();
    const thinker = broad(this.spec);
    const player = unlimited(thinker);
    try {
      await api.analyse('analyses', { record, player, color, endless: player !== thinker }, (line) => {
        if (this.search === search) this.hear(line);
      }, search.signal);
    } catch (error) {
      if (!search.signal.aborted) say(error instanceof Error ? error.message : String(error), true);
    }
    if (this.search !== search) return;
    this.search = null;
    this.state = this.choice ? 'done' : 'stopped';
    this.show();
  }

  /** @param {AnalysisLine} line */
  hear(line) {
    if (line.type === 'waiting') {
      this.state = 'waiting';
      this.ahead = line.ahead;
    } else if (line.type === 'thought' || line.type === 'choice') {
      this.state = 'thinking';
      this.choice = line.choice;
    }
    // The page must stay quick, however much is told.
    this.drawing ||= window.setTimeout(() => this.show(), EVERY);
  }

  /** Shows what was heard. */
  show() {
    window.clearTimeout(this.drawing);
    this.drawing = 0;
    this.draw();
    this.owner.changed();
  }

  /** Ends the search; what it has found stays. */
  stop() {
    this.search?.abort();
    this.search = null;
    if (this.isRunning) this.state = 'stopped';
  }

  /** Begins, or ends and follows the moves no longer. */
  toggle() {
    this.live = !this.isRunning;
    if (this.live) this.owner.run(this);
    else this.stop();
    this.draw();
  }

  /** Forgets what it thought: the position is another one. */
  clear() {
    this.stop();
    window.clearTimeout(this.drawing);
    this.drawing = 0;
    this.choice = null;
    this.state = this.live ? 'soon' : 'idle';
    this.draw();
  }

  /** There is nothing to think about. */
  rest() {
    this.clear();
    this.state = 'idle';
    this.draw();
  }

  /** The map that is looked at. @returns {ScoreMap | undefined} */
  get map() {
    const named = (/** @type {string} */ wanted) => this.choice?.maps.find(({ name }) => name === wanted);
    return named(this.mapName) ?? named(MAP) ?? this.choice?.maps[0];
  }

  /** The moves to draw: those that somebody points at, or the best ones. */
  get line() {
    return this.lines.moves ?? (this.owner.showsLine() ? this.choice?.line : undefined) ?? [];
  }

  /** What it does, in words. */
  get words() {
    const { state, choice } = this;
    const time = choice ? `, ${fixed(choice.seconds, choice.seconds < 10 ? 2 : 0)} s` : '';
    if (state === 'waiting') return texts.engine.waiting(this.ahead);
    return state === 'idle' || state === 'soon' ? '' : texts.engine[state](time);
  }

  draw() {
    const shown = this.owner.isShown(this);
    const alone = this.owner.isAlone();
    refill(this.actions, [this.isRunning, this.owner.comparing(), shown, alone], () => [
      button(this.isRunning ? texts.engine.stop : texts.engine.run, () => this.toggle(), { class: this.isRunning ? 'run' : 'run main' }),
      alone || this.owner.comparing() ? null : button(texts.engine.onBoard, () => this.owner.show(this), { 'aria-pressed': shown ? 'true' : 'false' }),
      alone ? null : button(texts.engine.remove, () => this.owner.remove(this)),
    ]);
    fill(this.standing, this.words);
    fill(this.answer, ...(this.choice ? this.facts(this.choice) : []));
    this.lines.update(this.choice ? linesOf(this.choice, this.position) : []);
    const maps = this.choice?.maps.map(({ name }) => /** @type {[string, string]} */ ([name, name])) ?? [];
    // Between two searches there is no map; the list stays, in case somebody is choosing from it.
    if (this.choice || !this.isRunning) refill(this.maps, [maps, this.map?.name], () => [maps.length > 1 && this.mapField(maps)]);
    this.drawLegend();
    fill(this.small, this.choice && this.picture(this.choice));
  }

  /** What the colours of the map mean, and what it means that a cell has none. */
  drawLegend() {
    const { map, position } = this;
    const { greener, uncoloured } = texts.engine;
    const words = /** @type {Record<string, string>} */ (uncoloured);
    const blank = map && position && leavesOut(modelOf(position), map) ? words[map.name] ?? uncoloured.other : '';
    refill(this.legend, [map?.name, blank], () => [map && h('p', { class: 'quiet' }, h('span', { class: 'ramp' }), `${greener} ${blank}`)]);
  }

  /** @param {[string, string][]} maps */
  mapField(maps) {
    return select(texts.engine.map, maps, this.map?.name ?? '', (name) => {
      this.mapName = name;
      this.draw();
      this.owner.changed();
    });
  }

  /** @param {Choice} choice */
  facts(choice) {
    const color = this.position?.to_move;
    const percent = choice.value === null ? null : texts.engine.chances(fixed(100 * choice.value, 1), color);
    const parts = [
      h('span', {}, texts.engine.best, h('strong', { class: 'best-move' }, choice.move)), percent && h('span', {}, percent),
      choice.work.count > 1 && h('span', { class: 'quiet' }, `${few(choice.work.count)} ${choice.work.unit}`),
    ];
    return [
      h('div', { class: 'facts' }, parts),
      choice.value === null ? null : winBar(color === 'red' ? choice.value : 1 - choice.value),
      choice.note ? h('p', { class: 'quiet note' }, choice.note) : null,
    ];
  }

  /** A small board of its own, so that players can be compared side by side. @param {Choice} choice */
  picture(choice) {
    if (!this.position || !this.map || this.owner.isShown(this) || this.owner.comparing()) return null;
    const model = modelOf(this.position, { heat: heatOf(this.map), marks: bestMark(choice, this.map) });
    const view = new BoardView(model, { ...PLAIN, coordinates: false, copies: 0 }, null);
    return h('div', { class: 'small' }, view.element);
  }

  /** A board beside those of the others, with what it thinks in a line. @param {Position} position */
  figure(position) {
    const { choice, map } = this;
    const model = modelOf(position);
    if (choice && map) model.heat = heatOf(map);
    if (choice) model.marks = bestMark(choice, map);
    model.line = lineOf(position, this.line);
    const style = styleFor(model.board);
    if (this.board) this.board.update(model, style);
    else this.board = new BoardView(model, style, (cell) => this.owner.choose(cell));
    const chances = !choice || choice.value === null ? '' : `, ${texts.engine.chances(fixed(100 * choice.value, 0), position.to_move)}`;
    return h('figure', { class: 'side-board' }, this.board.element,
      h('figcaption', {}, h('strong', {}, playerName(this.spec)), choice ? ` ${choice.move}${chances}` : ` ${this.words}`));
  }
}

/**
 * The lines to list. Where the stone can be taken over, that is worth what the best move is not.
 *
 * @param {Choice} choice @param {Position | null} position
 */
function linesOf({ lines, line, value }, position) {
  const all = lines.length ? lines : [{ moves: line, value, visits: null }];
  if (!position?.can_swap || value === null || line[0] === 'swap') return all;
  const swap = { moves: ['swap'], value: 1 - value, visits: null };
  return value < 0.5 ? [swap, ...all] : [...all.slice(0, 4), swap];
}

/** The mark on the best move, with its score. @param {Choice} choice @param {ScoreMap | undefined} map @returns {BoardModel['marks']} */
export function bestMark(choice, map) {
  const text = (map && heatOf(map).get(choice.move)?.text) ?? '★';
  return new Map([[choice.move, { text, kind: 'best' }]]);
}
