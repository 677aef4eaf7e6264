"""Words to compare by ear (protocol.md, clause 13.11)."""

from hypothesis import given
from mnemonic import Mnemonic

from p2p.hashing import TAG_KEY_WORDS, TAG_WORDS, tagged_hash
from p2p.keywords import WORDS, check_words, key_words
from tests.p2p.protocol_strategies import hashes

LIST = Mnemonic("english").wordlist


def test_the_list_is_that_of_bip_39() -> None:
    assert len(LIST) == 2048
    assert (LIST[0], LIST[-1]) == ("abandon", "zoo")


@given(hashes)
def test_four_words_stand_for_the_first_44_bits(data: bytes) -> None:
    for words, tag in ((key_words(data), TAG_KEY_WORDS), (check_words(data), TAG_WORDS)):
        assert len(words) == WORDS
        number = 0
        for word in words:
            number = number << 11 | LIST.index(word)
        assert number == int.from_bytes(tagged_hash(tag, data), "big") >> 256 - 44


def test_a_key_and_a_head_of_the_same_bytes_have_other_words() -> None:
    assert key_words(bytes(32)) != check_words(bytes(32))
