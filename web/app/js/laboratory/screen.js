/** The laboratory: quick matches and experiments, watched while they run. */

/** @import { Experiment } from '../types.js' */
import * as api from '../api.js';
import { attempt, fill, h, refill } from '../dom.js';
import { texts } from '../words/language.js';
import { detail, standing } from './detail.js';
import { matchForm } from './form.js';

class LaboratoryScreen {
  /** @param {HTMLElement} root @param {string} name   The experiment that is looked at, if any. */
  constructor(root, name) {
    this.name = name;
    /** @type {Experiment[]} */
    this.experiments = [];
    this.list = h('nav', { class: 'stack', 'aria-label': texts.laboratory.experiments });
    this.place = h('section', { class: 'lab-detail', 'aria-label': texts.laboratory.experiment });
    /** @type {ReturnType<typeof detail> | null} */
    this.detail = null;
    fill(this.place, name ? h('p', { class: 'quiet' }, texts.laboratory.looking) : introduction());
    fill(root, h('div', { class: 'lab' },
      h('div', { class: 'lab-side' }, h('h1', {}, texts.laboratory.title), matchForm(name === ''),
        h('p', {}, h('a', { href: '#/exact' }, texts.exact.title), texts.exact.link),
        api.isBrowser ? null : h('p', {}, h('a', { href: '#/explorer' }, texts.explorer.title), texts.explorer.link), this.list), this.place));
    this.end = api.followLaboratory({
      changed: () => this.load(),
      progress: (news) => {
        const experiment = this.experiments.find((other) => other.name === news.name);
        if (!experiment) return;
        experiment[news.quick ? 'short' : 'full'] = { done: news.done, total: news.total };
        this.draw();
      },
    });
  }

  dispose() {
    this.end();
    this.detail?.dispose();
  }

  async load() {
    this.experiments = (await attempt(() => api.experiments())) ?? this.experiments;
    const looked = this.experiments.find((experiment) => experiment.name === this.name);
    if (looked && !this.detail) {
      this.detail = detail(looked);
      fill(this.place, this.detail.element);
    } else if (!looked) {
      fill(this.place, introduction());
    }
    this.draw();
  }

  draw() {
    const [files, matches] = [false, true].map((kind) => this.experiments.filter((one) => one.quick_match === kind));
    const links = (/** @type {Experiment[]} */ list) => list.map((experiment) => entry(experiment, this.name));
    refill(this.list, this.experiments.map(({ name, state }) => [name, state]), () =>
      [files.length ? h('h2', {}, texts.laboratory.experiments) : null, links(files), matches.length ? h('h2', {}, texts.laboratory.matches) : null, links(matches)]);
    for (const experiment of this.experiments) {
      const bar = this.list.querySelector(`a[href="#/laboratory/${CSS.escape(experiment.name)}"] progress`);
      if (bar instanceof HTMLProgressElement) advance(bar, experiment);
    }
    const looked = this.experiments.find((experiment) => experiment.name === this.name);
    if (looked) this.detail?.update(looked);
  }
}

/** @param {Experiment} experiment @param {string} looked */
function entry(experiment, looked) {
  const { name, title, state } = experiment;
  return h('a', { class: 'lab-entry', href: `#/laboratory/${name}`, 'aria-current': name === looked ? 'page' : undefined },
    h('span', {}, title), h('span', { class: `tag ${state}` }, texts.laboratory.states[state]),
    h('progress', {}));
}

/** @param {HTMLProgressElement} bar @param {Experiment} experiment */
function advance(bar, { quick, short, full }) {
  const { done, total } = quick ? short : full;
  bar.max = total || 1;
  bar.value = done;
  bar.setAttribute('aria-label', standing({ done, total }));
}

function introduction() {
  const { laboratory } = texts;
  return h('div', { class: 'stack' }, h('h2', {}, laboratory.question), h('p', {}, laboratory.about), ...(api.isBrowser ? [
    h('p', {}, laboratory.inBrowser),
    h('p', { class: 'quiet' }, laboratory.needsProgram, h('code', {}, 'hexring'), laboratory.onMachine,
      h('a', { href: 'https://github.com/hexring/hexring', rel: 'noopener' }, laboratory.howToGet)),
  ] : [
    h('p', {}, laboratory.aboutExperiments),
    h('p', { class: 'quiet' }, laboratory.oneAtATime),
  ]));
}

/** @param {HTMLElement} root @param {string} name */
export async function laboratoryScreen(root, name) {
  return new LaboratoryScreen(root, name);
}
