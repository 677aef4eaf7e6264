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
SCREEN = "import cli.main, cli.arguments, cli.solo, cli.screen.client, cli.screen.table_screen"
"""What `mark play` takes until its first screen, all of its own and of others."""
SCREEN_IMPORTS = """
import asyncio, argparse, msgpack, zmq, prompt_toolkit.application, prompt_toolkit.layout.menus
from cryptography.hazmat.primitives.asymmetric import ed25519
"""
"""What it takes of others: the least of a program that draws with prompt-toolkit and speaks ZeroMQ."""
HOME = """
from cli.arguments import build_parser
from cli.home import Home
Home(build_parser("home").parse_args([])).at.paint(80, 24)
"""
"""The home screen up to the moment at which it is drawn."""
HOME_IMPORTS = """
import argparse, asyncio, pathlib, tomllib
from prompt_toolkit.application import Application
from prompt_toolkit.layout.menus import CompletionsMenu
"""
"""What the home screen takes of others."""


def cases(folder: Path, log: bytes) -> dict[str, Work]:
    path, cache = folder / "game.mark", folder / "cache"
    path.write_bytes(log)
    return {
        "floor: python -c pass": command(cache, "-c", "pass"),
        "ours: mark --help": command(cache, "-m", "cli", "--help"),
        "ours: mark audit of one log": command(cache, "-m", "cli", "audit", str(path)),
        "floor: what mark audit imports of others": command(cache, "-c", IMPORTS),
        "ours: all that mark play imports for its first screen": command(cache, "-c", SCREEN),
        "floor: what mark play imports of others": command(cache, "-c", SCREEN_IMPORTS),
        "floor: import prompt_toolkit": command(cache, "-c", "import prompt_toolkit"),
        "ours: the home screen, drawn": command(cache, "-c", HOME),
        "floor: what the home screen imports of others": command(cache, "-c", HOME_IMPORTS),
    }
