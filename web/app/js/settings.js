/** How this person likes to look at boards; kept in the browser. */

/** @import { Board } from './types.js' */
/** @import { BoardStyle } from './board/view.js' */
import { choice, fill, h, toggle } from './dom.js';

/** @type {{ theme: string, layouts: Record<string, string>, numbers: boolean, coordinates: boolean, thoughts: boolean, hint: string }} */
const DEFAULTS = {
  theme: 'auto', layouts: { plane: 'r10', cylinder: 'r10', torus: 'r10' }, numbers: true, coordinates: true,
  thoughts: false, hint: 'neural:time=2s',
};

/** @returns {typeof DEFAULTS} */
function stored() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem('hexring') ?? '{}') };
  } catch {
    return DEFAULTS;
  }
}

export const settings = stored();

/** Changes something and remembers it. @param {Partial<typeof DEFAULTS>} changes */
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
  layout: settings.layouts[board.topology] ?? 'r10', numbers: settings.numbers, coordinates: settings.coordinates, copies: 2,
});

/** @type {Record<string, [string, string][]>} */
const LAYOUTS = {
  plane: [['r10', 'Flat'], ['r9', 'Diamond'], ...[11, 12, 1, 2, 3, 4, 5, 6, 7, 8].map((hour) => /** @type {[string, string]} */ ([`r${hour}`, `a1 at ${hour} o'clock`]))],
  cylinder: [['r10', 'Unrolled strip'], ['annulus', 'Seen from above'], ['r9', 'Slanted strip'], ['r7', 'Upright strip']],
  torus: [['r10', 'Tiling'], ['r9', 'Diamond tiling'], ['r7', 'Upright tiling']],
};

/** The controls of the look, for a panel. @param {Board} board @param {() => void} changed */
export function lookControls(board, changed) {
  const set = (/** @type {Partial<typeof DEFAULTS>} */ changes) => {
    remember(changes);
    changed();
  };
  const layout = choice('Layout', LAYOUTS[board.topology], styleFor(board).layout, (value) =>
    set({ layouts: { ...settings.layouts, [board.topology]: value } }));
  const drag = board.topology === 'plane' ? null
    : h('p', { class: 'quiet' }, `Drag the board ${board.topology === 'torus' ? 'in any direction' : 'around'}, or focus it and press shift with the arrows.`);
  return h('div', { class: 'stack' }, h('div', { class: 'row' }, layout),
    h('div', { class: 'row' },
      toggle('Move numbers', settings.numbers, (numbers) => set({ numbers })),
      toggle('Coordinates', settings.coordinates, (coordinates) => set({ coordinates }))), drag);
}

/** Light, dark, or as the system is. */
export function applyTheme() {
  const dark = settings.theme === 'dark' || (settings.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
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
