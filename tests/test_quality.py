"""The checks that are not tests of behaviour, as tests: one command runs them all."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

CHECKS = {
    "format": ("ruff", "format", "--check", "."),
    "lint": ("ruff", "check", "."),
    "types": ("mypy",),
    "imports": ("importlinter.cli", "lint"),
}


@pytest.mark.parametrize("check", CHECKS)
def test_the_tree_passes(check: str) -> None:
    module, *arguments = CHECKS[check]
    if check == "imports":
        command = [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command; lint_imports_command()",
        ]
    else:
        command = [sys.executable, "-m", module, *arguments]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
