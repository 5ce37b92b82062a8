//! The tree: nodes and edges in two arrays, the edges of a node side by side.
//!
//! Edges carry the statistics, so that a move that was never tried takes no more than its edge.
//! All values are those of the player who chooses at the node. Games that are over and positions
//! that are won at once have no node: the edge that leads there carries the proof.

use hexring_game::{Color, Move, Position, Site};
use hexring_network::Evaluation;

/// What leads from one position to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// A stone.
    Place(Site),
    /// No legal cell in the season.
    Pass,
}

impl Action {
    /// A move as an action; the tree knows no swap.
    pub(super) fn from_move(position: &Position, mv: Move) -> Option<Action> {
        match mv {
            Move::Place(cell) => position.board().site(cell).map(Action::Place),
            Move::Pass => Some(Action::Pass),
            Move::Swap => None,
        }
    }

    /// The action as a move.
    pub(super) fn to_move(self, position: &Position) -> Move {
        match self {
            Action::Place(site) => Move::Place(position.board().cell(site)),
            Action::Pass => Move::Pass,
        }
    }

    /// Does it.
    pub(super) fn apply(self, position: &mut Position) {
        match self {
            Action::Place(site) => position.play_site(site),
            Action::Pass => position.play(Move::Pass).expect("there is no legal cell"),
        }
    }
}

/// The index of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

/// The index of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EdgeId(u32);

/// A way out of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// What it does.
    pub(super) action: Action,
    /// How likely the network finds it to be the best.
    pub(super) prior: f32,
    /// Where it leads, once that was visited.
    pub(super) child: Option<NodeId>,
    /// Simulations through it, those under way included.
    pub(super) visits: u32,
    /// The sum of their values; those under way count as lost.
    pub(super) value: f64,
    /// Who wins after it, where that is proven.
    pub(super) proof: Option<Color>,
}

impl Edge {
    /// The mean value; none before the first visit.
    pub(super) fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.value / f64::from(self.visits))
    }
}

/// A position in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    first: u32,
    count: u32,
    /// Who chooses.
    pub(super) mover: Color,
    /// Simulations that went on from here, those under way included.
    pub(super) visits: u32,
    /// What the network says, once it was asked. Only then there are edges.
    pub(super) value: Option<f32>,
    /// Who wins, where that is proven.
    pub(super) proof: Option<Color>,
    /// Whether its virtual connections were looked at.
    pub(super) is_seen: bool,
}

/// All that a search knows.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

impl Tree {
    /// A tree with nothing but a root.
    pub(super) fn new(position: &Position) -> Self {
        let mut tree = Tree { nodes: Vec::new(), edges: Vec::new() };
        tree.add(position);
        tree
    }

    /// The root.
    pub(super) fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Adds a node for a position that is not over.
    pub(super) fn add(&mut self, position: &Position) -> NodeId {
        let mover = position.to_move().expect("the game goes on");
        self.nodes.push(Node {
            first: 0,
            count: 0,
            mover,
            visits: 0,
            value: None,
            proof: None,
            is_seen: false,
        });
        NodeId(index(self.nodes.len() - 1))
    }

    /// Gives a node its value and its edges.
    pub(super) fn expand(&mut self, node: NodeId, position: &Position, evaluation: &Evaluation) {
        let first = self.edges.len();
        let edge =
            |action, prior| Edge { action, prior, child: None, visits: 0, value: 0.0, proof: None };
        let priors = priors(position, &evaluation.policy_logits);
        self.edges.extend(priors.map(|(site, prior)| edge(Action::Place(site), prior)));
        if self.edges.len() == first {
            self.edges.push(edge(Action::Pass, 1.0));
        }
        let count = index(self.edges.len() - first);
        let node = self.node_mut(node);
        (node.first, node.count) = (index(first), count);
        node.value = Some(evaluation.value());
    }

    /// Drops all edges of a node but those with some actions, unless none would be left. The
    /// policy is shared by those that stay.
    pub(super) fn keep(&mut self, node: NodeId, is_kept: impl Fn(Action) -> bool) {
        let Node { first, count, .. } = *self.node(node);
        let edges = &mut self.edges[first as usize..][..count as usize];
        // Kept edges stay in the order of their cells, on which the search may depend.
        edges.sort_by_key(|edge| !is_kept(edge.action));
        let kept = edges.iter().take_while(|edge| is_kept(edge.action)).count();
        let sum: f32 = edges[..kept].iter().map(|edge| edge.prior).sum();
        if kept > 0 {
            edges[..kept].iter_mut().for_each(|edge| edge.prior /= sum.max(f32::MIN_POSITIVE));
            self.node_mut(node).count = index(kept);
        }
    }

    /// A node.
    pub(super) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0 as usize]
    }

    /// A node, to be changed.
    pub(super) fn node_mut(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes[node.0 as usize]
    }

    /// An edge.
    pub(super) fn edge(&self, edge: EdgeId) -> &Edge {
        &self.edges[edge.0 as usize]
    }

    /// An edge, to be changed.
    pub(super) fn edge_mut(&mut self, edge: EdgeId) -> &mut Edge {
        &mut self.edges[edge.0 as usize]
    }

    /// The edges of a node.
    pub(super) fn edges(&self, node: NodeId) -> &[Edge] {
        let Node { first, count, .. } = *self.node(node);
        &self.edges[first as usize..][..count as usize]
    }

    /// The edge of a node by its place among them.
    pub(super) fn edge_at(&self, node: NodeId, place: usize) -> EdgeId {
        EdgeId(self.node(node).first + index(place))
    }

    /// The edge of a node with an action.
    pub(super) fn find(&self, node: NodeId, action: Action) -> Option<EdgeId> {
        let place = self.edges(node).iter().position(|edge| edge.action == action)?;
        Some(self.edge_at(node, place))
    }

    /// Where an action leads from a node, if that was visited.
    pub(super) fn child(&self, node: NodeId, action: Action) -> Option<NodeId> {
        self.edge(self.find(node, action)?).child
    }

    /// The number of edges, which is what memory goes to.
    pub(super) fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The part of the tree below a node, as a tree.
    pub(super) fn subtree(&self, root: NodeId) -> Tree {
        let mut tree = Tree { nodes: vec![*self.node(root)], edges: Vec::new() };
        let mut origins = vec![root];
        let mut next = 0;
        while next < origins.len() {
            tree.nodes[next].first = index(tree.edges.len());
            for edge in self.edges(origins[next]) {
                let child = edge.child.map(|child| {
                    origins.push(child);
                    tree.nodes.push(*self.node(child));
                    NodeId(index(tree.nodes.len() - 1))
                });
                tree.edges.push(Edge { child, ..*edge });
            }
            next += 1;
        }
        tree
    }
}

/// The softmax of the logits over the legal cells.
fn priors<'a>(position: &'a Position, logits: &'a [f32]) -> impl Iterator<Item = (Site, f32)> + 'a {
    let logit = |site: Site| logits[site.index()];
    let most = position.legal_sites().map(logit).fold(f32::NEG_INFINITY, f32::max);
    let weight = move |site: Site| (logits[site.index()] - most).exp();
    let sum: f32 = position.legal_sites().map(weight).sum();
    position.legal_sites().map(move |site| (site, weight(site) / sum))
}

/// A search ends long before there are four thousand million edges.
fn index(number: usize) -> u32 {
    u32::try_from(number).expect("the limit of memory is kept")
}
