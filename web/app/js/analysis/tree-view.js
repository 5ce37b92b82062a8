/** The variation tree as text: the main line in a row, variations below the move they replace. */

/** @import { Tree, TreeNode } from './tree.js' */
import { fill, h } from '../dom.js';
import { texts } from '../words/language.js';

export class TreeView {
  /** @param {(node: TreeNode) => void} go */
  constructor(go) {
    this.go = go;
    this.element = h('div', { class: 'tree', role: 'group', 'aria-label': texts.analysis.variations, tabindex: '0' });
    /** @type {Map<TreeNode, HTMLElement>} */
    this.buttons = new Map();
    /** The state of the tree that is drawn. */
    this.drawn = -1;
    /** @type {HTMLElement | undefined} */
    this.current = undefined;
    /** The frame in which the current move is brought into sight. */
    this.revealing = 0;
  }

  /** @param {Tree} tree @param {TreeNode} current @param {number} version   Another number after every change of the tree. */
  draw(tree, current, version) {
    if (version !== this.drawn) {
      this.drawn = version;
      this.buttons.clear();
      fill(this.element, this.button(tree.root, 0), ...this.line(tree.root, 1));
    }
    this.current?.removeAttribute('aria-current');
    this.current = this.buttons.get(current);
    this.current?.setAttribute('aria-current', 'true');
    // Measuring at once would make the browser lay out the page twice.
    this.revealing ||= requestAnimationFrame(() => this.reveal());
  }

  /** Scrolls the tree, and nothing around it. */
  reveal() {
    this.revealing = 0;
    if (!this.current) return;
    const [box, own] = [this.element.getBoundingClientRect(), this.current.getBoundingClientRect()];
    if (own.top < box.top) this.element.scrollTop -= box.top - own.top;
    else if (own.bottom > box.bottom) this.element.scrollTop += own.bottom - box.bottom;
  }

  /** Everything after a node. @param {TreeNode} from @param {number} number @returns {HTMLElement[]} */
  line(from, number) {
    const parts = [];
    for (let node = from; node.children.length > 0; node = node.children[0], number++) {
      const [main, ...others] = node.children;
      parts.push(this.button(main, number));
      for (const other of others) parts.push(h('div', { class: 'branch' }, this.button(other, number), ...this.line(other, number + 1)));
    }
    return parts;
  }

  /** @param {TreeNode} node @param {number} number */
  button(node, number) {
    const { color, move, forfeit, edit, comment } = node.data;
    const { nodes } = texts.analysis;
    const text = move ?? (forfeit ? nodes.resigns : node.parent ? nodes.edit : edit ? nodes.setup : nodes.start);
    const button = h('button', {
      type: 'button', title: comment, onclick: () => this.go(node), 'aria-label': texts.analysis.node(number, color, text),
    }, number ? h('span', { class: 'number' }, `${number}`) : null, h('span', { class: color ?? '' }, text), comment ? ' ✎' : null);
    this.buttons.set(node, button);
    return button;
  }
}
