//! `hexring choose`: one move of one player, with its thoughts.

use anyhow::{Result, bail};
use clap::Args;
use hexring_control::signals;
use hexring_game::draw::{self, Scene, ScoreText, TextStyle};
use hexring_game::{Color, Game};
use hexring_players::{Choice, Control, Reason, ScoreMap, decide};
use serde_json::json;

use crate::arguments::PositionArgs;
use crate::guest::Guest;
use crate::output;

/// Lets a player choose one move, and shows what it thinks of every cell.
#[derive(Args)]
pub(crate) struct Choose {
    /// The player: name or name:key=value,key=value (see hexring players), or a program:
    /// htp:"command"
    #[arg(long)]
    player: Guest,
    #[command(flatten)]
    position: PositionArgs,
    /// Draw this score map instead of the first
    #[arg(long, value_name = "NAME", help_heading = "Output")]
    map: Option<String>,
    /// For whom, where a coin flip is due
    #[arg(long, value_name = "COLOR")]
    color: Option<Color>,
    /// Print the choice with all score maps
    #[arg(long, help_heading = "Output")]
    json: bool,
}

impl Choose {
    pub(crate) fn run(self) -> Result<()> {
        let mut game = self.position.game()?;
        if let (true, Some(color)) = (game.position().coin_due(), self.color) {
            game.toss(color)?;
        }
        let seed = self.position.rules.seed;
        if let Some(color) = game.position().to_move() {
            self.player.check(game.rules(), color)?;
        }
        let mut player = self.player.build(seed)?;
        output::caution(player.caution(game.rules()));
        let choice = decide(player.as_mut(), &game, &mut Control::of(signals::stop()))?;
        if self.json {
            let mut answer = serde_json::to_value(&choice)?;
            answer["player"] = json!(self.player.to_string());
            answer["seed"] = json!(seed);
            answer["color"] = json!(game.position().to_move());
            return output::print_json(&answer);
        }
        output::print(&self.describe(&game, &choice)?)
    }

    fn describe(&self, game: &Game, choice: &Choice) -> Result<String> {
        let value = choice.value.map(|value| format!(", value {value:.3}")).unwrap_or_default();
        let seconds = choice.time.as_secs_f64();
        let action = if choice.resigns { "resigns instead of playing" } else { "plays" };
        let head = format!(
            "{} {action} {}{value} ({} {}, {seconds:.3} s)\n",
            self.player, choice.mv, choice.work.count, choice.work.unit
        ) + &why(choice);
        Ok(match self.chosen_map(choice)? {
            Some(map) => format!("{}{head}", heat_map(game, map)),
            None => head,
        })
    }

    fn chosen_map<'a>(&self, choice: &'a Choice) -> Result<Option<&'a ScoreMap>> {
        let Some(name) = &self.map else { return Ok(choice.maps.first()) };
        let names: Vec<&str> = choice.maps.iter().map(|map| map.name).collect();
        match choice.maps.iter().find(|map| map.name == name) {
            Some(map) => Ok(Some(map)),
            None if names.is_empty() => bail!("{} has no score maps", self.player),
            None => bail!("no score map \"{name}\": expected one of {}", names.join(", ")),
        }
    }
}

/// Why a strategy wants its move, in a line; nothing where it does not say.
pub(crate) fn why(choice: &Choice) -> String {
    let Some(Reason { text, cells }) = &choice.reason else { return String::new() };
    let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
    format!("Why: {text} ({})\n", cells.join(" "))
}

/// A position with the numbers of a score map on its cells.
pub(crate) fn heat_map(game: &Game, map: &ScoreMap) -> String {
    let mut scene = Scene::of_game(game);
    scene.scores = Some(map.drawing(game.rules().board));
    let style =
        TextStyle { color: output::in_color(), scores: ScoreText::Numbers, ..TextStyle::default() };
    draw::text(&scene, &style)
}
