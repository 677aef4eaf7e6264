"""Rolls and bids told so that anyone can compute them with `sha256sum` (protocol.md, chapters 9 and 10)."""

from collections.abc import Iterator, Sequence
from typing import Final

from cli.names import money, roll_name
from cli.words import _
from p2p.bid_inputs import AuctionInputs, BidInput
from p2p.hashing import TAG_BID, TAG_LINK
from p2p.roll_inputs import LinkInput, RollInputs

_PRINT: Final = "printf %b "
_PLAIN: Final = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/ ")
"""Bytes that stand for themselves in what a shell's printf prints by %b."""


def command(data: bytes) -> str:
    """Give the line for any POSIX shell that prints the SHA-256 of these bytes."""
    text = "".join(chr(byte) if byte in _PLAIN else f"\\0{byte:03o}" for byte in data)
    return f"{_PRINT}'{text}' | sha256sum"


def is_command(line: str) -> bool:
    """Tell whether a line of a report is a `command`, to be copied as it is."""
    return line.lstrip().startswith(_PRINT)


def roll_lines(roll: RollInputs, names: Sequence[str], *, commands: bool = False) -> Iterator[str]:
    """Give the lines from which a roll's dice can be computed by hand, on request with what does it."""
    text = _("Roll {roll}, in round {round} of game {game}: {result}")
    yield text.format(
        roll=roll.index, round=roll.round_number, game=roll.game_id.hex(), result=tell_result(roll, names)
    )
    for link in roll.links:
        yield "  " + _link(link, names)
        if commands:
            for block in link.blocks:
                yield "    " + command(block.data)
    yield "  " + tell_link_hash(roll.nonce)
    yield "  " + tell_dice_hash(roll.tag)
    for block in roll.blocks:
        yield "  " + _("SHA-256 of {data}").format(data=block.data.hex())
        yield "  " + _("is {digest}").format(digest=block.digest.hex())
        if commands:
            yield "    " + command(block.data)
    yield "  " + tell_taken(roll)


def tell_link_hash(nonce: bytes) -> str:
    """Say what the hash of a link is made of, in a game with this nonce."""
    text = _(
        "A link hashes as SHA-256 of the tag {tag}, the nonce {nonce}, the seat's key, the link's index in 4"
        " bytes, and the link."
    )
    return text.format(tag=TAG_LINK.hex(), nonce=nonce.hex())


def tell_dice_hash(tag: bytes) -> str:
    """Say what the dice are made of, or by another tag the draw."""
    text = _(
        "The dice come from SHA-256 of the tag {tag}, the game, the roll in 4 bytes, the number of links,"
        " each seat in a byte with its link, and a counter in 4 bytes."
    )
    return text.format(tag=tag.hex())


def tell_taken(roll: RollInputs) -> str:
    """Say which bytes of the hash give the results of a roll."""
    text = _("Its bytes {taken}, without those from {limit} on, modulo {bound}: {results}.")
    return text.format(
        taken=_numbers(roll.taken),
        limit=256 - 256 % roll.bound,
        bound=roll.bound,
        results=_numbers(roll.results),
    )


def tell_result(roll: RollInputs, names: Sequence[str]) -> str:
    """Say what the dice show, or whom they draw."""
    if len(roll.results) == 1:
        return _("{seat} starts.").format(seat=names[roll.results[0]])
    first, second = roll.results
    return _("the dice show {faces}.").format(faces=roll_name(first, second))


def _numbers(values: Sequence[int]) -> str:
    return " ".join(map(str, values))


def _link(link: LinkInput, names: Sequence[str]) -> str:
    known = _("its anchor") if link.known_index < 0 else _("its link {index}").format(index=link.known_index)
    if link.fits:
        text = _("{name} (seat {seat}): link {index} is {link}, and hashes to {known}, {hashed}.")
    else:
        text = _("{name} (seat {seat}): link {index} is {link}, and hashes not to {known}, but to {hashed}.")
    return text.format(
        name=names[link.seat],
        seat=f"{link.seat:02x}",
        index=link.index,
        link=link.link.hex(),
        hashed=link.hashed.hex(),
        known=known,
    )


def auction_lines(auction: AuctionInputs, names: Sequence[str]) -> Iterator[str]:
    """Give the lines from which each bid's commitment can be computed by hand, with what does it."""
    text = _("Auction {auction}, opened in round {round} of game {game}:")
    yield text.format(auction=auction.index, round=auction.round_number, game=auction.game_id.hex())
    for one in auction.bids:
        yield "  " + _bid(one, names)
        text = _("round {round}, seat {seat}, key {key}, bid {bid}, nonce {nonce}")
        yield "    " + text.format(
            round=f"{one.round_number:08x}",
            seat=f"{one.seat:02x}",
            key=auction.keys[one.seat].hex(),
            bid=f"{one.bid:016x}",
            nonce=one.nonce.hex(),
        )
        yield "    " + command(one.data)
    yield "  " + tell_bid_hash()


def bids_lines(bids: Sequence[BidInput], names: Sequence[str]) -> Iterator[str]:
    """Give how the bids of an auction were sealed and opened, by their inputs alone."""
    for one in bids:
        yield _bid(one, names)
        yield "  " + _("SHA-256 of {data}").format(data=one.data.hex())
        yield "  " + _("is {digest}").format(digest=one.digest.hex())
    yield from ("", tell_bid_hash())


def tell_bid_hash() -> str:
    """Say what the commitment to a bid is made of."""
    text = _(
        "What is hashed is the tag {tag}, the game, the round in 4 bytes, the seat in a byte, the seat's key,"
        " the bid in 8 bytes, and the nonce."
    )
    return text.format(tag=TAG_BID.hex())


def _bid(one: BidInput, names: Sequence[str]) -> str:
    text = (
        _("{seat} sealed {bid} in round {round}; the commitment is {commitment}, and the opening fits.")
        if one.fits
        else _("{seat} opened {bid}, which is not what it sealed in round {round}: {commitment}.")
    )
    return text.format(
        seat=names[one.seat],
        bid=money(one.bid),
        round=one.round_number,
        commitment=one.commitment.hex(),
    )
