"""Copies of a round, and which of them stands (protocol.md, 8.8)."""

from collections.abc import Iterator

from p2p.event import EventKind
from tests.vectors.following_games import Case, doubled, games, sealed_twice


def copies() -> Iterator[Case]:
    """Give the cases about them."""
    yield from _copies()
    yield from _kept_apart()
    yield from _over_a_copy()
    yield from _over_two_commitments()
    yield from _by_whom()
    yield from _four_rounds_on()


def _copies() -> Iterator[Case]:
    game, one, one_more, two, two_more, after_one, after_two = doubled()
    y, z = (seat for seat in range(3) if seat != one.event.seat)
    lies = [one, one_more, two, two_more]
    over_one, over_two = after_one.note(y), after_two.note(z)
    first, second = [[one], [one_more]], [[two], [two_more]]
    for what, held, closed, end in (
        ("one event", [one], first[:1], ""),
        ("two decisions of one seat, and nothing over either", [one, two], [], ""),
        ("the liar's own events over its own decisions", lies, [], ""),
        ("another seat has signed over the first copy, two rounds on", [*lies, over_one], first, ""),
        ("another seat has signed over the second copy, two rounds on", [*lies, over_two], second, ""),
        ("an event over a copy whose second round is not held", [one, two, over_one], [], ""),
        ("two seats have signed over one copy each", [*lies, over_one, over_two], [], "fork"),
    ):
        yield Case(what, "8.8", "double", y, held, closed, end)
    held = [one, two, game.keep(y, [one], [one.event.seat])]
    yield Case("another seat has kept the first copy", "8.8 19.5", "double", z, held, first[:1])
    yield Case(
        "two seats have kept one copy each",
        "8.8 19.5",
        "double",
        z,
        [*held, game.keep(z, [two], [one.event.seat])],
        [],
        "fork",
    )


def _kept_apart() -> Iterator[Case]:
    """A keep tells copies apart by what it names, and by nothing else."""
    game, said, lies = sealed_twice()
    held = [*said, lies[2]]
    both, honest = game.keep(1, [said[2], said[3]], [2, 3]), game.keep(1, [said[3]], [3])
    for what, keep, closed in (
        ("a keep that names what the copies have alike", honest, []),
        ("a keep that names what the liar has signed in one of them", both, [said]),
    ):
        yield Case(what, "8.8 19.5", "bids", 0, [*held, keep], closed)


def _over_a_copy() -> Iterator[Case]:
    """What speaks over a copy and what does not, and who may."""
    game, one, _, two, *_ = doubled()
    y, z = (seat for seat in range(3) if seat != one.event.seat)
    over, other = game.copy(), game.copy()
    over.play_round({one.event.seat: one})
    other.play_round({one.event.seat: two})
    number = over.log.round_number
    action = (EventKind.ACTION, over.log.state.legal()[0].code)
    everybody = over.sign(y, EventKind.VOTE, (0b111,))
    for what, seat, said, closed, end in (
        ("an event of a seat that is not awaited", z, [over.sign(y, *action)], [], ""),
        ("a ballot that is refused there", z, [everybody], [[one]], ""),
        ("a note with a wrong link", z, [over.sign(y, EventKind.NOTE, (number, bytes(32)))], [[one]], ""),
        ("a note for the round after", z, [over.note(y, has_spoken=True)], [[one]], ""),
        (
            "a note that tells another round beside this head",
            z,
            [over.sign(y, EventKind.NOTE, (number + 1, bytes(32)), round_number=number + 1)],
            [],
            "",
        ),
        ("one seat's notes over both copies", z, [over.note(y), other.note(y)], [], "fork"),
        ("the client's own word", y, [over.note(y)], [[one]], ""),
    ):
        yield Case(f"over the first copy: {what}", "8.8", "double", seat, [one, two, *said], closed, end)


def _over_two_commitments() -> Iterator[Case]:
    game, first, lie = sealed_twice()
    over, other = (game.copy() for _ in range(2))
    over.play_round(dict(enumerate(first)))
    other.play_round(dict(enumerate(lie)))
    held = [*first, lie[2]]
    wrong = over.sign(1, EventKind.OPENING, (0, bytes(32)))
    bad = other.sign(0, EventKind.OPENING, (0, bytes(32)))
    votes = [game.vote(seat, [2]) for seat in (0, 1, 3)]
    forked = [over.speak(0), other.speak(1)]
    again = game.copy().commit(1, 0, bytes(32))
    bound = [votes[0], over.speak(1), other.speak(3)]
    for what, seat, said, closed, end in (
        ("an opening over one of them", 0, [over.speak(1)], [first], ""),
        ("an opening over one of them that is refused", 0, [wrong], [], ""),
        ("one over each, the second refused", None, [over.speak(1), bad], [first], ""),
        ("openings of two seats, one over each", None, forked, [], "fork"),
        ("the same, and one of the two has committed twice as well", None, [*forked, again], [first], ""),
        ("one over each, and a certificate, which comes first", None, [*forked, *votes], [votes], ""),
        ("one over each, by others than the client, which is bound", 0, bound, [], ""),
    ):
        yield Case(
            f"two commitments of a seat: {what}", "8.8 19.9", "bids", seat, [*held, *said], closed, end
        )


def _by_whom() -> Iterator[Case]:
    """Words that no round would take, and that count all the same."""
    game = games()["removed"]
    [seat] = game.log.state.awaited
    first, *_, second = [game.sign(seat, EventKind.ACTION, one.code) for one in game.log.state.legal()]
    over = game.copy()
    over.play_round({seat: first})
    y = (seat + 1) % 3
    for what, said in (
        ("a removed seat has signed over the first copy", over.vote(3, [seat])),
        ("a seat has kept the first copy for a set with itself in it", game.keep(y, [first], [y, seat])),
    ):
        yield Case(
            f"two decisions of one seat: {what}", "8.8", "removed", y, [first, second, said], [[first]]
        )


def _four_rounds_on() -> Iterator[Case]:
    game = games()["four"]
    [seat] = game.log.state.awaited
    lie = game.sign(seat, EventKind.ACTION, game.log.state.legal()[-1].code)
    after = game.copy()
    rounds = [list(after.play_round()) for _ in range(4)]
    liars = [one for events in rounds for one in events]
    assert [one.event.seat for one in liars] == [seat] * 4
    assert lie.event_id != rounds[0][0].event_id
    over = after.note((seat + 1) % 3)
    what = "another seat has signed over the first copy, four rounds of the liar on"
    yield Case(what, "8.8", "four", None, [*liars, lie, over], rounds)
