/** All chapters of the tour, in order. */

/** @import { Step, StepWords } from './lessons.js' */
import { texts } from '../words/language.js';
import { PLANE } from './lessons.js';
import { BEYOND } from './lessons-beyond.js';

const ALL = [...PLANE, ...BEYOND];

/** @typedef {{ title: string, about: string, steps: Record<string, StepWords> }} ChapterWords */

/** The chapters with their words. @returns {{ id: string, title: string, about: string, steps: Step[] }[]} */
export function chapters() {
  const tour = /** @type {Record<string, ChapterWords>} */ (texts.tour);
  return ALL.map(({ id, steps }) => {
    const { title, about, steps: words } = tour[id];
    return { id, title, about, steps: steps.map((plan) => ({ ...plan, words: words[plan.name] })) };
  });
}

/** Where a step is. @param {string} chapter @param {number} step   Counted from 0. */
export const stepHash = (chapter, step) => `#/learn/tour/${chapter}/${step + 1}`;

/** The step after this one, over the end of a chapter too; none after the last. @param {string} id @param {number} step */
export function neighbour(id, step, by = 1) {
  const places = ALL.flatMap((chapter) => chapter.steps.map((_, index) => /** @type {const} */ ([chapter.id, index])));
  const at = places.findIndex(([chapter, index]) => chapter === id && index === step);
  const next = places[at + by];
  return next ? stepHash(...next) : null;
}
