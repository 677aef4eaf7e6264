"""The one list of domain tags, and the tagged SHA-256 that everything is hashed with.

Protocol.md, chapter 3.

Each tag carries the protocol version and ends in a zero byte that occurs nowhere else in it, so no
tag is a prefix of another and no two uses of the hash can be confused.
"""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from hashlib import _Hash

PROTOCOL_VERSION: Final = 1
HASH_BYTES: Final = 32

TAG_EVENT_SIGNATURE: Final = b"mark/1 event signature\0"
TAG_EVENT_ID: Final = b"mark/1 event id\0"
TAG_GENESIS: Final = b"mark/1 genesis\0"
TAG_HEAD: Final = b"mark/1 head\0"
TAG_SEATS: Final = b"mark/1 seat order\0"
TAG_LINK: Final = b"mark/1 link\0"
TAG_DICE: Final = b"mark/1 dice\0"
TAG_START: Final = b"mark/1 starting seat\0"
TAG_BID: Final = b"mark/1 bid\0"
TAG_DIGEST: Final = b"mark/1 state digest\0"
TAG_WORDS: Final = b"mark/1 check words\0"
TAG_KEY_WORDS: Final = b"mark/1 key words\0"
TAG_TABLE: Final = b"mark/1 table digest\0"
TAG_HELLO: Final = b"mark/1 hello signature\0"
TAG_INVITE: Final = b"mark/1 invite check\0"
TAG_ADDRESSES: Final = b"mark/1 addresses signature\0"
TAG_WATCH: Final = b"mark/1 watch token\0"
TAG_CHAT: Final = b"mark/1 chat signature\0"
TAG_ENTROPY: Final = b"mark/1 seeded entropy\0"

TAGS: Final = (
    TAG_EVENT_SIGNATURE,
    TAG_EVENT_ID,
    TAG_GENESIS,
    TAG_HEAD,
    TAG_SEATS,
    TAG_LINK,
    TAG_DICE,
    TAG_START,
    TAG_BID,
    TAG_DIGEST,
    TAG_WORDS,
    TAG_KEY_WORDS,
    TAG_TABLE,
    TAG_HELLO,
    TAG_INVITE,
    TAG_ADDRESSES,
    TAG_WATCH,
    TAG_CHAT,
    TAG_ENTROPY,
)


def _sha256() -> "Callable[[bytes], _Hash]":
    """Give hashlib's SHA-256 where hashlib is loaded, else that of the interpreter itself, if it has one.

    hashlib loads OpenSSL, which takes a quarter of the time in which Python starts, and then hashes what is
    in a log in half the time: whoever has megabytes to hash imports it first. The standard library's `random`
    takes a hash in the same way.
    """
    if "hashlib" not in sys.modules:
        try:
            own: Any = __import__("_sha2" if sys.version_info >= (3, 12) else "_sha256")
        except ImportError:  # Python can be built without
            pass
        else:
            return own.sha256  # type: ignore[no-any-return]
    import hashlib  # noqa: PLC0415 - see above

    return hashlib.sha256


sha256: "Callable[[bytes], _Hash]" = _sha256()
"""Not final: compiled code would know it by heart, and no test could count what is hashed."""


def tagged_hash(tag: bytes, *parts: bytes) -> bytes:
    """Give the 32 bytes of SHA-256 over `tag` and the parts, which the caller keeps unambiguous."""
    return sha256(tag + b"".join(parts)).digest()


def begin_hash(tag: bytes, *parts: bytes) -> "_Hash":
    """Give a `tagged_hash` that has taken in so much; copies of it go on with what differs."""
    return sha256(tag + b"".join(parts))
