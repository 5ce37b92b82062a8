/**
 * A tree of moves: the record that is being looked at, and changed.
 *
 * Nodes are kept by number; the first child of a node is its main continuation.
 */

/** @import { Edit, GameRecord, RecordNode, Rules } from '../types.js' */

/** @typedef {{ id: number, parent: TreeNode | null, children: TreeNode[], data: RecordNode }} TreeNode */

/** @param {Rules} rules @returns {GameRecord} */
export const emptyRecord = (rules) => ({ format: 'hexring-record', version: 1, rules, nodes: [{}] });

export class Tree {
  /** @param {GameRecord} record */
  constructor(record) {
    this.head = { ...record, nodes: [] };
    this.count = 0;
    /** @type {TreeNode[]} */
    const nodes = [];
    record.nodes.forEach((entry, index) => {
      const { parent = index - 1, ...data } = entry;
      nodes.push(this.make(nodes[parent] ?? null, data));
    });
    this.root = nodes[0];
  }

  /** @param {TreeNode | null} parent @param {RecordNode} data @returns {TreeNode} */
  make(parent, data) {
    const node = { id: this.count++, parent, children: [], data };
    parent?.children.push(node);
    return node;
  }

  /** The child with this move, made if there is none. @param {TreeNode} at @param {RecordNode} data */
  add(at, data) {
    const same = (/** @type {TreeNode} */ child) => child.data.color === data.color && child.data.move === data.move && !child.data.edit;
    return (data.move && at.children.find(same)) || this.make(at, data);
  }

  /** Puts or removes stones; a new node unless this one is such a change itself. @param {TreeNode} at @param {Edit} edit */
  edit(at, edit) {
    const loose = !at.data.move && !at.data.forfeit && at.children.length === 0;
    const node = loose ? at : this.make(at, {});
    node.data.edit = merge(node.data.edit ?? {}, edit);
    return node;
  }

  /** @param {TreeNode} node @returns {TreeNode} The node to look at then. */
  remove(node) {
    if (!node.parent) return node;
    node.parent.children = node.parent.children.filter((child) => child !== node);
    return node.parent;
  }

  /** Makes the way to a node the main line. @param {TreeNode} node */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      at.parent.children = [at, ...children.filter((child) => child !== at)];
    }
  }

  /** From the root to a node. @param {TreeNode} node */
  way(node) {
    const way = [];
    for (let at = /** @type {TreeNode | null} */ (node); at; at = at.parent) way.unshift(at);
    return way;
  }

  /** The line through a node, to its end. @param {TreeNode} node */
  line(node) {
    const line = this.way(node);
    for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
    return line;
  }

  /** All lines, each to its end, the main line first. @returns {TreeNode[][]} */
  lines() {
    const ends = [];
    const stack = [this.root];
    for (let node = stack.pop(); node; node = stack.pop()) {
      if (!node.children.length) ends.push(node);
      stack.push(...node.children.toReversed());
    }
    return ends.map((end) => this.way(end));
  }

  /** @param {TreeNode} node */
  path(node) {
    return this.way(node).slice(1).map((at) => /** @type {TreeNode} */ (at.parent).children.indexOf(at));
  }

  /** @param {number[]} path */
  at(path) {
    return path.reduce((node, index) => node.children[index] ?? node, this.root);
  }

  /** A record of nodes that follow each other. @param {TreeNode[]} way @returns {GameRecord} */
  recordOf(way) {
    return { ...this.head, view: undefined, nodes: way.map(({ data }) => data) };
  }

  /** The whole tree as a record. @returns {GameRecord} */
  record() {
    /** @type {RecordNode[]} */
    const nodes = [];
    const places = new Map();
    const stack = [this.root];
    for (let node = stack.pop(); node; node = stack.pop()) {
      const parent = node.parent ? places.get(node.parent) : undefined;
      places.set(node, nodes.length);
      nodes.push(parent === undefined || parent === nodes.length - 1 ? node.data : { parent, ...node.data });
      stack.push(...node.children.toReversed());
    }
    return { ...this.head, nodes };
  }
}

/** @param {Edit} old @param {Edit} edit @returns {Edit} */
function merge(old, edit) {
  const touched = [...(edit.red ?? []), ...(edit.blue ?? []), ...(edit.empty ?? [])];
  const keep = (/** @type {string[] | undefined} */ cells) => (cells ?? []).filter((cell) => !touched.includes(cell));
  return {
    ...old,
    red: [...keep(old.red), ...(edit.red ?? [])],
    blue: [...keep(old.blue), ...(edit.blue ?? [])],
    empty: [...keep(old.empty), ...(edit.empty ?? [])],
    ...(edit.to_move ? { to_move: edit.to_move } : {}),
  };
}
