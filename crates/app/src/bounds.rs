//! How much one player may take of a machine that many share.
//!
//! Time is limited where players think; here it is what a player takes all at once, whatever its
//! name.

use hexring_players::Spec;
use hexring_players::option::Value;

use crate::error::AppError;

/// How much one player may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The most threads.
    pub threads: u64,
    /// The most megabytes for a search.
    pub memory: u64,
    /// Megabytes for what the solver remembers.
    pub solving: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { threads: 1, memory: 2048, solving: 256 }
    }
}

impl Bounds {
    /// Refuses a player that wants more.
    pub(crate) fn check(&self, spec: &Spec) -> Result<(), AppError> {
        for (info, value) in spec.values() {
            let most = match (info.name, value) {
                // Files of this machine are not a visitor's to name.
                (name, Some(Value::File(_))) => {
                    return Err(AppError::Refused(format!("{name}= is not possible here")));
                }
                ("threads", Some(Value::Whole(wanted))) => (wanted, self.threads),
                ("memory", Some(Value::Whole(wanted))) => (wanted, self.memory),
                _ => continue,
            };
            let (name, (wanted, most)) = (info.name, most);
            if *wanted > most {
                let text = format!("{name}={wanted} is too much here: expected at most {most}");
                return Err(AppError::Refused(text));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greedy_players_are_refused() {
        let check = |text: &str| {
            let bounds = Bounds { threads: 2, ..Bounds::default() };
            bounds.check(&text.parse().expect("a player")).map_err(|error| error.to_string())
        };
        assert_eq!((check("mcts:threads=2"), check("human")), (Ok(()), Ok(())));
        let error = check("neural:network=/etc/passwd").expect_err("a file");
        assert!(error.contains("network= is not possible"), "{error}");
        for (greedy, word) in [("mcts:threads=256", "threads=256"), ("mcts:memory=1048576", "2048")]
        {
            let error = check(greedy).expect_err(greedy);
            assert!(error.contains(word), "{error}");
        }
    }
}
