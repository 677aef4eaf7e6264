"""Where the screen meets prompt-toolkit: it paints what the controller gives and hands it keys and clicks."""

import asyncio
import signal
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any, Final

from prompt_toolkit.application import get_app_session
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent, merge_key_bindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import ConditionalContainer, Float, FloatContainer, HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.layout.processors import BeforeInput, ConditionalProcessor
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import DynamicStyle, Style

from cli.ascii import in_ascii
from cli.at_work import at_work
from cli.folding import Folding
from cli.keyboard import as_line, bound_input, bound_line, bounded_bindings
from cli.screen.controller import Controller
from cli.screen.drawing import Drawing
from cli.screen.glyphs import ASCII
from cli.screen.guard import guarded
from cli.screen.painted import Painted
from cli.screen.spans import Line, Span, Target, line
from cli.screen.themes import THEMES
from cli.screen.whole_frames import in_whole_frames
from cli.suspending import Suspending

ESCAPE_SECONDS: Final = 0.05
"""How long a lone Esc waits for the rest of a longer key."""
PROMPT: Final = "> "
_POLLING_SECONDS: Final = None if hasattr(signal, "SIGWINCH") else 0.5
"""How often the terminal's size is looked at where no signal tells that it has changed."""

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
    Keys.Home: "home",
    Keys.End: "end",
}

_STYLES: Final = {name: Style.from_dict(dict(classes)) for name, classes in THEMES.items()}
_DEPTHS: Final = {
    "auto": None,
    "none": ColorDepth.DEPTH_1_BIT,
    "16": ColorDepth.DEPTH_4_BIT,
    "256": ColorDepth.DEPTH_8_BIT,
}
"""What prompt-toolkit calls each setting of the colours; None lets it look at the terminal."""


class FullScreen:
    """A controller on the whole terminal; tests give `source` and `output` for the terminal.

    Others can be presented over it, one over the other, without the terminal being given back meanwhile.
    """

    def __init__(
        self, controller: Controller, *, source: Input | None = None, output: Output | None = None
    ) -> None:
        self._at = controller
        self._left: asyncio.Future[None] | None = None
        self._painted: tuple[object, Painted] | None = None
        self._line = Buffer(
            completer=_Words(lambda: self._at, lambda: self._is_ascii),
            complete_while_typing=True,
            multiline=False,
            accept_handler=self._accept,
        )
        bound_line(self._line)
        self._body = FormattedTextControl(self._body_text, focusable=True, show_cursor=False)
        self._app = Drawing(
            layout=self._layout(),
            key_bindings=merge_key_bindings([bounded_bindings(), self._bindings()]),
            style=DynamicStyle(lambda: _STYLES[self._at.settings.theme]),
            color_depth=lambda: _DEPTHS[self._at.settings.colours],
            full_screen=True,
            terminal_size_polling_interval=_POLLING_SECONDS,
            mouse_support=Condition(lambda: self._at.settings.mouse),
            input=source,
            output=in_whole_frames(output or get_app_session().output),
        )
        self._app.on_its_way = lambda: self._at.on_its_way
        self._app.ttimeoutlen = ESCAPE_SECONDS
        bound_input(self._app.input)
        self._suspending = Suspending(self._app)

    async def show(self, *beside: Coroutine[Any, Any, None]) -> None:
        """Show the controller until the person leaves it, with these parts at work meanwhile.

        The screen closes too where a part ends or fails; its error is raised.
        """
        with guarded(self._told, self._leave), self._suspending.heeded():
            async with at_work(beside) as tasks:
                running = asyncio.ensure_future(self._app.run_async(set_exception_handler=False))
                try:
                    await asyncio.wait([running, *tasks], return_when=asyncio.FIRST_COMPLETED)
                finally:
                    if self.is_open:
                        self._app.exit()
                    await running

    async def present(self, controller: Controller, *beside: Coroutine[Any, Any, None]) -> None:
        """Show another controller in the place of this one while the screen stands, and then this one again.

        It ends as `show` does, and takes with it no more than the other one that fails.
        """
        earlier = self._at, self._left
        left = asyncio.get_running_loop().create_future()
        self._at, self._left = controller, left
        try:
            self._turn()
            async with at_work((_wait_for(left), *beside)) as tasks:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._at, self._left = earlier
            self._turn()

    def refresh(self) -> None:
        """Draw anew, or leave if the person has."""
        if not self.is_open:
            return
        if self._at.is_left:
            if self._left is None:
                self._app.exit()
            elif not self._left.done():
                self._left.set_result(None)
            return
        if self._at.is_typing and not self._app.layout.has_focus(self._prompt):
            self._line.set_document(Document(self._at.opening))
        self._app.layout.focus(self._prompt if self._at.is_typing else self._body)
        self._app.invalidate()

    def _turn(self) -> None:
        """Begin with another controller: what was typed for the one before is not for it."""
        self._painted = None
        self._line.set_document(Document(self._at.opening))
        self.refresh()

    def _leave(self, error: BaseException) -> None:
        """Raise the error where the controller is waited for; what ends the program closes the screen."""
        if self._left is not None and isinstance(error, Exception):
            if not self._left.done():
                self._left.set_exception(error)
        elif self.is_open:
            self._app.exit(exception=error)

    @property
    def is_open(self) -> bool:
        """Whether the terminal is taken."""
        return self._app.future is not None and not self._app.future.done()

    def _told(self, text: str) -> None:
        """Show what is printed while the screen stands, such as news of connections."""
        self._at.tell(text)
        self.refresh()

    def _layout(self) -> Layout:
        typing = Condition(lambda: self._at.is_typing)
        folding = ConditionalProcessor(Folding(), Condition(lambda: self._is_ascii))
        prompt = BufferControl(self._line, input_processors=[folding, BeforeInput(PROMPT, "class:prompt")])
        keys = FormattedTextControl(lambda: self._fragments([self._paint().keys]))
        hint = FormattedTextControl(self._hint)
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

    def _paint(self) -> Painted:
        """Paint once for each time that the application draws."""
        size = self._app.output.get_size()
        key = (self._app.render_counter, size, self._at)
        if self._painted is None or self._painted[0] != key:
            self._painted = (key, self._at.paint(size.columns, size.rows))
        return self._painted[1]

    @property
    def _is_ascii(self) -> bool:
        return self._at.settings.glyphs is ASCII

    def _hint(self) -> StyleAndTextTuples:
        return self._fragments([line(Span(self._paint().hint, "faint"))])

    def _body_text(self) -> StyleAndTextTuples:
        return self._fragments(self._paint().body)

    def _fragments(self, lines: Iterable[Line]) -> StyleAndTextTuples:
        fragments: StyleAndTextTuples = []
        for number, spans in enumerate(lines):
            if number:
                fragments.append(("", "\n"))
            for written, style, target in spans:
                text = in_ascii(written) if self._is_ascii else written
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
            self._at.click(target)
            self.refresh()
            return None

        return handle

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        typing = Condition(lambda: self._at.is_typing)

        for key, name in _KEYS.items():
            bindings.add(key, filter=~typing, eager=key is Keys.Escape)(self._presser(name))

        @bindings.add(Keys.Any, filter=~typing)
        def _character(event: KeyPressEvent) -> None:
            if len(event.data) == 1 and event.data.isprintable():
                self._at.press(event.data)
                self.refresh()

        @bindings.add(Keys.BracketedPaste, filter=~typing)
        def _paste(event: KeyPressEvent) -> None:
            self._at.is_typing, self._at.opening = True, as_line(event.data).strip()
            self.refresh()

        @bindings.add(Keys.Escape, filter=typing, eager=True)
        def _close(_event: KeyPressEvent) -> None:
            self._at.is_typing = False
            self._line.reset()
            self.refresh()

        @bindings.add(Keys.ControlC)
        @bindings.add(Keys.SIGINT)
        def _interrupt(_event: KeyPressEvent) -> None:
            self._line.reset()
            self._at.interrupt()
            self.refresh()

        @bindings.add(Keys.ControlZ)
        def _suspend(_event: KeyPressEvent) -> None:
            self._suspending.stop()

        @bindings.add(Keys.ControlL)
        def _redraw(_event: KeyPressEvent) -> None:
            self._suspending.redraw()

        return bindings

    def _presser(self, name: str) -> Callable[[KeyPressEvent], None]:
        def press(_event: KeyPressEvent) -> None:
            self._at.press(name)
            self.refresh()

        return press

    def _accept(self, line: Buffer) -> bool:
        self._at.submit(line.text)
        self.refresh()
        if self._at.is_typing:  # the line was but a beginning
            line.set_document(Document(self._at.opening))
        return self._at.is_typing


class _Words(Completer):
    """Completes whatever can be typed now."""

    def __init__(self, find: Callable[[], Controller], is_ascii: Callable[[], bool]) -> None:
        self._find = find
        self._is_ascii = is_ascii

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:  # noqa: ARG002
        """Give what begins with what is typed."""
        typed = document.text_before_cursor
        for word in self._find().words():
            if typed and word.startswith(typed) and word != typed:
                shown = in_ascii(word) if self._is_ascii() else word
                yield Completion(word, start_position=-len(typed), display=shown)


async def _wait_for(left: asyncio.Future[None]) -> None:
    await left
