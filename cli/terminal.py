"""The one door to prompt-toolkit's line editing: lines come in above what is being typed."""

from prompt_toolkit import PromptSession
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent, merge_key_bindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.patch_stdout import patch_stdout
from prompt_toolkit.renderer import CPR_Support

from cli.ascii import is_ascii_alone
from cli.folding import Folding
from cli.keyboard import bound_input, bound_line, bounded_bindings
from cli.lines import say
from cli.screen.guard import stop_signals
from cli.suspending import Suspending
from cli.words import _

PROMPT = "> "


class _History(InMemoryHistory):
    """Remembers lines for the arrow keys, except hidden ones."""

    def __init__(self) -> None:
        super().__init__()
        self.hidden = False

    def append_string(self, string: str) -> None:
        """Remember a line unless it was typed hidden."""
        if not self.hidden:
            super().append_string(string)


class TerminalConsole:
    """A person at a terminal."""

    patient = False

    def __init__(self) -> None:
        self._history = _History()
        self._session: PromptSession[str] = PromptSession(
            history=self._history,
            is_password=Condition(lambda: self._history.hidden),
            input_processors=[Folding()] if is_ascii_alone() else None,
        )
        self._suspending = Suspending(self._session.app)
        self._session.key_bindings = merge_key_bindings([bounded_bindings(), _bindings(self._suspending)])
        bound_input(self._session.app.input)
        bound_line(self._session.default_buffer)
        # Where the cursor is matters to menus, which there are none of; not every terminal tells it.
        self._session.app.renderer.cpr_support = CPR_Support.NOT_SUPPORTED

    def say(self, line: str) -> None:
        """Show one line, above the prompt if it is open."""
        say(line)

    def hide(self, hidden: bool) -> None:
        """Show stars for what is typed from now on, or show it again."""
        self._history.hidden = hidden
        if self._session.app.is_running:
            self._session.app.invalidate()

    async def read(self) -> str | None:
        """Give the next line, or None once the person wants to leave (Ctrl-D, or Ctrl-C twice in a row)."""
        asked = False
        with patch_stdout(raw=False), stop_signals(self._stop), self._suspending.heeded():
            while True:
                try:
                    return await self._session.prompt_async(PROMPT)
                except EOFError:
                    return None
                except KeyboardInterrupt as stop:
                    if stop.args:  # a signal that ends the program
                        raise
                    if asked:
                        return None
                    asked = True
                    self.say(_("Press Ctrl-C once more to leave."))

    def _stop(self, error: BaseException) -> None:
        """Give the terminal back, and raise the error where the line is waited for."""
        if self._session.app.is_running:
            self._session.app.exit(exception=error)


def _bindings(suspending: Suspending) -> KeyBindings:
    bindings = KeyBindings()

    @bindings.add(Keys.ControlZ)
    def _suspend(_event: KeyPressEvent) -> None:
        suspending.stop()

    return bindings
