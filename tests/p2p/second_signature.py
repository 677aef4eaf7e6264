"""A second valid signature over the same bytes, made by hand: the owner of a key can draw another nonce."""

import hashlib

from p2p.event import SignedEvent
from p2p.hashing import TAG_EVENT_SIGNATURE
from p2p.keys import SigningKey

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_BASE_Y = 4 * pow(5, -1, _P) % _P

Point = tuple[int, int]


def _root(square: int) -> int:
    root = pow(square, (_P + 3) // 8, _P)
    return root if root * root % _P == square else root * pow(2, (_P - 1) // 4, _P) % _P


def _x_of(y: int) -> int:
    x = _root((y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P)
    return x if x % 2 == 0 else _P - x


def _add(one: Point, other: Point) -> Point:
    (x1, y1), (x2, y2) = one, other
    product = _D * x1 * x2 * y1 * y2 % _P
    x3 = (x1 * y2 + x2 * y1) * pow(1 + product, -1, _P) % _P
    y3 = (y1 * y2 + x1 * x2) * pow(1 - product, -1, _P) % _P
    return x3, y3


def _times_base(scalar: int) -> bytes:
    point, total = (_x_of(_BASE_Y), _BASE_Y), (0, 1)
    while scalar:
        if scalar & 1:
            total = _add(total, point)
        point = _add(point, point)
        scalar >>= 1
    x, y = total
    return (y | (x & 1) << 255).to_bytes(32, "little")


def sign_again(signed: SignedEvent, key: SigningKey, nonce: int = 7) -> SignedEvent:
    """Give `signed` with a signature of another nonce, which every verifier takes too."""
    digest = hashlib.sha512(key._private.private_bytes_raw()).digest()
    secret = (int.from_bytes(digest[:32], "little") & (2**254 - 8)) | 2**254
    message = TAG_EVENT_SIGNATURE + signed.payload
    point = _times_base(nonce)
    challenge = int.from_bytes(hashlib.sha512(point + key.public + message).digest(), "little") % _ORDER
    scalar = (nonce + challenge * secret) % _ORDER
    return signed._replace(signature=point + scalar.to_bytes(32, "little"))
