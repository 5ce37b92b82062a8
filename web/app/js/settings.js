/** How this person likes to look at boards; kept in the browser. */

/** @import { Board } from './types.js' */
/** @import { BoardStyle } from './board/view.js' */
import { choice, fill, h, toggle } from './dom.js';

/**
 * @typedef {object} Settings
 * @property {string} theme
 * @property {string} colors   The scheme of the stones.
 * @property {Record<string, string>} layouts   By topology; `auto` for the one with the largest cells.
 * @property {boolean} numbers
 * @property {boolean} coordinates
 * @property {boolean} thoughts   Whether what players think is drawn on the board.
 * @property {{ playing: boolean, watching: boolean }} odds   Whether the odds and the moves that players intend are shown.
 * @property {string} hint   Who gives hints.
 * @property {string} opponent   The player that was chosen last.
 * @property {object | null} wishes   What the form for a new game says.
 * @property {string} running   The game that goes on.
 * @property {string} name   What this person is called in games with others.
 * @property {boolean} sound
 */

/** @type {Settings} */
const DEFAULTS = {
  theme: 'auto', colors: 'usual', layouts: { plane: 'auto', cylinder: 'auto', torus: 'auto' }, numbers: true, coordinates: true,
  thoughts: false, odds: { playing: false, watching: true }, hint: '', opponent: '', wishes: null, running: '', name: '', sound: true,
};

/** @returns {Settings} */
function stored() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem('hexring') ?? '{}') };
  } catch {
    return DEFAULTS;
  }
}

export const settings = stored();

/** Changes something and remembers it. @param {Partial<Settings>} changes */
export function remember(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem('hexring', JSON.stringify(settings));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** The style for boards of a topology. @param {Board} board @returns {BoardStyle} */
export const styleFor = (board) => ({
  layout: settings.layouts[board.topology] ?? 'auto', numbers: settings.numbers, coordinates: settings.coordinates, copies: 2,
});

/** @type {Record<string, [string, string][]>} */
const LAYOUTS = {
  plane: [['auto', 'Largest cells'], ['r10', 'Flat'], ['r9', 'Diamond'], ...[11, 12, 1, 2, 3, 4, 5, 6, 7, 8].map((hour) => /** @type {[string, string]} */ ([`r${hour}`, `a1 at ${hour} o'clock`]))],
  cylinder: [['auto', 'Largest cells'], ['r10', 'Unrolled strip'], ['annulus', 'Seen from above'], ['r9', 'Slanted strip'], ['r7', 'Upright strip']],
  torus: [['auto', 'Largest cells'], ['r10', 'Tiling'], ['r9', 'Diamond tiling'], ['r7', 'Upright tiling']],
};

/** The controls of the look, for a panel. @param {Board} board @param {() => void} changed */
export function lookControls(board, changed) {
  const set = (/** @type {Partial<Settings>} */ changes) => {
    remember(changes);
    changed();
  };
  const layout = choice('Layout', LAYOUTS[board.topology], styleFor(board).layout, (value) =>
    set({ layouts: { ...settings.layouts, [board.topology]: value } }));
  const colors = choice('Colours', [['usual', 'Vermilion and blue'], ['strong', 'Light and dark, easy to tell apart']], settings.colors, (value) => {
    remember({ colors: value });
    applyTheme();
    changed();
  });
  const drag = board.topology === 'plane' ? null
    : h('p', { class: 'quiet' }, `Drag the board ${board.topology === 'torus' ? 'in any direction' : 'around'}, or focus it and press shift with the arrows.`);
  return h('div', { class: 'stack' }, h('div', { class: 'row' }, layout, colors),
    h('div', { class: 'row' },
      toggle('Move numbers', settings.numbers, (numbers) => set({ numbers })),
      toggle('Coordinates', settings.coordinates, (coordinates) => set({ coordinates }))), drag);
}

/** Light, dark, or as the system is. */
export function applyTheme() {
  const dark = settings.theme === 'dark' || (settings.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.dataset.colors = settings.colors;
  const button = document.getElementById('theme');
  if (button) {
    fill(button, { auto: '◐', light: '☀', dark: '☾' }[settings.theme] ?? '◐');
    button.setAttribute('aria-label', `Theme: ${settings.theme}`);
    button.title = `Theme: ${settings.theme}`;
  }
}

export function listenForTheme() {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
  document.getElementById('theme')?.addEventListener('click', () => {
    const order = ['auto', 'light', 'dark'];
    remember({ theme: order[(order.indexOf(settings.theme) + 1) % order.length] });
    applyTheme();
  });
  applyTheme();
}
