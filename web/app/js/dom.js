/** Elements in few words. */

import { texts } from './words/language.js';

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An HTML element. Properties that begin with `on` are listeners, the rest are attributes; false
 * and undefined leave an attribute out.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  decorate(element, attributes);
  fill(element, ...children);
  return element;
}

/**
 * An SVG element.
 *
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  decorate(element, attributes);
  fill(element, ...children);
  return element;
}

/**
 * Replaces the children of an element.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  const nodes = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  element.replaceChildren(.../** @type {(Node | string)[]} */ (nodes));
}

/** @type {WeakMap<Element, string>} */
const reasons = new WeakMap();

/**
 * Replaces the children of an element only if the reason is another one than last time: a button
 * that is being pressed, or a list that is open, must not be taken away by news.
 *
 * @param {Element} element
 * @param {unknown} reason   Everything that the children depend on.
 * @param {() => (Child | Child[])[]} make
 */
export function refill(element, reason, make) {
  const text = JSON.stringify(reason);
  if (reasons.get(element) === text) return;
  reasons.set(element, text);
  fill(element, ...make());
}

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
function decorate(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
}

/**
 * A button with a name and what it does.
 *
 * @param {Child} label
 * @param {(event: MouseEvent) => unknown} act
 * @param {Record<string, any>} [attributes]
 */
export function button(label, act, attributes = {}) {
  return h('button', { type: 'button', onclick: act, ...attributes }, label);
}

/**
 * A button for what cannot be taken back: it asks first, and forgets the question when left.
 *
 * @param {string} label
 * @param {() => unknown} act
 * @param {Record<string, any>} [attributes]
 */
export function sureButton(label, act, attributes = {}) {
  let asked = false;
  const ask = (/** @type {boolean} */ on) => {
    asked = on;
    element.classList.toggle('sure', on);
    element.textContent = on ? texts.page.sure : label;
  };
  const element = button(label, () => (asked ? act() : ask(true)), { onblur: () => ask(false), ...attributes });
  return element;
}

/** Hands a file to the person. @param {string} name @param {Blob} content */
export function save(name, content) {
  const url = URL.createObjectURL(content);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** @typedef {[string, string, (string | null)?]} Option   A value with its name, and why it cannot be chosen now. */

/**
 * A select with its label.
 *
 * @param {string} label
 * @param {(Option | { name: string, choices: Option[] })[]} choices   Some of them may be grouped under a name.
 * @param {string} value
 * @param {(value: string) => unknown} change
 * @param {Record<string, any>} [attributes]
 */
export function choice(label, choices, value, change, attributes = {}) {
  const option = (/** @type {Option} */ [key, name, why]) =>
    h('option', { value: key, selected: key === value, disabled: Boolean(why) && key !== value, title: why }, why ? `${name} (${why})` : name);
  const entries = choices.map((entry) =>
    (Array.isArray(entry) ? option(entry) : h('optgroup', { label: entry.name }, entry.choices.map(option))));
  const select = h('select', { onchange: () => change(select.value), ...attributes }, entries);
  return h('label', { class: 'field' }, h('span', {}, label), select);
}

/**
 * A switch with its label.
 *
 * @param {string} label
 * @param {boolean} checked
 * @param {(checked: boolean) => unknown} change
 */
export function toggle(label, checked, change) {
  const box = h('input', { type: 'checkbox', checked, onchange: () => change(box.checked) });
  return h('label', { class: 'check' }, box, h('span', {}, label));
}

/**
 * Says something to the person: shown for a while, and read aloud.
 *
 * @param {string} text
 * @param {boolean} [fault]
 */
export function say(text, fault = false) {
  const toast = document.getElementById('toast');
  if (!toast) return;
  toast.textContent = text;
  toast.className = fault ? 'toast shown fault' : 'toast shown';
  window.clearTimeout(timer);
  timer = window.setTimeout(() => toast.classList.remove('shown'), fault ? 6000 : 2500);
}

let timer = 0;

/**
 * Runs something that may fail, and says why it did.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T | undefined>}
 */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), true);
    return undefined;
  }
}
