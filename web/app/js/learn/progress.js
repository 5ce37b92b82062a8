/** What this person has learned and solved; kept in the browser. */

const KEY = 'hexring-learn';

/** @typedef {{ steps: string[], solved: string[], missed: string[] }} Progress   Names of steps and of puzzles. */

/** @type {Progress} */
const NOTHING = { steps: [], solved: [], missed: [] };

/** @returns {Progress} */
function stored() {
  try {
    return { ...NOTHING, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...NOTHING };
  }
}

const progress = stored();

/** @param {keyof Progress} list @param {string} name */
export const has = (list, name) => progress[list].includes(name);

/** @param {keyof Progress} list @param {string} name */
export function add(list, name) {
  if (has(list, name)) return;
  progress[list] = [...progress[list], name];
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // Without storage it lasts as long as the page.
  }
}
