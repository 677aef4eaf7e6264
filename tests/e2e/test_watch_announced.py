"""A game that anyone may watch is found from another computer while it is played (chapter 20)."""

from pathlib import Path

import pytest

from tests.e2e.networks import Host, network, why_not
from tests.e2e.processes import running

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(why_not()), reason=why_not() or "-")]

A, B = "10.77.0.1", "10.77.0.2"


def listed(where: Host) -> str:
    """Give what is announced now; an earlier announcement may just be on its way still, so ask again."""
    with running("tables", within=where.within) as tables:
        assert tables.finish() == 0
        return tables.said


def test_an_open_game_is_picked_from_a_list_and_nobody_sits_down_there(tmp_path: Path) -> None:
    opened = (
        "host",
        "--name",
        "Ada",
        "--seats",
        "2",
        "--watch-open",
        "--ready",
        "--data",
        str(tmp_path / "a"),
    )
    with (
        network(f"{A}/24", f"{B}/24") as (a, b),
        running(*opened, within=a.within) as host,
        running("watch", "--data", str(tmp_path / "w"), within=b.within) as spectator,
        running("join", "--name", "Cleo", "--data", str(tmp_path / "c"), within=b.within) as looker,
    ):
        invite = host.invite()
        for mark in (spectator, looker):
            mark.wait_for(lambda line: line.startswith("1  Ada: 1 of 2"))
        guest_of = ("join", invite, "--name", "Ben", "--ready", "--data", str(tmp_path / "b"))
        with running(*guest_of, within=b.within) as guest:
            guest.wait_for(lambda line: line.startswith("You are"))
            spectator.wait_for(lambda line: "(playing, can be watched)" in line)
            looker.wait_for(lambda line: line == "1  The table of Ada is gone.")
            assert any("(playing, can be watched)" in listed(b) for _ in range(5))
            spectator.type("1")
            spectator.wait_for(lambda line: "Watching through Ada" in line)
            spectator.type("table")
            spectator.wait_for(lambda line: "The bank holds" in line)
            spectator.type("quit")
            assert spectator.finish() == 0, spectator.said
            host.type("quit")
            host.finish()
            assert any(said.startswith("No table") for said in (listed(b) for _ in range(5)))
            again = ("resume", "--watch-open", "--data", str(tmp_path / "a"))
            with running(*again, within=a.within) as resumed:
                resumed.wait_for(lambda line: line.startswith("You are Ada"))
                assert any(
                    "Ada: 2 of 2" in said and "(playing" in said for said in (listed(b) for _ in range(5))
                )
