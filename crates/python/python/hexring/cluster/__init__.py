"""Experiments on a Ray cluster: `python -m hexring.cluster run FILE.toml --store FILE`.

The driver owns the store and knows which tasks are missing. Workers take batches of keys, play
them and return rows as bytes. A task depends on its key and seed alone, so the rows are those of
`hexring experiment run`, wherever they were played and however often: a lost worker or node costs
a retry, and a driver that was killed goes on from its store.
"""

from hexring.cluster._driver import Summary, run

__all__ = ["Summary", "run"]
