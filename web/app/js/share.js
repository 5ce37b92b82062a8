/** Records out: files, links and pictures. */

/** @import { GameRecord, ScoreMap } from './types.js' */
/** @import { BoardView } from './board/view.js' */
import * as api from './api.js';
import { pictureOf } from './board/picture.js';
import { copyText } from './clipboard.js';
import { attempt, button, h, save, say } from './dom.js';
import { texts } from './words/language.js';

/**
 * @param {() => Promise<GameRecord>} record   The record, with the tree.
 * @param {() => { board: BoardView, at?: number[], line?: GameRecord, whole?: GameRecord, scores?: ScoreMap, link?: string }} now
 *   What is on the board; `line` where that is not the end of the record's main line, and `whole` the line to its end;
 *   `link` where it has an address of its own.
 */
export function shareControls(record, now) {
  const { share } = texts;
  const copy = (/** @type {() => Promise<string>} */ text, /** @type {string} */ what) => attempt(async () => copyText(await text(), what));
  const written = async (/** @type {GameRecord | undefined} */ line, /** @type {string} */ format) =>
    (await api.writeRecord(line ?? (await record()), format)).text.trim();
  const sgf = () => attempt(async () => save('hexring.sgf', new Blob([(await api.writeRecord(await record(), 'sgf')).text], { type: 'application/x-go-sgf' })));
  const picture = async () => pictureOf(now().board);
  return h('div', { class: 'row' },
    button(share.copyLink, () => copy(async () => now().link ?? linkTo(await record(), now().at ?? null), share.link)),
    button(share.saveSgf, sgf),
    button(share.copyMoves, () => copy(() => written(now().line, 'moves'), share.moves)),
    button(share.hexworld, () => copy(() => written(now().whole, 'hexworld'), share.hexworld)),
    button('SVG', () => attempt(async () => save('hexring.svg', new Blob([await picture()], { type: 'image/svg+xml' })))),
    button(share.copyPicture, () => attempt(async () => {
      await copyPicture(await raster(await picture()));
      say(share.pictureCopied);
    })),
    button('PNG', () => attempt(async () => save('hexring.png', await raster(await picture())))));
}

/** @param {Blob} image */
async function copyPicture(image) {
  if (!navigator.clipboard?.write) throw new Error(texts.share.noClipboard);
  await navigator.clipboard.write([new ClipboardItem({ [image.type]: image })]);
}

/** An SVG image as PNG, twice as large. @param {string} svg @returns {Promise<Blob>} */
async function raster(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = h('canvas', { width: image.width * 2, height: image.height * 2 });
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error(texts.share.tooLarge)))));
}

/** @param {string} text */
async function deflate(text) {
  const packer = new CompressionStream('deflate-raw');
  const packed = new Response(packer.readable).arrayBuffer();
  const writer = packer.writable.getWriter();
  // What fails there fails where the bytes are read.
  writer.write(new TextEncoder().encode(text)).catch(() => {});
  writer.close().catch(() => {});
  const bytes = new Uint8Array(await packed);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @param {string} data */
async function inflate(data) {
  const bytes = Uint8Array.from(atob(data.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
}

/** The word for the beginning in a link: nothing at all stands for the end. */
const START = 'start';

/**
 * A link that holds the whole record, and where in it somebody was looking.
 *
 * @param {GameRecord} record
 * @param {number[] | null} at   Null for the end of the main line.
 */
export const linkTo = async (record, at) => `${location.origin}${location.pathname}${await hashOf(record, at)}`;

/** @param {GameRecord} record @param {number[] | null} at */
export const hashOf = async (record, at) =>
  `#/analysis/record/${await deflate(JSON.stringify(record))}/${at?.length === 0 ? START : (at ?? []).join('.')}`;

/** Links of older versions have hyphens in two names. @param {string} text */
const spelt = (text) => text.replaceAll('"to-move":', '"to_move":').replaceAll('"moves-made":', '"moves_made":');

/** Reads what follows `#/analysis/record/`. @param {string} data @param {string} [at] */
export async function fromLink(data, at) {
  const record = /** @type {GameRecord} */ (JSON.parse(spelt(await inflate(data).catch(() => {
    throw new Error(texts.share.damaged);
  }))));
  if (at === START) return { record, at: [] };
  return { record, at: at ? at.split('.').map(Number) : null };
}
