"""The lobby on the full screen: who sits at the table, the invite, and what a host is asked about guests.

What is typed, asked and answered is the desk's, as in the line mode; this shows it and gives it words.
"""

from collections.abc import Sequence

from cli.lobby_commands import find_lobby_command, shown
from cli.lobby_desk import LobbyDesk
from cli.lobby_words import tell_table
from cli.screen.lines_screen import LinesScreen
from cli.screen.models.key import Key
from cli.screen.paint.lines import paint_rule
from cli.screen.paint.page import wrap
from cli.screen.spans import Do, Line, Span, line
from cli.screen.ui import Page
from cli.words import _, pgettext


class LobbyScreen(LinesScreen):
    """A person's place in a lobby; `desk` is there once a table is called or open."""

    desk: LobbyDesk | None = None

    def begin(self) -> None:
        """The game begins: there is no lobby any more, and what is told from now on is of a game."""
        self.desk = None
        self.lines.clear()
        self.keep()

    def keys(self) -> tuple[Key, ...]:
        """Give the keys that do something now, the answers to a question first."""
        desk = self.desk
        if desk is None:
            return super().keys()
        keys = []
        if desk.answers is not None:
            yes, no = desk.answers
            keys += [
                Key(pgettext("key for yes", "y"), _("yes"), yes),
                Key(pgettext("key for no", "n"), _("no"), no),
            ]
        me = desk.me
        if me is not None and desk.table is not None and desk.table.is_full:
            word = "not ready" if me.ready else "ready"
            keys.append(Key("r", shown(word), word))
        if desk.invite():
            keys.append(Key("i", _("invite"), "invite"))
        return (*keys, Key("?", shown("help"), "help"), Key("q", shown("leave"), "quit"))

    def submit(self, line: str) -> None:
        """Take a typed line; invite and help get a page, since there may be no room for them elsewhere."""
        command, desk = find_lobby_command(line), self.desk
        if desk is not None and command == ("invite", "") and desk.invite():
            self.is_typing = False
            self.show(Page(_("Invite"), (desk.invite(),)))
        elif desk is not None and command == ("help", ""):
            self.is_typing = False
            self.show(Page(_("Help"), tuple(desk.help())))
        else:
            super().submit(line)

    def block(self, width: int, room: int) -> list[Line]:
        """Give the table, the invite on lines by itself, the open question, and what can be done.

        What can be done is kept where there is no room for all.
        """
        desk = self.desk
        if desk is None or desk.table is None:
            return []
        lines: list[Line] = [(), *_wrapped(tell_table(desk.table), width)]
        if invite := desk.invite():
            title = _(
                "The invite, for those who are to play and nobody else (Shift and the mouse select it):"
            )
            lines += [(), *_wrapped([title], width, "faint")]
            lines += [line(invite[at : at + width]) for at in range(0, len(invite), max(width, 1))]
        below = [*_wrapped(desk.question(), width, "question"), *_wrapped([desk.hint()], width, "note")]
        below += [self._buttons(), paint_rule(width, self.settings.glyphs)]
        return [*[*lines, ()][: max(room - len(below), 0)], *below][: max(room, 0)]

    def _buttons(self) -> Line:
        """Give what can be done as places to click."""
        spans = [Span(f"[{key.key}] {key.text}", "key", Do(key.word)) for key in self.keys()]
        return line(*(part for span in spans for part in (span, Span("   "))))


def _wrapped(texts: Sequence[str], width: int, style: str = "") -> list[Line]:
    return [line(Span(one, style)) for one in wrap(Page("", tuple(texts)), width)]
