/** The language that the page speaks: its texts, and how it writes numbers and times. */

import { remember, settings } from '../settings.js';

/** @typedef {typeof import('./en.js').en} Texts */

/** All languages by their codes, as they call themselves. @type {Record<string, { name: string, load: () => Promise<Texts> }>} */
export const LANGUAGES = {
  en: { name: 'English', load: async () => (await import('./en.js')).en },
  nl: { name: 'Nederlands', load: async () => (await import('./nl.js')).nl },
};

/** What the browser asks for, best first. @type {readonly string[]} */
const WISHES = globalThis.navigator?.languages ?? [];

/** The one that was chosen, or the first that the browser asks for and that there is. */
function preferred() {
  const codes = [settings.language, ...WISHES].map((wish) => wish.split('-')[0]);
  return codes.find((code) => Object.hasOwn(LANGUAGES, code)) ?? 'en';
}

/** The code of the language. */
export let language = preferred();

/** What the page says. It becomes another one while the page is open, so nobody may keep a part of it. */
export let texts = await LANGUAGES[language].load();

/** Speaks another language from now on, and remembers it. @param {string} code */
export async function speak(code) {
  texts = await LANGUAGES[code].load();
  language = code;
  remember({ language });
}

/** They are slow to make, and needed for every cell of a board. @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** @param {number} digits @param {boolean} useGrouping */
function format(digits, useGrouping) {
  const key = `${language} ${digits} ${useGrouping}`;
  const made = formats.get(key) ?? new Intl.NumberFormat(language, {
    minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping, signDisplay: 'negative',
  });
  formats.set(key, made);
  return made;
}

/** A whole number, its thousands apart. @param {number} value */
export const count = (value) => format(0, true).format(value);

/** A number with so many digits after the point. @param {number} value @param {number} digits */
export const fixed = (value, digits) => format(digits, false).format(value);

/** A day and a time; in the ways of the country, if the browser names one. @param {number} time   In milliseconds. */
export const moment = (time) =>
  new Date(time).toLocaleString(WISHES.find((wish) => wish.split('-')[0] === language) ?? language);

/** The first letter large, as at the beginning of a sentence. @param {string} text */
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
