/** The games of an experiment, each to be replayed on the board. */

/** @import { LabGame } from '../types.js' */
import * as api from '../api.js';
import { attempt, button, fill, h, save } from '../dom.js';
import { playerName, specNamed } from '../players.js';

const PAGE = 25;

/** @param {string} name */
export function gamesCard(name) {
  let from = 0;
  const body = h('tbody', {});
  const pages = h('div', { class: 'row' });
  const turn = (/** @type {number} */ by) => {
    from = Math.max(0, from + by * PAGE);
    load();
  };
  const player = h('input', {
    type: 'search', placeholder: 'a player, as it is written in the table', 'aria-label': 'Games of one player', onchange: () => {
      from = 0;
      load();
    },
  });
  const load = async () => {
    // One more than a page tells whether there is another one.
    const games = await attempt(() => api.labGames(name, { player: specNamed(player.value), from, limit: PAGE + 1 }));
    if (!games) return;
    fill(body, games.length ? games.slice(0, PAGE).map((game) => row(name, game)) : h('tr', {}, h('td', { colspan: 6 }, 'No games yet')));
    fill(pages, button('◀ Earlier', () => turn(-1), { disabled: from === 0 }), button('Later ▶', () => turn(1), { disabled: games.length <= PAGE }));
  };
  const file = (/** @type {'csv' | 'jsonl' | 'sgf'} */ format, /** @type {string} */ label) =>
    button(label, () => attempt(async () => save(`${name}.${format}`, await api.labExport(name, format))), { 'aria-label': `Save all games as ${label}` });
  const head = ['Part', 'Rules', 'Red', 'Blue', 'Result', 'Replay'].map((word, index) => h('th', { scope: 'col', class: index < 2 ? 'optional' : '' }, word));
  return {
    element: h('details', { class: 'card', open: true }, h('summary', {}, 'Games'), player,
      h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Games' }, h('table', {}, h('thead', {}, h('tr', {}, head)), body)), pages,
      h('div', { class: 'row' }, h('span', { class: 'quiet' }, 'Save all games:'), file('csv', 'CSV'), file('jsonl', 'JSON Lines'), file('sgf', 'SGF'))),
    load,
  };
}

/** @param {string} name @param {LabGame} game */
function row(name, game) {
  const how = game.reason === 'path' ? '' : `, ${game.reason}`;
  const result = game.winner ? h('span', { class: `won ${game.winner}` }, `${game.winner} wins`) : 'no result';
  return h('tr', {}, h('td', { class: 'optional' }, `${game.part} ${game.number + 1}`), h('td', { class: 'optional' }, game.rules.replace(/ seasons=\S+/, ' seasons')),
    h('td', {}, playerName(game.players.red)), h('td', {}, playerName(game.players.blue)),
    h('td', {}, result, `${how}, ${game.moves} moves`),
    h('td', {}, h('a', { class: 'button chip', href: `#/analysis/experiment/${name}/${encodeURIComponent(game.key)}`, 'aria-label': `Replay game ${game.number + 1} of ${game.part}` }, '▶')));
}
