/** Records in: pasted, opened from a file, or dropped onto the page. */

/** @import { GameRecord, Rules } from './types.js' */
import * as api from './api.js';
import { attempt, button, h, say } from './dom.js';
import { parseBoard } from './geometry.js';
import { hashOf } from './share.js';
import { texts } from './words/language.js';

/** The longest file that is sent to the server, in bytes. */
const MAX_FILE = 1_000_000;

/** Sites whose links name a game without holding it. @type {[RegExp, string][]} */
const SITES = [[/playhex/i, 'PlayHex'], [/littlegolem/i, 'Little Golem']];

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
    say(/** @type {Record<string, string>} */ (texts.open.opened)[format] ?? texts.open.opened.json);
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
  const site = SITES.find(([pattern]) => pattern.test(link))?.[1] ?? null;
  if (!rest) throw new Error(texts.open.emptyLink(site));
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
  if (file.size > MAX_FILE) say(texts.open.tooLong(file.name), true);
  else await openText(await file.text());
}

export function importControls() {
  const text = h('textarea', {
    rows: 4, 'aria-label': texts.open.record, placeholder: texts.open.paste,
  });
  const file = h('input', { type: 'file', 'aria-label': texts.open.file, accept: '.sgf,.json,.txt', onchange: () => openFile(file.files?.[0]) });
  return h('div', { class: 'stack' }, text,
    h('div', { class: 'row' }, button(texts.open.open, () => openText(text.value), { class: 'main' }), h('div', { class: 'field' }, file)));
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
