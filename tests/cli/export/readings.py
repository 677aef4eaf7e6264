"""Games read from logs and notations, with all that was told of them."""

import io
from typing import NamedTuple

from cli.export.course import Exporter, Heading, Move
from cli.export.logged import LoggedGame
from cli.export.notation import NotationWriter
from cli.export.notation_reader import read_notation
from core.ruleset import Ruleset
from core.state import State
from core.step import Step
from p2p.verdict import Report


class Recorder(Exporter):
    """Keeps the moves, and the last state."""

    def __init__(self) -> None:
        self.heading: Heading | None = None
        self.moves: list[Move] = []
        self.state: State | None = None

    def begin(self, heading: Heading, state: State) -> str:
        self.heading, self.state = heading, state.copy()
        return ""

    def move(self, move: Move, state: State) -> str:
        self.moves.append(move)
        self.state = state.copy()
        return ""


class Decided(NamedTuple):
    """What was decided in a game, and what became of it."""

    heading: Heading | None
    moves: list[Move]
    state: State | None

    @property
    def steps(self) -> list[Step]:
        return [move.step for move in self.moves]

    @property
    def rules(self) -> Ruleset:
        assert self.heading is not None
        return self.heading.ruleset


def exported(data: bytes, exporter: Exporter) -> tuple[str, Report]:
    """Give what is written of a log, and the verdict."""
    written: list[str] = []
    report = LoggedGame(io.BytesIO(data), exporter, written.append).read()
    return "".join(written), report


def notation_of(data: bytes) -> str:
    return exported(data, NotationWriter())[0]


def read_back(text: str, exporter: Exporter) -> str:
    """Give what is written of a notation."""
    return "".join(read_notation(io.BytesIO(text.encode()), exporter))


def decided_in_log(data: bytes) -> Decided:
    recorder = Recorder()
    exported(data, recorder)
    return Decided(recorder.heading, recorder.moves, recorder.state)


def decided_in_notation(text: str) -> Decided:
    recorder = Recorder()
    read_back(text, recorder)
    return Decided(recorder.heading, recorder.moves, recorder.state)
