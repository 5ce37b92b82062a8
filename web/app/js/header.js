/** What is on every screen: the navigation, the language, the theme. */

import { fill, h } from './dom.js';
import { remember, settings } from './settings.js';
import { LANGUAGES, language, speak, texts } from './words/language.js';

/** The signs of the themes, in their order. */
const SIGNS = { auto: '◐', light: '☀', dark: '☾' };

const THEMES = /** @type {(keyof typeof SIGNS)[]} */ (Object.keys(SIGNS));

/** The theme that is chosen. */
const theme = () => THEMES.find((name) => name === settings.theme) ?? 'auto';

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Light, dark, or as the system is. */
export function applyTheme() {
  const dark = theme() === 'dark' || (theme() === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.dataset.colors = settings.colors;
  const button = find('theme');
  fill(button, SIGNS[theme()]);
  button.setAttribute('aria-label', texts.page.theme[theme()]);
  button.title = texts.page.theme[theme()];
}

export function listenForTheme() {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
  find('theme').addEventListener('click', () => {
    remember({ theme: THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length] });
    applyTheme();
  });
}

/** Writes all that stands in the page itself. */
export function drawHeader() {
  const { page } = texts;
  document.documentElement.lang = language;
  document.querySelector('meta[name=description]')?.setAttribute('content', page.description);
  const nav = document.querySelector('nav');
  nav?.setAttribute('aria-label', page.navigation);
  for (const [screen, name] of Object.entries(page.screens)) fill(/** @type {Element} */ (nav?.querySelector(`[data-screen=${screen}]`)), name);
  const choice = find('language');
  choice.setAttribute('aria-label', page.language);
  choice.title = page.language;
  fill(choice, ...Object.entries(LANGUAGES).map(([code, { name }]) =>
    h('option', { value: code, selected: code === language, lang: code, title: name }, code.toUpperCase())));
  applyTheme();
}

/** @param {() => unknown} changed   Called when another language was chosen. */
export function listenForLanguage(changed) {
  const choice = /** @type {HTMLSelectElement} */ (find('language'));
  choice.addEventListener('change', async () => {
    await speak(choice.value);
    drawHeader();
    changed();
  });
}
