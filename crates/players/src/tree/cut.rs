//! Cutting a tree: what lies below a node, or what was visited most.

use std::cmp::Reverse;

use super::edges::Edges;
use super::{Edge, Node, NodeId, Tree, index};

impl<S: Copy, H: Copy> Tree<S, H> {
    /// How often a node must have been visited at least, so that all that were take so many bytes
    /// at most.
    pub(crate) fn visits_within(&self, bytes: usize) -> u32 {
        let size = |node: &Node<S>| size_of::<Node<S>>() + node.edges.len() * size_of::<Edge<H>>();
        let mut sizes: Vec<_> = self.nodes.iter().map(|node| (node.visits, size(node))).collect();
        sizes.sort_unstable_by_key(|(visits, _)| Reverse(*visits));
        let mut sum = 0;
        let first_out = sizes.into_iter().find(|(_, size)| {
            sum += size;
            sum > bytes
        });
        first_out.map_or(0, |(visits, _)| visits + 1)
    }

    /// The part of the tree below a node, as a tree, without nodes that were visited less often
    /// than that. What is known of the edges that led to them stays.
    pub(crate) fn subtree(self, root: NodeId, fewest_visits: u32) -> Self {
        let mut places = vec![None; self.nodes.len()];
        let mut kept = vec![root];
        let mut next = 0;
        while next < kept.len() {
            places[kept[next].0 as usize] = Some(NodeId(index(next)));
            let children = self.edges(kept[next]).iter().filter_map(|edge| edge.child);
            kept.extend(children.filter(|child| self.node(*child).visits >= fewest_visits));
            next += 1;
        }
        let mut nodes: Vec<Node<S>> = kept.into_iter().map(|node| *self.node(node)).collect();
        // In the order in which their edges lie, so that what was moved takes no memory any more.
        let mut order: Vec<usize> = (0..nodes.len()).collect();
        order.sort_unstable_by_key(|place| nodes[*place].edges);
        let (mut left, mut edges) = (self.edges.leave(), Edges::new());
        for place in order {
            let node = &mut nodes[place];
            node.edges = edges.add(left.run(node.edges).iter().map(|edge| Edge {
                child: edge.child.and_then(|child| places[child.0 as usize]),
                ..*edge
            }));
        }
        Tree { nodes, edges }
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::tree::{Action, Step};

    /// A tree of positions with a hundred moves each, searched at random: the state of a node and
    /// the hint of an edge are numbers by which they are known again.
    fn searched(visits: usize) -> Tree<u64, u64> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut tree = Tree::new(Node::new(None, None, 0));
        let branch = |tree: &mut Tree<u64, u64>, node: NodeId| {
            let number = tree.node(node).state;
            tree.branch(node, (0..100).map(|place| (Action::Pass, number * 100 + place)));
        };
        branch(&mut tree, NodeId(0));
        for number in 1..=visits as u64 {
            let mut at = tree.root();
            loop {
                let place = rng.next_u64() % 100 % (1 + rng.next_u64() % 100);
                let edge = tree.edge_at(at, place as usize);
                tree.node_mut(at).visits += 1;
                tree.edge_mut(edge).visits += 1;
                let Some(child) = tree.edge(edge).child else {
                    let leaf = tree.add(Node::new(None, None, number));
                    branch(&mut tree, leaf);
                    tree.edge_mut(edge).child = Some(leaf);
                    break;
                };
                at = child;
            }
        }
        tree
    }

    /// All edges below a node, each with the visits of the node that it leads to.
    fn below(tree: &Tree<u64, u64>, root: NodeId) -> Vec<(u64, u32, Option<u32>)> {
        let (mut all, mut open) = (Vec::new(), vec![root]);
        while let Some(node) = open.pop() {
            for edge in tree.edges(node) {
                let visits = edge.child.map(|child| tree.node(child).visits);
                all.push((edge.hint, edge.visits, visits));
                open.extend(edge.child);
            }
        }
        all.sort_unstable();
        all
    }

    #[test]
    fn what_was_visited_most_stays_and_fits() {
        let tree = searched(3000);
        assert_eq!(tree.visits_within(tree.bytes()), 0, "all of it fits");
        let room = tree.bytes() / 2;
        let fewest = tree.visits_within(room);
        let whole = below(&tree, tree.root());
        let thin = {
            let root = tree.root();
            tree.clone().subtree(root, fewest)
        };
        assert!(thin.bytes() <= room && thin.bytes() > tree.bytes() / 20, "{} bytes", thin.bytes());
        let left = below(&thin, thin.root());
        assert_eq!(left.len(), thin.edge_count(), "each of them can be reached");
        for (hint, visits, child) in left {
            let at = whole.binary_search_by_key(&hint, |edge| edge.0).expect("it was there");
            assert_eq!(visits, whole[at].1, "what is known stays");
            assert_eq!(child, whole[at].2.filter(|visits| *visits >= fewest));
        }
    }

    #[test]
    fn all_below_a_node_stays() {
        let tree = searched(2000);
        let busiest = tree.edges(tree.root()).iter().max_by_key(|edge| edge.visits);
        let child = busiest.and_then(|edge| edge.child).expect("it was visited");
        let before = below(&tree, child);
        let bytes = tree.bytes();
        let part = tree.subtree(child, 0);
        assert_eq!(below(&part, part.root()), before);
        assert!(before.len() > 10_000 && part.bytes() < bytes);
    }

    #[test]
    fn a_thinned_tree_can_grow_again() {
        let tree = searched(1000);
        let (root, fewest) = (tree.root(), tree.visits_within(tree.bytes() / 2));
        let mut tree = tree.subtree(root, fewest);
        let cut = tree.edges(root).iter().position(|edge| edge.visits > 0 && edge.child.is_none());
        let step = Step { node: root, edge: tree.edge_at(root, cut.expect("some were cut")) };
        let leaf = tree.add(Node::new(None, None, 7));
        tree.edge_mut(step.edge).child = Some(leaf);
        tree.branch(leaf, (0..100).map(|place| (Action::Pass, place)));
        assert_eq!(tree.edges(leaf).len(), 100);
        assert_eq!(tree.node(tree.edge(step.edge).child.expect("it is there")).state, 7);
    }
}
