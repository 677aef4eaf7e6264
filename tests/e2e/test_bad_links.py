"""Games over links that lose a fifth of all packets, or let little through: slower, and never different."""

from pathlib import Path

import pytest

from tests.e2e.networks import Host, network, why_not
from tests.e2e.party import party

FOUR = tuple(f"10.77.0.{number}/24" for number in range(1, 5))


def lose_a_fifth(host: Host) -> None:
    host.filter("numgen random mod 100 < 20 drop", "output")


def crawl(host: Host) -> None:
    host.slow("64kbit")


pytestmark = pytest.mark.slow
lossy = pytest.mark.skipif(bool(why_not(lose_a_fifth)), reason=why_not(lose_a_fifth) or "-")
crawling = pytest.mark.skipif(bool(why_not(crawl)), reason=why_not(crawl) or "-")


@lossy
def test_four_play_where_a_fifth_of_all_packets_is_lost_each_way(tmp_path: Path) -> None:
    with network(*FOUR) as hosts:
        for host in hosts:
            lose_a_fifth(host)
        with party(tmp_path, hosts, led=(), rolls=8) as players:
            players.ends_alike()


@crawling
def test_a_player_comes_back_over_links_of_64_kbit(tmp_path: Path) -> None:
    with network(*FOUR[:3]) as hosts:
        for host in hosts:
            crawl(host)
        with party(tmp_path, hosts, led=(), rolls=20) as players:
            players["Cleo"].wait_for(lambda line: line == "It is the turn of Cleo.")
            players["Cleo"].kill()
            players.start("Cleo", "resume")
            players.ends_alike()
