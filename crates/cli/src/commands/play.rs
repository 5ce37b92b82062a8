//! `hexring play`: a game in the terminal.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use hexring_game::draw::{self, Scene, TextStyle};
use hexring_game::record::Format;
use hexring_game::{ByColor, Color, Forfeit, Game, Move, Turns};
use hexring_players::clock::TimeControl;
use hexring_players::table::{Table, TableError, Turn, seat_seed};
use hexring_players::{Choice, ChooseError, Control, Watch, decide};

use super::choose::{heat_map, why};
use crate::arguments::{RulesArgs, game_from, strongest_player};
use crate::destination::Destination;
use crate::guest::Guest;
use crate::line_reader::LineReader;
use crate::output;

const HELP: &str = "\
a cell such as c4   play there
swap                take over the first stone, where the rules allow it
hint                ask for advice
heat                show what the opponent thought of every cell at its last move
undo, redo          take back your last move, or play it again; undo 3 takes back three
board               draw the board
save FILE           save the game as SGF
resign, quit        end the game, or leave it
";

/// Plays a game in the terminal: a person, any player or a program on either side.
///
/// Arrow keys edit the line and bring back the lines before it.
#[derive(Args)]
pub(crate) struct Play {
    /// Who plays Red: human, level:1 to level:12, any player (see hexring players), or a program
    /// that speaks the Hex text protocol: htp:"command"
    #[arg(long, default_value = "human", value_name = "PLAYER")]
    red: Guest,
    /// Who plays Blue
    #[arg(long, default_value = "level:4", value_name = "PLAYER")]
    blue: Guest,
    /// Who gives hints
    #[arg(long, default_value = strongest_player(), value_name = "PLAYER")]
    hint: Guest,
    #[command(flatten)]
    rules: RulesArgs,
    /// Go on from a record
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Keep the game in this file as SGF, after every move
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// The time of each side for the whole game, and what each move adds to it, such as 300s+5s.
    /// Whoever moves when it is over has lost
    #[arg(long, value_name = "BASE+INCREMENT")]
    clock: Option<TimeControl>,
}

impl Play {
    pub(crate) fn run(self) -> Result<()> {
        let game = match &self.file {
            Some(path) => game_from(path, &self.rules)?,
            None => Game::new(self.rules.rules()?)?,
        };
        let mut terminal = Terminal::new(game, &self)?;
        terminal.show()?;
        let left = terminal.play(&mut LineReader::new()?)?;
        if let Some(path) = &self.save {
            output::print(&format!("Saved to {}.\n", path.display()))?;
        }
        if left { Ok(()) } else { terminal.announce_ending() }
    }
}

/// A table, and what is said about it.
struct Terminal {
    table: Table,
    /// By the colour at the start.
    guests: ByColor<Guest>,
    hint: Guest,
    /// Where the game is kept.
    kept: Option<Destination>,
    /// How many moves have been spoken of.
    told: usize,
    /// What each player thought at its last move, and where; by the colour at the start.
    thoughts: ByColor<Option<(Game, Choice)>>,
    watch: Option<Watch>,
}

/// What a person's line did.
enum Line {
    /// A move was made, or taken back.
    Moved,
    /// The same person is asked again.
    Again,
    /// The game is left.
    Left,
}

impl Terminal {
    fn new(game: Game, args: &Play) -> Result<Self> {
        let guests = ByColor { red: args.red.clone(), blue: args.blue.clone() };
        let told = game.plies().len();
        for color in Color::ALL {
            guests[color].check(game.rules(), color)?;
        }
        let seat = |color| guests[color].seat(seat_seed(args.rules.seed, color));
        let seats = ByColor { red: seat(Color::Red)?, blue: seat(Color::Blue)? };
        let table = Table::new(game, seats, args.rules.seed);
        for color in Color::ALL {
            output::caution(table.seats()[color].caution(table.game()));
        }
        let thoughts = ByColor::from_fn(|_| None);
        // A path that cannot be written is found out before the first move, not after the last.
        let kept = args.save.as_deref().map(Destination::new).transpose()?;
        let hint = args.hint.clone();
        let watch = args.clock.map(Watch::new);
        Ok(Terminal { table, guests, hint, kept, told, thoughts, watch })
    }

    /// Plays until the game ends; true if the person left before.
    fn play(&mut self, lines: &mut LineReader) -> Result<bool> {
        loop {
            self.tell_what_was_settled()?;
            self.keep()?;
            match self.table.turn() {
                Turn::Over => return Ok(false),
                Turn::Player(color) => self.let_player_move(color)?,
                Turn::Person(color) => {
                    if let Line::Left = self.ask(color, lines)? {
                        return Ok(true);
                    }
                }
            }
        }
    }

    /// Says who had to pass, and what the coin says.
    fn tell_what_was_settled(&mut self) -> Result<()> {
        let game = self.table.game();
        for ply in game.plies().iter().skip(self.told).filter(|ply| ply.mv == Move::Pass) {
            output::print(&format!("{} has no cell in this season and passes.\n", ply.color))?;
        }
        self.told = game.plies().len();
        match (game.rules().turns, game.ending(), game.position().to_move()) {
            (Turns::Random, None, Some(color)) => {
                output::print(&format!("The coin says {color}.\n"))
            }
            _ => Ok(()),
        }
    }

    fn let_player_move(&mut self, color: Color) -> Result<()> {
        let (before, seat) = (self.table.game().clone(), self.table.seat_of(color));
        let Some(answer) = self.step() else { return Ok(()) };
        let name = self.guests[seat].full_name();
        let choice = match answer {
            Ok(choice) if !choice.resigns => choice,
            Ok(_) | Err(ChooseError::Lost(Forfeit::Resignation)) => {
                self.told = self.table.game().plies().len();
                return output::print(&format!("{color} ({name}) resigns.\n"));
            }
            Err(ChooseError::Lost(Forfeit::Time)) => return Ok(()),
            Err(fault) => return Err(fault.into()),
        };
        self.told += 1;
        let value = choice.value.map(|value| format!(", value {value:.2}")).unwrap_or_default();
        let why = why(&choice);
        output::print(&format!("{color} ({name}) plays {}{value}.\n{why}", choice.mv))?;
        self.tell_of_swap(choice.mv)?;
        self.thoughts[seat] = Some((before, choice));
        self.show()
    }

    /// After a swap of sides everybody plays the other colour.
    fn tell_of_swap(&self, mv: Move) -> Result<()> {
        if mv != Move::Swap || !self.table.game().position().sides_swapped() {
            return Ok(());
        }
        let plays = |color| self.table.plays(color).name();
        let (red, blue) = (plays(Color::Red), plays(Color::Blue));
        output::print(&format!("The sides are swapped: {red} is Red now, {blue} is Blue.\n"))
    }

    /// Lets the player to move think, on its clock if there is one.
    fn step(&mut self) -> Option<Result<Choice, ChooseError>> {
        let control = &mut Control::default();
        match &mut self.watch {
            Some(watch) => watch.step(&mut self.table, control),
            None => self.table.step(control),
        }
    }

    /// Lets the time of a person run.
    fn start_clock(&mut self, color: Color) {
        let seat = self.table.seat_of(color);
        self.watch.iter_mut().for_each(|watch| watch.start(seat));
    }

    /// The time that a person has left, for the prompt.
    fn time_left(&self, color: Color) -> String {
        let left = self.watch.as_ref().map(|watch| watch.left(self.table.seat_of(color)).as_secs());
        left.map(|left| format!(" [{}:{:02}]", left / 60, left % 60)).unwrap_or_default()
    }

    /// Ends the game for a person whose time is over; says whether it did.
    fn lose_if_late(&mut self, color: Color) -> Result<bool> {
        let left = self.watch.as_ref().map(|watch| watch.left(self.table.seat_of(color)));
        let is_over = left.is_some_and(|left| left.is_zero());
        if is_over {
            self.table.forfeit(color, Forfeit::Time)?;
        }
        Ok(is_over)
    }

    /// Asks a person until it has moved.
    fn ask(&mut self, color: Color, lines: &mut LineReader) -> Result<Line> {
        self.start_clock(color);
        loop {
            let season = self.table.game().position().season(color);
            let season =
                season.map(|season| format!(" (season {})", season + 1)).unwrap_or_default();
            let prompt = format!("{color}{season}{}> ", self.time_left(color));
            let Some(line) = lines.ask(&prompt)? else { return Ok(Line::Left) };
            if self.lose_if_late(color)? {
                return Ok(Line::Moved);
            }
            match self.obey(color, line.trim()) {
                Ok(Line::Again) => {}
                Ok(turn) => {
                    self.watch.iter_mut().for_each(|watch| {
                        watch.stop();
                    });
                    return Ok(turn);
                }
                Err(error) => output::print(&format!("{error:#}\n"))?,
            }
        }
    }

    fn obey(&mut self, color: Color, line: &str) -> Result<Line> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("", _) => {}
            ("help" | "?", "") => output::print(HELP)?,
            ("board", "") => self.show()?,
            ("quit" | "exit", "") => return Ok(Line::Left),
            ("hint", "") => self.give_hint(color)?,
            ("heat", "") => self.show_thoughts(!color)?,
            ("save", "") => bail!("save needs the name of a file: save FILE"),
            ("save", path) => self.save(Path::new(path))?,
            ("undo" | "redo", _) if self.watch.is_some() => {
                bail!("moves are not taken back on a clock")
            }
            ("undo", count) => return self.step_through(count, Table::undo),
            ("redo", count) => return self.step_through(count, Table::redo),
            ("resign", "") => {
                self.table.resign()?;
                return Ok(Line::Moved);
            }
            _ => {
                let mv: Move = line.parse().context("type help for what you can do")?;
                self.table.play(mv)?;
                self.told += 1;
                self.tell_of_swap(mv)?;
                self.show()?;
                return Ok(Line::Moved);
            }
        }
        Ok(Line::Again)
    }

    /// Takes back or repeats as many moves as asked, or as there are.
    fn step_through(
        &mut self,
        count: &str,
        step: fn(&mut Table) -> Result<(), TableError>,
    ) -> Result<Line> {
        let count = match count {
            "" => 1,
            count => count
                .parse::<NonZeroU32>()
                .map(NonZeroU32::get)
                .map_err(|_| anyhow!("bad number of moves \"{count}\": expected 1 or more"))?,
        };
        step(&mut self.table)?;
        for _ in 1..count {
            if step(&mut self.table).is_err() {
                break;
            }
        }
        self.told = self.table.game().plies().len();
        self.show()?;
        Ok(Line::Moved)
    }

    fn give_hint(&self, color: Color) -> Result<()> {
        let (game, seed) = (self.table.game(), self.table.seed());
        self.hint.check(game.rules(), color)?;
        let mut adviser = self.hint.build(seed)?;
        output::caution(adviser.caution(game.rules()));
        let choice = decide(adviser.as_mut(), game, &mut Control::default())?;
        if let Some(map) = choice.maps.first() {
            output::print(&heat_map(game, map))?;
        }
        output::print(&format!("{} would play {}.\n", self.hint, choice.mv))
    }

    fn show_thoughts(&self, color: Color) -> Result<()> {
        let seat = self.table.seat_of(color);
        let Some((before, choice)) = &self.thoughts[seat] else {
            return output::print(&format!("{color} has not thought yet.\n"));
        };
        if choice.maps.is_empty() {
            return output::print(&format!("{} has no thoughts to show.\n", self.guests[seat]));
        }
        for map in &choice.maps {
            output::print(&format!("{}:\n{}", map.name, heat_map(before, map)))?;
        }
        Ok(())
    }

    /// Keeps the game as it stands, so that nothing is lost however the program ends.
    fn keep(&self) -> Result<()> {
        self.kept.as_ref().map_or(Ok(()), |place| self.write(place))
    }

    fn write(&self, place: &Destination) -> Result<()> {
        place.write_text(&self.table.record()?.write(Format::Sgf)?)
    }

    fn save(&self, path: &Path) -> Result<()> {
        self.write(&Destination::new(path)?)?;
        output::print(&format!("Saved to {}.\n", path.display()))
    }

    fn show(&self) -> Result<()> {
        let style = TextStyle { color: output::in_color(), ..TextStyle::default() };
        let scene = Scene::of_game(self.table.game());
        output::print(&format!("\n{}\n", draw::text(&scene, &style)))
    }

    fn announce_ending(&self) -> Result<()> {
        match self.table.game().ending() {
            Some(ending) => output::print(&format!("{ending}\n")),
            None => Ok(()),
        }
    }
}
