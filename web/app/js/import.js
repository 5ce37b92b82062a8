/** Records in: pasted, opened from a file, or dropped onto the page. */

import * as api from './api.js';
import { attempt, button, h, say } from './dom.js';
import { hashOf } from './share.js';

/** The longest file that is sent to the server, in bytes. */
const MAX_FILE = 1_000_000;

/** Opens a text in analysis, whatever format it is in. @param {string} text */
export async function openText(text) {
  await attempt(async () => {
    const own = text.trim().match(/#\/(analysis\/record\/\S+|game\/\w+)$/);
    if (own) {
      location.hash = `#/${own[1]}`;
      return;
    }
    const { format, record } = await api.readRecord(text);
    location.hash = (await hashOf(record, [])).slice(1);
    say(`Opened ${{ sgf: 'an SGF record', hexworld: 'a HexWorld link', moves: 'a list of moves', json: 'a record' }[format] ?? ''}`);
  });
}

/** @param {File | undefined} file */
async function openFile(file) {
  if (!file) return;
  if (file.size > MAX_FILE) say(`${file.name} is too long for a record`, true);
  else await openText(await file.text());
}

export function importControls() {
  const text = h('textarea', {
    rows: 3, 'aria-label': 'Record', placeholder: 'Paste SGF, a HexWorld link, a hexring link, or moves:\ncylinder:5x5 swap=sides\na1 b2 c3',
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
