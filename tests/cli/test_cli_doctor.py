import argparse
import json
from pathlib import Path

import pytest

import cli.doctor
from cli.arguments import build_parser
from cli.doctor_lines import (
    Level,
    Line,
    discovery_line,
    door_line,
    folder_line,
    identity_line,
    interface_lines,
    multicast_lines,
    other_line,
    port_lines,
    reply_line,
    terminal_lines,
    unreachable_line,
    versions_line,
)
from cli.main import main
from cli.words import set_language
from core.ruleset import DEFAULT
from p2p.discovery import DiscoveryOff, OffReason
from p2p.doctor_folder import FolderProblem, FolderTry
from p2p.doctor_network import MulticastTry, PortTry
from p2p.doctor_peer import Answer, Door, Reply, Visit
from p2p.endpoint import AddressUnusable
from p2p.interfaces import Interface
from p2p.invite import Invite, format_invite
from p2p.lobby import VERSIONS
from p2p.lobby_messages import OtherVersion
from p2p.store_errors import StoreDamaged
from p2p.table_info import Seated, TableInfo
from p2p.transport import PortBusy
from tests.p2p.air import LOCAL

LO = Interface("lo", (LOCAL, "::1"), up=True)
WLAN = Interface("wlan0", ("192.168.1.5",), up=True)
SEATED = (Seated("Ada", bytes(32), False), Seated("Ben", bytes([1]) * 32, False))
TABLE = TableInfo(*VERSIONS, bytes(32), DEFAULT, SEATED, 3, 1)
PATH = Path("somewhere")

CASES: dict[str, tuple[list[Line], Level, str]] = {
    "network": (interface_lines([LO, WLAN], ["192.168.1.5"], chosen=False), Level.OK, "wlan0"),
    "no network": (interface_lines([LO], [LOCAL], chosen=False), Level.FAILS, "connect"),
    "loopback chosen": (interface_lines([LO], [LOCAL], chosen=True), Level.OK, LOCAL),
    "other loopback": (interface_lines([LO], ["127.0.0.9"], chosen=True), Level.OK, "127.0.0.9"),
    "port": (port_lines([PortTry(LOCAL, None)]), Level.OK, LOCAL),
    "busy": (port_lines([PortTry(LOCAL, PortBusy(LOCAL, 7))]), Level.FAILS, "--port"),
    "foreign": (port_lines([PortTry("10.0.0.1", AddressUnusable("10.0.0.1", 99))]), Level.FAILS, "10.0.0.1"),
    "echo": (multicast_lines([MulticastTry(LOCAL, heard=True)]), Level.OK, LOCAL),
    "no echo": (multicast_lines([MulticastTry(LOCAL, heard=False)]), Level.FAILS, "invites"),
    "echo refused": (multicast_lines([MulticastTry(LOCAL, heard=False, errno=1)]), Level.FAILS, "firewall"),
    "no IPv4": (multicast_lines([]), Level.NOTE, "IPv4"),
    "found": ([discovery_line(True)], Level.OK, "found"),
    "not found": ([discovery_line(False)], Level.FAILS, "5353"),
    "off": ([discovery_line(DiscoveryOff(OffReason.PORT_TAKEN, 98))], Level.FAILS, "5353"),
    "open": ([door_line(Visit(LOCAL, Door.OPEN), 7)], Level.OK, "7"),
    "closed": ([door_line(Visit(LOCAL, Door.CLOSED), 7)], Level.NOTE, "closed"),
    "no route": ([door_line(Visit(LOCAL, Door.NO_ROUTE), 7)], Level.NOTE, "same network"),
    "silent": ([door_line(Visit(LOCAL, Door.SILENT), 7)], Level.NOTE, "firewall"),
    "table": ([reply_line(Reply(Answer.TABLE, table=TABLE))], Level.OK, "2 of 3"),
    "version": (
        [reply_line(Reply(Answer.OTHER_VERSION, versions=OtherVersion(9, "mark-9", bytes(32))))],
        Level.FAILS,
        "you must update",
    ),
    "begun": ([reply_line(Reply(Answer.REFUSED))], Level.NOTE, "begun"),
    "playing": ([reply_line(Reply(Answer.PLAYING))], Level.NOTE, "mark watch"),
    "other": ([other_line(Visit(LOCAL, Door.OPEN), 7)], Level.NOTE, "Something else"),
    "other key": ([reply_line(Reply(Answer.KEY_MISMATCH))], Level.FAILS, "new one"),
    "no mark": ([reply_line(Reply(Answer.PROTOCOL))], Level.FAILS, "no mark"),
    "mute": ([reply_line(Reply(Answer.SILENT))], Level.FAILS, "nobody answers"),
    "gone": ([unreachable_line([Door.CLOSED, Door.SILENT])], Level.FAILS, "new invite"),
    "unreachable": ([unreachable_line([Door.SILENT])], Level.FAILS, "one network"),
    "terminal": (terminal_lines((80, 24), "utf-8", {"TERM": "xterm"}), Level.OK, "80 columns"),
    "pipe": (terminal_lines(None, "utf-8", {}), Level.NOTE, "line by line"),
    "small": (terminal_lines((79, 24), "UTF-8", {"TERM": "xterm"}), Level.NOTE, "80 by 24"),
    "dumb": (terminal_lines((80, 24), "utf8", {"TERM": "dumb"}), Level.NOTE, "TERM"),
    "no colour": (
        terminal_lines((80, 24), "utf-8", {"TERM": "xterm", "NO_COLOR": "1"}),
        Level.NOTE,
        "NO_COLOR",
    ),
    "ascii": (terminal_lines((80, 24), "ascii", {"TERM": "xterm"}), Level.NOTE, "UTF-8"),
    "folder": ([folder_line(FolderTry(PATH, exists=True, free=2**24))], Level.OK, "16 MiB"),
    "new folder": ([folder_line(FolderTry(PATH, exists=False, free=2**24))], Level.OK, "first game"),
    "key": ([identity_line(None)], Level.OK, "key"),
    "bad key": ([identity_line(StoreDamaged(PATH, 3))], Level.FAILS, "byte 3"),
    "versions": ([versions_line({"Python": "3.11.0", "pyzmq": "26"})], Level.OK, "pyzmq 26"),
    "missing": ([versions_line({"Python": "3.11.0", "pyzmq": None})], Level.FAILS, "pyzmq"),
} | {
    problem.value: ([folder_line(FolderTry(PATH, True, 0, problem, 5))], Level.FAILS, "somewhere")
    for problem in FolderProblem
}


@pytest.mark.parametrize("case", CASES)
def test_each_finding_is_one_sentence(case: str) -> None:
    lines, level, words = CASES[case]
    (line,) = lines
    assert line.level is level
    assert words in line.text
    assert line.text.endswith(".")
    assert "\n" not in line.text
    assert "{" not in line.text
    json.dumps(dict(line.facts))


def test_the_sentences_are_french_too() -> None:
    set_language("fr")
    assert door_line(Visit(LOCAL, Door.CLOSED), 7).text == f"Le port 7 de {LOCAL} est fermé."


def test_of_several_addresses_each_bad_one_has_its_line() -> None:
    lines = port_lines([PortTry(LOCAL, None), PortTry("10.0.0.1", AddressUnusable("10.0.0.1", 99))])
    assert [line.level for line in lines] == [Level.OK, Level.FAILS]


def doctor(*options: str) -> argparse.Namespace:
    return build_parser("doctor").parse_args(options)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what is tried over the network work at once."""

    async def port(addresses: tuple[str, ...]) -> tuple[PortTry, ...]:
        return tuple(PortTry(address, None) for address in addresses)

    async def multicast(address: str) -> MulticastTry:
        return MulticastTry(address, heard=True)

    async def discovery(_addresses: tuple[str, ...]) -> bool:
        return True

    monkeypatch.setattr(cli.doctor, "try_port", port)
    monkeypatch.setattr(cli.doctor, "try_multicast", multicast)
    monkeypatch.setattr(cli.doctor, "try_discovery", discovery)


@pytest.mark.usefixtures("quick")
def test_all_well_is_0_and_one_failure_is_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    args = doctor("--address", LOCAL, "--data", str(tmp_path))
    assert cli.doctor.run(args) == 0
    assert capsys.readouterr().out.endswith("All is well.\n")

    async def off(_addresses: tuple[str, ...]) -> bool:
        raise DiscoveryOff(OffReason.REFUSED, 1)

    monkeypatch.setattr(cli.doctor, "try_discovery", off)
    assert cli.doctor.run(args) == 1
    out = capsys.readouterr().out
    assert "[fails]  Discovery is off" in out
    assert out.endswith("Not all is well: see above what to do.\n")


HERE = Reply(Answer.TABLE, table=TABLE)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("first", "second", "results", "code"),
    [
        ((Door.OPEN, HERE), (Door.SILENT, None), ["open", "silent", "table"], 0),
        ((Door.OPEN, HERE), (Door.OPEN, HERE), ["open", "open", "table"], 0),
        ((Door.OPEN, Reply(Answer.PROTOCOL)), (Door.OPEN, HERE), ["other", "open", "table"], 0),
        (
            (Door.OPEN, Reply(Answer.PLAYING)),
            (Door.OPEN, Reply(Answer.KEY_MISMATCH)),
            ["open", "other", "playing"],
            0,
        ),
        ((Door.OPEN, Reply(Answer.PROTOCOL)), (Door.CLOSED, None), ["open", "closed", "protocol"], 1),
        ((Door.OPEN, Reply(Answer.KEY_MISMATCH)), (Door.CLOSED, None), ["open", "closed", "key mismatch"], 1),
        ((Door.NO_ROUTE, None), (Door.SILENT, None), ["no route", "silent", "unreachable"], 1),
    ],
)
def test_an_invite_is_well_if_one_address_leads_to_its_host(
    first: tuple[Door, Reply | None],
    second: tuple[Door, Reply | None],
    results: list[str],
    code: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = {"10.0.0.1": first, "10.0.0.2": second}

    async def visit(_invite: Invite, address: str) -> Visit:
        return Visit(address, *found[address])

    monkeypatch.setattr(cli.doctor, "visit", visit)
    invite = format_invite(Invite(tuple(found), 7, bytes(32), bytes(16)))
    assert cli.doctor.run(doctor(invite, "--address", LOCAL, "--data", str(tmp_path), "--json")) == code
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is (code == 0)
    assert [one["result"] for one in told["checks"] if one["check"] == "peer"] == results


def test_a_real_run_on_loopback_finds_all_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--interface", LOCAL, "--data", str(tmp_path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {one["check"] for one in found["checks"]} == {
        "interfaces",
        "port",
        "multicast",
        "discovery",
        "terminal",
        "data",
        "identity",
        "versions",
    }
    assert all(one["level"] != "fails" for one in found["checks"])
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_invite_or_interface_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    for options in (["mark1-nonsense"], ["--interface", "wlan99"]):
        assert main(["doctor", *options]) == 1
        captured = capsys.readouterr()
        assert captured.err.count("\n") == 1
        assert captured.out == ""
