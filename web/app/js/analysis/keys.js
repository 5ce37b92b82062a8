/** Keys of the analysis board, wherever the focus is, except where one writes. */

/** @import { AnalysisScreen } from './screen.js' */
import { h } from '../dom.js';
import { texts } from '../words/language.js';

/** What the keys do, for those who like to know. */
export const keyTable = () => h('details', { class: 'card' }, h('summary', {}, texts.analysis.keys),
  h('dl', { class: 'facts-list' }, Object.values(texts.analysis.keyTable).flatMap(([keys, what]) => [h('dt', {}, keys), h('dd', {}, what)])));

/** @param {AnalysisScreen} screen @returns {() => void} Stops listening. */
export function listenForKeys(screen) {
  const hear = (/** @type {KeyboardEvent} */ event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('input, textarea, select')) return;
    const act = event.ctrlKey || event.metaKey ? withControl(screen, event) : plain(screen, event);
    if (!act) return;
    event.preventDefault();
    act();
  };
  document.addEventListener('keydown', hear);
  return () => document.removeEventListener('keydown', hear);
}

/** @param {AnalysisScreen} screen @param {KeyboardEvent} event */
function plain(screen, event) {
  switch (event.key) {
    case 'ArrowLeft': return () => screen.back();
    case 'ArrowRight': return () => screen.forward();
    case 'ArrowUp': return () => screen.sideways(-1);
    case 'ArrowDown': return () => screen.sideways(1);
    case 'Home': return () => screen.first();
    case 'End': return () => screen.last();
    case 'Delete': return () => screen.cut();
    case 'n': return () => screen.toBlunder(1);
    case 'p': return () => screen.toBlunder(-1);
    case 'e': return () => screen.engines[0]?.toggle();
    case 's': return () => screen.swap();
    default: return null;
  }
}

/** @param {AnalysisScreen} screen @param {KeyboardEvent} event */
function withControl(screen, event) {
  if (event.key === 'z') return () => screen.travel(false);
  if (event.key === 'y' || event.key === 'Z') return () => screen.travel(true);
  return null;
}
