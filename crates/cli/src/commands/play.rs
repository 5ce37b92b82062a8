//! `hexring play`: a game in the terminal.

use std::io::{BufRead, stdin};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use clap::Args;
use hexring_game::draw::{self, Scene, TextStyle};
use hexring_game::record::{Format, Record};
use hexring_game::{ByColor, Color, Game, Move};
use hexring_players::level::level_of;
use hexring_players::{Choice, Control, Player, Spec, decide};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::choose::heat_map;
use crate::arguments::{RulesArgs, game_from, strongest_player};
use crate::output;

const HELP: &str = "\
a cell such as c4   play there
swap                take over the first stone, where the rules allow it
hint                ask for advice
heat                show what the opponent thought of every cell at its last move
undo                take back your last move
board               draw the board
save FILE           save the game as SGF
resign, quit        end the game, or leave it
";

/// Plays a game in the terminal: a person or any player on either side.
#[derive(Args)]
pub(crate) struct Play {
    /// Who plays Red: human, level:1 to level:10, or any player (see hexring players)
    #[arg(long, default_value = "human", value_name = "PLAYER")]
    red: Spec,
    /// Who plays Blue
    #[arg(long, default_value = "level:4", value_name = "PLAYER")]
    blue: Spec,
    /// Who gives hints
    #[arg(long, default_value = strongest_player(), value_name = "PLAYER")]
    hint: Spec,
    #[command(flatten)]
    rules: RulesArgs,
    /// Go on from a record
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Save the game as SGF when it ends
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

impl Play {
    pub(crate) fn run(self) -> Result<()> {
        let game = match &self.file {
            Some(path) => game_from(path, &self.rules)?,
            None => Game::new(self.rules.rules()?)?,
        };
        let mut table = Table::new(game, &self)?;
        table.show()?;
        let left = table.play(&mut stdin().lock().lines())?;
        if let Some(path) = &self.save {
            table.save(path)?;
        }
        if left { Ok(()) } else { table.announce_ending() }
    }
}

/// A game with its players around it.
struct Table {
    game: Game,
    specs: ByColor<Spec>,
    players: ByColor<Box<dyn Player>>,
    hint: Spec,
    seed: u64,
    coin: Xoshiro256PlusPlus,
    /// What each player thought at its last move, and where.
    thoughts: ByColor<Option<(Game, Choice)>>,
}

/// A player's spec, with the name of a level.
fn full_name(spec: &Spec) -> String {
    match level_of(spec) {
        Some(level) => format!("{spec}, {}", level.name),
        None => spec.to_string(),
    }
}

/// What a person's line did.
enum Turn {
    /// A move was made, or taken back.
    Moved,
    /// The same person is asked again.
    Again,
    /// The game is left.
    Left,
}

impl Table {
    fn new(game: Game, args: &Play) -> Result<Self> {
        let specs = ByColor { red: args.red.clone(), blue: args.blue.clone() };
        let seed = args.rules.seed;
        // Two players of one kind would otherwise throw the same dice.
        let players = ByColor::from_fn(|color| specs[color].build(seed + color.index() as u64));
        for color in Color::ALL {
            players[color].supports(game.rules(), color)?;
            output::caution(players[color].caution(game.rules()));
        }
        let coin = Xoshiro256PlusPlus::seed_from_u64(seed);
        let thoughts = ByColor::from_fn(|_| None);
        Ok(Table { game, specs, players, hint: args.hint.clone(), seed, coin, thoughts })
    }

    /// Plays until the game ends; true if the person left before.
    fn play(&mut self, lines: &mut dyn Iterator<Item = std::io::Result<String>>) -> Result<bool> {
        while self.game.ending().is_none() {
            if self.game.position().coin_due() {
                let color = Color::ALL[(self.coin.next_u32() >> 31) as usize];
                self.game.toss(color)?;
                output::print(&format!("The coin says {color}.\n"))?;
                continue;
            }
            let Some(color) = self.game.position().to_move() else { break };
            if !self.specs[color].is_human() {
                self.let_player_move(color)?;
            } else if self.game.position().is_legal(Move::Pass) {
                self.game.play(Move::Pass)?;
                output::print(&format!("{color} has no cell in this season and passes.\n"))?;
            } else if let Turn::Left = self.ask(color, lines)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn let_player_move(&mut self, color: Color) -> Result<()> {
        let choice = choose(self.players[color].as_mut(), &self.game)?;
        let before = self.game.clone();
        choice.play(&mut self.game)?;
        if choice.resigns {
            return output::print(&format!("{color} ({}) resigns.\n", self.specs[color]));
        }
        let value = choice.value.map(|value| format!(", value {value:.2}")).unwrap_or_default();
        let name = full_name(&self.specs[color]);
        output::print(&format!("{color} ({name}) plays {}{value}.\n", choice.mv))?;
        self.thoughts[color] = Some((before, choice));
        self.show()
    }

    /// Asks a person until it has moved.
    fn ask(
        &mut self,
        color: Color,
        lines: &mut dyn Iterator<Item = std::io::Result<String>>,
    ) -> Result<Turn> {
        loop {
            let season = self.game.position().season(color);
            let season =
                season.map(|season| format!(" (season {})", season + 1)).unwrap_or_default();
            output::print(&format!("{color}{season}> "))?;
            let Some(line) = lines.next() else { return Ok(Turn::Left) };
            match self.obey(color, line?.trim()) {
                Ok(Turn::Again) => {}
                Ok(turn) => return Ok(turn),
                Err(error) => output::print(&format!("{error:#}\n"))?,
            }
        }
    }

    fn obey(&mut self, color: Color, line: &str) -> Result<Turn> {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("", _) => {}
            ("help" | "?", _) => output::print(HELP)?,
            ("board", _) => self.show()?,
            ("quit" | "exit", _) => return Ok(Turn::Left),
            ("hint", _) => self.give_hint(color)?,
            ("heat", _) => self.show_thoughts(!color)?,
            ("save", path) => self.save(Path::new(path.trim()))?,
            ("undo", _) => {
                self.take_back(color)?;
                return Ok(Turn::Moved);
            }
            ("resign", _) => {
                self.game.resign(color)?;
                return Ok(Turn::Moved);
            }
            _ => {
                let mv: Move = line.parse().context("type help for what you can do")?;
                self.game.play(mv)?;
                self.show()?;
                return Ok(Turn::Moved);
            }
        }
        Ok(Turn::Again)
    }

    /// Takes back moves until it is the same person's turn again.
    fn take_back(&mut self, color: Color) -> Result<()> {
        let before = self.game.clone();
        loop {
            let Some(ply) = self.game.undo() else {
                self.game = before;
                return output::print("There is no move of yours to take back.\n");
            };
            if ply.color == color {
                self.game.set_to_move(color);
                return self.show();
            }
        }
    }

    fn give_hint(&mut self, color: Color) -> Result<()> {
        let mut advisor = self.hint.build(self.seed);
        advisor.supports(self.game.rules(), color)?;
        output::caution(advisor.caution(self.game.rules()));
        let choice = choose(advisor.as_mut(), &self.game)?;
        if let Some(map) = choice.maps.first() {
            output::print(&heat_map(&self.game, map))?;
        }
        output::print(&format!("{} would play {}.\n", self.hint, choice.mv))
    }

    fn show_thoughts(&self, color: Color) -> Result<()> {
        let Some((before, choice)) = &self.thoughts[color] else {
            return output::print(&format!("{color} has not thought yet.\n"));
        };
        if choice.maps.is_empty() {
            return output::print(&format!("{} has no thoughts to show.\n", self.specs[color]));
        }
        for map in &choice.maps {
            output::print(&format!("{}:\n{}", map.name, heat_map(before, map)))?;
        }
        Ok(())
    }

    fn save(&self, path: &Path) -> Result<()> {
        let mut record = Record::from_game(&self.game)?;
        record.info.players = ByColor::from_fn(|color| self.specs[color].to_string());
        let text = record.write(Format::Sgf)?;
        std::fs::write(path, text).with_context(|| path.display().to_string())?;
        output::print(&format!("Saved to {}.\n", path.display()))
    }

    fn show(&self) -> Result<()> {
        let style = TextStyle { color: output::in_color(), ..TextStyle::default() };
        output::print(&format!("\n{}\n", draw::text(&Scene::of_game(&self.game), &style)))
    }

    fn announce_ending(&self) -> Result<()> {
        match self.game.ending() {
            Some(ending) => output::print(&format!("{ending}\n")),
            None => Ok(()),
        }
    }
}

fn choose(player: &mut dyn Player, game: &Game) -> Result<Choice> {
    let stop = AtomicBool::new(false);
    Ok(decide(player, game, &mut Control::new(&stop, &mut |_| {}))?)
}
