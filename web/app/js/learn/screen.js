/** Learn: the chapters of the tour, one of its steps, and the puzzles. */

import { fill, h } from '../dom.js';
import { texts } from '../words/language.js';
import { firstGame } from './first-game.js';
import { add, has } from './progress.js';
import { puzzleList, puzzleScreen, puzzleSummary } from './puzzles.js';
import { chapters, neighbour, stepHash } from './tour.js';
import { LessonView } from './view.js';

/** @param {string} chapter @param {number} step */
const nameOf = (chapter, step) => `${chapter}/${step + 1}`;

/** @param {HTMLElement} root @param {string[]} rest   What follows in the address. */
export async function learnScreen(root, [part, name, number]) {
  if (part === 'tour') return tourScreen(root, name, Number(number ?? 1) - 1);
  if (part === 'puzzles') return puzzleList(root);
  if (part === 'puzzle') return puzzleScreen(root, name);
  return overview(root);
}

/** @param {HTMLElement} root */
async function overview(root) {
  const puzzles = await puzzleSummary().catch((fault) => h('p', { class: 'quiet' }, fault.message));
  const { learn } = texts;
  const cards = chapters().map(({ id, title, about, steps }, index) => {
    const done = steps.filter((_, step) => has('steps', nameOf(id, step))).length;
    const next = steps.findIndex((_, step) => !has('steps', nameOf(id, step)));
    return h('a', { class: done === steps.length ? 'chapter done' : 'chapter', href: stepHash(id, Math.max(0, next)) },
      h('strong', {}, `${index + 1}. ${title}`), h('span', { class: 'quiet' }, about),
      h('span', { class: 'tag' }, done === steps.length ? learn.done : learn.doneOf(done, steps.length)));
  });
  fill(root, h('div', { class: 'page' }, h('h1', {}, learn.title),
    h('p', {}, learn.about),
    h('div', { class: 'chapters' }, cards),
    h('div', { class: 'row' }, h('span', {}, learn.ready), firstGame()),
    h('h2', {}, texts.puzzles.title), puzzles));
  return { dispose() {} };
}

/** @param {HTMLElement} root @param {string} id @param {number} index */
function tourScreen(root, id, index) {
  const { learn } = texts;
  const chapter = chapters().find((one) => one.id === id);
  const step = chapter?.steps[index];
  if (!chapter || !step) throw new Error(learn.noLesson);
  const title = h('h1', { tabindex: '-1' }, step.words.title);
  const head = [
    h('p', { class: 'quiet crumbs' }, h('a', { href: '#/learn' }, learn.title), ` · ${chapter.title} · ${learn.doneOf(index + 1, chapter.steps.length)}`),
    title, h('p', {}, step.words.text),
  ];
  const ways = () => {
    const [back, next] = [neighbour(id, index, -1), neighbour(id, index)];
    const done = has('steps', nameOf(id, index));
    // Whoever knows the plane can play, and need not go through the rest first.
    const canPlay = done && index === chapter.steps.length - 1 && (id === 'swap' || !next);
    return [
      h('a', { class: 'button', href: back ?? '#/learn' }, learn.back),
      h('a', { class: done ? 'button main' : 'button', href: next ?? '#/learn/puzzles' }, next ? learn.next : learn.toPuzzles),
      canPlay && firstGame(),
    ];
  };
  const moved = document.activeElement !== document.body;
  const view = new LessonView(root, step, { head, board: step.start.rules.board, ways, reached: () => add('steps', nameOf(id, index)) });
  window.scrollTo(0, 0);
  // Whoever came by a link goes on reading here.
  if (moved) title.focus({ preventScroll: true });
  document.title = `${step.words.title} – hexring`;
  return view;
}
