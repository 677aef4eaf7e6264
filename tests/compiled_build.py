"""Makes a compiled build of this source, in a folder of its own."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("core", "p2p", "cli")
SOURCE: Final = (*PACKAGES, "setup.py", "pyproject.toml", "README.md", "LICENSE")
"""What is built."""


def what_is_lacking() -> str | None:
    """Tell what a compiled build needs and is not on this computer; None where all is there."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"there is no C compiler ({compiler})"
    headers = Path(sysconfig.get_path("include"), "Python.h")
    return None if headers.exists() else f"Python's headers are not installed ({headers})"


def build(folder: Path, level: str) -> None:
    """Install a build into this folder, made at `level` of the C compiler's optimising, "0" to "3"."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    environment = {**os.environ, "MARK_COMPILED": "1", "MYPYC_OPT_LEVEL": level}
    with TemporaryDirectory() as name:
        source = copy(SOURCE, Path(name, "source"))
        install = [*pip, "--no-deps", "--upgrade", "--target", str(folder), str(source)]
        subprocess.run(install, check=True, env=environment)


def is_of_this_source(folder: Path) -> bool:
    """Tell whether the folder has a build of the very source that is here: a build holds it too."""
    return all(
        (folder / path.relative_to(ROOT)).is_file()
        and (folder / path.relative_to(ROOT)).read_bytes() == path.read_bytes()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
    )


def copy(names: tuple[str, ...], folder: Path) -> Path:
    """Copy these files and folders of the project into a new folder; give it."""
    folder.mkdir()
    for name in names:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder)
    return folder
