/** The players of the registry, and the form to choose one with its options. */

/** @import { Player, PlayerOption } from './types.js' */
import * as api from './api.js';
import { choice, fill, h } from './dom.js';

/** @type {Player[]} */
let known = [];

export async function loadPlayers() {
  known = await api.players();
}

/** Players that think well about any game, best first. */
const GOOD = ['mcts', 'minimax', 'adjacency', 'heuristic'];

/** The player to begin with: the best one that there is. */
export const defaultPlayer = () => GOOD.find((name) => find(name)) ?? 'random';

/** @param {string} name */
const find = (name) => known.find((player) => player.name === name);

/** A player's spec as a person reads it. @param {string} spec */
export const playerName = (spec) => (spec === 'human' ? 'Person' : spec.replace(':', ' · ').replaceAll(',', ', '));

/** Reads `name:key=value,key=value`. @param {string} spec */
function parse(spec) {
  const [, name = spec, options = ''] = spec.match(/^([^:]*):?(.*)$/) ?? [];
  const pairs = options.split(',').filter(Boolean).map((pair) => pair.split(/=(.*)/).slice(0, 2));
  return { name, values: /** @type {Record<string, string>} */ (Object.fromEntries(pairs)) };
}

/**
 * A form for one player.
 *
 * @param {string} label
 * @param {string} spec
 * @param {(spec: string) => unknown} change
 * @param {{ human?: boolean }} [allow]
 */
export function playerField(label, spec, change, { human = true } = {}) {
  let { name, values } = parse(spec);
  const details = h('div', {});
  const tell = () => {
    const given = Object.entries(values).filter(([, value]) => value !== '');
    change(given.length ? `${name}:${given.map(([key, value]) => `${key}=${value}`).join(',')}` : name);
  };
  const drawOptions = () => {
    const player = find(name);
    if (!player || name === 'human') return fill(details);
    const set = (/** @type {string} */ key, /** @type {string} */ value) => {
      const fallback = player.options.find((option) => option.name === key)?.default;
      if (value === '' || value === fallback) delete values[key];
      else values = { ...values, [key]: value };
      tell();
    };
    const fields = player.options.map((option) => optionField(option, values[option.name] ?? '', (value) => set(option.name, value)));
    const about = h('p', { class: 'quiet' }, `${player.summary}. Plays ${player.supports}.`);
    return fill(details, fields.length
      ? h('details', {}, h('summary', { class: 'quiet' }, `Options of ${name}`), h('div', { class: 'stack' }, about, ...fields))
      : about);
  };
  const names = known.filter((player) => human || player.name !== 'human');
  const choices = names.map((player) => /** @type {[string, string]} */ ([player.name, playerName(player.name)]));
  const select = choice(label, choices, name, (value) => {
    [name, values] = [value, {}];
    drawOptions();
    tell();
  });
  drawOptions();
  return h('div', { class: 'stack' }, select, details);
}

/**
 * @param {PlayerOption} option
 * @param {string} value
 * @param {(value: string) => unknown} change
 */
function optionField(option, value, change) {
  const { kind } = option;
  if (kind.type === 'words' || kind.type === 'flag') {
    const words = kind.words ?? ['true', 'false'];
    return choice(`${option.name}: ${option.help}`, words.map((word) => [word, word]), value || option.default, change);
  }
  const number = kind.type !== 'time';
  const input = h('input', {
    type: number ? 'number' : 'text', value, placeholder: option.default || 'not set', onchange: () => change(input.value.trim()),
    ...(number ? { min: kind.min, max: kind.max, step: kind.type === 'whole' ? 1 : 'any' } : {}),
  });
  return h('label', { class: 'field' }, h('span', {}, `${option.name}: ${option.help}`), input);
}
