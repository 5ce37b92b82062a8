/** How boards look, for a panel to choose. */

/** @import { Board } from './types.js' */
/** @import { Option } from './dom.js' */
/** @import { Settings } from './settings.js' */
import { choice, h, toggle } from './dom.js';
import { applyTheme } from './header.js';
import { remember, settings, styleFor } from './settings.js';
import { texts } from './words/language.js';

/** Layouts of a plane that have no name: by the hour that a1 points to. */
const HOURS = [11, 12, 1, 2, 3, 4, 5, 6, 7, 8];

/** @param {Board['topology']} topology @returns {Option[]} */
function layouts(topology) {
  const { look } = texts;
  const hours = topology === 'plane' ? HOURS : [];
  return [['auto', look.largest], .../** @type {Option[]} */ (Object.entries(look[topology])), ...hours.map((hour) => /** @type {Option} */ ([`r${hour}`, look.hour(hour)]))];
}

/** The controls of the look, for a panel. @param {Board} board @param {() => void} changed */
export function lookControls({ topology, ...size }, changed) {
  const { look } = texts;
  const set = (/** @type {Partial<Settings>} */ changes) => {
    remember(changes);
    changed();
  };
  const layout = choice(look.layout, layouts(topology), styleFor({ topology, ...size }).layout, (value) =>
    set({ layouts: { ...settings.layouts, [topology]: value } }));
  const colors = choice(look.colors, Object.entries(look.schemes), settings.colors, (value) => {
    remember({ colors: value });
    applyTheme();
    changed();
  });
  return h('div', { class: 'stack' }, h('div', { class: 'row' }, layout, colors),
    h('div', { class: 'row' },
      toggle(look.numbers, settings.numbers, (numbers) => set({ numbers })),
      toggle(look.coordinates, settings.coordinates, (coordinates) => set({ coordinates }))),
    topology !== 'plane' && h('p', { class: 'quiet' }, look.drag[topology]));
}
