"""What happens to whole computers: they stop for a while, their clocks leap, they move, come late, go."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulation.machine import Machine
    from tests.simulation.world import World

PAUSES = (0.5, 2.0, 5.0, 12.0, 60.0)
"""Seconds for which a process stands still, at the most."""
LEAPS = (1.0, 12.0, 100.0, 3600.0)
"""Seconds by which a clock leaps."""
APART = 15.0
"""Seconds between two moves: in less, a seat may not have heard where the one moved that knew the other.

For the same reason nobody moves while somebody is away, or leaves for good after a move: whoever finds that
all have moved whom it could ask has to be told by a person where they are.
"""
ABSENCE = 60.0
"""Seconds for which one stays away when all go, at the most."""


class Mishaps:
    """Arranges the mishaps of a weather; `until` is the second of the world at which the last one is over."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self.until = 0.0
        self._moved_at = -APART
        self._mover = world.chance.choice([one for one in world.machines if one.is_mortal])

    @property
    def has_moved_some(self) -> bool:
        """Whether some may not have heard yet where others have moved."""
        return self._world.now < self._moved_at + APART

    def arrange(self) -> None:
        """Plan all that the weather asks for, and let those begin who are there from the start."""
        world, weather = self._world, self._world.weather
        mortal = [one for one in world.machines if one.is_mortal]
        late = world.chance.sample(mortal, min(len(mortal), weather.latecomers)) if weather.latecomers else []
        for machine in world.machines:
            if machine in late:
                self._plan(weather.late_by * world.chance.uniform(0.2, 1.0), machine.start)
            else:
                machine.start()
        kinds: Sequence[tuple[int, Callable[[], None]]] = (
            (weather.pauses, self._pause),
            (weather.leaps, self._leap),
            (weather.moves, self._move_some),
            (weather.exodus, self._leave_all),
        )
        for count, act in kinds:
            for _ in range(count):
                self._plan(
                    weather.late_by * 0.6 + weather.within * world.chance.random(), partial(self._befall, act)
                )

    def _plan(self, seconds: float, act: Callable[[], None]) -> None:
        self.until = max(self.until, self._world.now + seconds)
        self._world.later(seconds, act)

    def _befall(self, act: Callable[[], None]) -> None:
        if self._world.now < self._world.weather.calm:
            act()

    def _one(self) -> "Machine | None":
        there = [one for one in self._world.machines if one.is_mortal and one.peer is not None]
        return self._world.chance.choice(there) if there else None

    def _pause(self) -> None:
        machine, chance = self._one(), self._world.chance
        if machine is not None:
            seconds = chance.choice(PAUSES) * chance.uniform(0.5, 1.0)
            self.until = max(self.until, self._world.now + seconds)
            machine.pause(seconds, clock_goes=chance.random() < 0.5)

    def _leap(self) -> None:
        machine = self._one()
        if machine is not None:
            machine.leap(self._world.chance.choice(LEAPS))

    def _move_some(self) -> None:
        """Give some computers other addresses at once: all that run but one, who holds the others together.

        With two seats one and the same moves each time: of two that both move, neither can find the other.
        """
        world, chance = self._world, self._world.chance
        if self.has_moved_some or any(one.is_away for one in world.machines):
            self._plan(APART, partial(self._befall, self._move_some))
            return
        self._moved_at = world.now
        there = [
            one for one in world.machines if one.is_mortal and one.peer is not None and not one.is_paused
        ]
        if len(world.machines) > 2:
            movers = chance.sample(there, chance.randint(0, len(there) - 1)) if there else []
        else:
            movers = [one for one in there if one is self._mover]
        for machine in movers:
            machine.move()

    def _leave_all(self) -> None:
        """Let all but one go, or all, in good order or not, and each come back on its own."""
        world, chance = self._world, self._world.chance
        leaving = [one for one in world.machines if one.is_mortal and one.peer is not None]
        if leaving and chance.random() < 0.5:
            leaving.remove(chance.choice(leaving))
        for machine in leaving:
            machine.go_away(in_order=chance.random() < 0.5)
            self._plan(ABSENCE * chance.random(), machine.come_back)
