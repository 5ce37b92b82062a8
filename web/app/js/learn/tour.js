/** All chapters of the tour, in order. */

import { PLANE } from './lessons.js';
import { BEYOND } from './lessons-beyond.js';

export const CHAPTERS = [...PLANE, ...BEYOND];

/** Where a step is. @param {string} chapter @param {number} step   Counted from 0. */
export const stepHash = (chapter, step) => `#/learn/tour/${chapter}/${step + 1}`;

/** The step after this one, over the end of a chapter too; none after the last. @param {string} id @param {number} step */
export function neighbour(id, step, by = 1) {
  const places = CHAPTERS.flatMap((chapter) => chapter.steps.map((_, index) => /** @type {const} */ ([chapter.id, index])));
  const at = places.findIndex(([chapter, index]) => chapter === id && index === step);
  const next = places[at + by];
  return next ? stepHash(...next) : null;
}
