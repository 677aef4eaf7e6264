"""A line for every roll and every auction that an audit has checked, as `mark audit --verbose` gives them."""

from collections.abc import Sequence

from cli.names import material_name, money, roll_name
from cli.words import _, ngettext
from p2p.checked import CheckedAuction, CheckedRoll


def roll_line(roll: CheckedRoll, names: Sequence[str]) -> str:
    """Say what a roll came to, and of how many links it was made."""
    if len(roll.results) == 1:
        result = _("{seat} starts.").format(seat=names[roll.results[0]])
    else:
        result = _("the dice show {faces}.").format(faces=roll_name(*roll.results))
    text = ngettext(
        "Roll {roll}, round {round}, of {count} link: {result}",
        "Roll {roll}, round {round}, of {count} links: {result}",
        roll.links,
    )
    return text.format(roll=roll.index, round=roll.round_number, count=roll.links, result=result)


def auction_line(auction: CheckedAuction, names: Sequence[str]) -> str:
    """Say what everybody bid in an auction, and who won it."""
    bids = [
        _("{seat} {money}").format(seat=names[seat], money=money(bid))
        for seat, bid in enumerate(auction.bids)
        if bid is not None
    ]
    text = (
        _("Auction {auction}, round {round}, {material}: {bids}; nobody wins.")
        if auction.winner is None
        else _("Auction {auction}, round {round}, {material}: {bids}; {winner} wins.")
    )
    return text.format(
        auction=auction.index,
        round=auction.round_number,
        material=material_name(auction.material),
        bids=", ".join(bids),
        winner="" if auction.winner is None else names[auction.winner],
    )
