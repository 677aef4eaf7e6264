"""What a spectator sees before there is a game to see: who is called, and whether the game has begun."""

from cli.screen.lines_screen import LinesScreen
from cli.screen.models.key import Key
from cli.screen.paint.lines import paint_rule
from cli.screen.paint.page import wrap
from cli.screen.settings import Settings
from cli.screen.spans import Line, Span, line
from cli.screen.ui import Page
from cli.watch_desk import WatchDesk
from cli.words import _


class WatchLobby(LinesScreen):
    """Lines of what happens, below what is waited for; `desk` is there once somebody is called."""

    desk: WatchDesk | None = None

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, _("MARK, watching"), (Key("?", _("help"), "help"),))

    def block(self, width: int, room: int) -> list[Line]:
        """Give what is waited for, above a line across."""
        if self.desk is None:
            return []
        text = _("Nobody has let you in so far.")
        if self.desk.waits_for_start:
            text = _("The game has not begun. You see it here as soon as it does; q leaves.")
        lines = [line(Span(one, "question")) for one in wrap(Page("", (text,)), width)]
        return [(), *lines, paint_rule(width, self.settings.glyphs)][: max(room, 0)]
