"""Any round of a log can be gone back to, and looks as it did when the log was read."""

import io
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

import pytest

from core.happening import Happening
from core.phase import Phase
from core.ruleset import Ruleset
from core.state import State
from p2p.event import EventKind
from p2p.frames import LOG_MAGIC
from p2p.landmarks import after, before
from p2p.log import Log
from p2p.removal import close_round
from p2p.tape import CHECKPOINT_ROUNDS, Tape, TapeChanged
from p2p.verdict import Fault, Verdict
from tests.p2p.gamebuilder import GameBuilder, log_bytes, round_body, whole_game

LONG = Ruleset(rows_to_end=2, most_rolls=200)


def tape_of(data: bytes) -> Tape:
    return Tape(io.BytesIO(data))


def read_whole(game: GameBuilder) -> Tape:
    return read_log(game.data())


def read_log(data: bytes) -> Tape:
    tape = tape_of(data)
    while tape.read_on():
        pass
    return tape


def logs_of(game: GameBuilder) -> Iterator[Log]:
    """The log at each place of a game, as it is played from its start."""
    log = Log(game.genesis)
    yield log
    for events in game.rounds:
        close_round(log, events)
        yield log


def same(one: Log, other: Log) -> bool:
    """Tell whether two logs are equal in all that follows from their past."""
    public = [name for name in dir(one) if not name.startswith("_") and not callable(getattr(one, name))]
    fields = set(public) - {"genesis", "begun_links"}
    return all(getattr(one, field) == getattr(other, field) for field in fields)


@pytest.fixture(scope="module")
def game() -> GameBuilder:
    played = whole_game(3, "tape", LONG)
    assert len(played.rounds) > 3 * CHECKPOINT_ROUNDS
    return played


def test_each_place_of_a_log_is_that_of_the_game(game: GameBuilder) -> None:
    tape = tape_of(game.data())
    while tape.read_on():
        pass
    assert tape.rounds == len(game.rounds)
    places = [place for place in range(tape.rounds + 1) if place % 5 == 0 or place > tape.rounds - 3]
    found = {place: tape.log_at(place) for place in Random(1).sample(places, len(places))}
    for place, log in enumerate(logs_of(game)):
        if place in found:
            assert same(found[place], log)


def test_rounds_are_read_again_while_the_audit_goes_on(game: GameBuilder) -> None:
    tape = tape_of(game.data())
    reached = []
    while tape.read_on():
        reached.append(tape.rounds)
        assert all(tape.round(number) == game.rounds[number] for number in {3, tape.rounds - 1})
    assert 0 < reached[0] < len(game.rounds)
    assert read_whole(game).report == tape.report
    assert tape.round(tape.rounds - 1) == game.rounds[-1]


def test_seals_that_came_one_by_one_are_one_round() -> None:
    game = whole_game(2, "seals")
    *rounds, seals = game.rounds
    bodies = [*game.bodies()[:-1], *(round_body([one]) for one in seals)]
    tape = tape_of(log_bytes(bodies))
    while tape.read_on():
        pass
    assert tape.rounds == len(rounds) + 1
    assert tape.round(len(rounds)) == seals


def test_a_broken_log_goes_as_far_as_it_is_sound() -> None:
    game = whole_game(2, "broken")
    bodies = game.bodies()
    tape = tape_of(log_bytes([*bodies[:6], *bodies[7:]]))
    while tape.read_on():
        pass
    assert tape.report is not None
    assert tape.report.verdict is Verdict.BROKEN
    assert tape.rounds == tape.report.rounds == 5
    assert same(tape.log_at(5), next(islice(logs_of(game), 5, None)))


@pytest.mark.parametrize("data", [b"", b"nonsense", LOG_MAGIC + b"\x09", LOG_MAGIC])
def test_what_is_no_log_has_no_genesis_and_no_rounds(data: bytes) -> None:
    tape = tape_of(data)
    assert tape.report is not None
    assert tape.report.verdict is Verdict.CANNOT_JUDGE
    assert tape.genesis is None
    assert tape.rounds == 0


def test_a_log_without_a_round_has_one_place() -> None:
    game = GameBuilder(2, "start")
    tape = tape_of(game.data())
    while tape.read_on():
        pass
    assert tape.report is not None
    assert tape.report.findings[0].fault is Fault.WAITING
    assert same(tape.log_at(0), Log(game.genesis))


@pytest.mark.parametrize("harm", ["other rounds", "cut"])
def test_a_log_that_changes_while_it_is_open_is_noticed(harm: str) -> None:
    game = whole_game(2, "changed")
    stream = io.BytesIO(game.data())
    tape = Tape(stream)
    while tape.read_on():
        pass
    if harm == "cut":
        stream.truncate(600)
    else:
        other = GameBuilder(2, "changed", bot="cautious").play()
        stream.seek(0)
        stream.write(other.data())
    with pytest.raises(TapeChanged):
        tape.log_at(tape.rounds - 1)


def test_turns_begin_where_the_roller_changes(game: GameBuilder) -> None:
    marks = read_whole(game).landmarks
    expected, last = [], (-1, -1)
    for place, log in enumerate(logs_of(game)):
        now = (log.state.rolls, log.state.roller)
        if log.state.phase in (Phase.RETURN, Phase.ROLL) and now != last:
            expected.append(place)
            last = now
    assert list(marks.turns) == expected
    assert [marks.turn_at(place) for place in (0, *expected)] == list(range(len(expected) + 1))
    assert len(expected) >= game.log.state.rolls


@pytest.mark.parametrize("kind", [EventKind.LINK, EventKind.COMMITMENT])
def test_the_place_where_a_log_ends_is_a_landmark_too(kind: EventKind) -> None:
    """Its open round holds no roll yet."""
    game = GameBuilder(2, "open", LONG).play(8).play_to(kind)
    marks = read_whole(game).landmarks
    assert (marks.turns if kind is EventKind.LINK else marks.auctions)[-1] == game.log.round_number
    assert len(marks.rolls) == game.log.state.rolls + 1


def test_auctions_open_where_bids_are_asked_for(game: GameBuilder) -> None:
    marks = read_whole(game).landmarks
    logs = enumerate(logs_of(game))
    places = [
        place for place, log in logs if log.expects is not None and log.expects.kind is EventKind.COMMITMENT
    ]
    assert places
    assert list(marks.auctions) == places


def test_each_roll_is_found_in_the_round_that_holds_it(game: GameBuilder) -> None:
    tape = read_whole(game)
    rolls = tape.landmarks.rolls
    assert len(rolls) == game.log.state.rolls + 1
    for number, place in enumerate(rolls):
        assert game.rounds[place][0].event.kind is EventKind.LINK
        if number % 9 == 0:
            assert tape.log_at(place + 1).state.rolls == number


def test_a_round_that_votes_have_closed_holds_no_roll() -> None:
    game = GameBuilder(3, "anew", LONG).play(2).play_to(EventKind.LINK)
    place, roller = game.log.round_number, game.log.state.roller
    removed = [seat for seat in range(3) if seat != roller][:1]
    broken = read_log(log_bytes([*game.bodies(), round_body([game.vote(roller, removed)])]))
    assert broken.report is not None
    assert broken.report.verdict is Verdict.BROKEN
    assert list(broken.landmarks.rolls) == [1]
    game.remove(removed)
    assert list(read_whole(game).landmarks.rolls) == [1]
    game.play_round()
    marks = read_whole(game).landmarks
    assert list(marks.rolls) == [1, place + 1]
    assert place in marks.turns
    assert place + 1 not in marks.turns


def test_the_next_place_and_the_one_before_are_beyond_the_present_one() -> None:
    places = [2, 5, 9]
    assert [after(places, place) for place in (0, 2, 5, 9, 20)] == [2, 5, 9, None, None]
    assert [before(places, place) for place in (0, 2, 5, 9, 20)] == [None, None, 2, 5, 9]


@pytest.mark.parametrize("harm", ["dropped", "doubled", "swapped"])
def test_whatever_breaks_a_log_all_landmarks_are_in_its_sound_part(harm: str) -> None:
    game = GameBuilder(3, "harm", LONG).play(2).play_to(EventKind.LINK)
    roller = game.log.state.roller
    game.remove([seat for seat in range(3) if seat != roller][:1])
    bodies = game.play(20).bodies()
    for number in range(1, len(bodies) - 1):
        before_it, body, after_it = bodies[:number], bodies[number], bodies[number + 1 :]
        match harm:
            case "dropped":
                tape = read_log(log_bytes([*before_it, *after_it]))
            case "doubled":
                tape = read_log(log_bytes([*before_it, body, body, *after_it]))
            case _:
                tape = read_log(log_bytes([*before_it, after_it[0], body, *after_it[1:]]))
        marks = tape.landmarks
        assert tape.report is not None
        assert tape.report.verdict is Verdict.BROKEN
        assert tape.rounds == tape.report.rounds
        assert all(place <= tape.rounds for place in (*marks.turns, *marks.auctions))
        assert all(place < tape.rounds for place in marks.rolls)
        assert tape.log_at(tape.rounds).head == tape.report.heads[-1]


def test_what_follows_from_each_round_is_told_as_it_is_read() -> None:
    game = whole_game(3, "told", LONG)
    tape = tape_of(game.data())
    told: list[Happening] = []
    courses: list[tuple[int, ...]] = []

    def follow(state: State, happened: Sequence[Happening]) -> None:
        told.extend(happened)
        courses.append(tuple(state.money))

    tape.follow(follow)
    while tape.read_on():
        pass
    log = Log(game.genesis)
    log.state.happenings = []
    for events in game.rounds:
        close_round(log, events)
    assert told == log.state.happenings
    assert courses == [tuple(one.state.money) for one in logs_of(game)]
