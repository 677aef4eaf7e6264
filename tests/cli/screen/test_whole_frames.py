"""A drawing reaches the terminal with both its marks, in one go (DEC private mode 2026)."""

from io import BytesIO, TextIOWrapper

from prompt_toolkit.data_structures import Size
from prompt_toolkit.output import DummyOutput, Output
from prompt_toolkit.output.vt100 import Vt100_Output

from cli.screen.whole_frames import BEGIN, END, in_whole_frames


class Writes(BytesIO):
    """Remembers each write by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.each: list[bytes] = []

    def write(self, data: bytes) -> int:  # type: ignore[override]  # as it is called here
        self.each.append(data)
        return len(data)


def framed(file: Writes) -> Output:
    made = Vt100_Output(TextIOWrapper(file, "utf-8"), lambda: Size(24, 80), term="xterm")
    return in_whole_frames(made)


def test_each_drawing_is_one_write_between_its_marks() -> None:
    file = Writes()
    output = framed(file)
    for text in ("one", "two"):
        output.write(text)
        output.write_raw("\x1b[1m")
        output.flush()
    assert file.each == [f"{BEGIN}{text}\x1b[1m{END}".encode() for text in ("one", "two")]


def test_where_nothing_is_drawn_nothing_is_written() -> None:
    file = Writes()
    framed(file).flush()
    assert file.each == []


def test_all_else_is_as_it_was() -> None:
    output = framed(Writes())
    assert output.get_size() == Size(24, 80)
    assert isinstance(output, Vt100_Output)
    assert output.term == "xterm"
    other = DummyOutput()
    assert in_whole_frames(other) is other
