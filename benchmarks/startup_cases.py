"""Start-up of the command against a bare Python, as whole processes."""

import os
import subprocess
import sys
from pathlib import Path

from benchmarks.measure import Work


def command(cache: Path, *arguments: str) -> Work:
    """Give the work of running this once; a rate is runs per second.

    The bytecode is kept in `cache`, written by the first run, as that of an installed command is.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(cache)

    def work() -> int:
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=environment)
        return 1

    return work


IMPORTS = """
import argparse, msgpack
from cryptography.hazmat.primitives.asymmetric import ed25519
"""
"""What `mark audit` takes of others."""


def cases(folder: Path, log: bytes) -> dict[str, Work]:
    path, cache = folder / "game.mark", folder / "cache"
    path.write_bytes(log)
    return {
        "floor: python -c pass": command(cache, "-c", "pass"),
        "ours: mark --help": command(cache, "-m", "cli", "--help"),
        "ours: mark audit of one log": command(cache, "-m", "cli", "audit", str(path)),
        "floor: what mark audit imports of others": command(cache, "-c", IMPORTS),
    }
