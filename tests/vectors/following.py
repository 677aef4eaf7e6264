"""Which copy a client follows: what it holds, and how far that leads (protocol.md, 8.8 and 19.9).

What is expected of each case is written here by hand and not asked of the program.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count
from random import Random
from typing import Any, Final, NamedTuple

from core.ruleset import Ruleset
from p2p.chain import Chain
from p2p.event import EventKind, SignedEvent
from p2p.heard import Heard
from tests.p2p.gamebuilder import GameBuilder

RULES: Final = Ruleset(most_rolls=8)
POOR: Final = Ruleset(most_rolls=30, money=5, fee=5, limit=0)
"""Who cannot pay storage acts, returns chips one by one, and acts again, alone all the time."""


class Case(NamedTuple):
    """What the client of `seat` (None for a spectator) holds beyond a settled log, and what it makes of it.

    closed: the rounds that it closes, each by the events or votes that are named.
    end: "fork", "outranked", or "" if it goes on.
    """

    what: str
    clause: str
    game: str
    seat: int | None
    held: Sequence[SignedEvent]
    closed: Sequence[Sequence[SignedEvent]]
    end: str = ""


class Doubled(NamedTuple):
    """A game in which X may act twice, and has signed two copies of both; Y and Z are the others."""

    game: GameBuilder
    one: SignedEvent
    one_more: SignedEvent
    two: SignedEvent
    two_more: SignedEvent
    after_one: GameBuilder
    after_two: GameBuilder


@cache
def games() -> dict[str, GameBuilder]:
    """Give the games, all their rounds being settled."""
    four = GameBuilder(4, "following", RULES).play_to(EventKind.LINK).play(1).play_to(EventKind.LINK)
    bids = GameBuilder(4, "bids", RULES).play_to(EventKind.COMMITMENT)
    poor = GameBuilder(3, "deep 289", POOR).play(17)
    return {
        "double": _doubled().game,
        "four": poor,
        "removed": _one_removed(),
        "roll": four,
        "decision": _before_a_decision(),
        "bids": bids,
    }


def cases() -> Iterator[Case]:
    """Give all of them."""
    yield from _copies()
    yield from _kept_apart()
    yield from _by_whom()
    yield from _four_rounds_on()
    yield from _over_a_copy()
    yield from _over_two_commitments()
    yield from _ballots()
    yield from _freeing_keeps()
    yield from _late_votes()
    yield from _two_certificates()


@cache
def _doubled() -> Doubled:
    for number in count():
        game = GameBuilder(3, f"following {number}", RULES).play_to(EventKind.ACTION)
        copies = []
        for decision in game.log.state.legal():
            [seat] = game.log.state.awaited
            after = game.copy()
            [first] = after.play_round({seat: game.sign(seat, EventKind.ACTION, decision.code)})
            if after.log.state.awaited == (seat,) and after.log.state.actions_left == 1:
                [second] = after.play_round()
                copies.append((first, second, after))
        if len(copies) > 1:
            (one, one_more, after_one), (two, two_more, after_two) = copies[:2]
            return Doubled(game, one, one_more, two, two_more, after_one, after_two)
    raise AssertionError


def _copies() -> Iterator[Case]:
    game, one, one_more, two, two_more, after_one, after_two = _doubled()
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


def _over_a_copy() -> Iterator[Case]:
    """What speaks over a copy and what does not, and who may."""
    game, one, _, two, *_ = _doubled()
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
    game, first, lie = _sealed_twice()
    over, other = (game.copy() for _ in range(2))
    over.play_round(dict(enumerate(first)))
    other.play_round(dict(enumerate(lie)))
    held = [*first, lie[2]]
    wrong = over.sign(1, EventKind.OPENING, (0, bytes(32)))
    bad = other.sign(0, EventKind.OPENING, (0, bytes(32)))
    votes = [game.vote(seat, [2]) for seat in (0, 1, 3)]
    forked = [over.speak(0), other.speak(1)]
    for what, seat, said, closed, end in (
        ("an opening over one of them", 0, [over.speak(1)], [first], ""),
        ("an opening over one of them that is refused", 0, [wrong], [], ""),
        ("one over each, the second refused", None, [over.speak(1), bad], [first], ""),
        ("openings of two seats, one over each", None, forked, [], "fork"),
        ("one over each, and a certificate, which comes first", None, [*forked, *votes], [votes], ""),
    ):
        yield Case(
            f"two commitments of a seat: {what}", "8.8 19.9", "bids", seat, [*held, *said], closed, end
        )


def _sealed_twice() -> tuple[GameBuilder, list[SignedEvent], list[SignedEvent]]:
    """Give the game before the bids, all commitments, and the same with another one of seat 2."""
    game = games()["bids"].copy()
    said = list(game.awaited().values())
    return game, said, [*said[:2], game.commit(2, 0, bytes(32)), said[3]]


def _one_removed() -> GameBuilder:
    """Give a game of four before a decision, seat 3 having been removed."""
    for number in count():
        game = (
            GameBuilder(4, f"removed {number}", RULES).play_to(EventKind.LINK).play(1).play_to(EventKind.LINK)
        )
        game.remove((3,))
        game.play_to(EventKind.ACTION)
        if game.log.expects is not None and len(game.log.state.legal()) > 1:
            return game
    raise AssertionError


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


def _before_a_decision() -> GameBuilder:
    """Give a game with a roll open, after which one seat has to decide."""
    for number in count():
        game = GameBuilder(3, f"decision {number}", RULES).play_to(EventKind.LINK).play(1)
        ahead = game.play_to(EventKind.LINK).copy()
        ahead.play_round()
        if ahead.log.expects is not None and ahead.log.expects.kind is EventKind.ACTION:
            return game
    raise AssertionError


def _kept_apart() -> Iterator[Case]:
    """A keep tells copies apart by what it names, and by nothing else."""
    game, said, lies = _sealed_twice()
    held = [*said, lies[2]]
    both, honest = game.keep(1, [said[2], said[3]], [2, 3]), game.keep(1, [said[3]], [3])
    for what, keep, closed in (
        ("a keep that names what the copies have alike", honest, []),
        ("a keep that names what the liar has signed in one of them", both, [said]),
    ):
        yield Case(what, "8.8 19.5", "bids", 0, [*held, keep], closed)


def _late_votes() -> Iterator[Case]:
    """A certificate that comes when its voters have gone on, by rounds that did not await all of them."""
    game = games()["decision"]
    ahead = game.copy()
    links, decided = list(ahead.play_round()), list(ahead.play_round())
    [gone] = [one.event.seat for one in decided]
    voters = [seat for seat in range(3) if seat != gone]
    votes = [game.vote(seat, [gone]) for seat in voters]
    over = [ahead.vote(seat, [(seat + 1) % 3]) for seat in voters]
    held, rounds = [*links, *decided, *votes], [links, decided]
    for what, seat, over_here, closed, end in (
        ("one of its voters has spoken over a later round of the events", None, over[:1], [votes], ""),
        ("all its voters have spoken over a later round of the events", None, over, rounds, ""),
        ("so has the client itself, who is one of them", voters[0], over, rounds, ""),
        ("it has spoken over a later round itself, as a voter", voters[0], over[:1], [], "fork"),
        (
            "it has spoken over a later round itself, in the set",
            gone,
            [ahead.vote(gone, [voters[0]])],
            rounds,
            "outranked",
        ),
    ):
        yield Case(what, "19.9", "decision", seat, [*held, *over_here], closed, end)


def _two_certificates() -> Iterator[Case]:
    """One that lies votes with each of two others to remove the third."""
    game = games()["decision"]
    links = list(game.copy().play_round())
    low = [game.vote(seat, [1]) for seat in (0, 2)]
    high = [game.vote(seat, [2]) for seat in (0, 1)]
    after_events, after_high = game.copy(), game.copy()
    after_events.play_round()
    after_high.remove((2,))
    over = [after_events.vote(seat, [0]) for seat in range(3)]
    both = [*links, *low, *high]
    for what, seat, held, closed, end in (
        ("who is bound and in the lower set", 1, both, [low], ""),
        ("who is bound and in the higher set", 2, both, [low], ""),
        ("a spectator", None, both, [low], ""),
        ("one that has signed over what the other makes", 1, [*both, after_high.speak(1)], [low], ""),
        ("who has spoken over the events, in the lower set", 1, [*both, over[1]], [], "outranked"),
        ("who has spoken over the events, in the higher set", 2, [*both, over[2]], [], "fork"),
    ):
        yield Case(f"two certificates of one size: {what}", "19.9", "decision", seat, held, closed, end)


def _freeing_keeps() -> Iterator[Case]:
    """A keep frees by as many ids as seats of its set are awaited, each of a valid event of one of these."""
    game = games()["roll"]
    links = list(game.copy().awaited().values())
    bound = [game.vote(0, [2, 3]), *links]
    unknown = game.sign(2, EventKind.LINK, (bytes(32),))
    for what, keeper, kept, closed in (
        ("both events, in another order", 1, [links[3], links[2]], [links]),
        ("both events, and one that is not held", 1, [*links[2:], unknown], []),
        ("one event of two", 1, links[2:3], []),
        ("one of its events, and one that is refused", 1, [unknown, links[3]], []),
        ("an event of the set, and one of another seat", 1, links[1:3], []),
        ("both events, by a seat in the set", 2, links[2:], []),
    ):
        keep = game.keep(keeper, kept, [2, 3])
        held = [*bound, unknown, keep] if what.endswith("refused") else [*bound, keep]
        yield Case(f"a keep that names {what}", "19.9", "roll", 0, held, closed)


def _ballots() -> Iterator[Case]:
    game = games()["roll"]
    links = list(game.copy().awaited().values())
    small, large = ([game.vote(seat, gone) for seat in range(4 - len(gone))] for gone in ([3], [2, 3]))
    ahead = game.copy()
    ahead.play_round()
    over = [ahead.vote(seat, [(seat + 1) % 4]) for seat in range(4)]
    keep, half = game.keep(1, [links[3]], [3]), game.keep(1, [links[2]], [3])
    kept, twice = [game.keep(0, [links[3]], [3])], game.keep(1, [links[3], links[3]], [2, 3])
    bound, two = [small[0], *links], [*links, *small, *large]
    freed = "a keep about the set, and the event that it names, have freed it"
    for what, seat, held, closed, end in (
        ("a certificate, and no events", 0, small, [small], ""),
        ("a vote is missing", 0, [*small[:2], *links[:3]], [], ""),
        ("all events, and a certificate in their place", None, [*links, *small], [small], ""),
        ("who has voted is bound and takes no events", 0, bound, [], ""),
        ("who has not voted takes them", 1, bound, [links], ""),
        (freed, 0, [*bound, keep], [links], ""),
        ("a keep of another event frees nobody", 0, [*bound, half], [], ""),
        ("one of the two other voters has spoken over the events", 0, [*bound, over[1]], [], ""),
        ("both other voters have spoken over the events", 0, [*bound, over[1], over[2]], [], ""),
        ("it has spoken over them too, after both other voters", 0, [*bound, *over[:3]], [links], ""),
        ("the seat in the set has spoken over them, and one voter", 0, [*bound, over[1], over[3]], [], ""),
        ("certificates for two sets: the larger one", 1, [*small, *large], [large], ""),
        ("who is bound to the larger set takes no smaller one", 0, [*small, large[0]], [], ""),
        ("who is in the set takes the certificate", 3, [*small, *links], [small], ""),
        ("all its voters have spoken over the events", None, [*links, *small, *over[:3]], [links], ""),
        ("it has spoken over them itself, in the set", 3, [*links, *small, over[3]], [links], "outranked"),
        ("it has spoken over them itself, as a voter", 0, [*links, *small, over[0]], [], "fork"),
        ("it has kept one event of them, which is not to speak", 0, [*kept, *links, *large], [large], ""),
        ("a keep that names one event twice frees nobody", 0, [large[0], *links, twice], [], ""),
        ("two sets, and it has spoken over the events: the larger", 2, [*two, over[2]], [], "outranked"),
    ):  # fmt: skip
        yield Case(what, "19.9", "roll", seat, held, closed, end)


def outcome(case: Case, held: Sequence[SignedEvent]) -> tuple[list[list[SignedEvent]], str, bytes]:
    """Give what the program makes of these: the rounds that it closes, the end, and the head then."""
    game = games()[case.game]
    chain, heard = Chain(game.genesis, case.seat), Heard()
    chain.restore(game.rounds)
    for one in held:
        heard.add(one, frozenset())
    chain.advance(heard)
    while chain.refused:  # found invalid: it counts for nothing more
        for refused, _ in chain.refused:
            heard.remove(refused)
        chain.refused.clear()
        chain.advance(heard)
    end = "fork" if chain.forked is not None else "outranked" if chain.outranked else ""
    return [list(events) for events in chain.rounds[len(game.rounds) :]], end, chain.tip.head


def following() -> dict[str, Any]:
    """Give what the file holds."""
    told = []
    for case in cases():
        closed, end, head = outcome(case, case.held)
        assert (closed, end) == ([list(events) for events in case.closed], case.end), case.what
        told.append(
            {
                "what": case.what,
                "clause": case.clause,
                "game": case.game,
                "seat": case.seat,
                "held": [[part.hex() for part in one.wire] for one in case.held],
                "closed": [[one.event_id.hex() for one in events] for events in case.closed],
                "head": head.hex(),
                "end": case.end,
            }
        )
    return {"games": {name: game.data().hex() for name, game in games().items()}, "cases": told}


def shuffled(case: Case, seed: int) -> list[SignedEvent]:
    """Give what is held in another order."""
    held = list(case.held)
    Random(seed).shuffle(held)
    return held
