from itertools import pairwise

from p2p.event import EventKind
from p2p.heard import KEPT, Heard
from tests.p2p.gamebuilder import GameBuilder

NONE: frozenset[bytes] = frozenset()


def test_an_event_is_held_once_under_whatever_signature() -> None:
    builder, heard = GameBuilder(2), Heard()
    one = builder.sign(0, EventKind.LINK, (bytes(32),))
    assert heard.add(one, NONE)
    assert not heard.add(one._replace(signature=bytes(64)), NONE)
    assert heard.at(0, 0) == [one]
    assert not heard.proofs


def test_of_many_events_for_one_round_three_are_held_and_two_convict() -> None:
    builder, heard = GameBuilder(2), Heard()
    many = [builder.sign(0, EventKind.ACTION, (number,)) for number in range(20)]
    for one in many:
        heard.add(one, NONE)
    assert len(heard.at(0, 0)) == KEPT
    assert heard.at(0, 0) == [many[0], many[1], many[19]]
    assert heard.proofs == {0: (many[0], many[1])}


def test_what_is_followed_never_gives_way() -> None:
    builder, heard = GameBuilder(2), Heard()
    many = [builder.sign(0, EventKind.ACTION, (number,)) for number in range(20)]
    for place in range(KEPT):
        heard = Heard()
        for one in many[:KEPT]:
            heard.add(one, NONE)
        wanted = heard.at(0, 0)[place]
        for one in many[KEPT:]:
            assert heard.add(one, frozenset({wanted.event_id}))
            assert wanted in heard.at(0, 0)
        assert len(heard.at(0, 0)) == KEPT


def test_notes_are_held_apart_and_stay_when_rounds_are_settled() -> None:
    builder, heard = GameBuilder(2), Heard()
    note, link = builder.note(0), builder.sign(1, EventKind.LINK, (bytes(32),))
    heard.add(note, NONE)
    heard.add(link, NONE)
    heard.drop_before(5)
    assert heard.notes(0) == [note]
    assert not heard.at(0, 1)
    assert list(heard.all(2)) == [note]


def test_an_event_where_a_note_stands_convicts_in_either_order() -> None:
    builder = GameBuilder(2)
    note, event = builder.note(0), builder.sign(0, EventKind.ACTION, (1,))
    for pair in ((note, event), (event, note)):
        heard = Heard()
        for one in pair:
            heard.add(one, NONE)
        assert heard.proofs == {0: pair}


def test_all_is_given_the_earliest_rounds_first() -> None:
    builder, heard = GameBuilder(3).play(8), Heard()
    for events in reversed(builder.rounds):
        for one in reversed(events):
            heard.add(one, NONE)
    places = [(one.event.round_number, one.event.seat) for one in heard.all(3)]
    assert all(first < second for first, second in pairwise(places))
    assert [one.event.round_number for one in heard.of(1)] == sorted(
        one.event.round_number for events in builder.rounds for one in events if one.event.seat == 1
    )


def test_a_removed_event_is_forgotten_alone() -> None:
    builder, heard = GameBuilder(2), Heard()
    first, second = (builder.sign(0, EventKind.ACTION, (number,)) for number in range(2))
    heard.add(first, NONE)
    heard.add(second, NONE)
    heard.remove(first)
    heard.remove(builder.sign(1, EventKind.ACTION, (9,)))
    assert heard.at(0, 0) == [second]
