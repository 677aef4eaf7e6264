"""What a measurement was made with: the machine, Python, and the versions of all that took part."""

import importlib.metadata
import os
import platform
import tomllib
from pathlib import Path

from benchmarks.process import ROOT

PACKAGES = (
    "mark-p2p",
    "pyzmq",
    "msgpack",
    "cryptography",
    "prompt-toolkit",
    "open-spiel",
    "chess",
    "pettingzoo",
    "ptpython",
    "litecli",
)
"""Ours, what it stands on, and the peers."""


def machine() -> dict[str, str]:
    """Give the processor, the number of its cores that may be used, the system and its kernel."""
    return {
        "processor": _processor(),
        "cores": str(_cores()),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
    }


def versions() -> dict[str, str]:
    """Give the version of Python and of each package, or say that it is not installed."""
    python = f"{platform.python_version()} ({platform.python_implementation()})"
    return {"Python": python, **{package: _version(package) for package in PACKAGES}}


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or "unknown")


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return _here() if package == "mark-p2p" else "not installed"


def _here() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return f"{project['version']} (this folder)"
