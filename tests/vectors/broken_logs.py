"""Files with a wrong framing, version, genesis, record, signature, end or proof: each finding of 13.3 once.

What is expected of each is written here by hand and not asked of the program.
"""

from collections.abc import Iterator

from p2p.encoding import Value, decode, encode
from p2p.event import EventKind, SignedEvent
from p2p.frames import EVIDENCE_MAGIC, LOG_MAGIC, header, scan
from p2p.genesis import MAX_GENESIS_BYTES
from p2p.records import GenesisRecord, encode_log_record
from p2p.verdict import Fault
from tests.p2p.gamebuilder import GameBuilder, Round, genesis_body, log_bytes, proof_bytes, round_body
from tests.vectors.broken import SHORT, Broken, game_at, place_of, whole, with_wrong


def broken_logs() -> Iterator[Broken]:
    """Give all of them."""
    yield from _framing()
    yield from _versions()
    yield from _genesis()
    yield from _records()
    yield from _signatures()
    yield from _endings()
    yield from _proofs()


def _framing() -> Iterator[Broken]:
    data = whole().data()
    middle = bytearray(data)
    middle[len(data) // 2] ^= 1
    start = header(LOG_MAGIC)
    yield Broken("empty", "12.4", "no byte at all", b"", Fault.EMPTY)
    yield Broken("cut-header", "12.4", "five bytes of a header", start[:5], Fault.EMPTY)
    yield Broken("no-record", "12.4", "a header and nothing else", start, Fault.EMPTY)
    yield Broken("no-log", "12.4", "a text", b"Not a log.\n", Fault.NOT_A_LOG)
    yield Broken(
        "another-kind-and-newer", "12.4", "other letters, and a later version", b"MARKKEY\2", Fault.NOT_A_LOG
    )
    yield Broken("cut-genesis", "12.3", "cut in its first record", data[:60], Fault.NO_GENESIS)
    yield Broken("cut", "12.3", "cut in its last record", data[:-7], Fault.CUT)
    yield Broken("cut-behind-the-seals", "12.3 13.3", "five bytes more", data + bytes(5), Fault.CUT)
    yield Broken("zeros", "12.3", "zeros behind the last seal", data + bytes(40), Fault.CUT)
    yield Broken("flipped-byte", "12.3", "one bit of a body flipped", bytes(middle), Fault.DAMAGED)
    yield Broken(
        "flipped-length",
        "12.3",
        "a record whose length does not match",
        data + bytes(12) + b"\1",
        Fault.DAMAGED,
    )


def _versions() -> Iterator[Broken]:
    game = whole()
    yield Broken(
        "format-2",
        "12.4 18.1",
        "a later version of the framing",
        LOG_MAGIC + b"\2" + game.data()[8:],
        Fault.FORMAT_UNKNOWN,
    )
    versions: tuple[tuple[str, str, int, Value], ...] = (
        ("protocol-2", "a later version of the protocol", 0, 2),
        ("rules-mark-2", "later rules", 1, "mark-2"),
        ("rules-hash", "other rules under the same id", 2, bytes(32)),
    )
    for name, what, place, new in versions:
        data = _with_genesis(game, place, new)
        yield Broken(name, "6.7 18.1", what, data, Fault.VERSION_UNKNOWN)


def _with_genesis(game: GameBuilder, place: int, new: Value) -> bytes:
    value = decode(game.genesis.data, MAX_GENESIS_BYTES)
    assert isinstance(value, tuple)
    data = encode((*value[:place], new, *value[place + 1 :]))
    return log_bytes([encode_log_record(GenesisRecord(data)), *game.bodies()[1:]])


def _genesis() -> Iterator[Broken]:
    game = whole()
    entries = [(seat.name, seat.key, seat.curve_key, seat.anchor) for seat in game.genesis.seats]
    first, second = entries
    escapes, small = "\x1b]0;owned\x07", b"\1" + bytes(31)
    options = game.genesis.ruleset.options()
    wrong: tuple[tuple[str, str, int, Value], ...] = (
        ("genesis-escape-in-a-name", "a name made of escapes", 5, ((escapes, *first[1:]), second)),
        ("genesis-small-order", "a key of small order", 5, (("Ada", small, *first[2:]), second)),
        ("genesis-shared-key", "two seats with one key", 5, (first, first)),
        ("genesis-seat-order", "seats in another order than that of 6.6", 5, (second, first)),
        ("genesis-one-seat", "one seat", 5, (first,)),
        ("genesis-options", "an option above its bound", 3, (*options[:-1], 86_401)),
    )
    for name, what, place, new in wrong:
        yield Broken(name, "6.7", what, _with_genesis(game, place, new), Fault.GENESIS_REFUSED)


def _records() -> Iterator[Broken]:
    game, other = whole(), GameBuilder(2, "other", SHORT).play()
    bodies, links = game.bodies(), game.rounds[1]
    mixed = [body for pair in zip(bodies, other.bodies(), strict=False) for body in pair]
    refused = Fault.EVENT_REFUSED
    for name, rules, what, records, fault, error, at in (
        (
            "doubled-record",
            "12.6",
            "a round twice",
            [*bodies[:2], *bodies[1:]],
            refused,
            "WrongRound",
            (0, 0, "start"),
        ),
        (
            "swapped-rounds",
            "12.6",
            "two rounds in each other's place",
            [bodies[0], bodies[2], bodies[1]],
            refused,
            "WrongRound",
            (1, 0, "link"),
        ),
        (
            "interleaved",
            "12.6",
            "the records of two games in turn",
            [bodies[0], *mixed[2:]],
            refused,
            "WrongGame",
            (0, 0, "start"),
        ),
        ("second-genesis", "12.5", "a genesis twice", [bodies[0], *bodies], Fault.OUT_OF_PLACE, "", None),
        ("no-genesis", "12.6", "a log without its genesis", bodies[1:], Fault.NO_GENESIS, "", None),
        (
            "unknown-record",
            "12.5 18.7",
            "a record of kind 3",
            [*bodies[:3], encode((3, ()))],
            Fault.RECORD_REFUSED,
            "",
            None,
        ),
        (
            "long-record",
            "12.5",
            "a record of more than 8192 bytes",
            [*bodies[:3], encode((1, (bytes(9000),)))],
            Fault.RECORD_REFUSED,
            "",
            None,
        ),
        (
            "events-swapped",
            "12.6",
            "the events of a round not in seat order",
            [*bodies[:2], round_body(links[::-1])],
            Fault.ROUND_NOT_WHOLE,
            "",
            None,
        ),
        (
            "event-missing",
            "12.6",
            "one event of two",
            [*bodies[:2], round_body(links[:1])],
            Fault.ROUND_NOT_WHOLE,
            "",
            None,
        ),
        ("after-the-end", "12.8", "the seals twice", [*bodies, bodies[-1]], Fault.AFTER_END, "", None),
    ):
        yield Broken(name, rules, what, log_bytes(records), fault, error, at)


def _signatures() -> Iterator[Broken]:
    game = whole()
    last = len(game.rounds) - 1
    seal = game.rounds[last][1]
    damaged = seal._replace(
        signature=seal.signature[:-33] + bytes([seal.signature[-33] ^ 1]) + seal.signature[-32:]
    )
    yield Broken(
        "damaged-seal",
        "13.2 4.4",
        "one bit of the last signature",
        _replaced(game, last, damaged),
        Fault.SIGNATURE_WRONG,
        at=place_of(seal),
    )
    early = game.rounds[2][0]
    spoiled = early._replace(signature=game.rounds[1][0].signature)
    yield Broken(
        "damaged-earlier-signature",
        "13.10",
        "an earlier signature is another event's",
        _replaced(game, 2, spoiled),
        Fault.SIGNATURE_WRONG,
        at=place_of(early),
        is_sound_by_default=True,
    )
    swapped = GameBuilder(2, "broken", SHORT)
    swapped.players = swapped.players[::-1]
    starts = tuple(swapped.awaited().values())
    yield Broken(
        "swapped-keys",
        "4.4",
        "each seat's start is signed by the other's key",
        log_bytes([genesis_body(swapped.genesis), round_body(starts)]),
        Fault.SIGNATURE_WRONG,
        at=place_of(starts[0]),
    )
    three = game_at(EventKind.LINK)
    forged = three.sign(0, EventKind.NOTE, three.note(0).event.body, key=three.players[1].key)
    yield Broken(
        "forged-note",
        "13.8 L1",
        "a note that another key has signed",
        with_wrong(three, forged),
        Fault.SIGNATURE_WRONG,
        at=place_of(forged),
    )


def _replaced(game: GameBuilder, number: int, new: SignedEvent) -> bytes:
    told: Round = tuple(new if one.event.seat == new.event.seat else one for one in game.rounds[number])
    return log_bytes(
        [
            genesis_body(game.genesis),
            *map(round_body, [*game.rounds[:number], told, *game.rounds[number + 1 :]]),
        ]
    )


def _endings() -> Iterator[Broken]:
    game = whole()
    last = game.rounds[-1]
    bodies = game.bodies()[:-1]
    yield Broken("waiting", "13.3", "the game is not over", log_bytes(game.bodies()[:4]), Fault.WAITING)
    yield Broken("no-seal", "13.3", "over, and nobody has sealed it", log_bytes(bodies), Fault.SEALS_MISSING)
    yield Broken(
        "one-seal",
        "13.3",
        "over, and one seat has not sealed it",
        log_bytes([*bodies, round_body(last[1:])]),
        Fault.SEALS_MISSING,
    )
    twice = [*bodies, round_body(last[1:]), round_body(last)]
    yield Broken(
        "sealed-twice",
        "12.6",
        "two seals of one seat",
        log_bytes(twice),
        Fault.SEALED_TWICE,
        at=place_of(last[1]),
    )
    sealing = GameBuilder(2, "broken", SHORT).play_to(EventKind.SEAL)
    lie = sealing.sign(0, EventKind.SEAL, (0, (0,), (1000, 0)))
    yield Broken(
        "wrong-seal",
        "7.10 E2",
        "a seal over another result",
        with_wrong(sealing, lie),
        Fault.EVENT_REFUSED,
        "WrongSeal",
        place_of(lie),
    )


def _proofs() -> Iterator[Broken]:
    game = game_at(EventKind.COMMITMENT)
    one, other = game.commit(0, 1), game.commit(0, 2)
    genesis = game.genesis
    yield Broken(
        "proof-two-bids",
        "8.10",
        "two commitments for one round",
        proof_bytes(genesis, one, other),
        Fault.EQUIVOCATION,
        at=place_of(one),
    )
    one_vote, other_vote = game.vote(0, [1]), game.vote(0, [2])
    yield Broken(
        "proof-two-votes",
        "19.10",
        "votes for two sets of which neither holds the other",
        proof_bytes(genesis, one_vote, other_vote),
        Fault.EQUIVOCATION,
        at=place_of(one_vote),
    )
    in_log = log_bytes([*game.bodies(), *_proof_records(proof_bytes(genesis, one, other), game)])
    yield Broken(
        "log-with-a-proof",
        "12.8 13.3",
        "a proof in an unfinished log",
        in_log,
        Fault.EQUIVOCATION,
        at=place_of(one),
    )
    forged = game.sign(0, EventKind.COMMITMENT, other.event.body, key=game.players[1].key)
    for name, what, pair in (
        ("false-proof-of-one-event", "an event beside itself", (one, one)),
        ("false-proof-by-another-key", "an event that another key has signed", (one, forged)),
        ("false-proof-of-two-seats", "events of two seats", (one, game.commit(1, 2))),
        (
            "false-proof-of-a-larger-set",
            "a vote, and one for a set that holds the first",
            (game.vote(0, [1]), game.vote(0, [1, 2])),
        ),
    ):
        yield Broken(name, "8.10 19.10", what, proof_bytes(genesis, *pair), Fault.FALSE_PROOF)
    alone = log_bytes([genesis_body(genesis)], EVIDENCE_MAGIC)
    yield Broken("no-proof", "12.9", "a proof file without a proof", alone, Fault.NO_PROOF)
    with_round = log_bytes([genesis_body(genesis), round_body(game.rounds[0])], EVIDENCE_MAGIC)
    yield Broken("proof-with-a-round", "12.9", "a proof file with a round", with_round, Fault.OUT_OF_PLACE)


def _proof_records(proof: bytes, game: GameBuilder) -> list[bytes]:
    """Give the bodies of a proof file behind its genesis."""
    bodies = [body for _, body in scan(proof, EVIDENCE_MAGIC).records]
    assert bodies[0] == genesis_body(game.genesis)
    return bodies[1:]
