/** Records in: pasted, opened from a file, or dropped onto the page. */

/** @import { GameRecord, Rules } from './types.js' */
import * as api from './api.js';
import { attempt, button, h, say } from './dom.js';
import { parseBoard } from './geometry.js';
import { hashOf } from './share.js';

/** The longest file that is sent to the server, in bytes. */
const MAX_FILE = 1_000_000;

/** Sites whose links name a game without holding it. @type {[RegExp, string][]} */
const SITES = [[/playhex/i, 'A PlayHex'], [/littlegolem/i, 'A Little Golem'], [/./, 'This']];

/** The rules of the board that is open, for moves that come without any. @type {Rules | null} */
let openRules = null;

/** @param {Rules | null} rules */
export function setOpenRules(rules) {
  openRules = rules;
}

/** Opens a text in analysis, whatever format it is in. @param {string} text */
export async function openText(text) {
  await attempt(async () => {
    const own = text.trim().match(/#\/(analysis\/record\/\S+|game\/\w+)$/);
    if (own) {
      location.hash = `#/${own[1]}`;
      return;
    }
    const found = recordIn(text.trim());
    const { format, record } = await api.readRecord(found, rulesFor(found));
    location.hash = (await hashOf(record, cursor(record))).slice(1);
    say(`Opened ${{ sgf: 'an SGF record', hexworld: 'a HexWorld link', moves: 'a list of moves', json: 'a record' }[format] ?? ''}`);
  });
}

/** The part of a text that is a record; words and links around it are left out. @param {string} text */
function recordIn(text) {
  if (text.startsWith('{')) return text;
  const known = text.match(/\(\s*;[^]*\)/) ?? text.match(/\S*hexworld\.org\/board\/?#\S+/i);
  if (known) return known[0];
  const link = text.match(/https?:\/\/\S+|\S*\b(?:playhex|littlegolem)\.\S+/i)?.[0];
  if (!link) return text;
  const rest = text.replace(link, '').trim();
  const site = SITES.find(([pattern]) => pattern.test(link))?.[1];
  if (!rest) throw new Error(`${site} link holds no moves: copy the game's SGF, its moves or its HexWorld link there`);
  return rest;
}

/** The open board's rules; whoever pastes a swap may swap. @param {string} moves */
function rulesFor(moves) {
  if (!openRules) return undefined;
  if (openRules.swap !== 'none' || openRules.turns === 'random' || !/\bswap/i.test(moves)) return openRules;
  const { topology, cols, rows } = parseBoard(openRules.board);
  return { ...openRules, swap: cols === rows && topology !== 'cylinder' ? 'pieces' : 'sides' };
}

/** Where a record says that somebody was looking; null for the end. @param {GameRecord} record */
function cursor({ view }) {
  const moves = view?.match(/,(\d+)$/)?.[1];
  return moves ? Array.from({ length: Number(moves) }, () => 0) : null;
}

/** @param {File | undefined} file */
async function openFile(file) {
  if (!file) return;
  if (file.size > MAX_FILE) say(`${file.name} is too long for a record`, true);
  else await openText(await file.text());
}

export function importControls() {
  const text = h('textarea', {
    rows: 3, 'aria-label': 'Record',
    placeholder: 'Paste SGF, a HexWorld link, a hexring link, or moves:\ncylinder:5x5 swap=sides a1 b2 c3\nor, on the open board, just a1 b2 c3',
  });
  const file = h('input', { type: 'file', 'aria-label': 'Record file', accept: '.sgf,.json,.txt', onchange: () => openFile(file.files?.[0]) });
  return h('div', { class: 'stack' }, text,
    h('div', { class: 'row' }, button('Open', () => openText(text.value), { class: 'main' }), h('div', { class: 'field' }, file)));
}

/** Lets records be dropped anywhere. */
export function listenForDrops() {
  const over = (/** @type {boolean} */ on) => document.body.classList.toggle('dropping', on);
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    over(true);
  });
  document.addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) over(false);
  });
  document.addEventListener('drop', async (event) => {
    event.preventDefault();
    over(false);
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text');
    if (file) await openFile(file);
    else if (text) await openText(text);
  });
}
