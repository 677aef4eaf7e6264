"""Reads a notation: plays its moves through the core, and takes it only if each line is what then is written.

So one game has one text, and whatever a line tells beside its moves - a fee, a price, a turn's end - is
checked. Line ends may be CRLF as well, the last one may be missing, and the byte order mark of UTF-8 may
stand first: some editors write so.
"""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, Final

from cli.export.course import Exporter, Heading, Move, Player
from cli.export.notation import (
    AREAS,
    FIRST_DIE,
    LEAVES,
    MAGIC,
    MATERIALS,
    SECOND_DIE,
    TITLE,
    UNFINISHED,
    VERSION,
    Scribe,
)
from core.decision import Deliver, Name, Place, Return, Sell, Treat
from core.errors import BadBid, CoreError, IllegalDecision, RulesetError, UnknownDecision
from core.phase import DRAW, OVER, ROLL
from core.ruleset import Amounts, Ruleset
from core.state import State
from core.step import Bids, Draw, Retire, Roll, Step, apply
from p2p.genesis import MAX_SEATS, VersionUnknown
from p2p.removal import can_vote_out
from p2p.rules import RULES_VERSIONS
from p2p.text import is_name

START_BYTES: Final = len(MAGIC) * 2 + 2
"""Bytes of a file by which `is_notation` knows it."""
_STARTS: Final = (
    MAGIC.encode(),
    BOM_UTF8 + MAGIC.encode(),
    BOM_UTF16_LE + MAGIC.encode("utf-16-le"),
    BOM_UTF16_BE + MAGIC.encode("utf-16-be"),
)
"""How a notation begins: in UTF-16 it is none that is read, but what is wrong with it can be told."""

MOST_BYTES: Final = 1 << 20
"""Bytes of a line; a turn has some ten for each roll, and hammers alone make a turn long."""


class NotationRefused(ValueError):
    """A text that is no notation of a game; `line` is counted from 1, `found` what stands there."""

    def __init__(self, line: int, found: str = "") -> None:
        super().__init__(line, found)
        self.line, self.found = line, found


class LineTooLong(NotationRefused):
    """A line has more than `MOST_BYTES` bytes."""


class LineNotText(NotationRefused):
    """A line is not UTF-8."""


class WordOutOfPlace(NotationRefused):
    """A word that means nothing, or nothing there."""


class WordMissing(NotationRefused):
    """A line is empty, or a space in it has no word before or behind it."""


class BehindEnd(NotationRefused):
    """Something follows the last line."""


class MoveForbidden(NotationRefused):
    """The rule with the id `rule` forbids a move."""

    def __init__(self, line: int, found: str, rule: str) -> None:
        super().__init__(line, found)
        self.rule = rule


class LineDiffers(NotationRefused):
    """The moves of a line are followed by something else than it says; `expected` is the whole line."""

    def __init__(self, line: int, found: str, expected: str) -> None:
        super().__init__(line, found)
        self.expected = expected


class NotationCut(NotationRefused):
    """The text ends before its last line."""


def is_notation(start: bytes) -> bool:
    """Tell whether a file whose first `START_BYTES` are these means to be a notation, of whatever version."""
    return start.startswith(_STARTS)


def read_notation(stream: BinaryIO, exporter: Exporter) -> Iterator[str]:
    """Give what `exporter` writes of the game whose notation `stream` holds.

    Raises `NotationRefused`, after what precedes the line at fault has been given, and `VersionUnknown`.
    """
    lines = _Lines(stream)
    heading = _read_heading(lines)
    state = State(heading.ruleset, len(heading.players))
    state.happenings = []
    yield exporter.begin(heading, state)
    yield from _read_turns(lines, state, exporter)
    lines.expect_end()
    yield exporter.end(state)


class _Lines:
    """The lines of a stream, one at a time: `number` and `text` are those of the line read last."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.number = 0
        self.text = ""

    def next(self) -> str:
        """Give the next line, which has to be there."""
        self.number += 1
        data = self._stream.readline(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise LineTooLong(self.number)
        if self.number == 1:
            data = data.removeprefix(BOM_UTF8)
        if not data:
            raise NotationCut(self.number)
        try:
            self.text = data.removesuffix(b"\n").removesuffix(b"\r").decode()
        except UnicodeDecodeError as error:
            raise LineNotText(self.number) from error
        return self.text

    def expect(self, expected: str) -> None:
        """Refuse the line read last unless it is this one."""
        if self.text != expected:
            raise LineDiffers(self.number, self.text, expected)

    def expect_end(self) -> None:
        """Refuse anything that follows."""
        if self._stream.read(1):
            raise BehindEnd(self.number + 1)


_TITLE: Final = re.compile(re.escape(MAGIC) + r"([0-9]{1,9})\b.*")
_TAG: Final = re.compile(r'\[([a-z_0-9]+) "((?:[^"\\]|\\["\\])*)"\]')
_ESCAPED: Final = re.compile(r'\\(["\\])')
_NUMBER: Final = re.compile("[0-9]{1,9}")
_HASH: Final = re.compile("[0-9a-f]{64}")


def _read_heading(lines: _Lines) -> Heading:
    title = _TITLE.fullmatch(lines.next())
    if title is not None and title[1] != str(VERSION):
        raise VersionUnknown("notation", title[1])
    lines.expect(TITLE)
    game_id = _read_hash(lines, "game")
    rules_id, rules_hash = _read_tag(lines, "rules"), _read_hash(lines, "rules_hash")
    if RULES_VERSIONS.get(rules_id) != rules_hash:
        raise VersionUnknown("rules", f"{rules_id} ({rules_hash.hex()[:8]})")
    first_option, *other_options = Ruleset.__match_args__
    players: list[Player] = []
    lines.next()
    while len(players) < MAX_SEATS and lines.text.startswith("[seat_"):
        name = _take_tag(lines, f"seat_{len(players) + 1}")
        if not is_name(name):
            raise WordOutOfPlace(lines.number, name)
        players.append(Player(name, _read_hash(lines, f"key_{len(players) + 1}")))
        lines.next()
    if len(players) < 2:
        raise LineDiffers(lines.number, lines.text, f'[seat_{len(players) + 1} "…"]')
    at_options = lines.number
    options: dict[str, int | Amounts] = {first_option: _read_option(lines, _take_tag(lines, first_option))}
    for option in other_options:
        options[option] = _read_option(lines, _read_tag(lines, option))
    try:
        ruleset = Ruleset(**options)  # type: ignore[arg-type]  # the constructor checks every type and bound
    except RulesetError as error:
        line = at_options + Ruleset.__match_args__.index(error.key)
        raise WordOutOfPlace(line, error.key) from error
    lines.next()
    lines.expect("")
    return Heading(game_id, rules_id, rules_hash, tuple(players), ruleset)


def _read_tag(lines: _Lines, name: str) -> str:
    """Give the value of the tag that the next line has to be."""
    lines.next()
    return _take_tag(lines, name)


def _take_tag(lines: _Lines, name: str) -> str:
    """Give the value of the tag that the line read last has to be."""
    tag = _TAG.fullmatch(lines.text)
    if tag is None or tag[1] != name:
        raise LineDiffers(lines.number, lines.text, f'[{name} "…"]')
    return _ESCAPED.sub(r"\1", tag[2])


def _read_hash(lines: _Lines, name: str) -> bytes:
    value = _read_tag(lines, name)
    if _HASH.fullmatch(value) is None:
        raise WordOutOfPlace(lines.number, value)
    return bytes.fromhex(value)


def _read_option(lines: _Lines, value: str) -> int | Amounts:
    """Give an option: a number, or for the amounts on the market rows of them; written in one way only."""
    rows = [[_read_number(lines, word) for word in row.split(" ")] for row in value.split(" / ")]
    return rows[0][0] if len(rows) == len(rows[0]) == 1 else tuple(map(tuple, rows))


def _read_number(lines: _Lines, word: str) -> int:
    if _NUMBER.fullmatch(word) is None or str(int(word)) != word:
        raise WordOutOfPlace(lines.number, word)
    return int(word)


_FOLLOWS: Final = re.compile(
    r"[0-9]{1,9}\.|@[1-4]|fee=[0-9]+|closed:r[1-5]|pass|no-auction|unsold|@[1-4]=[0-9]+(?:/full)?"
)
"""The words that tell what follows from moves: they are no moves, and are judged with the whole line."""


def _read_turns(lines: _Lines, state: State, exporter: Exporter) -> Iterator[str]:
    scribe = Scribe()
    open_turn: tuple[int, str] | None = None
    while lines.next() != UNFINISHED:
        if open_turn is not None:
            raise LineDiffers(lines.number, lines.text, UNFINISHED)
        written: list[str] = []
        words = lines.text.split(" ")
        if "" in words:
            raise WordMissing(lines.number)
        for word in words:
            if _FOLLOWS.fullmatch(word) is None:
                move = _make_move(lines, state, word)
                written += scribe.write(move)
                yield exporter.move(move, state)
        if not written:
            open_turn = (lines.number, lines.text)
            continue
        lines.expect(written[0])
        if state.phase is OVER:
            lines.next()
            lines.expect(written[-1])
            return
    if state.phase is OVER:
        raise WordOutOfPlace(lines.number, lines.text)
    expected = scribe.leave_off()[0]
    number, text = open_turn or (lines.number, lines.text)
    if text != expected:
        raise LineDiffers(number, text, expected)


def _make_move(lines: _Lines, state: State, word: str) -> Move:
    """Make the move that a word tells, and give it with what follows from it."""
    assert state.happenings is not None
    step = _read_step(word)
    if step is None:
        raise WordOutOfPlace(lines.number, word)
    voters: tuple[int, ...] = ()
    if isinstance(step, Retire):
        voters = _voters(lines, state, word, step)
    try:
        apply(state, step)
    except IllegalDecision as error:
        raise MoveForbidden(lines.number, word, error.rule) from error
    except BadBid as error:
        raise MoveForbidden(lines.number, word, "B1") from error
    except CoreError as error:
        raise WordOutOfPlace(lines.number, word) from error
    followed = tuple(state.happenings)
    state.happenings.clear()
    return Move(step, followed, voters)


def _voters(lines: _Lines, state: State, word: str, step: Retire) -> tuple[int, ...]:
    """Give the seats that vote these seats out, none for seats that resign; neither can be at any time."""
    if word.startswith("remove:"):
        if not can_vote_out(state.active, state.awaited, step.seats):
            raise MoveForbidden(lines.number, word, "L2")
        return tuple(seat for seat in state.active if seat not in step.seats)
    if not all(seat in state.awaited for seat in step.seats):
        raise MoveForbidden(lines.number, word, "L1")
    if state.phase in (DRAW, ROLL) and len(state.active) - len(step.seats) > 1:
        raise WordOutOfPlace(lines.number, word)  # the dice of that round count: the word stands with them
    return ()


def _read_step(word: str) -> Step | None:
    """Give the step that a word tells, or None for a word that tells none."""
    for pattern, make in _STEPS:
        if (found := pattern.fullmatch(word)) is not None:
            try:
                return make(*found.groups())
            except UnknownDecision:
                return None
    return None


def _seats(word: str | None) -> tuple[int, ...]:
    return tuple(int(seat) - 1 for seat in word.split("@")[1:]) if word else ()


def _bids(words: str) -> Bids:
    fists = words.split(",")
    bids = tuple(int(fist) if fist.isdigit() else None for fist in fists)
    return Bids(bids, tuple(seat for seat, fist in enumerate(fists) if fist == LEAVES))


def _read_return(area: str, square: str) -> Return:
    return Return(AREAS.index(area), int(square) - 1)


_SOME: Final = "(?:@[1-4])+"
_RESIGNING: Final = f"(?:,{LEAVES}:({_SOME}))?"
_FIST: Final = f"(?:[0-9]{{1,9}}|-|{LEAVES})"
_CHIP: Final = f"[{MATERIALS}]"
_STEPS: Final[Sequence[tuple[re.Pattern[str], Callable[..., Step]]]] = (
    (
        re.compile(rf"draw:@([1-4]){_RESIGNING}"),
        lambda seat, gone: Draw(int(seat) - 1, _seats(gone)),
    ),
    (
        re.compile(rf"\[([{FIRST_DIE}])([{SECOND_DIE}]){_RESIGNING}\]"),
        lambda one, two, gone: Roll(FIRST_DIE.index(one), SECOND_DIE.index(two), _seats(gone)),
    ),
    (re.compile(rf"\(({_FIST}(?:,{_FIST})*)\)"), _bids),
    (re.compile(rf"{LEAVES}:({_SOME})"), lambda gone: Retire(_seats(gone))),
    (re.compile(rf"remove:({_SOME})/{_SOME}"), lambda gone: Retire(_seats(gone))),
    (
        re.compile(rf"\+({_CHIP})y([1-4])"),
        lambda chip, square: Deliver(MATERIALS.index(chip), int(square) - 1),
    ),
    (
        re.compile(rf"{_CHIP}y([1-4])-t([1-4])"),
        lambda source, target: Treat(int(source) - 1, int(target) - 1),
    ),
    (
        re.compile(rf"{_CHIP}t([1-4])-r([1-5])=[0-9]+"),
        lambda square, row: Sell(int(square) - 1, int(row) - 1),
    ),
    (re.compile(rf"{_CHIP}([yt])([1-4])-bank"), _read_return),
    (re.compile(rf"!({_CHIP})"), lambda chip: Name(MATERIALS.index(chip))),
    (re.compile(rf">{_CHIP}y([1-4])"), lambda square: Place(int(square) - 1)),
)
"""What each word that is a move looks like, and how its parts make the step. What else a word says, such as
the material of a chip that moves, is judged with the whole line."""
