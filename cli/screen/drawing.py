"""When the screen is drawn anew: at once, but for what is likely to change again in a moment."""

import asyncio
from collections.abc import Callable
from typing import Final

from prompt_toolkit.application import Application

MOMENT_SECONDS: Final = 0.02
"""How long what was said may be on its way before it is shown to be: a person sees no later than this."""


class Drawing(Application[None]):
    """Prompt-toolkit's application; `on_its_way` tells whether what was said to others is not settled yet.

    Their answers come within milliseconds as a rule. Drawing takes as long, and would keep them waiting, only
    to show what is over then.
    """

    on_its_way: Callable[[], object] = bool
    _timer: asyncio.TimerHandle | None = None
    _is_late = False

    def invalidate(self) -> None:
        """Have the screen drawn: at once, or after that moment if something is still on its way then."""
        if self.loop is None or not self.on_its_way():
            if self._timer is not None:
                self._timer.cancel()
            self._timer, self._is_late = None, False
            super().invalidate()
        elif self._timer is None:
            self._timer = self.loop.call_later(MOMENT_SECONDS, self._draw_late)
        elif self._is_late:
            super().invalidate()

    def _draw_late(self) -> None:
        self._is_late = True
        super().invalidate()
