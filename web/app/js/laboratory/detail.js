/** One experiment: how far it is, what it found, its games. */

/** @import { Experiment, Standing } from '../types.js' */
import * as api from '../api.js';
import { attempt, button, fill, h, refill, save, sureButton } from '../dom.js';
import { count, fixed, texts } from '../words/language.js';
import { gamesCard } from './games.js';
import { drawReport } from './report.js';

/** How often the report is looked at again while games are played, in milliseconds. */
const REFRESH = 2000;

/** @param {Experiment} experiment */
export function detail(experiment) {
  const { name } = experiment;
  const bar = h('progress', {});
  const words = h('p', { class: 'quiet', 'aria-live': 'polite' });
  const fault = h('p', { class: 'fault' });
  const actions = h('div', { class: 'row' });
  const report = h('div', { class: 'stack report' });
  const games = gamesCard(name);
  const speed = speedometer();
  let shown = experiment;
  let drawn = '';
  let asked = 0;
  let timer = 0;

  const load = async () => {
    asked = Date.now();
    const found = await attempt(() => api.report(name, isShort(shown)));
    if (found) fill(report, ...drawReport(found));
    await games.load();
  };
  /** Draws the report for what is finished now, but not with every game. */
  const refresh = () => {
    const now = JSON.stringify([isShort(shown), shown.full.done, shown.short.done]);
    if (now === drawn) return;
    drawn = now;
    window.clearTimeout(timer);
    timer = window.setTimeout(load, Math.max(0, asked + REFRESH - Date.now()));
  };
  const act = (/** @type {() => Promise<unknown>} */ work) => attempt(work);
  const drawActions = () => {
    const { laboratory } = texts;
    const { state, quick_match: quickMatch, full, short } = shown;
    const run = (/** @type {string} */ label, /** @type {boolean} */ quick, kind = '') =>
      button(label, () => act(() => api.startExperiment(name, quick)), { class: kind });
    const going = state === 'running' || state === 'waiting';
    const remove = async () => {
      await act(() => api.deleteMatch(name));
      location.hash = '#/laboratory';
    };
    refill(actions, [state, full.done > short.done, short.done < short.total, full.done < full.total, short.done > 0, full.done > 0], () => [
      going ? button(laboratory.stop, () => act(() => api.stopExperiment(name)), { class: 'main' }) : null,
      !going && !quickMatch && short.done < short.total ? run(short.done ? laboratory.goOnShort : laboratory.shortRun, true, 'main') : null,
      !going && full.done < full.total ? run(full.done > short.done || (quickMatch && full.done) ? laboratory.goOn : quickMatch ? laboratory.start : laboratory.fullRun, false, quickMatch ? 'main' : '') : null,
      button(laboratory.saveReport, () => act(async () => save(`${name}.html`, await api.reportPage(name, isShort(shown))))),
      quickMatch && !going ? sureButton(laboratory.delete, remove) : null,
    ]);
  };
  /** @param {Experiment} now */
  const update = (now) => {
    shown = now;
    const { done, total } = isShort(now) ? now.short : now.full;
    bar.max = total || 1;
    bar.value = done;
    bar.setAttribute('aria-label', standing({ done, total }));
    const pace = now.state === 'running' ? speed(done, total) : '';
    const state = now.state === 'stopped' && done === total ? 'done' : now.state;
    fill(words, `${texts.laboratory.states[state]}: ${standing({ done, total })}${pace}`);
    fill(fault, now.fault ?? '');
    drawActions();
    refresh();
  };
  return {
    element: h('div', { class: 'stack' }, h('h2', { class: 'lab-title' }, experiment.title), h('p', { class: 'quiet' }, experiment.source),
      h('div', { class: 'card' }, bar, words, fault, actions), report, games.element),
    update,
    dispose: () => window.clearTimeout(timer),
  };
}

/** How far something is. @param {Standing} standing */
export const standing = ({ done, total }) => texts.laboratory.doneOf(count(done), count(total));

/** Whether the short run is what there is to look at. @param {Experiment} experiment */
const isShort = ({ quick_match: quickMatch, state, quick, full, short }) =>
  !quickMatch && (state === 'running' || state === 'waiting' ? quick : full.done <= short.done);

/** How fast games are finished, from the first call on. */
function speedometer() {
  /** @type {{ time: number, done: number } | null} */
  let first = null;
  return (/** @type {number} */ done, /** @type {number} */ total) => {
    const now = { time: Date.now(), done };
    if (!first || done < first.done) first = now;
    const seconds = (now.time - first.time) / 1000;
    const rate = (done - first.done) / seconds;
    if (seconds < 1 || rate <= 0) return '';
    return texts.laboratory.pace(fixed(rate, rate < 10 ? 1 : 0), span((total - done) / rate));
  };
}

/** @param {number} seconds */
function span(seconds) {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${fixed(seconds / 3600, 1)} h`;
}
