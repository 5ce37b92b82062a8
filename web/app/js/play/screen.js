/** A live game: the board, whose turn it is, and everything one can do. */

/** @import { Color, Game, Present, Thought } from '../types.js' */
import * as api from '../api.js';
import { attempt, button, fill, h, refill, say, sureButton, toggle } from '../dom.js';
import { BoardView } from '../board/view.js';
import { heatOf, isOpen, modelOf } from '../board/model.js';
import { endingText } from '../ending.js';
import { parseCell } from '../geometry.js';
import { lookControls } from '../look.js';
import { adviser, playerField } from '../players.js';
import { held } from '../seats.js';
import { remember, settings, styleFor } from '../settings.js';
import { shareControls } from '../share.js';
import { Why } from '../learn/why.js';
import { texts } from '../words/language.js';
import { Clocks } from './clock.js';
import { Coins } from './coins.js';
import { Hint } from './hint.js';
import { Past } from './past.js';
import { ring } from './sound.js';
import { COLORS, colorOf, message, moveList, seatName, seats, swapNews, thoughts } from './status.js';
import { drawOffers, followTo, inviteCard, ownColor, seatCard, takeSeat } from './together.js';

/** The cell that gets the focus when the next game is shown: whoever plays by keys goes on there. @type {string | null} */
let nextFocus = null;

/** @param {string} cell */
export const focusNext = (cell) => {
  nextFocus = cell;
};

/** Keys in fields are for the fields. @param {KeyboardEvent} event */
const isTyping = ({ target }) => target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

class PlayScreen {
  /** @param {HTMLElement} root @param {Game} game */
  constructor(root, game) {
    this.game = game;
    /** @type {Thought | null} */
    this.thought = null;
    this.hint = new Hint(() => this.draw());
    this.past = new Past(() => this.game, () => this.draw());
    this.coins = new Coins((news) => this.show(news));
    this.coins.plies = game.plies.length;
    /** The revision of the game at which something was asked that is not answered yet. @type {number | null} */
    this.asked = null;
    this.online = true;
    /** @type {Present | null} */
    this.present = null;
    /** Whether the next news are the game as it stands, whatever was known before. */
    this.rejoined = false;
    const model = modelOf(game.position);
    this.view = new BoardView(model, styleFor(model.board), (cell) => this.choose(cell));
    this.seats = h('div', { class: 'seats' });
    this.live = h('div', { class: 'stack', 'aria-live': 'polite' });
    this.thinking = h('div', {});
    this.clocks = new Clocks(this.seats);
    this.why = new Why(() => this.draw());
    this.actions = h('div', { class: 'row' });
    this.hinting = h('div', { class: 'row' });
    this.offers = h('div', { class: 'row' });
    this.hurrying = h('div', { class: 'row' });
    this.watching = h('div', { class: 'row' });
    this.ways = h('div', { class: 'row' });
    this.moves = h('div', {});
    this.steps = h('div', { class: 'row' });
    const look = h('details', { class: 'card' }, h('summary', {}, texts.look.title), lookControls(model.board, () => this.draw()));
    const share = h('details', { class: 'card' }, h('summary', {}, texts.share.title),
      shareControls(() => api.gameRecord(this.game.id), () => ({ board: this.view, link: this.link() })));
    fill(root, h('div', { class: 'screen' }, h('div', { class: 'stage' }, this.view.element, this.view.zoomControls()),
      h('section', { class: 'panel', 'aria-label': texts.play.title },
        h('div', { class: 'card' }, this.seats, this.live, this.thinking, this.why.element, this.hurrying),
        inviteCard(game),
        h('div', { class: 'card' }, this.actions, this.hinting, this.offers, this.watching, this.ways),
        h('div', { class: 'card' }, this.moves, this.steps), this.hints(), seatCard(game, (work) => this.run(work)), look, share)));
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener('keydown', this.keys);
    this.end = api.follow(game.id, {
      game: (news) => this.receive(news),
      thought: (news) => this.hear(news),
      present: (here) => this.greet(here),
      online: (online) => this.setOnline(online),
      deleted: () => {
        say(texts.play.deleted);
        location.hash = '#/games';
      },
    });
    this.clocks.take(game);
    this.draw();
    if (nextFocus) this.focus(nextFocus);
    nextFocus = null;
  }

  dispose() {
    this.end();
    this.hint.drop();
    this.coins.dispose();
    this.clocks.dispose();
    document.removeEventListener('keydown', this.keys);
  }

  /** @param {string} cell */
  focus(cell) {
    const at = parseCell(cell);
    if (at) this.view.focus(at.col, at.row);
  }

  /** The address of this game; without a server it leads nowhere but here, and there is none. */
  link() {
    return api.isBrowser ? undefined : `${location.origin}${location.pathname}#/game/${this.game.id}`;
  }

  /** @param {boolean} online */
  setOnline(online) {
    if (online && !this.online) this.rejoined = true;
    this.online = online;
    this.clocks.setOnline(online);
    this.draw();
  }

  /** Says who has come, and shows who is here. @param {Present} here */
  greet(here) {
    const before = this.present;
    const guest = COLORS.find((seat) => before && here[seat] && !before[seat] && seat !== held(this.game.id)?.seat);
    if (guest && this.game.apart) say(texts.together.hasCome(seatName(this.game, colorOf(this.game, guest))));
    this.present = here;
    this.draw();
  }

  /** @param {Game | undefined} game */
  receive(game) {
    if (!game) return;
    const isOlder = game.revision < this.game.revision;
    // A backend that was started again counts anew.
    if (isOlder && !this.rejoined && game.revision !== 0) return;
    if (isOlder && this.rejoined) say(texts.play.restarted);
    this.rejoined = false;
    this.coins.take(game);
  }

  /** @param {Game} game */
  show(game) {
    const before = this.game;
    this.game = game;
    if (game.plies.length !== before.plies.length) this.hint.drop();
    this.past.check();
    this.clocks.take(game);
    this.announce(before);
    if (game.apart?.next && !before.apart?.next && this.own()) {
      followTo(game.id, game.apart.next);
      location.hash = `#/game/${game.apart.next}`;
    }
    this.draw();
  }

  /** Says what somebody who looks away would miss. @param {Game} before */
  announce(before) {
    const { game } = this;
    const mine = this.own();
    const isNew = game.plies.length > before.plies.length;
    if (isNew && game.plies.at(-1)?.move === 'swap') say(swapNews(game, mine) ?? '');
    const turn = (/** @type {Game} */ { position }) => !position.ending && position.to_move === mine;
    if (game.apart && mine && turn(game) && (!turn(before) || isNew)) ring();
  }

  /** The colour of whoever looks: the seat that is held, or the only person's. @returns {Color | null} */
  own() {
    const { game } = this;
    if (game.apart) return ownColor(game);
    const people = /** @type {Color[]} */ (['red', 'blue']).filter((color) => game.seats[color] === 'human');
    return people.length === 1 ? people[0] : null;
  }

  /** Whether whoever looks may move now. */
  isAsked() {
    const { position, player_to_move: playerToMove, apart } = this.game;
    return !position.ending && !playerToMove && (!apart || (this.own() !== null && this.own() === position.to_move));
  }

  /** @param {Thought} thought */
  hear(thought) {
    this.thought = thought;
    this.draw();
  }

  /** @param {string} cell */
  async choose(cell) {
    const { game } = this;
    const why = this.whyNot();
    if (why) return say(why);
    const model = this.view.model;
    const move = cell === model.swap ? 'swap' : cell;
    if (move !== 'swap' && !isOpen(model, cell)) {
      return say(model.stones.has(cell) ? texts.board.isTaken(cell) : texts.board.isShut(cell));
    }
    // One action for each position that was shown: the news of a move may be here before its answer is.
    if (this.asked !== game.revision) await this.run(() => api.play(game.id, move, game.plies.length));
  }

  /** Why nobody here can move now; nothing if somebody can. */
  whyNot() {
    const { play } = texts;
    const { position, player_to_move: playerToMove, thinking, apart } = this.game;
    if (this.past.at !== null) return play.isPast;
    if (position.ending) return play.isOver;
    if (this.coins.areFalling) return play.isFalling;
    if (playerToMove) return thinking ? play.isThinking : play.isPaused;
    if (apart && !this.own()) return play.isWatched;
    return this.isAsked() ? '' : play.isTurnOf(position.to_move ?? 'red');
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
    if (isTyping(event)) return;
    const control = event.ctrlKey || event.metaKey;
    if (!control && !event.altKey && !event.shiftKey && event.key === 'ArrowLeft') this.past.step(-1);
    else if (!control && !event.altKey && !event.shiftKey && event.key === 'ArrowRight') this.past.step(1);
    else if (control && event.key === 'z' && !event.shiftKey && this.game.can_undo) this.act('undo');
    else if (control && (event.key === 'y' || event.key === 'Z') && this.game.can_redo) this.act('redo');
    else return;
    event.preventDefault();
  }

  async again() {
    const { players, position } = this.game;
    const { rules } = position;
    await attempt(async () => {
      const game = await api.newGame({ rules, players: { red: players.blue, blue: players.red }, pace: this.game.pace });
      location.hash = `#/game/${game.id}`;
    });
  }

  /** Whether the odds, and what players intend, are shown: not to those who play against them, unless they ask. */
  get spoils() {
    return this.own() ? settings.odds.playing : settings.odds.watching;
  }

  draw() {
    const { game, past } = this;
    const position = past.position ?? game.position;
    const model = modelOf(position, past.position ? {} : this.marks());
    this.view.update(model, styleFor(model.board));
    this.drawStatus();
    fill(this.thinking, this.spoils ? thoughts(this.thought, game.position.ending) : null);
    this.drawControls();
    const at = past.at ?? game.plies.length;
    refill(this.moves, [game.plies, at], () => [moveList(game, at, (move) => past.look(move))]);
    this.scrollMoves();
    refill(this.steps, [game.plies.length, past.at], () => past.controls());
    this.keepRunning();
    document.title = this.title();
  }

  /** The move that is looked at is seen in its list; the page itself stays where it is. */
  scrollMoves() {
    const list = this.moves.firstElementChild;
    const current = /** @type {HTMLElement | null} */ (list?.querySelector('[aria-current]') ?? null);
    if (list && current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }

  title() {
    const { ending, to_move: toMove } = this.game.position;
    const asked = this.game.apart && this.isAsked();
    const words = ending ? endingText(ending) : asked ? texts.play.yourTurn : texts.play.turnTitle(toMove);
    return `${words} – hexring`;
  }

  /** The game that somebody plays here is found again on the first screen. */
  keepRunning() {
    const { game } = this;
    const isPlayed = game.apart ? this.own() !== null : Object.values(game.players).includes('human');
    const isRunning = isPlayed && !game.position.ending && game.plies.length > 0;
    if (isRunning && settings.running !== game.id) remember({ running: game.id });
    if (!isRunning && settings.running === game.id) remember({ running: '' });
  }

  drawStatus() {
    const { game, online } = this;
    const mine = this.own();
    const { position } = game;
    refill(this.seats, [game.seats, game.apart?.names, position.to_move, position.seasons, mine, this.present], () => seats(game, mine, this.present));
    this.clocks.draw();
    refill(this.live, [game.plies.length, position.to_move, position.ending, game.thinking, game.paused, game.note, online, mine], () => [
      message(game, mine),
      swapNews(game, mine) && h('p', { class: 'swap-news' }, swapNews(game, mine)),
      game.note && h('p', {}, game.note),
      !online && h('p', {}, texts.play.offline),
    ]);
  }

  /** What is drawn over the cells: a hint, or what a player thinks. */
  marks() {
    const { choice } = this.hint;
    const marks = this.why.marks(this.thought?.choice, this.game.position.last);
    const current = choice ?? (settings.thoughts && this.spoils ? this.thought?.choice : null);
    if (!current) return { marks };
    const map = current.maps[0];
    const heat = map ? heatOf(map) : new Map();
    if (choice) marks.set(choice.move === 'swap' ? this.view.model.swap : choice.move, { text: heat.get(choice.move)?.text ?? '!', kind: 'hint' });
    return { heat, marks };
  }

  drawControls() {
    const { game } = this;
    const { play } = texts;
    const { ending, can_swap: canSwap } = game.position;
    const { apart } = game;
    const people = apart ? this.own() !== null : Object.values(game.players).includes('human');
    const machines = !Object.values(game.players).includes('human');
    const asked = this.isAsked();
    const swap = asked && canSwap;
    refill(this.actions, [game.can_undo, game.can_redo, asked, swap, people, !ending, this.hint.asking !== null], () => [
      !apart && button(play.undo, () => this.act('undo'), { disabled: !game.can_undo }),
      !apart && button(play.redo, () => this.act('redo'), { disabled: !game.can_redo }),
      asked && !apart && button(play.hint, () => this.hint.ask(this.game), { disabled: this.hint.asking !== null }),
      swap && button(play.swap, () => this.run(() => api.play(this.game.id, 'swap', this.game.plies.length)), { class: 'main' }),
      people && !ending && sureButton(play.resign, () => this.act('resign')),
      machines && !ending ? this.hurry() : null,
    ]);
    refill(this.hinting, [this.hint.asking !== null, this.hint.choice?.move], () => this.hint.progress());
    drawOffers(this.offers, game, (work) => this.run(work));
    refill(this.hurrying, [game.thinking, people], () => [people && game.thinking && this.hurry()]);
    const watched = machines || (game.paused && game.player_to_move);
    refill(this.watching, [watched, game.paused, game.pace, !ending], () => (watched ? this.watchControls() : []));
    refill(this.ways, [ending], () => [
      ending && !apart && button(play.again, () => this.again(), { class: 'main' }),
      h('a', { class: 'button', href: '#/' }, play.newGame),
      (ending || !apart) && h('a', { class: 'button', href: `#/analysis/game/${game.id}` }, play.analyse),
    ]);
  }

  hurry() {
    return button(texts.play.moveNow, () => this.act('stop'), { title: texts.play.aboutMoveNow });
  }

  watchControls() {
    const { game } = this;
    const { play } = texts;
    const pause = (/** @type {boolean} */ paused) => this.run(() => api.settings(game.id, { paused }));
    const pace = h('input', {
      type: 'range', min: 0, max: 2000, step: 100, value: 2000 - Math.min(2000, game.pace), 'aria-label': play.speed,
      onchange: () => this.run(() => api.settings(game.id, { pace: 2000 - Number(pace.value) })),
    });
    const over = game.position.ending !== null;
    return [
      game.paused ? button(play.goOn, () => pause(false), { disabled: over }) : button(play.pause, () => pause(true), { disabled: over }),
      button(play.step, () => this.act('step'), { disabled: over }),
      h('label', { class: 'field' }, h('span', {}, play.speed), pace),
    ];
  }

  hints() {
    if (this.game.apart) return null;
    const which = this.own() ? 'playing' : 'watching';
    const set = (/** @type {Partial<import('../settings.js').Settings>} */ changes) => {
      remember(changes);
      this.draw();
    };
    return h('details', { class: 'card' }, h('summary', {}, texts.play.thoughts),
      toggle(texts.play.showOdds, settings.odds[which], (on) => set({ odds: { ...settings.odds, [which]: on } })),
      toggle(texts.play.showThoughts, settings.thoughts, (on) => set({ thoughts: on, ...(on ? { odds: { ...settings.odds, [which]: true } } : {}) })),
      playerField(texts.play.hintsBy, settings.hint || adviser(this.game.position.rules), (hint) => remember({ hint }), { human: false, name: 'hint' }));
  }
}

/** A game by its name, or by the link of a seat in it. @param {HTMLElement} root @param {string[]} address */
export async function playScreen(root, [id = '', part = '', key = '']) {
  if (part === 'seat') {
    await takeSeat(id, key);
    // The key is kept here now; it stays out of what people copy from the address.
    history.replaceState(null, '', `#/game/${id}`);
  }
  const game = await api.game(id);
  // Whoever pressed Play far below sees the board.
  window.scrollTo(0, 0);
  return new PlayScreen(root, game);
}
