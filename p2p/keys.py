"""Ed25519 keys and signatures, the one door to the cryptography package (protocol.md, chapter 4).

Verification is strict so that every verifier judges alike: keys and the R of a signature must be
canonical and not of small order, S must be below the group order, and no cofactor is used.
"""

from functools import lru_cache
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64

_FIELD: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_ORDER_8_Y: Final = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_SMALL_ORDER_Y: Final = frozenset({0, 1, _FIELD - 1, _ORDER_8_Y, _FIELD - _ORDER_8_Y})


class KeyRefused(ValueError):
    """These bytes are not an Ed25519 public key in canonical form and of full order."""


class SignatureRefused(ValueError):
    """This signature does not belong to these bytes and this key, or is not in canonical form."""


def _is_sound_point(encoded: bytes) -> bool:
    y = int.from_bytes(encoded, "little") & (2**255 - 1)
    return y < _FIELD and y not in _SMALL_ORDER_Y


@lru_cache(maxsize=256)
def _public_key(key: bytes) -> Ed25519PublicKey:
    if len(key) != KEY_BYTES or not _is_sound_point(key):
        raise KeyRefused
    return Ed25519PublicKey.from_public_bytes(key)


def check_key(key: bytes) -> None:
    """Raise `KeyRefused` unless `key` can stand for a seat."""
    _public_key(key)


def verify(key: bytes, signature: bytes, message: bytes) -> None:
    """Raise `SignatureRefused` (or `KeyRefused`) unless `signature` is the key's over `message`."""
    public = _public_key(key)
    if (
        len(signature) != SIGNATURE_BYTES
        or not _is_sound_point(signature[:32])
        or int.from_bytes(signature[32:], "little") >= _ORDER
    ):
        raise SignatureRefused
    try:
        public.verify(signature, message)
    except InvalidSignature as error:
        raise SignatureRefused from error


def is_signed_by(key: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether `signature` is this key's over `message`; an unfit key has signed nothing."""
    try:
        verify(key, signature, message)
    except (SignatureRefused, KeyRefused):
        return False
    return True


class SigningKey:
    """A private Ed25519 key, made of a 32-byte seed."""

    __slots__ = ("_private", "public")

    def __init__(self, seed: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.public: Final = self._private.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """Give the 64-byte signature, the same for the same message every time."""
        return self._private.sign(message)
