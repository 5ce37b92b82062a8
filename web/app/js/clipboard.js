/** Copies texts wherever the page comes from: browsers lend their clipboard to secure pages only. */

import { button, h, say } from './dom.js';
import { texts } from './words/language.js';

/** @param {string} text @param {string} what   What it is, for the person. */
export async function copyText(text, what) {
  if ((await lent(text)) || byHand(text)) say(texts.share.copied(what));
  else offer(text, what);
}

/** The browser's clipboard, where the page may have it. @param {string} text */
async function lent(text) {
  const clipboard = /** @type {Clipboard | undefined} */ (navigator.clipboard);
  return clipboard ? clipboard.writeText(text).then(() => true, () => false) : false;
}

/** As a person does it: select, copy. @param {string} text */
function byHand(text) {
  const focused = document.activeElement;
  const field = h('textarea', { class: 'unseen', readonly: true, 'aria-hidden': 'true' });
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}

/** A field to copy from, where nothing else is allowed. @param {string} text @param {string} what */
function offer(text, what) {
  const field = h('textarea', { rows: 5, readonly: true, 'aria-label': what });
  field.value = text;
  const dialog = h('dialog', { class: 'card', 'aria-label': what }, h('p', {}, texts.share.byHand(what)), field);
  dialog.append(h('div', { class: 'row' }, button(texts.share.close, () => dialog.close())));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  field.select();
}
