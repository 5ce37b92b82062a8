/** How this person likes the page; kept in the browser. */

/** @import { Board } from './types.js' */
/** @import { BoardStyle } from './board/view.js' */

/**
 * @typedef {object} Settings
 * @property {string} language   Empty as long as nobody has chosen one.
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
  language: '', theme: 'auto', colors: 'usual', layouts: { plane: 'auto', cylinder: 'auto', torus: 'auto' }, numbers: true, coordinates: true,
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
