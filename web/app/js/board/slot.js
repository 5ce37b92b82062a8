/**
 * A place of the window: one hexagon on the page, which shows a cell of the board. Dragging the
 * board changes which cell that is; the hexagon stays.
 */

/** @import { BoardModel } from './model.js' */
/** @import { Projection } from './projection.js' */
import { s } from '../dom.js';
import { describe, isOpen } from './model.js';
import { center, outline } from './projection.js';

export class Slot {
  /**
   * @param {Projection} projection
   * @param {number} col
   * @param {number} row
   * @param {boolean} copy   Whether the cell is shown elsewhere too, and there properly.
   * @param {boolean} choosable   Whether the board is more than a picture.
   */
  constructor(projection, col, row, copy, choosable) {
    this.projection = projection;
    this.col = col;
    this.row = row;
    this.copy = copy;
    this.cell = '';
    this.near = '';
    this.look = '';
    this.label = '';
    this.hex = s('path', { class: 'hex', d: outline(projection, col, row) });
    this.choosable = choosable && !copy;
    this.element = s('g', this.choosable ? { role: 'gridcell', tabindex: '-1' } : { 'aria-hidden': 'true' });
    this.element.append(this.hex);
  }

  /**
   * Shows a cell as it stands; touches the page only where something changed.
   *
   * @param {string} cell
   * @param {BoardModel} model
   * @param {{ numbers: boolean }} style
   */
  update(cell, model, style) {
    if (cell !== this.cell) {
      this.cell = cell;
      this.element.setAttribute('data-cell', cell);
    }
    const stone = model.stones.get(cell);
    const heat = model.heat.get(cell);
    const mark = model.marks.get(cell);
    const season = model.seasons.get(cell);
    const expected = stone ? undefined : model.line.get(cell);
    // The best move is outlined; its score says more than a sign would.
    const sign = mark?.kind === 'best' && heat?.text ? heat.text : mark?.text;
    const text = expected?.number ?? sign ?? (stone ? (style.numbers && model.numbers[cell]) || '' : heat?.text ?? '');
    const classes = ['slot', this.copy && 'copy', stone, season && `s${season}`, this.near];
    if (!stone && isOpen(model, cell)) classes.push('open', model.toMove ? `for-${model.toMove}` : '');
    else if (!stone && season && !model.over) classes.push('shut');
    if (cell === model.last) classes.push('last');
    if (cell === model.swap) classes.push('swap');
    if (mark) classes.push(mark.kind);
    if (expected) classes.push('line', `line-${expected.color}`);
    const look = `${classes.filter(Boolean).join(' ')}|${text}|${heat?.heat.toFixed(3)}|${season}`;
    if (this.choosable) this.name(describe(model, cell));
    if (look === this.look) return;
    this.look = look;
    this.element.setAttribute('class', look.split('|')[0]);
    this.draw({ stone, ghost: expected?.color, text: String(text), heat: heat?.heat, last: cell === model.last, season });
  }

  /** @param {string} near */
  setNear(near) {
    if (near === this.near) return;
    this.element.classList.remove('here', 'near', 'across');
    if (near) this.element.classList.add(...near.split(' '));
    this.near = near;
    this.look = '';
  }

  /** @param {string} label */
  name(label) {
    if (label === this.label) return;
    this.label = label;
    this.element.setAttribute('aria-label', label);
  }

  /**
   * @param {{ stone?: string, ghost?: string, text: string, heat?: number, last: boolean, season?: number }} what
   */
  draw({ stone, ghost, text, heat, last, season }) {
    const at = center(this.col, this.row);
    const { x, y } = this.projection.point(at);
    const scale = this.projection.scale(at);
    const parts = [this.hex];
    if (heat !== undefined && !stone) {
      const warm = s('path', { class: 'heat', d: outline(this.projection, this.col, this.row) });
      warm.style.setProperty('--heat', `${Math.round(100 * heat)}%`);
      warm.style.opacity = String(0.12 + 0.83 * heat);
      parts.push(warm);
    }
    if (stone) parts.push(s('path', { class: `stone ${stone}`, d: outline(this.projection, this.col, this.row, 0.84) }));
    if (ghost) parts.push(s('path', { class: `ghost ${ghost}`, d: outline(this.projection, this.col, this.row, 0.7) }));
    if (stone && last) {
      parts.push(s('circle', { class: 'dot', cx: x.toFixed(1), cy: y.toFixed(1), r: ((text ? 13 : 6) * scale).toFixed(1) }));
    }
    if (text) {
      const size = (text.length > 3 ? 10 : 13) * Math.min(1.6, scale);
      parts.push(label('text', x, y, text, size));
    } else if (season && !stone) {
      parts.push(label('season', x, y, String(season), 10 * Math.min(1.6, scale)));
    }
    this.element.replaceChildren(...parts);
  }
}

/** @param {string} kind @param {number} x @param {number} y @param {string} text @param {number} size */
const label = (kind, x, y, text, size) =>
  s('text', { class: kind, x: x.toFixed(1), y: (y + size * 0.36).toFixed(1), 'font-size': size.toFixed(1) }, text);

