//! The tree of nodes, in one vector: no recursion, so a line of a million nodes is no danger.

use thiserror::Error;

use super::{Node, Record};

/// The most nodes of a record that is read: a node takes hundreds of bytes of memory, and one byte
/// of a file.
pub const MAX_NODES: usize = 100_000;

/// A text with more than [`MAX_NODES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the record is too large: expected at most {MAX_NODES} nodes")]
pub struct TooManyNodes;

/// A node of one particular record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) usize);

#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Entry>,
}

#[derive(Clone, Debug, Default)]
struct Entry {
    node: Node,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
}

impl Default for Tree {
    fn default() -> Self {
        Tree { nodes: vec![Entry::default()] }
    }
}

impl PartialEq for Tree {
    /// Compares node by node in reading order, whatever the order of the vectors.
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = vec![(0, 0)];
        while let Some((left, right)) = pairs.pop() {
            let (left, right) = (&self.nodes[left], &other.nodes[right]);
            if left.node != right.node || left.children.len() != right.children.len() {
                return false;
            }
            pairs.extend(left.children.iter().zip(&right.children).map(|(l, r)| (l.0, r.0)));
        }
        true
    }
}

/// Going about in the tree. An id belongs to the record that gave it out; on another record these
/// functions panic or answer for some other node.
impl Record {
    /// The root, which has the start position and usually no action.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.tree.nodes[id.0].node
    }

    /// A node, to be changed.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.tree.nodes[id.0].node
    }

    /// The node before; none for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.tree.nodes[id.0].parent
    }

    /// The nodes after: the main continuation first, then its variations.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.tree.nodes[id.0].children
    }

    /// How many nodes there are, the root included.
    pub fn node_count(&self) -> usize {
        self.tree.nodes.len()
    }

    /// Adds a node as the last child.
    pub fn add(&mut self, parent: NodeId, node: impl Into<Node>) -> NodeId {
        let id = NodeId(self.tree.nodes.len());
        self.tree.nodes[parent.0].children.push(id);
        let entry = Entry { node: node.into(), parent: Some(parent), children: Vec::new() };
        self.tree.nodes.push(entry);
        id
    }

    /// Adds a node that a text has, as the last child.
    pub(super) fn add_read(
        &mut self,
        parent: NodeId,
        node: impl Into<Node>,
    ) -> Result<NodeId, TooManyNodes> {
        if self.node_count() >= MAX_NODES { Err(TooManyNodes) } else { Ok(self.add(parent, node)) }
    }

    /// The first child of the first child and so on, the root included.
    pub fn main_line(&self) -> Vec<NodeId> {
        let next = |id: &NodeId| self.children(*id).first().copied();
        std::iter::successors(Some(self.root()), next).collect()
    }

    /// The node that is reached from the root by taking children of these indices, if there is one.
    pub fn node_at(&self, path: &[usize]) -> Option<NodeId> {
        path.iter().try_fold(self.root(), |id, index| self.children(id).get(*index).copied())
    }

    /// From the root to a node, both included.
    pub fn line_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut line: Vec<NodeId> =
            std::iter::successors(Some(id), |id| self.parent(*id)).collect();
        line.reverse();
        line
    }

    /// All nodes in reading order: a node, then everything below its first child, and so on.
    pub fn preorder(&self) -> Vec<NodeId> {
        let mut order = Vec::with_capacity(self.node_count());
        let mut stack = vec![self.root()];
        while let Some(id) = stack.pop() {
            order.push(id);
            stack.extend(self.children(id).iter().rev());
        }
        order
    }

    /// The main line alone, without comments, labels, names and the view: what a move list can
    /// say. Setup stones stay, because the moves mean nothing without them.
    pub fn bare(&self) -> Record {
        let mut bare = Record::empty(self.rules.clone());
        let mut last = bare.root();
        for id in self.main_line() {
            let Node { edit, action, .. } = self.node(id).clone();
            let node = Node { edit, action, ..Node::default() };
            if id == self.root() {
                *bare.node_mut(last) = node;
            } else if node != Node::default() {
                last = bare.add(last, node);
            }
        }
        bare
    }
}
