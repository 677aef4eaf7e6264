"""A token bucket: so much at once, and so much a second for long. Sans-IO."""


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
