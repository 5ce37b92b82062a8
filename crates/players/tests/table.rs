//! A game with two seats: turns, coins, swaps, what is taken back, and players that fail.

use hexring_game::{ByColor, Color, Ending, Forfeit, Game, Move, Ply, Rules};
use hexring_players::table::{Seat, Table, TableError, Turn, coin};
use hexring_players::{Choice, ChooseError, Control, Player, Spec};

fn table(rules: &str, red: &str, blue: &str, seed: u64) -> Table {
    let game = Game::new(rules.parse::<Rules>().expect("rules")).expect("rules that fit");
    let spec = |text: &str| text.parse::<Spec>().expect("a player");
    Table::seat(game, &ByColor { red: spec(red), blue: spec(blue) }, seed).expect("seated")
}

fn play(table: &mut Table, moves: &str) {
    for mv in moves.split_whitespace() {
        table.play(mv.parse::<Move>().expect("a move")).expect("legal");
    }
}

fn plies(table: &Table) -> Vec<Ply> {
    table.game().plies().to_vec()
}

#[test]
fn coins_depend_on_the_seed_and_the_number_of_moves_alone() {
    let mut first = table("4x4 turns=random", "human", "human", 9);
    let mut coins = Vec::new();
    for cell in ["a1", "b2", "c3", "d4", "a4"] {
        let color = first.game().position().to_move().expect("a coin was flipped");
        assert_eq!(color, coin(9, coins.len()));
        coins.push(color);
        play(&mut first, cell);
    }
    let before = plies(&first);
    for _ in 0..3 {
        first.undo().expect("a move to take back");
    }
    assert_eq!(first.game().position().to_move(), Some(coins[2]), "the same flip as before");
    play(&mut first, "c3 d4 a4");
    assert_eq!(plies(&first), before);
    let red = |seed| (0..64).filter(|ply| coin(seed, *ply) == Color::Red).collect::<Vec<_>>();
    assert!((20..=44).contains(&red(9).len()), "a fair coin: {:?}", red(9));
    assert_ne!(red(10), red(9));
}

#[test]
fn after_a_swap_of_sides_seats_play_the_other_colour() {
    let mut table = table("3x3 swap=sides", "human", "human", 1);
    play(&mut table, "b2 swap");
    assert_eq!(table.seat_of(Color::Red), Color::Blue);
    assert_eq!(table.turn(), Turn::Person(Color::Blue));
    play(&mut table, "a1 b1 a2 b3");
    assert_eq!(table.game().ending(), Some(Ending::Won(Color::Red)));
    assert_eq!(table.winner(), Some(Color::Blue), "who began as Blue has swapped and won");
}

#[test]
fn a_person_takes_back_its_own_move_whatever_colour_it_has() {
    let mut table = table("4x4 swap=sides", "random", "human", 3);
    table.step(&mut Control::default()).expect("a player is to move").expect("a move");
    play(&mut table, "swap");
    assert_eq!(table.turn(), Turn::Player(Color::Blue), "the player is Blue now");
    table.step(&mut Control::default()).expect("a player is to move").expect("a move");
    let before = plies(&table);
    table.undo().expect("the swap");
    assert_eq!(plies(&table).len(), 1);
    assert_eq!(table.turn(), Turn::Person(Color::Blue));
    table.redo().expect("the swap again");
    assert_eq!(plies(&table), before);
    let error = table.redo().expect_err("nothing is left");
    assert_eq!(error, TableError::NothingToRedo);
}

#[test]
fn nobody_moves_for_a_player() {
    let mut table = table("3x3", "random", "human", 1);
    let error = table.play("a1".parse().expect("a move")).expect_err("it is not its turn");
    assert_eq!(error.to_string(), "it is the turn of random (red)");
    assert_eq!(table.undo(), Err(TableError::NothingToUndo));
    table.resign().expect("the only person gives up");
    assert_eq!(table.winner(), Some(Color::Red));
    table.undo().expect("a resignation can be taken back");
    assert_eq!(table.turn(), Turn::Player(Color::Red));
}

#[test]
fn a_player_may_think_away_from_the_table() {
    let mut one = table("4x4", "mcts:playouts=200", "random", 5);
    let mut other = table("4x4", "mcts:playouts=200", "random", 5);
    while let Turn::Player(_) = one.turn() {
        let mut thinker = one.lend().expect("its turn");
        assert!(one.lend().is_none(), "it is away");
        let answer = thinker.think(&mut Control::default());
        one.sit_down(thinker);
        one.put(&answer);
        other.step(&mut Control::default()).expect("its turn").expect("a move");
    }
    assert_eq!(plies(&one), plies(&other));
    assert_eq!(one.winner(), other.winner());
}

/// What a player answers, whatever the game.
type Answer = fn() -> Result<Choice, ChooseError>;

/// A player that does what it should not.
struct Bad(Answer);

impl Player for Bad {
    fn choose(&mut self, _: &Game, _: &mut Control) -> Result<Choice, ChooseError> {
        (self.0)()
    }
}

#[test]
fn players_that_fail_have_lost_and_it_says_why() {
    let illegal = || Ok(Choice::new("z9".parse().expect("a move")));
    let late = || Err(ChooseError::Lost(Forfeit::Time));
    let cases: [(Answer, &str); 3] = [
        (illegal, "illegal move: z9 is not on the board"),
        (|| panic!("a bug"), "crash: the player panicked"),
        (late, "ran out of time"),
    ];
    for (answer, words) in cases {
        let game = Game::new("3x3".parse::<Rules>().expect("rules")).expect("rules that fit");
        let bad = Seat::player("bad", Box::new(Bad(answer)));
        let seats = ByColor { red: bad, blue: Seat::person("somebody") };
        let mut table = Table::new(game, seats, 1);
        table.step(&mut Control::default()).expect("its turn").ok();
        let ending = table.game().ending().expect("it has lost").to_string();
        assert!(ending.starts_with("blue wins: red") && ending.contains(words), "{ending}");
        assert_eq!(table.winner(), Some(Color::Blue));
    }
}

#[test]
fn what_a_player_cannot_play_is_found_before_it_sits_down() {
    let game = Game::new("4x4".parse::<Rules>().expect("rules")).expect("rules that fit");
    let mirror: Spec = "mirror".parse().expect("a player");
    let players = ByColor { red: mirror, blue: "random".parse().expect("a player") };
    let error = Table::seat(game, &players, 1).err().expect("a plane").to_string();
    assert!(error.starts_with("mirror cannot play red under plane:4x4"), "{error}");
}
