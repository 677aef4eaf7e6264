"""Proofs of equivocation, in files of their own and inside logs: judged alone."""

import pytest

from p2p.audit import audit_log
from p2p.event import EventKind, SignedEvent
from p2p.frames import EVIDENCE_MAGIC
from p2p.keys import SigningKey
from p2p.verdict import Fault, Verdict
from tests.p2p.gamebuilder import (
    GameBuilder,
    genesis_body,
    log_bytes,
    proof_body,
    proof_bytes,
    round_body,
    whole_game,
)


def two_actions(seats: int = 3) -> tuple[GameBuilder, SignedEvent, SignedEvent]:
    """Give a game and two different actions of one seat for its open round."""
    game = GameBuilder(seats, "proof").play_to(EventKind.ACTION)
    [seat] = game.log.state.awaited
    one, other, *_ = game.log.state.legal()
    return game, game.sign(seat, EventKind.ACTION, one.code), game.sign(seat, EventKind.ACTION, other.code)


def test_a_proof_file_convicts_who_signed_both() -> None:
    game, one, other = two_actions()
    report = audit_log(proof_bytes(game.genesis, one, other))
    [conviction] = report.convictions
    [finding] = report.findings
    assert (report.verdict, report.is_proof) == (Verdict.FORK, True)
    assert (conviction.seat, conviction.one, conviction.other) == (one.event.seat, one, other)
    assert (finding.fault, finding.seat, finding.round_number) == (
        Fault.EQUIVOCATION,
        one.event.seat,
        one.event.round_number,
    )
    assert report.seats[conviction.seat].key == game.players[conviction.seat].key.public
    assert report.signatures == 2
    assert report.awaits is None


def test_an_event_after_a_note_convicts() -> None:
    game = GameBuilder(3, "proof").play_to(EventKind.LINK)
    report = audit_log(proof_bytes(game.genesis, game.note(1), game.speak(1)))
    assert (report.verdict, report.convictions[0].seat) == (Verdict.FORK, 1)


def _same_twice() -> bytes:
    game, one, _ = two_actions()
    return proof_bytes(game.genesis, one, one)


def _two_rounds() -> bytes:
    game, one, _ = two_actions()
    return proof_bytes(game.genesis, game.rounds[1][one.event.seat], one)


def _two_seats() -> bytes:
    game, _, _ = two_actions()
    return proof_bytes(game.genesis, *game.rounds[1][:2])


def _another_game() -> bytes:
    _, one, other = two_actions()
    return proof_bytes(GameBuilder(3, "other").genesis, one, other)


def _forged() -> bytes:
    game, one, other = two_actions()
    key = SigningKey(b"\x09" * 32)
    forged = game.sign(one.event.seat, EventKind.ACTION, other.event.body, key=key)
    return proof_bytes(game.genesis, one, forged)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (_same_twice(), "NotEvidence"),
        (_two_rounds(), "NotEvidence"),
        (_two_seats(), "NotEvidence"),
        (_another_game(), "NotEvidence"),
        (_forged(), "EventSignatureWrong"),
    ],
)
def test_a_false_proof_convicts_nobody(data: bytes, error: str) -> None:
    report = audit_log(data)
    assert (report.verdict, report.convictions) == (Verdict.BROKEN, ())
    assert (report.findings[0].fault, report.findings[0].error) == (Fault.FALSE_PROOF, error)


def test_no_cut_of_a_proof_convicts() -> None:
    game, one, other = two_actions()
    data = proof_bytes(game.genesis, one, other)
    for end in range(len(data)):
        report = audit_log(data[:end])
        assert (report.verdict, report.convictions) == (Verdict.CANNOT_JUDGE, ())


@pytest.mark.parametrize("at_byte", range(0, 200, 7))
def test_no_flip_in_a_proof_convicts(at_byte: int) -> None:
    game, one, other = two_actions()
    bodies = [genesis_body(game.genesis), proof_body(one, other)]
    at = (len(bodies[1]) - 1) * at_byte // 199
    body = bytearray(bodies[1])
    body[at] ^= 1
    report = audit_log(log_bytes([bodies[0], bytes(body)], EVIDENCE_MAGIC))
    assert report.verdict in {Verdict.BROKEN, Verdict.CANNOT_JUDGE}
    assert report.convictions == ()


def test_a_proof_file_holds_no_rounds() -> None:
    game, one, other = two_actions()
    bodies = [genesis_body(game.genesis), round_body(game.rounds[0]), proof_body(one, other)]
    report = audit_log(log_bytes(bodies, EVIDENCE_MAGIC))
    assert (report.verdict, report.findings[0].fault) == (Verdict.BROKEN, Fault.OUT_OF_PLACE)


@pytest.mark.parametrize("place", [1, 5, -1])
def test_a_proof_inside_a_log_makes_it_a_fork_wherever_it_stands(place: int) -> None:
    game, one, other = two_actions()
    bodies = whole_game(3, "proof").bodies()
    bodies.insert(place if place > 0 else len(bodies), proof_body(one, other))
    report = audit_log(log_bytes(bodies))
    assert (report.verdict, report.findings[0].fault) == (Verdict.FORK, Fault.EQUIVOCATION)
    assert report.convictions[0].seat == one.event.seat
    assert report.result is not None
    assert game.genesis.game_id == report.game_id


def test_a_false_proof_inside_a_log_breaks_it() -> None:
    game, one, _ = two_actions()
    report = audit_log(log_bytes([*game.bodies(), proof_body(one, one)]))
    assert (report.verdict, report.findings[0].fault) == (Verdict.BROKEN, Fault.FALSE_PROOF)


def test_what_comes_first_decides() -> None:
    game, one, other = two_actions()
    proof, again = proof_body(one, other), round_body(game.rounds[-1])
    assert audit_log(log_bytes([*game.bodies(), proof, again])).verdict is Verdict.FORK
    assert audit_log(log_bytes([*game.bodies(), again, proof])).verdict is Verdict.BROKEN


def test_many_proofs_of_one_seat_are_one_conviction() -> None:
    game, one, other = two_actions()
    report = audit_log(log_bytes([*game.bodies(), *[proof_body(one, other)] * 50]))
    assert len(report.convictions) == len([f for f in report.findings if f.fault is Fault.EQUIVOCATION]) == 1
