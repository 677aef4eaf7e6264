"""The home screen in lines: every command that it names is one, with what is there for it now."""

import asyncio
import shlex
from pathlib import Path

import pytest

from cli.arguments import build_parser
from cli.home_menus import ENTRIES
from cli.home_plain import MOST_GAMES, run
from cli.identity import load_identity
from cli.main import main
from cli.tables import Find, Found
from cli.words import _, set_language
from core.ruleset import Ruleset
from p2p.advert import Advert
from p2p.discovery import DiscoveryOff, OffReason
from p2p.entropy import seeded_entropy
from p2p.genesis import SeatEntry, make_genesis
from tests.cli.test_cli_home_lists import ADVERTS, save
from tests.p2p.gamebuilder import genesis_body, log_bytes, whole_game

NO_TABLE = "No table is found on this network"


def finding(*tables: Advert, off: DiscoveryOff | None = None) -> Find:
    async def find(interfaces: list[str], seconds: float) -> Found:
        await asyncio.sleep(0)
        assert (interfaces, seconds) == ([], 2.0)
        return Found(tables, off)

    return find


def shown(capsys: pytest.CaptureFixture[str], data: Path, find: Find, *options: str) -> dict[str, list[str]]:
    """Give the lines below each entry of the home screen, by its name."""
    args = build_parser("home").parse_args(["--plain", "--data", str(data), *options])
    assert run(args, find) == 0
    blocks = [block.split("\n") for block in capsys.readouterr().out.strip().split("\n\n")]
    found = {
        name: block[1:]
        for name, text, detail in ENTRIES
        for block in blocks
        if block[0].startswith(_(text)) and block[0].endswith(_(detail)) and detail
    }
    assert [*found] == [name for name, _text, _detail in ENTRIES if name != "quit"]
    return found


def commands(lines: list[str]) -> list[list[str]]:
    """Give the words of each command, every one of which the program itself understands."""
    found = [shlex.split(line.partition("  (")[0]) for line in map(str.strip, lines) if line[:5] == "mark "]
    for _mark, command, *options in found:
        build_parser(command).parse_args(options)
    return found


def save_unfinished(data: Path, number: int) -> str:
    """Keep a game that this computer has begun; gives the name of its folder."""
    own, other = (load_identity(data / name, seeded_entropy(name)) for name in (".", "other"))
    entries = [
        SeatEntry("Ada", own.key.public, bytes(32), bytes(32)),
        SeatEntry("Ben", other.key.public, b"b" * 32, bytes(32)),
    ]
    genesis = make_genesis(Ruleset(), bytes((number,)) * 32, entries)
    save(data, f"games/{number:04}", log_bytes([genesis_body(genesis)]), time=1e9 + number)
    return f"{number:04}"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_that_the_home_screen_offers_is_named_with_its_command(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    set_language(language)
    found = shown(capsys, tmp_path, finding(), "--name", "Ada B")
    for name in ("play", "host", "join", "watch", "replay", "audit", "rules"):
        named = commands(found[name])
        assert [words[1] for words in named] == [name]
        assert {"--data", str(tmp_path)} <= {*named[0]} or name in {"audit", "rules"}
    assert "Ada B" in commands(found["join"])[0]
    assert commands(found["resume"]) == []
    assert "settings.toml" in found["settings"][0]


def test_tables_that_are_found_stand_where_they_can_be_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = shown(capsys, tmp_path, finding(*ADVERTS), "--name", "Ada")
    with_list, with_invite = commands(found["join"])
    assert with_list[:2] == ["mark", "join"]
    assert "INVITE" not in with_list
    assert with_invite[2] == "INVITE"
    assert [line.strip().partition(":")[0] for line in found["join"][1:-1]] == ["Ann", "Dov"]
    assert [line.strip().partition(":")[0] for line in found["watch"][1:-1]] == ["Cleo", "Dov"]


def test_why_no_table_is_found_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert NO_TABLE in shown(capsys, tmp_path, finding())["join"][0]
    off = DiscoveryOff(OffReason.NO_INTERFACE)
    assert "Discovery is off" in shown(capsys, tmp_path, finding(off=off))["join"][0]


def test_games_that_are_here_can_be_gone_on_with_looked_at_and_audited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(tmp_path, "games/aaaa1111", whole_game(2).data(), time=1e9)
    found = shown(capsys, tmp_path, finding())
    assert commands(found["resume"]) == []
    assert commands(found["replay"]) == [["mark", "replay", "--data", str(tmp_path)]]
    assert commands(found["audit"]) == [["mark", "audit", str(tmp_path / "games")]]

    names = [save_unfinished(tmp_path, number) for number in range(MOST_GAMES + 2)]
    found = shown(capsys, tmp_path, finding())
    newest = names[:1:-1]
    assert [words[2] for words in commands(found["resume"])] == newest
    assert "Ada and Ben: " in found["resume"][0]
    assert found["resume"][-1] == "  and 2 older games"


def test_a_settings_file_that_is_not_there_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing makes it from here."""
    assert main(["home", "--plain", "--lang", "en", "--settings", str(tmp_path / "none.toml")]) == 1
    assert "There is no settings file" in capsys.readouterr().err
