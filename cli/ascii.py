"""What a terminal that can show nothing but ASCII is given in the place of other characters."""

import codecs
import os
import sys

REPLACED = "mark.ascii"
"""The name of the error handler that writes text so, for encodings that lack some characters."""

_CHAIN = ("LC_ALL", "LC_CTYPE", "LANG")
_NO_LOCALE = ("C", "POSIX")
_COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
"""What Python itself puts into LC_CTYPE where there is no locale."""


def in_ascii(text: str) -> str:
    """Give the text in ASCII, in as many columns: letters without accents, and ? for what has no likeness."""
    return text if text.isascii() else "".join(map(_in_ascii, text))


def _in_ascii(character: str) -> str:
    if character.isascii():
        return character
    from unicodedata import normalize  # noqa: PLC0415 - most terminals never need them

    from cli.width import columns  # noqa: PLC0415

    folded = "".join(filter(str.isascii, normalize("NFKD", character))) or _LIKE.get(character, "?")
    return (folded + "?")[: columns(character)].rjust(columns(character), "?")


_LIKE = {
    "\u2013": "-",
    "\u2014": "-",
    "\u2019": "'",
    "\u201c": '"',
    "\u201d": '"',
    "\u00ab": '"',
    "\u00bb": '"',
}
"""What has no decomposition, and is in our own sentences."""


def is_ascii_alone() -> bool:
    """Tell whether the standard output can show nothing but ASCII."""
    terminal = sys.__stdout__  # which another stream replaces while a screen stands
    encoding = getattr(terminal, "encoding", None) or "ascii"
    return not encoding.lower().startswith("utf")


def fit_to_terminal() -> None:
    """Let the output streams write whatever they are given, and a terminal without a locale get ASCII alone.

    Python itself takes such a terminal for one that can show everything.
    """
    codecs.register_error(REPLACED, _replace)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            encoding = "ascii" if stream.isatty() and _is_without_locale() else None
            stream.reconfigure(encoding=encoding, errors=REPLACED)


def _is_without_locale() -> bool:
    """Tell whether the environment asks for the locale in which there is ASCII alone."""
    wanted = {name: os.environ[name] for name in _CHAIN if os.environ.get(name)}
    if wanted.get("LC_CTYPE") in _COERCED and wanted.get("LANG") in _NO_LOCALE:
        del wanted["LC_CTYPE"]
    return next((value in _NO_LOCALE for value in wanted.values()), False)


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return in_ascii(error.object[error.start : error.end]), error.end
