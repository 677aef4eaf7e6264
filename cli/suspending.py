"""Being stopped and going on: the shell gets its terminal as it was, and the program takes it again."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.application.current import set_app

from cli.screen.guard import heed_signals

_Settings: TypeAlias = "list[int | list[bytes | int]] | None"
"""The settings of a terminal; None where there is none."""


class Suspending:
    """Lets an application be stopped by Ctrl-Z, or by a signal from elsewhere, and go on.

    It remembers the settings of the terminal at the standard input, to be made before they are changed:
    prompt-toolkit by itself would leave the terminal without Ctrl-S and Ctrl-Q.
    """

    def __init__(self, app: Application[Any]) -> None:
        self._app = app
        self._before: Final = _settings()

    @contextmanager
    def heeded(self) -> Iterator[None]:
        """Heed the signals meanwhile that stop a program, and those that let it go on."""
        with heed_signals({"SIGTSTP": self.stop, "SIGCONT": self.take}):
            yield

    def stop(self) -> None:
        """Give the terminal back, and stop with all that the shell has started, until the shell goes on."""
        if sys.platform != "win32":  # where there is nothing to stop a program and go on with it
            with set_app(self._app):
                run_in_terminal(self._stop)

    def take(self) -> None:
        """Take the terminal and draw all anew, whatever has become of it since a stop that came untold."""
        if self._app.is_running:
            self._app.input.raw_mode().__enter__()  # the application's own is left where it ends
            self.redraw()

    def redraw(self) -> None:
        """Draw all anew, on a terminal of which nothing is known."""
        self._app.renderer.reset()
        self._app.invalidate()

    if sys.platform != "win32":

        def _stop(self) -> None:
            meanwhile = _settings()
            _set(self._before)
            numbers = (signal.SIGTSTP, signal.SIGCONT)
            heeded = {number: signal.signal(number, signal.SIG_DFL) for number in numbers}
            os.kill(0, signal.SIGTSTP)
            for number, handler in heeded.items():
                signal.signal(number, handler)
            _set(meanwhile)


if sys.platform == "win32":

    def _settings() -> _Settings:
        return None

else:
    import termios

    def _settings() -> _Settings:
        """Give the settings as they are now."""
        try:
            return termios.tcgetattr(0)
        except termios.error:
            return None

    def _set(settings: _Settings) -> None:
        if settings is not None:
            termios.tcsetattr(0, termios.TCSADRAIN, settings)
