"""Start-up of the command against a bare Python, as whole processes."""

import subprocess
import sys
from pathlib import Path

from benchmarks.measure import Work


def command(*arguments: str) -> Work:
    """Give the work of running this once; a rate is runs per second."""

    def work() -> int:
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
        return 1

    return work


def audit_command(log: Path) -> Work:
    return command("-m", "cli", "audit", str(log))
