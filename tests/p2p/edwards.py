"""Ed25519 in nothing but integers, as protocol.md, chapter 4, has it: slow, and with no taste of its own.

Tests ask it whether the package that signs and verifies judges as the document says.
"""

import hashlib
from typing import Final

P: Final = 2**255 - 19
L: Final = 2**252 + 27742317777372353535851937790883648493
E: Final = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
D: Final = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]


def added(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number: int, point: Point) -> Point:
    result: Point = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = added(result, point)
        point, number = added(point, point), number >> 1
    return result


def decoded(encoded: bytes) -> Point | None:
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square:
        return None
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P


def encode_point(point: Point) -> bytes:
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _is_sound(encoded: bytes) -> bool:
    y = int.from_bytes(encoded, "little") & (1 << 255) - 1
    return len(encoded) == 32 and y < P and y not in (0, 1, P - 1, E, P - E)


BASE_Y: Final = 4 * pow(5, -1, P) % P
BASE: Final = decoded(BASE_Y.to_bytes(32, "little")) or (0, 1, 1, 0)


def challenge(r: bytes, key: bytes, message: bytes) -> int:
    """Give k, reduced."""
    return int.from_bytes(hashlib.sha512(r + key + message).digest(), "little") % L


def is_signed(key: bytes, signature: bytes, message: bytes) -> bool:
    """Clause 4.4."""
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or not _is_sound(key) or not _is_sound(r) or s >= L:
        return False
    point = decoded(key)
    if point is None:
        return False
    k = challenge(r, key, message)
    minus = (P - point[0], point[1], 1, P - point[3])
    return encode_point(added(times(s, BASE), times(k, minus))) == r
