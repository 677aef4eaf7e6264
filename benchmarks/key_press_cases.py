"""How long it takes from a key on the full screen until its decision is settled on every peer, and shown.

One of the peers is the real command on a terminal of its own, as it is without any settings: the key is the
Enter that confirms a choice. The others are processes that answer when they are told to, as where a decision
begins in the program (`benchmarks.settling_cases`, whose floors are the same).

The decision is settled once the client of each peer has been told so; the one with the screen says when, as
the others do. It is shown once that screen does not say any more that it is not settled yet.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Self

from benchmarks.case import MILLISECONDS, Comparison, Skipped, ours, time_each
from benchmarks.measure import Effort, Timed
from benchmarks.process import ROOT, Process
from benchmarks.settling_cases import PAUSE, floors, is_still
from benchmarks.terminal import HAS_TERMINALS, PATIENCE_SECONDS, environment

ENTER = "\r"
_CHOICE, _BID = "▸", "your bid: _"
_CONFIRM = "This cannot be undone."
_PENDING = "Not settled yet"
"""What the screen says: what is wanted, whether the choice is meant, and that others have not heard of it."""


def key_presses(effort: Effort) -> Iterable[Comparison]:
    for seats in (2, 3, 4) if effort.rounds > 1 else (3,):
        with tempfile.TemporaryDirectory() as name, ExitStack() as running:
            folder = Path(name)
            games = running.enter_context(KeyPresses(folder, seats))
            contenders = (
                ours("settled", partial(on_a_terminal, games.settled)),
                ours("shown", partial(on_a_terminal, games.shown)),
                *floors(folder, seats, running),
            )
            title = f"a key press, on all of {seats} peers"
            yield time_each(title, MILLISECONDS, contenders, replace(effort, seconds=8 * effort.seconds))


def on_a_terminal(act: Timed) -> Timed:
    if not HAS_TERMINALS:
        raise Skipped("this system has no pseudo-terminals")
    import_module("benchmarks.screen")  # needs what reads a screen
    return act


class KeyPresses:
    """Games of so many peers, one after the other; the last to join has a screen."""

    def __init__(self, folder: Path, seats: int) -> None:
        self._folder = folder
        self._seats = seats
        self._games = 0
        self._running = ExitStack()
        self._peers: list[Process] = []
        self._table: _Screened | None = None
        self._shown = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._running.close()

    def settled(self) -> float:
        """Play on to the next key that takes a decision; give the seconds until all have settled it."""
        until = time.monotonic() + PATIENCE_SECONDS
        table = self._table or self._begin()
        while time.monotonic() < until:
            looks = [peer.ask("look") for peer in self._peers]
            if all(look["done"] for look in looks):
                table = self._begin()
            elif not is_still(looks):
                table.screen.gather(PAUSE)
            elif any(look["wanted"] for look in looks):
                self._let_act(looks)
            elif table.is_at_the_last_key():
                return self._press(table, looks[0]["round"])
        raise RuntimeError("there was no decision to be taken")

    def shown(self) -> float:
        """Give the seconds from the same key press until the screen showed that it was settled."""
        return self._shown

    def _begin(self) -> "_Screened":
        self._running.close()
        self._games += 1
        folder = self._folder / f"game {self._games}"
        host = Process("settling_peer", str(folder / "host"), str(self._seats))
        self._peers = [self._running.enter_context(host)]
        invite = host.answer()["invite"]
        for number in range(2, self._seats):
            guest = Process("settling_peer", str(folder / f"guest {number}"), invite)
            self._peers.append(self._running.enter_context(guest))
        self._table = self._running.enter_context(_Screened(folder / "screen", invite))
        return self._table

    def _let_act(self, looks: list[dict[str, Any]]) -> None:
        for peer, look in zip(self._peers, looks, strict=True):
            if look["wanted"]:
                peer.say("act")

    def _press(self, table: "_Screened", round_number: int) -> float:
        for peer in self._peers:
            peer.ask("watch")
        begun = table.screen.press(ENTER)
        self._shown = table.screen.rest(_is_settled) - begun
        settled = [float(peer.answer()["settled"]) for peer in self._peers]
        return max(*settled, table.settled(round_number)) - begun


class _Screened:
    """The real command at a table, on a screen, and what it says of its settled rounds."""

    def __init__(self, folder: Path, invite: str) -> None:
        from benchmarks.screen import Screen

        told, tells = os.pipe()
        options = ("--name", "Zoe", "--ready", "--address", "127.0.0.1", "--data", str(folder / "data"))
        program = (sys.executable, "-P", "-m", "benchmarks.screen_peer", str(tells))
        command = [*program, "join", invite, *options]
        folder.mkdir(parents=True)
        self.screen: Final = Screen(command, {**environment(folder), "PYTHONPATH": str(ROOT)}, (tells,))
        os.close(tells)
        self._told = os.fdopen(told)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._told:
            self.screen.__exit__()

    def is_at_the_last_key(self) -> bool:
        """Tell whether Enter would take a decision now; else press what comes before, if anything does."""
        self.screen.rest(lambda _text: True)
        before = self.screen.text
        if _CONFIRM in before:
            return True
        if _CHOICE in before or _BID in before:
            self.screen.press("0" + ENTER if _BID in before else ENTER)
            self.screen.rest(lambda text: text != before)
        return False

    def settled(self, round_number: int) -> float:
        """Give the time of the monotonic clock at which the client heard that this round was settled."""
        lines = (line.split() for line in self._told)
        return next(float(time) for number, time in lines if int(number) == round_number)


def _is_settled(text: str) -> bool:
    return _CONFIRM not in text and _PENDING not in text
