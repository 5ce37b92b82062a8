//! `hexring winner`: who has won, and by which path or ring.

use anyhow::{Result, bail};
use clap::Args;
use hexring_game::{ByColor, Certificate, Color, Connectivity, Ending, Geometry, Setup};
use serde_json::json;

use crate::arguments::PositionArgs;
use crate::output;

/// Says who has won, and by which path or ring.
///
/// Stones without an order (--red, --blue) may be won by both colours on a torus; then there is no
/// winner, because nobody knows who was first.
#[derive(Args)]
pub(crate) struct Winner {
    #[command(flatten)]
    position: PositionArgs,
    /// Print {"winner":…,"won":{"red":…,"blue":…},"certificate":{"color":…,"cells":[…],"winding":[a,b]}}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// The answer.
struct Verdict {
    winner: Option<Color>,
    won: ByColor<bool>,
    certificate: Option<Certificate>,
    /// How the game ended, if not on the board.
    ending: Option<Ending>,
}

impl Winner {
    pub(crate) fn run(self) -> Result<()> {
        let verdict = match self.position.setup()? {
            Some(setup) => of_stones(&setup)?,
            None => self.of_game()?,
        };
        if self.json {
            let Verdict { winner, won, certificate, .. } = verdict;
            return output::print_json(
                &json!({"winner": winner, "won": won, "certificate": certificate}),
            );
        }
        output::print(&verdict.sentence())
    }

    fn of_game(&self) -> Result<Verdict> {
        let game = self.position.game()?;
        let position = game.position();
        let ending = game.ending();
        Ok(Verdict {
            winner: ending.as_ref().and_then(Ending::winner),
            won: ByColor::from_fn(|color| position.stones().has_won(color)),
            certificate: position.certificate(),
            ending,
        })
    }
}

fn of_stones(setup: &Setup) -> Result<Verdict> {
    let faults = setup.faults();
    if !faults.is_empty() {
        bail!(hexring_game::SetupError(faults));
    }
    let board = setup.rules.board;
    let geometry = Geometry::new(board);
    let mut stones = Connectivity::new(&geometry);
    for color in Color::ALL {
        for site in setup.stones[color].iter().filter_map(|cell| board.site(*cell)) {
            stones.place(&geometry, site, color);
        }
    }
    let won = ByColor::from_fn(|color| stones.has_won(color));
    let winner = match (won.red, won.blue) {
        (true, false) => Some(Color::Red),
        (false, true) => Some(Color::Blue),
        _ => None,
    };
    let certificate = winner.and_then(|color| Certificate::find(&geometry, &stones, color));
    Ok(Verdict { winner, won, certificate, ending: None })
}

impl Verdict {
    fn sentence(&self) -> String {
        match (&self.certificate, &self.ending) {
            (Some(certificate), _) => format!("{}\n", describe(certificate)),
            (None, Some(ending)) => format!("{ending}\n"),
            (None, None) if self.won.red && self.won.blue => {
                "both colours have a ring; the order of the stones would decide\n".to_owned()
            }
            (None, None) => "nobody has won yet\n".to_owned(),
        }
    }
}

fn describe(certificate: &Certificate) -> String {
    let cells: Vec<String> = certificate.cells.iter().map(ToString::to_string).collect();
    let [a, b] = <[i16; 2]>::from(certificate.winding);
    let kind = if (a, b) == (0, 0) {
        "a path".to_owned()
    } else {
        format!("a ring of winding ({a}, {b})")
    };
    format!("{} has won by {kind}: {}", certificate.color, cells.join(" "))
}
