"""Bring the message catalogues up to date with the code: `python -m tests.cli.update_catalogue [--check]`.

Every message of cli/ gets an entry in cli/locale/*/LC_MESSAGES/mark.po, entries that are not used any
more are dropped, and mark.mo is compiled. Translations are written into mark.po by hand, then this runs
again. With --check nothing is written: what is missing or wrong is listed, and the exit code tells.
"""

import io
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

CLI = Path(__file__).parents[2] / "cli"
LANGUAGES = ("fr",)
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
TEMPLATES = "**/templates/**.html"
METHODS = [("**.py", "python"), (TEMPLATES, "jinja2")]
FIXED_DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""A date that never changes, so that the same messages make the same file."""

ARGPARSE_MESSAGES = (
    "usage: ",
    "options",
    "positional arguments",
    "the following arguments are required: %s",
    "argument %(argument_name)s: %(message)s",
    "unrecognized arguments: %s",
    "invalid choice: %(value)r (choose from %(choices)s)",
    "invalid %(type)s value: %(value)r",
    "expected one argument",
    "ignored explicit argument %r",
    "not allowed with argument %s",
)
"""What argparse itself says to a person; it looks these up in our catalogue."""


def extract() -> Catalog:
    """Give all messages of cli/ and of argparse."""
    found = Catalog()
    for file, _line, message, _comments, context in extract_from_dir(
        CLI, METHODS, options_map={TEMPLATES: {"silent": "false"}}, keywords=KEYWORDS
    ):
        found.add(message, locations=[(f"cli/{file}", 0)], context=context)
    for text in ARGPARSE_MESSAGES:
        found.add(text, locations=[("argparse", 0)])
    return found


def po_path(language: str) -> Path:
    """Give the catalogue that translators write."""
    return CLI / "locale" / language / "LC_MESSAGES" / "mark.po"


def read(language: str) -> Catalog:
    """Give the catalogue as it is; an empty one if there is none."""
    path = po_path(language)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def updated(language: str) -> Catalog:
    """Give the catalogue with exactly the messages of the code, and the translations that there are."""
    old = read(language)
    new = Catalog(
        locale=language,
        header_comment=_header(language, old),
        project="mark",
        version="1",
        copyright_holder="the mark developers",
        creation_date=FIXED_DATE,
        revision_date=FIXED_DATE,
        last_translator="the mark developers",
        fuzzy=False,
    )
    for message in extract():
        if message.id:
            known = old.get(message.id, message.context)
            new.add(
                message.id,
                None if known is None else spaced(known.string, language),
                locations=sorted(dict.fromkeys(message.locations)),
                flags=set(known.flags) & {"fuzzy"} if known is not None else set(),
                context=message.context,
            )
    return new


def _header(language: str, old: Catalog) -> str:
    """Give the comment at the head of the file, where translators keep their glossary."""
    return old.header_comment if po_path(language).exists() else f"# The messages of mark in {language}."


def spaced(string: Any, language: str) -> Any:
    """Give a translation with spaces that no line breaks at, where French has them."""
    if language != "fr" or not string:
        return string
    if isinstance(string, list | tuple):
        return tuple(spaced(one, language) for one in string)
    return re.sub("(?<=«) | (?=[:;?!»])", "\u00a0", string)


def po_bytes(catalogue: Catalog) -> bytes:
    """Give the text of a catalogue."""
    file = io.BytesIO()
    write_po(file, catalogue, width=100, include_lineno=False, sort_output=True)
    return file.getvalue()


def mo_bytes(catalogue: Catalog) -> bytes:
    """Give the compiled form of a catalogue."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def faults(language: str) -> Iterator[str]:
    """Give what is missing or wrong in a language, a line each."""
    new, path = updated(language), po_path(language)
    if _entries(read(language)) != _entries(new):
        yield f"{path}: not the messages of the code; run this command without --check"
    if _entries(read_compiled(language)) != _entries(new):
        yield f"{path.with_suffix('.mo')}: not compiled from the catalogue; run this command without --check"
    for message in new:
        if message.id:
            yield from (f"{path}: {fault}: {message.id}" for fault in _faults_of(message, new.num_plurals))


def read_compiled(language: str) -> Catalog:
    """Give what the program itself loads; an empty catalogue if there is nothing."""
    path = po_path(language).with_suffix(".mo")
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_mo(file)


def _entries(catalogue: Catalog) -> dict[tuple[str | None, object], object]:
    """Give the translations by context and message: what counts, whatever wrote the file."""
    return {
        (one.context, _hashable(one.id)): _hashable(one.string)
        for one in catalogue
        if one.id and all(_strings(one))
    }


def _hashable(text: object) -> object:
    return tuple(text) if isinstance(text, list | tuple) else text


def _strings(message: Message) -> tuple[str, ...]:
    texts = message.string if isinstance(message.string, list | tuple) else (message.string,)
    return tuple(text or "" for text in texts)


def _faults_of(message: Message, plurals: int) -> Iterator[str]:
    ids = message.id if isinstance(message.id, tuple | list) else (message.id,)
    strings = _strings(message)
    if "fuzzy" in message.flags:
        yield "marked as fuzzy"
    if not all(strings) or (len(ids) > 1 and len(strings) != plurals):
        yield "not translated"
    elif any(_placeholders(string) != _placeholders(ids[-1]) for string in strings):
        yield "other placeholders"
    elif any(_edges(string) != _edges(ids[0]) for string in strings):
        yield "other white space or line ends at the edges"


def _placeholders(text: str) -> list[str]:
    return sorted(re.findall(r"\{[a-z_]*\}|%\([a-z_]+\)[sr]|%[sr]", text))


def _edges(text: str) -> tuple[bool, bool]:
    return len(text) > 1 and text[0].isspace(), len(text) > 1 and text[-1].isspace()


def main(arguments: list[str]) -> int:
    """Write the catalogues, or only check them; give the exit code."""
    if "--check" not in arguments:
        for language in LANGUAGES:
            new, path = updated(language), po_path(language)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(po_bytes(new))
            path.with_suffix(".mo").write_bytes(mo_bytes(new))
    found = [fault for language in LANGUAGES for fault in faults(language)]
    sys.stdout.write("".join(f"{fault}\n" for fault in found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
