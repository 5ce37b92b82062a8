/** What is beside the board: above what one always wants to see, below what is scrolled. */

/** @import { Board } from '../types.js' */
/** @import { AnalysisScreen } from './screen.js' */
import { button, h } from '../dom.js';
import { importControls } from '../import.js';
import { lookControls } from '../settings.js';
import { shareControls } from '../share.js';
import { keyTable } from './keys.js';
import { newBoard } from './new-board.js';
import { playOnCard } from './play-on.js';

/** @param {AnalysisScreen} screen @param {Board} board */
export function analysisPanel(screen, board) {
  const step = (/** @type {string} */ label, /** @type {string} */ name, /** @type {() => void} */ act) => button(label, act, { 'aria-label': name, title: name });
  return h('section', { class: 'panel docked', 'aria-label': 'Analysis' },
    h('div', { class: 'dock' },
      h('div', { class: 'steps' }, screen.status,
        h('div', { class: 'row' }, step('|◀', 'First', () => screen.first()), step('◀', 'Back', () => screen.back()), step('▶', 'Forward', () => screen.forward()), step('▶|', 'Last', () => screen.last())),
        screen.swapping),
      screen.exact.element, screen.bench.element),
    h('div', { class: 'drawer' },
      h('div', { class: 'card' }, screen.title, screen.treeView.element, screen.comment,
        h('div', { class: 'row' }, button('Delete from here', () => screen.cut()), button('Make main line', () => screen.promote()),
          screen.game && h('a', { class: 'button', href: `#/game/${screen.game}` }, 'Back to the game'))),
      screen.evaluation.element, screen.tools.element, playOnCard(screen), screen.solver.element,
      h('details', { class: 'card' }, h('summary', {}, 'Look'), lookControls(board, () => screen.relook())),
      h('details', { class: 'card' }, h('summary', {}, 'Save and share'), shareControls(async () => screen.tree.record(), () => screen.shared())),
      h('details', { class: 'card' }, h('summary', {}, 'Open a record'), importControls()),
      newBoard(), keyTable()));
}
