"""Builds the program compiled, from the very same source, where MARK_COMPILED=1 asks for it; else as it is.

All else that a build is told, and which modules are compiled, is in pyproject.toml. MYPYC_OPT_LEVEL=0 has
the C compiler do without optimising: the same program, slower, but built in a third of the time, for tests.
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
DESCRIBES = {"egg_info", "dist_info"}
"""What an installer asks first: there is nothing to compile for it."""


def extensions() -> list[Any]:
    """Compile the modules; types of packages that are not there while it is built are not looked at."""
    from mypyc.build import mypycify  # noqa: PLC0415  # only there where it is asked for

    told = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["mark"]["compiled"]
    modules = [f"{package}/{name}.py" for package, names in told.items() for name in names.split()]
    options = ["--config-file=", "--ignore-missing-imports"]
    level = os.environ.get("MYPYC_OPT_LEVEL", "3")
    made: list[Any] = mypycify([*options, *modules], opt_level=level, debug_level="0", group_name="mark")
    if os.name != "nt":
        for (
            extension
        ) in made:  # that warning, which Python's own flags ask for, takes gcc 40 s of one large file
            extension.extra_compile_args.append("-Wno-misleading-indentation")
    return made


if os.environ.get("MARK_COMPILED") != "1":
    setup()
elif not DESCRIBES.isdisjoint(sys.argv):
    setup(setup_requires=[] if importlib.util.find_spec("mypyc") else [COMPILER])
else:
    setup(ext_modules=extensions())
