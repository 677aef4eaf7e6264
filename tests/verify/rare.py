"""What seeded games come to too seldom: every decision, every pair of events, notes about removals."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from core.decision import DECISIONS
from core.phase import Phase
from core.ruleset import Ruleset
from p2p.ballot import mask_of
from p2p.event import EventKind, SignedEvent
from p2p.frames import EVIDENCE_MAGIC
from p2p.judge import NOTE_TAKERS
from p2p.removal import can_be_removed
from tests.p2p.gamebuilder import GameBuilder, genesis_body, log_bytes, proof_body, round_body
from tests.verify.wrong import File

RULES = Ruleset(rows_to_end=1, most_rolls=40)


def every_decision(number: int) -> Iterator[File]:
    """Say each decision that there is, after a double and after two colours: each refusal has its rule."""
    game = GameBuilder(2, f"decisions {number}", RULES)
    wanted = [True, False]
    while game.log.expects is not None and wanted:
        state = game.log.state
        dice = state.dice or (-1, -1)
        is_double = dice[0] == dice[1]
        if state.phase is Phase.ACT and state.rolls > 8 and is_double in wanted:
            wanted.remove(is_double)
            for code in DECISIONS:
                said = game.sign(state.roller, EventKind.ACTION, code)
                yield f"decision {code}", log_bytes([*game.bodies(), round_body([said])])
        game.play_round()


def every_pair(number: int) -> Iterator[File]:
    """Put each two of these events into a proof file (8.10, 19.10)."""
    game = GameBuilder(3, f"pairs {number}", RULES)
    head, link = game.log.head, bytes(32)

    def said(kind: EventKind, body: tuple[Any, ...], place: int, over: bytes = head) -> SignedEvent:
        return game.sign(0, kind, body, round_number=place, head=over)

    events = [
        *(said(EventKind.LINK, (link,), place) for place in (4, 5, 6)),
        said(EventKind.LINK, (link,), 5, link),
        *(said(EventKind.SEAL, (0, (0,), ()), place) for place in (4, 5, 6)),
        *(said(EventKind.NOTE, (place + more, link), place) for place in (5, 9) for more in (0, 1)),
        said(EventKind.NOTE, (3, link), 5),
        *(said(EventKind.VOTE, (mask,), 5) for mask in (1, 2, 3, 16)),
        said(EventKind.VOTE, (2,), 6),
        *(said(EventKind.KEEP, (2, (one,)), 5) for one in (link, head)),
        said(EventKind.KEEP, (2,), 5),
    ]
    for first, second in product(range(len(events)), repeat=2):
        proof = proof_body(events[first], events[second])
        yield f"pair {first} {second}", log_bytes([genesis_body(game.genesis), proof], EVIDENCE_MAGIC)


def notes_about_removals(number: int) -> Iterator[File]:
    """Let a seat resign in a round that a certificate closes, before or after it has spoken (7.8, 19.8)."""
    chance = random.Random(f"about {number}")
    for kind, has_spoken in product(sorted(NOTE_TAKERS), (False, True)):
        game = GameBuilder(chance.choice((3, 4)), f"about {number} {kind.name}", RULES)
        game.play(chance.randint(1, 12)).play_to(kind)
        active = game.log.state.active
        gone, leaving = chance.sample(active, 2) if len(active) > 2 else (0, 0)
        if game.log.expects is None or not can_be_removed(game.log, mask_of([gone])):
            continue
        first = game.log.round_number
        game.resign(leaving, has_spoken=has_spoken)
        game.remove([gone])
        yield f"note about a removal at {kind.name}", game.copy().play().data()
        index = game.log.link_indexes[first] + chance.choice((0, 1, 2))
        other = (first + chance.choice((0, 1)), game.players[leaving].chain.link(index))
        note = game.sign(leaving, EventKind.NOTE, other, round_number=first, head=game.log.heads[first])
        events = game.copy().awaited({leaving: note}) if leaving in game.log.expects.seats else {}
        yield (
            f"another note at {kind.name}",
            log_bytes([*game.bodies(), round_body([*events.values()] or [note])]),
        )
