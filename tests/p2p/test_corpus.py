"""The corpus of small logs: every line of an index is a test of both auditors (protocol.md, 13, 17)."""

import io
import json
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from cli.main import main as mark
from p2p.audit import audit_log
from p2p.compare import Compared, Relation, compare
from p2p.rules import RULES_ID, RULES_VERSIONS
from p2p.verdict import Fault, Verdict, entry_of
from tests.core.test_core_rule_ids import RULES
from tests.vectors.corpus import CORPUS, INDEX, Entry, entry, read_index
from tests.vectors.together import TOGETHER, Beside
from tests.verify.agreement import agree, agree_together

FOLDERS = [CORPUS / "kept", CORPUS / "made"]
BESIDE = CORPUS.parent / TOGETHER
LINES = [json.loads(line) for line in (BESIDE / INDEX).read_text("ascii").splitlines()]
ENTRIES = [(folder, one) for folder in FOLDERS for one in read_index(folder)]


@pytest.mark.parametrize(("folder", "one"), ENTRIES, ids=[one.file for _, one in ENTRIES])
def test_a_log_of_the_corpus_is_judged_as_its_line_says(folder: Path, one: Entry) -> None:
    data = (folder / one.file).read_bytes()
    reports = agree(data), agree(data, every_signature=True)
    assert entry(one.file, " ".join(one.rules), one.what, reports) == one


def test_every_file_has_one_line() -> None:
    for folder in FOLDERS:
        listed = [one.file for one in read_index(folder)]
        assert sorted([*listed, INDEX]) == sorted(path.name for path in folder.iterdir())
    assert sorted(path.name for path in CORPUS.iterdir()) == ["kept", "made", BESIDE.name]
    named = [file for line in LINES for file in line["files"]]
    assert sorted([*named, INDEX]) == sorted(path.name for path in BESIDE.iterdir())


@pytest.mark.parametrize("line", LINES, ids=[line["files"][0][: -len("-0.mark")] for line in LINES])
def test_logs_side_by_side_are_judged_as_their_line_says(line: dict[str, Any]) -> None:
    """Clauses 13.4, 13.5 and 19.13."""
    logs = [(BESIDE / file).read_bytes() for file in line["files"]]
    assert agree_together(logs) == line["code"]
    entries = [entry_of(audit_log(log)) for log in logs]
    [comparison] = compare(entries, lambda number: nullcontext(io.BytesIO(logs[number])))
    found = [_beside(one) for one in comparison.others]
    assert found == [Beside(**told) for told in line["found"]]


def _beside(one: Compared) -> Beside:
    parting = one.parting
    if parting is None:
        return Beside(one.log, one.beside, one.relation.value, differ=[], convicted=[])
    convicted = [conviction.seat for conviction in parting.convictions]
    return Beside(
        one.log, one.beside, one.relation.value, parting.round_number, list(parting.differing), convicted
    )


def test_every_relation_is_shown() -> None:
    shown = {told["relation"] for line in LINES for told in line["found"]}
    assert shown == {relation.value for relation in Relation}


def test_every_rule_of_play_is_shown_by_a_whole_game() -> None:
    """H1 to H5 are what always holds: the core's own tests look for them in every state."""
    shown = {rule for _, one in ENTRIES if one.verdict == "complete" for rule in one.rules}
    assert [rule for rule in RULES if rule not in shown and not rule.startswith("H")] == []


def test_every_finding_and_every_verdict_is_shown() -> None:
    found = {one.finding for _, one in ENTRIES}
    assert {fault.value for fault in Fault} - found == {Fault.UNREADABLE.value}
    assert {one.code for _, one in ENTRIES} == {int(verdict) for verdict in Verdict}


def test_every_refusal_of_chapters_5_and_19_is_shown() -> None:
    refusals = {one.error.split()[0] for _, one in ENTRIES if one.error}
    assert refusals == {
        *(
            "EventMalformed",
            "EventKindUnknown",
            "WrongGame",
            "WrongRound",
            "WrongSeat",
            "WrongHead",
            "WrongNote",
        ),
        *("WrongLink", "IllegalAction", "WrongOpening", "BidTooHigh", "WrongSeal", "WrongSet"),
    }


def test_the_rules_of_kept_games_stay_known() -> None:
    """Clause 18.2: the hash below is that of a released version, and is never taken out or changed."""
    released = {"mark-1": "0aa014e086ffc6547b4713d39402b64f416aaa1bde89f6b213ec7802f38c394c"}
    for rules_id, rules_hash in released.items():
        assert RULES_VERSIONS[rules_id].hex() == rules_hash
    assert RULES_ID in released
    for path in sorted((CORPUS / "kept").glob("*.mark")):
        report = audit_log(path.read_bytes())
        assert report.rules_id in released
        assert report.verdict is Verdict.COMPLETE


@pytest.mark.parametrize(
    "file", ["t6-hammer.mark", "illegal-move.mark", "proof-two-bids.mark", "protocol-2.mark"]
)
def test_the_command_gives_the_exit_code_of_the_line(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    one = next(one for _, one in ENTRIES if one.file == file)
    assert mark(["audit", "--lang", "en", str(CORPUS / "made" / file), "--json"]) == one.code
    assert json.loads(capsys.readouterr().out)["logs"][0]["verdict"] == one.verdict
