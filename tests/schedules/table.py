"""A table in memory, and chance, which decides what happens next and what is lost on the way."""

from random import Random
from typing import Final, NamedTuple

from core.ruleset import Ruleset
from p2p.messages import Events, Message, Status
from p2p.told import AWAY_SECONDS
from tests.p2p.gamebuilder import GameBuilder
from tests.schedules.liar import Liar
from tests.schedules.seat import Seat
from tests.schedules.witness import Witness

RULESET: Final = Ruleset(rows_to_end=1, most_rolls=8)
STEPS: Final = 600
"""How often something happens, which is about as much as such a game needs."""
BEGINNING: Final = 60
"""Moments of good order before, in which all show themselves and sign the start."""
NEAR: Final = 12
"""Among so many of the oldest messages the next one is found, most often."""


ABSENCE: Final = AWAY_SECONDS + 1.0
"""Seconds for which some do not hear a seat that has come back from an older copy of its folder."""


class Posted(NamedTuple):
    """A message on its way; `known` are the ids of all that its sender had heard when it said so."""

    sender: int
    receiver: int
    message: Message
    known: frozenset[bytes]


class Table:
    """The seats but the liar's, by number; the clock; and what is on its way between all of them.

    Nothing comes by the ways that are `cut`, and by those that are `hushed` nobody tells where it stands;
    what the others have signed does not come to who is `deaf`.
    """

    def __init__(self, seed: int, seats: int, *, lies: bool = True) -> None:
        self.name = f"schedule {seed} {seats}"
        self.chance = Random(f"{self.name} {lies}")
        self.now = 0.0
        self.builder = GameBuilder(seats, self.name, RULESET)
        self.posted: list[Posted] = []
        self.cut: set[tuple[int, int]] = set()
        self.hushed: set[tuple[int, int]] = set()
        self.loss = 0.0
        self.deaf: set[int] = set()
        self.is_unpromised = False
        self.liar = Liar(self, self.chance.randrange(seats)) if lies else None
        self.witness = Witness(self)
        self.seats: dict[int, Seat] = {}
        for seat in range(seats):
            if self.liar is None or seat != self.liar.seat:
                self.seats[seat] = Seat(self, seat)

    def post(
        self, sender: int, receiver: int, message: Message, known: frozenset[bytes] = frozenset()
    ) -> None:
        """Have a message on its way; the liar hears all events, to whomever they are sent."""
        if self.liar is not None and isinstance(message, Events):
            self.liar.overhear(message)
        self.posted.append(Posted(sender, receiver, message, known))

    def deliver(self, posted: Posted) -> None:
        sender, receiver, message, known = posted
        if self.liar is not None and receiver == self.liar.seat:
            self.liar.hear(sender, message)
        else:
            self.seats[receiver].hear(sender, message, known)

    def deliver_all(self, most: int) -> None:
        """Bring the oldest messages, no more than so many."""
        coming, self.posted = self.posted[:most], self.posted[most:]
        for posted in coming:
            self.deliver(posted)

    def begin(self) -> None:
        """Have all of them come, show themselves and start the game."""
        for _ in range(BEGINNING):
            if self.liar is not None:
                self.liar.begin()
            self.deliver_all(20)
            self.pass_time(0.05)

    def run(self) -> None:
        """Let so many things happen, one after another, each by chance."""
        happenings = {
            self._deliver: 1100,
            self._choose: 260,
            self._propose: 120,
            self._lie: 240,
            self._wait: 220,
            self._change_the_weather: 20,
            self._start_anew: 16,
            self._lose_the_log: 4,
            self._copy_a_folder: 10,
            self._put_back_a_copy: 8,
            self._resign: 3,
        }
        for happening in self.chance.choices(list(happenings), list(happenings.values()), k=STEPS):
            happening()
        self.witness.compare_logs()

    def pass_time(self, seconds: float) -> None:
        self.now += seconds
        for seat in self.seats.values():
            seat.wake()

    def _somebody(self) -> Seat:
        return self.chance.choice(list(self.seats.values()))

    def _deliver(self) -> None:
        """Bring one message, or lose it; now and then it stays on its way to come once more."""
        if not self.posted:
            return
        oldest = NEAR if self.chance.random() < 0.9 else len(self.posted)
        place = self.chance.randrange(min(len(self.posted), oldest))
        posted = self.posted[place]
        if self.chance.random() >= 0.05:
            del self.posted[place]
        if self.chance.random() >= self.loss and not self._is_kept_away(posted):
            self.deliver(posted)

    def _is_kept_away(self, posted: Posted) -> bool:
        sender, receiver, message, _ = posted
        is_deaf = receiver in self.deaf and sender in self.seats and isinstance(message, Events)
        is_hushed = isinstance(message, Status) and (sender, receiver) in self.hushed
        return is_deaf or is_hushed or (sender, receiver) in self.cut

    def _choose(self) -> None:
        if self.liar is not None and self.chance.random() * len(self.builder.players) < 1:
            self.liar.play()
        else:
            seat = self._somebody()
            if self.chance.random() < 0.1:
                seat.copy_folder()  # then what is chosen now is forgotten
            seat.choose()

    def _propose(self) -> None:
        self._somebody().propose()

    def _lie(self) -> None:
        if self.liar is not None:
            self.liar.act()

    def _wait(self) -> None:
        self.now += self.chance.random() * 0.3
        self._somebody().wake()

    def _change_the_weather(self) -> None:
        seats = range(len(self.builder.players))
        ways = [(one, other) for one in seats for other in seats]
        self.cut, self.hushed, self.deaf = set(), set(), set()
        if self.chance.random() < 0.6:
            self.cut = {way for way in ways if self.chance.random() < 0.15}
        if self.chance.random() < 0.5:
            self.hushed = {way for way in ways if self.chance.random() < 0.4}
        self.loss = self.chance.choice([0.0, 0.0, 0.1, 0.3])

    def _start_anew(self) -> None:
        self._somebody().start_anew()

    def _lose_the_log(self) -> None:
        seat = self._somebody()
        if self.chance.random() < 0.7:
            self.deaf = {seat.seat}
        seat.start_anew(kept=self.chance.randrange(len(seat.log)))

    def _copy_a_folder(self) -> None:
        self._somebody().copy_folder()

    def _put_back_a_copy(self) -> None:
        """Let a seat come back from any copy of its folder, with all others there, or some away."""
        seat = self._somebody()
        if not seat.copies:
            return
        seat.put_back(self.chance.choice(seat.copies))
        if self.chance.random() < 0.4:
            away = [one for one in self.seats if one != seat.seat and self.chance.random() < 0.5]
            self.cut |= {way for one in away for way in ((one, seat.seat), (seat.seat, one))}
            end = self.now + ABSENCE
            while self.now < end:
                self.pass_time(0.5)
                coming, self.posted = self.posted, []
                for posted in coming:
                    if not self._is_kept_away(posted):
                        self.deliver(posted)
        for _ in range(self.chance.randrange(4)):
            self._deliver()
            seat.choose()

    def _resign(self) -> None:
        self._somebody().resign()
