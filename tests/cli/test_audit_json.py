"""docs/audit.schema.json, over the whole corpus: all that is printed fits it, and its text says the same."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cli.audit_words import UNPROVEN
from cli.main import main
from core.outcome import Reason
from p2p.event import EventKind
from p2p.frames import JOURNAL_MAGIC
from p2p.verdict import Fault, Verdict
from tests.cli.test_audit_command import NOT_PROVEN, facts
from tests.vectors.corpus import CORPUS, read_index

SCHEMA: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "docs" / "audit.schema.json").read_text(encoding="utf-8")
)
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
ENTRIES = [
    (folder / one.file, one) for folder in (CORPUS / "kept", CORPUS / "made") for one in read_index(folder)
]


def shown(capsys: pytest.CaptureFixture[str], *options: object) -> tuple[int, str]:
    code = main(["audit", "--lang", "en", *map(str, options)])
    out, err = capsys.readouterr()
    assert err == ""
    return code, out


def as_json(capsys: pytest.CaptureFixture[str], *options: object) -> tuple[int, Any]:
    code, out = shown(capsys, "--json", *options)
    document = json.loads(out)
    VALIDATOR.validate(document)
    return code, document


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("options", [("--verbose", "--roll", 1, "--auction", 1), ("--every-signature",)])
@pytest.mark.parametrize(("path", "line"), ENTRIES, ids=[one.file for _, one in ENTRIES])
def test_each_log_of_the_corpus_fits_the_schema_and_both_forms_agree(
    path: Path, line: Any, options: tuple[object, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    code, document = as_json(capsys, path, *options)
    text_code, text = shown(capsys, path, *options)
    assert code == text_code == document["exit_code"]
    [log] = document["logs"]
    verdict = line.code_every if "--every-signature" in options else line.code
    assert log["verdict"] == document["verdict"] == Verdict(verdict).name.lower().replace("_", " ")
    assert text.splitlines()[0] == f"{path}: {log['verdict']}"
    for fact in facts(log):
        assert fact in text
    for wanted in ("roll", "auction"):
        if log.get(wanted):
            assert all(one["command"] in text for one in _hashings(log[wanted]))
        elif wanted in log:
            assert f"There is no {wanted} 1 in it." in text


def _hashings(value: Any) -> list[dict[str, Any]]:
    """Give all that is hashed, wherever it stands."""
    if isinstance(value, list):
        return [found for one in value for found in _hashings(one)]
    if not isinstance(value, dict):
        return []
    return [value] if "command" in value else _hashings(list(value.values()))


def test_the_corpus_as_a_whole_fits_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    code, document = as_json(capsys, CORPUS)
    assert (code, document["verdict"]) == (Verdict.FORK, "fork")
    logs = [path for path in CORPUS.glob("*/*.mark") if not path.read_bytes().startswith(JOURNAL_MAGIC)]
    assert len(document["logs"]) == len(logs)  # in a folder a journal of whatever version is passed over
    assert {game["relation"] for game in document["games"]} >= {"same"}


def test_what_cannot_be_read_fits_the_schema(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, document = as_json(capsys, tmp_path / "none", tmp_path, "/dev/null")
    assert code == Verdict.CANNOT_JUDGE
    assert [log["findings"][0]["error"] for log in document["logs"]] == ["missing", "no logs", "no file"]


def test_the_schema_names_all_that_can_be_said() -> None:
    defs = SCHEMA["$defs"]
    assert defs["finding"]["properties"]["finding"]["enum"] == [
        *(fault.value for fault in sorted(Fault, key=list(Fault).index)),
    ]
    assert defs["event_kind"]["enum"] == [kind.name.lower() for kind in EventKind]
    assert defs["verdict"]["enum"] == [verdict.name.lower().replace("_", " ") for verdict in Verdict]
    log = defs["log"]["properties"]
    assert set(log["not_proven"]["items"]["enum"]) == set(UNPROVEN) == set(NOT_PROVEN)
    reasons = log["result"]["anyOf"][1]["properties"]["reason"]["enum"]
    assert set(reasons) == {reason.name.lower().replace("_", " ") for reason in Reason}
