"""Reads what a peer or a watcher tells, one notice after the other."""

from contextlib import suppress
from typing import TypeVar

from p2p.notices import Notices

Notice = TypeVar("Notice")


class _Heard(Exception):
    """A notice, which ends the reading: those behind it stay where they are."""


async def next_of(notices: Notices[Notice]) -> Notice:
    """Give the first notice; wait while there is none."""
    heard: list[Notice] = []

    def hear(notice: Notice) -> None:
        heard.append(notice)
        raise _Heard

    with suppress(_Heard):
        await notices.read(hear, lambda: None)
    return heard[0]
