"""The page of `mark report` in a real browser: it looks like something, in both schemes and on paper.

Its rules of accessibility are axe's. The browser has no network; whatever a page logs is a fault.
"""

import html
import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from core.ruleset import Ruleset
from tests.cli.report.pages import page_of, parse
from tests.e2e.browser import CHROMIUM, Browser
from tests.p2p import gamebuilder
from tests.p2p.gamebuilder import whole_game

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        CHROMIUM is None, reason="there is no Chromium here (Debian: apt-get install chromium)"
    ),
]

CORPUS = Path(__file__).parents[1] / "vectors" / "corpus" / "made"
DESKTOP, PHONE = (1280, 900), (400, 800)
LIGHT, DARK = "#fbfaf6", "#15171a"
"""The colour of the page itself, as its style sheet has it."""
_POLICY = re.compile("<meta http-equiv[^>]*>")
_AXE = """<script>{axe}</script><script>
axe.run().then(found => {{
  const told = document.createElement("pre");
  told.id = "axe";
  told.textContent = JSON.stringify(found.violations);
  document.body.append(told);
}});</script>"""


@pytest.fixture
def browser(tmp_path: Path) -> Browser:
    return Browser(tmp_path)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    page_of(tmp_path, whole_game(3, "x", Ruleset(most_rolls=12), "cautious").data())
    return tmp_path / "game.html"


def test_the_page_is_drawn_light_and_dark_on_wide_and_narrow_screens(browser: Browser, page: Path) -> None:
    for width, height in (DESKTOP, PHONE):
        light, dark = (browser.shoot(page, width, height, dark=dark) for dark in (False, True))
        assert (light.width, light.height, light.corner) == (width, height, LIGHT)
        assert (dark.width, dark.height, dark.corner) == (width, height, DARK)
        assert min(light.lines, dark.lines) > height // 4
    assert browser.said == []


def test_nothing_is_wider_than_a_narrow_screen(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gamebuilder, "NAMES", ("W" * 24, "\u6f22" * 24, "i", "\u05d0 \u05d1"))
    script = 'document.body.id = document.documentElement.scrollWidth > innerWidth ? "cut" : "whole"'
    whole = whole_game(4, "x", Ruleset(most_rolls=12), "cautious").data()
    for data in (whole, (CORPUS / "proof-two-bids.mark").read_bytes()):
        page_of(tmp_path, data)
        page = tmp_path / "game.html"
        _let_run(page, f"<script>{script}</script>")
        assert '<body id="whole">' in browser.dom(page, width=PHONE[0])


def test_the_browser_reads_the_document_that_was_written(browser: Browser, page: Path) -> None:
    written, read = (
        [one.tag for one in parse(text).iter() if isinstance(one.tag, str)]
        for text in (page.read_text(encoding="utf-8"), browser.dom(page))
    )
    assert read == written
    assert browser.said == []


def test_whatever_is_slipped_into_the_page_is_refused(browser: Browser, page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    smuggled = '<script>document.body.remove()</script><p style="color:red">x</p><img src="x.png">'
    page.write_text(text.replace("</main>", f"{smuggled}</main>"), encoding="utf-8")
    assert "</footer>" in browser.dom(page)
    refused = [line for line in browser.said if "Content Security Policy" in line]
    assert [any(kind in line for line in refused) for kind in ("script", "style", "x.png")] == [True] * 3


def test_on_paper_the_proofs_are_unfolded(browser: Browser, page: Path) -> None:
    whole = browser.print_pages(page)
    text = page.read_text(encoding="utf-8")
    page.write_text(re.sub('<details class="proof.*?</details>', "", text, flags=re.DOTALL), encoding="utf-8")
    assert whole > browser.print_pages(page) > 1


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nothing_on_the_page_is_against_the_rules_of_accessibility(
    dark: bool, browser: Browser, page: Path
) -> None:
    assert violations(browser, page, dark=dark) == []


def test_a_breach_of_the_rules_is_found(browser: Browser, page: Path) -> None:
    text = page.read_text(encoding="utf-8").replace("--ink: #1c1e21;", "--ink: #dddddd;")
    page.write_text(text.replace('<html lang="en">', "<html>"), encoding="utf-8")
    assert {one["id"] for one in violations(browser, page)} >= {"html-has-lang", "color-contrast"}


def violations(browser: Browser, page: Path, *, dark: bool = False) -> list[Any]:
    """Give what axe finds on a page, all of it unfolded."""
    axe = files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    _let_run(page, _AXE.format(axe=axe))
    told = re.search('<pre id="axe">(.*?)</pre>', browser.dom(page, dark=dark), re.DOTALL)
    assert told is not None
    found: list[Any] = json.loads(html.unescape(told[1]))
    return found


def _let_run(page: Path, script: str) -> None:
    """Put a script into a page, which its policy would not let run, and unfold all that is folded."""
    text = _POLICY.sub("", page.read_text(encoding="utf-8"), count=1).replace("<details", "<details open")
    page.write_text(text.replace("</body>", f"{script}</body>"), encoding="utf-8")
