//! How much one player may take of the machine that all games share.
//!
//! Time is limited where players think (see `engines`); here it is what a player takes all at
//! once, whatever its name.

use hexring_players::{Spec, Value};

use crate::error::ApiError;

/// The most megabytes for a search.
const MEMORY: u64 = 2048;

/// The player that a request names, if it is modest enough.
pub(crate) fn player(text: &str) -> Result<Spec, ApiError> {
    let spec: Spec = text.parse().map_err(ApiError::refused)?;
    // Files of this machine are not a visitor's to name.
    if let Some((info, _)) = spec.settings().find(|(_, value)| matches!(value, Value::File(_))) {
        return Err(ApiError::Refused(format!("{}= is not possible here", info.name)));
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    for (option, most) in [("threads", cores), ("memory", MEMORY)] {
        let found = spec.settings().find(|(info, _)| info.name == option);
        let Some((_, Value::Whole(wanted))) = found else { continue };
        if wanted > most {
            let text = format!("{option}={wanted} is too much here: expected at most {most}");
            return Err(ApiError::Refused(text));
        }
    }
    Ok(spec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greedy_players_are_refused() {
        assert!(player("mcts").is_ok() && player("human").is_ok());
        let error = player("neural:network=/etc/passwd").expect_err("a file").to_string();
        assert!(error.contains("network= is not possible"), "{error}");
        for (greedy, word) in [("mcts:threads=256", "threads=256"), ("mcts:memory=1048576", "2048")]
        {
            let error = player(greedy).expect_err(greedy).to_string();
            assert!(error.contains(word), "{error}");
        }
    }
}
