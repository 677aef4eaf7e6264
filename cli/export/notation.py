"""The notation of a game, one line for each turn, as docs/notation.md defines it: one text for one game."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from cli.export.course import Exporter, Heading, Move
from core.decision import Name
from core.happening import (
    ActionLost,
    AuctionWon,
    ChipPlaced,
    ChipReturned,
    Delivered,
    FeePaid,
    GameOver,
    Happening,
    MaterialClosed,
    NoAuction,
    NoSale,
    Sold,
    Treated,
    TurnLost,
    TurnPassed,
)
from core.outcome import Outcome
from core.ruleset import Amounts
from core.state import State
from core.step import Bids, Draw, Retire, Roll

MAGIC: Final = "# Notation of a game of MARK, version "
"""Begins every notation; the version follows."""
VERSION: Final = 1
TITLE: Final = f"{MAGIC}{VERSION}. Unsigned: it proves nothing, the game's log does."

MATERIALS: Final = "GPMCL"
"""The letter of each material: glass, paper, metal, cork, plastic."""
FIRST_DIE: Final = f"{MATERIALS}H"
SECOND_DIE: Final = f"{MATERIALS}*"
"""The letter of each face: the hammer is on the first die, the star on the second (C2)."""
AREAS: Final = "yt"
"""The letters of yard and treatment area, by their numbers in `core.decision`."""

LEAVES: Final = "resign"
REASONS: Final = ("rows", "rolls", "last", "nobody")
"""The word for each reason why a game is over, by its number in `core.outcome.Reason`."""
UNFINISHED: Final = "*"
"""The last line of a game that is not over."""
LOST: Final = "pass"
"""The turn, or the second action of a double, is lost (T9, T4)."""


def heading_lines(heading: Heading) -> Iterator[str]:
    """Give the lines that stand before the first turn."""
    rules = heading.ruleset
    yield TITLE
    yield _tag("game", heading.game_id.hex())
    yield _tag("rules", heading.rules_id)
    yield _tag("rules_hash", heading.rules_hash.hex())
    for number, player in enumerate(heading.players, 1):
        yield _tag(f"seat_{number}", player.name)
        yield _tag(f"key_{number}", player.key.hex())
    for option, value in rules.as_dict().items():
        yield _tag(option, _amounts(rules.amounts) if option == "amounts" else str(value))
    yield ""


class Scribe:
    """Writes the moves of a game down, in their order."""

    def __init__(self) -> None:
        self._turn = 0
        self._words: list[str] = []

    def write(self, move: Move) -> list[str]:
        """Give the lines that are whole with this move: with the last one of a game those of its end."""
        lines: list[str] = []
        if not self._turn and not self._words:
            self._words = ["0."]
        self._words += _step_words(move)
        for happening in move.followed:
            match happening:
                case TurnPassed(seat=seat):
                    lines.append(" ".join(self._words))
                    self._turn += 1
                    self._words = [f"{self._turn}.", seats_word((seat,))]
                case GameOver(outcome=outcome):
                    lines += [" ".join(self._words), _end_line(outcome)]
                    self._words = []
                case _:
                    self._words += _following_words(happening)
        return lines

    def leave_off(self) -> list[str]:
        """Give the last lines of a game that is not over."""
        return [*([" ".join(self._words)] if self._words else []), UNFINISHED]


class NotationWriter(Exporter):
    """Writes a game in notation."""

    def __init__(self) -> None:
        self._scribe = Scribe()

    def begin(self, heading: Heading, state: State) -> str:  # noqa: ARG002 - an Exporter's
        """Give the heading."""
        return _text(heading_lines(heading))

    def move(self, move: Move, state: State) -> str:  # noqa: ARG002
        """Give the turns that are over with this move."""
        return _text(self._scribe.write(move))

    def end(self, state: State) -> str:
        """Give the rest of a game that is not over."""
        return "" if state.outcome else _text(self._scribe.leave_off())


def seats_word(seats: Iterable[int]) -> str:
    """Give the word for some seats, in their order: @1@3."""
    return "".join(f"@{seat + 1}" for seat in seats)


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _amounts(amounts: Amounts) -> str:
    return " / ".join(" ".join(map(str, row)) for row in amounts)


def _end_line(outcome: Outcome) -> str:
    winners = seats_word(outcome.winners) or "-"
    return f"end {REASONS[outcome.reason]} {winners} ({','.join(map(str, outcome.money))})"


def _resigning(seats: Sequence[int]) -> str:
    """Give what is added to a draw or a roll in whose round seats resigned."""
    return f",{LEAVES}:{seats_word(seats)}" if seats else ""


def _step_words(move: Move) -> list[str]:
    """Give the word of the step itself, unless what it did tells it."""
    match move.step:
        case Retire(seats=seats) if move.voters:
            word = f"remove:{seats_word(seats)}/{seats_word(move.voters)}"
        case Retire(seats=seats):
            word = f"{LEAVES}:{seats_word(seats)}"
        case Draw(seat=seat, retired=retired):
            word = f"draw:{seats_word((seat,))}{_resigning(retired)}"
        case Roll(first=first, second=second, retired=retired):
            word = f"[{FIRST_DIE[first]}{SECOND_DIE[second]}{_resigning(retired)}]"
        case Bids(bids=bids, retired=retired):
            fists = (LEAVES if seat in retired else _fist(bid) for seat, bid in enumerate(bids))
            word = f"({','.join(fists)})"
        case Name(material=material):
            word = f"!{MATERIALS[material]}"
        case _:
            return []
    return [word]


def _fist(bid: int | None) -> str:
    return "-" if bid is None else str(bid)


def _chip_word(happening: Happening) -> str | None:
    """Give the word for a chip that was moved by a decision, or None."""
    match happening:
        case Delivered(material=material, square=square):
            return f"+{MATERIALS[material]}y{square + 1}"
        case Treated(material=material, source=source, target=target):
            return f"{MATERIALS[material]}y{source + 1}-t{target + 1}"
        case Sold(material=material, square=square, row=row, amount=amount):
            return f"{MATERIALS[material]}t{square + 1}-r{row + 1}={amount}"
        case ChipReturned(material=material, area=area, square=square):
            return f"{MATERIALS[material]}{AREAS[area]}{square + 1}-bank"
        case ChipPlaced(material=material, square=square):
            return f">{MATERIALS[material]}y{square + 1}"
        case _:
            return None


def _following_words(happening: Happening) -> list[str]:
    """Give what a line says of a happening; nothing if the step's own word or the line's place tells it."""
    match happening:
        case MaterialClosed(row=row):
            word: str | None = f"closed:r{row + 1}"
        case FeePaid(amount=amount):
            word = f"fee={amount}"
        case AuctionWon(seat=seat, price=price, gets_chip=gets_chip):
            word = f"{seats_word((seat,))}={price}{'' if gets_chip else '/full'}"
        case TurnLost() | ActionLost():
            word = LOST
        case NoAuction():
            word = "no-auction"
        case NoSale():
            word = "unsold"
        case _:
            word = _chip_word(happening)
    return [] if word is None else [word]
