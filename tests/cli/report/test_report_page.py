"""The page of `mark report`: well-formed, self-contained, accessible, and safe from the names in it."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest

from cli.main import main
from cli.words import set_language
from p2p.event import EventKind
from p2p.frames import LOG_MAGIC, header
from p2p.keywords import key_words
from p2p.text import is_hidden
from tests.cli.report.pages import Element, auctions_game, find, page_of, parse, text_of
from tests.p2p import gamebuilder
from tests.p2p.gamebuilder import GameBuilder, whole_game

CORPUS = Path(__file__).parents[2] / "vectors" / "corpus"
LOGS = [
    (index.parent / known["file"], known["code"], known["finding"], known["error"])
    for index in (CORPUS / "kept" / "index.jsonl", CORPUS / "made" / "index.jsonl")
    for known in map(json.loads, index.read_text(encoding="utf-8").splitlines())
]
NO_LOG = "not a log"
HOSTILE = (
    "<img src=x onerror=a()>",
    "\"'><svg onload=a()>",
    "</style><b>{{7*7}}{%x%}",
    "&#60;&lt;\u05d0\u05d1<!--",
)
FORBIDDEN = re.compile(
    "script|iframe|object|embed|link|img|image|form|input|button|base|audio|video|source|use|foreignObject"
)


def check_page(page: str) -> Element:
    """Check all that holds of every page, and give its root."""
    root = parse(page)
    _check_self_contained(page, root)
    _check_outline(root)
    _check_tables_and_charts(root)
    shown = {character for character in {*page} if is_hidden(character)}
    assert shown <= {"\n"}
    return root


def _check_self_contained(page: str, root: Element) -> None:
    """Nothing is fetched, nothing runs, and only the one style sheet that the policy names has any effect."""
    tags = {one.tag for one in root.iter() if isinstance(one.tag, str)}
    assert not [tag for tag in tags if FORBIDDEN.fullmatch(tag)]
    (style,) = find(root, "style")
    assert "@import" not in style.text
    assert "url(" not in style.text
    digest = b64encode(sha256(style.text.encode()).digest()).decode()
    (policy,) = (one.get("content") for one in find(root, "meta") if one.get("http-equiv"))
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert page.index("Content-Security-Policy") < page.index("<style")
    ids = [one.get("id") for one in root.iter() if one.get("id") is not None]
    assert len(ids) == len(set(ids))
    for one in root.iter():
        for name, value in one.attrib.items():
            assert not str(name).startswith("on"), name
            assert name not in {
                "style",
                "src",
                "srcset",
                "action",
                "data",
                "background",
                "{http://www.w3.org/1999/xlink}href",
            }
            if name == "href":
                assert value[0] == "#"
                assert value[1:] in ids
            if name == "aria-labelledby":
                assert set(value.split()) <= set(ids)


def _check_outline(root: Element) -> None:
    assert root.get("lang") in {"en", "fr"}
    assert text_of(next(find(root, "title")))
    for landmark in ("header", "nav", "main", "footer", "h1"):
        assert len([*find(root, landmark)]) == 1, landmark
    levels = [int(one.tag[1]) for one in root.iter() if re.fullmatch("h[1-6]", str(one.tag))]
    assert levels[0] == 1
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))
    for one in find(root, "section"):
        assert one.get("aria-labelledby")
    for one in find(root, "details"):
        assert one[0].tag == "summary"
        assert text_of(one[0])


def _check_tables_and_charts(root: Element) -> None:
    for table in find(root, "table"):
        assert table[0].tag == "caption" or table.get("aria-labelledby")
        assert all(cell.get("scope") in {"row", "col", "colgroup"} for cell in find(table, "th"))
    for chart in find(root, "svg", "chart"):
        assert chart.get("role") == "img"
        assert [one.tag for one in chart[:2]] == ["title", "desc"]
        assert all(text_of(one) for one in chart[:2])
        assert len([*find(chart, "title")]) == 1
    assert all(one.get("title") for one in find(root, "abbr"))


def test_every_log_there_is_has_a_page_and_the_exit_code_of_its_audit(tmp_path: Path) -> None:
    for path, code, finding, _error in LOGS:
        page = tmp_path / f"{path.stem}.html"
        assert main(["report", "--lang", "en", str(path), "-o", str(page)]) == code, path
        if finding == NO_LOG:
            assert not page.exists()
            continue
        shown = {character for character in {*page.read_text(encoding="utf-8")} if is_hidden(character)}
        assert shown <= {"\n"}


@pytest.mark.parametrize(
    "path", {log[1:]: log[0] for log in LOGS if log[2] != NO_LOG}.values(), ids=lambda path: path.stem
)
def test_logs_of_every_kind_have_a_page_without_a_fault(path: Path, tmp_path: Path) -> None:
    check_page(page_of(tmp_path, path.read_bytes()))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_game_has_all_its_parts(language: str, tmp_path: Path) -> None:
    game = auctions_game()
    root = check_page(page_of(tmp_path, game.data(), language))
    assert root.get("lang") == language
    assert [one.get("id") for one in find(root, "section")] == [
        "verdict",
        "players",
        "rules",
        "course",
        "turns",
        "check",
    ]
    assert [one.get("class") for one in find(root, "svg", "chart")] == [
        "chart money",
        "chart market",
        "chart accounts",
    ]
    assert game.genesis.game_id.hex() in text_of(next(find(root, "header")))
    assert [text_of(one) for one in find(root, "code", "key")] == [
        seat.key.hex() for seat in game.genesis.seats
    ]
    rolls = [*find(root, "details", "roll")]
    assert len(rolls) == game.log.state.rolls + 1
    opened = sum(events[0].event.kind is EventKind.OPENING for events in game.rounds)
    assert len([*find(root, "details", "auction")]) == opened > 0
    assert text_of(next(find(root, "p", "word"))) == {"en": "✓ complete", "fr": "✓ complet"}[language]
    assert sha256(game.data()).hexdigest() in text_of(next(find(root, "p", "source")))


def test_a_page_in_french_leaves_no_sentence_in_english(tmp_path: Path) -> None:
    game = auctions_game()
    data = game.data()
    english, french = (
        {" ".join(text.split()) for text in parse(page_of(tmp_path, data, code)).itertext()}
        for code in ("en", "fr")
    )
    keys = {" ".join(key_words(seat.key)) for seat in game.genesis.seats}
    same = {text for text in english & french if re.search("[a-z]{2,} [a-z]{2,}", text)} - keys
    assert all("sha256sum" in text or text.startswith(":root {") for text in same), same


def test_a_page_says_the_same_whenever_it_is_made(tmp_path: Path) -> None:
    data = whole_game(2, "a").data()
    assert page_of(tmp_path, data) == page_of(tmp_path, data)


def test_hostile_names_are_text_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gamebuilder, "NAMES", HOSTILE)
    game = GameBuilder(4, "hostile").play()
    page = page_of(tmp_path, game.data())
    root = check_page(page)
    names = [text_of(one) for one in find(root, "bdi")]
    assert set(names) == set(HOSTILE)
    shown = text_of(root)
    assert all(name in shown for name in HOSTILE)
    assert "49" not in re.sub("[0-9a-f]{16,}", "", text_of(next(find(root, "h1"))))
    for name in HOSTILE[:3]:
        assert name not in page


def test_a_broken_log_is_shown_as_far_as_it_is_sound(tmp_path: Path) -> None:
    game = whole_game(2, "a")
    data = bytearray(game.data())
    data[len(data) // 2] ^= 1
    root = check_page(page_of(tmp_path, bytes(data)))
    (verdict,) = find(root, "section", "verdict")
    assert "broken" in verdict.get("class").split()
    assert "damaged at byte" in text_of(verdict)
    shown = [int(text_of(one)) for one in find(root, "span", "round")]
    assert shown == sorted(shown)
    assert 0 < shown[-1] < len(game.rounds) // 2 + 1
    assert text_of([*find(root, "h3")][-1]) == "The end of the log"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_no_game_has_a_page_with_the_verdict_alone(language: str, tmp_path: Path) -> None:
    root = check_page(page_of(tmp_path, header(LOG_MAGIC) + bytes(range(50)), language))
    assert [one.get("id") for one in find(root, "section")] == ["verdict"]
    set_language("en")
