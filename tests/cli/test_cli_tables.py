import json
from argparse import Namespace
from collections.abc import Callable
from contextlib import nullcontext

import pytest

from cli.announcement import Announcement
from cli.discovery_words import tell_discovery, tell_off_reason, tell_table
from cli.main import main
from cli.tables import Find, Found, run
from cli.words import set_language
from core.ruleset import LONG, Ruleset
from p2p.advert import Advert
from p2p.discovery import DiscoveryOff, OffReason
from p2p.lobby import VERSIONS, SeatTaken, TableSeen
from p2p.table_info import Seated, TableInfo
from tests.p2p.air import LOCAL, advert


def finding(*tables: Advert, off: DiscoveryOff | None = None) -> Find:
    async def find(interfaces: list[str], seconds: float) -> Found:
        assert (interfaces, seconds) == (["wlan0"], 1.5)
        return Found(tables, off)

    return find


def show(find: Find, capsys: pytest.CaptureFixture[str], *, as_json: bool = False) -> str:
    assert run(Namespace(json=as_json, interface=["wlan0"], seconds=1.5), find) == 0
    return capsys.readouterr().out


def test_each_table_is_a_line_with_all_that_one_needs(capsys: pytest.CaptureFixture[str]) -> None:
    ada = advert("Ada", taken=2, addresses=("192.168.1.5", "fd00::5"))
    zoe = advert("Zoë", ruleset="custom", open=True, protocol=9)
    lines = show(finding(zoe, ada), capsys).splitlines()
    assert lines == [
        "Ada: 2 of 3 seats taken, rules mark-1, default, at 192.168.1.5 and fd00::5, port 4711",
        f"Zoë: 1 of 3 seats taken, rules mark-1 with options of its own, at {LOCAL}, port 4711 "
        "(open to all, of another version)",
    ]


def test_hosts_that_look_alike_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    lines = show(finding(advert("Ada"), advert("ada"), advert("Ben")), capsys).splitlines()
    assert [line.partition(":")[0] for line in lines] == ["Ada (1)", "Ben", "ada (3)"]


def test_no_table_is_a_sentence_that_names_invites(capsys: pytest.CaptureFixture[str]) -> None:
    out = show(finding(), capsys)
    assert out.count("\n") == 1
    assert "invite" in out


def test_discovery_that_is_off_is_a_sentence_too(capsys: pytest.CaptureFixture[str]) -> None:
    out = show(finding(off=DiscoveryOff(OffReason.PORT_TAKEN, 98)), capsys)
    assert out.startswith("Discovery is off: ")
    assert "5353" in out
    assert "invite" in out


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("reason", OffReason)
def test_every_reason_has_its_words(reason: OffReason, language: str) -> None:
    set_language(language)
    assert tell_off_reason(DiscoveryOff(reason, 42)).endswith(".")
    assert "{" not in tell_discovery(DiscoveryOff(reason, 42))
    assert tell_discovery(None)


def test_json_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    one = advert("Ada", taken=2)
    assert json.loads(show(finding(one), capsys, as_json=True)) == {
        "discovery": "on",
        "tables": [
            {
                "instance": one.instance,
                "host": "Ada",
                "taken": 2,
                "seats": 3,
                "protocol": 1,
                "rules": "mark-1",
                "ruleset": "default",
                "addresses": [LOCAL],
                "port": 4711,
                "curve_key": bytes(range(32)).hex(),
                "open": False,
                "watch": False,
                "playing": False,
            }
        ],
    }
    off = show(finding(off=DiscoveryOff(OffReason.NO_ROUTE)), capsys, as_json=True)
    assert json.loads(off) == {"discovery": "no route", "tables": []}


def test_a_real_look_on_loopback_ends_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "--interface", LOCAL, "--seconds", "0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["discovery"] == "on"


def test_a_wrong_interface_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "--interface", "wlan99"]) == 1
    err = capsys.readouterr().err
    assert "wlan99" in err
    assert "127.0.0.1" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("seconds", ["-1", "601", "nan", "x", "1e9"])
def test_a_time_to_listen_is_bounded(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "--seconds", seconds]) == 2
    assert "0 to 600" in capsys.readouterr().err


def seen(*names: str) -> TableSeen:
    seated = tuple(Seated(name, name.encode().ljust(32), False) for name in names)
    return TableSeen(TableInfo(*VERSIONS, bytes(32), Ruleset(), seated, 3, 0))


@pytest.mark.parametrize(
    ("ruleset", "name"), [(Ruleset(), "default"), (LONG, "long"), (Ruleset(money=31), "custom")]
)
def test_a_host_announces_its_rules_by_name_and_its_seats_as_they_are_taken(
    ruleset: Ruleset, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.announcement.Beacon", FakeBeacon)
    announcement = Announcement("Ada", 3, ruleset, [LOCAL], print, is_open=True)
    announcement.count(seen("Ada", "Ben"))
    beacon = announcement.open(bytes(32), ((LOCAL,), 4711))
    assert isinstance(beacon, FakeBeacon)
    assert (beacon.advert.host, beacon.advert.taken, beacon.advert.seats) == ("Ada", 2, 3)
    assert beacon.advert.open
    assert beacon.advert.ruleset == name
    assert beacon.look() == (LOCAL,)
    announcement.count(SeatTaken("Benny"))  # who sat there as Ben
    announcement.count(seen("Ada", "Benny"))
    announcement.count(seen("Ada", "Benny", "Cleo"))
    announcement.count(seen("Ada", "Cleo"))
    assert beacon.shown == [3, 2]


class FakeBeacon(nullcontext[None]):
    def __init__(self, one: Advert, look: Callable[[], tuple[str, ...]], _told: object) -> None:
        super().__init__()
        self.advert, self.look = one, look
        self.shown: list[int] = []

    def show_taken(self, taken: int) -> None:
        self.shown.append(taken)


def test_a_line_is_cleaned_of_what_acts_on_the_screen() -> None:
    assert "\x1b" not in tell_table(advert(rules_id="\x1b[2J"), "Ada")
