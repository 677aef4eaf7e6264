"""Where the screen meets prompt-toolkit: it paints what the controller gives and hands it keys and clicks."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import ConditionalContainer, Float, FloatContainer, HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import Output
from prompt_toolkit.styles import Style

from cli.choices import describe
from cli.plain import Ending
from cli.screen.commands import COMMANDS
from cli.screen.guard import guarded
from cli.screen.layout import Painted, lay_out
from cli.screen.models.screen import Screen
from cli.screen.spans import Line, Target
from cli.screen.table_screen import TableScreen
from cli.screen.themes import THEMES
from cli.words import _
from p2p.view import Wanted

ESCAPE_SECONDS: Final = 0.05
"""How long a lone Esc waits for the rest of a longer key."""
PROMPT: Final = "> "

_KEYS: Final = {
    Keys.Up: "up",
    Keys.Down: "down",
    Keys.Left: "left",
    Keys.Right: "right",
    Keys.Enter: "enter",
    Keys.Escape: "escape",
    Keys.Backspace: "backspace",
    Keys.PageUp: "pageup",
    Keys.PageDown: "pagedown",
}


class ScreenClient:
    """A person's seat at a table on the full screen; tests give `source` and `output` for the terminal."""

    def __init__(
        self, table: TableScreen, *, source: Input | None = None, output: Output | None = None
    ) -> None:
        self._table = table
        self._shown: Screen | None = None
        self._painted: tuple[object, Painted] | None = None
        self._line = Buffer(
            completer=_Words(table), complete_while_typing=True, multiline=False, accept_handler=self._accept
        )
        self._body = FormattedTextControl(self._body_text, focusable=True, show_cursor=False)
        self._app: Application[None] = Application(
            layout=self._layout(),
            key_bindings=self._bindings(),
            style=Style.from_dict(dict(THEMES[table.settings.theme])),
            full_screen=True,
            mouse_support=True,
            input=source,
            output=output,
        )
        self._app.ttimeoutlen = ESCAPE_SECONDS

    async def play(self) -> Ending:
        """Show the table until the person leaves it; gives how the game stands then."""
        tasks = [asyncio.ensure_future(part) for part in (self._listen(), self._watch())]
        try:
            with guarded(self._told, self._leave):
                running = asyncio.ensure_future(self._app.run_async(set_exception_handler=False))
                await asyncio.wait([running, *tasks], return_when=asyncio.FIRST_COMPLETED)
                if not running.done():
                    self._app.exit()
                await running
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        for error in ended:
            if isinstance(error, Exception):
                raise error
        return Ending.DONE if self._table.peer.done.is_set() else Ending.LEFT

    # The terminal ---------------------------------------------------------------------------------

    def _leave(self, error: BaseException) -> None:
        """Close the screen, and raise the error where it is waited for."""
        if self._is_open:
            self._app.exit(exception=error)

    @property
    def _is_open(self) -> bool:
        return self._app.future is not None and not self._app.future.done()

    def _told(self, text: str) -> None:
        """Show what is printed while the screen stands, such as news of connections."""
        self._table.story.tell(text)
        self._refresh()

    def _layout(self) -> Layout:
        typing = Condition(lambda: self._table.is_typing)
        prompt = BufferControl(self._line, input_processors=[BeforeInput(PROMPT, "class:prompt")])
        keys = FormattedTextControl(lambda: self._fragments([self._paint().keys]))
        hint = FormattedTextControl(lambda: [("class:faint", _("/ types a command or a choice"))])
        self._prompt = Window(prompt, height=1)
        below = [Window(hint, height=1), Window(keys, height=1)]
        rows = HSplit(
            [
                Window(self._body),
                ConditionalContainer(self._prompt, typing),
                ConditionalContainer(below[0], ~typing),
                below[1],
            ],
            window_too_small=Window(self._body),
        )
        completions = Float(CompletionsMenu(max_height=8), xcursor=True, ycursor=True)
        return Layout(FloatContainer(rows, [completions]))

    # Painting -------------------------------------------------------------------------------------

    def _paint(self) -> Painted:
        size = self._app.output.get_size()
        screen = self._table.screen()
        key = (screen, size)
        if self._painted is None or self._painted[0] != key:
            self._painted = (key, lay_out(screen, size.columns, size.rows, self._table.settings.glyphs))
            self._table.show_from(self._painted[1].scroll)
        self._shown = screen
        return self._painted[1]

    def _body_text(self) -> StyleAndTextTuples:
        return self._fragments(self._paint().body)

    def _fragments(self, lines: Iterable[Line]) -> StyleAndTextTuples:
        fragments: StyleAndTextTuples = []
        for number, spans in enumerate(lines):
            if number:
                fragments.append(("", "\n"))
            for text, style, target in spans:
                css = f"class:{style}" if style else ""
                if target is None:
                    fragments.append((css, text))
                else:
                    fragments.append((css, text, self._clicked(target)))
        return fragments

    def _clicked(self, target: Target) -> Callable[[MouseEvent], object]:
        def handle(event: MouseEvent) -> object:
            if event.event_type is not MouseEventType.MOUSE_UP:
                return NotImplemented
            self._table.click(target)
            self._refresh()
            return None

        return handle

    # Keys -----------------------------------------------------------------------------------------

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        typing = Condition(lambda: self._table.is_typing)

        for key, name in _KEYS.items():
            bindings.add(key, filter=~typing, eager=key is Keys.Escape)(self._presser(name))

        @bindings.add(Keys.Any, filter=~typing)
        def _character(event: KeyPressEvent) -> None:
            if len(event.data) == 1 and event.data.isprintable():
                self._table.press(event.data)
                self._refresh()

        @bindings.add(Keys.Escape, filter=typing, eager=True)
        def _close(_event: KeyPressEvent) -> None:
            self._table.is_typing = False
            self._line.reset()
            self._refresh()

        @bindings.add(Keys.ControlC)
        @bindings.add(Keys.SIGINT)
        def _interrupt(_event: KeyPressEvent) -> None:
            self._line.reset()
            self._table.interrupt()
            self._refresh()

        @bindings.add(Keys.ControlZ)
        def _suspend(event: KeyPressEvent) -> None:
            event.app.suspend_to_background()

        @bindings.add(Keys.ControlL)
        def _redraw(event: KeyPressEvent) -> None:
            event.app.renderer.clear()

        return bindings

    def _presser(self, name: str) -> Callable[[KeyPressEvent], None]:
        def press(_event: KeyPressEvent) -> None:
            self._table.press(name)
            self._refresh()

        return press

    def _accept(self, line: Buffer) -> bool:
        self._table.submit(line.text)
        self._refresh()
        if self._table.is_typing:  # the line was but a beginning
            line.set_document(Document(self._table.opening))
        return self._table.is_typing

    def _refresh(self) -> None:
        """Draw anew if anything has changed, and leave if the person has."""
        if not self._is_open:
            return
        if self._table.is_left:
            self._app.exit()
            return
        if self._table.is_typing and not self._app.layout.has_focus(self._prompt):
            self._line.set_document(Document(self._table.opening))
        self._app.layout.focus(self._prompt if self._table.is_typing else self._body)
        self._app.invalidate()

    # The peer -------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        notices = self._table.peer.notices
        while True:
            self._table.hear(await notices.get())
            while not notices.empty():
                self._table.hear(notices.get_nowait())
            self._refresh()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self._table.rest())
            self._table.look_around()
            if self._table.screen() != self._shown:
                self._refresh()


class _Words(Completer):
    """Completes commands and the words of what can be chosen now."""

    def __init__(self, table: TableScreen) -> None:
        self._table = table

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:  # noqa: ARG002
        """Give the commands and choices that begin with what is typed."""
        typed = document.text_before_cursor
        view = self._table.peer.view()
        words = [_(command.word) for command in COMMANDS]
        if view.wanted is Wanted.DECISION:
            words += [describe(view.state, decision) for decision in view.state.legal()]
        elif view.wanted is Wanted.ROLL:
            words.append(_("roll"))
        for word in words:
            if typed and word.startswith(typed) and word != typed:
                yield Completion(word, start_position=-len(typed))
