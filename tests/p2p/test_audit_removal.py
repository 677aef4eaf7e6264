"""Logs with certificates: what an audit accepts, reports, and finds wrong in them (chapter 19)."""

import pytest

from p2p.audit import audit_log
from p2p.event import EventKind, SignedEvent
from p2p.verdict import Fault, Removal, Report, Verdict
from tests.p2p.gamebuilder import GameBuilder, log_bytes, round_body


def before_removal(seats: int = 3) -> GameBuilder:
    """Give a game with a roll open."""
    return GameBuilder(seats, "removed").play_to(EventKind.LINK).play(1).play_to(EventKind.LINK)


def with_votes(game: GameBuilder, *votes: SignedEvent) -> Report:
    """Audit the log so far with these votes as its last round."""
    return audit_log(log_bytes([*game.bodies(), round_body(votes)]))


@pytest.mark.parametrize("every_signature", [False, True])
@pytest.mark.parametrize(("seats", "gone"), [(3, (2,)), (3, (0,)), (4, (1,)), (4, (2, 3))])
def test_a_game_with_a_removal_is_complete_and_names_the_voters(
    seats: int, gone: tuple[int, ...], every_signature: bool
) -> None:
    game = before_removal(seats)
    number = game.log.round_number
    played_to = tuple(game.log.spoken[seat] for seat in gone)
    game.remove(gone)
    game.play()
    report = audit_log(game.data(), every_signature=every_signature)
    voters = tuple(seat for seat in range(seats) if seat not in gone)
    assert (report.verdict, report.findings) == (Verdict.COMPLETE, ())
    assert report.removed == (Removal(gone, number, voters, played_to),)
    events = sum(map(len, game.rounds))
    assert (report.rounds, report.events) == (len(game.rounds), events)
    assert report.signatures == (events if every_signature else seats + len(voters))
    assert report.heads == tuple(game.log.heads)


def test_a_log_that_ends_with_a_certificate_waits_for_the_others() -> None:
    game = before_removal()
    game.remove((2,))
    report = audit_log(game.data())
    assert [finding.fault for finding in report.findings] == [Fault.WAITING]
    assert report.awaits == (EventKind.LINK, (0, 1))


def test_a_forged_vote_is_found_wherever_its_seat_spoke_last() -> None:
    game = before_removal()
    forged = game.sign(1, EventKind.VOTE, (0b100,), key=game.players[0].key)
    votes = (game.vote(0, (2,)), forged)
    game.log.remove((2,), votes)
    game.rounds.append(votes)
    game.play()
    [finding] = audit_log(game.data()).findings
    assert (finding.fault, finding.seat, finding.kind) == (Fault.SIGNATURE_WRONG, 1, EventKind.VOTE)
    assert finding.signed is False


@pytest.mark.parametrize(
    ("error", "votes"),
    [
        ("WrongSet", [(0, (2,))]),
        ("WrongSet", [(1, (2,)), (0, (2,))]),
        ("WrongSet", [(0, (2,)), (1, (2,)), (1, (2,))]),
        ("WrongSet", [(0, (2,)), (1, (0,))]),
        ("WrongSet", [(0, (1, 2))]),
        ("WrongSet", [(0, (3,)), (1, (3,)), (2, (3,))]),
        ("WrongSeat", [(0, (2,)), (1, (2,)), (2, (2,))]),
        ("EventMalformed", [(0, ()), (1, ())]),
    ],
)
def test_what_is_no_certificate_is_broken(error: str, votes: list[tuple[int, tuple[int, ...]]]) -> None:
    game = before_removal()
    report = with_votes(game, *(game.vote(seat, gone) for seat, gone in votes))
    assert report.verdict is Verdict.BROKEN
    assert (report.findings[0].fault, report.findings[0].error) == (Fault.EVENT_REFUSED, error)
    assert report.removed == ()
    assert report.rounds == len(game.rounds)


def test_a_vote_of_a_seat_that_the_game_has_not_is_refused() -> None:
    game = before_removal()
    foreign = game.sign(3, EventKind.VOTE, (0b100,), key=game.players[1].key)
    report = with_votes(game, game.vote(0, (2,)), foreign)
    assert (report.findings[0].error, report.findings[0].signed) == ("WrongSeat", False)


def test_votes_among_events_and_events_among_votes_are_broken() -> None:
    game = before_removal()
    for events in (
        (game.speak(0), game.vote(1, (2,)), game.speak(2)),
        (game.vote(0, (2,)), game.speak(1)),
        (game.keep(0, [game.speak(2)], (2,)), game.vote(1, (2,))),
    ):
        assert with_votes(game, *events).verdict is Verdict.BROKEN


def test_two_seats_and_the_seals_take_no_certificate() -> None:
    two = before_removal(2)
    assert with_votes(two, two.vote(0, (1,))).findings[0].error == "WrongSet"
    ended = before_removal().play_to(EventKind.SEAL)
    report = with_votes(ended, ended.vote(0, (2,)), ended.vote(1, (2,)))
    assert report.findings[0].error == "WrongSet"


def test_who_watches_an_audit_is_shown_no_round_that_is_not_closed_then() -> None:
    game = before_removal()
    shown: list[int] = []
    votes = [game.vote(1, (2,)), game.vote(0, (2,))]
    report = audit_log(
        log_bytes([*game.bodies(), round_body(votes)]), watch=lambda log, _: shown.append(log.round_number)
    )
    assert [finding.error for finding in report.findings] == ["WrongSet"]
    assert shown == list(range(report.rounds))
