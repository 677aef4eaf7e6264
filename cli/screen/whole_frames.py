"""Marks where a drawing of the screen begins and ends, so that a terminal shows no half of it.

This is "synchronized output", DEC private mode 2026. Terminals that do not know it pass it over; the others
show what has come after a second at the latest, should the end be missing.
"""

from typing import Final

from prompt_toolkit.output import Output
from prompt_toolkit.output.vt100 import Vt100_Output

BEGIN: Final = "\x1b[?2026h"
END: Final = "\x1b[?2026l"


def in_whole_frames(output: Output) -> Output:
    """Give an output that does as this one, with marks where it writes to a terminal by escape sequences."""
    if type(output) is not Vt100_Output:
        return output
    return _Framed(
        output.stdout, output.get_size, output.term, output.default_color_depth, output.enable_bell
    )


class _Framed(Vt100_Output):
    """Writes a drawing with both its marks in one go: no fault on the way leaves one of them alone."""

    def flush(self) -> None:
        """Write what has been drawn since the last time."""
        if self._buffer:
            self._buffer = [BEGIN, *self._buffer, END]
        super().flush()
