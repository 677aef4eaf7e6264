"""What a terminal may send that no person typed: clicks that are none, keys without end, very long pastes."""

import asyncio
import io
import os
import threading
from collections.abc import Callable
from contextlib import suppress

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.posix_pipe import PosixPipeInput
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import DummyOutput

from cli import home_menus
from cli.console import MOST_CHARACTERS
from cli.keyboard import MOST_OF_A_KEY, STORM_BYTES, BoundedParser
from cli.screen.app import FullScreen
from cli.screen.controller import Controller
from cli.screen.lines_screen import LinesScreen
from cli.screen.menu_screen import Acts, MenuScreen
from cli.screen.painted import Painted
from cli.screen.replay_screen import ReplayScreen
from cli.screen.settings import Settings
from cli.screen.spans import Do, Span, Target
from cli.screen.table_screen import TableScreen
from cli.terminal import TerminalConsole
from p2p.tape import Tape
from p2p.view import Wanted
from tests.cli.fakes import FakePeer
from tests.cli.screen.home_scenes import WANTED
from tests.cli.screen.scenes import LONGER
from tests.p2p.gamebuilder import whole_game

CONTROL_C = b"\x03"
BEGIN, END = b"\x1b[200~", b"\x1b[201~"
TEXT = b"the quick brown fox\r\njumps over 1 2 3 4 y\n1\r\n1\ry\r\n" * 20_000
"""About a megabyte that holds keys of all kinds: numbers, letters of commands, Enter."""

GARBAGE = [
    b"\x1b[M\xff\xff\xff",
    b"\x1b[M\x01\x01\x01",
    b"\x1b[<64;-1;xM",
    b"\x1b[;;M",
    b"\x1b[1;2M",
    b"\x1b[<1;2;3;4M",
    b"\x1b[<0;" + b"9" * 10 + b";1M",
    b"\x1b[" + b"1" * 5000 + b";1R",
    b"\x1b[" + b"1" * 100 + b"u",
]


def _home() -> MenuScreen:
    acts = Acts(lambda _menu, _row: None, lambda _menu, _typed: False, lambda _menu: None)
    return MenuScreen(home_menus.home_menu(), Settings(), acts)


def _form() -> MenuScreen:
    at = _home()
    at.open(home_menus.play_form(WANTED, "Ann"))
    at.press("enter")
    return at


def _table(wanted: Wanted = Wanted.ROLL) -> TableScreen:
    for seed in range(400):
        peer = FakePeer(2, f"keyboard {seed}", LONGER)
        while peer.wanted is Wanted.ROLL and wanted is not Wanted.ROLL:
            peer.roll()
        peer.said.clear()
        if peer.wanted is wanted:
            return TableScreen(peer, Settings(), clock=lambda: 0.0)
    raise AssertionError(wanted)


def _replay() -> ReplayScreen:
    return ReplayScreen(Tape(io.BytesIO(whole_game(2, "b").data())), Settings())


SCREENS: dict[str, Callable[[], Controller]] = {
    "home": _home,
    "form": _form,
    "table": _table,
    "decision": lambda: _table(Wanted.DECISION),
    "bid": lambda: _table(Wanted.BID),
    "lobby": lambda: LinesScreen(Settings(), "Lobby"),
    "replay": _replay,
}


class Counted:
    """How often a controller was asked for something while a full screen showed it."""

    def __init__(self, at: Controller, sent: bytes) -> None:
        self.pressed: list[str] = []
        self.submitted: list[str] = []
        self.longest = 0
        press, submit = at.press, at.submit

        def pressed(key: str) -> None:
            self.pressed.append(key)
            press(key)

        def submitted(line: str) -> None:
            self.submitted.append(line)
            submit(line)

        at.press, at.submit = pressed, submitted  # type: ignore[method-assign]
        asyncio.run(self._show(at, sent))

    async def _show(self, at: Controller, sent: bytes) -> None:
        with create_pipe_input() as pipe:
            assert isinstance(pipe, PosixPipeInput)
            screen = FullScreen(at, source=pipe, output=DummyOutput())
            screen._line.on_text_changed += lambda line: self._measure(line.text)
            writing = threading.Thread(
                target=_write, args=(pipe.pipe.write_fd, sent + CONTROL_C * 4), daemon=True
            )
            writing.start()
            await asyncio.wait_for(screen.show(), 60)
        assert at.is_left

    def _measure(self, text: str) -> None:
        self.longest = max(self.longest, len(text))


def _write(descriptor: int, data: bytes) -> None:
    with suppress(OSError):  # what stands behind the last Ctrl-C is read by nobody
        while data:
            data = data[os.write(descriptor, data[:4096]) :]


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_what_is_no_click_and_no_key_is_dropped_and_the_screen_goes_on(name: str, garbage: bytes) -> None:
    counted = Counted(SCREENS[name](), garbage)
    assert set(counted.pressed) <= {"M", "escape"}  # a letter may stand behind what is at fault
    assert counted.submitted == []


class Clickable(LinesScreen):
    """A screen whose first line is a button."""

    clicks = 0

    def paint(self, width: int, height: int) -> Painted:
        painted = super().paint(width, height)
        return painted._replace(body=[(Span("button", "", Do("it")),), *painted.body[1:]])

    def click(self, target: Target) -> None:
        assert target == Do("it")
        self.clicks += 1


@pytest.mark.parametrize("click", [b"\x1b[<0;1;1m", b"\x1b[M#!!", b"\x1b[35;1;1M"])
def test_a_click_in_each_notation_is_passed_on(click: bytes) -> None:
    at = Clickable(Settings(), "Lobby")
    Counted(at, GARBAGE[0] + click)
    assert at.clicks == 1


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("opened", [b"", b"/"])
@pytest.mark.parametrize(
    "marks", [(BEGIN, END), (BEGIN, b""), (b"", b"")], ids=["marked", "endless", "plain"]
)
def test_a_megabyte_that_is_pasted_is_one_short_text_and_answers_nothing(
    name: str, opened: bytes, marks: tuple[bytes, bytes]
) -> None:
    at = SCREENS[name]()
    counted = Counted(at, opened + marks[0] + TEXT + marks[1])
    assert [key for key in counted.pressed if key != "escape"] in ([], ["/"])  # Ctrl-C goes back by Esc
    assert counted.submitted == []
    assert 0 < counted.longest <= MOST_CHARACTERS
    if isinstance(at, TableScreen):
        assert isinstance(at.peer, FakePeer)
        assert at.peer.said == []


@pytest.mark.parametrize("name", SCREENS)
def test_a_line_that_is_typed_is_never_longer_than_can_be_read(name: str) -> None:
    at = SCREENS[name]()
    piece = BEGIN + b"x" * 3000 + END
    assert Counted(at, piece * 3 + b"y" * 5).longest == MOST_CHARACTERS


def parsed(*pieces: str) -> list[KeyPress]:
    """Give the keys that are made of these reads."""
    keys: list[KeyPress] = []
    parser = BoundedParser(keys.append)
    for piece in pieces:
        parser.feed(piece)
    parser.flush()
    return keys


def test_a_pasted_text_is_the_same_however_it_is_cut_into_reads() -> None:
    sent = "a\x1b[200~one\ntwo \x1b[201\x1b[201~\x1b[Ab\x1b[200~\x1b[201~c"
    whole = parsed(sent)
    assert [(key.key, key.data) for key in whole if key.key is Keys.BracketedPaste] == [
        (Keys.BracketedPaste, "one\ntwo \x1b[201"),
        (Keys.BracketedPaste, ""),
    ]
    assert [key.key for key in whole if key.key is not Keys.BracketedPaste] == ["a", Keys.Up, "b", "c"]
    assert parsed(*sent) == whole
    for place in range(len(sent)):
        assert parsed(sent[:place], sent[place:]) == whole


def test_as_much_as_can_be_typed_at_once_is_keys_and_more_is_a_paste() -> None:
    assert len(parsed("x" * (STORM_BYTES - 1))) == STORM_BYTES - 1
    assert parsed("x" * STORM_BYTES, "y\n") == [KeyPress(Keys.BracketedPaste, "x" * STORM_BYTES + "y\n")]
    assert len(parsed("é" * (STORM_BYTES // 2))) == 1
    assert [key.key for key in parsed("x" * STORM_BYTES + "\x1b[A")] == [Keys.BracketedPaste, Keys.Up]


def test_escape_alone_and_before_a_key_stays_what_it_is() -> None:
    assert [key.key for key in parsed("\x1b")] == [Keys.Escape]
    assert [key.key for key in parsed("\x1bx")] == [Keys.Escape, "x"]
    assert [key.key for key in parsed("\x1b\x1b[A")] == [Keys.Escape, Keys.Up]
    assert [key.key for key in parsed("\x1b[57414ux")] == ["x"]


def test_a_key_that_does_not_end_is_given_up_soon() -> None:
    one_by_one = parsed("\x1b", "[", *"1" * (MOST_OF_A_KEY + 1))
    assert len(one_by_one) < 5


@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_the_line_mode_on_a_terminal_goes_on_too(garbage: bytes) -> None:
    sent = garbage + b"\x15" + BEGIN + b"one\r\ntwo" + END + b"\r"
    assert typed(sent) == "one two"


def test_a_line_on_a_terminal_is_cut() -> None:
    assert typed((BEGIN + b"x" * 3000 + END) * 2 + b"\r") == "x" * MOST_CHARACTERS


def typed(sent: bytes) -> str | None:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        assert isinstance(keys, PosixPipeInput)
        keys.send_bytes(sent)
        console = TerminalConsole()
        return asyncio.run(console.read())
