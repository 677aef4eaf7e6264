"""What tells other programs that a file is one of MARK's: its first bytes, and docs/mark.magic for `file`."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from p2p.frames import CHAT_MAGIC, EVIDENCE_MAGIC, IDENTITY_MAGIC, JOURNAL_MAGIC, LOG_MAGIC, header

DOCS = Path(__file__).parents[1] / "docs"
MAGIC = DOCS / "mark.magic"
KINDS = {
    LOG_MAGIC: ("MARK game log, format 1", "application/vnd.mark.log"),
    EVIDENCE_MAGIC: ("MARK proof of equivocation, format 1", "application/vnd.mark.proof"),
    JOURNAL_MAGIC: ("MARK private journal of a game, format 1", "application/octet-stream"),
    IDENTITY_MAGIC: ("MARK secret key of a person, format 1", "application/octet-stream"),
    CHAT_MAGIC: ("MARK chat of a game, format 1", "application/octet-stream"),
}


@pytest.mark.skipif(shutil.which("file") is None, reason="there is no file(1) here")
@pytest.mark.parametrize("magic", KINDS, ids=bytes.decode)
def test_file_names_every_kind(magic: bytes, tmp_path: Path) -> None:
    path = tmp_path / "some.mark"
    path.write_bytes(header(magic) + bytes(range(40)))
    said = [
        subprocess.run(
            ["file", "--brief", *more, "--magic-file", str(MAGIC), str(path)],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for more in ([], ["--mime-type"])
    ]
    assert tuple(said) == KINDS[magic]


def test_documents_name_the_same_types_and_bytes() -> None:
    """Clause 18.4."""
    types = {kind for _, kind in KINDS.values() if "vnd" in kind}
    protocol = (DOCS.parent / "protocol.md").read_text("utf-8")
    table = (DOCS / "media-types.md").read_text("utf-8")
    for text in (protocol, table, MAGIC.read_text("ascii")):
        assert set(re.findall(r"application/vnd\.mark\.\w+", text)) == types
    assert LOG_MAGIC.hex(" ") in table
    assert EVIDENCE_MAGIC.hex(" ") in table
