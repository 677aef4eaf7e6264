from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from core.ruleset import Ruleset
from p2p.askers import MOST_ASKING
from p2p.dice import Chain, chain_length
from p2p.encoding import encode
from p2p.entropy import seeded_entropy
from p2p.genesis import GenesisRefused, SeatEntry, make_genesis, read_genesis
from p2p.hashing import PROTOCOL_VERSION
from p2p.invite import NO_TOKEN
from p2p.keys import SigningKey
from p2p.lobby import (
    SILENCE_SECONDS,
    VERSIONS,
    GenesisUnfit,
    GuestAsks,
    GuestRefused,
    HostAsked,
    HostHeard,
    HostSilent,
    OtherVersionHere,
    SeatLeft,
    SeatTaken,
    TableBegun,
    TableRefused,
    TableSeen,
    draw_chain,
)
from p2p.lobby_guest import GuestLobby
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
    decode_lobby_message,
    encode_lobby_message,
    sign_hello,
)
from p2p.lobby_told import MOST_REFUSALS_TOLD
from p2p.rules import RULES_HASH, RULES_ID
from p2p.table_info import Seated, TableInfo
from tests.p2p.lobbies import RULES, Lobby, place, stranger


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_come_to_one_genesis(seats: int) -> None:
    lobby = Lobby(seats)
    lobby.step()
    genesis = lobby.host.genesis
    assert genesis is not None
    for one in lobby.places[1:]:
        guest = lobby.guests[one.curve_key]
        assert guest.genesis == genesis
        assert guest.endpoints == lobby.host.endpoints
        seat = genesis.seat_of(one.key.public)
        assert seat is not None
        assert guest.endpoints[seat] == one.listening
        assert genesis.seats[seat].anchor == draw_chain(one, guest.seed, genesis.nonce, RULES).anchor
    assert [news for news in lobby.host.news if isinstance(news, SeatTaken)] == [
        SeatTaken(one.name) for one in lobby.places[1:]
    ]


@pytest.mark.parametrize("seed", range(40))
def test_any_message_may_be_lost_or_doubled(seed: int) -> None:
    lobby, chance = Lobby(4), Random(seed)
    lobby.wire = lambda data: [data] * chance.choice([0, 0, 1, 2])
    for _ in range(100):
        lobby.step()
        if all(guest.genesis for guest in lobby.guests.values()):
            break
    assert {guest.genesis for guest in lobby.guests.values()} == {lobby.host.genesis}


def test_a_guest_is_told_who_sits_at_the_table() -> None:
    lobby = Lobby(3, guests=1)
    lobby.step()
    seen = [news.table for news in lobby.guest(1).news if isinstance(news, TableSeen)]
    assert seen[-1].seated == tuple(Seated(one.name, one.key.public, False) for one in lobby.places[:2])
    assert seen[-1].ruleset == RULES
    assert lobby.host.genesis is None


def test_a_silent_guests_seat_is_free_again() -> None:
    lobby = Lobby(3, guests=1)
    lobby.step()
    lobby.host.tick(lobby.now + SILENCE_SECONDS - 0.1)
    assert SeatLeft("Ben") not in lobby.host.news
    lobby.host.tick(lobby.now + SILENCE_SECONDS)
    assert SeatLeft("Ben") in lobby.host.news


def test_a_guest_is_told_once_that_its_host_is_silent_and_that_it_is_heard_again() -> None:
    lobby = Lobby(3, guests=1)
    guest = lobby.guest(1)
    guest.tick(lobby.now + 10 * SILENCE_SECONDS)
    assert HostSilent() not in guest.news, "one that was never heard is not lost"
    lobby.step()
    guest.news.clear()
    guest.tick(lobby.now + SILENCE_SECONDS - 0.1)
    assert not guest.news
    for seconds in (0, 1):
        guest.tick(lobby.now + SILENCE_SECONDS + seconds)
    assert guest.news == [HostSilent()]
    lobby.step()
    lobby.step()
    assert guest.news == [HostSilent(), HostHeard()]


def test_a_guest_may_leave_before_the_game_and_not_after() -> None:
    lobby = Lobby(3, guests=1)
    lobby.step()
    lobby.guest(1).leave()
    lobby.step()
    assert SeatLeft("Ben") in lobby.host.news
    lobby = Lobby(2)
    lobby.step()
    genesis = lobby.host.genesis
    lobby.host.receive(lobby.places[1].curve_key, encode_lobby_message(Leave()), lobby.now)
    assert lobby.host.genesis is genesis


def test_the_genesis_is_offered_until_the_guest_plays() -> None:
    lobby = Lobby(2)
    lobby.wire = lambda _: []
    lobby.host.receive(lobby.places[1].curve_key, encode_lobby_message(Knock(*VERSIONS)), 0.0)
    lobby.host.outbox.clear()
    curve_key, hello, _ = stranger(lobby)
    assert lobby.refused(curve_key, hello) is None
    assert lobby.host.genesis is None
    lobby.let_be_ready(curve_key)
    assert lobby.host.offering
    lobby.host.outbox.clear()
    lobby.host.tick(1.0)
    assert [receiver for receiver, _ in lobby.host.outbox] == [curve_key]
    lobby.host.confirm(curve_key)
    lobby.host.outbox.clear()
    lobby.host.tick(2.0)
    assert not lobby.host.outbox
    assert not lobby.host.offering


def test_a_closed_table_says_so() -> None:
    lobby = Lobby(3, guests=1)
    lobby.step()
    lobby.host.close()
    with pytest.raises(TableRefused) as refused:
        lobby.step()
    assert refused.value.reason is Reason.CLOSED


def test_who_plays_already_is_told_from_a_table_that_is_full() -> None:
    """20.4: a seat at play has no table to tell, and refuses each lobby message as *full*."""
    full = encode_lobby_message(Refusal(Reason.FULL))
    for is_table in (False, True):
        lobby = Lobby(3, guests=1, ready=False)
        if is_table:
            lobby.step()
        with pytest.raises(TableRefused) as refused:
            lobby.guest(1).receive(lobby.places[0].curve_key, full, lobby.now)
        assert isinstance(refused.value, TableBegun) is not is_table


def test_a_full_table_is_told_before_anybody_is_refused() -> None:
    """14.6: a knock is answered by the table."""
    lobby = Lobby(2, guests=1, ready=False)
    lobby.step()
    lobby.host.receive(b"e" * 32, encode_lobby_message(Knock(*VERSIONS)), lobby.now)
    (answer,) = [decode_lobby_message(data, VERSIONS) for to, data in lobby.host.outbox if to == b"e" * 32]
    assert isinstance(answer, TableInfo)
    assert answer.is_full


def test_a_hello_counts_only_over_the_connection_that_it_certifies() -> None:
    """Attack 24: Eve sends Ben's hello over her own connection."""
    lobby = Lobby(3, guests=1)
    lobby.step()
    assert lobby.refused(seeded_entropy("eve")("curve"), lobby.hello(1)) is Reason.KEYS
    assert lobby.host.genesis is None


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"nonce": bytes(32)}, Reason.TOKEN),
        ({"token": bytes([1]) * 16}, Reason.TOKEN),
        ({"curve_key": bytes(32)}, Reason.KEYS),
        ({}, None),
    ],
)
def test_a_hello_is_of_this_table_and_its_own_keys(fields: dict[str, object], reason: Reason | None) -> None:
    lobby = Lobby(3, guests=0)
    curve_key, hello, _ = stranger(lobby, 9, **fields)
    assert lobby.refused(curve_key, hello) is reason


@pytest.mark.parametrize(
    "change",
    [
        {"name": "Eva"},
        {"anchor": b"\1" * 32},
        {"port": 1},
        {"addresses": ("192.0.2.8",)},
        {"signature": bytes(64)},
        {"key": SigningKey(bytes(32)).public},
        {"key": b"\1" + bytes(31)},
        {"key": bytes(32)},
    ],
)
def test_a_hello_changed_after_its_signature_is_refused(change: dict[str, object]) -> None:
    """A key of small order (attack 19), for which a signature over anything can be made, among them."""
    lobby = Lobby(3, guests=0)
    curve_key, hello, _ = stranger(lobby)
    changed = hello.changed(**change)
    assert lobby.refused(curve_key, changed) is Reason.KEYS


def test_no_key_sits_twice() -> None:
    lobby = Lobby(4, guests=1)
    lobby.step()
    curve_key, hello, key = stranger(lobby)
    assert lobby.refused(curve_key, hello) is None
    other = seeded_entropy("other")("curve")
    again = sign_hello(hello.changed(curve_key=other), key)
    assert lobby.refused(other, again) is Reason.TAKEN


def test_a_seated_guest_cannot_take_over_the_key_of_another_seat() -> None:
    """One who sits twice under two keys says hello anew with the first key from the second seat."""
    lobby = Lobby(4, guests=0)
    curve_key, hello, key = stranger(lobby, 1)
    second_curve, second, _ = stranger(lobby, 2)
    assert lobby.refused(curve_key, hello) is None
    assert lobby.refused(second_curve, second) is None
    assert lobby.refused(second_curve, sign_hello(hello.changed(curve_key=second_curve), key)) is Reason.TAKEN
    third_curve, third, _ = stranger(lobby, 3)
    assert lobby.refused(third_curve, third) is None
    for sender in (curve_key, second_curve, third_curve):
        lobby.let_be_ready(sender)
    assert lobby.host.genesis is not None


def test_a_full_table_is_full_and_stays_as_it_is() -> None:
    lobby = Lobby(2)
    lobby.step()
    genesis = lobby.host.genesis
    curve_key, hello, _ = stranger(lobby)
    assert lobby.refused(curve_key, hello) is Reason.FULL
    mine = lobby.hello(1)
    other = sign_hello(mine.changed(anchor=bytes(32)), lobby.places[1].key)
    assert lobby.refused(lobby.places[1].curve_key, other) is Reason.FULL
    assert lobby.refused(lobby.places[1].curve_key, mine) is None
    assert lobby.host.genesis is genesis


def asking(lobby: Lobby, number: int = 9) -> tuple[bytes, Hello, list[GuestAsks]]:
    """Let somebody without the invite's token ask for a seat; give the host's news of it."""
    sender, hello, _ = stranger(lobby, number, token=NO_TOKEN)
    lobby.host.news.clear()
    lobby.host.receive(sender, encode_lobby_message(hello), lobby.now)
    return sender, hello, [news for news in lobby.host.news if isinstance(news, GuestAsks)]


def test_the_host_is_asked_once_about_a_guest_without_an_invite_and_may_admit_it() -> None:
    lobby = Lobby(3, guests=0)
    sender, hello, [asks] = asking(lobby)
    assert (asks.name, asks.key) == (hello.name, hello.key)
    assert asking(lobby)[2] == []
    assert (sender, encode_lobby_message(Wait())) in lobby.host.outbox
    assert lobby.host.admit(asks.number, lobby.now)
    assert SeatTaken("Eve") in lobby.host.news
    assert asking(lobby)[2] == []
    assert not lobby.host.admit(asks.number, lobby.now)


def test_a_declined_guest_stays_declined_also_with_the_token() -> None:
    lobby = Lobby(3, guests=0)
    sender, hello, [asks] = asking(lobby)
    lobby.host.decline(asks.number)
    assert lobby.host.outbox[-1] == (sender, encode_lobby_message(Refusal(Reason.DECLINED)))
    assert lobby.refused(sender, hello) is Reason.DECLINED
    assert lobby.refused(sender, stranger(lobby)[1]) is Reason.DECLINED


def test_a_refusal_is_told_once_for_each_sender_and_reason_and_not_without_end() -> None:
    lobby = Lobby(3)

    def told() -> list[Reason]:
        return [news.reason for news in lobby.host.news if isinstance(news, GuestRefused)]

    sender, hello, _ = stranger(lobby, token=bytes(range(1, 17)))
    unsigned = hello.changed(token=lobby.host.token)
    for _ in range(100):
        assert lobby.refused(sender, hello) is Reason.TOKEN
        assert lobby.refused(sender, unsigned) is Reason.KEYS
    assert told() == [Reason.TOKEN, Reason.KEYS]
    for number in range(2 * MOST_REFUSALS_TOLD):
        assert lobby.refused(number.to_bytes(32, "big"), hello) is Reason.TOKEN
    assert len(told()) == MOST_REFUSALS_TOLD


def test_an_open_table_admits_anyone() -> None:
    lobby = Lobby(3, guests=0, is_open=True)
    assert asking(lobby)[2] == []
    assert SeatTaken("Eve") in lobby.host.news


def test_who_asks_without_end_is_forgotten_or_turned_away() -> None:
    lobby = Lobby(3, guests=0)
    numbers = [asking(lobby, number)[2][0].number for number in range(MOST_ASKING)]
    assert asking(lobby, MOST_ASKING)[2] == []
    assert lobby.host.outbox[-1][1] == encode_lobby_message(Refusal(Reason.BUSY))
    lobby.host.tick(lobby.now + SILENCE_SECONDS)
    assert not any(lobby.host.admit(number, lobby.now) for number in numbers)


def test_a_guest_without_an_invite_is_told_once_that_the_host_is_asked() -> None:
    guest = GuestLobby(place(1), place(0).curve_key, NO_TOKEN, seeded_entropy("guest"))
    for _ in range(3):
        guest.receive(place(0).curve_key, encode_lobby_message(Wait()), 0.0)
    assert guest.news == [HostAsked()]


def test_a_genesis_with_fewer_seats_than_the_table_told_is_not_signed() -> None:
    lobby, guest, offer = waiting()
    assert guest._agreed is not None
    guest._agreed = guest._agreed.changed(seated=(*guest._agreed.seated, Seated("Dov", bytes(32), True)))
    with pytest.raises(GenesisUnfit):
        agree(guest, lobby.places[0].curve_key, offer)


def offered(lobby: Lobby) -> GenesisOffer:
    genesis = lobby.host.genesis
    assert genesis is not None
    return GenesisOffer(genesis.data, lobby.host.endpoints)


def agree(guest: GuestLobby, host: bytes, offer: GenesisOffer) -> None:
    guest.receive(host, encode_lobby_message(offer), 0.0)


def waiting() -> tuple[Lobby, GuestLobby, GenesisOffer]:
    """Give a guest that has said hello, and the offer that it would agree to."""
    lobby = Lobby(2)
    lobby.step()
    guest = lobby.guest(1)
    guest.genesis, guest.endpoints = None, ()
    return lobby, guest, offered(lobby)


def test_a_guest_signs_no_genesis_but_the_one_agreed() -> None:
    lobby, guest, offer = waiting()
    host, genesis = lobby.places[0].curve_key, read_genesis(offer.genesis)
    mine = genesis.seat_of(lobby.places[1].key.public)
    assert mine is not None
    swapped = list(genesis.seats)
    swapped[mine] = swapped[mine].changed(anchor=bytes(32))
    renamed = list(genesis.seats)
    renamed[mine] = renamed[mine].changed(name="Bea")
    hostless = [
        seat.changed(curve_key=bytes(32)) if number != mine else seat
        for number, seat in enumerate(genesis.seats)
    ]
    bad = {
        "form": GenesisOffer(offer.genesis[:-1], offer.endpoints),
        "nonce": GenesisOffer(make_genesis(RULES, bytes(32), genesis.seats).data, offer.endpoints),
        "ruleset": GenesisOffer(make_genesis(Ruleset(), genesis.nonce, genesis.seats).data, offer.endpoints),
        "endpoints": GenesisOffer(offer.genesis, offer.endpoints[:1]),
    }
    for what, false in bad.items():
        with pytest.raises(GenesisUnfit) as unfit:
            agree(guest, host, false)
        assert unfit.value.what == what
        assert guest.genesis is None
    for seats in (swapped, renamed, hostless):
        with pytest.raises(GenesisUnfit) as unfit:
            agree(guest, host, GenesisOffer(make_genesis(RULES, genesis.nonce, seats).data, offer.endpoints))
        assert unfit.value.what == "seats"
    agree(guest, host, offer)
    assert guest.genesis == genesis


def test_a_guest_agrees_once_and_listens_to_its_host_alone() -> None:
    lobby, guest, offer = waiting()
    agree(guest, bytes(32), offer)
    assert not guest.endpoints
    agree(guest, lobby.places[0].curve_key, offer)
    first = guest.genesis
    assert first is not None
    other = make_genesis(RULES, bytes(32), first.seats)
    agree(guest, lobby.places[0].curve_key, GenesisOffer(other.data, offer.endpoints))
    assert guest.genesis is first


def test_two_geneses_of_one_host_are_two_games() -> None:
    """Attack 14: their check words come after a roll that neither game reaches with the other's seats."""
    lobby, _, offer = waiting()
    genesis = read_genesis(offer.genesis)
    seats = [
        seat.changed(anchor=bytes(32)) if seat.curve_key == lobby.places[0].curve_key else seat
        for seat in genesis.seats
    ]
    assert make_genesis(RULES, genesis.nonce, seats).game_id != genesis.game_id


def test_a_seed_is_drawn_after_the_nonce_and_bound_to_it() -> None:
    """Attack 15: another table, another nonce, another chain, whatever the seed."""
    lobby, guest, _ = waiting()
    hello = lobby.hello(1)
    table = TableInfo(*VERSIONS, b"\7" * 32, RULES, (Seated("Ada", bytes(32), False),), 2, 0)
    guest.receive(lobby.places[0].curve_key, encode_lobby_message(table), 0.0)
    again = lobby.hello(1)
    assert again.nonce == table.nonce
    assert again.anchor != hello.anchor


def test_a_copied_anchor_cannot_be_opened() -> None:
    """Attack 16: every step of a chain is bound to the key of its seat."""
    nonce, length = bytes(32), chain_length(RULES)
    ada, eve = (place(number).key.public for number in (0, 1))
    assert Chain(bytes(32), nonce, ada, length).anchor != Chain(bytes(32), nonce, eve, length).anchor


def test_the_start_comes_from_links_and_not_from_the_hosts_nonce() -> None:
    """Attack 13: under one nonce the links of roll 0 alone decide, and the host knows only its own."""
    from p2p.dice import draw_start  # noqa: PLC0415  # used here alone

    starts = {draw_start(bytes(32), 0, [(0, bytes(32)), (1, bytes((link,)) * 32)], 2) for link in range(20)}
    assert starts == {0, 1}


@pytest.mark.parametrize(
    "spoil",
    [
        lambda rules, seats: ((*rules[:-1], 2**40), seats),
        lambda rules, seats: (rules, ((b"x" * 3, *seats[0][1:]), *seats[1:])),
        lambda rules, seats: (rules, (("x" * 4000, *seats[0][1:]), *seats[1:])),
        lambda rules, seats: (rules, seats * 200),
        lambda rules, seats: (rules, seats[:1]),
        lambda rules, seats: (rules, (seats[0], seats[0])),
    ],
)
def test_a_genesis_has_bounds(spoil: Callable[..., tuple[object, object]]) -> None:
    """Attack 25: refused before anything is made of it."""
    lobby, guest, offer = waiting()
    version, rules_id, rules_hash, rules, nonce, seats = _parts(offer.genesis)
    rules, seats = spoil(rules, seats)
    data = encode((version, rules_id, rules_hash, rules, nonce, seats))  # type: ignore[arg-type]  # as decoded
    with pytest.raises(GenesisRefused):
        read_genesis(data)
    with pytest.raises(GenesisUnfit):
        agree(guest, lobby.places[0].curve_key, GenesisOffer(data, offer.endpoints))


def _parts(data: bytes) -> tuple[object, ...]:
    from p2p.encoding import decode  # noqa: PLC0415  # used here alone

    value = decode(data, 4096)
    assert isinstance(value, tuple)
    return value


def test_other_versions_are_named_before_anybody_sits() -> None:
    lobby = Lobby(2)
    later = OtherVersion(PROTOCOL_VERSION + 1, RULES_ID, RULES_HASH)
    with pytest.raises(OtherVersionHere) as other:
        lobby.guest(1).receive(lobby.places[0].curve_key, encode_lobby_message(later), 0.0)
    assert other.value.theirs == later


def _messages(lobby: Lobby) -> list[LobbyMessage]:
    _, hello, _ = stranger(lobby)
    genesis = make_genesis(RULES, bytes(32), _seats())
    return [
        Knock(*VERSIONS),
        TableInfo(*VERSIONS, bytes(32), RULES, (Seated("Ada", bytes(32), True),), 2, 7),
        OtherVersion(PROTOCOL_VERSION + 1, RULES_ID, RULES_HASH),
        hello,
        Refusal(Reason.FULL),
        GenesisOffer(genesis.data, ((("192.0.2.1",), 1),) * 2),
        Leave(),
        Wait(),
        Ready(True, bytes(32)),
    ]


def _seats() -> tuple[SeatEntry, ...]:
    lobby = Lobby(2)
    lobby.step()
    assert lobby.host.genesis is not None
    return lobby.host.genesis.seats


@pytest.mark.parametrize("state", ["empty", "waiting", "begun"])
def test_no_message_in_no_state_upsets_a_host(state: str) -> None:
    chance = Random(state)
    for number, sender in product(range(9), ["guest", "stranger"]):
        lobby = Lobby(3, guests={"empty": 0, "waiting": 1, "begun": 2}[state])
        lobby.step()
        genesis = lobby.host.genesis
        message = encode_lobby_message(_messages(lobby)[number])
        curve_key = lobby.places[1].curve_key if sender == "guest" else bytes(32)
        spoilt = [message, message, message[:-1], message + b"\0", *_flipped(message, chance)]
        for data in spoilt:
            lobby.host.receive(curve_key, data, 1.0)
        assert genesis is None or lobby.host.genesis is genesis


def _flipped(data: bytes, chance: Random) -> list[bytes]:
    flipped = []
    for _ in range(40):
        spoilt = bytearray(data)
        spoilt[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        flipped.append(bytes(spoilt))
    return flipped


@pytest.mark.parametrize("number", range(9))
def test_a_lobby_message_comes_back_as_it_was(number: int) -> None:
    message = _messages(Lobby(2))[number]
    assert decode_lobby_message(encode_lobby_message(message), VERSIONS) == message
