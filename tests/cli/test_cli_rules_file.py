import os
from pathlib import Path

import pytest

from cli.errors import sentence
from cli.rules_file import (
    RulesFileMissing,
    RulesFileWrong,
    load_ruleset,
)
from cli.text_file import MOST_BYTES, TextFileNoFile, TextFileNotText, TextFileTooLong
from core.ruleset import DEFAULT, LONG, Ruleset


def test_presets_go_by_name() -> None:
    assert load_ruleset(None) == load_ruleset("default") == DEFAULT
    assert load_ruleset("long") == LONG


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text('base = "long"\nmoney = 50\n', encoding="utf-8")
    assert load_ruleset(str(path)) == Ruleset(rows_to_end=5, money=50)


def test_a_file_may_begin_as_some_editors_begin_it(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_bytes(b"\xef\xbb\xbfmoney = 50\r\n")
    assert load_ruleset(str(path)) == Ruleset(money=50)


def test_an_empty_file_is_the_default(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.touch()
    assert load_ruleset(str(path)) == DEFAULT


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"money = -1", RulesFileWrong),
        (b"nonsense", RulesFileWrong),
        (b"\xff\xfe", TextFileNotText),
        (b"#" * (MOST_BYTES + 1), TextFileTooLong),
        (b"money = " + b"[" * 60_000, RulesFileWrong),
        (b"\0" * 10, RulesFileWrong),
    ],
)
def test_a_bad_file_gets_one_sentence_with_its_path(
    tmp_path: Path, data: bytes, kind: type[Exception]
) -> None:
    path = tmp_path / "rules.toml"
    path.write_bytes(data)
    with pytest.raises(kind) as error:
        load_ruleset(str(path))
    told = sentence(error.value)
    assert told is not None
    assert str(path) in told
    assert "\n" not in told


def test_a_file_of_the_largest_size_is_read(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_bytes(b"#" * MOST_BYTES)
    assert load_ruleset(str(path)) == DEFAULT


def test_no_file_and_no_file_that_can_be_read(tmp_path: Path) -> None:
    with pytest.raises(RulesFileMissing) as missing:
        load_ruleset(str(tmp_path / "none"))
    assert "default, long" in str(sentence(missing.value))
    with pytest.raises(OSError, match=r"."):
        load_ruleset(str(tmp_path))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_an_endless_file_is_not_read_to_its_end() -> None:
    with pytest.raises(TextFileTooLong):
        load_ruleset("/dev/zero")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "rules.toml")
    with pytest.raises(TextFileNoFile):
        load_ruleset(str(tmp_path / "rules.toml"))
