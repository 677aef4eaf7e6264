"""One list of tags, none a prefix of another, all of one version (protocol.md, chapter 3)."""

import hashlib
import re
import subprocess
import sys
from importlib.util import find_spec
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


@pytest.mark.parametrize(
    "before", ["", "import hashlib", "import sys; sys.modules['_sha2'] = sys.modules['_sha256'] = None"]
)
def test_every_sha_256_that_python_has_gives_the_same(before: str) -> None:
    code = f"""
{before}
from p2p.hashing import TAG_HEAD, begin_hash, sha256, tagged_hash
for size in range(200):
    begun = begin_hash(TAG_HEAD).copy()
    begun.update(bytes(size))
    assert begun.digest() == tagged_hash(TAG_HEAD, bytes(size))
    print(begun.digest().hex())
print(sha256.__name__)
"""
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=PROTOCOL.parent, capture_output=True, text=True, check=True
    )
    *digests, name = run.stdout.splitlines()
    assert digests == [hashlib.sha256(TAG_HEAD + bytes(size)).hexdigest() for size in range(200)]
    has_own = find_spec("_sha2") or find_spec("_sha256")
    assert (name == hashlib.sha256.__name__) == bool(before or not has_own)
