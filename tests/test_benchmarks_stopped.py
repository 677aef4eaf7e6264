"""Ctrl-C or SIGTERM, whenever it comes, ends the benchmarks with a sentence and leaves no process behind."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.e2e.processes import PATIENCE

ROOT = Path(__file__).parents[1]
SUITE = (sys.executable, "-m", "benchmarks", "--short", "--only")
BROKEN_OFF = """
import os, runpy, signal, sys

class Stopping:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == sys.argv[1]:
            os.kill(os.getpid(), int(sys.argv[2]))

sys.meta_path.insert(0, Stopping)
runpy.run_module("benchmarks", run_name="__main__", alter_sys=True)
"""
"""Sends itself a signal at the very moment at which it imports a module."""
STOPS = pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="looks for processes in /proc"
)


@STOPS
@pytest.mark.parametrize("module", ["benchmarks.command", "core.state", "benchmarks.wire_cases"])
def test_while_it_imports(module: str, stop: signal.Signals) -> None:
    line = (sys.executable, "-c", BROKEN_OFF, module, str(int(stop)))
    ended = subprocess.run(line, capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "Stopped.\n", "")


@STOPS
@pytest.mark.parametrize("case", ["settling", "audit-cores", "start-up"])
def test_while_others_run_for_it(case: str, stop: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    mark = f"{case} {stop.name} {os.getpid()}"
    environment = {**os.environ, "STOPPED_BENCHMARK": mark}
    with subprocess.Popen(
        (*SUITE, case, "--json", str(path)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=ROOT,
        env=environment,
    ) as suite:
        assert suite.stdout is not None
        assert suite.stdout.readline().startswith("processor")
        until = time.monotonic() + PATIENCE
        while len(marked(mark)) < 2:
            assert suite.poll() is None
            assert time.monotonic() < until
        suite.send_signal(stop)
        assert suite.wait(PATIENCE) == 130
        assert marked(mark) == []
        told = suite.stdout.read()
    assert told.splitlines()[-1] == f"Stopped; {path} has what was found before."
    assert "Traceback" not in told
    assert json.loads(path.read_text(encoding="utf-8"))["rounds"] == 1


def marked(mark: str) -> list[str]:
    """Give the processes that were started with this mark."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            environment = (process / "environ").read_bytes()
        except (FileNotFoundError, PermissionError, ProcessLookupError):
            continue
        if f"STOPPED_BENCHMARK={mark}".encode() in environment.split(b"\0"):
            found.append(process.name)
    return found
