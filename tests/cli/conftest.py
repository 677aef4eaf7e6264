"""Every test of the command starts in English, whatever the computer speaks."""

from collections.abc import Iterator

import pytest

from cli.words import set_language


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    set_language("en")
    yield
    set_language("en")
