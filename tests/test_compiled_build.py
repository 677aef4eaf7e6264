"""What a compiled build needs, and whether there is one of the source that is here."""

import shutil
import sys
import sysconfig
from pathlib import Path

import pytest

from tests import compiled
from tests.compiled_build import PACKAGES, ROOT, is_of_this_source


def test_where_no_c_compiler_is_that_is_said_and_nothing_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    assert compiled.main([]) == 0
    assert capsys.readouterr().out == (
        "The compiled build is not tested: there is no C compiler (no-such-compiler).\n"
    )


def test_where_no_headers_are_that_is_said_and_nothing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", sys.executable)  # some command that there is
    monkeypatch.setattr(sysconfig, "get_path", lambda _name: str(tmp_path))
    assert compiled.main([]) == 0
    assert capsys.readouterr().out == (
        f"The compiled build is not tested: Python's headers are not installed ({tmp_path / 'Python.h'}).\n"
    )


def test_the_tests_that_are_chosen_are_there() -> None:
    names = [name.partition("::")[0] for name in compiled.chosen()]
    assert len(names) > 50
    assert all((ROOT / name).exists() for name in names)


def test_a_build_of_another_source_is_none_of_this(tmp_path: Path) -> None:
    assert not is_of_this_source(tmp_path)
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package)
    assert is_of_this_source(tmp_path)
    changed = tmp_path / "core" / "state.py"
    changed.write_bytes(changed.read_bytes() + b"\n")
    assert not is_of_this_source(tmp_path)
