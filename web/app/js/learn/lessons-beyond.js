/** The tour beyond the plain board: cylinder, torus, seasons and coins. */

/** @import { Chapter } from './lessons.js' */

/** @type {Chapter} */
const cylinder = {
  id: 'cylinder',
  steps: [
    {
      name: 'ring',
      start: { rules: { board: 'cylinder:5x3' }, red: 'a1 a3 d3 e3', blue: 'a2 b2 c2 d1 d2', toMove: 'blue' }, you: 'blue',
      task: { kind: 'find', answers: 'e2', are: 'wins' },
      why: { cells: 'e2' },
    },
    {
      name: 'line',
      start: { rules: { board: 'cylinder:5x4' }, red: 'a1 b1 c4 d4', blue: 'a4 b3 c3 d2 e1', toMove: 'red' }, you: 'blue',
      task: { kind: 'choose', right: 1 },
      why: { cells: 'a4 e1' },
    },
    {
      name: 'even',
      start: { rules: { board: 'cylinder:4x4', first: 'blue' }, toMove: 'blue' }, you: 'blue',
      task: { kind: 'end', opponent: 'mirror' },
    },
    {
      name: 'mirror',
      start: { rules: { board: 'cylinder:4x3', first: 'blue' }, toMove: 'blue' }, you: 'red',
      task: { kind: 'follow', strategy: 'mirror', attacks: 'a2 b1 d2 c3' },
    },
    {
      name: 'three',
      start: { rules: { board: 'cylinder:3x4', first: 'blue' }, toMove: 'blue' }, you: 'blue',
      task: { kind: 'end', opponent: 'three-rings' },
    },
    {
      name: 'rule',
      start: { rules: { board: 'cylinder:3x3', first: 'blue' }, toMove: 'blue' }, you: 'red',
      task: { kind: 'follow', strategy: 'three-rings', attacks: 'a2 c1 c3' },
    },
  ],
};

/** @type {Chapter} */
const torus = {
  id: 'torus',
  steps: [
    {
      name: 'down',
      start: { rules: { board: 'torus:4x4' }, red: 'a1 a3 a4 b3', blue: 'b1 c2 c4 d3', toMove: 'red' }, you: 'red',
      task: { kind: 'find', answers: 'a2', are: 'wins' },
      why: { cells: 'a2' },
    },
    {
      name: 'around',
      start: { rules: { board: 'torus:4x4' }, red: 'c2 d1 d2 d4', blue: 'a3 b1 b3 c3', toMove: 'blue' }, you: 'blue',
      task: { kind: 'find', answers: 'd3', are: 'wins' },
      why: { cells: 'd3' },
    },
    {
      name: 'spiral',
      start: { rules: { board: 'torus:4x4' }, red: 'a2 b4 c3 d3', blue: 'a1 a4 c2 d1', toMove: 'red' }, you: 'red',
      task: { kind: 'find', answers: 'b1', are: 'wins' },
      why: { cells: 'b1' },
    },
    {
      name: 'win',
      start: { rules: { board: 'torus:3x3' }, toMove: 'red' }, you: 'red', task: { kind: 'win' },
    },
  ],
};

const TWO_SEASONS = { layout: '1212/2121/1212/2121', years: { red: '12', blue: '12' } };

/** @type {Chapter} */
const seasons = {
  id: 'seasons',
  steps: [
    {
      name: 'first',
      start: { rules: { board: '4x4', seasons: TWO_SEASONS }, toMove: 'red' }, you: 'red', task: { kind: 'place' },
      why: { cells: 'a1 c1 b2 d2 a3 c3 b4 d4' },
    },
    {
      name: 'next',
      start: { rules: { board: '4x4', seasons: TWO_SEASONS }, moves: 'a1 b2 d1 c2 c3 d2' }, you: 'red',
      task: { kind: 'find', answers: 'a2', are: 'wins' },
      why: { cells: 'a2 a3' },
    },
  ],
};

/** @type {Chapter} */
const coins = {
  id: 'coins',
  steps: [
    {
      name: 'fall',
      start: { rules: { board: '3x3', turns: 'random' } }, you: 'red', task: { kind: 'end', opponent: 'random-spot' },
      why: { player: 'random-spot' },
    },
    {
      name: 'matters',
      start: { rules: { board: '3x3', turns: 'random' }, red: 'a1', blue: 'c3', toMove: 'red' }, you: 'red',
      task: { kind: 'find', answers: 'a3', are: 'best' },
      why: { player: 'random-spot' },
    },
    {
      name: 'larger',
      start: { rules: { board: '5x5', turns: 'random' }, red: 'c2', blue: 'd3', toMove: 'blue' }, you: 'blue',
      task: { kind: 'find', answers: 'c3', are: 'best' },
      why: { player: 'random-spot' },
    },
  ],
};

/** The chapters beyond flat boards. @type {Chapter[]} */
export const BEYOND = [cylinder, torus, seasons, coins];
