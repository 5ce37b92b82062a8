/** Pictures of a board, exactly as the page shows it. */

/** @import { BoardView } from './view.js' */
import { s } from '../dom.js';

/** What makes an element look as it does. */
const LOOKS = [
  'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linejoin', 'stroke-linecap', 'opacity',
  'font-family', 'font-size', 'font-weight', 'text-anchor', 'paint-order', 'vector-effect',
];

/** What is the same as without saying it. @type {Record<string, string>} */
const PLAIN = {
  'fill-opacity': '1', 'stroke-opacity': '1', 'stroke-dasharray': 'none', 'stroke-linejoin': 'miter', 'stroke-linecap': 'butt', opacity: '1',
  stroke: 'none', 'text-anchor': 'start', 'paint-order': 'normal', 'vector-effect': 'none', 'font-weight': '400',
};

/** Mixed colours in words that every program knows. @param {string} value */
const plainColor = (value) => value.replace(/color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)\)/, (_, ...parts) =>
  `rgb(${parts.slice(0, 3).map((part) => Math.round(255 * Number(part))).join(', ')})`);

/** Gives a copy the looks that the original has on the page. @param {Element} original @param {Element} copy */
function dress(original, copy) {
  const style = getComputedStyle(original);
  const isText = original.tagName === 'text';
  for (const look of LOOKS) {
    if (look.startsWith('font') && !isText) continue;
    const value = style.getPropertyValue(look);
    if (value !== PLAIN[look]) copy.setAttribute(look, plainColor(value));
  }
  for (const name of ['class', 'style', 'role', 'tabindex', 'aria-label', 'aria-hidden', 'data-cell']) copy.removeAttribute(name);
  [...original.children].forEach((child, index) => dress(child, copy.children[index]));
}

/**
 * What a board shows, as an SVG image of its own.
 *
 * @param {BoardView} view
 * @returns {string}
 */
export function pictureOf(view) {
  const { element } = view;
  const copy = /** @type {SVGSVGElement} */ (element.cloneNode(true));
  dress(element, copy);
  const [x, y, width, height] = (element.getAttribute('viewBox') ?? '0 0 1 1').split(' ');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', width);
  copy.setAttribute('height', height);
  const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
  copy.prepend(s('rect', { x, y, width, height, fill: paper }));
  return new XMLSerializer().serializeToString(copy);
}
