/** Who can play: people, the twelve levels, and the players of the registry with their options. */

/** @import { Level, Player, PlayerOption, Rules } from './types.js' */
/** @import { Option } from './dom.js' */
import * as api from './api.js';
import { choice, fill, h } from './dom.js';
import { texts } from './words/language.js';

/** @type {Player[]} */
let known = [];

/** @type {Level[]} */
let levels = [];

export async function loadPlayers() {
  [known, levels] = await Promise.all([api.players(), api.levels()]);
}

/** Players that think well, best first; the network knows nothing of coins. */
const GOOD = ['neural', 'mcts', 'minimax', 'adjacency', 'heuristic'];

/** The player to ask for advice under some rules: the best one that there is. @param {Rules} [rules] */
export const adviser = (rules) =>
  GOOD.find((name) => find(name) && !(name === 'neural' && rules?.turns === 'random')) ?? 'random';

/** The player to judge every position of a game: one that is quick. @param {Rules} [rules] */
export const evaluator = (rules) => (adviser(rules) === 'neural' ? 'neural:sims=0' : adviser(rules));

/** Options that end a search. */
const LIMITS = ['time', 'sims', 'playouts', 'depth', 'fills'];

/**
 * The player without a limit, as far as it has one that can be lifted and nobody has set one. What it remembers is
 * bounded, so that it can go on for days.
 *
 * @param {string} spec
 */
export function unlimited(spec) {
  const { name, values } = parse(spec);
  if (!has(name, 'time') || LIMITS.some((key) => key in values)) return spec;
  const memory = has(name, 'memory') && !values.memory ? ',memory=512' : '';
  return withOption(spec, `time=86400s${memory}`);
}

/** The player that looks at other moves than the best one too, as far as it can be asked to. @param {string} spec */
export function broad(spec) {
  const { name, values } = parse(spec);
  return has(name, 'alternatives') && !values.alternatives ? withOption(spec, 'alternatives=8') : spec;
}

/** @param {string} spec @param {string} option */
const withOption = (spec, option) => `${spec}${spec.includes(':') ? ',' : ':'}${option}`;

/** The opponent to begin with: one that plays on purpose, and can be beaten. */
export const firstOpponent = () => levels[2]?.spec ?? adviser();

/** @param {string} name */
const find = (name) => known.find((player) => player.name === name);

/** Whether a player has an option. @param {string} name @param {string} key */
const has = (name, key) => find(name)?.options.some((option) => option.name === key) ?? false;

/** Reads `name:key=value,key=value`. @param {string} spec */
function parse(spec) {
  const [, name = spec, options = ''] = spec.match(/^([^:]*):?(.*)$/) ?? [];
  const pairs = options.split(',').filter(Boolean).map((pair) => pair.split(/=(.*)/).slice(0, 2));
  return { name, values: /** @type {Record<string, string>} */ (Object.fromEntries(pairs)) };
}

/** The level that a spec names; a spec leaves out what is the default. @param {string} spec */
function levelOf(spec) {
  const { name, values } = parse(spec);
  const number = values.n ?? find('level')?.options[0]?.default;
  return name === 'level' ? levels.find((level) => String(level.number) === number) : undefined;
}

/** @param {Level} level */
const levelName = ({ number, name }) => texts.players.level(number, name);

/** A person who sits in another browser: a wish of a form, and no player that a backend knows. */
export const ELSEWHERE = 'elsewhere';

/** A player's spec as a person reads it. @param {string} spec */
export function playerName(spec) {
  const level = levelOf(spec);
  if (level) return levelName(level);
  if (spec === ELSEWHERE) return texts.players.elsewhere;
  return spec === 'human' ? texts.players.person : spec.replace(':', ' · ').replaceAll(',', ', ');
}

/** The spec behind what a person reads; the text itself if it is no such name. @param {string} text */
export function specNamed(text) {
  const word = text.trim().toLowerCase();
  const isLevel = (/** @type {Level} */ level) => [levelName(level), texts.players.shortLevel(level.number), level.name].some((name) => name.toLowerCase() === word);
  if (word === playerName('human').toLowerCase()) return 'human';
  return levels.find(isLevel)?.spec ?? text.trim().replace(' · ', ':').replaceAll(', ', ',');
}

/** Everybody who is offered, to ask who can play. */
export const offered = () => ['human', ...levels.map(({ spec }) => spec), ...known.map(({ name }) => name)];

/**
 * @typedef {object} Allowed   Who can be chosen.
 * @property {boolean} [human]
 * @property {boolean} [levels]
 * @property {string} [name]   Of the field.
 * @property {boolean} [elsewhere]   Whether people in other browsers can be invited.
 * @property {(spec: string) => string | null} [why]   Why somebody cannot play.
 */

/**
 * A form for one player.
 *
 * @param {string} label
 * @param {string} spec
 * @param {(spec: string) => unknown} change
 * @param {Allowed} [allow]
 */
export function playerField(label, spec, change, { human = true, levels: ladder = human, name: field = label, elsewhere = false, why = () => null } = {}) {
  let { name, values } = parse(spec);
  let level = levelOf(spec);
  const details = h('div', {});
  const tell = () => {
    const given = Object.entries(values).filter(([, value]) => value !== '');
    change(given.length ? `${name}:${given.map(([key, value]) => `${key}=${value}`).join(',')}` : name);
  };
  const drawDetails = () => {
    if (level) return fill(details, h('details', { 'data-name': `${field}-level` }, h('summary', { class: 'quiet' }, texts.players.details), h('p', { class: 'quiet' }, texts.players.behind(playerName(level.player), level.rating))));
    const player = find(name);
    if (!player || name === 'human') return fill(details);
    const set = (/** @type {string} */ key, /** @type {string} */ value) => {
      const fallback = player.options.find((option) => option.name === key)?.default;
      if (value === '' || value === fallback) delete values[key];
      else values = { ...values, [key]: value };
      tell();
    };
    // Files of the server's machine are not a visitor's to name.
    const options = player.options.filter(({ kind }) => kind.type !== 'file');
    const fields = options.map((option) => optionField(option, values[option.name] ?? '', (value) => set(option.name, value), `${field}-${option.name}`));
    const about = h('p', { class: 'quiet' }, texts.players.about(player.summary, player.supports));
    return fill(details, fields.length
      ? h('details', { 'data-name': `${field}-options` }, h('summary', { class: 'quiet' }, texts.players.options(name)), h('div', { class: 'stack' }, about, ...fields))
      : about);
  };
  const fault = h('p', { class: 'fault' }, why(level?.spec ?? spec));
  const select = choice(label, offers({ human, levels: ladder, elsewhere, why }), level?.spec ?? name, (value) => {
    ({ name, values } = parse(value));
    level = levelOf(value);
    drawDetails();
    tell();
  }, { name: field });
  drawDetails();
  return h('div', { class: 'stack' }, select, fault, details);
}

/** Everybody who can be chosen, and why some cannot. @param {Required<Pick<Allowed, 'human' | 'levels' | 'elsewhere' | 'why'>>} allow */
function offers({ human, levels: ladder, elsewhere, why }) {
  const players = known.filter(({ name }) => name !== 'human' && name !== 'level');
  const offer = (/** @type {string} */ spec) => /** @type {Option} */ ([spec, playerName(spec), why(spec)]);
  return [
    ...(human ? [offer('human')] : []),
    ...(elsewhere ? [/** @type {Option} */ ([ELSEWHERE, playerName(ELSEWHERE), api.isBrowser ? texts.players.needsServer : null])] : []),
    ...(ladder ? [{ name: texts.players.levels, choices: levels.map(({ spec }) => offer(spec)) }] : []),
    { name: texts.players.players, choices: players.map(({ name }) => offer(name)) },
  ];
}

/**
 * @param {PlayerOption} option
 * @param {string} value
 * @param {(value: string) => unknown} change
 * @param {string} name
 */
function optionField(option, value, change, name) {
  const { kind } = option;
  if (kind.type === 'words' || kind.type === 'flag') {
    const words = kind.words ?? ['true', 'false'];
    return choice(`${option.name}: ${option.help}`, words.map((word) => [word, word]), value || option.default, change, { name });
  }
  const number = kind.type !== 'time';
  const input = h('input', {
    type: number ? 'number' : 'text', name, value, placeholder: option.default || texts.players.notSet, onchange: () => change(input.value.trim()),
    ...(number ? { min: kind.min, max: kind.max, step: kind.type === 'whole' ? 1 : 'any' } : {}),
  });
  return h('label', { class: 'field' }, h('span', {}, `${option.name}: ${option.help}`), input);
}
