/** All games that are kept, to go on with or to look at. */

/** @import { Listed } from './types.js' */
import * as api from './api.js';
import { attempt, fill, h, sureButton } from './dom.js';
import { playerName } from './players.js';
import { importControls } from './import.js';
import * as shelf from './shelf.js';

/** @param {HTMLElement} root */
export async function gamesScreen(root) {
  const body = h('tbody', {});
  const find = async () => {
    const games = await attempt(() => api.games(search.value.trim()));
    if (games) fill(body, games.length ? games.map((game) => row(game, find)) : h('tr', {}, h('td', { colspan: 6 }, 'No games')));
    await showAnalyses(analyses, search.value.trim().toLowerCase());
  };
  const analyses = h('section', {});
  const search = h('input', { type: 'search', placeholder: 'player, board, result, or name of an analysis', 'aria-label': 'Find games', oninput: find });
  const head = ['Game', 'Red', 'Blue', 'Moves', 'State'].map((name, index) => h('th', { scope: 'col', class: index === 3 ? 'optional' : '' }, name));
  fill(root, h('div', { class: 'page' }, h('h1', {}, 'Games'), search,
    h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'List of games' },
      h('table', {}, h('thead', {}, h('tr', {}, head, h('th', { scope: 'col' }, h('span', { class: 'unseen' }, 'Delete')))), body)),
    analyses, h('section', { class: 'card' }, h('h2', {}, 'Open a record'), importControls())));
  await find();
  return { dispose() {} };
}

/** Analyses that were begun in this browser. @param {HTMLElement} place @param {string} word   What their names or rules must contain. */
async function showAnalyses(place, word) {
  const kept = (await shelf.list().catch(() => [])).filter(({ name = '', rules }) => `${name} ${rules}`.toLowerCase().includes(word));
  const forget = async (/** @type {string} */ id) => {
    await attempt(() => shelf.remove(id));
    await showAnalyses(place, word);
  };
  const row = (/** @type {shelf.Kept} */ { id, name, rules, moves, updated, hash }) => h('tr', {},
    h('td', {}, h('a', { href: hash }, name || rules), h('div', { class: 'quiet' }, `${name ? `${rules} · ` : ''}${new Date(updated).toLocaleString()}`)),
    h('td', {}, String(moves)), h('td', {}, sureButton('✕', () => forget(id), { 'aria-label': `Delete analysis ${name || id}` })));
  const columns = ['Analysis', 'Moves'].map((name) => h('th', { scope: 'col' }, name));
  fill(place, ...(kept.length ? [h('h2', {}, 'Analyses'),
    h('table', {}, h('thead', {}, h('tr', {}, columns, h('th', { scope: 'col' }, h('span', { class: 'unseen' }, 'Delete')))), h('tbody', {}, kept.map(row)))] : []));
}

/** @param {Listed} game @param {() => unknown} changed */
function row(game, changed) {
  const forget = async () => {
    await attempt(() => api.deleteGame(game.id));
    changed();
  };
  const when = new Date(game.updated * 1000).toLocaleString();
  return h('tr', {},
    h('td', {}, h('a', { href: `#/game/${game.id}` }, game.rules), h('div', { class: 'quiet' }, when)),
    h('td', {}, game.names?.red || playerName(game.players.red)), h('td', {}, game.names?.blue || playerName(game.players.blue)),
    h('td', { class: 'optional' }, String(game.moves)), h('td', {}, game.ending?.text ?? 'going on'),
    h('td', {}, sureButton('✕', forget, { 'aria-label': `Delete game ${game.id}` })));
}
