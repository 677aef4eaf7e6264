"""The fuzz targets run, sound input passes each of them, and a fault is found and made small."""

import re
from pathlib import Path

import pytest

from p2p.encoding import EncodingRefused, decode
from tests.fuzz import __main__ as command
from tests.fuzz import targets
from tests.fuzz.run import Found, fuzz
from tests.fuzz.targets import TARGETS, Target

NAMES = [target.name for target in TARGETS]


@pytest.mark.parametrize("target", TARGETS, ids=NAMES)
def test_a_decoder_gives_or_refuses_by_name_whatever_comes(target: Target) -> None:
    for data in target.seeds():
        target.check(data)
    fuzz(target, 0, 60)


def test_a_fault_is_found_and_its_least_input_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def check(data: bytes) -> None:
        try:
            value = decode(data, 8192)
        except EncodingRefused:
            return
        assert value != 300

    faulty = Target("faulty", lambda: [b"\x01", b"\xcd\x01\x2b"], check)
    with pytest.raises(Found, match=r"^cd012c\n"):
        fuzz(faulty, 1, 2000)
    monkeypatch.setattr(command, "TARGETS", (faulty,))
    assert command.main(["--seconds", "20"]) == 1
    assert "faulty, run " in capsys.readouterr().err


def test_every_decoder_of_foreign_bytes_has_a_target() -> None:
    root = Path(targets.__file__).parents[2]
    takes_bytes = re.compile(r"^def ((?:decode|parse)_\w+|read_\w+(?=\(\w+: (?:bytes|str)\b))", re.MULTILINE)
    sources = [path.read_text("utf-8") for path in (root / "p2p").glob("*.py")]
    names = {name for source in sources for name in takes_bytes.findall(source)}
    inside = {"decode_parts"}  # what `decode` is made of
    used = Path(targets.__file__).read_text("utf-8")
    assert len(names) > 12
    assert [name for name in sorted(names - inside) if name not in used] == []


def test_the_time_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--seconds", "0", "--only", "encoding"]) == 0
    assert capsys.readouterr().out == f"encoding {command.EXAMPLES}\n"
