"""The log: a genesis and a chain of rounds, replayed through the core (protocol.md, chapter 7).

Which event may be in the open round is told by `p2p.judge`.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from core.decision import DECISIONS
from core.phase import Phase
from core.state import State
from p2p.dice import draw_start, roll_dice
from p2p.encoding import Value, encode
from p2p.event import Event, EventKind, SignedEvent, read_note
from p2p.genesis import Genesis
from p2p.hashing import TAG_DIGEST, TAG_HEAD, tagged_hash


class Expectation(NamedTuple):
    """What the open round awaits: a kind of event, from these seats, ascending."""

    kind: EventKind
    seats: tuple[int, ...]


class Roll(NamedTuple):
    """What one roll was made of: index of the links, the links by seat, and the round that held them."""

    link_index: int
    links: tuple[tuple[int, bytes], ...]
    round_number: int


_KIND_IN_PHASE: Final = {
    Phase.DRAW: EventKind.LINK,
    Phase.ROLL: EventKind.LINK,
    Phase.RETURN: EventKind.ACTION,
    Phase.ACT: EventKind.ACTION,
    Phase.NAME: EventKind.ACTION,
    Phase.PLACE: EventKind.ACTION,
    Phase.BID: EventKind.COMMITMENT,
    Phase.OVER: EventKind.SEAL,
}


class Log:
    """The rounds of one game so far, as their heads, the state that they lead to, and what is awaited.

    `heads[n]` is the head before round n; `link_indexes[n]` the index of the links that the next roll
    takes, as of round n. Per seat, `last_links` holds (index, link) of its newest revealed link and
    `spoken` the last closed round in which it spoke, or -1; `commitments` holds (round, commitment) of
    the running auction. The events themselves are kept by whoever needs them.
    """

    __slots__ = (
        "commitments",
        "expects",
        "genesis",
        "heads",
        "last_links",
        "last_roll",
        "link_indexes",
        "spoken",
        "state",
    )

    def __init__(self, genesis: Genesis) -> None:
        seats = len(genesis.seats)
        self.genesis = genesis
        self.state = State(genesis.ruleset, seats)
        self.heads = [genesis.game_id]
        self.link_indexes = [0]
        self.expects: Expectation | None = Expectation(EventKind.START, tuple(range(seats)))
        self.last_roll: Roll | None = None
        self.last_links = [(-1, entry.anchor) for entry in genesis.seats]
        self.spoken = [-1] * seats
        self.commitments: dict[int, tuple[int, bytes]] = {}

    def copy(self) -> "Log":
        """Give an independent log with the same past."""
        other = Log.__new__(Log)
        other.genesis = self.genesis
        other.state = self.state.copy()
        other.heads = self.heads.copy()
        other.link_indexes = self.link_indexes.copy()
        other.expects = self.expects
        other.last_roll = self.last_roll
        other.last_links = self.last_links.copy()
        other.spoken = self.spoken.copy()
        other.commitments = self.commitments.copy()
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
        expects = self.expects
        assert expects is not None
        ordered = [events[seat] for seat in expects.seats]
        retired = tuple(one.event.seat for one in ordered if one.event.kind is EventKind.NOTE)
        _CLOSERS[expects.kind](self, ordered, retired)
        for seat in expects.seats:
            self.spoken[seat] = self.round_number
        link_index = self.link_indexes[-1] + (expects.kind is EventKind.LINK)
        self.heads.append(next_head(self.heads[-1], [one.event_id for one in ordered]))
        self.link_indexes.append(link_index)
        self.expects = self._next_expectation(expects.kind)

    def _next_expectation(self, closed: EventKind) -> Expectation | None:
        state = self.state
        if closed is EventKind.SEAL:
            return None
        kind = _KIND_IN_PHASE[state.phase]
        if kind is EventKind.SEAL:
            return Expectation(kind, state.active) if state.active else None
        if kind is EventKind.COMMITMENT and closed is EventKind.COMMITMENT:
            kind = EventKind.OPENING
        return Expectation(kind, state.awaited)

    def _close_start(self, ordered: list[SignedEvent], retired: tuple[int, ...]) -> None:
        pass  # the signatures are all that round 0 gives

    def _close_links(self, ordered: list[SignedEvent], retired: tuple[int, ...]) -> None:
        links: list[tuple[int, bytes]] = []
        for one in ordered:
            event = one.event
            self.last_links[event.seat] = self._link_of(event)
            links.append((event.seat, self.last_links[event.seat][1]))
        index = self.link_indexes[-1]
        self.last_roll = Roll(index, tuple(links), self.round_number)
        game_id = self.genesis.game_id
        if self.state.phase is Phase.DRAW:
            self.state.draw(draw_start(game_id, index, links, len(self.genesis.seats)), retired)
        else:
            first, second = roll_dice(game_id, index, links)
            self.state.roll(first, second, retired)

    def _link_of(self, event: Event) -> tuple[int, bytes]:
        if event.kind is EventKind.NOTE:
            first, link = read_note(event)
            return self.link_indexes[first], link
        link = event.body[0]
        assert type(link) is bytes
        return self.link_indexes[-1], link

    def _close_action(self, ordered: list[SignedEvent], retired: tuple[int, ...]) -> None:
        if retired:
            self.state.retire(retired)
        else:
            self.state.decide(DECISIONS[ordered[0].event.body])  # type: ignore[index]  # judged

    def _close_commitments(self, ordered: list[SignedEvent], retired: tuple[int, ...]) -> None:
        self.commitments = {
            one.event.seat: (self.round_number, one.event.body[0])  # type: ignore[misc]  # judged
            for one in ordered
            if one.event.kind is EventKind.COMMITMENT
        }
        if retired:
            self.state.retire(retired)

    def _close_openings(self, ordered: list[SignedEvent], retired: tuple[int, ...]) -> None:
        bids: list[int | None] = [None] * len(self.genesis.seats)
        for one in ordered:
            if one.event.kind is EventKind.OPENING:
                bids[one.event.seat] = one.event.body[0]  # type: ignore[assignment]  # judged
        self.state.bid(bids, retired)

    def _close_seals(self, ordered: list[SignedEvent], retired: tuple[int, ...]) -> None:
        pass  # a seal adds nothing to the state


_CLOSERS: Final = {
    EventKind.START: Log._close_start,  # noqa: SLF001
    EventKind.LINK: Log._close_links,  # noqa: SLF001
    EventKind.ACTION: Log._close_action,  # noqa: SLF001
    EventKind.COMMITMENT: Log._close_commitments,  # noqa: SLF001
    EventKind.OPENING: Log._close_openings,  # noqa: SLF001
    EventKind.SEAL: Log._close_seals,  # noqa: SLF001
}


def next_head(head: bytes, event_ids: list[bytes]) -> bytes:
    """Give the head after a round that had `head` before it and these events, in seat order."""
    return tagged_hash(TAG_HEAD, head, *event_ids)
