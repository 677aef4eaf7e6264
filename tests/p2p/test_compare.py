"""Several logs of one game: the same, a beginning, or parted, and who is convicted by that."""

from collections.abc import Sequence
from io import BytesIO
from itertools import combinations, count, permutations

import pytest

from core.ruleset import Ruleset
from p2p.audit import audit_log
from p2p.compare import Comparison, LogChanged, Relation, compare, overall
from p2p.event import EventKind, SignedEvent
from p2p.verdict import Report, Verdict, entry_of
from tests.p2p.gamebuilder import GameBuilder, genesis_body, log_bytes, proof_bytes, round_body, whole_game


def audit_all(*logs: bytes) -> tuple[list[Report], tuple[Comparison, ...], Verdict]:
    reports = [audit_log(data) for data in logs]
    comparisons = compare([entry_of(report) for report in reports], lambda number: BytesIO(logs[number]))
    return reports, comparisons, overall([report.verdict for report in reports], comparisons)


def log_of(game: GameBuilder, rounds: Sequence[Sequence[SignedEvent]]) -> bytes:
    return log_bytes([genesis_body(game.genesis), *map(round_body, rounds)])


def parted(liar: int = 0, rounds_after: int | None = None) -> tuple[GameBuilder, GameBuilder]:
    """Give a game twice that parts where `liar` commits to two different bids."""
    one = GameBuilder(3, "fork", Ruleset(most_rolls=60)).play_to(EventKind.COMMITMENT)
    other = one.copy()
    one.play_round({liar: one.commit(liar, 0)})
    other.play_round({liar: other.commit(liar, 1)})
    return one.play(rounds_after), other.play(rounds_after)


def test_equal_logs_are_the_same() -> None:
    data = whole_game(2, "a").data()
    _, [comparison], verdict = audit_all(data, data, data)
    assert verdict is Verdict.COMPLETE
    assert comparison.relation is Relation.SAME
    assert [other.log for other in comparison.others] == [1, 2]


def test_logs_that_differ_in_signatures_alone_are_the_same() -> None:
    game = whole_game(2, "a")
    first = game.rounds[3][0]
    again = first._replace(signature=first.signature[::-1])
    rounds = [*game.rounds[:3], (again, *game.rounds[3][1:]), *game.rounds[4:]]
    _, [comparison], verdict = audit_all(game.data(), log_of(game, rounds))
    assert (comparison.relation, verdict) == (Relation.SAME, Verdict.COMPLETE)


def test_a_shorter_log_is_the_beginning_of_the_longer_in_any_order() -> None:
    game = whole_game(2, "a")
    short = log_of(game, game.rounds[:6])
    _, [comparison], verdict = audit_all(short, game.data())
    assert comparison.longest == 1
    assert (comparison.relation, verdict) == (Relation.PREFIX, Verdict.UNFINISHED)
    _, [comparison], _ = audit_all(game.data(), short)
    assert (comparison.longest, comparison.relation) == (0, Relation.PREFIX)


def test_a_fork_names_the_round_the_heads_and_who_signed_both() -> None:
    one, other = parted(liar=2)
    number = next(
        n for n, pair in enumerate(zip(one.rounds, other.rounds, strict=False)) if pair[0] != pair[1]
    )
    reports, [comparison], verdict = audit_all(one.data(), other.data())
    assert {report.verdict for report in reports} == {Verdict.COMPLETE}
    assert (comparison.relation, verdict) == (Relation.FORK, Verdict.FORK)
    [compared] = comparison.others
    assert compared.parting is not None
    logs = (one, other) if comparison.longest == 0 else (other, one)
    assert compared.parting.round_number == number
    assert compared.parting.heads == (logs[0].log.heads[number + 1], logs[1].log.heads[number + 1])
    assert compared.parting.differing == (2,)
    [conviction] = compared.parting.convictions
    assert conviction.seat == 2
    assert {conviction.one, conviction.other} == {one.rounds[number][2], other.rounds[number][2]}
    proof = audit_log(proof_bytes(one.genesis, conviction.one, conviction.other))
    assert proof.verdict is Verdict.FORK


def test_a_fork_at_the_very_end_of_both_logs_is_told() -> None:
    one, other = parted(rounds_after=0)
    _, [comparison], verdict = audit_all(one.data(), other.data())
    assert verdict is Verdict.FORK
    assert comparison.others[0].parting is not None
    assert comparison.others[0].parting.convictions[0].seat == 0


def test_one_event_spoiled_in_a_copy_convicts_by_what_was_signed_later() -> None:
    one, other = parted(liar=1)
    number = next(
        n for n, pair in enumerate(zip(one.rounds, other.rounds, strict=False)) if pair[0] != pair[1]
    )
    events = list(other.rounds[number])
    events[1] = events[1]._replace(signature=events[1].signature[::-1])
    spoiled = log_of(other, [*other.rounds[:number], events, *other.rounds[number + 1 :]])
    _, [comparison], verdict = audit_all(one.data(), spoiled)
    parting = comparison.others[0].parting
    assert verdict is Verdict.FORK
    assert parting is not None
    assert parting.differing == (1,)
    assert {one.event.round_number for one in (parting.convictions[0].one, parting.convictions[0].other)} == {
        number + 1
    }


def test_a_note_in_one_copy_and_an_event_in_the_other_convict() -> None:
    one = GameBuilder(3, "fork", Ruleset(most_rolls=60)).play(3).play_to(EventKind.LINK)
    other = one.copy()
    one.play_round({1: one.note(1)})
    other.play_round()
    _, [comparison], verdict = audit_all(one.data(), other.data())
    assert verdict is Verdict.FORK
    assert comparison.others[0].parting is not None
    assert [conviction.seat for conviction in comparison.others[0].parting.convictions] == [1]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_seals_that_stand_in_records_of_their_own_convict_alike(order: tuple[int, ...]) -> None:
    """Clause 12.6 lets seals come one by one; 13.5 compares rounds, in whatever records they stand."""
    game = GameBuilder(3, "seals", Ruleset(most_rolls=1)).play_to(EventKind.ACTION)
    [gone] = game.log.state.awaited
    removed, whole = game.copy(), game.copy().play()
    removed.remove((gone,))
    removed.play()
    seals = [round_body([whole.rounds[-1][seat]]) for seat in order]
    apart = log_bytes([*whole.bodies()[:-1], *seals])
    for logs in ((removed.data(), apart), (apart, removed.data())):
        _, [comparison], verdict = audit_all(*logs)
        assert (comparison.relation, verdict) == (Relation.FORK, Verdict.FORK)
        [compared] = comparison.others
        assert compared.parting is not None
        convicted = [conviction.seat for conviction in compared.parting.convictions]
        assert convicted == [seat for seat in range(3) if seat != gone]


def test_games_are_compared_apart() -> None:
    one, two = whole_game(2, "a"), whole_game(3, "b")
    _, comparisons, verdict = audit_all(one.data(), two.data(), one.data())
    assert verdict is Verdict.COMPLETE
    assert [comparison.game_id for comparison in comparisons] == [one.genesis.game_id, two.genesis.game_id]
    assert [len(comparison.others) for comparison in comparisons] == [1, 0]


def test_broken_logs_and_foreign_files_are_not_compared_but_count() -> None:
    game = whole_game(2, "a")
    broken = log_of(game, [*game.rounds[:4], *game.rounds[5:]])
    _, comparisons, verdict = audit_all(game.data(), broken)
    assert verdict is Verdict.BROKEN
    assert [comparison.others for comparison in comparisons] == [()]
    assert audit_all(game.data(), b"nothing")[2] is Verdict.CANNOT_JUDGE
    assert audit_all()[2] is Verdict.CANNOT_JUDGE


def test_no_other_verdict_hides_a_fork() -> None:
    game = whole_game(2, "a")
    one, other = parted()
    broken = log_of(game, [*game.rounds[:4], *game.rounds[5:]])
    assert audit_all(broken, b"", one.data(), other.data(), game.data())[2] is Verdict.FORK


def removed(gone: int = 2) -> tuple[GameBuilder, GameBuilder]:
    """Give a game twice from a decision of seat `gone` on: with its removal, and as it goes on alone."""
    game = GameBuilder(3, "gone", Ruleset(most_rolls=60)).play_to(EventKind.ACTION)
    while game.log.state.awaited != (gone,):
        game.play_round()
        game.play_to(EventKind.ACTION)
    alone = game.copy()
    game.remove((gone,))
    while alone.log.expects is not None and alone.log.expects.seats == (gone,):
        alone.play_round()
    return game, alone


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("rounds", [0, 5])
def test_the_copy_in_which_the_removed_went_on_is_outranked(rounds: int, swapped: bool) -> None:
    game, alone = removed()
    number = game.log.round_number - 1
    logs = (game.play(rounds).data(), alone.data())
    reports, [comparison], verdict = audit_all(*(logs[::-1] if swapped else logs))
    assert {report.verdict for report in reports} == {Verdict.UNFINISHED}
    assert (comparison.relation, verdict) == (Relation.OUTRANKED, Verdict.UNFINISHED)
    [compared] = comparison.others
    assert compared.parting is not None
    assert compared.parting.round_number == number
    assert compared.parting.removal == reports[swapped].removed[0]


def test_a_certificate_of_one_who_spoke_over_the_round_as_well_is_a_fork() -> None:
    game, alone = removed()
    _, [comparison], verdict = audit_all(game.play().data(), alone.play().data())
    assert (comparison.relation, verdict) == (Relation.FORK, Verdict.FORK)


def test_two_certificates_for_one_round_convict_who_voted_for_both() -> None:
    one = (
        GameBuilder(3, "two", Ruleset(most_rolls=60)).play_to(EventKind.LINK).play(1).play_to(EventKind.LINK)
    )
    other = one.copy()
    one.remove((2,))
    other.remove((1,))
    _, [comparison], verdict = audit_all(one.data(), other.data())
    assert (comparison.relation, verdict) == (Relation.FORK, Verdict.FORK)
    parting = comparison.others[0].parting
    assert parting is not None
    assert [conviction.seat for conviction in parting.convictions] == [0]


def copies() -> dict[str, GameBuilder]:
    """Give copies of one game that part in many ways, from a round on in which seat 2 has two actions."""
    game = GameBuilder(3, "copies", Ruleset(most_rolls=60)).play_to(EventKind.ACTION)
    while (game.log.state.awaited, game.log.state.actions_left) != ((2,), 2):
        game.play_round()
        game.play_to(EventKind.ACTION)
    removed, acted, twice, other = (game.copy() for _ in range(4))
    removed.remove((2,))
    acted.play_round()
    twice.play(2)
    codes = [one.code for one in other.log.state.legal() if one.code != acted.rounds[-1][0].event.body]
    other.play_round({2: other.sign(2, EventKind.ACTION, codes[0])})
    late = acted.copy()
    late.remove((2,))
    return {
        "beginning": game,
        "removed": removed,
        "removed, and on": removed.copy().play(3),
        "removed late": late,
        "on alone": twice,
        "another decision": other,
    }


def test_a_fork_that_convicts_nobody_names_the_certificate_whose_voters_have_gone_on() -> None:
    one, late = (copies()[name] for name in ("removed", "removed late"))
    reports, [comparison], _ = audit_all(one.data(), late.data())
    [compared] = comparison.others
    assert (comparison.longest, compared.relation, compared.beside) == (1, Relation.FORK, 1)
    assert compared.parting is not None
    assert (compared.parting.differing, compared.parting.convictions) == ((), ())
    assert compared.parting.removal == reports[0].removed[0]


def test_of_three_or_four_copies_in_any_order_no_fork_of_two_is_missed() -> None:
    """Clause 13.5: those that are outranked by, or outrank, the longest can fork from each other."""
    logs = {name: game.data() for name, game in copies().items()}
    reports = {name: audit_log(data) for name, data in logs.items()}

    def forks(*names: str) -> bool:
        entries = [entry_of(reports[name]) for name in names]
        [comparison] = compare(entries, lambda number: BytesIO(logs[names[number]]))
        verdict = overall([reports[name].verdict for name in names], [comparison])
        assert (verdict is Verdict.FORK) == (comparison.relation is Relation.FORK)
        return verdict is Verdict.FORK

    pairs = [{*pair} for pair in combinations(logs, 2) if forks(*pair)]
    assert {"removed", "removed late"} in pairs
    assert {"removed", "on alone"} not in pairs
    assert {"removed late", "on alone"} not in pairs
    for names in (*permutations(logs, 3), *permutations([*logs][1:], 4)):
        assert forks(*names) == any(pair <= {*names} for pair in pairs), names


@pytest.mark.parametrize(
    "after", [b"", log_bytes([b"\xc1"]), log_bytes([b"\x92\x01\x91\x92\xc4\x00\xc4\x00"])]
)
def test_a_log_that_is_replaced_while_it_is_compared_is_told_as_changed(after: bytes) -> None:
    logs = [game.data() for game in parted()]
    entries = [entry_of(audit_log(data)) for data in logs]
    reads = count()
    with pytest.raises(LogChanged):
        compare(entries, lambda number: BytesIO(logs[number] if next(reads) < len(logs) else after))
