"""Dice that nobody can foresee or steer: chains of links, and the rolls made of them.

Protocol.md, chapter 9.

Link k hashes to link k-1 and link 0 to the anchor in the genesis; every step is bound to the
host's nonce, to the seat's key and to its own index.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from core.ruleset import Ruleset
from p2p.hashing import TAG_DICE, TAG_LINK, TAG_START, begin_hash, sha256

if TYPE_CHECKING:
    from hashlib import _Hash

SPARE_LINKS: Final = 4
"""Links beyond the most rolls of a game: the starting draw, and rolls made anew after removals."""
FACES: Final = 6

_FIRST_COUNTER: Final = bytes(4)
_BYTE: Final = tuple(bytes((number,)) for number in range(FACES))
_REMAINDERS: Final = {bound: (bytes(range(bound)) * 256)[:256] for bound in range(2, FACES + 1)}
_PASSED_OVER: Final = {bound: bytes(range(256 - 256 % bound, 256)) for bound in range(2, FACES + 1)}

Links = Sequence[tuple[int, bytes]]
"""The (seat, link) pairs of one roll, in seat order."""


def chain_length(ruleset: Ruleset) -> int:
    """Give how many links each seat's chain has."""
    return ruleset.most_rolls + SPARE_LINKS


def begin_links(nonce: bytes, key: bytes) -> "_Hash":
    """Give the hash of all links of the seat with this key, as far as it is the same for all."""
    return begin_hash(TAG_LINK, nonce, key)


def link_number(index: int) -> bytes:
    """Give the four bytes that stand for an index of links, counted from 0."""
    return index.to_bytes(4, "big")


def link_before(begun: "_Hash", number: bytes, link: bytes) -> bytes:
    """Give what a link hashes to, by the `begin_links` of its seat and the `link_number` of its index."""
    whole = begun.copy()
    whole.update(number + link)
    return whole.digest()


def hash_link(nonce: bytes, key: bytes, index: int, link: bytes) -> bytes:
    """Give what link `index` hashes to: the link before it, or the anchor for index 0."""
    return link_before(begin_links(nonce, key), link_number(index), link)


class Chain:
    """One seat's links, made from its secret seed; `anchor` is what the genesis publishes.

    Every `_STRIDE`-th link is kept and the rest computed anew, so a long game costs little memory.
    """

    _STRIDE: Final = 256

    def __init__(self, seed: bytes, nonce: bytes, key: bytes, length: int) -> None:
        self._begun = begin_links(nonce, key)
        self._kept = {length - 1: seed}
        self._block: dict[int, bytes] = {}
        value = seed
        for index in range(length - 1, -1, -1):
            if index % self._STRIDE == 0:
                self._kept[index] = value
            value = link_before(self._begun, link_number(index), value)
        self.length = length
        self.anchor = value

    def link(self, index: int) -> bytes:
        """Give link `index`, counted from 0; `IndexError` past the end of the chain."""
        if not 0 <= index < self.length:
            raise IndexError(index)
        if index not in self._block:
            first = index - index % self._STRIDE
            last = min(first + self._STRIDE, self.length - 1)
            value = self._kept[last]
            self._block = {last: value}
            for above in range(last, first, -1):
                value = link_before(self._begun, link_number(above), value)
                self._block[above - 1] = value
        return self._block[index]


def roll_dice(game_id: bytes, index: int, links: Links) -> tuple[int, int]:
    """Give the two faces, 0 to 5, of the roll made of links `index`; every pair is equally likely."""
    draws = _draw(TAG_DICE, game_id, index, links, FACES, 2)
    return draws[0], draws[1]


def draw_start(game_id: bytes, index: int, links: Links, seats: int) -> int:
    """Give the starting seat drawn from links `index`, uniform over `seats` (rule S1)."""
    return _draw(TAG_START, game_id, index, links, seats, 1)[0]


def _draw(tag: bytes, game_id: bytes, index: int, links: Links, bound: int, count: int) -> bytes:
    """Give at least `count` draws from 0 to `bound` - 1, of bytes of SHA-256 in counter mode.

    Bytes at and above the last multiple of `bound` are passed over, so that all results are equally likely.
    """
    parts = [tag, game_id, link_number(index), _BYTE[len(links)]]
    for seat, link in links:
        parts += _BYTE[seat], link
    start, remainders, passed_over = b"".join(parts), _REMAINDERS[bound], _PASSED_OVER[bound]
    draws = sha256(start + _FIRST_COUNTER).digest().translate(remainders, passed_over)
    counter = 1
    while len(draws) < count:  # nearly never
        block = sha256(start + counter.to_bytes(4, "big")).digest()
        draws += block.translate(remainders, passed_over)
        counter += 1
    return draws
