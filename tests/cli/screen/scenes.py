"""Tables at a moment worth looking at, made of games in memory, and their screens as plain text."""

from collections.abc import Callable, Iterator
from random import Random

from cli.screen.glyphs import UNICODE, Glyphs
from cli.screen.layout import lay_out
from cli.screen.settings import Settings
from cli.screen.spans import text_of
from cli.screen.table_screen import TableScreen
from core.bots import BOTS
from core.ruleset import Ruleset
from p2p.view import View, Wanted
from tests.cli.fakes import FakePeer

LONGER = Ruleset(rows_to_end=1, most_rolls=60)


def sit(
    seats: int = 2,
    seed: str = "a",
    ruleset: Ruleset = LONGER,
    *,
    confirm: bool = False,
    seat: int = 0,
    bot: str = "random",
    title: str = "MARK test",
) -> TableScreen:
    """Give the screen of a seat of a new game; its clock stands still."""
    peer = FakePeer(seats, seed, ruleset, seat, bot)
    table = TableScreen(peer, Settings(confirm=confirm), title=title, clock=lambda: 0.0)
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


def wander(table: TableScreen, seed: str) -> Iterator[None]:
    """Answer each question of the rest of the game by chance, step by step, and stop before each answer."""
    rng = Random(seed)
    while not table.peer.view().complete:
        yield
        if table.peer.view().wanted is Wanted.BID and table.ui.confirming is None:
            press(table, str(rng.randrange(3)), "enter")
        else:
            press(table, rng.choice(table.asked.options).key)


def wander_until(table: TableScreen, seed: str, wanted: Callable[[TableScreen], bool]) -> None:
    """Answer by chance until the table is as wanted."""
    assert any(wanted(table) for _step in wander(table, seed))


def play_cautiously(table: TableScreen, seed: str, wanted: Callable[[View], bool]) -> None:
    """Do in each case what the cautious bot would do, until the view is as wanted."""
    rng, bot = Random(seed), BOTS["cautious"]
    while not wanted(view := table.peer.view()):
        match view.wanted:
            case Wanted.ROLL:
                table.peer.roll()
            case Wanted.BID:
                table.peer.bid(bot.bid(view.state, view.seat, rng.randrange))
            case _:
                table.peer.decide(bot.decide(view.state, view.seat, rng.randrange))
        hear_all(table)


def paint(table: TableScreen, width: int = 80, height: int = 24, glyphs: Glyphs = UNICODE) -> list[str]:
    """Give the whole screen as plain text, the line that is typed left empty."""
    own = glyphs is table.settings.glyphs
    painted = table.paint(width, height) if own else lay_out(table.screen(), width, height, glyphs)
    lines = [text_of(spans) for spans in painted.body]
    return [line.rstrip() for line in (*lines, "", text_of(painted.keys))]
