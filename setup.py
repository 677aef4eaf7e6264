"""Builds the program compiled, from the very same source, where MARK_COMPILED=1 asks for it; else as it is.

All else that a build is told, and which modules are compiled, is in pyproject.toml.
"""

import importlib.util
import os
import sys
import tomllib
from pathlib import Path
from typing import Any

from setuptools import setup

COMPILER = "mypy>=2.4"
"""Holds mypyc, which makes C of annotated Python. A C compiler is needed too."""


def extensions() -> list[Any]:
    """Compile the modules; types of packages that are not there while it is built are not looked at."""
    from mypyc.build import mypycify  # noqa: PLC0415  # only there where it is asked for

    told = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["mark"]["compiled"]
    modules = [f"{package}/{name}.py" for package, names in told.items() for name in names.split()]
    options = ["--config-file=", "--ignore-missing-imports"]
    made: list[Any] = mypycify([*options, *modules], opt_level="3", debug_level="0", group_name="mark")
    return made


if os.environ.get("MARK_COMPILED") != "1":
    setup()
elif "egg_info" in sys.argv and importlib.util.find_spec("mypyc") is None:
    setup(setup_requires=[COMPILER])  # the installer asks what to bring, before it builds
else:
    setup(ext_modules=extensions())
