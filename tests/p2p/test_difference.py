"""The report about two positions that differ: enough to find the fault, and no secret."""

import json

from p2p.difference import report_difference
from p2p.effects import DigestDiffers
from tests.p2p.gamebuilder import GameBuilder


def test_a_report_names_the_round_the_digests_and_the_versions_and_tells_no_secret() -> None:
    game = GameBuilder(2).play(4)
    notice = DigestDiffers(1, 4, bytes([1]) * 32, bytes([2]) * 32)
    report = report_difference(game.genesis, notice, tuple(game.log.heads))
    document = json.loads(report)
    assert (document["round"], document["seat"]) == (4, 1)
    assert (document["our_digest"], document["their_digest"]) == ("01" * 32, "02" * 32)
    assert document["heads"][-1] == game.log.head.hex()
    assert document["game"] == game.genesis.game_id.hex()
    assert set(document["packages"]) >= {"msgpack", "cryptography", "pyzmq"}
    for player in game.players:
        assert player.chain.link(3).hex().encode() not in report
