/** One player that looks at the position: its card, with what it thinks. */

/** @import { Choice, Color, GameRecord, Position, ScoreMap } from '../types.js' */
import * as api from '../api.js';
import { button, choice as select, fill, h, refill, say } from '../dom.js';
import { heatOf, lineOf, modelOf } from '../board/model.js';
import { BoardView, PLAIN } from '../board/view.js';
import { playerField, playerName } from '../players.js';
import { styleFor } from '../settings.js';
import { winBar } from '../play/status.js';

export class Engine {
  /**
   * @param {string} spec
   * @param {{ changed: () => void, show: (engine: Engine) => void, remove: (engine: Engine) => void, run: (engine: Engine) => void,
   *   isShown: (engine: Engine) => boolean, choose: (cell: string) => unknown, comparing: () => boolean, showsLine: () => boolean }} owner
   */
  constructor(spec, owner) {
    this.spec = spec;
    this.owner = owner;
    /** Whether it thinks again with every step. */
    this.live = false;
    /** @type {AbortController | null} */
    this.search = null;
    /** @type {Choice | null} */
    this.choice = null;
    /** @type {Position | null} */
    this.position = null;
    this.mapName = '';
    /** Its own board, where players are compared. @type {BoardView | null} */
    this.board = null;
    this.answer = h('div', { class: 'stack' });
    this.maps = h('div', { class: 'row' });
    this.small = h('div', {});
    this.actions = h('div', { class: 'row' });
    const field = playerField('Player', spec, (changed) => {
      this.spec = changed;
      if (this.live) this.owner.run(this);
    }, { human: false });
    this.element = h('div', { class: 'engine' }, field, this.actions, this.answer, this.maps, this.small);
    this.draw();
  }

  /** @param {GameRecord} record @param {Position} position @param {Color | undefined} color */
  async run(record, position, color) {
    this.stop();
    const search = new AbortController();
    this.search = search;
    this.choice = null;
    this.position = position;
    this.draw();
    try {
      await api.analyse('analyses', { record, player: this.spec, color }, (line) => {
        if (this.search !== search || (line.type !== 'thought' && line.type !== 'choice')) return;
        this.choice = line.choice;
        this.draw();
        this.owner.changed();
      }, search.signal);
    } catch (error) {
      if (!search.signal.aborted) say(error instanceof Error ? error.message : String(error), true);
    }
    if (this.search === search) this.search = null;
    this.draw();
  }

  stop() {
    this.search?.abort();
    this.search = null;
  }

  /** Forgets what it thought: the position is another one. */
  clear() {
    this.stop();
    this.choice = null;
    this.draw();
  }

  /** The map that is looked at. @returns {ScoreMap | undefined} */
  get map() {
    return this.choice?.maps.find(({ name }) => name === this.mapName) ?? this.choice?.maps[0];
  }

  draw() {
    const thinking = this.search !== null;
    const shown = this.owner.isShown(this);
    const live = (/** @type {boolean} */ on) => {
      this.live = on;
      if (on) this.owner.run(this);
      else this.stop();
      this.draw();
    };
    refill(this.actions, [this.live, this.owner.comparing(), shown, thinking], () => [
      button(this.live ? 'Stop' : 'Run', () => live(!this.live), { class: this.live ? '' : 'main' }),
      this.owner.comparing() ? null : button('On the board', () => this.owner.show(this), { 'aria-pressed': shown ? 'true' : 'false' }),
      button('Remove', () => this.owner.remove(this)),
      thinking ? h('span', { class: 'quiet' }, 'thinking…') : null,
    ]);
    fill(this.answer, ...(this.choice ? this.facts(this.choice) : []));
    const maps = this.choice?.maps.map(({ name }) => /** @type {[string, string]} */ ([name, name])) ?? [];
    // Between two searches there is no map; the list stays, in case somebody is choosing from it.
    if (this.choice || !thinking) refill(this.maps, [maps, this.map?.name], () => [maps.length > 1 && this.mapField(maps)]);
    fill(this.small, this.choice && this.picture(this.choice));
  }

  /** @param {[string, string][]} maps */
  mapField(maps) {
    return select('Map', maps, this.map?.name ?? '', (name) => {
      this.mapName = name;
      this.draw();
      this.owner.changed();
    });
  }

  /** @param {Choice} choice */
  facts(choice) {
    const color = this.position?.toMove;
    const percent = choice.value === null ? null : `${(100 * choice.value).toFixed(1)} % for ${color}`;
    const parts = [
      h('span', {}, 'Best ', h('strong', { class: 'best-move' }, choice.move)), percent && h('span', {}, percent),
      choice.work.count > 1 && h('span', {}, `${choice.work.count.toLocaleString('en')} ${choice.work.unit}`),
      h('span', { class: 'quiet' }, `${choice.seconds.toFixed(2)} s`),
    ];
    return [
      h('div', { class: 'facts' }, parts),
      choice.value === null ? null : winBar(color === 'red' ? choice.value : 1 - choice.value),
      choice.line.length > 1 ? h('p', { class: 'line quiet' }, choice.line.join(' ')) : null,
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
    if (choice && this.owner.showsLine()) model.line = lineOf(position, choice.line);
    const style = styleFor(model.board);
    if (this.board) this.board.update(model, style);
    else this.board = new BoardView(model, style, (cell) => this.owner.choose(cell));
    const chances = !choice || choice.value === null ? '' : `, ${(100 * choice.value).toFixed(0)} % for ${position.toMove}`;
    return h('figure', { class: 'side-board' }, this.board.element,
      h('figcaption', {}, h('strong', {}, playerName(this.spec)), choice ? ` ${choice.move}${chances}` : this.search ? ' thinking…' : ''));
  }
}

/** The mark on the best move, with its score. @param {Choice} choice @param {ScoreMap | undefined} map */
export function bestMark(choice, map) {
  const text = (map && heatOf(map).get(choice.move)?.text) ?? '★';
  return new Map([[choice.move, { text, kind: 'best' }]]);
}
