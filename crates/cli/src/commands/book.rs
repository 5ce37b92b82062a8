//! `hexring book`: opening books and swap maps.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use hexring_control::Control;
use hexring_game::draw::Scene;
use hexring_game::{Board, Move};
use hexring_lab::machine;
use hexring_players::Spec;
use hexring_players::book::{self, Book, GrowError, Grower, Growth, Known, MAX_REPLIES, Recipe};
use serde_json::json;

use crate::arguments::{PositionArgs, read_up_to};
use crate::destination::Destination;
use crate::output::{self, Stopped};
use crate::picture::PictureArgs;
use crate::progress;

/// The largest file of a book, in bytes.
const MAX_BYTES: usize = 1 << 26;

/// How many of the best moves are named.
const NAMED: usize = 5;

/// Shows what an opening book knows of a position, the swap map above all, and makes such books.
///
/// A book has positions of the first moves on a board, each judged by a long search. What it knows
/// of the empty board is the swap map: what each first move is worth to the player who makes it, if
/// nobody swaps. Under a swap rule a first move near 50 is good; one above is taken over. Books that
/// come with the program are used by players with the option book=true (see hexring players neural).
#[derive(Args)]
pub(crate) struct BookCommand {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Show(Show),
    Make(Make),
}

/// Draws what a book knows of a position: on the empty board the swap map.
///
/// Numbers are the chances of the player to move in percent; of cells without a number the book
/// knows nothing. How the position came about does not matter, and images of it by a symmetry of the
/// board are the same to a book.
#[derive(Args)]
struct Show {
    #[command(flatten)]
    position: PositionArgs,
    /// A book that hexring book make has written [default: the one that comes with the program]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureArgs,
    /// Print {"board":…,"player":…,"network":…,"positions":N,"value":…,"best":[…],
    /// "replies":[{"move":…,"value":…,"searched":…},…]}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Makes a book: searches all first moves, then the lines that matter most.
///
/// The first moves come first, up to symmetry: they are the swap map. Then the book grows where
/// both players give away least: after first moves that are about even, as a swap rule wants them,
/// and after those that are best without one. Values are backed up from the ends of lines.
///
/// What is done goes into the file after each round of about 16 positions. Run it again to go on
/// after Ctrl-C, or with more --positions to make the book larger. The same command makes the same
/// book, whatever the number of threads and however often it was stopped.
#[derive(Args)]
struct Make {
    /// Topology and size, columns x rows: 11x11, cylinder:5x8, torus:6x6
    #[arg(long)]
    board: Board,
    /// Who judges each position; its limit must not be a time
    #[arg(long, value_name = "PLAYER", default_value = "neural:sims=4000")]
    player: Spec,
    /// Stop when there are so many positions; the last round is finished
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    positions: u32,
    /// How many replies of a position are followed
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=MAX_REPLIES as i64))]
    replies: u8,
    /// Positions that are searched at the same time [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The book; what is in it already is kept
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Print {"file":FILE,"made":N,"total":N}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

impl BookCommand {
    pub(crate) fn run(self) -> Result<()> {
        match self.action {
            Action::Show(show) => show.run(),
            Action::Make(make) => make.run(),
        }
    }
}

impl Show {
    fn run(self) -> Result<()> {
        let game = self.position.game()?;
        let own = self.book.as_deref().map(read_book).transpose()?;
        let board = game.rules().board;
        let Some(book) = own.as_ref().or_else(|| book::shipped(board)) else {
            let boards: Vec<&str> = book::boards().collect();
            bail!("there is no book for {board}: expected {}, or --book FILE", boards.join(" or "));
        };
        let Some(known) = book.look_up(game.position()) else {
            bail!("the book of {} does not know this position", book.header().board);
        };
        if self.json {
            return output::print_json(&as_json(book, &known));
        }
        let mut scene = Scene::of_game(&game);
        scene.scores = Some(known.map(game.position()).drawing(board));
        let best: Vec<String> = known.best(NAMED).iter().map(Move::to_string).collect();
        let (value, header) = (100.0 * known.value(), book.header());
        let below = format!(
            "{}: {value:.1} %, best {}\nthe book has {} positions, by {} with the network {}",
            super::show::whose_turn(&game),
            best.join(" "),
            book.len(),
            header.player,
            header.network
        );
        self.picture.show(&scene, &below)
    }
}

fn as_json(book: &Book, known: &Known) -> serde_json::Value {
    let header = book.header();
    let replies = known.replies.iter().map(|reply| {
        let value = f64::from(reply.value) / 1000.0;
        json!({"move": reply.cell, "value": value, "searched": reply.is_searched})
    });
    json!({
        "board": header.board, "player": header.player, "network": header.network,
        "positions": book.len(), "value": known.value(), "best": known.best(NAMED),
        "replies": replies.collect::<Vec<_>>(),
    })
}

impl Make {
    fn run(self) -> Result<()> {
        let place = Destination::file(&self.out)?;
        let known = self.out.exists().then(|| read_book(&self.out)).transpose()?;
        let before = known.as_ref().map_or(0, Book::len);
        let recipe =
            Recipe { board: self.board, player: self.player.clone(), replies: self.replies.into() };
        let threads = self.threads.map_or_else(machine::threads, usize::from);
        let mut grower = Grower::new(recipe, known, threads).map_err(|fault| match fault {
            GrowError::Other { .. } => {
                anyhow::Error::new(fault).context(self.out.display().to_string())
            }
            fault => fault.into(),
        })?;
        let wanted = self.positions as usize;
        let done = progress::of_book(wanted, |control| grow(&mut grower, wanted, &place, control));
        let total = grower.book().len();
        done?;
        let made = total - before;
        if self.json {
            let file = &self.out;
            return output::print_json(&json!({"file": file, "made": made, "total": total}));
        }
        let out = self.out.display();
        output::print(&format!("positions searched: {made}, now in {out}: {total}\n"))
    }
}

/// Lets a book grow, and keeps it after every round.
fn grow(
    grower: &mut Grower,
    wanted: usize,
    place: &Destination,
    control: &mut Control<'_, Growth>,
) -> Result<()> {
    while grower.book().len() < wanted {
        match grower.round(control) {
            Ok(true) => place.write_text(&grower.book().to_string())?,
            Ok(false) => {
                output::note("nothing is left to search: all else is decided");
                return Ok(());
            }
            Err(GrowError::Stopped) => {
                let kept = grower.book().len();
                let text = format!("stopped with {kept} positions; run again to go on");
                return Err(Stopped(text).into());
            }
            Err(fault) => return Err(fault.into()),
        }
    }
    Ok(())
}

fn read_book(path: &Path) -> Result<Book> {
    read_up_to(path, MAX_BYTES)?.parse().with_context(|| path.display().to_string())
}
