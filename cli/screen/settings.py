"""What a person can set about the screen; every value has a default that suits most terminals."""

import os
import sys
from dataclasses import dataclass

from cli.screen.glyphs import ASCII, UNICODE, Glyphs


@dataclass(frozen=True, slots=True)
class Settings:
    """`theme` is one of cli.screen.themes; `confirm` asks before each decision, since none can be undone."""

    theme: str = "dark"
    glyphs: Glyphs = UNICODE
    confirm: bool = True


def default_settings() -> Settings:
    """Give what suits this terminal: ASCII where it cannot show more, no colours with NO_COLOR."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    return Settings(
        theme="plain" if os.environ.get("NO_COLOR") else "dark",
        glyphs=UNICODE if encoding.startswith("utf") else ASCII,
    )
