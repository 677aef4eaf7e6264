"""A screen of lines: what happens is told line by line, and words can be typed or given by key.

It is a console too, so that whatever asks a person for lines can do it on the full screen.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

from cli.screen.controller import NAMED_KEYS
from cli.screen.models.key import Key
from cli.screen.paint.lines import paint_feed, paint_keys, paint_title
from cli.screen.paint.page import last_scroll, paint_page
from cli.screen.painted import Painted
from cli.screen.scene import FeedLine
from cli.screen.settings import Settings
from cli.screen.spans import Do, Line, Target, clip_line
from cli.screen.ui import Page, Ui, turn_page
from cli.width import clip
from cli.words import _

LEAVE: Final = "quit"
"""The word that leaves, wherever lines are asked for."""


class LinesScreen:
    """Lines of `title`; `keys` are the words that can be given by a key.

    `kept` are the lines told since `keep` was called: they are worth reading after the screen. `changed` is
    called whenever there is something new to be seen.
    """

    patient = False
    on_its_way = ""

    def __init__(self, settings: Settings, title: str, keys: tuple[Key, ...] = ()) -> None:
        self.settings: Final = settings
        self.is_left = False
        self.is_typing = False
        self.opening = ""
        self.kept: list[str] = []
        self.changed: Callable[[], None] = lambda: None
        self.lines: list[FeedLine] = []
        self._title = title
        self._keys = keys
        self._keeps = False
        self._is_read = False
        self._ui = Ui()
        self._typed: asyncio.Queue[str] = asyncio.Queue()

    def say(self, line: str) -> None:
        """Show one line."""
        self.lines.append(FeedLine(line))
        self.changed()

    def show_change(self) -> None:
        """Show what has changed."""
        self.changed()

    def hide(self, hidden: bool) -> None:
        """Do nothing: no bid is asked for here."""

    async def read(self) -> str | None:
        """Give the next line that is typed or given by a key."""
        self._is_read = True
        return await self._typed.get()

    def keep(self, last: int = 0) -> None:
        """Keep so many of the last lines and what is told from now on, to be told again after the screen."""
        self._keeps = True
        self.kept = [one.text for one in self.lines[-last:]] if last else []

    def keys(self) -> tuple[Key, ...]:
        """Give the keys that do something now."""
        return (*self._keys, Key("q", _("quit"), LEAVE))

    def block(self, width: int, room: int) -> list[Line]:  # noqa: ARG002 - for those that have one
        """Give at most `room` lines that stay in sight above those that are told."""
        return []

    def paint(self, width: int, height: int) -> Painted:
        """Give the whole screen at this moment, in this size."""
        room = max(height - 2, 0)
        body = [paint_title((self._title,), width)]
        if page := self._ui.page:
            scroll = last_scroll(page, self._ui.scroll, width, room - 1)
            self._ui = self._ui.changed(scroll=scroll)
            body += paint_page(page, scroll, width, room - 1, self.settings.glyphs)
        else:
            body += self.block(width, room - 2)  # a line is left to what was told last
            body += paint_feed(self.lines, width, room - len(body))
        lines = [clip_line(spans, width) for spans in body[:room]]
        keys = (Key(_("Esc"), _("close"), "close"),) if self._ui.page is not None else self.keys()
        hint = clip(_("/ types a word"), width)
        return Painted([*lines, *[()] * (room - len(lines))], paint_keys(keys, width), hint=hint)

    def show(self, page: Page) -> None:
        """Lay a page over the lines."""
        self._ui = self._ui.changed(page=page, scroll=0)

    def press(self, key: str) -> None:
        """Take a key: one of the bar, or the beginning of a line."""
        if self._ui.page is not None:
            self._ui = turn_page(self._ui, key)
            return
        for one in self.keys():
            if one.key.casefold() == key.casefold():
                self._do(one.word)
                return
        if key not in NAMED_KEYS:
            self.is_typing, self.opening = True, "" if key in {"/", ":"} else key

    def click(self, target: Target) -> None:
        """Take a click on the bar of keys."""
        if self._ui.page is not None:
            self.press("escape")
        elif isinstance(target, Do):
            self._do(target.word)

    def submit(self, line: str) -> None:
        """Take a typed line."""
        self.is_typing = False
        if line.strip():
            self._typed.put_nowait(line.strip())

    def interrupt(self) -> None:
        """Take a Ctrl-C: leave, by the word where words are read."""
        if self._is_read:
            self._typed.put_nowait(LEAVE)
        else:
            self.is_left = True

    def words(self) -> Iterable[str]:
        """Give all that can be typed now."""
        return [one.word for one in self.keys()]

    def tell(self, text: str) -> None:
        """Take a line that was printed while the screen stands."""
        self.lines.append(FeedLine(text))
        if self._keeps:
            self.kept.append(text)

    def _do(self, word: str) -> None:
        if word == LEAVE:
            self.interrupt()
        else:
            self.submit(word)
