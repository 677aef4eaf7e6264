"""The log: a genesis and a chain of rounds, replayed through the core (protocol.md, chapter 7).

Which event may be in the open round is told by `p2p.judge`.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, Self, TypeAlias

from core.decision import DECISIONS
from core.errors import UnknownDecision
from core.frozen import Frozen
from core.phase import DRAW, Phase
from core.state import State
from p2p.dice import begin_links, chain_length, draw_start, roll_dice
from p2p.encoding import Value, encode
from p2p.event import (
    ACTION,
    COMMITMENT,
    LINK,
    NOTE,
    OPENING,
    SEAL,
    START,
    EventKind,
    SignedEvent,
)
from p2p.genesis import Genesis
from p2p.hashing import TAG_DIGEST, TAG_HEAD, begin_hash, tagged_hash


class Expectation(NamedTuple):
    """What the open round awaits: a kind of event, from these seats, ascending."""

    kind: EventKind
    seats: tuple[int, ...]


class Roll(Frozen):
    """What one roll was made of: index of the links, the links by seat, and the round that held them."""

    link_index: int
    links: tuple[tuple[int, bytes], ...]
    round_number: int


Seats: TypeAlias = tuple[int, ...]
Body: TypeAlias = tuple[Value, ...]
"""What an event says, without where and when."""

_BEGUN_HEAD: Final = begin_hash(TAG_HEAD)
_KIND_IN_PHASE: Final = {
    Phase.DRAW: LINK,
    Phase.ROLL: LINK,
    Phase.RETURN: ACTION,
    Phase.ACT: ACTION,
    Phase.NAME: ACTION,
    Phase.PLACE: ACTION,
    Phase.BID: COMMITMENT,
    Phase.OVER: SEAL,
}


class Log:
    """The rounds of one game so far, as their heads, the state that they lead to, and what is awaited.

    `round_number` is the open round, counted from 0, or one past the last when the log is complete, and
    `head` the head before it. `heads[n]` is the head before round n; `link_indexes[n]` the index of the links
    that the next roll takes, as of round n. Per seat, `last_links` holds (index, link) of its newest revealed
    link, and `spoken` the last closed round in which it spoke, or -1; `commitments` holds (round, commitment)
    of the running auction. `newest_links` are what `last_roll` tells: an index, (seat, link) pairs and a
    round. Each seat's chain has `chain_length` links, whose hashes begin as its one of `begun_links`.
    `removals` are the rounds that a certificate has closed. The events themselves are kept by whoever needs
    them.
    """

    __slots__ = (
        "begun_links",
        "chain_length",
        "commitments",
        "expects",
        "genesis",
        "head",
        "heads",
        "last_links",
        "link_indexes",
        "newest_links",
        "removals",
        "round_number",
        "spoken",
        "state",
    )

    def __new__(cls, *_: object) -> Self:
        """Give a log with nothing in it, for `__init__` or `copy` to fill."""
        return object.__new__(cls)

    def __init__(self, genesis: Genesis) -> None:
        seats = len(genesis.seats)
        self.genesis = genesis
        self.chain_length = chain_length(genesis.ruleset)
        self.begun_links = tuple([begin_links(genesis.nonce, entry.key) for entry in genesis.seats])
        self.state = State(genesis.ruleset, seats)
        self.round_number = 0
        self.head = genesis.game_id
        self.heads = [genesis.game_id]
        self.link_indexes = [0]
        self.expects: Expectation | None = Expectation(START, tuple(range(seats)))
        self.newest_links: tuple[int, list[tuple[int, bytes]], int] | None = None
        self.last_links = [(-1, entry.anchor) for entry in genesis.seats]
        self.spoken = [-1] * seats
        self.commitments: dict[int, tuple[int, bytes]] = {}
        self.removals: tuple[int, ...] = ()

    def copy(self) -> "Log":
        """Give an independent log with the same past."""
        other = Log.__new__(Log)
        other.genesis = self.genesis
        other.chain_length = self.chain_length
        other.begun_links = self.begun_links
        other.state = self.state.copy()
        other.round_number = self.round_number
        other.head = self.head
        other.heads = self.heads.copy()
        other.link_indexes = self.link_indexes.copy()
        other.expects = self.expects
        other.newest_links = self.newest_links
        other.last_links = self.last_links.copy()
        other.spoken = self.spoken.copy()
        other.commitments = self.commitments.copy()
        other.removals = self.removals
        return other

    def had(self, round_number: int, head: bytes) -> bool:
        """Tell whether this was the head before this round, which may be further than this log goes."""
        return round_number <= self.round_number and self.heads[round_number] == head

    @property
    def complete(self) -> bool:
        """Whether every seal is in (or nobody is left to give one)."""
        return self.expects is None

    @property
    def last_roll(self) -> Roll | None:
        """What the newest roll, or the draw, was made of; None before it."""
        if self.newest_links is None:
            return None
        index, links, number = self.newest_links
        return Roll(index, tuple(links), number)

    @property
    def digest(self) -> bytes:
        """The 32-byte digest of the state before the open round."""
        return tagged_hash(
            TAG_DIGEST,
            encode(self.state.snapshot()),  # type: ignore[arg-type]  # plain integers, by its contract
        )

    def result(self) -> tuple[Value, ...]:
        """Give the body that a seal of this ended game has: reason, winners, money of every seat."""
        outcome = self.state.outcome
        assert outcome is not None
        return (int(outcome.reason), tuple(outcome.winners), tuple(outcome.money))

    def close(self, events: Mapping[int, SignedEvent]) -> None:
        """Close the open round with one judged event of each awaited seat, and open the next."""
        assert self.expects is not None
        bodies: list[Body] = []
        event_ids: list[bytes] = []
        retired: tuple[int, ...] = ()
        for seat in self.expects.seats:
            _, _, event, event_id = events[seat]
            bodies.append(event.body)
            event_ids.append(event_id)
            if event.kind is NOTE:
                retired += (seat,)
        self.close_bodies(bodies, event_ids, retired)

    def close_bodies(
        self, bodies: Sequence[Body], event_ids: Sequence[bytes], retired: tuple[int, ...] = ()
    ) -> None:
        """Close the open round with what each awaited seat says there, judged, and the events' ids.

        Both are in seat order. The bodies of the `retired` seats are those of their resign notes. An action
        is judged by the state alone: UnknownDecision or IllegalDecision, and nothing has changed then.
        """
        assert self.expects is not None
        kind, seats = self.expects
        link_indexes, spoken, number = self.link_indexes, self.spoken, self.round_number
        _CLOSERS[kind](self, seats, bodies, retired)
        for seat in seats:
            spoken[seat] = number
        self.head = head = next_head(self.head, event_ids)
        self.heads.append(head)
        self.round_number = number + 1
        link_indexes.append(link_indexes[-1] + (kind is LINK))
        self.expects = None if kind is SEAL else self._next_expectation(sealed=kind is COMMITMENT)

    def remove(self, seats: Sequence[int], votes: Sequence[SignedEvent]) -> None:
        """Close the open round by the judged votes of a certificate: these seats are retired (rule L2).

        None of the round's events counts, and the others are asked anew: for a roll with their next links.
        """
        assert self.expects is not None
        kind = self.expects.kind
        self.state.retire(seats)
        self.removals = (*self.removals, self.round_number)
        self.head = next_head(self.head, [one.event_id for one in votes])
        self.heads.append(self.head)
        self.round_number += 1
        self.link_indexes.append(self.link_indexes[-1] + (kind is LINK))
        self.expects = self._next_expectation(sealed=kind is OPENING)

    def _next_expectation(self, *, sealed: bool) -> Expectation | None:
        """Give what the state awaits; `sealed` tells that the bids of a running auction are sealed."""
        state = self.state
        kind = _KIND_IN_PHASE[state.phase]
        if kind is LINK:
            return _expectation(kind, state.active)
        if kind is ACTION:
            return _expectation(kind, state.awaited)
        if kind is SEAL and not state.active:
            return None
        if kind is COMMITMENT and sealed:
            kind = OPENING
        return _expectation(kind, state.active)

    def _close_start(self, seats: Seats, bodies: Sequence[Body], retired: Seats) -> None:
        pass  # the signatures are all that round 0 gives

    def _close_links(self, seats: Seats, bodies: Sequence[Body], retired: Seats) -> None:
        index, last_links = self.link_indexes[-1], self.last_links
        links: list[tuple[int, bytes]] = []
        for at, seat in enumerate(seats):
            # Judged; in a note the first round comes before the link.
            link: bytes = bodies[at][-1]  # type: ignore[assignment]
            last_links[seat] = index, link
            links.append((seat, link))
        for seat in retired:
            told: int = bodies[seats.index(seat)][0]  # type: ignore[assignment]  # judged
            last_links[seat] = self.link_indexes[told], last_links[seat][1]
        self.newest_links = index, links, self.round_number
        game_id = self.genesis.game_id
        if self.state.phase is DRAW:
            self.state.draw(draw_start(game_id, index, links, len(self.genesis.seats)), retired)
        else:
            first, second = roll_dice(game_id, index, links)
            self.state.roll(first, second, retired)

    def _close_action(self, _seats: Seats, bodies: Sequence[Body], retired: Seats) -> None:
        if retired:
            self.state.retire(retired)
            return
        code: tuple[int, ...] = bodies[0]  # type: ignore[assignment]  # any tuple may be asked for
        try:
            decision = DECISIONS[code]
        except KeyError:
            raise UnknownDecision(code) from None
        self.state.decide(decision)

    def _close_commitments(self, seats: Seats, bodies: Sequence[Body], retired: Seats) -> None:
        number = self.round_number
        self.commitments = {
            seat: (number, bodies[at][0])  # type: ignore[misc]  # judged
            for at, seat in enumerate(seats)
            if seat not in retired
        }
        if retired:
            self.state.retire(retired)

    def _close_openings(self, seats: Seats, bodies: Sequence[Body], retired: Seats) -> None:
        bids: list[int | None] = [None] * len(self.genesis.seats)
        for at, seat in enumerate(seats):
            if seat not in retired:
                bids[seat] = bodies[at][0]  # type: ignore[assignment]  # judged
        self.state.bid(bids, retired)

    def _close_seals(self, seats: Seats, bodies: Sequence[Body], retired: Seats) -> None:
        pass  # a seal adds nothing to the state


_CLOSERS: Final = {
    START: Log._close_start,  # noqa: SLF001
    LINK: Log._close_links,  # noqa: SLF001
    ACTION: Log._close_action,  # noqa: SLF001
    COMMITMENT: Log._close_commitments,  # noqa: SLF001
    OPENING: Log._close_openings,  # noqa: SLF001
    SEAL: Log._close_seals,  # noqa: SLF001
}


@lru_cache(maxsize=128)
def _expectation(kind: EventKind, seats: tuple[int, ...]) -> Expectation:
    """Give the one value, as each round awaits one of few."""
    return Expectation(kind, seats)


def next_head(head: bytes, event_ids: Sequence[bytes]) -> bytes:
    """Give the head after a round that had `head` before it and these events, in seat order."""
    whole = _BEGUN_HEAD.copy()
    whole.update(head + b"".join(event_ids))
    return whole.digest()
