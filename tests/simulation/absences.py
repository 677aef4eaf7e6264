"""Tables at which seats vanish, or are cut off for a while, and the others remove whom they do not hear."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from core.ruleset import Ruleset
from p2p.ballot import read_ballot, seats_in
from p2p.event import EventKind, SignedEvent
from p2p.ledger import Ledger
from p2p.messages import Events, MessageRefused, Proof, decode_message, game_tag
from p2p.session import NotNow, Session
from p2p.view import Presence, View
from tests.simulation.machine import Machine
from tests.simulation.table import RULESETS
from tests.simulation.weather import Weather
from tests.simulation.world import Maker, World

FOR_GOOD = float("inf")
PATIENCE = 20.0
"""Seconds after which users would also remove who is there and says nothing."""


class Absences(World):
    """A world in which every user, now and then, proposes to remove whoever does not speak.

    `said` is all that dishonest seats have signed and sent; `blocked` are the pairs (sender, receiver)
    between whom nothing passes. `bullied` is a seat that all others would remove though it is there.
    """

    def __init__(
        self,
        seed: int,
        seats: int,
        weather: Weather,
        ruleset: Ruleset = RULESETS["short"],
        makers: Mapping[int, Maker] | None = None,
        foes: frozenset[int] = frozenset(),
        folder: Path | None = None,
    ) -> None:
        self.said: dict[bytes, SignedEvent] = {}
        self.blocked: set[tuple[int, int]] = set()
        self.bullied: int | None = None
        self._opened: dict[bytes, float] = {}
        super().__init__(seed, seats, weather, ruleset, makers, foes, folder)
        for machine in self.machines:
            self.later(self.chance.random(), partial(self.mind, machine))
        for _ in range(weather.vanishing):
            self.later(self.chance.random() * weather.within, self.lose_one)
        for _ in range(weather.splits):
            self.later(self.chance.random() * weather.within, self.split)

    @property
    def has_begun(self) -> bool:
        """Whether every seat has signed the start: before it, nobody can be removed."""
        return all(
            machine.gone
            or (machine.session is not None and machine.session._ledger.tip.round_number > 0)
            or machine.absent
            for machine in self.machines
        )

    def lose_one(self) -> None:
        """Let some honest seat vanish: for good, or for a while that may end in the middle of a vote."""
        here = [one for one in self.honest if not one.absent and not one.gone]
        if not self.has_begun:
            self.later(0.02, self.lose_one)
        elif len(here) > 1:
            chance = self.chance
            back = chance.choice([3.0, 12.0, 14.0, 40.0]) * (0.5 + chance.random())
            self.lose(chance.choice(here).seat, back if chance.random() < 0.5 else FOR_GOOD)

    def lose(self, seat: int, back: float = FOR_GOOD) -> None:
        machine = self.machines[seat]
        machine.comes_back = back < FOR_GOOD
        machine.vanish()
        if machine.comes_back:
            self.later(back, machine.come_back)

    def split(self) -> None:
        """Cut the table in two, or one seat's mouth or ear, for a while."""
        if not self.has_begun:
            self.later(0.02, self.split)
            return
        chance, seats = self.chance, range(len(self.machines))
        side = set(chance.sample(seats, chance.randint(1, len(seats) // 2)))
        pairs = {(one, other) for one in seats for other in seats if (one in side) != (other in side)}
        way = chance.choice(["both", "out", "in"])
        if way != "both":
            pairs = {(one, other) for one, other in pairs if (one in side) == (way == "out")}
        self.block(pairs, chance.choice([4.0, 11.0, 13.0, 30.0]) * (0.8 + chance.random() / 2))

    def block(self, pairs: Collection[tuple[int, int]], seconds: float) -> None:
        fresh = set(pairs) - self.blocked
        self.blocked |= fresh
        self.later(seconds, lambda: self.blocked.difference_update(fresh))

    def mind(self, machine: Machine) -> None:
        """Let the user of this machine propose, second, change its mind, or take a proposal back."""
        self.later(0.5 + self.chance.random(), lambda: self.mind(machine))
        for session in machine.sessions():
            with suppress(NotNow):
                machine.input_to(session, partial(self.propose, machine))

    def propose(self, machine: Machine, session: Session) -> None:
        view = session.view(machine.now)
        seats = self.unheard(session, view)
        doubt = self.chance.random() if self.now < self.weather.calm else 1.0
        if doubt < 0.08:
            seats = ()
        elif doubt < 0.3 and len(seats) > 1:
            seats = (self.chance.choice(seats),)
        elif doubt < 0.4 and view.proposals:
            seats = self.chance.choice(view.proposals)[0]
        if not seats and doubt >= 0.08:
            return
        try:
            session.propose_removal(seats, machine.now)
        except NotNow:  # too many: those at least who are not even there
            away = tuple(one.seat for one in view.peers if one.presence is Presence.AWAY)
            session.propose_removal(away, machine.now)

    def unheard(self, session: Session, view: View) -> tuple[int, ...]:
        """Give whom this user would see removed: the away, and those awaited whose word is worth nothing."""
        away = {one.seat for one in view.peers if one.presence is Presence.AWAY}
        worthless = set(view.convicted) | {
            seat for seat, number in session._ledger.refused if number == view.round_number
        }
        opened = self._opened.setdefault(session._ledger.tip.head, self.now)
        if self.now - opened > PATIENCE and view.seat not in view.missing:
            worthless.update(view.missing)
        if self.bullied is not None and self.bullied != view.seat:
            worthless.add(self.bullied)
        return tuple(
            seat for seat in view.state.active if seat in away or (seat in worthless and seat in view.missing)
        )

    def send(self, sender: int, receiver: int, data: bytes) -> None:
        if sender in self.foes:
            self.note_said(sender, data)
        if (sender, receiver) not in self.blocked:
            super().send(sender, receiver, data)

    def deliver(self, sender: int, receiver: int, data: bytes) -> None:
        if not self.machines[receiver].absent:
            super().deliver(sender, receiver, data)

    def note_said(self, sender: int, data: bytes) -> None:
        try:
            message = decode_message(game_tag(self.genesis.game_id), data)
        except MessageRefused:
            return
        signed = message.events if isinstance(message, Events) else ()
        if isinstance(message, Proof):
            signed = (message.one, message.other)
        self.said |= {one.event_id: one for one in signed if one.event.seat == sender}

    def ended(self) -> bool:
        return all(
            one.gone or one.complete or one.waits_for_the_gone or one.absent_for_good or one.is_outranked
            for one in self.honest
        )


def removed_seats(world: World) -> dict[int, tuple[int, ...]]:
    """Give by removed seat the voters, from all certificates that any honest peer has in its copy."""
    removed: dict[int, tuple[int, ...]] = {}
    for machine in world.honest:
        if machine.session is None:
            continue
        removed |= removed_in(machine.session._ledger)
    return removed


def removed_in(ledger: Ledger) -> dict[int, tuple[int, ...]]:
    """Give by removed seat the voters, from the certificates in one copy."""
    removed: dict[int, tuple[int, ...]] = {}
    for events in ledger.chain.rounds:
        if events and events[0].event.kind is EventKind.VOTE:
            voters = tuple(one.event.seat for one in events)
            removed |= dict.fromkeys(seats_in(read_ballot(events[0].event)[0]), voters)
    return removed
