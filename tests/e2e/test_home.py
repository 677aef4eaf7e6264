"""The home screen as people meet it: the real program in a pseudo-terminal, and back from everything."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.processes import join, running
from tests.e2e.terminals import Terminal, terminal
from tests.e2e.test_screen import is_in_another_game, play_to_the_end

ROOT = Path(__file__).parents[2]


def home(folder: Path, *options: str) -> tuple[str, ...]:
    return (
        "--data",
        str(folder / "data"),
        "--settings",
        str(folder / "settings.toml"),
        "--address",
        "127.0.0.1",
        *options,
    )


def at_home(text: str) -> bool:
    return "Play against bots" in text and "Quit" in text


def invite_of(at: Terminal) -> str:
    """Give the invite that the lobby shows, which may take several lines of the screen."""
    lines = at.wait_for(lambda text: "[q] leave" in text).split("\n")  # which is drawn below the invite
    first = next(number for number, line in enumerate(lines) if line.startswith("mark1-"))
    last = next(number for number in range(first, len(lines)) if not lines[number])
    return "".join(lines[first:last])


def test_a_game_against_bots_is_begun_and_left_without_leaving_the_program(tmp_path: Path) -> None:
    with terminal(*home(tmp_path)) as at:
        at.wait_for(at_home)
        at.type("p")
        at.wait_for(lambda text: "bots at the table" in text)
        at.type("\r")
        at.wait_for(lambda text: "▸1" in text or "your bid: _" in text)
        at.type("q")
        at.wait_for(lambda text: "Leave the game?" in text)
        at.type("\r")
        at.wait_for(lambda text: at_home(text) and "mark resume" in text)
        at.type("g")
        at.wait_for(lambda text: " 1 " in text and "unfinished" in text)
        at.type("1")
        at.wait_for(lambda text: "▸1" in text or "your bid: _" in text)
        at.type("q")
        at.wait_for(lambda text: "Leave the game?" in text)
        at.type("\r")
        at.wait_for(at_home)
        at.type("q")
        assert at.finish() == 0
        assert at.is_restored()
        assert at.raw.count(b"\x1b[?1049h") == 1  # one screen from the first key to the last


def test_a_game_by_rules_of_a_file_and_its_rematch_lead_back_home(tmp_path: Path) -> None:
    rules = tmp_path / "short.toml"
    rules.write_text("rows_to_end = 1\nmost_rolls = 3\n", encoding="utf-8")
    with terminal(*home(tmp_path)) as at:
        at.wait_for(at_home)
        at.type("p")
        at.wait_for(lambda text: "rules of a file (" in text)
        at.type("\x1b[B" * 5 + "\r" + f"{rules}\r")
        at.wait_for(lambda text: "short.toml" in text and "> " not in text)
        at.type("\x1b[1~\r")
        play_to_the_end(at)
        at.wait_for(lambda text: "Audit: complete." in text)
        at.type("m")
        at.wait_for(is_in_another_game)
        play_to_the_end(at)
        at.wait_for(lambda text: "Audit: complete." in text)
        at.type("q")
        at.wait_for(at_home)
        at.type("a")
        at.wait_for(lambda text: " 2 " in text and text.count("complete") == 2)
        at.type("1")
        at.wait_for(lambda text: "A whole game, played by the rules" in text)
        at.type("\x1b")
        at.wait_for(lambda text: " 2 " in text and text.count("complete") == 2)
        at.type(f"t{rules}\r")
        at.wait_for(lambda text: "This is no log of a game and no proof." in text)
        at.type("\x1b")
        at.wait_for(lambda text: "type the path of a log" in text)
        at.type("\x1b")
        at.wait_for(at_home)
        at.type("q")
        assert at.finish() == 0
        assert at.is_restored()


def test_a_table_is_hosted_from_the_home_screen_and_a_guest_joins_by_its_invite(tmp_path: Path) -> None:
    with terminal(*home(tmp_path)) as at:
        at.wait_for(at_home)
        at.type("h")
        at.wait_for(lambda text: "seats, yours included" in text)
        at.type("\x1b[B" * 6 + "\x1b[D")
        at.wait_for(lambda text: "find the table on the network  < no >" in text)
        at.type("\x1b[1~\r")
        at.wait_for(lambda text: "1 of 2 seats taken" in text and "mark1-" in text)
        with running(*join(tmp_path / "guest", invite_of(at), "Ben")) as guest:
            at.wait_for(lambda text: "2 of 2 seats taken" in text and "r ready" in text)
            guest.wait_for(lambda line: "Not ready yet" in line)
            at.type("r")
            at.wait_for(lambda text: "r not ready" in text)
            guest.type("ready")
            at.wait_for(lambda text: "companies: yard above treatment" in text)
            guest.wait_for(lambda line: "You are Ben" in line)
            at.type("\x03")
            at.wait_for(lambda text: "Leave the game?" in text)
            at.type("\x03")
            at.wait_for(at_home)
        at.type("q")
        assert at.finish() == 0
        assert at.is_restored()


def test_a_host_lets_a_guest_in_by_a_key_and_both_are_at_the_table(tmp_path: Path) -> None:
    network = ("--address", "127.0.0.1", "--no-announce")
    host = ("host", "--name", "Ann", "--seats", "2", "--data", str(tmp_path / "a"), *network)
    with terminal(*host) as at:
        at.wait_for(lambda text: "1 of 2 seats taken" in text)
        words = (
            "join",
            invite_of(at),
            "--name",
            "Ben",
            "--data",
            str(tmp_path / "b"),
            "--address",
            "127.0.0.1",
        )
        with terminal(*words) as guest:
            guest.wait_for(lambda text: "2 of 2 seats taken" in text)
            guest.type("r")
            at.wait_for(lambda text: "Not ready yet: Ann." in text)
            at.type("/ready\r")
            for one in (at, guest):
                one.wait_for(lambda text: "companies: yard above treatment" in text)
            guest.type("\x03")
            guest.wait_for(lambda text: "Leave the game?" in text)
            guest.type("\x03")
            assert guest.finish() == 0
            assert guest.is_restored()
            assert "The log of the game:" in guest.text
            at.type("\x03")
            at.wait_for(lambda text: "Leave the game?" in text)
            at.type("\x03")
            assert at.finish() == 0


def test_leaving_a_lobby_is_told_after_the_screen(tmp_path: Path) -> None:
    network = ("--address", "127.0.0.1", "--no-announce")
    with terminal("host", "--name", "Ann", "--seats", "2", "--data", str(tmp_path), *network) as at:
        at.wait_for(lambda text: "1 of 2 seats taken" in text)
        at.type("q")
        assert at.finish() == 0
        assert at.is_restored()


def test_what_goes_wrong_is_a_sentence_at_home(tmp_path: Path) -> None:
    with terminal(*home(tmp_path)) as at:
        at.wait_for(at_home)
        at.type("j")
        at.wait_for(lambda text: "type or paste an invite" in text)
        at.type("/mark1-nonsense\r")
        at.wait_for(lambda text: at_home(text) and "This is not a whole invite" in text)
        at.type("\x03")
        assert at.finish() == 0
        assert "Traceback" not in at.raw.decode()


def test_settings_are_changed_kept_and_heeded_at_once(tmp_path: Path) -> None:
    with terminal(*home(tmp_path)) as at:
        at.wait_for(at_home)
        at.type("s")
        at.wait_for(lambda text: "theme of the colours" in text)
        at.type("\x1b[B\r" + "Zoe\r")
        at.wait_for(lambda text: "Zoe" in text)
        at.type("\x1b[B\x1b[D")
        at.wait_for(lambda text: "< français >" in text)
        at.type("\x1b[1~\r")
        at.wait_for(lambda text: "Jouer contre des robots" in text)
        at.type("j")
        at.wait_for(lambda text: "Zoe" in text)
        at.type("\x1b")
        at.wait_for(lambda text: "Quitter" in text)
        at.type("q")
        assert at.finish() == 0
    assert (tmp_path / "settings.toml").read_text(encoding="utf-8") == 'name = "Zoe"\nlanguage = "fr"\n'


def loaded_by(code: str) -> set[str]:
    """Give the modules that a fresh Python has loaded after this."""
    run = [sys.executable, "-c", f"{code}; import json, sys; print(json.dumps([*sys.modules]))"]
    found = subprocess.run(run, capture_output=True, text=True, check=True, cwd=ROOT, env={**os.environ})
    return set(json.loads(found.stdout.splitlines()[-1]))


def test_the_home_screen_loads_no_network_and_no_crypto() -> None:
    loaded = loaded_by(
        "from cli.arguments import build_parser; from cli.home import Home;"
        "home = Home(build_parser('home').parse_args([])); home.at.paint(80, 24)"
    )
    assert not loaded & {"zmq", "zeroconf", "cryptography", "msgpack", "ifaddr", "filelock"}


def test_a_table_against_bots_loads_nothing_that_finds_others_or_looks_back() -> None:
    loaded = loaded_by("import cli.solo, cli.screen.client, cli.screen.table_screen")
    assert "zmq" in loaded
    assert not loaded & {"zeroconf", "ifaddr", "cli.screen.replay_screen", "p2p.discovery", "p2p.watcher"}


def test_without_a_terminal_mark_alone_prints_the_overview() -> None:
    run = [sys.executable, "-m", "cli"]
    found = subprocess.run(
        run, capture_output=True, text=True, check=True, cwd=ROOT, stdin=subprocess.DEVNULL
    )
    assert "Commands:" in found.stdout


@pytest.mark.parametrize("size", [(40, 12), (20, 5)])
def test_a_small_terminal_shows_as_much_as_fits(tmp_path: Path, size: tuple[int, int]) -> None:
    with terminal(*home(tmp_path), columns=size[0], lines=size[1]) as at:
        at.wait_for(lambda text: "MARK" in text and "Play" in text)
        at.type("\x03")
        assert at.finish() == 0
        assert at.is_restored()
