"""What can befall a machine at any step of its work: it stops, its disk is full, a sync fails."""

import errno
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulation.computer import Computer


class Crash(BaseException):
    """The process ends here: nothing that would run after it may help."""


class Faults:
    """Asked before each step by whatever a process of `machine` works with.

    `steps` counts them, and `crash_at` is the number of the step before which the process ends.
    """

    def __init__(self, machine: "Computer") -> None:
        self._machine = machine
        self._full_until = 0.0
        self.steps = 0
        self.crash_at: int | None = None

    def step(self) -> None:
        """Let the process end here, or go on."""
        machine = self._machine
        self.steps += 1
        if self.steps == self.crash_at or (
            machine.is_mortal and machine.world.happens(machine.world.weather.crash)
        ):
            raise Crash

    def write(self) -> None:
        """Let the disk take what comes now. Raises the `OSError` of a full one."""
        machine = self._machine
        world, weather = machine.world, machine.world.weather
        if machine.is_mortal and world.happens(weather.full):
            self._full_until = world.now + weather.full_for * world.chance.random()
        if world.now < self._full_until:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def sync(self) -> None:
        """Let what was written come to the disk. Raises the `OSError` of one that fails."""
        machine = self._machine
        if machine.is_mortal and machine.world.happens(machine.world.weather.unsynced):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
