/** A form whose answer takes its time: started, watched and stopped. */

/** @import { ExactLine, Exact } from '../types.js' */
import * as api from '../api.js';
import { button, fill, h, say } from '../dom.js';
import { count, texts } from '../words/language.js';

/**
 * @param {string} title
 * @param {HTMLElement[]} fields
 * @param {() => Exact} wish   What is asked, when it is started.
 * @param {HTMLElement} answer
 * @param {(line: ExactLine) => void} hear   Told every line of the answer.
 */
export function workCard(title, fields, wish, answer, hear) {
  const { exact } = texts;
  /** @type {AbortController | null} */
  let search = null;
  const status = h('p', { class: 'quiet', role: 'status' });
  const actions = h('div', { class: 'row' });
  const draw = () => fill(actions, search ? button(exact.stop, stop, { class: 'main' }) : h('button', { class: 'main', type: 'submit' }, exact.start));
  const stop = () => {
    if (search) fill(status, exact.stopped);
    search?.abort();
    search = null;
    draw();
  };
  const start = async () => {
    const mine = new AbortController();
    search = mine;
    fill(status, exact.working);
    draw();
    const listen = (/** @type {ExactLine} */ line) => {
      if (search !== mine) return;
      if (line.type === 'waiting') fill(status, texts.evaluation.waiting(line.ahead));
      else if (line.type === 'progress') fill(status, texts.solver.positions(count(line.nodes)));
      else hear(line);
    };
    const fault = await api.exact(wish(), listen, mine.signal).then(() => '', (error) => (error instanceof Error ? error.message : String(error)));
    if (search !== mine) return;
    search = null;
    fill(status, fault);
    if (fault) say(fault, true);
    draw();
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    fill(answer);
    start();
  };
  draw();
  return {
    element: h('section', { class: 'card stack', 'aria-label': title }, h('h2', {}, title),
      h('form', { class: 'stack', 'aria-label': title, onsubmit: submit }, fields, actions), status, answer),
    stop,
  };
}
