"""The controller of menus, forms and lists: one over the other, and pages of text over them.

It knows nothing of what the rows do: that is told to `act`.
"""

from collections.abc import Callable, Iterable
from typing import Final

from cli.screen.models.key import Key
from cli.screen.models.menu import Menu, Row, rows_of_letter
from cli.screen.paint.lines import paint_keys, paint_title
from cli.screen.paint.menu import is_cut, paint_menu
from cli.screen.paint.page import last_scroll, paint_page, wrap
from cli.screen.painted import Painted
from cli.screen.settings import Settings
from cli.screen.spans import Choose, Do, Line, Span, Target, clip_line, line
from cli.screen.ui import Page, Ui, move_cursor, turn_page
from cli.width import clip
from cli.words import _
from core.frozen import Frozen

TOLD_LINES: Final = 6
"""Lines kept of what was told last."""


class Acts(Frozen):
    """What a menu's owner does: for a row that is taken, a line that is typed, a menu that is closed."""

    take: Callable[[Menu, Row], None]
    typed: Callable[[Menu, str], bool]
    closed: Callable[[Menu], None]


class MenuScreen:
    """Menus from `root` on.

    `told` are the last lines that were printed, which answer what was done. `work` names what is being done,
    where that takes long; Esc then closes the menu over which it began.
    """

    on_its_way = ""

    def __init__(self, root: Menu, settings: Settings, acts: Acts) -> None:
        self.settings = settings
        self.is_left = False
        self.is_typing = False
        self.opening = ""
        self.told: list[str] = []
        self.work = ""
        self._acts = acts
        self._menus = [(root, 0)]
        self._edited: Row | None = None
        self._ui = Ui()

    @property
    def menu(self) -> Menu:
        """The menu in sight."""
        return self._menus[-1][0]

    @property
    def cursor(self) -> int:
        """The place of the marked row."""
        menu, cursor = self._menus[-1]
        return min(cursor, max(len(menu.rows) - 1, 0))

    def open(self, menu: Menu, mark: str = "") -> None:
        """Lay a menu over the one in sight, with the row of this name marked."""
        self.told.clear()
        places = [place for place, row in enumerate(menu.rows) if row.name == mark]
        self._menus.append((menu, places[0] if places else 0))

    def renew(self, menu: Menu) -> None:
        """Put a menu in the place of the one in sight of its name; the mark stays on its row."""
        for place, (one, cursor) in enumerate(self._menus):
            if one.name == menu.name:
                marked = one.rows[cursor].name if cursor < len(one.rows) else ""
                names = [row.name for row in menu.rows]
                self._menus[place] = (menu, names.index(marked) if marked in names else cursor)

    def close_all(self) -> None:
        """Go back to the first menu."""
        while len(self._menus) > 1:
            self._close()

    def show(self, page: Page) -> None:
        """Lay a page over the menu."""
        self._ui = self._ui.changed(page=page, scroll=0)

    def fill(self, name: str, value: str) -> None:
        """Give a field of the menu in sight a value, as if it had been typed there."""
        for row in self.menu.rows:
            if row.name == name:
                self._set(row, value)

    def note(self, text: str) -> None:
        """Answer with one line."""
        self.told = [text] if text else []

    def paint(self, width: int, height: int) -> Painted:
        """Give the whole screen at this moment, in this size."""
        room, glyphs = max(height - 2, 0), self.settings.glyphs
        body = [paint_title((self.work or self.menu.title,), width)]
        scroll = 0
        if page := self._ui.page:
            scroll = last_scroll(page, self._ui.scroll, width, room - 1)
            self._ui = self._ui.changed(scroll=scroll)
            body += paint_page(page, scroll, width, room - 1, glyphs)
        else:
            told = self._told(width, room)
            if not self.work:
                body += paint_menu(self.menu, self.cursor, width, max(room - 1 - len(told), 0), glyphs)
            body += [()] * (room - len(body) - len(told))
            body += told
        lines = [clip_line(spans, width) for spans in body[:room]]
        keys = paint_keys(self._keys(), width)
        return Painted([*lines, *[()] * (room - len(lines))], keys, scroll, clip(self._hint(), width))

    def _told(self, width: int, room: int) -> list[Line]:
        told = self.told[-TOLD_LINES:]
        row = self.menu.rows[self.cursor] if self.menu.rows else None
        has_room = room > len(self.menu.rows) + TOLD_LINES
        if not told and row is not None and not self.work and has_room and is_cut(self.menu, row, width):
            told = [_("{field}: {value}").format(field=row.text, value=row.shown)]
        texts = wrap(Page("", tuple(told)), width) if told else []
        return [line(Span(text, "note")) for text in texts][-max(room // 2, 1) :]

    def _keys(self) -> tuple[Key, ...]:
        if self._ui.page is not None:
            return (
                Key(_("Esc"), _("close"), "back"),
                Key(_("PgDn"), _("more"), "down"),
                Key(_("PgUp"), _("back"), "up"),
            )
        back = (Key(_("Esc"), _("back"), "back"),) if len(self._menus) > 1 or self.work else ()
        if self.work:
            return back
        row = self.menu.rows[self.cursor] if self.menu.rows else None
        enter = _("change") if row is not None and row.is_field else _("choose")
        return (*back, Key(_("Enter"), enter, "enter"))

    def _hint(self) -> str:
        if self._ui.page is not None or self.work:
            return ""
        if any(row.options for row in self.menu.rows):
            return _("up and down move, left and right change a value, Enter chooses")
        return _("arrows and Enter, a first letter or number, or a click; / types")

    def press(self, key: str) -> None:
        """Take a key."""
        if self._ui.page is not None:
            self._ui = turn_page(self._ui, key)
        elif self.work:
            if key == "escape":
                self._close()
        elif key in {"up", "down", "home", "end", "pageup", "pagedown"}:
            self._move(key)
        elif key in {"left", "right"}:
            self._change(-1 if key == "left" else 1)
        elif key == "enter":
            self._take(self.cursor)
        elif key in {"escape", "backspace"}:
            self._close()
        elif key in {"/", ":"}:
            self._begin_typing("")
        else:
            self._take_letter(key)

    def click(self, target: Target) -> None:
        """Take a click on something that was painted with a target."""
        match target:
            case Choose(key=place):
                self._take(int(place))
            case Do(word="back"):
                self.press("escape")
            case Do(word="up" | "down" as way):
                self.press({"up": "pageup", "down": "pagedown"}[way])
            case Do(word=word):
                self.press(word)
            case _:
                pass

    def submit(self, line: str) -> None:
        """Take a typed line: the value of a field, or what a row is called."""
        self.is_typing = False
        row, self._edited = self._edited, None
        typed = line.strip()
        if row is not None and row.check is not None:
            self._set(row, typed)
        elif typed and not self._acts.typed(self.menu, typed):
            self._take_words(typed)

    def interrupt(self) -> None:
        """Take a Ctrl-C: go back, and from the first menu leave."""
        if self.is_typing:
            self.is_typing, self._edited = False, None
        elif self._ui.page is None and len(self._menus) == 1 and not self.work:
            self.is_left = True
        else:
            self.press("escape")

    def words(self) -> Iterable[str]:
        """Give all that can be typed now."""
        return () if self._edited else [row.text for row in self.menu.rows]

    def tell(self, text: str) -> None:
        """Take a line that was printed while the screen stands."""
        self.told.append(text)

    def _move(self, key: str) -> None:
        self.told.clear()
        if self.menu.rows:
            key = {"pageup": "home", "pagedown": "end"}.get(key, key)
            at = move_cursor(Ui(cursor=self.cursor), key, len(self.menu.rows)).cursor
            self._menus[-1] = (self.menu, at)

    def _take_letter(self, letter: str) -> None:
        places = rows_of_letter(self.menu, letter)
        if len(places) == 1:
            self._take(places[0])
        elif places:
            later = [place for place in places if place > self.cursor]
            self._menus[-1] = (self.menu, (later or places)[0])

    def _take_words(self, typed: str) -> None:
        wanted = typed.casefold()
        found = [
            place
            for place, row in enumerate(self.menu.rows)
            if row.name == wanted or row.text.casefold().startswith(wanted)
        ]
        if len(found) == 1:
            self._take(found[0])
        else:
            self.note(_("That is not on the list."))

    def _take(self, place: int) -> None:
        if not 0 <= place < len(self.menu.rows):
            return
        row = self.menu.rows[place]
        self._menus[-1] = (self.menu, place)
        self.told.clear()
        if row.options:
            self._change(1)
        elif row.check is not None:
            self._edited = row
            self._begin_typing(row.value)
        else:
            self._acts.take(self.menu, row)

    def _change(self, step: int) -> None:
        if self.menu.rows and (row := self.menu.rows[self.cursor]).options:
            self._menus[-1] = (self.menu.with_row(row.turned(step)), self.cursor)

    def _set(self, row: Row, typed: str) -> None:
        assert row.check is not None
        if problem := row.check(typed):
            self.note(problem)
        else:
            self.renew(self.menu.with_row(row.changed(value=typed)))

    def _begin_typing(self, opening: str) -> None:
        self.is_typing, self.opening = True, opening

    def _close(self) -> None:
        if self.work or len(self._menus) > 1:
            closed = self.menu
            if len(self._menus) > 1:
                self._menus.pop()
            self.told.clear()
            self._acts.closed(closed)
