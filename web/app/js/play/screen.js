/** A live game: the board, whose turn it is, and everything one can do. */

/** @import { Choice, Game, Thought } from '../types.js' */
import * as api from '../api.js';
import { attempt, button, fill, h, refill, say, toggle } from '../dom.js';
import { BoardView } from '../board/view.js';
import { heatOf, isOpen, modelOf } from '../board/model.js';
import { adviser, playerField } from '../players.js';
import { lookControls, remember, settings, styleFor } from '../settings.js';
import { shareControls } from '../share.js';
import { Why } from '../learn/why.js';
import { message, moveList, seats, thoughts } from './status.js';

class PlayScreen {
  /** @param {HTMLElement} root @param {Game} game */
  constructor(root, game) {
    this.game = game;
    /** @type {Thought | null} */
    this.thought = null;
    /** @type {Choice | null} */
    this.hint = null;
    /** The revision of the game at which something was asked that is not answered yet. @type {number | null} */
    this.asked = null;
    this.online = true;
    const model = modelOf(game.position);
    this.view = new BoardView(model, styleFor(model.board), (cell) => this.choose(cell));
    this.status = h('div', { class: 'stack', 'aria-live': 'polite' });
    this.thinking = h('div', {});
    this.why = new Why(() => this.draw());
    /** What the status says, so that the coin falls and is read aloud once only. */
    this.said = '';
    this.actions = h('div', { class: 'row' });
    this.hurrying = h('div', { class: 'row' });
    this.watching = h('div', { class: 'row' });
    this.ways = h('div', { class: 'row' });
    this.moves = h('div', { class: 'card' });
    const look = h('details', { class: 'card' }, h('summary', {}, 'Look'), lookControls(model.board, () => this.draw()));
    const share = h('details', { class: 'card' }, h('summary', {}, 'Save and share'),
      shareControls(() => api.gameRecord(this.game.id), () => ({ board: this.view })));
    fill(root, h('div', { class: 'screen' }, h('div', { class: 'stage' }, this.view.element),
      h('section', { class: 'panel', 'aria-label': 'Game' },
        h('div', { class: 'card' }, this.status, this.thinking, this.why.element, this.hurrying),
        h('div', { class: 'card' }, this.actions, this.watching, this.ways), this.moves, this.hints(), look, share)));
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener('keydown', this.keys);
    this.end = api.follow(game.id, {
      game: (news) => this.receive(news),
      thought: (news) => this.hear(news),
      online: (online) => {
        this.online = online;
        this.draw();
      },
      deleted: () => {
        say('This game was deleted');
        location.hash = '#/games';
      },
    });
    this.draw();
  }

  dispose() {
    this.end();
    document.removeEventListener('keydown', this.keys);
  }

  /** @param {Game | undefined} game */
  receive(game) {
    if (!game || game.revision < this.game.revision) {
      // A restarted server counts anew.
      if (!game || game.revision !== 0) return;
    }
    if (game.plies.length !== this.game.plies.length) this.hint = null;
    this.game = game;
    this.draw();
  }

  /** @param {Thought} thought */
  hear(thought) {
    this.thought = thought;
    this.draw();
  }

  /** @param {string} cell */
  async choose(cell) {
    const { game } = this;
    const { position } = game;
    if (position.ending) return say('The game is over');
    if (game.playerToMove) return say(game.thinking ? 'The player is thinking' : 'A player is to move: press Go on or Step');
    const model = this.view.model;
    const move = cell === model.swap ? 'swap' : cell;
    if (move !== 'swap' && !isOpen(model, cell)) {
      return say(model.stones.has(cell) ? `${cell} is taken` : `${cell} is out of season`);
    }
    // One action for each position that was shown: the news of a move may be here before its answer is.
    if (this.asked !== game.revision) await this.run(() => api.play(game.id, move, game.plies.length));
  }

  /** Does something to the game. @param {() => Promise<Game>} work */
  async run(work) {
    const asked = this.game.revision;
    this.asked = asked;
    const game = await attempt(work);
    if (this.asked === asked) this.asked = null;
    this.receive(game);
  }

  /** @param {'undo' | 'redo' | 'resign' | 'stop' | 'step'} action */
  act(action) {
    return this.run(() => api.act(this.game.id, action));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const control = event.ctrlKey || event.metaKey;
    if (!control || event.target instanceof HTMLInputElement) return;
    if (event.key === 'z' && !event.shiftKey && this.game.canUndo) this.act('undo');
    else if ((event.key === 'y' || event.key === 'Z') && this.game.canRedo) this.act('redo');
    else return;
    event.preventDefault();
  }

  async askHint() {
    const player = settings.hint || adviser(this.game.position.rules);
    say(`${player} thinks about your move…`);
    const hint = await attempt(() => api.hint(this.game.id, player));
    if (!hint) return;
    this.hint = hint;
    say(`${player} would play ${hint.move}`);
    this.draw();
  }

  async again() {
    const { players, position } = this.game;
    const { rules } = position;
    await attempt(async () => {
      const game = await api.newGame({ rules, players: { red: players.blue, blue: players.red }, pace: this.game.pace });
      location.hash = `#/game/${game.id}`;
    });
  }

  draw() {
    const { game } = this;
    const { position } = game;
    const extras = this.marks();
    const model = modelOf(position, extras);
    this.view.update(model, styleFor(model.board));
    this.drawStatus();
    fill(this.thinking, thoughts(this.thought));
    this.drawControls();
    fill(this.moves, moveList(game));
    const list = this.moves.firstElementChild;
    if (list) list.scrollTop = list.scrollHeight;
    document.title = position.ending ? `${position.ending.text} – hexring` : `${position.toMove ?? 'coin'} to move – hexring`;
  }

  drawStatus() {
    const { game, online } = this;
    const now = JSON.stringify([game.revision, game.thinking, game.paused, game.note, online]);
    if (now === this.said) return;
    this.said = now;
    fill(this.status, h('div', { class: 'seats' }, seats(game)), message(game), game.note ? h('p', {}, game.note) : null,
      online ? null : h('p', {}, 'The server does not answer; trying again…'));
  }

  /** What is drawn over the cells: a hint, or what a player thinks. */
  marks() {
    const why = this.why.marks(this.thought?.choice, this.game.position.last);
    const current = this.hint ?? (settings.thoughts ? this.thought?.choice : null);
    if (!current) return { marks: why };
    const map = current.maps[0];
    const heat = map ? heatOf(map) : new Map();
    const marks = why;
    if (this.hint) marks.set(current.move === 'swap' ? this.view.model.swap : current.move, { text: heat.get(current.move)?.text ?? '!', kind: 'hint' });
    return { heat, marks };
  }

  drawControls() {
    const { game } = this;
    const { ending, canSwap } = game.position;
    const people = game.players.red === 'human' || game.players.blue === 'human';
    const asked = !ending && !game.playerToMove;
    const swap = asked && canSwap;
    refill(this.actions, [game.canUndo, game.canRedo, asked, swap, people, !ending], () => [
      button('↶ Undo', () => this.act('undo'), { disabled: !game.canUndo }),
      button('↷ Redo', () => this.act('redo'), { disabled: !game.canRedo }),
      asked && button('Hint', () => this.askHint()),
      swap && button('Swap', () => this.run(() => api.play(this.game.id, 'swap', this.game.plies.length)), { class: 'main' }),
      people && !ending && button('Resign', () => this.act('resign')),
      people || ending ? null : this.hurry(),
    ]);
    refill(this.hurrying, [game.thinking, people], () => [people && game.thinking && this.hurry()]);
    const watched = !people || (game.paused && game.playerToMove);
    refill(this.watching, [watched, game.paused, game.pace, !ending], () => (watched ? this.watchControls() : []));
    refill(this.ways, [ending], () => [
      ending && button('Again, colours swapped', () => this.again(), { class: 'main' }),
      h('a', { class: 'button', href: '#/' }, 'New game'),
      h('a', { class: 'button', href: `#/analysis/game/${game.id}` }, 'Analyse'),
    ]);
  }

  hurry() {
    return button('Move now', () => this.act('stop'), { title: 'The player that thinks plays the best move that it has' });
  }

  watchControls() {
    const { game } = this;
    const pause = (/** @type {boolean} */ paused) => this.run(() => api.settings(game.id, { paused }));
    const pace = h('input', {
      type: 'range', min: 0, max: 2000, step: 100, value: 2000 - Math.min(2000, game.pace), 'aria-label': 'Speed',
      onchange: () => this.run(() => api.settings(game.id, { pace: 2000 - Number(pace.value) })),
    });
    const over = game.position.ending !== null;
    return [
      game.paused ? button('▶ Go on', () => pause(false), { disabled: over }) : button('❚❚ Pause', () => pause(true), { disabled: over }),
      button('Step', () => this.act('step'), { disabled: over }),
      h('label', { class: 'field' }, h('span', {}, 'Speed'), pace),
    ];
  }

  hints() {
    return h('details', { class: 'card' }, h('summary', {}, 'Thoughts and hints'),
      toggle('Show what players think on the board', settings.thoughts, (on) => {
        remember({ thoughts: on });
        this.draw();
      }),
      playerField('Hints by', settings.hint || adviser(this.game.position.rules), (hint) => remember({ hint }), { human: false }));
  }
}

/** @param {HTMLElement} root @param {string} id */
export async function playScreen(root, id) {
  return new PlayScreen(root, await api.game(id));
}
