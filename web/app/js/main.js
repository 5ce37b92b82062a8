/** Begins here: which screen belongs to the address. */

import { Stranger } from './api.js';
import { fill, h, say } from './dom.js';
import { drawHeader, listenForLanguage, listenForTheme } from './header.js';
import { listenForDrops } from './import.js';
import { loadPlayers } from './players.js';
import { newGameScreen } from './play/form.js';
import { playScreen } from './play/screen.js';
import { gamesScreen } from './games.js';
import { texts } from './words/language.js';

/** @typedef {{ dispose: () => void }} Screen */

let root = /** @type {HTMLElement} */ (document.getElementById('screen'));

/** @type {Screen | null} */
let current = null;

/** @param {unknown} error */
const words = (error) => (error instanceof Error ? error.message : String(error));

/** Addresses may change while a screen is being made; the last one counts. */
let turn = 0;

/** Whether the last screen that was asked for is not there yet. */
let isMaking = false;

/** Gives the next screen a place of its own: one that is still being made fills the old one, which nobody sees. */
function leaveBehind() {
  const place = /** @type {HTMLElement} */ (root.cloneNode(false));
  place.append(...root.childNodes);
  root.replaceWith(place);
  root = place;
}

async function show() {
  const hash = location.hash || '#/';
  const mine = ++turn;
  const [, path = '', ...rest] = hash.split('/');
  current?.dispose();
  current = null;
  if (isMaking) leaveBehind();
  isMaking = true;
  document.title = 'hexring';
  try {
    const screen = await make(path, rest);
    if (mine !== turn) return screen.dispose();
    current = screen;
  } catch (error) {
    if (mine !== turn) return;
    say(words(error), true);
    fill(root, h('div', { class: 'page' }, h('h1', {}, texts.page.nothing), h('p', {}, texts.page.nowhere), h('p', {}, h('a', { href: '#/' }, texts.page.begin))));
  }
  isMaking = false;
  const parents = /** @type {Record<string, string>} */ ({ '': 'play', game: 'play', exact: 'laboratory', explorer: 'laboratory' });
  const shown = parents[path] ?? path;
  for (const link of document.querySelectorAll('nav a')) {
    if (link.getAttribute('data-screen') === shown) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

/** @param {string} path @param {string[]} rest @returns {Promise<Screen>} */
async function make(path, rest) {
  if (path === 'game') return playScreen(root, rest);
  // Those who play need not wait for what others need: it is fetched when it is asked for.
  if (path === 'analysis') return (await import('./analysis/open.js')).analysisScreen(root, rest);
  if (path === 'games') return gamesScreen(root);
  if (path === 'laboratory') return (await import('./laboratory/screen.js')).laboratoryScreen(root, rest[0] ?? '');
  if (path === 'exact') return (await import('./exact/screen.js')).exactScreen(root);
  if (path === 'explorer') return (await import('./explorer/screen.js')).explorerScreen(root, rest);
  if (path === 'learn') return (await import('./learn/screen.js')).learnScreen(root, rest);
  if (path === '') return newGameScreen(root);
  throw new Error(texts.page.noPage);
}

/** Whoever is not known here is told so, whatever the address is. @param {Stranger} fault */
const turnAway = (fault) => fill(root, h('div', { class: 'page' }, h('h1', {}, texts.page.stranger), h('p', {}, `${words(fault)}.`)));

drawHeader();
listenForTheme();
listenForDrops();
const fault = await loadPlayers().then(() => null, (error) => error);
const draw = fault instanceof Stranger ? () => turnAway(fault) : show;
if (fault && !(fault instanceof Stranger)) say(words(fault), true);
window.addEventListener('hashchange', draw);
listenForLanguage(draw);
await draw();
