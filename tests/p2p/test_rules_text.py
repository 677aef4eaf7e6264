"""The rules text of protocol.md is the one that games name by its hash (clause 6.8), and it is complete."""

import hashlib
import re
from pathlib import Path

from core.decision import DECISIONS
from core.phase import Phase
from core.ruleset import BOUNDS, DEFAULT
from p2p.rules import RULES_HASH, RULES_ID, RULES_VERSIONS
from p2p.text import HIDDEN_RANGES

PROTOCOL = Path(__file__).parents[2] / "protocol.md"

IDS = [
    f"{letter}{number}"
    for letter, count in {"C": 6, "S": 3, "T": 10, "A": 4, "B": 5, "E": 3, "L": 4}.items()
    for number in range(1, count + 1)
]
"""Every rule of the game."""


def rules_text() -> bytes:
    begin, end = (f"<!-- rules {RULES_ID} {word} -->\n".encode() for word in ("begin", "end"))
    lines = PROTOCOL.read_bytes().splitlines(keepends=True)
    assert lines.count(begin) == lines.count(end) == 1
    return b"".join(lines[lines.index(begin) + 1 : lines.index(end)])


def test_the_hash_of_the_rules_text_is_the_one_that_new_games_name() -> None:
    assert hashlib.sha256(rules_text()).digest() == RULES_HASH
    assert RULES_VERSIONS[RULES_ID] == RULES_HASH


def test_the_text_has_unix_line_ends_and_no_trailing_space() -> None:
    text = rules_text()
    assert b"\r" not in text
    assert not re.search(rb"[ \t]\n", text)
    assert text.endswith(b"\n")


def test_every_rule_has_one_paragraph_of_its_own_in_order() -> None:
    found = re.findall(r"^([A-Z]\d+)\. ", rules_text().decode(), re.MULTILINE)
    assert found == IDS


def test_the_text_tells_the_default_amounts_and_bounds() -> None:
    text = " ".join(rules_text().decode().split())
    for row, amounts in enumerate(DEFAULT.amounts):
        assert f"{' '.join(map(str, amounts))} in row {row}" in text
    defaults = {"rows_to_end": 4, "money": 30, "fee": 5, "limit": 2, "chips": 8, "most_rolls": 4096}
    for key, value in defaults.items():
        low, high = BOUNDS[key]
        assert getattr(DEFAULT, key) == value
        assert f"{low} to {high:,} ({value}" in text, key


def test_the_clock_is_an_option_of_clause_6_3_and_no_rule() -> None:
    clause = PROTOCOL.read_text("utf-8").split("\n6.3 ")[1].split("\n6.4 ")[0]
    low, high = BOUNDS["clock"]
    assert f"for no limit (6.10) | {low} to {high:,} | {DEFAULT.clock} |" in clause
    assert "clock" not in rules_text().decode().split()


def test_the_text_tells_every_phase_and_verb() -> None:
    text = rules_text().decode()
    for phase in Phase:
        assert f"| {phase.value} | {phase.name} |" in text
    for verb in {code[0] for code in DECISIONS}:
        assert re.search(rf"^\| {verb}, ", text, re.MULTILINE)


def test_the_document_lists_exactly_the_refused_code_points() -> None:
    clause = PROTOCOL.read_text("utf-8").split("\n6.4 ")[1].split("\n6.5 ")[0]
    ranges = [
        (int(first, 16), int(last or first, 16))
        for row in re.findall(r"^\| (U\+[^|]*)\|", clause, re.MULTILINE)
        for first, last in re.findall(r"U\+([0-9A-F]+)(?:\u2013([0-9A-F]+))?", row)
    ]
    assert sorted(ranges) == sorted(HIDDEN_RANGES)
