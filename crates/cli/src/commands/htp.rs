//! `hexring htp`: a player as an engine.

use std::io::{BufReader, stderr, stdin, stdout};

use anyhow::Result;
use clap::Args;
use hexring_htp::{Session, serve};
use hexring_players::Spec;

use crate::arguments::{RulesArgs, strongest_player};

/// Speaks the Hex text protocol on standard input and output, as an engine for HexGui and others.
///
/// Black is Red and white is Blue. The topology stays as given when the board is resized. Live
/// thoughts go to standard error as gogui-gfx blocks; "# interrupt" ends a search.
#[derive(Args)]
pub(crate) struct Htp {
    /// The player: name or name:key=value,key=value (see hexring players)
    #[arg(long, default_value = strongest_player())]
    player: Spec,
    #[command(flatten)]
    rules: RulesArgs,
}

impl Htp {
    pub(crate) fn run(self) -> Result<()> {
        let mut session = Session::new(self.player, self.rules.rules()?, self.rules.seed)?;
        let input = BufReader::new(stdin());
        Ok(serve(&mut session, input, &mut stdout().lock(), &mut stderr().lock())?)
    }
}
