//! What a player remembers from one move of a game to the next.

use hexring_game::{Game, Ply, Position};

use super::{Action, Tree};

/// The tree of the last search and where its root was.
pub(crate) struct Memory<S, H> {
    start: Position,
    plies: Vec<Ply>,
    root: Position,
    tree: Tree<S, H>,
}

impl<S: Copy, H: Copy> Memory<S, H> {
    /// The tree of a search of the position in which a game is.
    pub(crate) fn new(game: &Game, tree: Tree<S, H>) -> Self {
        Memory {
            start: game.start().clone(),
            plies: game.plies().to_vec(),
            root: game.position().clone(),
            tree,
        }
    }

    /// What the search knows of the position now, if it is that one or a later one of the same
    /// game.
    pub(crate) fn recall(self, game: &Game) -> Option<Tree<S, H>> {
        let Memory { start, plies, root, tree } = self;
        let since = game.plies().strip_prefix(&plies[..]).filter(|_| start == *game.start())?;
        let (mut position, mut node) = (root, tree.root());
        let mut step = |position: &mut Position, action: Action| {
            node = tree.child(node, action)?;
            action.apply(position);
            Some(())
        };
        for ply in since {
            if position.coin_due() {
                step(&mut position, Action::Toss(ply.color))?;
            }
            position.to_move().filter(|color| *color == ply.color)?;
            let action = Action::from_move(&position, ply.mv)?;
            step(&mut position, action)?;
        }
        if let (true, Some(color)) = (position.coin_due(), game.position().to_move()) {
            step(&mut position, Action::Toss(color))?;
        }
        // The right to swap is over where the tree goes on.
        (position == *game.position()).then(|| tree.subtree(node, 0))
    }
}

#[cfg(test)]
mod tests {
    use hexring_game::{Color, Game, Rules};

    use super::super::{Action, Node, Tree};
    use super::Memory;

    /// Two plies and the coins between them; the state of a node is the number of its plies.
    fn grown(game: &Game, depth: u32) -> Tree<u32, ()> {
        let mut tree = Tree::new(Node::new(None, None, 0));
        let mut open = vec![(tree.root(), game.position().clone())];
        while let Some((node, position)) = open.pop() {
            tree.node_mut(node).mover = position.to_move();
            let plies = tree.node(node).state;
            if position.is_over() || plies == depth {
                continue;
            }
            tree.branch(node, Action::all(&position).map(|action| (action, ())));
            for place in 0..tree.edges(node).len() {
                let (edge, mut next) = (tree.edge_at(node, place), position.clone());
                let action = tree.edge(edge).action;
                action.apply(&mut next);
                let is_ply = !matches!(action, Action::Toss(_));
                let child = tree.add(Node::new(None, None, plies + u32::from(is_ply)));
                tree.edge_mut(edge).child = Some(child);
                open.push((child, next));
            }
        }
        tree
    }

    fn game(rules: &str) -> Game {
        Game::new(rules.parse::<Rules>().expect("rules")).expect("rules")
    }

    #[test]
    fn a_later_position_of_the_game_is_found_with_all_below_it() {
        let mut game = game("cylinder:3x2");
        let tree = grown(&game, 3);
        game.play("b1".parse().expect("a move")).expect("legal");
        let memory = Memory::new(&self::game("cylinder:3x2"), tree);
        let known = memory.recall(&game).expect("it was searched");
        let root = known.root();
        assert_eq!((known.node(root).state, known.node(root).mover), (1, Some(Color::Blue)));
        let expected: Vec<Action> = Action::all(game.position()).collect();
        assert_eq!(known.edges(root).iter().map(|edge| edge.action).collect::<Vec<_>>(), expected);
        // Five answers, and four to each of them.
        assert_eq!(known.edge_count(), 5 + 5 * 4);
        for edge in known.edges(root) {
            let child = edge.child.expect("it was visited");
            assert_eq!((known.node(child).state, known.edges(child).len()), (2, 4));
        }
    }

    #[test]
    fn coins_are_steps_of_the_tree() {
        let mut game = game("3x1 turns=random");
        game.toss(Color::Blue).expect("a coin is due");
        let memory = Memory::new(&game, grown(&game, 3));
        game.play("b1".parse().expect("a move")).expect("legal");
        game.toss(Color::Blue).expect("a coin is due");
        let known = memory.recall(&game).expect("it was searched");
        let root = known.node(known.root());
        assert_eq!((root.state, root.mover), (1, Some(Color::Blue)));
    }

    #[test]
    fn other_games_and_earlier_positions_are_not_known() {
        let mut later = game("3x3");
        later.play("a1".parse().expect("a move")).expect("legal");
        let memory = |game: &Game| Memory::new(game, grown(game, 1));
        assert!(memory(&later).recall(&game("3x3")).is_none());
        assert!(memory(&game("3x3 first=blue")).recall(&later).is_none());
        assert!(memory(&game("3x3")).recall(&later).is_some());
        later.play("b2".parse().expect("a move")).expect("legal");
        assert!(memory(&game("3x3")).recall(&later).is_none(), "nothing was searched so far");
    }
}
