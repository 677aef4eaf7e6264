"""What runs is compiled where MARK_COMPILED=1 asks for it, and else is the source as it is."""

import os
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

TOLD = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["mark"]["compiled"]


@pytest.mark.parametrize("package", sorted(TOLD))
def test_what_runs_is_compiled_where_that_is_asked_for(package: str) -> None:
    asked = os.environ.get("MARK_COMPILED") == "1"
    for name in TOLD[package].split():
        spec = find_spec(f"{package}.{name}")
        assert spec is not None
        assert spec.origin is not None
        assert spec.origin.endswith(".py") != asked, spec.origin
