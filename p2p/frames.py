"""How records lie one after another in a file, so that a reader can tell a torn end from damage.

A file is an eight-byte header (seven bytes of magic, one of format version) and then records. A record is

    length of the body, 4 bytes, big-endian
    CRC-32 of those four bytes
    CRC-32 of the body
    the body

The length has a checksum of its own: without it, one flipped bit there would look like a record that was
cut short, and everything after it would be thrown away as a torn end.

Sans-IO: bytes or a readable stream in, records and at most one fault out.
"""

import io
from collections.abc import Iterator
from functools import lru_cache
from struct import Struct
from typing import BinaryIO, Final, Literal, TypeAlias
from zlib import crc32

from core.frozen import Frozen

LOG_MAGIC = b"MARKLOG"
"""Opens a game's log, the file that is shared and audited."""
JOURNAL_MAGIC = b"MARKKEY"
"""Opens a game's private journal."""
IDENTITY_MAGIC = b"MARKIDS"
"""Opens the file of a person's identity secret."""
EVIDENCE_MAGIC = b"MARKEQV"
"""Opens a proof of equivocation."""
CHAT_MAGIC = b"MARKSAY"
"""Opens what was said beside a game."""

LOG_NAME = "game.mark"
JOURNAL_NAME = "private.mark"
"""The two files of a game's folder."""
CHAT_NAME = "chat.mark"
"""The file beside them that a game does not need."""

FORMAT_VERSION: Final = 1
MAX_BODY: Final = 256 * 1024
"""Most bytes in one record's body; a longer length is damage, and is never allocated."""
HEADER_SIZE: Final = 8
PREFIX_SIZE: Final = 12
"""Bytes of a record before its body."""

CHUNK: Final = 64 * 1024
"""Bytes that are asked of a stream at a time."""

_PREFIX: Final = Struct(">QI")
"""The length with its checksum, and the checksum of the body."""
_NO_LENGTH: Final = 1 << 32
"""More than any length that four bytes can tell."""


Tear: TypeAlias = "Literal['prefix', 'body', 'checksum', 'zeros']"
"""In which way a file ends in an unfinished write; all of these may be cut off and repaired.

prefix: fewer bytes are left than a record's prefix has.
body: the body runs past the end of the file.
checksum: the last body is as long as announced, and its bytes are not those that were meant.
zeros: only zero bytes are left, since the file had grown before its content reached the disk.
"""

Harm: TypeAlias = "Literal['prefix', 'length', 'body']"
"""What contradicts itself at a place where no unfinished write explains it.

prefix: a record's length does not match its checksum.
length: a record's intact length is over `MAX_BODY`.
body: a body that is not the last does not match its checksum.
"""


class TornTail(Frozen):
    """The file ends, from byte `offset` on, in a write that did not finish."""

    offset: int
    kind: Tear


class Damage(Frozen):
    """The record at byte `offset` is not what was written; nothing from there on can be trusted."""

    offset: int
    harm: Harm


class CutHeader(Frozen):
    """The file ends inside its own header, after `size` bytes; 0 is an empty file."""

    size: int


class NotOurs(Frozen):
    """The file does not begin with the magic that was asked for."""


class Newer(Frozen):
    """The file has a format version that this program does not know."""

    version: int


Fault = TornTail | Damage | CutHeader | NotOurs | Newer


Record = tuple[int, bytes]
"""One intact record: the byte in the file at which it starts, and its body."""


class Scan(Frozen):
    """What a whole file holds.

    `good` is the number of bytes, counted from the start, that are beyond doubt: the header and the records.
    `version` is 0 where no version could be read.
    """

    version: int
    records: tuple[Record, ...]
    good: int
    fault: Fault | None


class BodyTooLong(ValueError):
    """A record's body of {length} bytes is longer than a record may be."""

    def __init__(self, length: int) -> None:
        super().__init__(length)
        self.length = length


def header(magic: bytes) -> bytes:
    """Give the bytes with which a file of this kind begins."""
    return magic + bytes([FORMAT_VERSION])


def frame(body: bytes) -> bytes:
    """Give the bytes of one record. Raises `BodyTooLong` over `MAX_BODY` bytes."""
    if len(body) > MAX_BODY:
        raise BodyTooLong(len(body))
    return _PREFIX.pack(_with_sum(len(body)), crc32(body)) + body


class RecordReader:
    """Reads records from a stream one by one, holding little more than one of them in memory.

    Iteration ends at the end of the file or at the first fault, which is then in `fault`. `good` and
    `version` are as in `Scan`, for what has been read so far.
    """

    def __init__(self, stream: BinaryIO, magic: bytes) -> None:
        self._stream = stream
        self._held, self._held_from = b"", 0  # some bytes of the file, and where in it they begin
        self.good = 0
        self.version = 0
        self.fault: Fault | None = self._open(magic)
        self._ended = self.fault is not None

    def jump(self, offset: int) -> None:
        """Have the next iteration begin at byte `offset`, in a stream that can seek; the header was right."""
        self._stream.seek(offset)
        self._held, self._held_from = b"", offset
        self.good, self.fault, self._ended = offset, None, False

    def __iter__(self) -> Iterator[Record]:
        """Read on from where an iteration before this one has come to."""
        while not self._ended:
            held, begun = self._held, self._held_from
            at, most = self.good - begun, len(held)
            while at + PREFIX_SIZE <= most:
                offset, body_at = begun + at, at + PREFIX_SIZE
                length_and_sum, body_sum = _PREFIX.unpack_from(held, at)
                at = body_at + _length(length_and_sum)
                body = held[body_at:at]
                if at > most or crc32(body) != body_sum:
                    break
                self.good = begun + at
                yield offset, body
            self._read_on()

    def _read_on(self) -> None:
        """Have the next record whole, or find out why there is none: the end of the file, or a fault."""
        self._hold(PREFIX_SIZE)
        if len(self._held) < PREFIX_SIZE:
            self._end(TornTail(self.good, "prefix") if self._held else None)
            return
        length_and_sum, body_sum = _PREFIX.unpack_from(self._held)
        length = _length(length_and_sum)
        if length == _NO_LENGTH:
            self._end(self._fault_of_prefix(length_and_sum))
            return
        size = PREFIX_SIZE + length
        self._hold(size + 1)
        if len(self._held) < size:
            self._end(TornTail(self.good, "body"))
        elif crc32(self._held[PREFIX_SIZE:size]) != body_sum:
            at_the_end = len(self._held) == size
            self._end(TornTail(self.good, "checksum") if at_the_end else Damage(self.good, "body"))

    def _open(self, magic: bytes) -> Fault | None:
        self._hold(HEADER_SIZE)
        start = self._held[:HEADER_SIZE]
        if not start.startswith(magic[: len(start)]):
            return NotOurs()
        if len(start) < HEADER_SIZE:
            return CutHeader(len(start))
        self.version = start[-1]
        if self.version != FORMAT_VERSION:
            return Newer(self.version) if self.version > FORMAT_VERSION else NotOurs()
        self.good = HEADER_SIZE
        return None

    def _hold(self, size: int) -> None:
        """Hold `size` bytes from `good` on, fewer only at the end of the file. A stream may give pieces."""
        self._held, self._held_from = self._held[self.good - self._held_from :], self.good
        while len(self._held) < size and (more := self._stream.read(CHUNK)):
            self._held += more

    def _end(self, fault: TornTail | Damage | None) -> None:
        self._ended, self.fault = True, fault

    def _fault_of_prefix(self, length_and_sum: int) -> TornTail | Damage:
        if length_and_sum == _with_sum(length_and_sum >> 32):
            return Damage(self.good, "length")
        blank = not any(self._held) and self._only_zeros_left()
        return TornTail(self.good, "zeros") if blank else Damage(self.good, "prefix")

    def _only_zeros_left(self) -> bool:
        while chunk := self._stream.read(CHUNK):
            if chunk != bytes(len(chunk)):
                return False
        return True


@lru_cache(maxsize=1024)
def _length(length_and_sum: int) -> int:
    """Give the length of a body, `_NO_LENGTH` where its checksum is wrong or no body may be as long."""
    length = length_and_sum >> 32
    return length if length <= MAX_BODY and length_and_sum == _with_sum(length) else _NO_LENGTH


def _with_sum(length: int) -> int:
    return length << 32 | crc32(length.to_bytes(4, "big"))


def read_records(stream: BinaryIO, magic: bytes) -> RecordReader:
    """Read the records of a file of this kind, in bounded memory, from a binary stream at its start."""
    return RecordReader(stream, magic)


def scan(data: bytes, magic: bytes) -> Scan:
    """Read all records of a file that is in memory."""
    reader = read_records(io.BytesIO(data), magic)
    records = tuple(reader)
    return Scan(reader.version, records, reader.good, reader.fault)
