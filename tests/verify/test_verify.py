"""The verifier of docs/verify and `mark audit` judge everything alike (protocol.md, chapter 13)."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from cli.main import main as mark
from docs.verify import mark_verify
from p2p.verdict import Verdict
from tests import vectors
from tests.p2p.gamebuilder import whole_game
from tests.verify.__main__ import main, seed_range
from tests.verify.agreement import Disagreement, agree, agree_together
from tests.verify.long import main as long
from tests.verify.seeds import judge_seed

SEEDS = 24
"""Each gives some three hundred files."""
VECTORS = sorted(Path(vectors.__file__).parent.glob("*.mark"))
judged = cache(judge_seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SEEDS))
def test_logs_that_are_made_up_and_spoiled_are_judged_alike(seed: int) -> None:
    verdicts = judged(seed)
    assert sum(verdicts.values()) > 200
    assert verdicts.keys() == {"complete", "unfinished", "broken", "fork", "cannot_judge"}


@pytest.mark.parametrize("every_signature", [False, True])
@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.name)
def test_golden_logs_are_judged_alike(path: Path, every_signature: bool) -> None:
    agree(path.read_bytes(), every_signature=every_signature)


def test_golden_logs_side_by_side_are_judged_alike() -> None:
    assert agree_together([path.read_bytes() for path in VECTORS]) == Verdict.FORK


def test_a_verifier_that_takes_any_signature_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    data = whole_game().data()
    monkeypatch.setattr(mark_verify, "is_signature", lambda *_: False)
    with pytest.raises(Disagreement):
        agree(data)


def test_the_command_names_each_seed_that_is_judged_differently(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert seed_range("3..5") == range(3, 6)
    assert seed_range("7") == range(7, 8)
    monkeypatch.setattr(mark_verify, "is_signature", lambda *_: False)
    assert main(["--seeds", "0..0"]) == 1
    assert capsys.readouterr().out.startswith("seed 0: ")


def test_the_verifier_shares_no_line_with_the_program() -> None:
    """Lines long enough to say something: neither imports nor the signatures of constructors."""

    def lines(path: Path) -> set[str]:
        stripped = (line.strip() for line in path.read_text("utf-8").splitlines())
        return {
            line for line in stripped if len(line) >= 45 and not line.startswith(("from ", "def __init__"))
        }

    root = Path(mark_verify.__file__).parents[2]
    program = {
        line for layer in ("core", "p2p") for path in (root / layer).glob("*.py") for line in lines(path)
    }
    assert lines(Path(mark_verify.__file__)) & program == set()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("verify")
    game = whole_game(3)
    data, damaged = game.data(), bytearray(game.data())
    damaged[len(damaged) // 2] ^= 1
    found = []
    for name, content in (
        ("complete", data),
        ("cut", data[:-5]),
        ("damaged", bytes(damaged)),
        ("empty", b""),
        ("newer", b"MARKLOG\2" + data[8:]),
    ):
        found.append(folder / f"{name}.mark")
        found[-1].write_bytes(content)
    return [*found, Path(vectors.__file__).parent / "proof.mark"]


def verifier(folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the file as a stranger does, where nothing of the program can be imported."""
    command = [sys.executable, "-I", mark_verify.__file__, *map(str, arguments)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_both_commands_leave_with_the_same_code(files: list[Path], tmp_path: Path) -> None:
    codes = []
    names = [str(path) for path in files]
    for arguments in (*([name] for name in names), names, names[:2], ["--every-signature", names[0]]):
        run = verifier(tmp_path, *arguments)
        assert run.stderr == ""
        assert run.returncode == mark(["audit", *arguments])
        codes.append(run.returncode)
    assert codes == [0, 3, 4, 6, 6, 5, 5, 3, 0]


def test_the_verifier_says_what_it_found(files: list[Path], tmp_path: Path) -> None:
    said = verifier(tmp_path, files[1], files[0]).stdout
    assert "cut.mark': unfinished\n  cut: record at byte " in said
    assert "beside" in said
    assert "prefix" in said
    assert verifier(tmp_path).returncode == 2
    assert verifier(tmp_path, "--help").returncode == 0
    nothing = verifier(tmp_path, tmp_path / "nothing", files[0])
    assert "No such file" in nothing.stderr
    assert nothing.returncode == Verdict.CANNOT_JUDGE


def test_long_logs_can_be_made_and_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert long(["--rounds", "40"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["10", "20", "30", "40"]
    assert all("us a round; peak" in line for line in lines)
