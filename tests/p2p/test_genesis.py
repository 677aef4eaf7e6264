"""The genesis: what is in it, and what makes one that nobody may sign (protocol.md, chapter 6)."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ruleset import BOUNDS, DEFAULT, LONG, Ruleset
from p2p.encoding import decode, encode
from p2p.genesis import (
    MAX_GENESIS_BYTES,
    GenesisRefused,
    SeatEntry,
    VersionUnknown,
    encode_ruleset,
    make_genesis,
    read_genesis,
    read_ruleset,
)
from p2p.hashing import TAG_GENESIS, tagged_hash
from p2p.keys import SigningKey
from p2p.rules import RULES_HASH, RULES_ID
from tests.p2p.protocol_strategies import mutations, replaced
from tests.strategies import rulesets
from tests.vectors.contents import NAMES, NO_NAMES

VERSION, RULES, HASH, OPTIONS, NONCE, SEATS = range(6)
NAME, KEY, CURVE, ANCHOR = range(4)


def entry(number: int, name: str = "Ada") -> SeatEntry:
    return SeatEntry(name, SigningKey(bytes([number]) * 32).public, bytes([number]) * 32, bytes([9]) * 32)


GENESIS = make_genesis(DEFAULT, bytes(32), map(entry, range(3)))
PARTS: Any = decode(GENESIS.data, MAX_GENESIS_BYTES)


def with_seat(seat: int, place: int, value: Any) -> tuple[Any, ...]:
    seats = PARTS[SEATS]
    return replaced(PARTS, SEATS, replaced(seats, seat, replaced(seats[seat], place, value)))


@given(rulesets(), st.permutations(range(4)), st.integers(2, 4))
def test_a_genesis_is_read_back_and_does_not_depend_on_the_order_of_guests(
    ruleset: Ruleset, order: list[int], count: int
) -> None:
    made = make_genesis(ruleset, bytes(32), [entry(number) for number in order if number < count])
    assert made == read_genesis(made.data)
    assert made == make_genesis(ruleset, bytes(32), map(entry, range(count)))
    assert made.ruleset == ruleset
    assert made.game_id == tagged_hash(TAG_GENESIS, made.data)
    assert [seat.order for seat in made.seats] == sorted(seat.order for seat in made.seats)


def test_seats_are_found_by_their_keys() -> None:
    assert [GENESIS.seat_of(seat.key) for seat in GENESIS.seats] == [0, 1, 2]
    assert GENESIS.seat_of(SigningKey(bytes([9]) * 32).public) is None


def test_the_largest_genesis_fits() -> None:
    dear = Ruleset(5, ((1_000_000,) * 5,) * 5, 1_000_000, 1_000_000, 4, 200, 1_000_000)
    made = make_genesis(dear, bytes(32), [entry(number, "\U0001f44d" * 24) for number in range(4)])
    assert len(made.data) <= MAX_GENESIS_BYTES


@pytest.mark.parametrize(
    ("parts", "detail"),
    [
        ((), "not an array that begins with a version"),
        (replaced(PARTS, VERSION, b"\1"), "not an array that begins with a version"),
        (PARTS[:5], "not an array of six"),
        ((*PARTS, 0), "not an array of six"),
        (replaced(PARTS, RULES, 1), "rules"),
        (replaced(PARTS, RULES, ""), "rules"),
        (replaced(PARTS, RULES, "mark\u202e"), "rules"),
        (replaced(PARTS, HASH, bytes(31)), "rules"),
        (replaced(PARTS, NONCE, bytes(31)), "nonce"),
        (replaced(PARTS, NONCE, "x" * 32), "nonce"),
        (replaced(PARTS, OPTIONS, 0), "ruleset"),
        (replaced(PARTS, OPTIONS, PARTS[OPTIONS][:-1]), "ruleset"),
        (replaced(PARTS, SEATS, 0), "number of seats"),
        (replaced(PARTS, SEATS, PARTS[SEATS][:1]), "number of seats"),
        (replaced(PARTS, SEATS, PARTS[SEATS] * 2), "number of seats"),
        (replaced(PARTS, SEATS, PARTS[SEATS][::-1]), "seats not in the order of their keys' hashes"),
        (replaced(PARTS, SEATS, (*PARTS[SEATS][:2], 0)), "seat"),
        (with_seat(1, NAME, b"Ada"), "name"),
        (with_seat(1, KEY, bytes(31)), "key"),
        (with_seat(1, CURVE, "x" * 32), "key"),
        (with_seat(1, KEY, bytes(32)), "a key that is not canonical or of small order"),
        (with_seat(1, KEY, b"\xff" * 32), "a key that is not canonical or of small order"),
        (with_seat(1, ANCHOR, bytes(33)), "anchor"),
        (with_seat(1, KEY, PARTS[SEATS][0][KEY]), "two seats share a key"),
        (with_seat(1, CURVE, PARTS[SEATS][0][CURVE]), "two seats share a key"),
    ],
)
def test_a_wrong_part_is_named(parts: Any, detail: str) -> None:
    with pytest.raises(GenesisRefused) as caught:
        read_genesis(encode(parts))
    assert caught.value.detail == detail


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("name", NO_NAMES)
def test_hostile_names_are_refused(seat: int, name: str) -> None:
    with pytest.raises(GenesisRefused) as caught:
        read_genesis(encode(with_seat(seat, NAME, name)))
    assert caught.value.detail == "name"


@pytest.mark.parametrize("name", NAMES)
def test_names_of_people_are_taken_also_twice(name: str) -> None:
    made = make_genesis(DEFAULT, bytes(32), [entry(1, name), entry(2, name)])
    assert [seat.name for seat in made.seats] == [name, name]


@pytest.mark.parametrize(
    ("parts", "what"),
    [
        (replaced(PARTS, VERSION, 2), "protocol"),
        ((2, "anything"), "protocol"),
        ((2**64 - 1,), "protocol"),
        (replaced(PARTS, RULES, "mark-2"), "rules"),
        (replaced(PARTS, HASH, bytes(32)), "rules"),
        (replaced(replaced(PARTS, RULES, "mark-2"), SEATS, ()), "rules"),
    ],
)
def test_another_version_cannot_be_judged_whatever_else_is_in_it(parts: Any, what: str) -> None:
    with pytest.raises(VersionUnknown) as caught:
        read_genesis(encode(parts))
    assert caught.value.what == what


@given(mutations(GENESIS.data))
def test_other_bytes_are_another_game_or_none(data: bytes) -> None:
    with suppress(GenesisRefused, VersionUnknown):
        assert read_genesis(data).game_id != GENESIS.game_id


@pytest.mark.parametrize("data", [bytes(MAX_GENESIS_BYTES + 1), b"", b"\xc0", b"\x96\x01"])
def test_bytes_that_are_no_value_are_refused(data: bytes) -> None:
    with pytest.raises(GenesisRefused):
        read_genesis(data)


@pytest.mark.parametrize("ruleset", [DEFAULT, LONG])
def test_rulesets_are_read_back(ruleset: Ruleset) -> None:
    assert read_ruleset(encode_ruleset(ruleset)) == ruleset


@pytest.mark.parametrize("key", BOUNDS)
def test_every_option_has_bounds_in_the_genesis(key: str) -> None:
    place = list(BOUNDS).index(key)
    options = encode_ruleset(DEFAULT)
    low, high = BOUNDS[key]
    wrong: list[Any] = [high + 1, 2**40, b"", "4", (4,)]
    if low:
        wrong.append(low - 1)
    if key == "amounts":
        falling = ((10, 9, 9, 9, 9),) * 5
        wrong = [((value,) * 5,) * 5 for value in wrong] + [falling, ((0,) * 5,) * 4, ((0,) * 4,) * 5, 0]
    for value in wrong:
        with pytest.raises(GenesisRefused) as caught:
            read_genesis(encode(replaced(PARTS, OPTIONS, replaced(options, place, value))))
        assert caught.value.detail == f"ruleset option {key}"


def test_new_games_name_the_rules_of_today() -> None:
    assert (GENESIS.rules_id, GENESIS.rules_hash) == (RULES_ID, RULES_HASH)
