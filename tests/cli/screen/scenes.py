"""Tables at a moment worth looking at, made of games in memory, and their screens as plain text."""

from collections.abc import Callable

from cli.screen.glyphs import UNICODE, Glyphs
from cli.screen.layout import lay_out
from cli.screen.settings import Settings
from cli.screen.spans import text_of
from cli.screen.table_screen import TableScreen
from core.ruleset import Ruleset
from p2p.view import View, Wanted
from tests.cli.fakes import FakePeer

LONGER = Ruleset(rows_to_end=1, most_rolls=60)


def sit(
    seats: int = 2, seed: str = "a", ruleset: Ruleset = LONGER, *, confirm: bool = False, seat: int = 0
) -> TableScreen:
    """Give the screen of a seat of a new game; its clock stands still."""
    peer = FakePeer(seats, seed, ruleset, seat)
    table = TableScreen(peer, Settings(confirm=confirm), title="MARK test", clock=lambda: 0.0)
    hear_all(table)
    return table


def hear_all(table: TableScreen) -> None:
    """Let the screen hear what its peer has told meanwhile."""
    while not table.peer.notices.empty():
        table.hear(table.peer.notices.get_nowait())


def press(table: TableScreen, *keys: str) -> None:
    """Press keys one after another, with all that follows from each."""
    for key in keys:
        table.press(key)
        hear_all(table)


def play_until(table: TableScreen, wanted: Callable[[View], bool], most: int = 400) -> None:
    """Take the first option, and bid 3, until the view is as wanted."""
    for _turn in range(most):
        view = table.peer.view()
        if wanted(view) or view.state.outcome is not None:
            break
        press(
            table,
            *("3", "enter") if view.wanted is Wanted.BID and view.state.money[0] >= 3 else ("0", "enter"),
        )
    assert wanted(table.peer.view())


def paint(table: TableScreen, width: int = 80, height: int = 24, glyphs: Glyphs = UNICODE) -> list[str]:
    """Give the whole screen as plain text, the line that is typed left empty."""
    own = glyphs is table.settings.glyphs
    painted = table.paint(width, height) if own else lay_out(table.screen(), width, height, glyphs)
    lines = [text_of(spans) for spans in painted.body]
    return [line.rstrip() for line in (*lines, "", text_of(painted.keys))]
