import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import p2p.callers
from p2p.callers import MOST_OF_STRANGER, MOST_PASSED_OVER, Callers

HERE, ELSEWHERE = "127.0.0.2", "127.0.0.3"


class Door:
    """A listening socket, and the connections that it has accepted."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._socket = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        self.callers = Callers()

    def call(self, source: str) -> tuple[socket.socket, int]:
        """Call from this address; gives the caller's end, and the descriptor of the other."""
        address = self._socket.getsockname()
        caller = self._stack.enter_context(socket.create_connection(address, source_address=(source, 0)))
        accepted, _ = self._socket.accept()
        self._stack.enter_context(accepted)
        self.callers.accepted(accepted.fileno())
        return caller, accepted.fileno()


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Iterator[Door]:
    monkeypatch.setattr(p2p.callers, "MOST_CALLERS", 4)
    with ExitStack() as stack:
        yield Door(stack)


def is_shut(caller: socket.socket) -> bool:
    caller.setblocking(False)
    try:
        return caller.recv(1) == b""
    except BlockingIOError:
        return False


def test_one_more_than_may_be_shuts_the_oldest_of_the_address_that_has_most(door: Door) -> None:
    single, _ = door.call(HERE)
    many = [door.call(ELSEWHERE)[0] for _ in range(5)]
    assert [is_shut(caller) for caller in many] == [True, True, False, False, False]
    assert not is_shut(single)
    assert len(door.callers) == 4


def test_who_has_spoken_goes_after_all_who_have_not(door: Door) -> None:
    (first, spoke), *_ = [door.call(HERE) for _ in range(4)]
    door.callers.heard(spoke)
    for _ in range(8):
        door.call(HERE)
    assert not is_shut(first)


def test_where_all_have_spoken_the_one_not_heard_for_longest_goes(door: Door) -> None:
    calls = [door.call(HERE) for _ in range(4)]
    for _, descriptor in (*calls, calls[0]):
        door.callers.heard(descriptor)
    door.call(HERE)
    assert [is_shut(caller) for caller, _ in calls] == [False, True, False, False]


def test_a_connection_that_has_ended_makes_room(door: Door) -> None:
    calls = [door.call(HERE) for _ in range(4)]
    door.callers.closed(calls[3][1])
    door.call(HERE)
    assert not any(is_shut(caller) for caller, _ in calls)


@pytest.mark.parametrize("is_kept", [False, True])
def test_one_over_whose_connection_too_much_is_passed_over_is_shut(door: Door, is_kept: bool) -> None:
    (flooder, descriptor), (other, _) = door.call(HERE), door.call(HERE)
    door.callers.heard(descriptor)
    if is_kept:
        door.callers.keep(bytes(32), descriptor)
    for _ in range(MOST_PASSED_OVER if is_kept else MOST_OF_STRANGER):
        door.callers.flooded(descriptor)
    assert not is_shut(flooder)
    door.callers.flooded(descriptor)
    assert is_shut(flooder)
    assert not is_shut(other)
    assert len(door.callers) == 1


def test_a_descriptor_that_is_something_else_by_now_is_let_be(door: Door) -> None:
    _, gone = door.call(HERE)
    with socket.create_server(("127.0.0.1", 0)) as another, Path(os.devnull).open("rb") as file:
        os.dup2(another.fileno(), gone)
        for _ in range(4):
            door.call(HERE)
        another.getsockname()
        with socket.create_connection(another.getsockname()):
            another.accept()[0].close()
        _, gone = door.call(HERE)
        os.dup2(file.fileno(), gone)
        for _ in range(8):
            door.call(HERE)
    assert len(door.callers) == 4
