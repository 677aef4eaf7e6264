"""Files that could be judged in two ways: 8.10 and 13 say which finding comes first, and about what it is.

What is expected of each is written here by hand and not asked of the program.
"""

from collections.abc import Iterator

from p2p.encoding import encode
from p2p.event import EventKind, SignedEvent
from p2p.frames import EVIDENCE_MAGIC
from p2p.verdict import Fault
from tests.p2p.gamebuilder import (
    GameBuilder,
    genesis_body,
    log_bytes,
    proof_body,
    proof_bytes,
    round_body,
)
from tests.vectors.broken import SHORT, Broken, game_at, place_of, whole


def broken_in_order() -> Iterator[Broken]:
    """Give all of them."""
    yield from _first_records()
    yield from _late_signatures()
    yield from _behind_the_end()
    yield from _records_as_a_whole()
    yield from _votes()
    yield from _proofs()


def damaged(signed: SignedEvent) -> SignedEvent:
    """Give the event with one bit of its signature flipped."""
    return signed._replace(signature=bytes([signed.signature[0] ^ 1]) + signed.signature[1:])


def _first_records() -> Iterator[Broken]:
    rest = whole().bodies()[1:]
    for name, what, first in (
        ("first-record-noise", "a first record that is no value", b"\xc1"),
        ("first-record-of-kind-3", "a first record of an unknown kind", encode((3, ()))),
        ("first-record-bad-event", "a first record with a malformed event", encode((1, ((b"", b""),)))),
        ("first-record-long", "a genesis of more than 2048 bytes", encode((0, bytes(2049)))),
    ):
        yield Broken(name, "13.3", what, log_bytes([first, *rest]), Fault.NO_GENESIS)


def _late_signatures() -> Iterator[Broken]:
    game = game_at(EventKind.ACTION)
    [roller] = game.log.state.awaited
    other = (roller + 1) % 3
    links = list(game.rounds[-1])
    last = links[other]
    spoiled = [*links[:other], damaged(last), *links[other + 1 :]]
    before = [*game.bodies()[:-1], round_body(spoiled)]
    one, two = (game.sign(roller, EventKind.ACTION, (0, material, 0)) for material in (0, 1))
    yield Broken(
        "late-signature-before-a-proof",
        "13.2 13.3",
        "a last signature that is wrong, and behind it a proof",
        log_bytes([*before, round_body(game.copy().play_round()), proof_body(one, two)]),
        Fault.SIGNATURE_WRONG,
        at=place_of(last),
    )
    yield Broken(
        "late-signature-behind-a-proof",
        "13.2 13.3",
        "the same, with the proof before it",
        log_bytes([*before[:-1], proof_body(one, two), *before[-1:]]),
        Fault.EQUIVOCATION,
        at=place_of(one),
    )
    yield from _signatures_of_a_refused_record()


def _signatures_of_a_refused_record() -> Iterator[Broken]:
    game = game_at(EventKind.LINK)
    earlier, links = game.rounds[-1], game.copy().awaited()
    assert earlier[0].event.seat == 0
    wrong = game.sign(2, EventKind.LINK, (bytes(32),))
    records = [*game.bodies()[:-1], round_body([damaged(earlier[0]), *earlier[1:]])]
    yield Broken(
        "last-event-in-a-refused-record",
        "13.2",
        "a seat's last event is a right one in the record that is refused; an earlier signature is wrong",
        log_bytes([*records, round_body([links[0], links[1], wrong])]),
        Fault.EVENT_REFUSED,
        "WrongLink",
        place_of(wrong),
    )


def _behind_the_end() -> Iterator[Broken]:
    game = whole()
    bodies = game.bodies()
    malformed = encode((1, ((b"", bytes(64)),)))
    refused, place = Fault.EVENT_REFUSED, Fault.OUT_OF_PLACE
    yield Broken(
        "malformed-behind-the-end",
        "13.3",
        "a malformed event behind the last seal",
        log_bytes([*bodies, malformed]),
        refused,
        "EventMalformed",
    )
    yield Broken(
        "genesis-behind-the-end",
        "13.3",
        "a second genesis behind the last seal",
        log_bytes([*bodies, bodies[0]]),
        place,
    )
    yield Broken(
        "unknown-record-behind-the-end",
        "13.3",
        "a record of kind 3 behind the last seal",
        log_bytes([*bodies, encode((3, ()))]),
        Fault.RECORD_REFUSED,
    )
    yield Broken(
        "proof-with-a-malformed-round",
        "13.3",
        "a malformed event in a round of a proof file",
        log_bytes([bodies[0], malformed], EVIDENCE_MAGIC),
        refused,
        "EventMalformed",
    )
    unsealed = log_bytes(bodies[:-1])
    yield Broken("cut-before-the-seals", "13.3", "over, and cut at the seals", unsealed + b"\0", Fault.CUT)
    yield Broken(
        "cut-before-a-proof",
        "13.3",
        "a proof file that is cut before its proof",
        log_bytes([bodies[0]], EVIDENCE_MAGIC) + bytes(3),
        Fault.NO_PROOF,
    )


def _records_as_a_whole() -> Iterator[Broken]:
    sealing = GameBuilder(2, "broken", SHORT).play_to(EventKind.SEAL)
    seals = list(sealing.awaited().values())
    lie = sealing.sign(1, EventKind.SEAL, (0, (0,), (1000, 0)))
    yield Broken(
        "sealed-twice-and-wrong",
        "13.3",
        "two seals of one seat, and behind them in the record a wrong seal",
        log_bytes([*sealing.bodies(), round_body([seals[0], seals[0], lie])]),
        Fault.EVENT_REFUSED,
        "WrongSeal",
        place_of(lie),
    )
    twice = [seals[0], seals[1], seals[1]]
    yield Broken(
        "sealed-twice-in-a-record",
        "13.3",
        "all seals and one of them again, in one record",
        log_bytes([*sealing.bodies(), round_body(twice)]),
        Fault.SEALED_TWICE,
        at=place_of(seals[1]),
    )
    game = game_at(EventKind.LINK)
    events = list(game.copy().awaited().values())
    wrong = game.sign(2, EventKind.LINK, (bytes(32),))
    yield Broken(
        "not-whole-and-wrong",
        "13.3",
        "a seat twice in a record, and behind it a wrong link",
        log_bytes([*game.bodies(), round_body([events[0], events[0], wrong])]),
        Fault.EVENT_REFUSED,
        "WrongLink",
        place_of(wrong),
    )


def _votes() -> Iterator[Broken]:
    game = game_at(EventKind.LINK, 4)
    votes = [game.vote(seat, [3]) for seat in range(3)]
    other = game.vote(1, [2])
    link = game.copy().awaited()[1]
    stray = game.sign(1, EventKind.KEEP, (0b1000, (bytes(32),)), game_id=bytes(32))
    for name, rules, what, said, error, at in (
        ("votes-other-set-second", "19.7", "the second of three votes is for another set",
         [votes[0], other, votes[2]], "WrongSet", votes[2]),
        ("vote-doubled", "19.7", "a vote twice", [votes[0], *votes], "WrongSet", votes[2]),
        ("link-among-votes", "19.7", "a link among votes", [votes[0], link], "EventMalformed", link),
        ("keep-first", "19.7 5.5", "a record that begins with a keep",
         [game.keep(0, [link], [3]), *votes[1:]], "WrongRound", None),
        ("keep-first-of-another-game", "19.7 5.5", "the same, of another game", [stray], "WrongGame", stray),
    ):  # fmt: skip
        data = log_bytes([*game.bodies(), round_body(said)])
        yield Broken(name, rules, what, data, Fault.EVENT_REFUSED, error, place_of(at or said[0]))


def _proofs() -> Iterator[Broken]:
    game = game_at(EventKind.LINK)
    number, genesis = game.log.round_number, game.genesis
    link = game.players[0].chain.link(game.log.link_indexes[-1])
    event = game.sign(0, EventKind.LINK, (link,))
    far, bare = game.sign(0, EventKind.NOTE, (number + 2, link)), game.sign(0, EventKind.NOTE)
    keeps = [game.keep(0, said, [2]) for said in (game.rounds[0][:2], game.rounds[0][1::-1])]
    empty = game.sign(0, EventKind.KEEP, (0b100, ()))
    elsewhere = game.sign(0, EventKind.KEEP, (0b100, ()), head=bytes(32))
    note = game.sign(0, EventKind.NOTE, (number, link))
    later = game.sign(0, EventKind.COMMITMENT, (link,), round_number=number + 3)
    foreign = [game.sign(0, EventKind.LINK, (bytes([n]) * 32,), game_id=bytes(32)) for n in (1, 2)]
    for name, what, pair in (
        ("proof-two-bare-notes", "two notes contradict each other, whatever their bodies are", (bare, far)),
        ("proof-two-keeps-in-another-order", "two keeps of the same events, in another order", keeps),
        ("proof-two-heads", "two ballots over two heads, whatever their bodies are", (empty, elsewhere)),
        ("proof-of-two-rounds", "a note and a later event: named is the first of the pair", (note, later)),
        ("proof-of-two-rounds-turned", "the same two the other way round", (later, note)),
    ):
        data = proof_bytes(genesis, *pair)
        yield Broken(name, "8.10 19.10", what, data, Fault.EQUIVOCATION, at=place_of(pair[0]))
    for name, what, pair in (
        ("false-proof-bare-note", "a note without its body, and an event", (bare, event)),
        ("false-proof-far-note", "a note with a first round that no note has, and an event of that round",
         (far, game.sign(0, EventKind.LINK, (link,), round_number=number + 2))),
        ("false-proof-empty-keep", "a keep of nothing, and a vote for its set", (empty, game.vote(0, [2]))),
        ("false-proof-of-another-game", "two events of another game", foreign),
    ):  # fmt: skip
        yield Broken(name, "8.10 19.10", what, proof_bytes(genesis, *pair), Fault.FALSE_PROOF)
    lies = [game.sign(0, EventKind.LINK, (bytes([n]) * 32,)) for n in (1, 2)]
    stray = proof_body(lies[0], game.sign(1, EventKind.LINK, (link,)))
    yield Broken(
        "proofs-about-a-convicted-seat",
        "13.2",
        "a proof, and behind it one that is none, about the seat that the first convicts",
        log_bytes([genesis_body(genesis), proof_body(*lies), stray], EVIDENCE_MAGIC),
        Fault.EQUIVOCATION,
        at=place_of(lies[0]),
    )
