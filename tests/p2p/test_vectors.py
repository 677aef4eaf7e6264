"""The golden bytes are what the program makes today (protocol.md, chapter 17)."""

from pathlib import Path

import pytest

from tests.vectors import __main__ as command
from tests.vectors.contents import JSON_FILES, LOG_FILES
from tests.vectors.corpus import MADE
from tests.vectors.document import BEGIN, END


def test_every_vector_file_and_the_document_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--check"]) == 0, capsys.readouterr().out


def test_a_difference_is_told_and_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "vectors"
    folder.mkdir()
    for path, data in command.wanted().items():
        document = path == command.DOCUMENT
        copy = tmp_path / path.name if document else folder / path.relative_to(command.FOLDER)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(data)
    monkeypatch.setattr(command, "FOLDER", folder)
    monkeypatch.setattr(command, "DOCUMENT", tmp_path / "protocol.md")
    assert command.main(["--check"]) == 0
    (folder / "dice.json").write_bytes(b"[]\n")
    (folder / "left-over.json").write_bytes(b"[]\n")
    (folder / MADE / "left-over.mark").write_bytes(b"")
    assert command.main(["--check"]) == 1
    assert [line.split("/")[-1] for line in capsys.readouterr().out.splitlines()] == [
        "left-over.mark",
        "dice.json",
        "left-over.json",
    ]
    assert command.main([]) == 0
    assert command.main(["--check"]) == 0


def test_the_document_lists_every_vector_file() -> None:
    text = command.DOCUMENT.read_text("utf-8")
    chapter = text.split("\n## 17 ")[1].split(BEGIN)[0]
    for name in (*JSON_FILES, *(f"{stem}.{kind}" for stem in LOG_FILES for kind in ("mark", "json"))):
        assert f"`{name}`" in chapter, name
    assert text.count(BEGIN) == text.count(END) == 1
