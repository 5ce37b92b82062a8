/** Puzzles: positions with one winning move, made by `hexring puzzles make`. */

/** @import { Color } from '../types.js' */
/** @import { Lesson } from './lesson.js' */
/** @import { Step } from './lessons.js' */
import * as api from '../api.js';
import { attempt, button, fill, h } from '../dom.js';
import { parseBoard } from '../geometry.js';
import { firstOpponent, playerName } from '../players.js';
import { settings } from '../settings.js';
import { texts } from '../words/language.js';
import { other, words as split } from './judge.js';
import { add, has } from './progress.js';
import { LessonView } from './view.js';

/**
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} rules   In a line.
 * @property {string} moves   From the start, to where it begins.
 * @property {Color} to   Who is to move.
 * @property {string} answer   The one move that wins.
 * @property {number} found   How many of the twelve levels find it.
 */

/** @typedef {'plane' | 'cylinder' | 'torus' | 'seasons'} Kind */

/** @typedef {'easy' | 'medium' | 'hard'} Grade */

/** @type {Kind[]} */
const KINDS = ['plane', 'cylinder', 'torus', 'seasons'];

/** By the fewest levels that find the move. @type {[Grade, number][]} */
const GRADES = [['easy', 10], ['medium', 7], ['hard', 0]];

/** @type {Promise<Puzzle[]> | null} */
let loading = null;

/** All puzzles, fetched once. */
function load() {
  loading ??= fetch('data/puzzles.json').then(async (response) => {
    if (!response.ok) throw new Error(texts.puzzles.doNotCome(response.status));
    return (await response.json()).puzzles;
  });
  loading.catch(() => { loading = null; });
  return loading;
}

/** @param {Puzzle} puzzle @returns {Kind} */
const kindOf = (puzzle) => (puzzle.rules.includes('seasons=') ? 'seasons' : parseBoard(boardOf(puzzle)).topology);

/** @param {Puzzle} puzzle */
const gradeOf = ({ found }) => /** @type {[Grade, number]} */ (GRADES.find(([, least]) => found >= least))[0];

/** @param {Puzzle} puzzle */
const boardOf = ({ rules }) => split(rules)[0];

/** @param {string} board */
const sizeOf = (board) => board.replace(/^\w+:/, '').replace('x', '×');

/** The puzzles of a kind and grade, small boards first. @param {Puzzle[]} puzzles @param {Kind} kind @param {Grade} grade */
const groupOf = (puzzles, kind, grade) => puzzles.filter((puzzle) => kindOf(puzzle) === kind && gradeOf(puzzle) === grade);

/** How many of them are solved. @param {Puzzle[]} group */
const solvedOf = (group) => group.filter(({ id }) => has('solved', id)).length;

/** What a puzzle is called, but for its number. @param {Puzzle} puzzle */
const titleOf = (puzzle) => `${texts.puzzles.kinds[kindOf(puzzle)]} ${sizeOf(boardOf(puzzle))}, ${texts.puzzles.grades[gradeOf(puzzle)]}`;

/** @param {Puzzle} puzzle */
const hashOf = ({ id }) => `#/learn/puzzle/${id}`;

/** A card for each kind, on the page of all lessons. */
export async function puzzleSummary() {
  const puzzles = await load();
  const cards = KINDS.map((kind) => {
    const group = puzzles.filter((puzzle) => kindOf(puzzle) === kind);
    const next = group.find(({ id }) => !has('solved', id)) ?? group[0];
    return next && h('a', { class: 'chapter', href: hashOf(next) }, h('strong', {}, texts.puzzles.kinds[kind]),
      h('span', { class: 'quiet' }, texts.puzzles.oneMove), h('span', { class: 'tag' }, texts.learn.doneOf(solvedOf(group), group.length)));
  });
  return h('div', { class: 'stack' }, h('div', { class: 'chapters' }, cards), h('p', {}, h('a', { href: '#/learn/puzzles' }, texts.puzzles.all)));
}

/** @param {HTMLElement} root */
export async function puzzleList(root) {
  const puzzles = await load();
  const { puzzles: words, learn } = texts;
  const link = (/** @type {Puzzle} */ puzzle, /** @type {number} */ index) => {
    const solved = has('solved', puzzle.id);
    const state = solved ? 'solved' : has('missed', puzzle.id) ? 'missed' : 'new';
    const name = words.name(titleOf(puzzle), index + 1, words.states[state]);
    return h('a', { class: `button puzzle ${state}`, href: hashOf(puzzle), 'aria-label': name, title: name }, solved ? `✓ ${index + 1}` : `${index + 1}`);
  };
  const sections = KINDS.flatMap((kind) => GRADES.map(([grade]) => {
    const group = groupOf(puzzles, kind, grade);
    return group.length > 0 && h('section', { class: 'stack' },
      h('h2', {}, `${words.kinds[kind]}, ${words.grades[grade]} `, h('span', { class: 'tag' }, words.solvedOf(solvedOf(group), group.length))), h('div', { class: 'puzzles' }, group.map(link)));
  }));
  fill(root, h('div', { class: 'page' }, h('p', { class: 'quiet crumbs' }, h('a', { href: '#/learn' }, learn.title), ` · ${words.title}`), h('h1', {}, words.title),
    h('p', {}, words.about),
    sections));
  return { dispose() {} };
}

/** A puzzle as a lesson. @param {Puzzle} puzzle @returns {Step} */
function lessonOf(puzzle) {
  const { puzzles: words } = texts;
  const theirs = other(puzzle.to);
  return {
    name: puzzle.id, start: { rules: { board: boardOf(puzzle) } }, you: puzzle.to,
    task: { kind: 'find', answers: puzzle.answer, are: 'wins' },
    words: { title: titleOf(puzzle), text: question(puzzle), done: words.done(puzzle.answer, puzzle.to, theirs), missed: words.missed(theirs), why: words.why },
  };
}

/** What a puzzle asks for. @param {Puzzle} puzzle */
const question = (puzzle) => texts.puzzles.question(puzzle.to, parseBoard(boardOf(puzzle)).topology);

/** @param {HTMLElement} root @param {string} id */
export async function puzzleScreen(root, id) {
  const puzzles = await load();
  const puzzle = puzzles.find((one) => one.id === id);
  if (!puzzle) throw new Error(texts.puzzles.noPuzzle);
  const { puzzles: words, learn } = texts;
  const group = groupOf(puzzles, kindOf(puzzle), gradeOf(puzzle));
  const at = group.indexOf(puzzle);
  const step = lessonOf(puzzle);
  const title = h('h1', { tabindex: '-1' }, step.words.title);
  const head = [
    h('p', { class: 'quiet crumbs' }, h('a', { href: '#/learn' }, learn.title), ' · ', h('a', { href: '#/learn/puzzles' }, words.title), ` · ${learn.doneOf(at + 1, group.length)}`),
    title, h('p', {}, step.words.text),
    h('p', { class: 'quiet' }, words.foundBy(puzzle.found)),
  ];
  const ways = (/** @type {Lesson} */ lesson) => [
    at > 0 ? h('a', { class: 'button', href: hashOf(group[at - 1]) }, learn.back) : h('a', { class: 'button', href: '#/learn/puzzles' }, words.all),
    h('a', { class: has('solved', id) ? 'button main' : 'button', href: nextHash(puzzles, puzzle) }, learn.next),
    lesson.phase === 'done' && playOn(lesson),
  ];
  const moved = document.activeElement !== document.body;
  const record = async () => (await api.readRecord(`${puzzle.rules}\n${puzzle.moves}`)).record;
  const view = new LessonView(root, step, {
    head, board: boardOf(puzzle), ways, record, reached: () => add('solved', id), failed: () => add('missed', id),
  });
  window.scrollTo(0, 0);
  if (moved) title.focus({ preventScroll: true });
  return view;
}

/** Goes on with a solved puzzle as a game. @param {Lesson} lesson */
function playOn({ record, step }) {
  const opponent = settings.opponent || firstOpponent();
  const players = { red: opponent, blue: opponent, [step.you]: 'human' };
  return button(texts.puzzles.playOn(playerName(opponent)), () => attempt(async () => {
    location.hash = `#/game/${(await api.newGame({ record, players })).id}`;
  }));
}

/** The next puzzle of the same kind, harder ones after easier ones. @param {Puzzle[]} puzzles @param {Puzzle} puzzle */
function nextHash(puzzles, puzzle) {
  const all = GRADES.flatMap(([grade]) => groupOf(puzzles, kindOf(puzzle), grade));
  const next = all[all.indexOf(puzzle) + 1];
  return next ? hashOf(next) : '#/learn/puzzles';
}
