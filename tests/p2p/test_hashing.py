"""One list of tags, none a prefix of another, all of one version (protocol.md, chapter 3)."""

import hashlib
import re
from itertools import permutations
from pathlib import Path

import pytest

import p2p.hashing as module
from p2p.hashing import HASH_BYTES, PROTOCOL_VERSION, TAG_HEAD, TAGS, tagged_hash

PROTOCOL = Path(__file__).parents[2] / "protocol.md"


def test_no_tag_is_a_prefix_of_another() -> None:
    assert len(frozenset(TAGS)) == len(TAGS)
    assert not any(one.startswith(other) for one, other in permutations(TAGS, 2))


@pytest.mark.parametrize("tag", TAGS)
def test_a_tag_carries_the_version_and_ends_in_its_only_zero_byte(tag: bytes) -> None:
    assert tag.startswith(f"mark/{PROTOCOL_VERSION} ".encode())
    assert tag.index(b"\0") == len(tag) - 1
    assert tag.isascii()


def test_the_list_holds_every_tag_of_the_module_and_of_the_document() -> None:
    named = {name: value for name, value in vars(module).items() if name.startswith("TAG_")}
    assert list(named.values()) == list(TAGS)
    rows = re.findall(r"^\| (TAG_\w+) \| `([^`]*)` \|", PROTOCOL.read_text("utf-8"), re.MULTILINE)
    assert {name: text.encode() + b"\0" for name, text in rows} == named


def test_the_hash_is_sha_256_over_tag_and_parts() -> None:
    assert tagged_hash(TAG_HEAD, b"a", b"", b"bc") == hashlib.sha256(b"mark/1 head\0abc").digest()
    assert len(tagged_hash(TAG_HEAD)) == HASH_BYTES
