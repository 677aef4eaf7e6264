"""Players made of code, by name; they read the public state, and chance is handed to them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Protocol

from core.cautious import Cautious
from core.decision import Decision
from core.state import State

Chance = Callable[[int], int]
"""Gives a uniform whole number from 0 up to, not including, its argument."""


class Bot(Protocol):
    """Speaks for a seat; reads the state and never changes it."""

    def decide(self, state: State, seat: int, draw: Chance) -> Decision:
        """Give one of `state.legal()`; asked only while `seat` alone is awaited."""

    def bid(self, state: State, seat: int, draw: Chance) -> int:
        """Give dollars within `state.bid_range(seat)`; asked only in BID, of active seats."""


class Random:
    """Takes whatever comes, all choices alike."""

    def decide(self, state: State, seat: int, draw: Chance) -> Decision:  # noqa: ARG002 - a Bot is told its seat
        """Give any legal decision."""
        options = state.legal()
        return options[draw(len(options))]

    def bid(self, state: State, seat: int, draw: Chance) -> int:
        """Give any possible bid."""
        return draw(len(state.bid_range(seat)))


BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"random": Random(), "cautious": Cautious()})
"""The bots that a table can be filled with."""
