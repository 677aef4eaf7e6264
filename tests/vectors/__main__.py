"""`python -m tests.vectors` writes the vectors; with `--check` it compares, and fails on a difference."""

import argparse
import sys
from pathlib import Path
from typing import Final

from tests.vectors.contents import vector_files
from tests.vectors.corpus import MADE
from tests.vectors.document import with_vectors
from tests.vectors.together import TOGETHER, together_files

FOLDER: Final = Path(__file__).parent
DOCUMENT: Final = FOLDER.parents[1] / "protocol.md"


def wanted() -> dict[Path, bytes]:
    """Give what every file should hold, the document among them."""
    files = {FOLDER / name: data for name, data in (vector_files() | together_files()).items()}
    files[DOCUMENT] = with_vectors(DOCUMENT.read_bytes().decode()).encode()
    return files


def differing() -> list[Path]:
    """Give the files that do not hold what they should, and those that nothing makes any more."""
    files = wanted()
    wrong = [path for path, data in files.items() if not path.exists() or path.read_bytes() != data]
    made = {
        path
        for pattern in ("*.json", "*.mark", f"{MADE}/*", f"{TOGETHER}/*")
        for path in FOLDER.glob(pattern)
    }
    return sorted([*wrong, *(made - files.keys())])


def main(arguments: list[str]) -> int:
    """Write or compare; 1 if something differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.vectors", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, and change nothing")
    wrong = differing()
    if parser.parse_args(arguments).check:
        for path in wrong:
            print(f"differs: {path.relative_to(DOCUMENT.parent)}")
        return bool(wrong)
    files = wanted()
    for path in wrong:
        if path in files:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(files[path])
        else:
            path.unlink()
        print(f"written: {path.relative_to(DOCUMENT.parent)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
