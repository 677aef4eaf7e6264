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
    return {"double": _doubled().game, "roll": four, "decision": _before_a_decision(), "bids": bids}


def cases() -> Iterator[Case]:
    """Give all of them."""
    yield from _copies()
    yield from _kept_apart()
    yield from _ballots()
    yield from _late_votes()


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
    game = games()["bids"]
    said = list(game.copy().awaited().values())
    lie = game.commit(2, 0, bytes(32))
    held = [*said, lie]
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


def _ballots() -> Iterator[Case]:
    game = games()["roll"]
    links = list(game.copy().awaited().values())
    small, large = ([game.vote(seat, gone) for seat in range(4 - len(gone))] for gone in ([3], [2, 3]))
    ahead = game.copy()
    ahead.play_round()
    over = [ahead.vote(seat, [(seat + 1) % 4]) for seat in range(4)]
    keep, half = game.keep(1, [links[3]], [3]), game.keep(1, [links[2]], [3])
    kept, twice = [game.keep(0, [links[3]], [3])], game.keep(1, [links[3], links[3]], [2, 3])
    bound = [small[0], *links]
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
        ("both other voters have spoken over the events", 0, [*bound, over[1], over[2]], [links], ""),
        ("the seat in the set has spoken over them, and one voter", 0, [*bound, over[1], over[3]], [], ""),
        ("certificates for two sets: the larger one", 1, [*small, *large], [large], ""),
        ("who is bound to the larger set takes no smaller one", 0, [*small, large[0]], [], ""),
        ("who is in the set takes the certificate", 3, [*small, *links], [small], ""),
        ("all its voters have spoken over the events", None, [*links, *small, *over[:3]], [links], ""),
        ("it has spoken over them itself, in the set", 3, [*links, *small, over[3]], [links], "outranked"),
        ("it has spoken over them itself, as a voter", 0, [*links, *small, over[0]], [], "fork"),
        ("it has kept one event of them, which is not to speak", 0, [*kept, *links, *large], [large], ""),
        ("a keep that names one event twice frees nobody", 0, [large[0], *links, twice], [], ""),
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
