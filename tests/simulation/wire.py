"""Stands for the transport of one run of a process: whom it can call, and what its limits let through."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from p2p.aside import ASIDE_TYPES
from p2p.messages import claimed_type
from p2p.rate_limit import RateLimit
from p2p.rematch import REMATCH_TYPE

if TYPE_CHECKING:
    from tests.simulation.computer import Computer

Endpoint = tuple[str, int]


def is_beside_the_log(data: bytes) -> bool:
    """Tell whether a message is nothing to a session: chat, addresses, or who plays again."""
    return claimed_type(data) in {*ASIDE_TYPES, REMATCH_TYPE}


class Wire:
    """What `Peer` uses of a transport, by CURVE keys; the world carries what is sent."""

    def __init__(self, machine: "Computer") -> None:
        self._machine = machine
        self._keys = [entry.curve_key for entry in machine.world.genesis.seats]
        self._rate = RateLimit()
        self.public_key = self._keys[machine.seat]
        self.links: dict[bytes, tuple[Endpoint, ...]] = {}
        """Where it calls whom: both sides may speak over either side's call."""

    def connect(self, peer: bytes, endpoints: Sequence[Endpoint]) -> None:
        self.links[peer] = tuple(endpoints)

    def connect_also(self, peer: bytes, endpoints: Sequence[Endpoint]) -> None:
        self.links[peer] = (*endpoints, *self.links.get(peer, ()))

    def reconnect(self, peer: bytes) -> None:
        """Nothing here goes dead without being seen."""

    def forget(self, peer: bytes) -> None:
        self.links.pop(peer, None)

    def send(self, peer: bytes, data: bytes) -> bool:
        machine = self._machine
        if peer not in self._keys:
            machine.world.show_onlooker(machine.seat, peer, data)
        elif is_beside_the_log(data):
            machine.world.send(machine.seat, self._keys.index(peer), data)
        else:
            machine.send(self._keys.index(peer), data)
        return True

    def reply(self, peer: bytes, data: bytes) -> bool:
        return self.send(peer, data)

    def allows(self, sender: bytes, data: bytes) -> bool:
        """Tell whether this much may come from there now."""
        return self._rate.allows(sender, len(data), self._machine.now)

    def close(self) -> None:
        self.links.clear()
