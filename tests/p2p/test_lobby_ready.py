"""Being ready for just this table, and beginning once all are (protocol.md, 14.6 and 14.9)."""

from random import Random

import pytest

from core.ruleset import Ruleset
from p2p.dice import Chain, chain_length
from p2p.genesis import make_genesis
from p2p.lobby import (
    VERSIONS,
    GenesisUnfit,
    GuestDismissed,
    ReadyTakenBack,
    SeatLeft,
    TableRefused,
    TableSeen,
)
from p2p.lobby_guest import GuestLobby
from p2p.lobby_messages import (
    GenesisOffer,
    Leave,
    Ready,
    Reason,
    Refusal,
    decode_lobby_message,
    encode_lobby_message,
)
from p2p.table_info import Seated, TableInfo
from tests.p2p.lobbies import RULES, Lobby, stranger


def shown(lobby: Lobby, number: int) -> TableInfo:
    """Give the table that this guest has been shown last."""
    seen = [news.table for news in lobby.guest(number).news if isinstance(news, TableSeen)]
    return seen[-1]


def are_ready(table: TableInfo) -> list[bool]:
    return [one.ready for one in table.seated]


def test_a_game_begins_once_all_and_the_host_too_are_ready() -> None:
    lobby = Lobby(3, ready=False)
    lobby.step()
    assert lobby.guest(2).set_ready(True)
    lobby.step()
    assert lobby.host.set_ready(True)
    lobby.step()
    assert lobby.host.genesis is None
    assert [are_ready(shown(lobby, number)) for number in (1, 2)] == [[True, False, True]] * 2
    assert lobby.guest(1).set_ready(True)
    lobby.step()
    assert lobby.guest(1).genesis is not None
    assert lobby.guest(2).genesis == lobby.guest(1).genesis


def test_host_and_guests_see_the_same_table() -> None:
    lobby = Lobby(4, ready=False)
    lobby.step()
    host = [news.table for news in lobby.host.news if isinstance(news, TableSeen)]
    assert {shown(lobby, number) for number in (1, 2, 3)} == {host[-1]}
    assert [one.name for one in host[-1].seated] == ["Ada", "Ben", "Cleo", "Dov"]
    assert [one.key for one in host[-1].seated] == [one.key.public for one in lobby.places]


def test_nobody_is_ready_for_a_table_with_free_seats() -> None:
    lobby = Lobby(3, guests=1, ready=False)
    assert not lobby.guest(1).set_ready(True)
    lobby.step()
    assert not lobby.host.set_ready(True)
    assert not lobby.guest(1).set_ready(True)
    lobby.let_be_ready(lobby.places[1].curve_key)
    assert are_ready(lobby.host._table()) == [False, False]


def test_not_ready_any_more_holds_the_start_up() -> None:
    lobby = Lobby(2, ready=False)
    lobby.step()
    lobby.guest(1).set_ready(True)
    lobby.step()
    lobby.guest(1).set_ready(False)
    lobby.step()
    assert are_ready(shown(lobby, 1)) == [False, False]
    lobby.host.set_ready(True)
    lobby.step()
    assert lobby.host.genesis is None
    lobby.host.set_ready(False)
    lobby.guest(1).set_ready(True)
    lobby.step()
    assert are_ready(shown(lobby, 1)) == [False, True]
    assert lobby.host.genesis is None


def test_any_change_of_the_seats_takes_back_who_is_ready() -> None:
    lobby = Lobby(3, ready=False)
    lobby.step()
    lobby.host.set_ready(True)
    lobby.guest(1).set_ready(True)
    lobby.step()
    lobby.guest(2).leave()
    lobby.step()  # in which the guest, that still runs here, sits down again
    assert shown(lobby, 1).changes == 4
    assert are_ready(shown(lobby, 1)) == [False, False, False]
    assert ReadyTakenBack() in lobby.host.news
    assert ReadyTakenBack() in lobby.guest(1).news
    lobby.guest(2).set_ready(True)
    lobby.step()
    assert lobby.host.genesis is None


def test_one_who_is_always_ready_is_so_again_after_a_change_until_it_takes_it_back() -> None:
    lobby = Lobby(3)
    lobby.host.set_ready(False)
    lobby.step()
    lobby.guest(2).leave()
    lobby.step()
    assert are_ready(shown(lobby, 1)) == [False, True, True]
    assert ReadyTakenBack() not in lobby.guest(1).news
    lobby.guest(1).set_ready(False)
    lobby.guest(2).leave()
    lobby.step()
    assert are_ready(shown(lobby, 1)) == [False, False, True]


def test_ready_for_another_table_than_the_host_s_does_not_count() -> None:
    lobby = Lobby(2, ready=False)
    lobby.step()
    lobby.host.set_ready(True)
    table = lobby.host._table()
    sender = lobby.places[1].curve_key
    for other in (
        table.changed(changes=table.changes + 1),
        table.changed(nonce=bytes(32)),
        table.changed(ruleset=Ruleset()),
        table.changed(seats=3),
        table.changed(seated=(table.seated[0], table.seated[1].changed(name="Bea"))),
        table.changed(seated=(table.seated[0], table.seated[1].changed(key=bytes(32)))),
    ):
        lobby.host.receive(sender, encode_lobby_message(Ready(True, other.digest)), lobby.now)
        assert lobby.host.genesis is None
    stranger_key, *_ = stranger(lobby)
    lobby.let_be_ready(stranger_key)
    assert lobby.host.genesis is None
    lobby.let_be_ready(sender)
    assert lobby.host.genesis is not None


def test_who_is_ready_is_no_part_of_the_digest_and_all_else_is() -> None:
    table = TableInfo(*VERSIONS, bytes(32), RULES, (Seated("Ada", bytes(32), False),), 2, 0)
    assert table.changed(seated=(Seated("Ada", bytes(32), True),)).digest == table.digest


def test_an_earlier_table_that_comes_late_is_passed_over() -> None:
    lobby = Lobby(2, ready=False)
    early = lobby.host._table()
    lobby.step()
    guest, now = lobby.guest(1), shown(lobby, 1)
    guest.set_ready(True)
    guest.receive(lobby.places[0].curve_key, encode_lobby_message(early), lobby.now)
    assert shown(lobby, 1) == now
    assert guest._ready


def offer_of(lobby: Lobby, *, names: dict[str, str] | None = None) -> GenesisOffer:
    """Give what the host would offer, its dice aside, with some names changed."""
    host = lobby.host
    entries = [
        (one.hello.name, one.hello.key, one.hello.curve_key, one.hello.anchor)
        for one in host._guests.values()
    ]
    place = lobby.places[0]
    anchor = Chain(host.seed, host._nonce, place.key.public, chain_length(RULES)).anchor
    entries.append((place.name, place.key.public, place.curve_key, anchor))
    from p2p.genesis import SeatEntry  # noqa: PLC0415  # used here alone

    changed = [SeatEntry((names or {}).get(name, name), *rest) for name, *rest in entries]
    genesis = make_genesis(RULES, host._nonce, changed)
    return GenesisOffer(genesis.data, ((("192.0.2.1",), 1),) * len(changed))


def give(lobby: Lobby, number: int, offer: GenesisOffer) -> None:
    lobby.guest(number).receive(lobby.places[0].curve_key, encode_lobby_message(offer), lobby.now)


def test_a_guest_that_is_not_ready_takes_no_genesis() -> None:
    lobby = Lobby(2, ready=False)
    lobby.step()
    with pytest.raises(GenesisUnfit) as unfit:
        give(lobby, 1, offer_of(lobby))
    assert unfit.value.what == "ready"


def test_a_guest_that_has_taken_it_back_is_bound_until_the_host_has_taken_note() -> None:
    lobby = Lobby(2, ready=False)
    lobby.step()
    guest = lobby.guest(1)
    guest.set_ready(True)
    lobby.step()
    offer = offer_of(lobby)
    guest.set_ready(False)  # while, say, a genesis is on its way
    give(lobby, 1, offer)
    assert guest.genesis is not None
    guest.genesis = None
    lobby.step()
    with pytest.raises(GenesisUnfit):
        give(lobby, 1, offer)


def test_a_genesis_with_another_name_in_any_seat_is_not_taken() -> None:
    lobby = Lobby(3, ready=False)
    lobby.step()
    lobby.guest(1).set_ready(True)
    for name in ("Ada", "Ben", "Cleo"):
        with pytest.raises(GenesisUnfit) as unfit:
            give(lobby, 1, offer_of(lobby, names={name: "Eve"}))
        assert unfit.value.what == "seats"
    give(lobby, 1, offer_of(lobby))
    assert lobby.guest(1).genesis is not None


def test_a_host_that_leaves_tells_all_also_who_waits_for_its_word() -> None:
    lobby = Lobby(3, guests=1, ready=False)
    lobby.step()
    asker, hello, _ = stranger(lobby, token=bytes(16))
    lobby.refused(asker, hello)
    lobby.host.outbox.clear()
    lobby.host.close()
    closed = encode_lobby_message(Refusal(Reason.CLOSED))
    told = list(lobby.host.outbox)
    for sender in (asker, lobby.places[1].curve_key):
        assert lobby.host.present
        lobby.host.receive(sender, encode_lobby_message(Leave()), lobby.now)
    assert not lobby.host.present
    assert lobby.refused(asker, hello) is Reason.CLOSED
    assert sorted(told) == sorted([(lobby.places[1].curve_key, closed), (asker, closed)])


def test_a_guest_that_is_sent_away_stays_away() -> None:
    lobby = Lobby(3, guests=1, ready=False)
    lobby.step()
    assert not lobby.host.dismiss(0)
    assert not lobby.host.dismiss(2)
    assert lobby.host.dismiss(1)
    assert GuestDismissed("Ben") in lobby.host.news
    assert SeatLeft("Ben") not in lobby.host.news
    with pytest.raises(TableRefused) as refused:
        lobby.step()
    assert refused.value.reason is Reason.DECLINED
    assert lobby.refused(lobby.places[1].curve_key, lobby.hello(1)) is Reason.DECLINED


class Weather:
    """A wire that loses, doubles and reorders what host and guests say, for as long as it is bad."""

    def __init__(self, lobby: Lobby, chance: Random) -> None:
        self.lobby, self.chance = lobby, chance
        self.bad = True
        self.wire: list[tuple[bytes, bytes, bytes]] = []

    def second(self) -> None:
        """Let a second pass, in which some of what is on its way arrives."""
        lobby = self.lobby
        lobby.now += 1.0
        lobby.host.tick(lobby.now)
        for guest in lobby.guests.values():
            guest.tick(lobby.now)
        for _ in range(6):
            self.collect()
            self.chance.shuffle(self.wire)
            kept = self.chance.randrange(len(self.wire) + 1) if self.bad else 0
            arriving, self.wire = self.wire[kept:], self.wire[:kept]
            for sender, receiver, data in arriving:
                for _copy in range(self.chance.choice([0, 1, 1, 2]) if self.bad else 1):
                    self.deliver(sender, receiver, data)

    def collect(self) -> None:
        host = self.lobby.places[0].curve_key
        self.wire += [(host, receiver, data) for receiver, data in self.lobby.host.outbox]
        self.lobby.host.outbox.clear()
        for key, guest in self.lobby.guests.items():
            self.wire += [(key, host, data) for _, data in guest.outbox]
            guest.outbox.clear()

    def deliver(self, sender: bytes, receiver: bytes, data: bytes) -> None:
        if receiver == self.lobby.places[0].curve_key:
            self.lobby.host.receive(sender, data, self.lobby.now)
        elif receiver in self.lobby.guests:
            self.lobby.guests[receiver].receive(sender, data, self.lobby.now)


@pytest.mark.parametrize("seed", range(60))
def test_over_a_bad_network_all_come_to_one_genesis(seed: int) -> None:
    lobby = Lobby(2 + seed % 3)
    weather = Weather(lobby, Random(seed))
    for second in range(120):
        weather.bad = second < 60
        weather.second()
    assert lobby.host.genesis is not None
    assert {guest.genesis for guest in lobby.guests.values()} == {lobby.host.genesis}


@pytest.mark.parametrize("seed", range(200))
def test_whatever_persons_do_and_the_network_loses_two_geneses_are_never_held(seed: int) -> None:
    """Nobody holds another genesis than the host's, nor one that it was not ready for."""
    chance = Random(seed)
    lobby = Lobby(3, ready=False)
    weather = Weather(lobby, chance)
    ready_for: dict[bytes, set[bytes]] = {key: set() for key in lobby.guests}
    gone = 0
    for _ in range(80):
        act = chance.randrange(12)
        key, guest = chance.choice(list(lobby.guests.items()))
        if act < 5:
            if guest.set_ready(True) and guest._agreed is not None:
                ready_for[key].add(guest._agreed.digest)
        elif act < 7:
            lobby.host.set_ready(True)
        elif act == 7:
            guest.set_ready(False)
        elif act == 8:
            lobby.host.set_ready(False)
        elif act == 9 and gone < 3 and guest.genesis is None:
            guest.leave()
            gone += 1
        try:
            weather.second()
        except (GenesisUnfit, TableRefused):
            break  # this guest plays nowhere, so no game begins
    held = [guest for guest in lobby.guests.values() if guest.genesis is not None]
    assert {guest.genesis for guest in held} <= {lobby.host.genesis}
    if held:
        assert lobby.host._table().digest in set.intersection(
            *(ready_for[key] for key, guest in lobby.guests.items() if guest in held)
        )


def test_of_these_many_some_do_begin() -> None:
    """The test above would be empty if none of its persons came to a game."""
    begun = 0
    for seed in range(20):
        chance = Random(seed)
        lobby = Lobby(3, ready=False)
        weather = Weather(lobby, chance)
        for _ in range(80):
            for guest in lobby.guests.values():
                if chance.random() < 0.3:
                    guest.set_ready(chance.random() < 0.8)
            if chance.random() < 0.3:
                lobby.host.set_ready(True)
            try:
                weather.second()
            except GenesisUnfit:
                break
        begun += all(guest.genesis is not None for guest in lobby.guests.values())
    assert begun > 10


def test_a_table_comes_back_as_it_was() -> None:
    lobby = Lobby(3)
    lobby.step()
    guest: GuestLobby = lobby.guest(1)
    assert guest._table is not None
    assert decode_lobby_message(encode_lobby_message(guest._table), VERSIONS) == guest._table
