"""What goes over the wire for one decision, counted: from the choice until all have settled it, and no clock.

The floor is what cannot be left out while nobody passes on what others say (docs/performance.md): the event
goes to each other peer, and each of these shows its head to each other one. In bytes an event is its payload
and signature, as they are; of a head it is the hash alone.
"""

from collections.abc import Iterable

from benchmarks.case import Better, Comparison, Measured, Role, Unit
from benchmarks.measure import Effort
from core.ruleset import Ruleset
from p2p.effects import Send
from p2p.entropy import seeded_entropy
from p2p.event import EventKind
from p2p.hashing import HASH_BYTES
from p2p.journal_records import SeedRecord
from p2p.session import Session
from p2p.stored import StoredGame
from p2p.view import Wanted
from tests.p2p.gamebuilder import GameBuilder

MESSAGES = Unit("messages", Better.LESS)
BYTES = Unit("bytes", Better.LESS)
NAKED = "each event and each head, once to each"
NOW = 0.0


def wire(effort: Effort) -> Iterable[Comparison]:
    for seats in (2, 3, 4):
        counted = [_decision(seats, number) for number in range(effort.rounds)]
        messages, sizes, events = zip(*counted, strict=True)
        heads = (seats - 1) ** 2
        fewest = tuple(seats - 1 + heads for _ in counted)
        least = tuple((seats - 1) * event + heads * HASH_BYTES for event in events)
        title = f"a decision among {seats} peers"
        yield Comparison(title, MESSAGES, (_ours(messages), Measured(Role.FLOOR, NAKED, fewest)))
        yield Comparison(title, BYTES, (_ours(sizes), Measured(Role.FLOOR, NAKED, least)))


def _ours(values: tuple[int, ...]) -> Measured:
    return Measured(Role.OURS, "", values)


def _decision(seats: int, number: int) -> tuple[int, int, int]:
    """Give the messages of one decision, the bytes of all of them, and those of the event by itself."""
    builder = GameBuilder(seats, f"wire {number}", Ruleset()).play_to(EventKind.ACTION)
    sessions = [_session(builder, seat) for seat in range(seats)]
    _carry(sessions)
    asked = next(one for one in sessions if one.view(NOW).wanted is Wanted.DECISION)
    asked.decide(asked.view(NOW).state.legal()[0], NOW)
    sent = _carry(sessions)
    assert all(one.ledger.settled == len(builder.rounds) + 1 for one in sessions)
    (event,) = sessions[0].rounds()[-1]
    return len(sent), sum(map(len, sent)), sum(map(len, event.wire))


def _session(builder: GameBuilder, seat: int) -> Session:
    player = builder.players[seat]
    seed = SeedRecord(player.chain.link(player.chain.length - 1), builder.genesis.data)
    stored = StoredGame(builder.genesis, tuple(builder.rounds), (), (seed,))
    return Session(stored, player.key, seeded_entropy(f"seat {seat}"), NOW)


def _carry(sessions: list[Session]) -> list[bytes]:
    """Carry all messages, and what they make others say, until nobody has more to say now; give them."""
    carried: list[bytes] = []
    while True:
        for session in sessions:
            if session.deadline() <= NOW:
                session.tick(NOW)
        sends = [
            (seat, to, effect.data)
            for seat, session in enumerate(sessions)
            for effect in session.effects()
            if isinstance(effect, Send)
            for to in effect.seats
        ]
        if not sends:
            return carried
        for seat, to, data in sends:
            sessions[to].receive(seat, data, NOW)
        carried += [data for _, _, data in sends]
