"""What seats say of playing again (protocol.md, 21.15 to 21.17), in memory."""

from hypothesis import given
from hypothesis import strategies as st

from p2p.again import Again
from p2p.entropy import seeded_entropy
from p2p.invite import NO_TOKEN
from p2p.lobby import Place
from p2p.lobby_guest import GuestLobby
from p2p.lobby_host import HostLobby
from p2p.lobby_messages import Reason
from p2p.messages import game_tag, is_of_game
from p2p.rematch import SILENT_SECONDS, Rematch, decode_rematch, encode_rematch
from tests.p2p.gamebuilder import GameBuilder
from tests.p2p.lobbies import Lobby, stranger

GAME = GameBuilder(3)
TAG = game_tag(GAME.genesis.game_id)
ONE, OTHER = b"1" * 16, b"2" * 16


def seat(number: int = 1) -> Rematch:
    return Rematch(GAME.genesis, number)


def again(rematch: Rematch, number: int = 1, *, may_host: bool = True) -> Again:
    player = GAME.players[number]
    entry = next(one for one in GAME.genesis.seats if one.key == player.key.public)
    place = Place(entry.name, player.key, entry.curve_key, (("192.0.2.1",), 4000))
    return Again(rematch, GAME.genesis, place, seeded_entropy("again"), may_host=may_host)


@given(st.binary(max_size=80))
def test_no_bytes_of_another_seat_do_harm(data: bytes) -> None:
    one = seat()
    one.receive(0, data, 0.0)
    assert one.offers == {}
    assert one.declined == set()


def test_what_is_written_is_read() -> None:
    data = encode_rematch(TAG, ONE)
    assert decode_rematch(TAG, data) == ONE
    assert is_of_game(TAG, data)
    assert not is_of_game(bytes(8), data)


def test_the_last_word_of_a_seat_counts_and_each_change_is_told_once() -> None:
    one = seat()
    for token, offers, declined in ((ONE, {0: ONE}, set()), (NO_TOKEN, {}, {0}), (OTHER, {0: OTHER}, set())):
        for _time in range(2):
            one.receive(0, encode_rematch(TAG, token), 0.0)
        assert (one.offers, one.declined) == (offers, declined)
        assert one.changed == [0]
        one.changed.clear()


def test_an_offer_that_is_not_repeated_stands_open_no_more() -> None:
    one = seat()
    one.receive(0, encode_rematch(TAG, ONE), 0.0)
    one.tick(SILENT_SECONDS - 0.1)
    assert one.offers == {0: ONE}
    one.receive(0, encode_rematch(TAG, ONE), SILENT_SECONDS - 0.1)
    one.tick(SILENT_SECONDS + 1)
    assert one.offers == {0: ONE}
    one.tick(2 * SILENT_SECONDS)
    assert one.offers == {}


def test_an_offer_goes_to_all_each_second_and_a_no_once_and_then_to_who_offers() -> None:
    one = seat()
    one.offer(ONE)
    one.tick(0.0)
    one.tick(0.5)
    assert [to for to, _data in one.outbox] == [0, 2, 0, 2]
    one.outbox.clear()
    one.decline()
    one.tick(1.0)
    assert [to for to, _data in one.outbox] == [0, 2]
    one.outbox.clear()
    one.receive(2, encode_rematch(TAG, OTHER), 1.0)
    one.tick(2.0)
    assert one.outbox == [(2, encode_rematch(TAG, NO_TOKEN))]


def test_the_table_of_the_lowest_seat_is_where_all_go() -> None:
    rematch = seat()
    search = again(rematch)
    own = search.seek(())
    assert isinstance(own, HostLobby)
    rematch.receive(2, encode_rematch(TAG, OTHER), 0.0)
    assert search.seek(()) is own
    rematch.receive(0, encode_rematch(TAG, ONE), 0.0)
    there = search.seek(())
    assert isinstance(there, GuestLobby)
    assert search.seek(()) is there
    search.close()
    assert isinstance(search.seek(()), HostLobby)
    assert again(seat(), may_host=False).seek(()) is None


def test_a_table_of_some_keys_takes_nobody_else_even_with_its_token() -> None:
    lobby = Lobby(3, 0)
    lobby.host._only = frozenset({lobby.places[1].key.public})
    sender, hello, _key = stranger(lobby)
    assert lobby.refused(sender, hello) is Reason.DECLINED


def test_the_host_begins_with_those_who_sit_and_never_alone() -> None:
    lobby = Lobby(3, 1)
    assert not lobby.host.begin_with_these()
    for _second in range(3):
        lobby.step()
    assert lobby.guest(1).genesis is None
    assert lobby.host.begin_with_these()
    lobby.step()
    genesis = lobby.host.genesis
    assert genesis is not None
    assert len(genesis.seats) == 2
    assert lobby.guest(1).genesis == genesis
    assert not lobby.host.begin_with_these()
