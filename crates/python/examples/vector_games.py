"""Thousands of games at once, by random moves: who wins how often under which rules.

python examples/vector_games.py
"""

from hexring.envs import VectorGames


def red_wins(rules: str, games: int = 512, steps: int = 400) -> float:
    """The share of finished games that Red won."""
    env = VectorGames(rules, games, seed=1)
    won = ended = 0
    for _ in range(steps):
        env.step(env.random_actions())
        ended += int(env.ends.sum())
        won += int((env.rewards[:, 0] > 0).sum())
    return won / ended


def main() -> None:
    """A few rules side by side."""
    for rules in ("7x7", "cylinder:7x7", "torus:7x7", "7x7 turns=random", "7x7 swap=pieces"):
        print(f"{rules:20} red wins {red_wins(rules):.3f}")


if __name__ == "__main__":
    main()
