/** The laboratory: quick matches and experiments, watched while they run. */

/** @import { Experiment } from '../types.js' */
import * as api from '../api.js';
import { attempt, fill, h, refill } from '../dom.js';
import { detail } from './detail.js';
import { matchForm } from './form.js';

class LaboratoryScreen {
  /** @param {HTMLElement} root @param {string} name   The experiment that is looked at, if any. */
  constructor(root, name) {
    this.name = name;
    /** @type {Experiment[]} */
    this.experiments = [];
    this.list = h('nav', { class: 'stack', 'aria-label': 'Experiments' });
    this.place = h('section', { class: 'lab-detail', 'aria-label': 'Experiment' });
    /** @type {ReturnType<typeof detail> | null} */
    this.detail = null;
    fill(this.place, name ? h('p', { class: 'quiet' }, 'Looking…') : introduction());
    fill(root, h('div', { class: 'lab' },
      h('div', { class: 'lab-side' }, h('h1', {}, 'Laboratory'), matchForm(name === ''), this.list), this.place));
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
    const [files, matches] = [false, true].map((kind) => this.experiments.filter(({ quickMatch }) => quickMatch === kind));
    const links = (/** @type {Experiment[]} */ list) => list.map((experiment) => entry(experiment, this.name));
    refill(this.list, this.experiments.map(({ name, state }) => [name, state]), () =>
      [files.length ? h('h2', {}, 'Experiments') : null, links(files), matches.length ? h('h2', {}, 'Matches') : null, links(matches)]);
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
    h('span', {}, title), h('span', { class: `tag ${state}` }, state),
    h('progress', {}));
}

/** @param {HTMLProgressElement} bar @param {Experiment} experiment */
function advance(bar, { quick, short, full }) {
  const { done, total } = quick ? short : full;
  bar.max = total || 1;
  bar.value = done;
  bar.setAttribute('aria-label', `${done} of ${total} done`);
}

const introduction = () => h('div', { class: 'stack' },
  h('h2', {}, 'Who is stronger, and how sure is that?'),
  h('p', {}, 'A quick match lets players meet in pairs of games with colours exchanged, and gives shares and Elo points with their intervals.'),
  ...(api.isBrowser ? [
    h('p', {}, 'Matches are played here, in your browser, and kept in it. They go on as long as this page is open; a match that was stopped goes on from where it was.'),
    h('p', { class: 'quiet' }, 'Experiments with thousands of games, and outside engines, need the program: run ', h('code', {}, 'hexring'), ' on your own machine, and this page has them. ',
      h('a', { href: 'https://github.com/hexring/hexring', rel: 'noopener' }, 'How to get it')),
  ] : [
    h('p', {}, 'The experiments repeat what was published about Hex on cylinders and with seasons, and judge every number. A short run plays a few games of each setting; a full one takes hours and can be stopped and gone on with at any time.'),
    h('p', { class: 'quiet' }, 'One experiment runs at a time, on half of this machine; the rest wait.'),
  ]));

/** @param {HTMLElement} root @param {string} name */
export async function laboratoryScreen(root, name) {
  return new LaboratoryScreen(root, name);
}
