"""The log: a genesis and a chain of rounds, replayed through the core (protocol.md, chapter 7).

Which event may be in the open round is told by `p2p.judge`.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Self, TypeAlias

from core.decision import DECISIONS
from core.phase import DRAW, Phase
from core.state import State
from p2p.dice import chain_length, draw_start, link_hash, roll_dice
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


class Roll(NamedTuple):
    """What one roll was made of: index of the links, the links by seat, and the round that held them."""

    link_index: int
    links: tuple[tuple[int, bytes], ...]
    round_number: int


Body: TypeAlias = tuple[Value, ...]
"""What an event says, without where and when."""

_new = tuple.__new__
"""Makes a named tuple of its fields in half the time; an audit makes some for each round."""

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

    `heads[n]` is the head before round n; `link_indexes[n]` the index of the links that the next roll
    takes, as of round n. Per seat, `last_links` holds (index, link) of its newest revealed link, and
    `spoken` the last closed round in which it spoke, or -1; `commitments` holds (round, commitment) of
    the running auction. Each seat's chain has `chain_length` links, which its one of `link_hashes` hashes.
    `removals` are the rounds that a certificate has closed. The events themselves are kept by whoever needs
    them.
    """

    __slots__ = (
        "chain_length",
        "commitments",
        "expects",
        "genesis",
        "heads",
        "last_links",
        "last_roll",
        "link_hashes",
        "link_indexes",
        "removals",
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
        self.link_hashes = tuple([link_hash(genesis.nonce, entry.key) for entry in genesis.seats])
        self.state = State(genesis.ruleset, seats)
        self.heads = [genesis.game_id]
        self.link_indexes = [0]
        self.expects: Expectation | None = Expectation(START, tuple(range(seats)))
        self.last_roll: Roll | None = None
        self.last_links = [(-1, entry.anchor) for entry in genesis.seats]
        self.spoken = [-1] * seats
        self.commitments: dict[int, tuple[int, bytes]] = {}
        self.removals: tuple[int, ...] = ()

    def copy(self) -> "Log":
        """Give an independent log with the same past."""
        other = Log.__new__(Log)
        other.genesis = self.genesis
        other.chain_length = self.chain_length
        other.link_hashes = self.link_hashes
        other.state = self.state.copy()
        other.heads = self.heads.copy()
        other.link_indexes = self.link_indexes.copy()
        other.expects = self.expects
        other.last_roll = self.last_roll
        other.last_links = self.last_links.copy()
        other.spoken = self.spoken.copy()
        other.commitments = self.commitments.copy()
        other.removals = self.removals
        return other

    @property
    def round_number(self) -> int:
        """The open round, counted from 0; one past the last when the log is complete."""
        return len(self.heads) - 1

    @property
    def head(self) -> bytes:
        """The head before the open round."""
        return self.heads[-1]

    @property
    def complete(self) -> bool:
        """Whether every seal is in (or nobody is left to give one)."""
        return self.expects is None

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

        Both are in seat order. The bodies of the `retired` seats are those of their resign notes.
        """
        assert self.expects is not None
        kind, seats = self.expects
        number = len(self.heads) - 1
        for seat in seats:
            self.spoken[seat] = number
        _CLOSERS[kind](self, bodies, retired)
        self.heads.append(next_head(self.heads[-1], event_ids))
        index = self.link_indexes[-1]
        self.link_indexes.append(index + 1 if kind is LINK else index)
        self.expects = None if kind is SEAL else self._next_expectation(sealed=kind is COMMITMENT)

    def remove(self, seats: Sequence[int], votes: Sequence[SignedEvent]) -> None:
        """Close the open round by the judged votes of a certificate: these seats are retired (rule L2).

        None of the round's events counts, and the others are asked anew: for a roll with their next links.
        """
        assert self.expects is not None
        kind = self.expects.kind
        self.state.retire(seats)
        self.removals = (*self.removals, self.round_number)
        self.heads.append(next_head(self.heads[-1], [one.event_id for one in votes]))
        self.link_indexes.append(self.link_indexes[-1] + (kind is LINK))
        self.expects = self._next_expectation(sealed=kind is OPENING)

    def _next_expectation(self, *, sealed: bool) -> Expectation | None:
        """Give what the state awaits; `sealed` tells that the bids of a running auction are sealed."""
        state = self.state
        kind = _KIND_IN_PHASE[state.phase]
        if kind is ACTION:
            return _new(Expectation, (kind, state.awaited))
        if kind is SEAL and not state.active:
            return None
        if kind is COMMITMENT and sealed:
            kind = OPENING
        return _new(Expectation, (kind, state.active))

    def _close_start(self, bodies: Sequence[Body], retired: tuple[int, ...]) -> None:
        pass  # the signatures are all that round 0 gives

    def _close_links(self, bodies: Sequence[Body], retired: tuple[int, ...]) -> None:
        assert self.expects is not None
        index, last_links, seats = self.link_indexes[-1], self.last_links, self.expects.seats
        # Judged; in a note the first round comes before the link.
        links: list[tuple[int, bytes]] = [(seat, body[-1]) for seat, body in zip(seats, bodies, strict=True)]  # type: ignore[misc]
        for seat, link in links:
            last_links[seat] = index, link
        for seat in retired:
            first: int = bodies[seats.index(seat)][0]  # type: ignore[assignment]  # judged
            last_links[seat] = self.link_indexes[first], last_links[seat][1]
        self.last_roll = _new(Roll, (index, tuple(links), len(self.heads) - 1))
        game_id = self.genesis.game_id
        if self.state.phase is DRAW:
            self.state.draw(draw_start(game_id, index, links, len(self.genesis.seats)), retired)
        else:
            first_face, second_face = roll_dice(game_id, index, links)
            self.state.roll(first_face, second_face, retired)

    def _close_action(self, bodies: Sequence[Body], retired: tuple[int, ...]) -> None:
        if retired:
            self.state.retire(retired)
        else:
            self.state.decide(DECISIONS[bodies[0]])  # type: ignore[index]  # judged

    def _close_commitments(self, bodies: Sequence[Body], retired: tuple[int, ...]) -> None:
        self.commitments = {
            seat: (self.round_number, body[0])  # type: ignore[misc]  # judged
            for seat, body in self._bodies(bodies, retired)
        }
        if retired:
            self.state.retire(retired)

    def _close_openings(self, bodies: Sequence[Body], retired: tuple[int, ...]) -> None:
        bids: list[int | None] = [None] * len(self.genesis.seats)
        for seat, body in self._bodies(bodies, retired):
            bids[seat] = body[0]  # type: ignore[assignment]  # judged
        self.state.bid(bids, retired)

    def _close_seals(self, bodies: Sequence[Body], retired: tuple[int, ...]) -> None:
        pass  # a seal adds nothing to the state

    def _bodies(self, bodies: Sequence[Body], retired: tuple[int, ...]) -> list[tuple[int, Body]]:
        """Give what each awaited seat says that has not retired."""
        assert self.expects is not None
        said = zip(self.expects.seats, bodies, strict=True)
        return [(seat, body) for seat, body in said if seat not in retired]


_CLOSERS: Final = {
    START: Log._close_start,  # noqa: SLF001
    LINK: Log._close_links,  # noqa: SLF001
    ACTION: Log._close_action,  # noqa: SLF001
    COMMITMENT: Log._close_commitments,  # noqa: SLF001
    OPENING: Log._close_openings,  # noqa: SLF001
    SEAL: Log._close_seals,  # noqa: SLF001
}


def next_head(head: bytes, event_ids: Sequence[bytes]) -> bytes:
    """Give the head after a round that had `head` before it and these events, in seat order."""
    whole = _BEGUN_HEAD.copy()
    whole.update(head + b"".join(event_ids))
    return whole.digest()
