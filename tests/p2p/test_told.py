from p2p.told import (
    AWAY_SECONDS,
    FORGED_BURST,
    FORGED_PER_SECOND,
    RIVAL_SECONDS,
    SUPPLY_BURST,
    SUPPLY_PER_SECOND,
    SUSPECT_SECONDS,
    Told,
)


def test_silence_counts_from_the_last_word_or_from_the_beginning() -> None:
    told = Told(5.0)
    assert told.silence(7.0) == 2.0
    assert told.hear(8.0, b"first")
    assert told.silence(9.0) == 1.0
    assert not told.is_suspect(8.0 + SUSPECT_SECONDS - 0.1)
    assert told.is_suspect(8.0 + SUSPECT_SECONDS)
    assert not told.is_away(8.0 + AWAY_SECONDS - 0.1)
    assert told.is_away(8.0 + AWAY_SECONDS)


def test_a_second_copy_is_not_heard_while_the_first_speaks() -> None:
    told = Told(0.0)
    assert told.hear(1.0, b"first")
    assert not told.hear(2.0, b"second")
    assert told.silence(2.0) == 1.0
    assert told.hear(3.0, b"first")
    assert not told.hear(3.0 + RIVAL_SECONDS - 0.1, b"second")
    assert told.hear(3.0 + RIVAL_SECONDS, b"second")
    assert not told.hear(3.0 + RIVAL_SECONDS, b"first")


def test_what_is_refused_does_not_keep_the_place_of_the_first() -> None:
    """A peer that restarts again and again is heard as soon as its first instance has been silent."""
    told = Told(0.0)
    told.hear(0.0, b"first")
    for tenth in range(1, 10 * int(RIVAL_SECONDS)):
        assert not told.hear(tenth / 10, b"%d" % tenth)
    assert told.hear(RIVAL_SECONDS, b"last")


def test_supply_is_a_burst_and_then_a_trickle() -> None:
    told = Told(0.0)
    assert sum(told.may_supply(0.0) for _ in range(1000)) == SUPPLY_BURST
    assert sum(told.may_supply(1.0) for _ in range(1000)) == SUPPLY_PER_SECOND
    assert sum(told.may_supply(1e6) for _ in range(1000)) == SUPPLY_BURST


def test_forgeries_are_looked_at_in_a_burst_and_then_in_a_trickle() -> None:
    told = Told(0.0)

    def bring(now: float) -> int:
        looked_at = 0
        while told.may_bring(now):
            told.brought_forgery(now)
            looked_at += 1
        return looked_at

    assert bring(0.0) == FORGED_BURST
    assert bring(1.0) == FORGED_PER_SECOND
    assert bring(1e6) == FORGED_BURST
