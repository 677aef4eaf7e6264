"""Chance: fresh from the system, or all of it from one seed."""

from hypothesis import given
from hypothesis import strategies as st

from p2p.entropy import seeded_entropy, system_entropy


def test_the_system_gives_32_other_bytes_each_time() -> None:
    made = [system_entropy("a purpose") for _ in range(20)]
    assert {len(data) for data in made} == {32}
    assert len(frozenset(made)) == len(made)


@given(st.text(max_size=20), st.text(max_size=20))
def test_a_seed_gives_the_same_bytes_for_the_same_purpose(seed: str, purpose: str) -> None:
    assert seeded_entropy(seed)(purpose) == seeded_entropy(seed)(purpose)
    assert len(seeded_entropy(seed)(purpose)) == 32


def test_other_seeds_and_purposes_give_other_bytes() -> None:
    asked = [("1", "a"), ("1", "b"), ("2", "a"), ("12", ""), ("1", "2"), ("", "12"), ("1a", "")]
    assert len({seeded_entropy(seed)(purpose) for seed, purpose in asked}) == len(asked)
