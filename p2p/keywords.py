"""Words to compare by ear: of a key, and of a game after its first roll (protocol.md, chapter 13).

The words are those of BIP-39's English list, the same in every language of the client, 11 bits each.
"""

import sys
from functools import lru_cache
from typing import Final

from p2p.hashing import TAG_KEY_WORDS, TAG_WORDS, tagged_hash

WORDS: Final = 4
_BITS: Final = 11


def key_words(key: bytes) -> tuple[str, ...]:
    """Give the four words of an Ed25519 key."""
    return _words(tagged_hash(TAG_KEY_WORDS, key))


def check_words(head: bytes) -> tuple[str, ...]:
    """Give the four words of a game, from the head after roll 0: equal words mean an equal past."""
    return _words(tagged_hash(TAG_WORDS, head))


def _words(digest: bytes) -> tuple[str, ...]:
    number = int.from_bytes(digest, "big") >> (len(digest) * 8 - WORDS * _BITS)
    chosen = (number >> _BITS * place & (1 << _BITS) - 1 for place in reversed(range(WORDS)))
    return tuple(_list()[index] for index in chosen)


@lru_cache(maxsize=1)
def _list() -> tuple[str, ...]:
    """Read the list that the package brings; its code is not run, which would take longer than all else."""
    found = (finder.find_spec("mnemonic", None) for finder in sys.meta_path)
    package = next(filter(None, found))
    assert package.submodule_search_locations
    path = f"{package.submodule_search_locations[0]}/wordlist/english.txt"
    with open(path, encoding="utf-8") as file:  # noqa: PTH123  # pathlib is slower to load than the list
        return tuple(file.read().split())
