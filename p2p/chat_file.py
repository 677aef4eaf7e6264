"""The file in which one peer keeps what was said beside a game; the game does not need it."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from p2p.chat import sound_lines
from p2p.chat_line import Line, decode_line, encode_line
from p2p.disk import PRIVATE_FILE, Disk, open_plain
from p2p.frames import CHAT_MAGIC, CHAT_NAME, read_records
from p2p.genesis import Genesis
from p2p.messages import MessageRefused
from p2p.record_file import RecordFile, Repair
from p2p.store_errors import StoreMissing


def read_chat(folder: Path, genesis: Genesis) -> tuple[Line, ...]:
    """Give what was said beside the game in this folder, as far as it is sound; the file is left as it is.

    Without a file nothing was said. Raises `OSError`.
    """
    try:
        with open_plain(folder / CHAT_NAME) as stream:
            bodies = (body for _, body in read_records(stream, CHAT_MAGIC))
            return tuple(sound_lines(genesis, _read(bodies)))
    except FileNotFoundError:
        return ()


class ChatFile:
    """The lines of chat in a game's folder, whose lock the caller holds; the first one makes the file."""

    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        self._is_there = True
        self._file = RecordFile(folder / CHAT_NAME, CHAT_MAGIC, PRIVATE_FILE, disk or Disk())

    def open(self) -> tuple[tuple[Line, ...], Repair | None]:
        """Open the file, if there is one, and give the lines in it, their signatures unchecked.

        A torn end is repaired, and what is no line is left out. Raises the store's errors.
        """
        try:
            bodies, repair = self._file.open()
        except StoreMissing:
            self._is_there = False
            return (), None
        return tuple(_read(bodies)), repair

    def keep(self, lines: Sequence[Line]) -> None:
        """Return when these lines are on the disk. Raises `StoreExists`, `StoreFull`, `StoreBroken`."""
        if lines and not self._is_there:
            self._file.create()
            self._is_there = True
        for line in lines:
            self._file.append(encode_line(line))
        self._file.sync()

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        self._file.close()


def _read(bodies: Iterable[bytes]) -> Iterator[Line]:
    for body in bodies:
        with suppress(MessageRefused):
            yield decode_line(body)
