//! The tree: nodes and edges in two arrays, the edges of a node side by side.
//!
//! Edges carry the statistics, so that a child that was never visited takes no more than its edge.
//! Values are those of the player who chooses at the node; at a coin flip they are Red's.

use hexring_game::{Color, Move, Position, Site};

/// What leads from one position to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// A stone.
    Place(Site),
    /// No legal cell in the season.
    Pass,
    /// The coin decides who moves next.
    Toss(Color),
}

impl Action {
    /// Does it.
    pub(super) fn apply(self, position: &mut Position) {
        match self {
            Action::Place(site) => position.play_site(site),
            Action::Pass => position.play(Move::Pass).expect("there is no legal cell"),
            Action::Toss(color) => position.toss(color).expect("a coin flip is due"),
        }
    }

    /// The move; none for a coin flip.
    pub(super) fn to_move(self, position: &Position) -> Option<Move> {
        match self {
            Action::Place(site) => Some(Move::Place(position.board().cell(site))),
            Action::Pass => Some(Move::Pass),
            Action::Toss(_) => None,
        }
    }

    /// Everything that can happen in a position that is not over.
    pub(super) fn all(position: &Position) -> impl Iterator<Item = Action> + '_ {
        let tosses = Color::ALL.into_iter().filter(|_| position.coin_due()).map(Action::Toss);
        let must_pass = position.is_legal(Move::Pass);
        let places = position.legal_sites().map(Action::Place);
        tosses.chain(places).chain(must_pass.then_some(Action::Pass))
    }
}

/// The index of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

/// The index of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EdgeId(u32);

/// Results of playouts in which a cell was taken by the player who chooses, whenever that was.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Amaf {
    /// How many evaluations they amount to.
    pub(super) weight: f32,
    /// The sum of their values.
    pub(super) value: f32,
}

impl Amaf {
    /// Takes more results in.
    #[inline]
    pub(super) fn add(&mut self, more: Amaf) {
        self.weight += more.weight;
        self.value += more.value;
    }

    /// The mean value; none without results.
    #[inline]
    pub(super) fn mean(self) -> Option<f64> {
        (self.weight > 0.0).then(|| f64::from(self.value / self.weight))
    }
}

/// A way out of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// What it does.
    pub(super) action: Action,
    /// Where it leads, once it was visited.
    pub(super) child: Option<NodeId>,
    /// Evaluations below it, those under way included.
    pub(super) visits: u32,
    /// The sum of their values; those under way count as lost.
    pub(super) value: f64,
    /// All moves as first.
    pub(super) amaf: Amaf,
    /// Who wins after it, where that is proven.
    pub(super) proof: Option<Color>,
}

impl Edge {
    fn new(action: Action) -> Self {
        let amaf = Amaf::default();
        Edge { action, child: None, visits: 0, value: 0.0, amaf, proof: None }
    }

    /// The mean value; none before the first visit.
    #[inline]
    pub(super) fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.value / f64::from(self.visits))
    }
}

/// A position in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    first: u32,
    count: u32,
    /// Who chooses; none at a coin flip and after the end.
    pub(super) mover: Option<Color>,
    /// Evaluations at and below it, those under way included.
    pub(super) visits: u32,
    /// Whether its own evaluation is done.
    pub(super) evaluated: bool,
    /// Who wins, where that is proven.
    pub(super) proof: Option<Color>,
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

    /// Adds a node for a position, with edges that were never visited.
    pub(super) fn add(&mut self, position: &Position) -> NodeId {
        let first = self.edges.len();
        self.edges.extend(Action::all(position).map(Edge::new));
        self.nodes.push(Node {
            first: index(first),
            count: index(self.edges.len() - first),
            mover: position.to_move(),
            visits: 0,
            evaluated: false,
            proof: position.winner(),
        });
        NodeId(index(self.nodes.len() - 1))
    }

    /// A node.
    #[inline]
    pub(super) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0 as usize]
    }

    /// A node, to be changed.
    #[inline]
    pub(super) fn node_mut(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes[node.0 as usize]
    }

    /// An edge.
    #[inline]
    pub(super) fn edge(&self, edge: EdgeId) -> &Edge {
        &self.edges[edge.0 as usize]
    }

    /// An edge, to be changed.
    #[inline]
    pub(super) fn edge_mut(&mut self, edge: EdgeId) -> &mut Edge {
        &mut self.edges[edge.0 as usize]
    }

    /// The edges of a node.
    #[inline]
    pub(super) fn edges(&self, node: NodeId) -> &[Edge] {
        let Node { first, count, .. } = *self.node(node);
        &self.edges[first as usize..][..count as usize]
    }

    /// The edges of a node, to be changed.
    #[inline]
    pub(super) fn edges_mut(&mut self, node: NodeId) -> &mut [Edge] {
        let Node { first, count, .. } = *self.node(node);
        &mut self.edges[first as usize..][..count as usize]
    }

    /// The edge of a node by its place among them.
    #[inline]
    pub(super) fn edge_at(&self, node: NodeId, place: usize) -> EdgeId {
        EdgeId(self.node(node).first + index(place))
    }

    /// How much memory it takes.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.edges.len() * size_of::<Edge>()
    }

    /// Where an action leads from a node, if that was visited.
    pub(super) fn child(&self, node: NodeId, action: Action) -> Option<NodeId> {
        self.edges(node).iter().find(|edge| edge.action == action)?.child
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

/// Trees of more than four thousand million edges would take a hundred gigabytes; the limit of
/// memory is far below.
fn index(number: usize) -> u32 {
    u32::try_from(number).expect("the limit of memory is kept")
}
