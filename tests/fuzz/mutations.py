"""Input that grows out of sound input: bytes changed, parts of two joined, values put in place of others."""

from typing import Any, Final

from hypothesis import strategies as st

from p2p.encoding import EncodingRefused, decode, encode
from p2p.frames import EVIDENCE_MAGIC, LOG_MAGIC, frame, header, scan

MOST: Final = 1 << 17
_ODD: Final = (
    0,
    1,
    4,
    127,
    128,
    2**32 - 1,
    2**32,
    2**64 - 1,
    b"",
    bytes(32),
    bytes(64),
    "",
    "Ada",
    (),
    ((),),
)
_TOKENS: Final = (
    b"\0",
    b"\xc0",
    b"\xdd\xff\xff\xff\xff",
    b"\xc6\xff\xff\xff\xff",
    b"\x91" * 7,
    b"\xd9\xff",
    b"\xff",
)


def inputs(seeds: list[bytes]) -> st.SearchStrategy[bytes]:
    """Give input for a decoder whose sound input these are."""
    sound = st.sampled_from(seeds)
    return st.one_of(
        sound,
        _changed_bytes(sound),
        _joined(sound, sound),
        _changed_values(sound),
        _changed_records(sound),
        st.binary(max_size=64),
    )


@st.composite
def _changed_bytes(draw: st.DrawFn, sound: st.SearchStrategy[bytes]) -> bytes:
    data = draw(sound)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        gone = draw(st.integers(0, 4))
        new = draw(st.one_of(st.binary(max_size=4), st.sampled_from(_TOKENS)))
        data = data[:at] + new + data[at + gone :]
    return data


@st.composite
def _joined(draw: st.DrawFn, one: st.SearchStrategy[bytes], other: st.SearchStrategy[bytes]) -> bytes:
    first, second = draw(one), draw(other)
    return first[: draw(st.integers(0, len(first)))] + second[draw(st.integers(0, len(second))) :]


@st.composite
def _changed_values(draw: st.DrawFn, sound: st.SearchStrategy[bytes]) -> bytes:
    """Change a value in what is encoded as chapter 2 says; other input is given as it is."""
    data = draw(sound)
    return _with_changed_value(draw, data)


def _with_changed_value(draw: st.DrawFn, data: bytes) -> bytes:
    try:
        return encode(_changed(draw, decode(data, MOST)))
    except EncodingRefused:
        return data


def _changed(draw: st.DrawFn, value: Any) -> Any:
    if isinstance(value, bytes) and len(value) > 64 and draw(st.booleans()):
        return _with_changed_value(draw, value)  # a payload, or a genesis
    if not isinstance(value, tuple) or not value:
        return draw(
            st.one_of(
                st.sampled_from(_ODD), st.integers(0, 300), st.binary(max_size=40), st.text(max_size=30)
            )
        )
    place = draw(st.integers(0, len(value) - 1))
    match draw(st.integers(0, 4)):
        case 0:
            return value[:place] + value[place + 1 :]
        case 1:
            return (*value[: place + 1], *value[place:])
        case _:
            return (*value[:place], _changed(draw, value[place]), *value[place + 1 :])


@st.composite
def _changed_records(draw: st.DrawFn, sound: st.SearchStrategy[bytes]) -> bytes:
    """Change a record of a file, with its checksums mended; other input is given as it is."""
    data = draw(sound)
    magic = EVIDENCE_MAGIC if data.startswith(EVIDENCE_MAGIC) else LOG_MAGIC
    bodies = [body for _, body in scan(data, magic).records]
    if not bodies:
        return data
    place = draw(st.integers(0, len(bodies) - 1))
    bodies[place] = _with_changed_value(draw, bodies[place])
    if draw(st.booleans()):
        other = draw(st.integers(0, len(bodies) - 1))
        bodies[place], bodies[other] = bodies[other], bodies[place]
    return header(magic) + b"".join(map(frame, bodies))
