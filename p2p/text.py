"""Which characters foreign text may hold, in names and chat that are signed and in anything that is shown.

The list is of code points and not of Unicode categories, since those change between Unicode versions
and every verifier must judge a name alike (protocol.md, clause 6.4).
"""

from functools import lru_cache
from typing import Final

MAX_NAME_CHARACTERS: Final = 24
MAX_SAID_CHARACTERS: Final = 200

HIDDEN_RANGES: Final = (
    (0x0000, 0x001F),  # controls, escape among them
    (0x007F, 0x009F),  # delete and the second control block
    (0x00AD, 0x00AD),  # soft hyphen
    (0x034F, 0x034F),  # combining grapheme joiner
    (0x061C, 0x061C),  # Arabic letter mark
    (0x115F, 0x1160),  # Hangul fillers
    (0x17B4, 0x17B5),  # Khmer inherent vowels
    (0x180B, 0x180F),  # Mongolian selectors and separator
    (0x200B, 0x200F),  # zero widths and direction marks
    (0x2028, 0x202E),  # line and paragraph separators, bidi embeddings and overrides
    (0x2060, 0x206F),  # word joiner, invisible operators, bidi isolates
    (0x3164, 0x3164),  # Hangul filler
    (0xD800, 0xDFFF),  # surrogates
    (0xFE00, 0xFE0F),  # variation selectors
    (0xFEFF, 0xFEFF),  # byte order mark
    (0xFFA0, 0xFFA0),  # halfwidth Hangul filler
    (0xFFF0, 0xFFFF),  # specials and noncharacters
    (0x1BCA0, 0x1BCA3),  # shorthand format controls
    (0x1D173, 0x1D17A),  # musical format controls
    (0xE0000, 0xE0FFF),  # tags and further variation selectors
)


@lru_cache(maxsize=1024)
def is_hidden(character: str) -> bool:
    """Tell whether `character` acts on the display instead of showing itself."""
    code = ord(character)
    return any(first <= code <= last for first, last in HIDDEN_RANGES)


def is_name(text: str) -> bool:
    """Tell whether `text` can be a seat's name: 1 to 24 visible characters, no space at either end."""
    return _is_visible(text, MAX_NAME_CHARACTERS)


def is_said(text: str) -> bool:
    """Tell whether `text` can be a line of chat: as a name, but of up to 200 characters."""
    return _is_visible(text, MAX_SAID_CHARACTERS)


def _is_visible(text: str, most: int) -> bool:
    return 1 <= len(text) <= most and text == text.strip(" ") and not _hides(text)


def _hides(text: str) -> bool:
    return not (text.isascii() and text.isprintable()) and any(map(is_hidden, text))


def clean(text: str, limit: int = 200) -> str:
    """Give foreign `text` fit to be shown: hidden characters dropped, at most `limit` characters."""
    if not _hides(text[: 4 * limit]):
        return text[:limit]
    return "".join(character for character in text[: 4 * limit] if not is_hidden(character))[:limit]
