"""What a terminal sends, kept within bounds: a paste is one text, and no key is without end.

Whatever comes, a person can go on: what is no key and no click is dropped, and Ctrl-C is heard in everything.
"""

import re
import sys
from collections.abc import Callable
from typing import Final

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.input import Input
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyBindings, KeyPress, KeyPressEvent
from prompt_toolkit.key_binding.bindings.mouse import load_mouse_bindings, typical_mouse_events
from prompt_toolkit.keys import Keys

from cli.console import MOST_CHARACTERS

STORM_BYTES: Final = 1000
"""So many bytes at once, about all that is read at once, are a paste that the terminal does not mark as one.

It is far more than anybody types, or a script of keys sends, while a screen is drawn.
"""
MOST_OF_A_KEY: Final = 32
"""Characters of the longest sequence that may still become a key or a click."""

_BEGIN: Final = "\x1b[200~"
_END: Final = "\x1b[201~"
_PASTED: Final = re.compile(r"\x1b\[201~|\x03")
"""What ends a pasted text: its mark, or Ctrl-C where the mark does not come."""
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\udc80-\udcff]")
_STORM: Final = re.compile(rf"[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\udc80-\udcff]{{{STORM_BYTES // 4},}}")
_CLICK: Final = re.compile(r"\x1b\[<?\d{1,9};\d{1,9};\d{1,9}[mM]")


def bound_input(source: Input) -> None:
    """Let what comes from this terminal be bounded; the console of Windows tells keys one by one."""
    if sys.platform != "win32":
        from prompt_toolkit.input.vt100 import Vt100Input  # noqa: PLC0415 - cannot be imported on Windows

        if isinstance(source, Vt100Input) and not isinstance(source.vt100_parser, BoundedParser):
            source.vt100_parser = BoundedParser(source.vt100_parser.feed_key_callback)


def bound_line(buffer: Buffer) -> None:
    """Cut what is typed there to the longest line that is read anywhere."""

    def cut(changed: Buffer) -> None:
        if len(changed.text) > MOST_CHARACTERS:
            text = changed.text[:MOST_CHARACTERS]
            changed.set_document(Document(text, min(changed.cursor_position, MOST_CHARACTERS)))

    buffer.on_text_changed += cut


def as_line(pasted: str) -> str:
    """Give what was pasted as one line."""
    return " ".join(pasted[:MOST_CHARACTERS].splitlines())


def bounded_bindings() -> KeyBindings:
    """Give what a paste and a click do wherever a line is typed: newlines in it confirm nothing."""
    bindings = KeyBindings()
    (pass_on,) = load_mouse_bindings().get_bindings_for_keys((Keys.Vt100MouseEvent,))

    @bindings.add(Keys.BracketedPaste)
    def _paste(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text(as_line(event.data))

    @bindings.add(Keys.Vt100MouseEvent)
    def _click(event: KeyPressEvent) -> object:
        if not _is_click(event.data):
            return NotImplemented
        return pass_on.handler(event)

    return bindings


def _is_click(data: str) -> bool:
    if data.startswith("\x1b[M"):
        return ord(data[3]) in typical_mouse_events
    return _CLICK.fullmatch(data) is not None


class BoundedParser(Vt100Parser):
    """Makes keys of what a terminal sends, in a time that grows with its length and no faster.

    A pasted text is cut to the longest line. A sequence that is no key is dropped whole.
    """

    def __init__(self, give: Callable[[KeyPress], None]) -> None:
        super().__init__(self._take)
        self._give: Final = give
        self._begun = ""
        self._pasted: str | None = None
        self._is_storm = False
        self._length = 0
        self._escape: KeyPress | None = None
        self._is_unknown = False

    def feed(self, data: str) -> None:
        """Take in what was read."""
        data, self._begun = self._begun + data, ""
        while data:
            if self._pasted is None:
                data = self._feed_keys(data)
            elif self._is_storm:
                data = self._feed_storm(data)
            else:
                data = self._feed_pasted(data)

    def flush(self) -> None:
        """Take it that nothing follows for now: what was begun is what it is, and a storm is over."""
        if self._pasted is not None and not self._is_storm:
            return
        self._end_paste()
        self._feed_each(self._begun)
        self._begun = ""
        self._flush_keys()

    def _feed_pasted(self, data: str) -> str:
        """Add to the pasted text, and give what stands behind it."""
        found = _PASTED.search(data)
        if found is None:
            self._begun = _beginning(data, _END)
            self._add(data.removesuffix(self._begun))
            return ""
        self._add(data[: found.start()])
        self._end_paste()
        return data[found.start() if found[0] == "\x03" else found.end() :]

    def _feed_storm(self, data: str) -> str:
        found = _CONTROL.search(data)
        if found is None:
            self._add(data)
            return ""
        self._add(data[: found.start()])
        self._end_paste()
        return data[found.start() :]

    def _feed_keys(self, data: str) -> str:
        keys, mark, rest = data.partition(_BEGIN)
        found = next((one for one in _STORM.finditer(keys) if len(one[0].encode()) >= STORM_BYTES), None)
        if found is not None:
            self._feed_each(keys[: found.start()])
            self._flush_keys()
            self._pasted, self._is_storm = "", True
            return data[found.start() :]
        if mark:
            self._feed_each(keys)
            self._pasted = ""
        else:
            self._begun = _beginning(data, _BEGIN)
            self._feed_each(data.removesuffix(self._begun))
        return rest

    def _feed_each(self, keys: str) -> None:
        for one in keys:
            self._length += 1
            super().feed(one)
            if self._length > MOST_OF_A_KEY:
                self.reset()
                self._length, self._is_unknown = 0, True

    def _flush_keys(self) -> None:
        super().flush()
        self._release()
        self._is_unknown = False

    def _add(self, text: str) -> None:
        pasted = self._pasted or ""
        self._pasted = pasted + text[: MOST_CHARACTERS - len(pasted)]

    def _end_paste(self) -> None:
        pasted, self._pasted, self._is_storm = self._pasted, None, False
        if pasted is not None:
            self._give(KeyPress(Keys.BracketedPaste, pasted))

    def _take(self, key: KeyPress) -> None:
        """Pass a key on, unless it is part of a control sequence (ESC [ to a last character) that is none."""
        self._length = 0
        if self._is_unknown:
            self._is_unknown = len(key.data) == 1 and " " <= key.data <= "?"
            if self._is_unknown or (len(key.data) == 1 and "@" <= key.data <= "~"):
                return
        elif self._escape is not None and key.data == "[":
            self._escape, self._is_unknown = None, True
            return
        self._release()
        if key.key is Keys.Escape:
            self._escape = key
        else:
            self._give(key)

    def _release(self) -> None:
        escape, self._escape = self._escape, None
        if escape is not None:
            self._give(escape)


def _beginning(data: str, mark: str) -> str:
    """Give the end of `data` with which the mark may begin."""
    lengths = range(min(len(data), len(mark) - 1), 0, -1)
    return next((data[-length:] for length in lengths if mark.startswith(data[-length:])), "")
