"""What `mark audit --roll` and `--auction` print suffices to compute both by `sha256sum` (chapters 9, 10)."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cli import audit
from cli.audit_by_hand import command
from cli.main import main
from core.ruleset import Ruleset
from p2p.event import EventKind
from tests.p2p.gamebuilder import GameBuilder, whole_game
from tests.vectors.corpus import CORPUS

SHELLS = [shell for shell in ("sh", "dash", "bash", "busybox") if shutil.which(shell)]


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a game in which bids were made, with money to bid."""
    path = tmp_path_factory.mktemp("by-hand") / "game.mark"
    path.write_bytes(whole_game(3, "by hand", Ruleset(), "cautious").data())
    return path


def shown(capsys: pytest.CaptureFixture[str], *options: object, code: int = 0) -> str:
    assert main(["audit", "--lang", "en", *map(str, options)]) == code
    return capsys.readouterr().out


def commands(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip().startswith("printf ")]


def run_all(shell: str, lines: list[str]) -> list[str]:
    """Run the printed lines in this shell and give the digests that they print."""
    call = [shell, "sh"] if shell == "busybox" else [shell]
    done = subprocess.run(call, input="\n".join(lines), capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return [line.split()[0] for line in done.stdout.splitlines()]


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="the tool that it is about")
@pytest.mark.parametrize("shell", SHELLS)
def test_the_printed_commands_give_each_commitment(
    shell: str, log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown(capsys, log, "--auction", 1)
    commitments = re.findall(r"the commitment is ([0-9a-f]{64})", text)
    assert len(commitments) == 3
    assert run_all(shell, commands(text)) == commitments


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="the tool that it is about")
@pytest.mark.parametrize("shell", SHELLS)
def test_the_printed_commands_give_the_links_and_the_dice(
    shell: str, log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown(capsys, log, "--roll", 3)
    known = re.findall(r"and hashes to its link 2, ([0-9a-f]{64})", text)
    dice = re.findall(r"is ([0-9a-f]{64})$", text, re.MULTILINE)
    assert (len(known), len(dice)) == (3, 1)
    assert run_all(shell, commands(text)) == [*known, *dice]


def test_a_command_prints_every_byte_as_it_is() -> None:
    """No byte may act on the shell or on printf: quotes, percents, backslashes, zeros."""
    data = bytes(range(256))
    line = command(data).removesuffix(" | sha256sum")
    done = subprocess.run(["sh", "-c", line], capture_output=True, check=True)
    assert done.stdout == data


def test_text_and_json_show_the_same_auction(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, log, "--auction", 2)
    auction: dict[str, Any] = json.loads(shown(capsys, log, "--auction", 2, "--json"))["logs"][0]["auction"]
    assert (auction["index"], len(auction["bids"])) == (2, 3)
    assert auction["game"] in text
    assert auction["tag"] in text
    for bid in auction["bids"]:
        assert bid["fits"]
        assert bid["hash"]["sha256"] == bid["commitment"]
        assert bid["hash"]["command"] in text
        for part in (bid["key"], bid["nonce"], bid["commitment"], f"seat {bid['seat']:02x}"):
            assert part in text


def test_an_auction_that_was_not_held_is_an_error_of_its_own(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "There is no auction 999 in it." in shown(capsys, log, "--auction", 999, code=1)
    document = json.loads(shown(capsys, log, "--auction", 999, "--json", code=1))
    assert document["logs"][0]["auction"] is None
    assert main(["audit", "--lang", "en", str(log), "--auction", "0"]) == 2
    assert "counted from 1" in capsys.readouterr().err


def test_an_auction_before_a_fault_can_be_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    """Clause 10.3: what was opened wrongly is not there, as its round was not closed."""
    path = CORPUS / "made" / "wrong-opening.mark"
    assert "There is no auction 1 in it." in shown(capsys, path, "--auction", 1, code=4)


def test_a_seat_that_leaves_an_auction_has_no_bid_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rule L1: the note stands for its opening."""
    game = GameBuilder(3, "leaves", Ruleset(most_rolls=60)).play_to(EventKind.OPENING)
    game.resign(1)
    path = tmp_path / "game.mark"
    path.write_bytes(game.play().data())
    document = json.loads(shown(capsys, path, "--auction", 1, "--json", "--verbose"))
    [log] = document["logs"]
    assert [bid["seat"] for bid in log["auction"]["bids"]] == [0, 2]
    assert log["every_auction"][0]["bids"][1] is None
    assert log["auctions"] == len(log["every_auction"])


def test_no_command_is_broken_into_lines(
    log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a narrow terminal all other lines go on below: in a command that would be other bytes."""
    wrapped: list[str] = []
    monkeypatch.setattr(audit, "say", lambda *lines: wrapped.extend(lines))
    text = shown(capsys, log, "--auction", 1)
    assert len(commands(text)) == 3
    assert commands("\n".join(wrapped)) == []
    assert wrapped[0] == f"{log}: complete"
