/**
 * The tour: the positions that it is played on, and what is asked for there. What is said is in
 * `words`, by the chapters' and the steps' names. `web/tests/learn.test.js` asks the solver about
 * every position.
 */

/** @import { Color } from '../types.js' */
/** @import { Start } from './judge.js' */

/**
 * @typedef {object} Reason   Why something is so, drawn on the board.
 * @property {string} [cells]   Cells that it speaks of.
 * @property {boolean} [shown]   Whether the step itself speaks of them: they are marked all along.
 * @property {string} [player]   Whose score map is drawn instead.
 */

/**
 * @typedef {object} Task   What a step asks for, by its `kind`.
 *
 * - `win`: play until you have won. Moves that give the win away are refused with their refutation,
 *   unless it is `free`.
 * - `find`: one of the `answers`. They are all moves that win (`wins`), all that lose (`loses`), or
 *   where a coin decides the best ones (`best`).
 * - `end`: play until somebody has won.
 * - `follow`: play until you have won, by the rules of a `strategy`.
 * - `place`: any legal move.
 * - `fill`, `flip`: a full board, drawn anew `times` times; a full board whose cells you turn over.
 * - `choose`: one of some words.
 *
 * @property {'win' | 'find' | 'end' | 'follow' | 'place' | 'fill' | 'flip' | 'choose'} kind
 * @property {boolean} [free]
 * @property {boolean} [now]   With the next move: one that only keeps the win is not what was asked for.
 * @property {string} [answers]
 * @property {'wins' | 'loses' | 'best'} [are]
 * @property {string} [opponent]   The player that answers.
 * @property {string} [attacks]   What the other side plays first, as far as it can.
 * @property {string} [strategy]
 * @property {number} [times]
 * @property {number} [right]   Which of the words is right, counted from 0.
 */

/**
 * @typedef {object} Plan   A step without its words.
 * @property {string} name
 * @property {Start} start
 * @property {Color} you
 * @property {Task} task
 * @property {Reason} [why]
 */

/**
 * @typedef {object} StepWords
 * @property {string} title
 * @property {string} text
 * @property {string} done   What is said when it is reached.
 * @property {string} [missed]   What is said of a move that misses it.
 * @property {string} why
 * @property {{ label: string, says: string }[]} [choices]   The words that one is to be chosen of.
 */

/** @typedef {Plan & { words: StepWords }} Step */

/** @typedef {{ id: string, steps: Plan[] }} Chapter */

/** @type {Chapter} */
const connect = {
  id: 'connect',
  steps: [
    {
      name: 'missing',
      start: { rules: { board: '4x4' }, red: 'c1 c2 b3', blue: 'a2 b2 d3', toMove: 'red' }, you: 'red', task: { kind: 'win', now: true },
      why: { cells: 'a4 b4' },
    },
    {
      name: 'sideways',
      start: { rules: { board: '4x4' }, red: 'b1 d3 b4', blue: 'a3 b2 c2', toMove: 'blue' }, you: 'blue', task: { kind: 'win', now: true },
      why: { cells: 'd1 d2' },
    },
    {
      name: 'whole',
      start: { rules: { board: '3x3' }, toMove: 'red' }, you: 'red', task: { kind: 'win', free: true, opponent: 'level:n=1' },
      why: { cells: 'b1 c1 a3 b3' },
    },
  ],
};

/** @type {Chapter} */
const noDraw = {
  id: 'no-draw',
  steps: [
    {
      name: 'full',
      start: { rules: { board: '5x5' } }, you: 'red', task: { kind: 'fill', times: 3 },
    },
    {
      name: 'turned',
      start: { rules: { board: '4x4' }, red: 'a1 b1 c1 d2 c2 b3 b4 a4', blue: 'd1 a2 b2 a3 c3 d3 c4 d4' }, you: 'red', task: { kind: 'flip' },
    },
  ],
};

/** @type {Chapter} */
const bridges = {
  id: 'bridges',
  steps: [
    {
      name: 'attacked',
      start: { rules: { board: '5x5' }, red: 'c2 b4', blue: 'a4 d4 e2', toMove: 'blue' }, you: 'red',
      task: { kind: 'win', attacks: 'c3 c1 b5' },
      why: { cells: 'b3 c3 c1 d1 a5 b5' },
    },
    {
      name: 'other',
      start: { rules: { board: '5x5' }, red: 'c2 b4', blue: 'a4 d4 e2', toMove: 'blue' }, you: 'red',
      task: { kind: 'win', attacks: 'b3 d1 a5' },
      why: { cells: 'b3 c3 c1 d1 a5 b5' },
    },
    {
      name: 'build',
      start: { rules: { board: '5x5' }, red: 'c2', blue: 'd3 c4', toMove: 'red' }, you: 'red',
      task: { kind: 'find', answers: 'b4', are: 'wins' },
      why: { cells: 'b3 c3 a5 b5' },
    },
  ],
};

/** @type {Chapter} */
const edges = {
  id: 'edges',
  steps: [
    {
      name: 'second',
      start: { rules: { board: '4x4' }, red: 'b1 b2 b3', blue: 'c1 c2 a3', toMove: 'blue' }, you: 'red',
      task: { kind: 'win', attacks: 'b4 a4' },
      why: { cells: 'a4 b4' },
    },
    {
      name: 'third',
      start: { rules: { board: '6x4' }, red: 'd1 d2', blue: 'c1 e1 c2 f2 b3 f3 a4', toMove: 'blue' }, you: 'red',
      task: { kind: 'win', attacks: 'c3' },
      why: { cells: 'e2 c3 d3 e3 b4 c4 d4 e4', shown: true },
    },
    {
      name: 'below',
      start: { rules: { board: '6x4' }, red: 'd1 d2', blue: 'c1 e1 c2 f2 b3 f3 a4', toMove: 'blue' }, you: 'red',
      task: { kind: 'win', attacks: 'd3' },
      why: { cells: 'e2 c3 e3 b4 c4 d4 e4', shown: true },
    },
  ],
};

/** @type {Chapter} */
const ladders = {
  id: 'ladders',
  steps: [
    {
      name: 'run',
      start: { rules: { board: '6x5' }, red: 'b1 b2 b3 b4', blue: 'a4 a5 b5 c3 d3 e3 f3', toMove: 'red' }, you: 'red',
      task: { kind: 'end', attacks: 'c5 d5 e5 f5' },
      why: { cells: 'c5 d5 e5 f5' },
    },
    {
      name: 'escape',
      start: { rules: { board: '6x5' }, red: 'b1 b2 b3 b4 e5', blue: 'a4 a5 b5 c3 d3 e3 f3', toMove: 'red' }, you: 'red',
      task: { kind: 'win', attacks: 'c5 d5' },
      why: { cells: 'c4 d4 e4' },
    },
    {
      name: 'threats',
      start: { rules: { board: '6x5' }, red: 'b1 b2 b3 b4 d2', blue: 'a4 a5 b5 c3 e3 f3 e2', toMove: 'red' }, you: 'red',
      task: { kind: 'find', answers: 'd4', are: 'wins' },
      why: { cells: 'c4 d3' },
    },
  ],
};

/** @type {Chapter} */
const swap = {
  id: 'swap',
  steps: [
    {
      name: 'middle',
      start: { rules: { board: '5x5' }, red: 'c3', blue: '', toMove: 'blue' }, you: 'blue',
      task: { kind: 'choose', right: 0 },
      why: { cells: 'e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5' },
    },
    {
      name: 'corner',
      start: { rules: { board: '5x5' }, red: 'a1', blue: '', toMove: 'blue' }, you: 'blue',
      task: { kind: 'choose', right: 1 },
      why: { cells: 'e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5' },
    },
    {
      name: 'begin',
      start: { rules: { board: '5x5' }, toMove: 'red' }, you: 'red',
      task: { kind: 'find', answers: 'a1 b1 c1 d1 a2 a3 e3 e4 b5 c5 d5 e5', are: 'loses' },
      why: { cells: 'e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5' },
    },
  ],
};

/** The chapters on flat boards. @type {Chapter[]} */
export const PLANE = [connect, noDraw, bridges, edges, ladders, swap];
