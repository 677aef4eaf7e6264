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
import struct
import zlib
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import BinaryIO, NamedTuple

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

FORMAT_VERSION = 1
MAX_BODY = 256 * 1024
"""Most bytes in one record's body; a longer length is damage, and is never allocated."""
HEADER_SIZE = 8
PREFIX_SIZE = 12
"""Bytes of a record before its body."""

_new = tuple.__new__
"""Makes a named tuple of its fields in half the time."""
_PREFIX = struct.Struct(">III")
_CHUNK = 64 * 1024


class Tear(Enum):
    """In which way a file ends in an unfinished write; all of these may be cut off and repaired."""

    PREFIX = "prefix"
    """Fewer bytes are left than a record's prefix has."""
    BODY = "body"
    """The body runs past the end of the file."""
    CHECKSUM = "checksum"
    """The last body is as long as announced, and its bytes are not those that were meant."""
    ZEROS = "zeros"
    """Only zero bytes are left: the file had grown before its content reached the disk."""


class Harm(Enum):
    """What contradicts itself at a place where no unfinished write explains it."""

    PREFIX = "prefix"
    """A record's length does not match its checksum."""
    LENGTH = "length"
    """A record's intact length is over `MAX_BODY`."""
    BODY = "body"
    """A body that is not the last does not match its checksum."""


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


class Record(NamedTuple):
    """One intact record: the byte in the file at which it starts, and its body."""

    offset: int
    body: bytes


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
    length = len(body).to_bytes(4, "big")
    return _PREFIX.pack(len(body), zlib.crc32(length), zlib.crc32(body)) + body


class RecordReader(Iterable[Record]):
    """Reads records from a stream one by one, holding no more than one of them in memory.

    Iteration ends at the end of the file or at the first fault, which is then in `fault`. `good` and
    `version` are as in `Scan`, for what has been read so far.
    """

    def __init__(self, stream: BinaryIO, magic: bytes) -> None:
        self._stream = stream
        self.good = 0
        self.version = 0
        self.fault: Fault | None = self._open(magic)
        self._ended = self.fault is not None

    def jump(self, offset: int) -> None:
        """Read on from the record at byte `offset`, in a stream that can seek and whose header was right."""
        self._stream.seek(offset)
        self.good, self.fault, self._ended = offset, None, False

    def __iter__(self) -> Iterator[Record]:
        while not self._ended:
            found = self._record()
            if isinstance(found, Record):
                yield found
            else:
                self._ended, self.fault = True, found

    def _open(self, magic: bytes) -> Fault | None:
        start = self._read(HEADER_SIZE)
        if not start.startswith(magic[: len(start)]):
            return NotOurs()
        if len(start) < HEADER_SIZE:
            return CutHeader(len(start))
        self.version = start[-1]
        if self.version != FORMAT_VERSION:
            return Newer(self.version) if self.version > FORMAT_VERSION else NotOurs()
        self.good = HEADER_SIZE
        return None

    def _record(self) -> Record | TornTail | Damage | None:
        offset = self.good
        prefix = self._stream.read(PREFIX_SIZE)
        if len(prefix) < PREFIX_SIZE:
            prefix += self._read(PREFIX_SIZE - len(prefix))
            if len(prefix) < PREFIX_SIZE:
                return TornTail(offset, Tear.PREFIX) if prefix else None
        length, length_sum, body_sum = _PREFIX.unpack(prefix)
        if zlib.crc32(prefix[:4]) != length_sum:
            blank = not any(prefix) and self._only_zeros_left()
            return TornTail(offset, Tear.ZEROS) if blank else Damage(offset, Harm.PREFIX)
        if length > MAX_BODY:
            return Damage(offset, Harm.LENGTH)
        body = self._stream.read(length)
        if len(body) < length:
            body += self._read(length - len(body))
            if len(body) < length:
                return TornTail(offset, Tear.BODY)
        if zlib.crc32(body) != body_sum:
            at_the_end = not self._stream.read(1)
            return TornTail(offset, Tear.CHECKSUM) if at_the_end else Damage(offset, Harm.BODY)
        self.good = offset + PREFIX_SIZE + length
        return _new(Record, (offset, body))

    def _read(self, size: int) -> bytes:
        """Read `size` bytes, fewer only at the end of the file; a raw stream may give them in pieces."""
        data = self._stream.read(size)
        while len(data) < size:
            more = self._stream.read(size - len(data))
            if not more:
                break
            data += more
        return data

    def _only_zeros_left(self) -> bool:
        while chunk := self._stream.read(_CHUNK):
            if chunk != bytes(len(chunk)):
                return False
        return True


def read_records(stream: BinaryIO, magic: bytes) -> RecordReader:
    """Read the records of a file of this kind, in bounded memory, from a binary stream at its start."""
    return RecordReader(stream, magic)


def scan(data: bytes, magic: bytes) -> Scan:
    """Read all records of a file that is in memory."""
    reader = read_records(io.BytesIO(data), magic)
    records = tuple(reader)
    return Scan(reader.version, records, reader.good, reader.fault)
