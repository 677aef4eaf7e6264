"""Who sits at a simulated table, and by which rules: games short enough to play thousands of."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from core.ruleset import Ruleset
from p2p.dice import Chain, chain_length
from p2p.entropy import seeded_entropy
from p2p.genesis import Genesis, SeatEntry, make_genesis
from p2p.keys import SigningKey

RULESETS: Final[Mapping[str, Ruleset]] = {
    "short": Ruleset(rows_to_end=1, most_rolls=10),
    "tiny": Ruleset(rows_to_end=1, most_rolls=3),
    "poor": Ruleset(rows_to_end=1, most_rolls=14, money=0, fee=50, limit=0),
}
"""In "poor" nobody can pay storage, so that seats return chips, alone, between the rolls."""


@dataclass(frozen=True)
class Seated:
    """A genesis, and by seat the keys and the dice seeds of those who sit at it."""

    genesis: Genesis
    keys: tuple[SigningKey, ...]
    dice_seeds: tuple[bytes, ...]


def make_table(seed: str, seats: int, ruleset: Ruleset) -> Seated:
    entropy = seeded_entropy(seed)
    nonce = entropy("nonce")
    made = []
    for number in range(seats):
        key = SigningKey(entropy(f"key {number}"))
        dice_seed = entropy(f"dice {number}")
        anchor = Chain(dice_seed, nonce, key.public, chain_length(ruleset)).anchor
        entry = SeatEntry(f"Player {number}", key.public, entropy(f"curve {number}"), anchor)
        made.append((entry, key, dice_seed))
    made.sort(key=lambda one: one[0].order)
    genesis = make_genesis(ruleset, nonce, [entry for entry, _, _ in made])
    return Seated(genesis, tuple(key for _, key, _ in made), tuple(dice_seed for _, _, dice_seed in made))
