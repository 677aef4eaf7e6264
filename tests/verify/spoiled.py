"""Whole logs whose bytes, records, signatures, genesis or proofs are spoiled."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from p2p.encoding import decode, encode
from p2p.event import EventKind, SignedEvent
from p2p.frames import EVIDENCE_MAGIC, LOG_MAGIC, frame, header
from p2p.records import GenesisRecord, encode_log_record
from tests.p2p.gamebuilder import GameBuilder, genesis_body, log_bytes, proof_body, round_body
from tests.verify.games import any_game, part_of_game
from tests.verify.wrong import File

ODD: Final[tuple[Any, ...]] = (
    *(0, 1, 3, 4, 5, 9, 127, 128, 255, 256, 2**32 - 1, 2**32, 2**64 - 1),
    *(b"", bytes(32), b"\1" + bytes(31), bytes([255]) * 32, bytes(31), bytes(64), bytes(65)),
    *("", "Ada", "A\x1b[2J", "x" * 25, (), (0,), ((),), (0, 0), (0, 0, 0), ((((((),),),),),)),
)
"""Values that are put in place of what stands in a log."""
LOOSE: Final = (b"", b"\0", b"\xc0", b"\xff", b"\xcc\x01", b"\xdc\x00\x00", b"\xd9\x01a", b"\x80", bytes(300))
"""Bytes that are put in place of a record's."""


def bytes_spoiled(number: int) -> Iterator[File]:
    """Flip, cut, insert, and replace bytes, with the checksums mended or not."""
    chance = random.Random(f"bytes {number}")
    game = any_game(number)
    bodies, data = game.bodies(), game.data()
    yield "whole", data
    for _ in range(8):
        at = chance.randrange(len(data))
        flipped = bytes([data[at] ^ 1 << chance.randrange(8)])
        yield f"flip at {at}", data[:at] + flipped + data[at + 1 :]
        yield f"cut at {at}", data[:at]
        yield f"lost at {at}", data[:at] + data[at + chance.randrange(1, 300) :]
        yield f"zeros from {at}", data[:at] + bytes(len(data) - at)
        place = chance.randrange(len(bodies))
        body = bodies[place]
        inside = chance.randrange(len(body))
        changed = body[:inside] + bytes([body[inside] ^ 1 << chance.randrange(8)]) + body[inside + 1 :]
        yield (
            f"flip in record {place} at {inside}",
            log_bytes([*bodies[:place], changed, *bodies[place + 1 :]]),
        )
        loose = chance.choice(LOOSE)
        yield f"record {place} is {loose.hex()}", log_bytes([*bodies[:place], loose, *bodies[place + 1 :]])
    yield "zeros at the end", data + bytes(chance.randrange(1, 40))
    yield "something at the end", data + chance.randbytes(chance.randrange(1, 40))


def records_spoiled(number: int) -> Iterator[File]:
    """Double, drop, swap and mix records; change the header."""
    chance = random.Random(f"records {number}")
    game, other = any_game(number), any_game(number + 1)
    bodies, others = game.bodies(), other.bodies()
    for _ in range(4):
        one, two = sorted(chance.choice(range(len(bodies))) for _ in range(2))
        yield f"doubled {one}", log_bytes([*bodies[: one + 1], *bodies[one:]])
        yield f"dropped {one}", log_bytes([*bodies[:one], *bodies[one + 1 :]])
        moved = [*bodies]
        moved[one], moved[two] = moved[two], moved[one]
        yield f"swapped {one} and {two}", log_bytes(moved)
        yield f"beginning {one}", log_bytes(bodies[:one])
        mixed = [body for pair in zip(bodies, others, strict=False) for body in pair]
        yield "interleaved", log_bytes([bodies[0], *mixed[2:]])
        yield f"another game from {one}", log_bytes([*bodies[:one], *others[one:]])
        yield f"another genesis before {one}", log_bytes([others[0], *bodies[1:]])
        yield f"a long record before {one}", log_bytes([*bodies[:one], chance.randbytes(9000), *bodies[one:]])
    for version in (0, 2, 255):
        yield f"format {version}", LOG_MAGIC + bytes([version]) + b"".join(map(frame, bodies))
    for magic in (b"MARKKEY", b"MARKIDS", b"MARKSAY", b"MARKEQX", EVIDENCE_MAGIC):
        yield f"letters {magic.decode()}", header(magic) + b"".join(map(frame, bodies))
    yield "a length above all", log_bytes(bodies)[:-1] + bytes(4) + frame(bytes(262_144)) + bytes(3)


def values_spoiled(number: int) -> Iterator[File]:
    """Put another value in place of one in a record, or in an event's payload, encoded as it should be."""
    chance = random.Random(f"values {number}")
    game = any_game(number)
    bodies = game.bodies()
    for _ in range(12):
        place = chance.randrange(1, len(bodies))
        value = decode(bodies[place], 8192)
        yield f"value in record {place}", _with(bodies, place, encode(_changed(value, chance)))
        assert isinstance(value, tuple)
        pairs = value[1]
        assert isinstance(pairs, tuple)
        seat = chance.randrange(len(pairs))
        payload, signature = pairs[seat]
        spoiled = encode(_changed(decode(payload, 512), chance))
        told = (*pairs[:seat], (spoiled, signature), *pairs[seat + 1 :])
        yield f"value in payload {place}.{seat}", _with(bodies, place, encode((value[0], told)))
    for place in range(8):
        data = encode(_changed(decode(game.genesis.data, 2048), chance))
        record = encode_log_record(GenesisRecord(data[: 2048 + place]))
        yield f"value in genesis {place}", _with(bodies, 0, record)
    yield "a long genesis", _with(bodies, 0, encode((0, bytes(2049))))


def _with(bodies: Sequence[bytes], place: int, body: bytes) -> bytes:
    return log_bytes([*bodies[:place], body, *bodies[place + 1 :]])


def _changed(value: Any, chance: random.Random) -> Any:
    """Give the value with one part of it, at any depth, changed, dropped or doubled."""
    if not isinstance(value, tuple) or not value:
        return value + 1 if isinstance(value, int) and chance.random() < 0.3 else chance.choice(ODD)
    place = chance.randrange(len(value))
    match chance.randrange(6):
        case 0:
            return value[:place] + value[place + 1 :]
        case 1:
            return (*value[: place + 1], *value[place:])
        case 2:
            other = chance.randrange(len(value))
            swapped = list(value)
            swapped[place], swapped[other] = swapped[other], swapped[place]
            return tuple(swapped)
        case _:
            return (*value[:place], _changed(value[place], chance), *value[place + 1 :])


def signatures_spoiled(number: int) -> Iterator[File]:
    """Damage signatures, give them other events' ones, and sign by another seat's key."""
    chance = random.Random(f"signatures {number}")
    game = any_game(number)
    for _ in range(16):
        place = chance.randrange(len(game.rounds))
        events = game.rounds[place]
        seat = chance.randrange(len(events))
        one = events[seat]
        at = chance.randrange(64)
        flipped = bytes([one.signature[at] ^ 1 << chance.randrange(8)])
        damaged = one.signature[:at] + flipped + one.signature[at + 1 :]
        other = chance.choice(game.rounds[chance.randrange(len(game.rounds))])
        by_other = game.players[one.event.seat - 1].key
        for what, signature in (
            ("damaged", damaged),
            ("another event's", other.signature),
            ("by another key", _signed_by(game, one, by_other)),
            ("S + L", _with_greater_s(one.signature)),
            ("63 bytes", one.signature[:63]),
        ):
            told = (*events[:seat], one._replace(signature=signature), *events[seat + 1 :])
            rounds = [*game.rounds[:place], told, *game.rounds[place + 1 :]]
            yield f"signature {place}.{seat} {what}", log_bytes([game.bodies()[0], *map(round_body, rounds)])


def _signed_by(game: GameBuilder, one: SignedEvent, key: Any) -> bytes:
    event = one.event
    again = game.sign(
        event.seat, event.kind, event.body, round_number=event.round_number, head=event.head, key=key
    )
    return again.signature


def _with_greater_s(signature: bytes) -> bytes:
    order = 2**252 + 27742317777372353535851937790883648493
    s = int.from_bytes(signature[32:], "little") + order
    return signature[:32] + s.to_bytes(32, "little")


def proofs(number: int) -> Iterator[File]:
    """Give proof files, and logs with a proof in them, of pairs that convict and of such as do not."""
    chance = random.Random(f"proofs {number}")
    game = part_of_game(number)
    bodies = game.bodies()
    assert game.log.expects is not None
    said = [one for events in game.rounds for one in events] or list(game.awaited().values())
    for place in range(16):
        one = chance.choice(said)
        other = _rival(game, one, chance)
        if chance.random() < 0.2:
            other = other._replace(signature=one.signature)
        proof = proof_body(one, other)
        again = proof_body(chance.choice(said), chance.choice(said))
        yield f"proof {place}", log_bytes([bodies[0], proof], EVIDENCE_MAGIC)
        yield f"proofs {place}", log_bytes([bodies[0], proof, again, proof], EVIDENCE_MAGIC)
        at = chance.randrange(len(bodies) + 1)
        yield f"proof {place} in a log at {at}", log_bytes([*bodies[:at], proof, *bodies[at:]])
        yield f"proof {place} cut", log_bytes([bodies[0], proof], EVIDENCE_MAGIC)[: -chance.randrange(1, 400)]
    yield "a proof file with a round", log_bytes([bodies[0], round_body(said[:1])], EVIDENCE_MAGIC)
    yield "two events that are no proof", log_bytes([bodies[0], encode((2, (0, 1)))], EVIDENCE_MAGIC)
    yield "nothing but a genesis", log_bytes([genesis_body(game.genesis)], EVIDENCE_MAGIC)


def _rival(game: GameBuilder, one: SignedEvent, chance: random.Random) -> SignedEvent:
    """Give another event of the same seat, near the round of this one, that may contradict it."""
    event = one.event
    number = max(0, event.round_number + chance.choice((-1, 0, 0, 0, 1)))
    head = chance.choice((event.head, bytes(32)))
    kind = chance.choice((event.kind, *EventKind))
    body: Any = chance.choice(
        (
            event.body,
            (),
            (bytes(32),),
            (number, bytes(32)),
            (number + 1, bytes(32)),
            (5,),
            (5, (bytes(32),)),
            (3,),
        )
    )
    key = game.players[chance.choice((event.seat, event.seat, event.seat, event.seat - 1))].key
    return game.sign(event.seat, kind, body, round_number=number, head=head, key=key)


SPOILERS: Final[tuple[Callable[[int], Iterator[File]], ...]] = (
    bytes_spoiled,
    records_spoiled,
    values_spoiled,
    signatures_spoiled,
    proofs,
)
"""Each gives the files of one seed."""
