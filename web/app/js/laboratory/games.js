/** The games of an experiment, each to be replayed on the board. */

/** @import { LabGame } from '../types.js' */
import * as api from '../api.js';
import { attempt, button, fill, h, save } from '../dom.js';
import { playerName, specNamed } from '../players.js';
import { texts } from '../words/language.js';

const PAGE = 25;

/** @param {string} name */
export function gamesCard(name) {
  const { laboratory } = texts;
  let from = 0;
  const body = h('tbody', {});
  const pages = h('div', { class: 'row' });
  const turn = (/** @type {number} */ by) => {
    from = Math.max(0, from + by * PAGE);
    load();
  };
  const player = h('input', {
    type: 'search', placeholder: laboratory.aboutPlayer, 'aria-label': laboratory.ofPlayer, onchange: () => {
      from = 0;
      load();
    },
  });
  const load = async () => {
    // One more than a page tells whether there is another one.
    const games = await attempt(() => api.labGames(name, { player: specNamed(player.value), from, limit: PAGE + 1 }));
    if (!games) return;
    fill(body, games.length ? games.slice(0, PAGE).map((game) => row(name, game)) : h('tr', {}, h('td', { colspan: 6 }, laboratory.noGames)));
    fill(pages, button(laboratory.earlier, () => turn(-1), { disabled: from === 0 }), button(laboratory.later, () => turn(1), { disabled: games.length <= PAGE }));
  };
  const file = (/** @type {'csv' | 'jsonl' | 'sgf'} */ format, /** @type {string} */ label) =>
    button(label, () => attempt(async () => save(`${name}.${format}`, await api.labExport(name, format))), { 'aria-label': laboratory.saveAs(label) });
  const head = Object.values(laboratory.columns).map((word, index) => h('th', { scope: 'col', class: index < 2 ? 'optional' : '' }, word));
  return {
    element: h('details', { class: 'card', open: true }, h('summary', {}, laboratory.games), player,
      h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': laboratory.games }, h('table', {}, h('thead', {}, h('tr', {}, head)), body)), pages,
      h('div', { class: 'row' }, h('span', { class: 'quiet' }, laboratory.saveAll), file('csv', 'CSV'), file('jsonl', 'JSON Lines'), file('sgf', 'SGF'))),
    load,
  };
}

/** @param {string} name @param {LabGame} game */
function row(name, game) {
  const { laboratory } = texts;
  const reasons = /** @type {Record<string, string>} */ (laboratory.reasons);
  const how = game.reason === 'path' ? '' : `, ${reasons[game.reason] ?? game.reason}`;
  const result = game.winner ? h('span', { class: `won ${game.winner}` }, laboratory.wins[game.winner]) : laboratory.noResult;
  return h('tr', {}, h('td', { class: 'optional' }, `${game.part} ${game.number + 1}`), h('td', { class: 'optional' }, game.rules.replace(/ seasons=\S+/, ' seasons')),
    h('td', {}, playerName(game.players.red)), h('td', {}, playerName(game.players.blue)),
    h('td', {}, result, `${how}, ${laboratory.moves(game.moves)}`),
    h('td', {}, h('a', { class: 'button chip', href: `#/analysis/experiment/${name}/${encodeURIComponent(game.key)}`, 'aria-label': laboratory.replay(game.number + 1, game.part) }, '▶')));
}
