from p2p.rate_limit import (
    BYTES_AT_ONCE,
    BYTES_PER_SECOND,
    MAX_KEYS,
    MESSAGES_AT_ONCE,
    MESSAGES_PER_SECOND,
    RateLimit,
)

KEY = bytes(32)


def passed(limit: RateLimit, count: int, size: int, now: float, key: bytes = KEY) -> int:
    return sum(limit.allows(key, size, now) for _ in range(count))


def test_a_burst_passes_and_then_the_rate_holds() -> None:
    limit = RateLimit()
    assert passed(limit, 5_000, 1, 0.0) == MESSAGES_AT_ONCE
    assert passed(limit, 5_000, 1, 1.0) == MESSAGES_PER_SECOND
    assert passed(limit, 5_000, 1, 1_000.0) == MESSAGES_AT_ONCE


def test_volume_is_limited_as_well_and_a_smaller_message_may_still_pass() -> None:
    limit = RateLimit()
    large = 1 << 20
    assert passed(limit, 100, large, 0.0) == BYTES_AT_ONCE // large
    assert not limit.allows(KEY, 1, 0.0)
    assert passed(limit, 100, large, 1.0) == BYTES_PER_SECOND // large


def test_one_sender_takes_nothing_from_another() -> None:
    limit = RateLimit()
    passed(limit, 5_000, 1, 0.0)
    assert limit.allows(b"another", 1, 0.0)


def test_the_number_of_senders_remembered_is_bounded_and_the_silent_make_room() -> None:
    limit = RateLimit()
    passed(limit, 5_000, 1, 0.0)
    for n in range(MAX_KEYS * 3):
        limit.allows(n.to_bytes(4, "big"), 1, 0.0)
        limit.allows(KEY, 1, 0.0)
    assert len(limit) == MAX_KEYS
    assert not limit.allows(KEY, 1, 0.0)
