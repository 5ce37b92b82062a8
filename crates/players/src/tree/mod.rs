//! The tree of a search: nodes in an array, edges in blocks, those of a node side by side.
//!
//! Edges carry the statistics, so that a child that was never visited takes no more than its edge.
//! Values are those of the player who chooses at the node; at a coin flip they are Red's. What a
//! search adds of its own is the `state` of a node and the `hint` of an edge.

mod action;
mod cut;
mod edges;
mod lines;
mod memory;
mod path;

use hexring_game::Color;

pub(crate) use self::action::Action;
use self::edges::{Edges, Run};
pub(crate) use self::memory::Memory;
pub(crate) use self::path::{Step, add_value, leave, proof, prove};

/// The index of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeId(u32);

/// The index of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EdgeId(u32);

/// A way out of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge<H> {
    /// What it does.
    pub(crate) action: Action,
    /// Where it leads, once that was visited.
    pub(crate) child: Option<NodeId>,
    /// Evaluations below it, those under way included.
    pub(crate) visits: u32,
    /// How many of them are under way.
    pub(crate) under_way: u16,
    /// The sum of the values of the others.
    pub(crate) value: f64,
    /// Who wins after it, where that is proven.
    pub(crate) proof: Option<Color>,
    /// Whether it need not be looked at: if any move of its node wins, another one does.
    pub(crate) is_ruled_out: bool,
    /// What speaks for it before it has results of its own.
    pub(crate) hint: H,
}

impl<H> Edge<H> {
    /// The mean value, where those under way count as lost (a *virtual loss*); none before the first
    /// visit.
    #[inline]
    pub(crate) fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.value / f64::from(self.visits))
    }

    /// The mean of the values that have arrived; none before the first of them.
    #[inline]
    pub(crate) fn settled(&self) -> Option<f64> {
        let settled = self.visits - u32::from(self.under_way);
        (settled > 0).then(|| self.value / f64::from(settled))
    }

    /// Takes it: a value is under way.
    #[inline]
    pub(crate) fn take(&mut self) {
        self.visits += 1;
        self.under_way += 1;
    }

    /// What a proof makes of it for whoever chooses: won before open before lost.
    fn rank(&self, mover: Option<Color>) -> u8 {
        match self.proof {
            Some(winner) if Some(winner) == mover => 2,
            Some(_) => 0,
            None => 1,
        }
    }
}

/// A position in the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<S> {
    edges: Run,
    /// Who chooses; none at a coin flip and after the end.
    pub(crate) mover: Option<Color>,
    /// Visits, those under way included.
    pub(crate) visits: u32,
    /// Who wins, where that is proven.
    pub(crate) proof: Option<Color>,
    /// How far it was looked at.
    pub(crate) state: S,
}

impl<S> Node<S> {
    /// A node that was never visited, without edges as yet.
    pub(crate) fn new(mover: Option<Color>, proof: Option<Color>, state: S) -> Self {
        Node { edges: Run::default(), mover, visits: 0, proof, state }
    }

    /// What an edge is worth to the player who chooses here, as far as it was tried or is proven.
    pub(crate) fn win_rate<H>(&self, edge: &Edge<H>) -> Option<f64> {
        edge.proof
            .map(|winner| f64::from(u8::from(self.mover == Some(winner))))
            .or_else(|| edge.settled())
    }
}

/// All that a search knows.
#[derive(Clone, Debug)]
pub(crate) struct Tree<S, H> {
    nodes: Vec<Node<S>>,
    edges: Edges<H>,
}

impl<S: Copy, H: Copy> Tree<S, H> {
    /// A tree with nothing but a root.
    pub(crate) fn new(root: Node<S>) -> Self {
        Tree { nodes: vec![root], edges: Edges::new() }
    }

    /// The root.
    pub(crate) fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Adds a node.
    pub(crate) fn add(&mut self, node: Node<S>) -> NodeId {
        self.nodes.push(node);
        NodeId(index(self.nodes.len() - 1))
    }

    /// Gives a node its edges, none of them visited.
    pub(crate) fn branch(&mut self, node: NodeId, ways: impl Iterator<Item = (Action, H)>) {
        let run = self.edges.add(ways.map(|(action, hint)| Edge {
            action,
            child: None,
            visits: 0,
            under_way: 0,
            value: 0.0,
            proof: None,
            is_ruled_out: false,
            hint,
        }));
        self.node_mut(node).edges = run;
    }

    /// A node.
    #[inline]
    pub(crate) fn node(&self, node: NodeId) -> &Node<S> {
        &self.nodes[node.0 as usize]
    }

    /// A node, to be changed.
    #[inline]
    pub(crate) fn node_mut(&mut self, node: NodeId) -> &mut Node<S> {
        &mut self.nodes[node.0 as usize]
    }

    /// An edge.
    #[inline]
    pub(crate) fn edge(&self, edge: EdgeId) -> &Edge<H> {
        self.edges.get(edge)
    }

    /// An edge, to be changed.
    #[inline]
    pub(crate) fn edge_mut(&mut self, edge: EdgeId) -> &mut Edge<H> {
        self.edges.get_mut(edge)
    }

    /// The edges of a node.
    #[inline]
    pub(crate) fn edges(&self, node: NodeId) -> &[Edge<H>] {
        self.edges.run(self.node(node).edges)
    }

    /// The edges of a node that are not ruled out, with their places.
    #[inline]
    pub(crate) fn options(&self, node: NodeId) -> impl Iterator<Item = (usize, &Edge<H>)> {
        self.edges(node).iter().enumerate().filter(|(_, edge)| !edge.is_ruled_out)
    }

    /// The edges of a node, to be changed.
    #[inline]
    pub(crate) fn edges_mut(&mut self, node: NodeId) -> &mut [Edge<H>] {
        self.edges.run_mut(self.nodes[node.0 as usize].edges)
    }

    /// The edge of a node by its place among them.
    #[inline]
    pub(crate) fn edge_at(&self, node: NodeId, place: usize) -> EdgeId {
        self.node(node).edges.edge(place)
    }

    /// The edge of a node with an action.
    pub(crate) fn find(&self, node: NodeId, action: Action) -> Option<EdgeId> {
        let place = self.edges(node).iter().position(|edge| edge.action == action)?;
        Some(self.edge_at(node, place))
    }

    /// Where an action leads from a node, if that was visited.
    pub(crate) fn child(&self, node: NodeId, action: Action) -> Option<NodeId> {
        self.edge(self.find(node, action)?).child
    }

    /// The edge to take: one that is proven won, otherwise the one with most visits that is not
    /// proven lost, otherwise the one that held longest. Something else decides between equals.
    pub(crate) fn best<T: PartialOrd>(
        &self,
        node: NodeId,
        otherwise: impl Fn(&Edge<H>) -> T,
    ) -> Option<&Edge<H>> {
        let mover = self.node(node).mover;
        let key = |edge: &Edge<H>| (edge.rank(mover), edge.visits, otherwise(edge));
        let edges = self.options(node).map(|(_, edge)| edge);
        edges.reduce(|best, edge| if key(edge) > key(best) { edge } else { best })
    }

    /// The number of edges.
    #[cfg(test)]
    pub(crate) fn edge_count(&self) -> usize {
        self.edges.count()
    }

    /// How much memory it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<S>>() + self.edges.count() * size_of::<Edge<H>>()
    }
}

/// Trees of more than four thousand million edges would take a hundred gigabytes; the limits of
/// memory are far below.
fn index(number: usize) -> u32 {
    u32::try_from(number).expect("the limit of memory is kept")
}
