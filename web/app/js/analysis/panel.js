/** What is beside the board: above what one always wants to see, below what is scrolled. */

/** @import { Board } from '../types.js' */
/** @import { AnalysisScreen } from './screen.js' */
import { button, h } from '../dom.js';
import { importControls } from '../import.js';
import { lookControls } from '../look.js';
import { shareControls } from '../share.js';
import { texts } from '../words/language.js';
import { keyTable } from './keys.js';
import { newBoard } from './new-board.js';
import { playOnCard } from './play-on.js';

/** @param {AnalysisScreen} screen @param {Board} board */
export function analysisPanel(screen, board) {
  const { analysis } = texts;
  const step = (/** @type {string} */ label, /** @type {string} */ name, /** @type {() => void} */ act) => button(label, act, { 'aria-label': name, title: name });
  return h('section', { class: 'panel docked', 'aria-label': analysis.title },
    h('div', { class: 'dock' },
      h('div', { class: 'steps' }, screen.status,
        h('div', { class: 'row' }, step('|◀', analysis.first, () => screen.first()), step('◀', analysis.back, () => screen.back()), step('▶', analysis.forward, () => screen.forward()), step('▶|', analysis.last, () => screen.last())),
        screen.swapping),
      screen.exact.element, screen.book.element, screen.bench.element),
    h('div', { class: 'drawer' },
      h('div', { class: 'card' }, screen.title, screen.treeView.element, screen.comment,
        h('div', { class: 'row' }, button(analysis.cut, () => screen.cut()), button(analysis.promote, () => screen.promote()),
          screen.game && h('a', { class: 'button', href: `#/game/${screen.game}` }, analysis.toGame))),
      screen.evaluation.element, screen.tools.element, playOnCard(screen), screen.solver.element,
      h('details', { class: 'card' }, h('summary', {}, texts.look.title), lookControls(board, () => screen.relook())),
      h('details', { class: 'card' }, h('summary', {}, texts.share.title), shareControls(async () => screen.tree.record(), () => screen.shared())),
      h('details', { class: 'card' }, h('summary', {}, texts.open.title), importControls()),
      newBoard(), keyTable()));
}
