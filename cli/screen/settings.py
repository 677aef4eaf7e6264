"""What a person can set about the screen; every value has a default that suits most terminals."""

import os
from typing import Final

from cli.ascii import is_ascii_alone
from cli.preferences import Preferences
from cli.screen.glyphs import ASCII, UNICODE, Glyphs
from core.frozen import Frozen

_THEMES: Final = {"dark": "dark", "light": "light", "none": "plain"}


class Settings(Frozen):
    """`theme` is one of cli.screen.themes; `confirm` asks before each decision, since none can be undone.

    `colours` is how many the terminal is taken to have: "auto", "256", "16" or "none"; `mouse` whether clicks
    are taken, which keeps the terminal from selecting text with the mouse alone.
    """

    theme: str = "dark"
    glyphs: Glyphs = UNICODE
    confirm: bool = True
    colours: str = "auto"
    mouse: bool = True


def screen_settings(wanted: Preferences) -> Settings:
    """Give what a person wants of the screen, as far as this terminal can do it and NO_COLOR lets it."""
    return Settings(
        theme="plain" if os.environ.get("NO_COLOR") else _THEMES[wanted.theme],
        glyphs=ASCII if wanted.ascii or is_ascii_alone() else UNICODE,
        confirm=wanted.confirm,
        colours=wanted.colours,
        mouse=wanted.mouse,
    )
