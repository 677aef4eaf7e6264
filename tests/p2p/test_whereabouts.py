"""Where the seats listen is learnt by all that can be reached, and forgeries do nothing (protocol.md, 21)."""

from collections.abc import Iterable
from random import Random

import pytest

from p2p.address_statement import (
    MAX_NUMBER,
    Addresses,
    Statement,
    decode_addresses,
    encode_addresses,
    sign_statement,
)
from p2p.invite import Endpoints
from p2p.whereabouts import ANSWER_BURST, FORGED_BURST, NEWS_BURST, TELL_SECONDS, Whereabouts
from tests.p2p.gamebuilder import GameBuilder
from tests.p2p.mesh import Mesh


def at(place: int) -> Endpoints:
    return (f"192.0.2.{place}",), 4242


class Net(Mesh[Whereabouts]):
    """What the peers of one game tell each other of where they listen."""

    def start(self, seat: int, kept: Iterable[Statement] = ()) -> Whereabouts:
        peer = Whereabouts(self.game.genesis, seat, self.game.players[seat].key, self.now)
        peer.restore(kept)
        return peer

    def state(self, seat: int, place: int) -> None:
        self.peers[seat].state(at(place), self.now)

    def sign(self, seat: int, number: int, place: int) -> Statement:
        key = self.game.players[seat].key
        return sign_statement(self.game.genesis.game_id, seat, number, at(place), key)

    def bring(
        self, sender: int, receiver: int, *statements: Statement, numbers: tuple[int, ...] = ()
    ) -> None:
        message = Addresses(numbers or (0,) * len(self.peers), statements)
        self.peers[receiver].receive(sender, encode_addresses(self.tag, message), self.now)

    def places(self, seat: int) -> dict[int, Endpoints]:
        return {one.seat: one.endpoints for one in self.peers[seat].held.values()}

    def answers(self, seat: int) -> list[Addresses]:
        found = [decode_addresses(self.tag, data) for _, data in self.peers[seat].outbox]
        self.peers[seat].outbox.clear()
        return found


def test_all_learn_where_each_one_listens_and_call_it_once() -> None:
    """Clauses 21.4 and 21.6."""
    net = Net()
    for seat in range(3):
        net.state(seat, seat + 1)
    net.run(5)
    for seat, peer in enumerate(net.peers):
        assert net.places(seat) == {0: at(1), 1: at(2), 2: at(3)}
        assert sorted(one.seat for one in peer.moved) == [other for other in range(3) if other != seat]


@pytest.mark.parametrize("seed", range(20))
def test_in_bad_weather_too_everybody_is_found_at_the_last_place(seed: int) -> None:
    net = Net(4, seed)
    rng = Random(seed)
    for place in range(1, 20):
        net.state(rng.randrange(4), place)
        net.run(rng.random() * 4)
    wanted = {seat: peer._wanted for seat, peer in enumerate(net.peers) if peer._wanted}
    net.run(60)
    assert all(net.places(seat) == wanted for seat in range(4))


def test_two_that_have_both_moved_find_each_other_by_a_third() -> None:
    """Clause 21.6."""
    net = Net()
    net.cut = {frozenset((0, 1))}
    net.state(0, 10)
    net.state(1, 11)
    net.run(TELL_SECONDS)
    assert net.places(0)[1] == at(11)
    assert net.places(1)[0] == at(10)


def test_what_is_held_is_passed_on_after_a_restart() -> None:
    """Clause 21.8."""
    net = Net()
    net.cut = {frozenset((0, 1))}
    net.state(0, 10)
    net.peers[2].receive(0, net.peers[0].outbox[-1][1], net.now)
    assert net.peers[2].is_changed
    net.peers[2] = net.start(2, net.peers[2].held.values())
    net.peers[0].outbox.clear()
    net.cut |= {frozenset((0, 2))}
    net.run(TELL_SECONDS + 1)
    assert net.places(1)[0] == at(10)


def test_nothing_is_said_again_by_one_that_comes_back_to_the_same_place() -> None:
    """Clause 21.5."""
    net = Net(2)
    net.state(0, 1)
    kept = list(net.peers[0].held.values())
    net.peers[0] = net.start(0, kept)
    net.state(0, 1)
    assert list(net.peers[0].held.values()) == kept


@pytest.mark.parametrize("place", [1, 5])
@pytest.mark.parametrize("before", [1, 2, 3])
def test_one_that_has_lost_its_files_is_found_all_the_same(before: int, place: int) -> None:
    """Clause 21.5: what it says anew may bear a number that it has used, or one below."""
    net = Net()
    for number in range(before):
        net.state(0, before - number)
        net.run(1)
    net.peers[0] = net.start(0)
    net.state(0, place)
    net.run(10)
    assert all(net.places(seat)[0] == at(place) for seat in range(3))
    assert len({peer.held[0] for peer in net.peers}) == 1


def test_forged_and_replayed_statements_do_nothing() -> None:
    """Clause 21.8."""
    net = Net()
    net.state(1, 7)
    net.state(1, 8)
    net.run(1)
    old, other_game = net.sign(1, 1, 7), GameBuilder(3, "b")
    forged = (
        old,
        net.sign(1, 9, 9).changed(seat=2),
        net.sign(2, 9, 9).changed(seat=1),
        net.sign(1, 2, 8).changed(number=3),
        net.sign(0, 9, 9).changed(port=1),
        net.sign(0, 9, 9).changed(seat=3),
        sign_statement(other_game.genesis.game_id, 1, 9, at(9), other_game.players[1].key),
    )
    before = dict(net.peers[0].held)
    net.peers[0].moved.clear()
    for one in forged:
        net.bring(2, 0, one)
    assert net.peers[0].held == before
    assert not net.peers[0].moved


def test_of_two_statements_with_one_number_the_first_is_kept() -> None:
    """Clause 21.4."""
    net = Net()
    net.bring(2, 0, net.sign(1, 1, 7))
    net.bring(2, 0, net.sign(1, 1, 8))
    assert net.places(0) == {1: at(7)}


def test_a_message_is_read_up_to_its_first_forgery() -> None:
    """Clause 21.7."""
    net = Net()
    net.bring(2, 0, net.sign(1, 1, 7), net.sign(2, 1, 7).changed(number=2), net.sign(2, 5, 5))
    assert net.places(0) == {1: at(7)}


def test_who_brings_forgeries_is_not_read_for_a_while() -> None:
    """Clause 21.7."""
    net = Net()
    for _ in range(FORGED_BURST):
        net.bring(2, 0, net.sign(1, 9, 9).changed(port=1))
    net.bring(2, 0, net.sign(1, 1, 7))
    assert not net.places(0)
    net.bring(1, 0, net.sign(1, 1, 7))
    assert net.places(0) == {1: at(7)}
    net.now += 1
    net.bring(2, 0, net.sign(2, 1, 8))
    assert net.places(0)[2] == at(8)


def test_a_seat_that_moves_without_end_is_followed_now_and_then() -> None:
    """Clause 21.7."""
    net = Net()
    for number in range(1, 100):
        net.bring(1, 0, net.sign(1, number, number))
    assert len(net.peers[0].moved) == NEWS_BURST
    net.now += 10
    net.bring(1, 0, net.sign(1, 200, 200))
    assert net.places(0) == {1: at(200)}


def test_one_whose_addresses_flap_is_told_at_the_last_one() -> None:
    net = Net(2)
    for place in range(1, 50):
        net.state(0, place)
    assert net.peers[0].held[0].number == NEWS_BURST
    net.run(10)
    assert net.places(1)[0] == at(49)


def test_answers_are_bounded_and_bring_what_is_lacking() -> None:
    """Clauses 21.6 and 21.7."""
    net = Net()
    net.bring(1, 0, net.sign(1, 1, 7))
    net.answers(0)
    for _ in range(100):
        net.bring(2, 0)
    answers = net.answers(0)
    assert len(answers) == ANSWER_BURST
    assert {answer.statements for answer in answers} == {(net.sign(1, 1, 7),)}
    net.now += 10
    net.bring(2, 0, numbers=(0, 1, 0))
    assert not net.answers(0)


def test_one_that_uses_a_number_again_is_told_once_what_it_said_first() -> None:
    """Clause 21.6; whoever else brings its second statement is told nothing."""
    net = Net()
    first, second = net.sign(1, 1, 7), net.sign(1, 1, 8)
    net.bring(1, 0, first)
    net.answers(0)
    net.bring(2, 0, second, numbers=(0, 1, 0))
    assert not net.answers(0)
    net.bring(1, 0, *[second] * 4, numbers=(0, 1, 0))
    assert [answer.statements for answer in net.answers(0)] == [(first,)]


@pytest.mark.parametrize("numbers", [(0, 0), (0, 0, 0, 0)])
def test_a_message_for_another_number_of_seats_is_passed_over(numbers: tuple[int, ...]) -> None:
    """Clause 21.3."""
    net = Net()
    net.bring(1, 0, net.sign(1, 1, 7), numbers=numbers)
    assert not net.places(0)


def test_bytes_that_are_no_message_do_nothing() -> None:
    net = Net()
    net.peers[0].receive(1, b"\x94\x08", net.now)
    assert not net.peers[0].outbox


def test_a_seat_that_has_used_up_its_numbers_says_no_more() -> None:
    net = Net(2)
    net.bring(1, 0, net.sign(0, MAX_NUMBER - 1, 5))
    net.state(0, 6)
    assert net.places(0) == {0: at(5)}


@pytest.mark.parametrize("nowhere", [((), 4242), (("192.0.2.1",), 0)])
def test_who_listens_nowhere_states_nothing(nowhere: Endpoints) -> None:
    net = Net(2)
    net.peers[0].state(nowhere, net.now)
    net.run(3)
    assert not net.places(1)


def test_what_was_kept_and_is_not_signed_is_dropped() -> None:
    net = Net()
    good, bad, alien = net.sign(1, 3, 7), net.sign(2, 3, 7).changed(number=4), ALIEN.changed(seat=3)
    assert net.start(0, (good, bad, alien)).held == {1: good}


ALIEN = sign_statement(bytes(32), 1, 1, at(1), GameBuilder(2).players[1].key)
