"""An endless lobby: whatever strangers do, memory, time and news stay bounded and honest guests sit down."""

from collections.abc import Sized
from itertools import product
from random import Random

import pytest

from core.ruleset import Ruleset
from p2p import lobby_host
from p2p.askers import MOST_ASKING, MOST_REMEMBERED
from p2p.bucket import MOST_KEYS
from p2p.entropy import seeded_entropy
from p2p.invite import NO_TOKEN
from p2p.lobby import (
    VERSIONS,
    GuestAsks,
    GuestGone,
    LobbyFailure,
    LobbyNews,
    OtherVersionKnocks,
    SeatLeft,
    SeatTaken,
    TableSeen,
)
from p2p.lobby_bounds import ARRIVALS, COMINGS, QUESTIONS, READIES, STRANGERS
from p2p.lobby_guest import GREETINGS
from p2p.lobby_messages import (
    GenesisOffer,
    Hello,
    Knock,
    Leave,
    LobbyMessage,
    OtherVersion,
    Ready,
    Reason,
    Refusal,
    Wait,
    check_hello,
    encode_lobby_message,
    sign_hello,
)
from tests.p2p.lobbies import Lobby, stranger

MANY = 600


def drain(lobby: Lobby) -> list[LobbyNews]:
    """Take what the host has to say, as its shell does after each message."""
    lobby.host.outbox.clear()
    news, lobby.host.news = lobby.host.news, []
    return news


def come(lobby: Lobby, number: int, **fields: object) -> Reason | None:
    sender, hello, _ = stranger(lobby, number, **fields)
    return lobby.refused(sender, hello)


def go(lobby: Lobby, number: int) -> None:
    sender, *_ = stranger(lobby, number)
    lobby.host.receive(sender, encode_lobby_message(Leave()), lobby.now)


def memory(lobby: Lobby) -> int:
    """Count what the host remembers of others."""
    host = lobby.host
    kept: tuple[Sized, ...] = (
        host._guests,
        host._askers,
        host._bounds,
        host._told,
        host._deaf,
    )
    return sum(map(len, kept))


@pytest.mark.parametrize("address", ["2001:DB8::9", "::ffff:192.0.2.9"])
def test_a_hello_is_judged_over_its_addresses_as_they_are_written(address: str) -> None:
    """Clause 14.2: nobody writes a foreign address anew, so the signature is right on every computer."""
    lobby = Lobby()
    assert come(lobby, 9, addresses=(address,)) is None


def test_who_comes_and_goes_without_end_is_made_to_wait() -> None:
    lobby = Lobby(3, guests=0)
    answers = []
    for _ in range(COMINGS[0] + 5):
        answers.append(come(lobby, 1))
        go(lobby, 1)
    assert answers == [None] * COMINGS[0] + [Reason.BUSY] * 5
    lobby.now += 1 / COMINGS[1]
    assert come(lobby, 1) is None


def test_whatever_one_of_many_keys_does_the_host_is_told_little_and_an_invited_guest_sits_down() -> None:
    """Join-and-leave loops by endless keys at an open table."""
    lobby = Lobby(3, guests=1, is_open=True, ready=False)
    told: list[LobbyNews] = []
    for number in range(MANY):
        come(lobby, number, token=NO_TOKEN)
        go(lobby, number)
        told += drain(lobby)
    assert sum(isinstance(news, SeatTaken) for news in told) == QUESTIONS[0]
    assert sum(isinstance(news, TableSeen) for news in told) <= 2 * QUESTIONS[0] + 1
    assert len(told) <= 5 * QUESTIONS[0] + MOST_REMEMBERED
    assert memory(lobby) <= MOST_KEYS + MOST_REMEMBERED
    lobby.step()
    assert SeatTaken("Ben") in lobby.host.news


def test_a_flood_of_askers_neither_fills_the_host_s_screen_nor_keeps_out_who_has_the_token() -> None:
    lobby = Lobby(3, guests=1, ready=False)
    told: list[LobbyNews] = []
    for number in range(MANY):
        come(lobby, number, token=NO_TOKEN)
        told += drain(lobby)
    assert sum(isinstance(news, GuestAsks) for news in told) == MOST_ASKING
    assert memory(lobby) <= MOST_ASKING + MOST_KEYS + MOST_REMEMBERED
    lobby.step()
    assert SeatTaken("Ben") in lobby.host.news


def test_asking_and_going_without_end_is_bounded_over_time_too() -> None:
    lobby = Lobby(3, guests=0, ready=False)
    told: list[LobbyNews] = []
    seconds = 100
    for number in range(seconds * 4):
        lobby.now += 0.25
        come(lobby, number, token=NO_TOKEN)
        go(lobby, number)
        told += drain(lobby)
    asked = sum(isinstance(news, GuestAsks) for news in told)
    assert asked <= QUESTIONS[0] + seconds * QUESTIONS[1] + 1
    assert sum(isinstance(news, GuestGone) for news in told) == asked


def test_signatures_of_strangers_are_checked_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = 0

    def count(hello: Hello) -> None:
        nonlocal checked
        checked += 1
        check_hello(hello)

    monkeypatch.setattr(lobby_host, "check_hello", count)
    lobby = Lobby(3, guests=1, ready=False)
    sender, hello, _ = stranger(lobby, token=NO_TOKEN)
    for number in range(MANY):  # each another one, and none of them signed
        forged = hello.changed(port=number)
        lobby.refused(sender, forged)
    assert checked == STRANGERS[0]
    lobby.step()
    assert checked == STRANGERS[0] + 1
    for _ in range(20):  # the same hello once more is not checked again
        lobby.step()
    assert checked == STRANGERS[0] + 1


def test_arrivals_with_the_token_are_bounded_too() -> None:
    lobby = Lobby(3, guests=0, ready=False)
    for number in range(ARRIVALS[0] + 50):
        come(lobby, number)
        go(lobby, number)
    assert sum(isinstance(news, SeatTaken) for news in lobby.host.news) == ARRIVALS[0]


def test_a_guest_that_is_ready_and_not_without_end_is_heard_now_and_then() -> None:
    lobby = Lobby(2, guests=1, ready=False)
    lobby.step()
    drain(lobby)
    digest = lobby.host._table().digest
    for number in range(MANY):
        ready = Ready(number % 2 == 0, digest)
        lobby.host.receive(lobby.places[1].curve_key, encode_lobby_message(ready), lobby.now)
    assert sum(isinstance(news, TableSeen) for news in drain(lobby)) == READIES[0]


def test_a_guest_with_the_token_takes_the_seat_of_one_whom_nobody_has_invited() -> None:
    lobby = Lobby(3, guests=2, is_open=True, ready=False)
    assert come(lobby, 1, token=NO_TOKEN) is None
    assert come(lobby, 2, token=NO_TOKEN, name="Eva") is None
    assert come(lobby, 3, token=NO_TOKEN) is Reason.FULL
    drain(lobby)
    lobby.step()
    assert [news.name for news in lobby.host.news if isinstance(news, SeatLeft)] == ["Eva", "Eve"]
    assert [one.name for one in lobby.host._table().seated] == ["Ada", "Ben", "Cleo"]
    assert come(lobby, 4) is Reason.FULL


def test_whom_the_host_has_let_in_keeps_the_seat() -> None:
    lobby = Lobby(2, guests=1, ready=False)
    sender, hello, _ = stranger(lobby, token=NO_TOKEN)
    lobby.refused(sender, hello)
    [asks] = [news for news in lobby.host.news if isinstance(news, GuestAsks)]
    assert lobby.host.admit(asks.number, lobby.now)
    curve_key, mine, _ = stranger(lobby, 2)
    assert lobby.refused(curve_key, mine) is Reason.FULL


def test_the_host_s_yes_is_for_one_name_and_key() -> None:
    """One who asks under one name and, let in, comes under another is asked about anew."""
    lobby = Lobby(3, guests=0, ready=False)
    sender, hello, key = stranger(lobby, token=NO_TOKEN)
    lobby.refused(sender, hello)
    other = sign_hello(hello.changed(name="Ada"), key)
    lobby.refused(sender, other)
    first, second = [news for news in lobby.host.news if isinstance(news, GuestAsks)]
    assert GuestGone(first.number) in lobby.host.news
    assert not lobby.host.admit(first.number, lobby.now)
    assert lobby.host.admit(second.number, lobby.now)
    lobby.refused(sender, hello)
    assert SeatLeft("Ada") in lobby.host.news
    assert [news.name for news in lobby.host.news if isinstance(news, GuestAsks)] == ["Eve", "Ada", "Eve"]


def test_a_yes_counts_in_a_flood() -> None:
    lobby = Lobby(3, guests=0, ready=False)
    sender, hello, _ = stranger(lobby, 7, token=NO_TOKEN)
    lobby.refused(sender, hello)
    [asks] = [news for news in lobby.host.news if isinstance(news, GuestAsks)]
    for number in range(100, 100 + MANY):
        come(lobby, number, token=NO_TOKEN)
    assert lobby.host.admit(asks.number, lobby.now)
    assert SeatTaken("Eve") in lobby.host.news


def test_a_yes_to_one_for_whom_there_is_no_seat_any_more_is_told() -> None:
    lobby = Lobby(2, guests=1, ready=False)
    sender, hello, _ = stranger(lobby, token=NO_TOKEN)
    lobby.refused(sender, hello)
    [asks] = [news for news in lobby.host.news if isinstance(news, GuestAsks)]
    lobby.step()
    drain(lobby)
    assert lobby.host.admit(asks.number, lobby.now)
    assert lobby.refused(sender, hello) is Reason.FULL
    assert len(lobby.host._guests) == 1


def test_those_who_were_declined_are_remembered_up_to_a_bound() -> None:
    lobby = Lobby(3, guests=0, ready=False)
    for number in range(MOST_REMEMBERED + 20):
        lobby.now += 1 / QUESTIONS[1]
        sender, hello, _ = stranger(lobby, number, token=NO_TOKEN)
        assert lobby.refused(sender, hello) is None
        [asks] = [news for news in drain(lobby) if isinstance(news, GuestAsks)]
        lobby.host.decline(asks.number)
    assert len(lobby.host._askers._declined) == MOST_REMEMBERED
    assert come(lobby, MOST_REMEMBERED + 19, token=NO_TOKEN) is Reason.DECLINED


def test_a_host_is_told_once_of_each_other_version_up_to_a_bound() -> None:
    lobby = Lobby(3, guests=0)
    protocol, rules_id, rules_hash = VERSIONS
    drain(lobby)
    for number in range(MANY):
        for knock in (Knock(*VERSIONS), Knock(protocol + 1 + number, rules_id, rules_hash)):
            for _time in range(2):
                lobby.host.receive(bytes([number % 256]) * 32, encode_lobby_message(knock), lobby.now)
    told = [OtherVersionKnocks(OtherVersion(protocol + 1 + n, rules_id, rules_hash)) for n in range(8)]
    assert drain(lobby) == told


def test_no_message_of_others_takes_a_seat_from_a_guest() -> None:
    lobby = Lobby(3, guests=1, ready=False)
    lobby.step()
    eve = seeded_entropy("eve")("curve")
    for message in (Leave(), lobby.hello(1), Ready(True, lobby.host._table().digest)):
        lobby.host.receive(eve, encode_lobby_message(message), lobby.now)
    assert [one.name for one in lobby.host._table().seated] == ["Ada", "Ben"]


def test_no_message_of_a_host_upsets_a_guest() -> None:
    """Whatever a host says, a guest stays or leaves with a reason, and takes no game it has not agreed to."""
    genesis = Lobby(2)
    genesis.step()
    assert genesis.host.genesis is not None
    offer = GenesisOffer(genesis.host.genesis.data, genesis.host.endpoints)
    for state, seed in product(("new", "seated", "ready"), range(40)):
        chance = Random(f"{state} {seed}")
        lobby = Lobby(3, ready=False)
        if state != "new":
            lobby.step()
        guest, table = lobby.guest(1), lobby.host._table()
        if state == "ready":
            guest.set_ready(True)
        messages: list[LobbyMessage] = [
            table,
            table.changed(seated=table.seated[:1], changes=table.changes + 1),
            table.changed(seats=4, changes=table.changes + 2),
            table.changed(nonce=bytes(32)),
            table.changed(ruleset=Ruleset(rows_to_end=2)),
            OtherVersion(9, "mark-9", bytes(32)),
            Refusal(Reason.BUSY),
            Wait(),
            Leave(),
            offer,
        ]
        for message in chance.choices(messages, k=30):
            data = bytearray(encode_lobby_message(message))
            if chance.random() < 0.5:
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            try:
                guest.receive(lobby.places[0].curve_key, bytes(data), lobby.now)
            except LobbyFailure:
                break
            guest.tick(lobby.now)
        assert guest.genesis is None


def test_a_host_that_changes_its_table_without_end_gets_few_seeds_and_chains_for_it() -> None:
    lobby = Lobby(2, ready=False)
    lobby.step()
    guest, table = lobby.guest(1), lobby.host._table()
    anchors = {lobby.hello(1).anchor}
    for number in range(MANY):
        other = table.changed(nonce=number.to_bytes(32, "big"))
        guest.receive(lobby.places[0].curve_key, encode_lobby_message(other), lobby.now)
        anchors.add(lobby.hello(1).anchor)
    assert len(anchors) == GREETINGS[0]
