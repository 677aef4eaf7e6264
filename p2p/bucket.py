"""A token bucket: so much at once, and so much a second for long. Sans-IO."""


class Bucket:
    """Holds at most `burst` tokens and gets `per_second` more; `now` is in seconds and never goes back."""

    def __init__(self, burst: int, per_second: float, now: float) -> None:
        self._burst, self._per_second = burst, per_second
        self._left, self._filled = float(burst), now

    def holds(self, now: float) -> bool:
        """Tell whether there is one to take."""
        self._left = min(self._burst, self._left + (now - self._filled) * self._per_second)
        self._filled = now
        return self._left >= 1

    def take(self, now: float) -> bool:
        """Take one; False if there is none."""
        if not self.holds(now):
            return False
        self._left -= 1
        return True
