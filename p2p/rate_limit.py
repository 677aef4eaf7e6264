"""How much one sender may say: a token bucket per key, for a bounded number of keys. Sans-IO."""

from collections import OrderedDict

MESSAGES_PER_SECOND = 400.0
MESSAGES_AT_ONCE = 2_000.0
BYTES_PER_SECOND = 4.0 * 1024 * 1024
BYTES_AT_ONCE = 16.0 * 1024 * 1024
MAX_KEYS = 256
"""Senders remembered; the one that has been silent longest makes room."""


class _Bucket:
    def __init__(self, messages: float, volume: float, filled: float) -> None:
        self.messages = messages
        self.volume = volume
        self.filled = filled


class RateLimit:
    """Judges message by message whether its sender stays within the limits above.

    Catching up on a whole game fits into what is allowed at once; an endless stream does not.
    """

    def __init__(self) -> None:
        self._buckets: OrderedDict[bytes, _Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def allows(self, key: bytes, size: int, now: float) -> bool:
        """Say whether a message of `size` bytes may pass at `now`, in seconds of a monotonic clock.

        One that may not costs its sender nothing more.
        """
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= MAX_KEYS:
                self._buckets.popitem(last=False)
            bucket = self._buckets[key] = _Bucket(MESSAGES_AT_ONCE, BYTES_AT_ONCE, now)
        else:
            self._buckets.move_to_end(key)
            elapsed, bucket.filled = now - bucket.filled, now
            bucket.messages = min(MESSAGES_AT_ONCE, bucket.messages + elapsed * MESSAGES_PER_SECOND)
            bucket.volume = min(BYTES_AT_ONCE, bucket.volume + elapsed * BYTES_PER_SECOND)
        if bucket.messages < 1 or bucket.volume < size:
            return False
        bucket.messages -= 1
        bucket.volume -= size
        return True
