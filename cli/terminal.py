"""The one door to prompt-toolkit's line editing: lines come in above what is being typed."""

from prompt_toolkit import PromptSession
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.patch_stdout import patch_stdout

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
            history=self._history, is_password=Condition(lambda: self._history.hidden)
        )

    def say(self, line: str) -> None:
        """Show one line, above the prompt if it is open."""
        print(line, flush=True)

    def hide(self, hidden: bool) -> None:
        """Show stars for what is typed from now on, or show it again."""
        self._history.hidden = hidden
        if self._session.app.is_running:
            self._session.app.invalidate()

    async def read(self) -> str | None:
        """Give the next line, or None once the person wants to leave (Ctrl-D or Ctrl-C)."""
        with patch_stdout(raw=False):
            try:
                return await self._session.prompt_async(PROMPT)
            except (EOFError, KeyboardInterrupt):
                return None
