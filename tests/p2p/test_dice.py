"""Dice: chains that can be opened in one way, and rolls that favour no face (protocol.md, chapter 9)."""

from collections import Counter
from itertools import pairwise, product
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ruleset import Ruleset
from p2p.dice import FACES, SPARE_LINKS, Chain, chain_length, draw_start, hash_link, roll_dice
from p2p.hashing import TAG_DICE, TAG_LINK, TAG_START, tagged_hash
from tests.p2p.protocol_strategies import KEY, OTHER_KEY, hashes

T = TypeVar("T")
NONCE = bytes([7]) * 32
SEED = bytes([8]) * 32


def test_each_link_hashes_to_the_one_before_and_the_first_to_the_anchor() -> None:
    chain = Chain(SEED, NONCE, KEY.public, 600)
    assert chain.link(599) == SEED
    for index in range(1, 600):
        assert hash_link(NONCE, KEY.public, index, chain.link(index)) == chain.link(index - 1)
    assert hash_link(NONCE, KEY.public, 0, chain.link(0)) == chain.anchor


def test_a_link_is_hashed_as_the_document_says() -> None:
    expected = tagged_hash(TAG_LINK, NONCE, KEY.public, (258).to_bytes(4, "big"), SEED)
    assert hash_link(NONCE, KEY.public, 258, SEED) == expected


@given(st.integers(1, 900), st.lists(st.integers(0, 899), max_size=6))
def test_links_are_the_same_in_any_order_and_end_with_the_chain(length: int, asked: list[int]) -> None:
    chain, fresh = (Chain(SEED, NONCE, KEY.public, length) for _ in range(2))
    for index in asked:
        if index < length:
            assert chain.link(index) == fresh.link(index)
        else:
            with pytest.raises(IndexError):
                chain.link(index)
    with pytest.raises(IndexError):
        chain.link(-1)


def test_chains_are_bound_to_nonce_key_and_index() -> None:
    anchors = {
        Chain(SEED, NONCE, KEY.public, 5).anchor,
        Chain(SEED, NONCE, OTHER_KEY.public, 5).anchor,
        Chain(SEED, bytes(32), KEY.public, 5).anchor,
        Chain(SEED, NONCE, KEY.public, 6).anchor,
        Chain(bytes(32), NONCE, KEY.public, 5).anchor,
    }
    assert len(anchors) == 5


def test_a_chain_lasts_longer_than_any_game_of_its_rules() -> None:
    rules = Ruleset(most_rolls=100)
    assert chain_length(rules) == 100 + SPARE_LINKS
    assert SPARE_LINKS >= 4


def rolls(number: int) -> list[tuple[int, int]]:
    links = [(0, bytes([1]) * 32), (1, bytes([2]) * 32)]
    return [roll_dice(bytes(32), index, links) for index in range(number)]


def chi_square(counts: Counter[T], outcomes: int) -> float:
    total = sum(counts.values())
    expected = total / outcomes
    missing = outcomes - len(counts)
    return sum((seen - expected) ** 2 for seen in counts.values()) / expected + missing * expected


def test_all_36_rolls_come_equally_often() -> None:
    """Chi-square with 35 degrees of freedom is above 80 once in 40 000 times; here it is always the same."""
    assert chi_square(Counter(rolls(40_000)), FACES**2) < 80


def test_a_roll_does_not_depend_on_the_one_before() -> None:
    made = rolls(40_000)
    pairs = Counter(one + other[:1] for one, other in pairwise(made))
    assert chi_square(pairs, FACES**3) < 330


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_starts_equally_often(seats: int) -> None:
    links = [(seat, bytes([seat]) * 32) for seat in range(seats)]
    drawn = Counter(draw_start(number.to_bytes(32, "big"), 0, links, seats) for number in range(6000))
    assert chi_square(drawn, seats) < 25


@pytest.mark.parametrize(("bound", "limit"), [(6, 252), (3, 255), (2, 256), (4, 256)])
def test_no_result_has_more_bytes_than_another(bound: int, limit: int) -> None:
    """A byte is passed over from `limit` on: seen from outside, by the first byte of each block."""
    counts: Counter[int] = Counter()
    passed = 0
    links = [(0, bytes(32))]
    for number in range(3000):
        game_id = number.to_bytes(32, "big")
        tag = TAG_DICE if bound == FACES else TAG_START
        said = game_id + bytes(4) + b"\x01" + b"\x00" + bytes(32)
        block = tagged_hash(tag, said, bytes(4))
        used = next(byte for byte in block if byte < limit)
        passed += block[0] >= limit
        result = roll_dice(game_id, 0, links)[0] if bound == FACES else draw_start(game_id, 0, links, bound)
        assert result == used % bound
        counts[result] += 1
    assert len(counts) == bound
    assert bool(passed) == (limit < 256)


@given(hashes, st.integers(0, 2**32 - 1), hashes, hashes)
def test_every_input_counts(game_id: bytes, index: int, one: bytes, other: bytes) -> None:
    def many(game_id: bytes, index: int, links: list[tuple[int, bytes]]) -> tuple[tuple[int, int], ...]:
        return tuple(roll_dice(tagged_hash(TAG_DICE, game_id, bytes([n])), index, links) for n in range(24))

    links = [(0, one), (1, other)]
    made = many(game_id, index, links)
    assert made == many(game_id, index, list(links))
    assert made != many(tagged_hash(TAG_DICE, game_id), index, links)
    assert made != many(game_id, index ^ 1, links)
    assert made != many(game_id, index, [(0, one), (2, other)])
    assert made != many(game_id, index, [(0, tagged_hash(TAG_DICE, one)), (1, other)])
    assert made != many(game_id, index, links[:1])


def test_both_dice_show_all_faces_independently() -> None:
    assert set(rolls(2000)) == set(product(range(FACES), repeat=2))
