/** All games that are kept, to go on with or to look at. */

/** @import { Listed } from './types.js' */
import * as api from './api.js';
import { attempt, fill, h, sureButton } from './dom.js';
import { playerName } from './players.js';
import { endingText } from './ending.js';
import { importControls } from './import.js';
import * as shelf from './shelf.js';
import { moment, texts } from './words/language.js';

/** @param {HTMLElement} root */
export async function gamesScreen(root) {
  const { games: words, open } = texts;
  const body = h('tbody', {});
  const find = async () => {
    const games = await attempt(() => api.games(search.value.trim()));
    if (games) fill(body, games.length ? games.map((game) => row(game, find)) : h('tr', {}, h('td', { colspan: 6 }, `${words.none} `, !search.value && h('a', { href: '#/' }, texts.page.begin))));
    await showAnalyses(analyses, search.value.trim().toLowerCase());
  };
  const analyses = h('section', {});
  const search = h('input', { type: 'search', placeholder: words.aboutFind, 'aria-label': words.find, oninput: find });
  const head = Object.entries(words.columns).map(([key, name]) => h('th', { scope: 'col', class: key === 'moves' ? 'optional' : '' }, name));
  fill(root, h('div', { class: 'page' }, h('h1', {}, words.title), search,
    h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': words.list },
      h('table', {}, h('thead', {}, h('tr', {}, head, h('th', { scope: 'col' }, h('span', { class: 'unseen' }, words.delete)))), body)),
    analyses, h('section', { class: 'card' }, h('h2', {}, open.title), importControls())));
  await find();
  return { dispose() {} };
}

/** Analyses that were begun in this browser. @param {HTMLElement} place @param {string} word   What their names or rules must contain. */
async function showAnalyses(place, word) {
  const { games: words } = texts;
  const kept = (await shelf.list().catch(() => [])).filter(({ name = '', rules }) => `${name} ${rules}`.toLowerCase().includes(word));
  const forget = async (/** @type {string} */ id) => {
    await attempt(() => shelf.remove(id));
    await showAnalyses(place, word);
  };
  const row = (/** @type {shelf.Kept} */ { id, name, rules, moves, updated, hash }) => h('tr', {},
    h('td', {}, h('a', { href: hash }, name || rules), h('div', { class: 'quiet' }, `${name ? `${rules} · ` : ''}${moment(updated)}`)),
    h('td', {}, String(moves)), h('td', {}, sureButton('✕', () => forget(id), { 'aria-label': words.deleteAnalysis(name || id) })));
  const columns = [words.analysis, words.columns.moves].map((name) => h('th', { scope: 'col' }, name));
  fill(place, ...(kept.length ? [h('h2', {}, words.analyses),
    h('table', {}, h('thead', {}, h('tr', {}, columns, h('th', { scope: 'col' }, h('span', { class: 'unseen' }, words.delete)))), h('tbody', {}, kept.map(row)))] : []));
}

/** @param {Listed} game @param {() => unknown} changed */
function row(game, changed) {
  const forget = async () => {
    await attempt(() => api.deleteGame(game.id));
    changed();
  };
  const when = moment(game.updated * 1000);
  return h('tr', {},
    h('td', {}, h('a', { href: `#/game/${game.id}` }, game.rules), h('div', { class: 'quiet' }, when)),
    h('td', {}, game.names?.red || playerName(game.players.red)), h('td', {}, game.names?.blue || playerName(game.players.blue)),
    h('td', { class: 'optional' }, String(game.moves)), h('td', {}, game.ending ? endingText(game.ending) : texts.games.goingOn),
    h('td', {}, sureButton('✕', forget, { 'aria-label': texts.games.deleteGame(game.id) })));
}
