"""How much to give a worker at once.

Small batches lose little with a worker and end evenly; large ones cost the driver less. A batch
takes two seconds, or longer where so many workers return theirs that the driver would have more
than a hundred to store in a second. Near the end the rest is shared out evenly.
"""

from collections import deque
from collections.abc import Sequence

SECONDS = 2.0
"""How long a batch should take at least."""

RETURNS = 100.0
"""How many batches a driver stores in a second without falling behind."""

MOST = 4096
"""The most tasks of a batch."""


class Batches:
    """The tasks that are still to be given out."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._keys = deque(keys)
        self._done, self._seconds = 0, 0.0

    def __len__(self) -> int:
        return len(self._keys)

    def learn(self, tasks: int, seconds: float) -> None:
        """Some tasks took a worker so long."""
        self._done += tasks
        self._seconds += seconds

    def size(self, workers: int) -> int:
        """How many tasks the next batch has. Before anything is known, one."""
        if not self._done or self._seconds <= 0:
            return 1
        wanted = max(SECONDS, workers / RETURNS) * self._done / self._seconds
        share = -(-len(self._keys) // (2 * max(workers, 1)))
        return max(1, min(int(wanted), share, MOST))

    def take(self, workers: int) -> list[str]:
        """The next batch."""
        size = min(self.size(workers), len(self._keys))
        return [self._keys.popleft() for _ in range(size)]
