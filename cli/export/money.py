"""The money of every seat at the end of each turn, as CSV (RFC 4180; docs/export.md)."""

from typing import Final

from cli.export.course import Exporter, Heading, Move
from core.happening import AuctionWon, FeePaid, Sold, TurnPassed
from core.state import State

LINE_END: Final = "\r\n"
REPLACED: Final = "\"',;|=+-@\t＂＇，；｜＝＋－＠"  # noqa: RUF001 - the full-width forms are meant
"""What a name does not bring into a spreadsheet, in both widths: it parts cells or begins a formula."""
_HARMLESS: Final = str.maketrans(dict.fromkeys(REPLACED, "_"))


class MoneyWriter(Exporter):
    """Writes one row for each turn; turn 0 is the start of the game."""

    def __init__(self) -> None:
        self._turn = 0
        self._seat: int | None = None
        self._money: list[int] = []

    def begin(self, heading: Heading, state: State) -> str:
        """Give the header."""
        self._money = list(state.money)
        names = (f"{seat} {player.name}" for seat, player in enumerate(heading.players, 1))
        return _row("turn", "seat", *(harmless(name) for name in names))

    def move(self, move: Move, state: State) -> str:  # noqa: ARG002 - an Exporter's, and so below
        """Give the row of the turn that is over with this move; a fee after it belongs to the next."""
        rows = ""
        for happening in move.followed:
            match happening:
                case TurnPassed(seat=seat):
                    rows += self._turn_row()
                    self._turn += 1
                    self._seat = seat
                case FeePaid(seat=seat, amount=amount) | AuctionWon(seat=seat, price=amount):
                    self._money[seat] -= amount
                case Sold(seat=seat, amount=amount):
                    self._money[seat] += amount
                case _:
                    pass
        return rows

    def end(self, state: State) -> str:  # noqa: ARG002
        """Give the row of the last turn, be it over or not."""
        return self._turn_row()

    def _turn_row(self) -> str:
        seat = "" if self._seat is None else str(self._seat + 1)
        return _row(str(self._turn), seat, *map(str, self._money))


def harmless(cell: str) -> str:
    """Give a cell that no spreadsheet takes for anything but this one text; it must not begin with a name."""
    return cell.translate(_HARMLESS)


def _row(*cells: str) -> str:
    return ",".join(cells) + LINE_END
