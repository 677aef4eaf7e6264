"""How much is installed: ours with all that it needs, and the same of other programs for terminals."""

import tomllib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.metadata import Distribution, PackageNotFoundError
from pathlib import Path

from benchmarks.case import MEBIBYTES, Better, Comparison, Measured, Role, Unit
from benchmarks.measure import Effort

PACKAGES = Unit("packages", Better.LESS)
PEERS = ("ptpython", "litecli")
ROOT = Path(__file__).parents[1]
OURS = ("core", "p2p", "cli")


def installed(_effort: Effort) -> Iterable[Comparison]:
    """Count whatever is installed here, with its bytecode; nothing of it differs between rounds."""
    title = "installed, with all that it needs"
    try:
        needed = _closure(_dependencies())
    except ImportError as error:
        yield Comparison(title, MEBIBYTES, (), (("requirements", f"{error.name} is not installed"),))
        return
    sizes = [Measured(Role.OURS, "", (_our_bytes() + sum(map(_bytes, needed)),))]
    counts = [Measured(Role.OURS, "", (len(needed) + 1.0,))]
    skipped: list[tuple[str, str]] = []
    for name in PEERS:
        found = _closure([name])
        if found:
            sizes.append(Measured(Role.PEER, name, (sum(map(_bytes, found)),)))
            counts.append(Measured(Role.PEER, name, (float(len(found)),)))
        else:
            skipped.append((name, "it is not installed"))
    yield Comparison(title, MEBIBYTES, tuple(sizes), tuple(skipped))
    yield Comparison(title, PACKAGES, tuple(counts), tuple(skipped))


def _dependencies() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"]]


def _closure(requirements: Iterable[str]) -> list[Distribution]:
    """Give what is installed of these, and of all that they require on this system without extras."""
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    found: dict[str, Distribution] = {}
    waiting = [*map(Requirement, requirements)]
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name in found or not (wanted.marker is None or wanted.marker.evaluate({"extra": ""})):
            continue
        with suppress(PackageNotFoundError):
            found[name] = Distribution.from_name(name)
            waiting += map(Requirement, found[name].requires or ())
    return [*found.values()]


def _bytes(package: Distribution) -> int:
    return sum(_size(Path(str(file.locate()))) for file in package.files or ())


def _our_bytes() -> int:
    return sum(map(_size, _our_files()))


def _our_files() -> Iterator[Path]:
    """Give the modules with their bytecode, where there is some, and the catalogues."""
    for package in OURS:
        for kind in ("*.py", "*.pyc", "*.mo"):
            yield from (ROOT / package).rglob(kind)


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0
