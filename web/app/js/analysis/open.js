/** The analysis that an address leads to. */

/** @import { GameRecord } from '../types.js' */
/** @import { TreeNode } from './tree.js' */
import * as api from '../api.js';
import { fromLink } from '../share.js';
import * as shelf from '../shelf.js';
import { AnalysisScreen } from './screen.js';
import { Tree, emptyRecord } from './tree.js';

/**
 * The record that an address names, and where in it to begin; null is its end.
 *
 * @param {string[]} address
 * @returns {Promise<{ record: GameRecord, at: number[] | null }>}
 */
async function opened([kind, data, at = '']) {
  if (kind === 'game') return { record: await api.gameRecord(data), at: null };
  if (kind === 'record') return fromLink(data, at);
  if (kind === 'experiment') return { record: await api.labRecord(data, decodeURIComponent(at)), at: [] };
  if (kind === 'moves') {
    const text = `${decodeURIComponent(data)}\n${decodeURIComponent(at).replaceAll(',', ' ')}`;
    return { record: (await api.readRecord(text)).record, at: null };
  }
  return { record: emptyRecord({ board: 'plane:11x11', first: 'red', turns: 'alternate', swap: 'none', seasons: null }), at: [] };
}

/** @param {HTMLElement} root @param {string[]} rest */
export async function analysisScreen(root, rest) {
  const address = location.hash;
  const { record, at } = await opened(rest);
  const tree = new Tree(record);
  const node = at ? tree.at(at) : /** @type {TreeNode} */ (tree.line(tree.root).at(-1));
  const position = await api.position(tree.recordOf(tree.way(node)));
  const kept = await shelf.at(address).catch(() => undefined);
  const game = rest[0] === 'game' ? rest[1] : null;
  const screen = new AnalysisScreen(root, { record, at, position, id: kept?.id ?? shelf.newId(), game, address });
  // Whoever opened a record further down wants to see the board.
  window.scrollTo(0, 0);
  return screen;
}
