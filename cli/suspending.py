"""Ctrl-Z: the shell gets its terminal as it was before the program, which takes it again when it goes on."""

import os
import signal
import sys
from typing import Final

if sys.platform == "win32":  # there is nothing to stop a program and go on with it

    class Suspending:
        """Does nothing on this system."""

        def suspend(self) -> None:
            """Go on."""

else:
    import termios

    class Suspending:
        """Remembers the settings of the terminal at the standard input, to be made before they are changed.

        prompt-toolkit by itself would leave the terminal without Ctrl-S and Ctrl-Q.
        """

        def __init__(self) -> None:
            self._before: Final = _settings()

        def suspend(self) -> None:
            """Stop the program, and all that the shell has started with it, until the shell lets it go on."""
            meanwhile = _settings()
            if self._before is not None:
                termios.tcsetattr(0, termios.TCSADRAIN, self._before)
            os.kill(0, signal.SIGTSTP)
            if meanwhile is not None:
                termios.tcsetattr(0, termios.TCSADRAIN, meanwhile)

    def _settings() -> "list[int | list[bytes | int]] | None":
        """Give the settings of the terminal; None where there is none."""
        try:
            return termios.tcgetattr(0)
        except termios.error:
            return None
