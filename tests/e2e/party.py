"""A game between real `mark` processes, one of them led through a pipe, each on a computer of its own."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from tests.e2e.networks import Host
from tests.e2e.processes import Mark, only_log, running

NAMES: Final = ("Ada", "Ben", "Cleo", "Dov")
MOST_ANSWERS: Final = 400
"""More answers than any seat of a short game is asked for."""
_QUESTIONS: Final = (
    "Your roll",
    "The dice show",
    "Bid in secret",
    "You cannot pay storage",
    "Which material",
    "Where do you put",
)


class Party:
    """The players of one game by name; those in `led` are persons at a pipe, the others bots."""

    def __init__(self, data: Path, hosts: Sequence[Host], led: Sequence[str], stack: ExitStack) -> None:
        self._data = data
        self._hosts = dict(zip(NAMES, hosts, strict=False))
        self._led = tuple(led)
        self._stack = stack
        self.marks: Final[dict[str, Mark]] = {}

    def start(self, name: str, *words: str) -> Mark:
        """Run a command of this player on its computer, in place of one that has ended."""
        bot = () if name in self._led else ("--bot", "cautious")
        arguments = (*words, "--data", str(self.folder(name)), *bot)
        mark = self._stack.enter_context(running(*arguments, within=self._hosts[name].within))
        self.marks[name] = mark
        return mark

    def __getitem__(self, name: str) -> Mark:
        return self.marks[name]

    def folder(self, name: str) -> Path:
        """Give the data folder of a player."""
        return self._data / name

    def answer(self, name: str, times: int = 1) -> None:
        """Let a person answer so many questions with the first choice, each once it is asked."""
        for _ in range(times):
            self[name].wait_for(is_question)
            self[name].type("1")

    @staticmethod
    def play_on(mark: Mark) -> None:
        """Let a person answer whatever it will be asked: 0 is for a bid without money, and else no answer."""
        with suppress(BrokenPipeError):  # where the game is over, nothing is read any more
            for _ in range(MOST_ANSWERS):
                mark.type("1")
                mark.type("0")

    def ends_alike(self) -> None:
        """Play to the end; all logs are the same bytes, and `mark audit` finds each complete."""
        for name in self._led:
            self.play_on(self[name])
        for mark in self.marks.values():
            assert mark.finish() == 0, mark.said
            assert "Audit: complete" in mark.said
        paths = [only_log(self.folder(name)) for name in self.marks]
        assert len({path.read_bytes() for path in paths}) == 1
        with running("audit", *map(str, paths)) as audit:
            assert audit.finish() == 0, audit.said


@contextmanager
def party(
    data: Path, hosts: Sequence[Host], *, led: Sequence[str] = NAMES[:1], rolls: int = 60
) -> Iterator[Party]:
    """Let the first host open a table and all others sit down; the game has at most so many rolls."""
    rules = data / "rules.toml"
    rules.write_text(f"most_rolls = {rolls}\n")
    with ExitStack() as stack:
        players = Party(data, hosts, led, stack)
        name, *guests = NAMES[: len(hosts)]
        seats = str(len(hosts))
        table = ("--seats", seats, "--rules", str(rules), "--ready")
        invite = players.start(name, "host", "--name", name, *table).invite()
        for name in guests:
            players.start(name, "join", invite, "--name", name, "--ready")
        yield players


def is_question(line: str) -> bool:
    """Tell whether a person is asked for something."""
    return line.startswith(_QUESTIONS)


def is_away(line: str) -> bool:
    """Tell whether somebody is told to be gone."""
    return " is away, silent for " in line


def is_here(line: str) -> bool:
    """Tell whether somebody is told to have come back."""
    return line.endswith((" is here.", " is here and is catching up."))
