"""Canonical msgpack, the one door to the msgpack package (protocol.md, chapter 2).

Values are unsigned integers below 2**64, byte strings, text and arrays of these: no maps, floats,
nil, booleans or extension types. A value has exactly one encoding, and `decode` refuses any other.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias, TypeGuard

import msgpack

Value: TypeAlias = "int | bytes | str | Sequence[Value]"
"""What can be encoded. Decoding gives arrays as tuples."""

MAX_DEPTH: Final = 6
"""Nested arrays, the outermost counted as one."""
MAX_TEXT: Final = 4096
"""Bytes of one text in UTF-8."""
MAX_ARRAY: Final = 512
"""Elements of one array: also what one array header can make a decoder reserve."""


class EncodingRefused(ValueError):
    """These bytes are not the canonical encoding of an allowed value."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


_packer: Final = msgpack.Packer(use_bin_type=True, strict_types=False)


def encode(value: Value) -> bytes:
    """Give the canonical bytes of `value`; its parts must be of the allowed types."""
    packed: bytes = _packer.pack(value)
    return packed


def decode(data: bytes, limit: int) -> Value:
    """Give the value that `data`, of at most `limit` bytes, canonically encodes.

    Nothing is allocated beyond a small multiple of `limit`, whatever the bytes claim. Raises
    `EncodingRefused` for bytes that are too long, not msgpack, of another type, too deep, or not
    canonical.
    """
    value = decode_parts(data, limit)
    check_types(value)
    return value  # type: ignore[return-value]  # checked above


def decode_parts(data: bytes, limit: int) -> object:
    """Give what `decode` gives, for a caller that looks at the type and the sign of every part itself.

    Whatever it does not look at may be of any type, or a negative integer: `check_types` is for that.
    """
    if len(data) > limit:
        raise EncodingRefused(f"longer than {limit} bytes")
    try:
        value: object = msgpack.unpackb(
            data,
            use_list=False,
            raw=False,
            max_str_len=MAX_TEXT,
            max_bin_len=limit,
            max_array_len=MAX_ARRAY,
            max_map_len=0,
            max_ext_len=0,
        )
        again = _packer.pack(value)
    except (ValueError, RecursionError, msgpack.UnpackException) as error:
        raise EncodingRefused("not msgpack within the limits") from error
    if again != data:
        raise EncodingRefused("not the canonical form")
    return value


def check_types(value: object, depth: int = MAX_DEPTH) -> None:
    """Raise `EncodingRefused` unless `value`, nested at most `depth` deep, is made of what can be encoded."""
    for part in value if type(value) is tuple else (value,):
        kind = type(part)
        if kind is bytes or kind is str:
            continue
        if kind is int:
            if part < 0:
                raise EncodingRefused("a negative integer")
        elif kind is not tuple:
            raise EncodingRefused(f"a {kind.__name__}")
        elif depth == 1:
            raise EncodingRefused("nested too deeply")
        else:
            check_types(part, depth - 1)


def is_array(value: object, length: int) -> TypeGuard[tuple[Value, ...]]:
    """Tell whether `value` is a decoded array of exactly `length` elements."""
    return type(value) is tuple and len(value) == length


def is_bytes(value: object, length: int) -> TypeGuard[bytes]:
    """Tell whether `value` is a byte string of exactly `length` bytes."""
    return type(value) is bytes and len(value) == length


def is_number(value: object, below: int) -> TypeGuard[int]:
    """Tell whether `value` is an integer from 0 to `below` - 1."""
    return type(value) is int and 0 <= value < below
