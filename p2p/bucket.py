"""A token bucket: so much at once, and so much a second for long; alone, or one for each key. Sans-IO."""

from collections import OrderedDict
from typing import Final

MOST_KEYS: Final = 256
"""Keys that have a bucket; the one that has taken nothing for longest makes room."""


class Bucket:
    """Holds at most `burst` tokens and gets `per_second` more; `now` is in seconds and never goes back."""

    def __init__(self, burst: int, per_second: float, now: float) -> None:
        self._burst, self._per_second = burst, per_second
        self._left, self._filled = float(burst), now

    def holds(self, now: float) -> bool:
        """Tell whether there is one to take."""
        return self._level(now) >= 1

    def take(self, now: float, amount: int = 1) -> bool:
        """Take so many; False, and none taken, if there are fewer."""
        if self._level(now) < amount:
            return False
        self._left -= amount
        return True

    def _level(self, now: float) -> float:
        self._left = min(self._burst, self._left + (now - self._filled) * self._per_second)
        self._filled = now
        return self._left


class Buckets:
    """A `Bucket` of this size for each of a bounded number of keys."""

    def __init__(self, burst: int, per_second: float) -> None:
        self._size = (burst, per_second)
        self._buckets: OrderedDict[bytes, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: bytes, now: float) -> bool:
        """Take one of this key's; False if there is none."""
        if key not in self._buckets:
            if len(self._buckets) >= MOST_KEYS:
                self._buckets.popitem(last=False)
            self._buckets[key] = Bucket(*self._size, now)
        self._buckets.move_to_end(key)
        return self._buckets[key].take(now)
