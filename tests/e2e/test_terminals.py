"""The terminal of the tests looks at no screen that is half drawn."""

import pytest

from cli.screen.whole_frames import BEGIN, END
from tests.e2e.terminals import terminal


def test_a_screen_that_is_half_drawn_is_not_looked_at() -> None:
    with terminal(program=("true",)) as at:
        assert at.finish() == 0
        at.feed(f"{BEGIN}new and old".encode())
        with pytest.raises(AssertionError):
            at.wait_for(lambda text: "new" in text)
        at.feed(f"\r\x1b[2Knew{END}".encode())
        assert at.wait_for(lambda text: "new" in text).strip() == "new"
