/** What people in two browsers need: invitations, names, offers. */

/** @import { Color, Game } from '../types.js' */
/** @import { Held } from '../seats.js' */
import * as api from '../api.js';
import { attempt, button, fill, h, refill, toggle } from '../dom.js';
import { copyText } from '../clipboard.js';
import { held, hold } from '../seats.js';
import { remember, settings } from '../settings.js';
import { texts } from '../words/language.js';
import { COLORS, colorOf, other, seatName } from './status.js';

/** The seat that a link leads to; from then on this browser holds it. @param {string} id @param {string} key */
export async function takeSeat(id, key) {
  const before = held(id);
  hold(id, { ...before, key, seat: null });
  try {
    hold(id, { ...before, key, seat: await api.seat(id) });
  } catch (error) {
    hold(id, before ?? { key: null, seat: null });
    throw error;
  }
}

/** Keeps the keys of a game that was just made, and takes a seat in it. @param {Game & { keys?: Held['keys'] }} game @param {Color | null} seat */
export function keepKeys({ id, keys }, seat) {
  if (keys) hold(id, { keys, seat, key: seat ? keys[seat] : null });
}

/** The colour that this browser plays in a game between people; null for those who watch. @param {Game} game */
export function ownColor(game) {
  const seat = held(game.id)?.seat ?? null;
  return seat && colorOf(game, seat);
}

/** The seat goes on in the next game, with the other colour. @param {string} id @param {string} next */
export function followTo(id, next) {
  const own = held(id);
  if (!own) return;
  const { keys, seat } = own;
  hold(next, { ...own, seat: seat && other(seat), ...(keys ? { keys: { red: keys.blue, blue: keys.red } } : {}) });
}

/** Invitations, for whoever has the keys. @param {Game} game */
export function inviteCard(game) {
  const keys = held(game.id)?.keys;
  if (!game.apart || !keys) return null;
  const list = h('div', { class: 'stack' });
  const card = h('details', { class: 'card', open: game.plies.length < 2 }, h('summary', {}, texts.together.invite), list);
  attempt(async () => {
    const { together } = texts;
    const { links, local } = await api.addresses();
    // The way that this page came by is one that works.
    const base = links.find((link) => new URL(link).origin === location.origin && !local) ?? links[0] ?? `${location.origin}/`;
    const row = (/** @type {string} */ name, /** @type {string} */ hash) => {
      const link = h('input', { readonly: true, value: `${base}${hash}`, onfocus: () => link.select() });
      return h('div', { class: 'row nowrap' }, h('label', { class: 'field' }, h('span', {}, name), link),
        button(together.copy, () => copyText(link.value, name), { 'aria-label': together.copyLink(name) }));
    };
    const mine = held(game.id)?.seat;
    fill(list,
      ...COLORS.filter((color) => color !== mine).map((color) => row(together.linkToPlay(color), `#/game/${game.id}/seat/${keys[color]}`)),
      row(together.linkToWatch, `#/game/${game.id}`),
      h('p', { class: 'quiet' }, local ? together.onlyHere : together.oneOnly));
  });
  return card;
}

/** The name of whoever sits here, and the sound. @param {Game} game @param {(work: () => Promise<Game>) => unknown} run */
export function seatCard(game, run) {
  const mine = ownColor(game);
  if (!game.apart || !mine) return null;
  const name = h('input', { value: game.apart.names[mine] || settings.name, maxlength: 40, name: 'name', autocomplete: 'nickname' });
  const tell = () => {
    remember({ name: name.value.trim() });
    return run(() => api.setName(game.id, name.value));
  };
  name.addEventListener('change', tell);
  // Whoever has said it once is known by it.
  if (settings.name && !game.apart.names[mine]) tell();
  return h('div', { class: 'card' }, h('label', { class: 'field' }, h('span', {}, texts.together.ownName), name),
    toggle(texts.together.tone, settings.sound, (sound) => remember({ sound })));
}

/**
 * What can be offered, and what is.
 *
 * @param {HTMLElement} place
 * @param {Game} game
 * @param {(work: () => Promise<Game>) => unknown} run
 */
export function drawOffers(place, game, run) {
  const mine = ownColor(game);
  const { offer = null, next = null } = game.apart ?? {};
  const over = game.position.ending !== null;
  const moved = game.plies.length > 0;
  refill(place, [mine, offer, next, over, moved, game.apart?.names], () => {
    const { together } = texts;
    if (next) return [h('a', { class: 'button main', href: `#/game/${next}` }, together.next)];
    if (!game.apart || !mine) return [];
    const answer = (/** @type {'accept' | 'decline'} */ word) => run(() => api.act(game.id, word));
    if (!offer) {
      return over ? [button(together.offerRematch, () => run(() => api.offer(game.id, 'rematch')), { class: 'main' })]
        : [button(together.askBack, () => run(() => api.offer(game.id, 'take-back')), { disabled: !moved })];
    }
    if (offer.by === mine) return [h('span', {}, together.asked[offer.what]), button(together.withdraw, () => answer('decline'))];
    return [
      h('span', { role: 'alert' }, together.asks[offer.what](seatName(game, offer.by))),
      button(together.accept, () => answer('accept'), { class: 'main' }), button(together.decline, () => answer('decline')),
    ];
  });
}
