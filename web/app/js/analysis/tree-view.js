/** The variation tree as text: the main line in a row, variations below the move they replace. */

/** @import { Tree, TreeNode } from './tree.js' */
import { fill, h } from '../dom.js';

/**
 * @param {HTMLElement} root
 * @param {Tree} tree
 * @param {TreeNode} current
 * @param {(node: TreeNode) => void} go
 */
export function drawTree(root, tree, current, go) {
  fill(root, nodeButton(tree.root, 0, current, go), ...line(tree.root, 1, current, go));
  root.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' });
}

/**
 * Everything after a node.
 *
 * @param {TreeNode} from
 * @param {number} number
 * @param {TreeNode} current
 * @param {(node: TreeNode) => void} go
 * @returns {HTMLElement[]}
 */
function line(from, number, current, go) {
  const parts = [];
  for (let node = from; node.children.length > 0; node = node.children[0], number++) {
    const [main, ...others] = node.children;
    parts.push(nodeButton(main, number, current, go));
    for (const other of others) {
      parts.push(h('div', { class: 'branch' }, nodeButton(other, number, current, go), ...line(other, number + 1, current, go)));
    }
  }
  return parts;
}

/** @param {TreeNode} node @param {number} number @param {TreeNode} current @param {(node: TreeNode) => void} go */
function nodeButton(node, number, current, go) {
  const { color, move, forfeit, edit, comment } = node.data;
  const text = move ?? (forfeit ? 'resigns' : node.parent ? 'edit' : edit ? 'setup' : 'start');
  return h('button', {
    type: 'button', 'aria-current': node === current ? 'true' : undefined, title: comment, onclick: () => go(node),
    'aria-label': `${number ? `move ${number}: ` : ''}${color ?? ''} ${text}`,
  }, number ? h('span', { class: 'number' }, `${number}`) : null, h('span', { class: color ?? '' }, text), comment ? ' ✎' : null);
}
