"""Replays of games in memory, and their screens as plain text."""

import io
from pathlib import Path

from cli.playhead import Goal
from cli.replay_goals import find_place
from cli.screen.glyphs import UNICODE, Glyphs
from cli.screen.layout import lay_out
from cli.screen.replay_screen import ReplayScreen
from cli.screen.settings import Settings
from cli.screen.spans import text_of
from core.ruleset import Ruleset
from p2p.tape import Tape
from tests.p2p.gamebuilder import GameBuilder

RULES = Ruleset(rows_to_end=1, most_rolls=60)


def open_replay(game: GameBuilder | bytes, *, seat: int = 0, glyphs: Glyphs = UNICODE) -> ReplayScreen:
    """Give the screen of a log that has been read to its end."""
    data = game if isinstance(game, bytes) else game.data()
    at = ReplayScreen(Tape(io.BytesIO(data)), Settings(glyphs=glyphs), seat=seat, path=Path("game.mark"))
    while at.work():
        pass
    return at


def go(at: ReplayScreen, goal: Goal) -> ReplayScreen:
    """Go to a goal that is in the log."""
    place = find_place(at.tape, goal, at.place)
    assert place is not None
    at.move(place)
    return at


def paint(at: ReplayScreen, width: int = 80, height: int = 24) -> list[str]:
    """Give the whole screen as plain text, the line that is typed left empty."""
    painted = lay_out(at.screen(), width, height, at.settings.glyphs)
    return [text_of(spans).rstrip() for spans in (*painted.body, (), painted.keys)]
