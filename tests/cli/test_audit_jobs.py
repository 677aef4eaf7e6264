"""Many logs: the same bytes for any number of processes, none of which outlives the command."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli import audit_pool, audit_work
from cli.audit_pool import WorkerLost, judge_with
from cli.audit_wanted import File, Wanted, find_files
from cli.audit_work import Form, Judged, judge_all
from cli.errors import sentence
from cli.main import main
from cli.words import set_language
from p2p.verdict import Verdict
from tests.p2p.gamebuilder import whole_game
from tests.vectors.corpus import CORPUS

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def corpus() -> list[File]:
    return find_files([str(CORPUS)])


@pytest.fixture(autouse=True)
def english() -> None:
    set_language("en")


@pytest.mark.parametrize("form", ["short", "json"])
def test_workers_give_the_same_in_the_same_order(
    form: Form, corpus: list[File], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = list(judge_all(corpus, Wanted(verbose=True), form, 1))
    monkeypatch.setattr(audit_pool, "BATCH_CHARACTERS", 200)
    assert list(judge_with(3, corpus, Wanted(verbose=True), form)) == here


def test_the_process_that_was_asked_judges_beside_its_workers(
    corpus: list[File], monkeypatch: pytest.MonkeyPatch
) -> None:
    here: list[File] = []

    def judge(file: File, *rest: Any) -> Judged:
        here.append(file)
        return audit_work.judge(file, *rest)

    monkeypatch.setattr(audit_pool, "BATCH_CHARACTERS", 1)
    monkeypatch.setattr(audit_pool, "judge", judge)
    assert len(list(judge_with(1, corpus, Wanted(), "not at all"))) == len(corpus)
    assert here[0] == corpus[1]  # the worker, which has yet to start, has been given the first
    assert len(here) < len(corpus)


def test_a_worker_speaks_the_language_of_the_command(corpus: list[File]) -> None:
    set_language("fr")
    [one] = judge_with(1, [file for file in corpus if file.path.endswith("cut.mark")][:1], Wanted(), "short")
    assert "inachevé" in one.text or "incompl" in one.text


def test_few_or_small_logs_start_no_workers(corpus: list[File], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_pool, "judge_with", None)  # would not be called
    assert len(list(judge_all(corpus, Wanted(), "not at all", 8))) == len(corpus)
    one = [File(corpus[0].path, audit_work.BYTES_FOR_A_PROCESS * 100)]
    assert len(list(judge_all(one, Wanted(), "not at all", 8))) == 1


def test_a_worker_that_is_killed_is_told_in_a_sentence(
    corpus: list[File], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_pool, "BATCH_CHARACTERS", 1)
    judged = judge_with(1, corpus, Wanted(), "not at all")
    next(judged)
    [child] = _children(os.getpid())
    os.kill(child, signal.SIGKILL)
    with pytest.raises(WorkerLost) as lost:
        list(judged)
    text = sentence(lost.value)
    assert text is not None
    assert "has ended by itself" in text
    assert lost.value.path in text
    assert _children(os.getpid()) == []


def test_workers_are_gone_when_nobody_wants_more(corpus: list[File]) -> None:
    judged = judge_with(2, corpus, Wanted(), "not at all")
    next(judged)
    assert len(_children(os.getpid())) == 2
    judged.close()
    assert _children(os.getpid()) == []


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder of one log under many names: two workers check its signatures for more than a second."""
    folder = tmp_path_factory.mktemp("busy")
    (folder / "0000.mark").write_bytes(whole_game(3, "many").data())
    size = (folder / "0000.mark").stat().st_size
    for number in range(1, audit_work.BYTES_FOR_A_PROCESS // size):
        (folder / f"{number:04}.mark").hardlink_to(folder / "0000.mark")
    return folder


def at_work(busy: Path) -> "subprocess.Popen[str]":
    """Give an audit by two processes, both of which have begun."""
    run = subprocess.Popen(
        [sys.executable, "-m", "cli", "audit", "--lang", "en", "--jobs", "2", "--every-signature", str(busy)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert run.stdout is not None
    assert run.stdout.readline().endswith(": complete\n")
    return run


@pytest.mark.skipif(not hasattr(os, "fork"), reason="signals and process lists of POSIX")
def test_ctrl_c_leaves_at_once_with_one_line_and_no_process(busy: Path) -> None:
    run = at_work(busy)
    os.killpg(run.pid, signal.SIGINT)  # as a terminal does it: to all of them
    _, err = run.communicate(timeout=60)
    assert (run.returncode, err) == (130, "Stopped.\n")
    assert _group(run.pid) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="signals and process lists of POSIX")
def test_no_worker_outlives_a_command_that_was_killed(busy: Path) -> None:
    run = at_work(busy)
    run.kill()
    run.communicate(timeout=60)  # ends when the last one that holds the pipe has gone


def test_the_command_prints_the_same_bytes_for_any_number_of_jobs(tmp_path: Path) -> None:
    data = whole_game(3, "large").data()
    for number in range(6):
        with (tmp_path / f"{number}.mark").open("wb") as file:
            file.write(data[number:] if number % 4 == 3 else data)
            file.truncate(audit_work.BYTES_FOR_A_PROCESS)
    outputs = {
        subprocess.run(
            [sys.executable, "-m", "cli", "audit", "--lang", "en", *options, str(tmp_path)],
            cwd=ROOT,
            capture_output=True,
            check=False,
        ).stdout
        for options in (("--jobs", "1"), ("--jobs", "3"), ())
    }
    [output] = outputs
    lines = output.decode().splitlines()
    assert lines[0] == f"{tmp_path}/0.mark: unfinished"
    assert lines[-2:] == ["5 unfinished, 1 cannot judge", "6 logs: cannot judge"]


@pytest.mark.parametrize("jobs", ["0", "-1", "two", "1000"])
def test_a_number_of_jobs_that_is_none_is_wrong_usage(jobs: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--lang", "en", f"--jobs={jobs}", "x"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("t6-hammer.mark", Verdict.COMPLETE),
        ("cut.mark", Verdict.UNFINISHED),
        ("illegal-move.mark", Verdict.BROKEN),
        ("proof-two-bids.mark", Verdict.FORK),
        ("protocol-2.mark", Verdict.CANNOT_JUDGE),
        ("no-such.mark", Verdict.CANNOT_JUDGE),
        (".", Verdict.FORK),
    ],
)
def test_quiet_is_the_exit_code_alone(file: str, code: Verdict, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "-q", str(CORPUS / "made" / file)]) == code
    assert capsys.readouterr() == ("", "")


def _children(pid: int) -> list[int]:
    """Give the worker processes of this one: not the helper that Python itself keeps beside them."""
    return [child for child, parent, words in _processes() if parent == pid and "spawn_main" in words]


def _group(group: int) -> list[int]:
    """Give what is left of a process group, once what is leaving has had its time."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return []
        time.sleep(0.05)
    return [group]


def _processes() -> Iterator[tuple[int, int, str]]:
    """Give pid, parent and command line of every process that lives (Linux)."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = (folder / "stat").read_text().rpartition(")")[2].split()
            words = (folder / "cmdline").read_text()
        except OSError:
            continue
        if status[0] != "Z":
            yield int(folder.name), int(status[1]), words
