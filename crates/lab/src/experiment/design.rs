//! Who meets whom.

/// Everybody against everybody, and against itself if wanted.
pub fn round_robin(players: usize, with_self: bool) -> Vec<(usize, usize)> {
    let from = |one: usize| if with_self { one } else { one + 1 };
    (0..players).flat_map(|one| (from(one)..players).map(move |other| (one, other))).collect()
}

/// The first against all others.
pub fn gauntlet(players: usize) -> Vec<(usize, usize)> {
    (1..players).map(|other| (0, other)).collect()
}

/// Each against the one before it in the list.
pub fn ladder(players: usize) -> Vec<(usize, usize)> {
    (1..players).map(|upper| (upper, upper - 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_tournaments() {
        assert_eq!(round_robin(3, false), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(round_robin(2, true), [(0, 0), (0, 1), (1, 1)]);
        assert_eq!(gauntlet(3), [(0, 1), (0, 2)]);
        assert_eq!(ladder(3), [(1, 0), (2, 1)]);
    }
}
