"""Which copy a client follows: what it holds, and how far that leads (protocol.md, 8.8 and 19.9).

What is expected is written by hand in `following_copies`, `following_votes` and `following_ends`, not asked
of the program.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from p2p.chain import Chain
from p2p.event import SignedEvent
from p2p.heard import Heard
from tests.vectors.following_copies import copies
from tests.vectors.following_ends import ends
from tests.vectors.following_games import Case, games
from tests.vectors.following_votes import votes


def cases() -> Iterator[Case]:
    """Give all of them."""
    yield from copies()
    yield from votes()
    yield from ends()


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
