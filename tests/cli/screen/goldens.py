"""The screens kept as text: `python -m tests.cli.screen.goldens` writes them, with `--check` it compares."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from cli.playhead import Aim, Goal
from cli.screen.glyphs import ASCII, UNICODE
from cli.words import N_, _, set_language
from core.phase import Phase
from core.ruleset import DEFAULT, Ruleset
from p2p.view import Presence, View, Wanted
from tests.cli.screen import replays, watch_scenes
from tests.cli.screen.home_goldens import HOME_SCREENS
from tests.cli.screen.scenes import LONGER, paint, play_cautiously, play_until, press, sit, wander_until
from tests.cli.watchers import FakeWatcher
from tests.p2p.gamebuilder import log_bytes, whole_game
from tests.p2p.watching import Server

FOLDER = Path(__file__).parent / "golden"


def _many_choices(view: View) -> bool:
    return view.wanted is Wanted.DECISION and view.state.rolls > 12 and len(view.state.legal()) > 4


def _four_seats(width: int, height: int) -> list[str]:
    table = sit(4, "look")
    play_until(table, _many_choices)
    return paint(table, width, height)


def _in_the_middle() -> list[str]:
    """A game by the usual rules as people play it, with three things to choose from and one row full."""
    table = sit(3, "c", DEFAULT, seat=1, bot="cautious", title="MARK 24e2")

    def is_rich(view: View) -> bool:
        is_full = any(row.next_amount is None for row in view.state.market)
        return view.wanted is Wanted.DECISION and is_full and len(set(map(type, view.state.legal()))) == 3

    play_cautiously(table, "c", is_rich)
    return paint(table)


def _a_bid(width: int = 80, height: int = 24) -> list[str]:
    table = sit(3, "bid")
    play_until(table, lambda view: view.wanted is Wanted.BID)
    press(table, "1", "2")
    return paint(table, width, height)


def _a_reveal() -> list[str]:
    table = sit(3, "bid")
    play_until(table, lambda view: view.wanted is Wanted.BID)
    press(table, "2", "enter")
    return paint(table)


def _a_square() -> list[str]:
    """The second step of a decision: squares and not chips are lit."""
    table = sit(2, "square", confirm=True)
    play_until(table, lambda view: view.wanted is Wanted.DECISION and view.state.phase is Phase.ACT)
    press(table, "1")
    return paint(table)


def _a_confirmation() -> list[str]:
    table = sit(2, "square", confirm=True)
    play_until(table, lambda view: view.wanted is Wanted.DECISION and view.state.phase is Phase.ACT)
    press(table, "1", "2")
    return paint(table)


def _a_question(title: str, seed: str) -> list[str]:
    """The first question of a game, played by chance, that ends so."""
    table = sit(3, seed, Ruleset(rows_to_end=1, most_rolls=400), confirm=True)
    wander_until(table, seed, lambda at: at.asked.title.endswith(_(title)))
    return paint(table)


def _away_in_ascii() -> list[str]:
    table = sit(3, "away")
    table.peer.presence = Presence.AWAY  # type: ignore[attr-defined]  # a FakePeer
    table.look_around()
    return paint(table, glyphs=ASCII)


def _the_end(width: int = 80, height: int = 24, *, seats: int = 4) -> list[str]:
    """The result with its chart, as it stands while the log is being audited."""
    table = sit(seats, "whole", LONGER)
    play_until(table, lambda view: view.complete)
    return paint(table, width, height)


def _the_end_in_ascii() -> list[str]:
    table = sit(4, "whole", LONGER)
    play_until(table, lambda view: view.complete)
    return paint(table, glyphs=ASCII)


def _the_board_at_the_end() -> list[str]:
    table = sit(2, "whole", LONGER)
    play_until(table, lambda view: view.complete)
    press(table, "e")
    return paint(table)


def _help() -> list[str]:
    table = sit(2, "help")
    press(table, "?")
    return paint(table)


def _a_replay(width: int, height: int) -> list[str]:
    """A replay in the middle of a game, with the bids of an auction sealed."""
    at = replays.open_replay(whole_game(3, "look", replays.RULES), seat=1)
    for goal in (Goal(Aim.TURN, 12), Goal(Aim.NEXT_AUCTION), Goal(Aim.NEXT)):
        replays.go(at, goal)
    return replays.paint(at, width, height)


def _a_broken_replay() -> list[str]:
    game = whole_game(2, "look", replays.RULES)
    bodies = game.bodies()
    at = replays.open_replay(log_bytes([*bodies[:40], *bodies[41:]]))
    at.press("end")
    return replays.paint(at)


def _a_replays_result() -> list[str]:
    at = replays.open_replay(whole_game(3, "look", replays.RULES))
    at.press("e")
    return replays.paint(at)


def _a_replays_help() -> list[str]:
    at = replays.open_replay(whole_game(2, "look", replays.RULES))
    at.press("?")
    return replays.paint(at, 80, 36)


def _watching(width: int = 80, height: int = 24, *, lost: bool = False) -> list[str]:
    """A watched game with the bids of an auction sealed; `lost` where one of two players is heard no more."""
    game = watch_scenes.in_an_auction()
    servers = [Server(game, 0), Server(game, 1)]
    watcher = FakeWatcher(*servers)
    at = watch_scenes.look_on(watcher, ASCII if lost else UNICODE)
    if lost:
        servers[0].here = False
        watch_scenes.hear_all(at, watcher, 12.0)
    return watch_scenes.paint(at, width, height)


def _watched_to_the_end(*keys: str) -> list[str]:
    at = watch_scenes.look_on(FakeWatcher(Server(whole_game(3, "look", watch_scenes.RULES), 0)))
    for key in keys:
        at.press(key)
    return watch_scenes.paint(at)


SCREENS: dict[str, tuple[str, Callable[[], list[str]]]] = {
    "middle-en": ("en", _in_the_middle),
    "normal-en": ("en", lambda: _four_seats(80, 24)),
    "normal-fr": ("fr", lambda: _four_seats(80, 24)),
    "wide-en": ("en", lambda: _four_seats(140, 40)),
    "compact-en": ("en", lambda: _four_seats(44, 16)),
    "small-en": ("en", lambda: _four_seats(40, 12)),
    "bid-en": ("en", _a_bid),
    "bid-small-fr": ("fr", lambda: _a_bid(40, 12)),
    "reveal-en": ("en", _a_reveal),
    "square-en": ("en", _a_square),
    "confirm-fr": ("fr", _a_confirmation),
    "won-en": ("en", lambda: _a_question(N_("Where do you put the chip that you have won?"), "c")),
    "row-en": ("en", lambda: _a_question("in which row?", "d")),
    "return-fr": ("fr", lambda: _a_question(N_("You cannot pay storage. Which chip do you return?"), "a")),
    "name-fr": ("fr", lambda: _a_question(N_("Which material is auctioned?"), "c")),
    "star-fr": ("fr", lambda: _a_question(N_("The star is yours: which colour do you use?"), "c")),
    "star-action-en": ("en", lambda: _a_question("choose an action:", "b")),
    "away-ascii": ("en", _away_in_ascii),
    "end-en": ("en", _the_end),
    "end-fr": ("fr", _the_end),
    "end-compact-fr": ("fr", lambda: _the_end(44, 16, seats=2)),
    "end-wide-en": ("en", lambda: _the_end(140, 40)),
    "end-ascii": ("en", _the_end_in_ascii),
    "end-board-en": ("en", _the_board_at_the_end),
    "help-fr": ("fr", _help),
    "replay-en": ("en", lambda: _a_replay(80, 24)),
    "replay-fr": ("fr", lambda: _a_replay(80, 24)),
    "replay-wide-en": ("en", lambda: _a_replay(140, 40)),
    "replay-compact-en": ("en", lambda: _a_replay(44, 16)),
    "replay-broken-en": ("en", _a_broken_replay),
    "replay-result-en": ("en", _a_replays_result),
    "replay-help-fr": ("fr", _a_replays_help),
    "watch-before-en": ("en", lambda: watch_scenes.paint(watch_scenes.before_the_start())),
    "watch-before-compact-fr": ("fr", lambda: watch_scenes.paint(watch_scenes.before_the_start(), 40, 12)),
    "watch-en": ("en", _watching),
    "watch-fr": ("fr", _watching),
    "watch-wide-en": ("en", lambda: _watching(120, 40)),
    "watch-compact-en": ("en", lambda: _watching(40, 12)),
    "watch-lost-ascii": ("en", lambda: _watching(lost=True)),
    "watch-end-fr": ("fr", _watched_to_the_end),
    "watch-end-board-en": ("en", lambda: _watched_to_the_end("e")),
    "watch-help-fr": ("fr", lambda: _watched_to_the_end("?")),
    **HOME_SCREENS,
}
"""For each golden file its language and what draws it."""


def draw(name: str) -> str:
    """Give the text of a golden screen as the code draws it now."""
    language, make = SCREENS[name]
    set_language(language)
    try:
        return "\n".join(make()) + "\n"
    finally:
        set_language("en")


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def faults() -> Iterator[str]:
    """Give the names of the screens that are not as they are kept, and of files that no screen has."""
    for name in SCREENS:
        path = path_of(name)
        if not path.exists() or path.read_text(encoding="utf-8") != draw(name):
            yield name
    yield from sorted(path.stem for path in FOLDER.glob("*.txt") if path.stem not in SCREENS)


def main(arguments: list[str]) -> int:
    if "--check" in arguments:
        found = list(faults())
        print("\n".join(found))
        return 1 if found else 0
    FOLDER.mkdir(exist_ok=True)
    for name in SCREENS:
        path_of(name).write_text(draw(name), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
