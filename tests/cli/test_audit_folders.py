"""Folders that `mark audit` is given: what lies in them is found once, however they are made."""

import os
from pathlib import Path

import pytest

from cli.audit_wanted import NO_LOGS, find_files

DEPTH = 3000


def _log(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x")
    return path


def test_links_to_folders_are_not_followed_whatever_they_are_called(tmp_path: Path) -> None:
    """Two links to their own folder, both called like logs, would be 2 ** 40 paths to it."""
    log = _log(tmp_path / "a.mark")
    for name in ("b.mark", "c.mark", "d"):
        (tmp_path / name).symlink_to(tmp_path)
    assert [file.path for file in find_files([str(tmp_path)])] == [str(log)]
    assert [file.problem for file in find_files([str(tmp_path / "b.mark")])] == [""]


def test_a_folder_that_cannot_be_read_hides_no_log_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = [_log(tmp_path / "a.mark"), _log(tmp_path / "shut" / "b.mark"), _log(tmp_path / "z" / "c.mark")]
    scan = os.scandir

    def refuse(path: str) -> "os._ScandirIterator[str]":
        if path.endswith("shut"):
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    found = find_files([str(tmp_path)])
    assert [file.path for file in found] == [str(logs[0]), str(tmp_path / "shut"), str(logs[2])]
    assert [bool(file.problem) for file in found] == [False, True, False]


def test_folders_can_lie_deeper_than_python_calls_functions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system has no path to the last of them, which is told."""
    log = _log(tmp_path / "z.mark")
    monkeypatch.chdir(tmp_path)
    for _ in range(DEPTH):
        os.mkdir("d")  # noqa: PTH102 - from each to the next: no path is as long
        os.chdir("d")
    try:
        too_deep, found = find_files([str(tmp_path)])
    finally:
        for _ in range(DEPTH):
            os.chdir("..")
            os.rmdir("d")  # noqa: PTH106
    assert found.path == str(log)
    assert too_deep.problem not in ("", NO_LOGS)


def test_logs_of_a_folder_come_by_name_those_of_folders_at_the_place_of_theirs(tmp_path: Path) -> None:
    names = ["a.mark", "b/b/z.mark", "b/c.mark", "b.mark", "c.mark/a.mark"]
    for name in names:
        _log(tmp_path / name)
    found = [file.path.removeprefix(f"{tmp_path}{os.sep}") for file in find_files([str(tmp_path)])]
    assert found == names
