"""A player of your own: it looks one move ahead with playouts.

python examples/own_player.py
"""

import hexring


class OneAhead:
    """Plays the move after which random playouts go best."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, game: hexring.Game) -> str:
        """The best legal move."""
        return max(game.legal_moves, key=lambda move: self.worth(game, move))

    def worth(self, game: hexring.Game, move: str) -> float:
        """The share of playouts that the mover wins after a move."""
        mover = game.to_move
        assert mover is not None
        after = game.copy()
        after.play(move)
        if after.winner is not None:
            return float(after.winner == mover)
        tally = hexring.playouts(after, 512, detail="wins", seed=self.seed, threads=1)
        return tally.win_rate(mover)


def main() -> None:
    """A match against somebody who plays at random."""
    match = hexring.match(OneAhead, "random", "4x4", games=20, opening="2")
    print(match, match.strength)
    assert match.won > match.lost


if __name__ == "__main__":
    main()
