"""The page itself: what a reader needs is put together here, and Jinja2 escapes everything foreign in it.

The page's one style sheet is named by its hash in the content security policy, and nothing else is allowed:
whatever might slip through would neither run, nor be fetched, nor look like anything.
"""

from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from cli.audit_by_hand import tell_bid_hash, tell_dice_hash, tell_link_hash
from cli.audit_report import result_lines
from cli.audit_words import report_names
from cli.names import material_letter, material_name
from cli.report.charts import account_names, draw_accounts, draw_market, draw_money, row_name
from cli.report.course import Course
from cli.report.facts import check_words_of, judge, players_of, rules_of, sections_of, title_of
from cli.report.snapshot import Snapshot
from cli.report.turns import Turns
from cli.words import _, language, pgettext
from core.material import MATERIALS, SPECIAL
from core.ruleset import ROWS
from p2p.hashing import TAG_DICE, TAG_START
from p2p.tape import Tape
from p2p.verdict import Report

_TEMPLATES: Final = Path(__file__).parent / "templates"


class _Charts(NamedTuple):
    money: Markup
    market: Markup
    accounts: Markup


def render(snapshot: Snapshot, tape: Tape, course: Course, report: Report) -> Iterator[str]:
    """Give the page in parts, from the tape of `snapshot` that has been read whole. Raises `TapeChanged`."""
    style = (_TEMPLATES / "style.css").read_text(encoding="utf-8")
    values: dict[str, Any] = {
        "language": language(),
        "style": Markup(style),  # noqa: S704 - a file of this package
        "style_hash": f"sha256-{b64encode(sha256(style.encode()).digest()).decode()}",
        "log": snapshot,
        "title": title_of(report),
        "game": "" if report.game_id is None else report.game_id.hex(),
        "verdict": judge(report),
        "outcome": [*result_lines(report)],
        "sections": sections_of(report),
        "names": report_names(report),
        "players": (),
        "charts": None,
        "turns": None,
    }
    if tape.genesis is not None:
        values |= {
            "players": players_of(tape.genesis, report),
            "words": check_words_of(report),
            "rules": rules_of(tape.genesis),
        }
    if tape.rounds:
        values |= _played(tape, course, report)
    return _environment().get_template("page.html").generate(values)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        _=_, pgettext=pgettext, material_name=material_name, material_letter=material_letter
    )
    return environment


def _played(tape: Tape, course: Course, report: Report) -> dict[str, Any]:
    """Give what a page has of a game of which something was played."""
    names, genesis = report_names(report), tape.genesis
    assert genesis is not None
    return {
        "course": course,
        "points": course.points,
        "rows": [row_name(course, row) for row in range(ROWS)],
        "bars": account_names(),
        "charts": _Charts(
            draw_money(course.points, names), draw_market(course), draw_accounts(course, names)
        ),
        "turns": Turns(tape),
        "last_title": _("The end of the log") if report.result is None else _("The end of the game"),
        "how": [
            tell_link_hash(genesis.nonce),
            tell_dice_hash(TAG_DICE),
            _draw_hash(),
            _faces(),
            tell_bid_hash(),
        ],
    }


def _draw_hash() -> str:
    return _("For the draw of the first player the tag is {tag}.").format(tag=TAG_START.hex())


def _faces() -> str:
    """Give the numbers of the faces with what they show."""
    named = [f"{material.value} {material_name(material)}" for material in MATERIALS]
    text = _(
        "Of the two numbers the first is the face of the die with the hammer, the second that of the die with"
        " the star: {faces}."
    )
    special = _("{number} hammer or star").format(number=SPECIAL)
    return text.format(faces=", ".join([*named, special]))
