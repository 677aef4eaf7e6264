"""What a page says of its log before any turn of it: the words and facts of `mark audit`."""

from types import MappingProxyType
from typing import Final, NamedTuple

from cli.audit_files import Audited
from cli.audit_report import evidence_sections, verdict_lines
from cli.audit_words import report_names, verdict_word
from cli.names import listing
from cli.notice_words import DRAW_ROUND
from cli.ruleset_words import tell_options, tell_ruleset
from cli.words import _
from p2p.genesis import Genesis
from p2p.keywords import check_words, key_words
from p2p.verdict import Report, Verdict

_SIGNS: Final = MappingProxyType(
    {
        Verdict.COMPLETE: "✓",
        Verdict.UNFINISHED: "…",
        Verdict.BROKEN: "✗",
        Verdict.FORK: "≠",
        Verdict.CANNOT_JUDGE: "?",
    }
)


class Judged(NamedTuple):
    """A verdict: the name of its look on the page, its sign and word, and the lines of why."""

    look: str
    sign: str
    word: str
    lines: tuple[str, ...]


class Section(NamedTuple):
    """A title and the lines under it."""

    title: str
    lines: tuple[str, ...]


class Player(NamedTuple):
    """Who sits at a seat: name and words of the key; the key and the anchor of its links in hexadecimal."""

    name: str
    words: str
    key: str
    anchor: str


class Rules(NamedTuple):
    """The rules of a game: in one line, every option in words, and the amounts of the market by row."""

    told: str
    options: tuple[str, ...]
    amounts: tuple[tuple[int, ...], ...]


def judge(report: Report) -> Judged:
    """Give the verdict and what has led to it, the first fatal thing first."""
    verdict = report.verdict
    look = verdict.name.lower().replace("_", "-")
    return Judged(look, _SIGNS[verdict], verdict_word(verdict), tuple(verdict_lines(report)))


def title_of(report: Report) -> str:
    """Name the game by its players."""
    names = report_names(report)
    return _("Game of {players}").format(players=listing(names)) if names else _("No game")


def sections_of(report: Report) -> tuple[Section, ...]:
    """Tell how the game was played, what of it was checked, and what is not proven."""
    if report.game_id is None or report.is_proof:
        return ()
    audited = Audited("", report, rolls=(), auctions=())  # all of them are on the page
    sections = (Section(title, tuple(lines)) for title, lines in evidence_sections(audited))
    return tuple(section for section in sections if section.lines)


def players_of(genesis: Genesis, report: Report) -> tuple[Player, ...]:
    """Give who plays, by which keys."""
    return tuple(
        Player(name, " ".join(key_words(seat.key)), seat.key.hex(), seat.anchor.hex())
        for name, seat in zip(report_names(report), genesis.seats, strict=True)
    )


def check_words_of(report: Report) -> str:
    """Give the words that the players read to each other, "" before there are any."""
    drawn = DRAW_ROUND + 1
    return " ".join(check_words(report.heads[drawn])) if len(report.heads) > drawn else ""


def rules_of(genesis: Genesis) -> Rules:
    """Give the rules that were agreed on."""
    ruleset = genesis.ruleset
    return Rules(tell_ruleset(genesis.rules_id, ruleset), tuple(tell_options(ruleset)), ruleset.amounts)
