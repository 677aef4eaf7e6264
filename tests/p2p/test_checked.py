"""Rolls and auctions as an audit lists them, against the inputs of each by itself, over the corpus."""

from pathlib import Path

import pytest

from p2p.audit import audit_log
from p2p.bid_inputs import AuctionFinder
from p2p.checked import Checked
from p2p.roll_inputs import roll_inputs
from tests.vectors.corpus import CORPUS

LOGS = sorted(CORPUS.glob("*/*.mark"))


@pytest.mark.parametrize("path", LOGS, ids=[path.stem for path in LOGS])
def test_each_is_what_its_own_inputs_give(path: Path) -> None:
    data = path.read_bytes()
    checked = Checked()
    report = audit_log(data, watch=checked)
    assert audit_log(data) == report
    for roll in checked.rolls[:20]:
        inputs = roll_inputs(data, roll.index)
        assert inputs is not None
        assert (inputs.round_number, inputs.results) == (roll.round_number, roll.results)
        assert len(inputs.links) == roll.links
    assert sum(len(roll.results) == 2 for roll in checked.rolls) == report.rolls
    assert len(checked.auctions) == report.auctions
    for auction in checked.auctions[:20]:
        finder = AuctionFinder(auction.index)
        audit_log(data, watch=finder)
        assert finder.found is not None
        assert finder.found.round_number == auction.round_number
        by_seat = {bid.seat: bid.bid for bid in finder.found.bids}
        assert tuple(by_seat.get(seat) for seat in range(len(auction.bids))) == auction.bids
        assert all(bid.fits for bid in finder.found.bids)
        if auction.winner is not None:
            assert by_seat[auction.winner] == max(by_seat.values()) > 0
    bids = [bid for auction in checked.auctions for bid in auction.bids if bid is not None]
    assert len(bids) == report.bids


def test_the_corpus_shows_rolls_and_auctions() -> None:
    reports = [audit_log(path.read_bytes()) for path in LOGS]
    assert sum(report.rolls for report in reports) > 100
    assert sum(report.auctions for report in reports) > 10
