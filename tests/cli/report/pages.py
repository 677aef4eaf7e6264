"""Pages of `mark report` as tests see them: made by the command, read by a parser that forgives nothing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import html5lib

from cli.main import main
from core.ruleset import Ruleset
from tests.p2p.gamebuilder import GameBuilder, whole_game

Element: TypeAlias = Any
"""An element of xml.etree, its tag without a namespace."""


def auctions_game() -> GameBuilder:
    """Give a whole game with auctions, chips sold, and storage paid."""
    return whole_game(3, "x", Ruleset(rows_to_end=2), "cautious")


def page_of(folder: Path, data: bytes, language: str = "en") -> str:
    """Give the page that the command makes of a log."""
    log, page = folder / "game.mark", folder / "game.html"
    log.write_bytes(data)
    main(["report", "--lang", language, str(log), "-o", str(page), "--force"])
    return page.read_text(encoding="utf-8")


def parse(page: str) -> Element:
    """Give the root of a page. Raises `html5lib.html5parser.ParseError` for the least mistake."""
    root = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(page)
    for one in root.iter():
        if isinstance(one.tag, str):
            one.tag = one.tag.rpartition("}")[2]  # of SVG
    return root


def find(root: Element, tag: str, look: str = "") -> Iterator[Element]:
    """Give the elements with this tag, and with this class if one is named."""
    for one in root.iter(tag):
        if not look or look in one.get("class", "").split():
            yield one


def text_of(element: Element) -> str:
    """Give all text of an element, with single spaces."""
    return " ".join("".join(element.itertext()).split())
