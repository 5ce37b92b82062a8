/** Puzzles: positions with one winning move, made by `hexring puzzles make`. */

/** @import { Color } from '../types.js' */
/** @import { Step } from './lessons.js' */
import * as api from '../api.js';
import { fill, h } from '../dom.js';
import { words } from './judge.js';
import { add, has } from './progress.js';
import { LessonView } from './view.js';

/**
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} rules   In a line.
 * @property {string} moves   From the start, to where it begins.
 * @property {Color} to   Who is to move.
 * @property {string} answer   The one move that wins.
 * @property {number} found   How many of the ten levels find it.
 */

const KINDS = ['Plane', 'Cylinder', 'Torus', 'Seasons'];

/** By the fewest levels that find the move. @type {[string, number][]} */
const GRADES = [['easy', 8], ['medium', 5], ['hard', 0]];

/** @type {Promise<Puzzle[]> | null} */
let loading = null;

/** All puzzles, fetched once. */
function load() {
  loading ??= fetch('data/puzzles.json').then(async (response) => {
    if (!response.ok) throw new Error(`the puzzles do not come: ${response.status}`);
    return (await response.json()).puzzles;
  });
  loading.catch(() => { loading = null; });
  return loading;
}

/** @param {Puzzle} puzzle */
const kindOf = ({ rules }) => (rules.includes('seasons=') ? 'Seasons' : { cylinder: 'Cylinder', torus: 'Torus' }[rules.split(':')[0]] ?? 'Plane');

/** @param {Puzzle} puzzle */
const gradeOf = ({ found }) => /** @type {[string, number]} */ (GRADES.find(([, least]) => found >= least))[0];

/** @param {Puzzle} puzzle */
const boardOf = ({ rules }) => words(rules)[0];

/** @param {string} board */
const sizeOf = (board) => board.replace(/^\w+:/, '').replace('x', '×');

/** The puzzles of a kind and grade, small boards first. @param {Puzzle[]} puzzles @param {string} kind @param {string} grade */
const groupOf = (puzzles, kind, grade) => puzzles.filter((puzzle) => kindOf(puzzle) === kind && gradeOf(puzzle) === grade);

/** How far somebody is. @param {Puzzle[]} group */
const solvedOf = (group) => `${group.filter(({ id }) => has('solved', id)).length} of ${group.length}`;

/** @param {Puzzle} puzzle */
const hashOf = ({ id }) => `#/learn/puzzle/${id}`;

/** A card for each kind, on the page of all lessons. */
export async function puzzleSummary() {
  const puzzles = await load();
  const cards = KINDS.map((kind) => {
    const group = puzzles.filter((puzzle) => kindOf(puzzle) === kind);
    const next = group.find(({ id }) => !has('solved', id)) ?? group[0];
    return next && h('a', { class: 'chapter', href: hashOf(next) }, h('strong', {}, kind),
      h('span', { class: 'quiet' }, 'One move wins. Find it.'), h('span', { class: 'tag' }, solvedOf(group)));
  });
  return h('div', { class: 'stack' }, h('div', { class: 'chapters' }, cards), h('p', {}, h('a', { href: '#/learn/puzzles' }, 'All puzzles')));
}

/** @param {HTMLElement} root */
export async function puzzleList(root) {
  const puzzles = await load();
  const link = (/** @type {Puzzle} */ puzzle, /** @type {number} */ index) => {
    const solved = has('solved', puzzle.id);
    const state = solved ? 'solved' : has('missed', puzzle.id) ? 'missed' : 'new';
    const name = `${kindOf(puzzle)} ${sizeOf(boardOf(puzzle))}, ${gradeOf(puzzle)}, puzzle ${index + 1}, ${state}`;
    return h('a', { class: `button puzzle ${state}`, href: hashOf(puzzle), 'aria-label': name, title: name }, solved ? `✓ ${index + 1}` : `${index + 1}`);
  };
  const sections = KINDS.flatMap((kind) => GRADES.map(([grade]) => {
    const group = groupOf(puzzles, kind, grade);
    return group.length > 0 && h('section', { class: 'stack' },
      h('h2', {}, `${kind}, ${grade} `, h('span', { class: 'tag' }, `${solvedOf(group)} solved`)), h('div', { class: 'puzzles' }, group.map(link)));
  }));
  fill(root, h('div', { class: 'page' }, h('p', { class: 'quiet crumbs' }, h('a', { href: '#/learn' }, 'Learn'), ' · Puzzles'), h('h1', {}, 'Puzzles'),
    h('p', {}, 'Each position has exactly one winning move; the solver has tried all others. Easy ones are found by nearly all of the ten levels, hard ones by few.'),
    sections));
  return { dispose() {} };
}

/** A puzzle as a lesson. @param {Puzzle} puzzle @returns {Step} */
function lessonOf(puzzle) {
  const [mine, theirs] = puzzle.to === 'red' ? ['Red', 'Blue'] : ['Blue', 'Red'];
  return {
    title: '', text: '', start: { rules: { board: boardOf(puzzle) } }, you: puzzle.to,
    task: { kind: 'find', answers: puzzle.answer, are: 'wins' },
    done: `Solved. ${puzzle.answer} wins for ${mine}, whatever ${theirs} does.`,
    missed: `${theirs} answers, and wins now.`,
    why: { text: 'One move wins, all others lose: the solver has tried them.' },
  };
}

/** What a puzzle asks for. @param {Puzzle} puzzle */
function question({ rules, to }) {
  const mine = to === 'red' ? 'Red' : 'Blue';
  const torus = rules.startsWith('torus');
  const goals = to === 'red'
    ? { plane: 'joins top and bottom', cylinder: 'joins top and bottom', torus: 'closes a ring downwards' }
    : { plane: 'joins left and right', cylinder: 'closes a ring around', torus: 'closes a ring sideways' };
  const goal = goals[torus ? 'torus' : rules.startsWith('cylinder') ? 'cylinder' : 'plane'];
  return `You are ${mine}: ${mine} ${goal}. One move wins. Find it.`;
}

/** @param {HTMLElement} root @param {string} id */
export async function puzzleScreen(root, id) {
  const puzzles = await load();
  const puzzle = puzzles.find((one) => one.id === id);
  if (!puzzle) throw new Error('there is no such puzzle');
  const [kind, grade] = [kindOf(puzzle), gradeOf(puzzle)];
  const group = groupOf(puzzles, kind, grade);
  const at = group.indexOf(puzzle);
  const title = h('h1', { tabindex: '-1' }, `${kind} ${sizeOf(boardOf(puzzle))}, ${grade}`);
  const head = [
    h('p', { class: 'quiet crumbs' }, h('a', { href: '#/learn' }, 'Learn'), ' · ', h('a', { href: '#/learn/puzzles' }, 'Puzzles'), ` · ${at + 1} of ${group.length}`),
    title, h('p', {}, question(puzzle)),
    h('p', { class: 'quiet' }, `Found by ${puzzle.found} of the ten levels.`),
  ];
  const ways = () => [
    at > 0 ? h('a', { class: 'button', href: hashOf(group[at - 1]) }, '← Back') : h('a', { class: 'button', href: '#/learn/puzzles' }, 'All puzzles'),
    h('a', { class: has('solved', id) ? 'button main' : 'button', href: nextHash(puzzles, puzzle) }, 'Next →'),
  ];
  const moved = document.activeElement !== document.body;
  const record = async () => (await api.readRecord(`${puzzle.rules}\n${puzzle.moves}`)).record;
  const view = new LessonView(root, lessonOf(puzzle), {
    head, board: boardOf(puzzle), ways, record, reached: () => add('solved', id), failed: () => add('missed', id),
  });
  window.scrollTo(0, 0);
  if (moved) title.focus({ preventScroll: true });
  return view;
}

/** The next puzzle of the same kind, harder ones after easier ones. @param {Puzzle[]} puzzles @param {Puzzle} puzzle */
function nextHash(puzzles, puzzle) {
  const all = GRADES.flatMap(([grade]) => groupOf(puzzles, kindOf(puzzle), grade));
  const next = all[all.indexOf(puzzle) + 1];
  return next ? hashOf(next) : '#/learn/puzzles';
}
