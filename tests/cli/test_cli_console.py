import asyncio
import os

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.console import MOST_CHARACTERS, LineConsole, open_console
from cli.terminal import TerminalConsole


def read_all(data: bytes) -> list[str]:
    """What a console reads from a pipe that holds `data`."""
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)

    async def scene() -> list[str]:
        console = LineConsole(reading, patient=True)
        lines = []
        while (line := await console.read()) is not None:
            lines.append(line)
        assert await console.read() is None
        return lines

    try:
        return asyncio.run(scene())
    finally:
        os.close(reading)


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"roll\n1\n", ["roll", "1"]),
        (b"roll\r\n\r\nlast", ["roll", "", "last"]),
        ("d\u00e9\n".encode(), ["d\u00e9"]),
        (b"\xff\xfe\n", ["\ufffd\ufffd"]),
        (b"x" * 60_000 + b"\n1\n", ["x" * MOST_CHARACTERS, "1"]),
    ],
)
def test_lines_are_read_from_a_pipe(data: bytes, lines: list[str]) -> None:
    assert read_all(data) == lines


def test_a_closed_input_is_an_input_that_has_ended() -> None:
    async def scene() -> str | None:
        return await LineConsole(987, patient=True).read()

    assert asyncio.run(scene()) is None


def test_nothing_is_read_before_it_is_wanted() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"1\n")

    async def scene() -> None:
        LineConsole(reading, patient=True)
        await asyncio.sleep(0)

    asyncio.run(scene())
    assert os.read(reading, 10) == b"1\n"
    os.close(reading)
    os.close(writing)


def test_lines_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    async def scene() -> None:
        console = open_console()
        assert isinstance(console, LineConsole)
        assert console.patient
        console.hide(True)
        console.say("Ada rolls.")

    asyncio.run(scene())
    assert capsys.readouterr().out == "Ada rolls.\n"


def typed(text: str, *, hidden: bool = False, lines: int = 1) -> tuple[list[str | None], list[str]]:
    """What a terminal console reads when these keys are pressed, and what it remembers."""

    async def scene(console: TerminalConsole) -> list[str | None]:
        console.hide(hidden)
        return [await console.read() for _line in range(lines)]

    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text(text)
        console = TerminalConsole()
        read = asyncio.run(scene(console))
        return read, console._history.get_strings()


def test_a_line_is_typed_and_remembered() -> None:
    assert typed("roll\r") == (["roll"], ["roll"])


def test_a_hidden_line_is_not_remembered() -> None:
    assert typed("17\r", hidden=True) == (["17"], [])


@pytest.mark.parametrize("keys", ["\x04", "\x03\x03"])
def test_ctrl_d_and_ctrl_c_twice_end_the_input(keys: str) -> None:
    assert typed(f"roll\r{keys}", lines=2) == (["roll", None], ["roll"])
