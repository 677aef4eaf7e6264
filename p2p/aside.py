"""What a peer does beside the log of its game: who listens where, and what the seats say to each other."""

from contextlib import suppress
from pathlib import Path
from typing import Final, TypeAlias

from core.frozen import Frozen
from p2p.address_book import load_statements, save_book
from p2p.address_statement import ADDRESSES_TYPE
from p2p.carrier import Carrier
from p2p.chat import Chat, NotSaid, Unsaid
from p2p.chat_file import ChatFile
from p2p.chat_line import HAVE_TYPE, LINES_TYPE, Line
from p2p.disk import Disk
from p2p.endpoint import is_usable
from p2p.genesis import Genesis
from p2p.invite import MAX_ADDRESSES, Endpoints
from p2p.keys import SigningKey
from p2p.messages import claimed_type
from p2p.record_file import Repair
from p2p.store_errors import StoreError
from p2p.whereabouts import Whereabouts

ASIDE_TYPES: Final = frozenset({LINES_TYPE, HAVE_TYPE, ADDRESSES_TYPE})
"""The types of the messages that are not of the log."""


class ChatHeard(Frozen):
    """A seat has said this; also this one itself."""

    seat: int
    text: str


class ChatOff(Frozen):
    """The disk does not keep what is said: until a restart nothing is said or heard here any more."""

    error: StoreError


AsideNotice: TypeAlias = ChatHeard | ChatOff | Repair


class Aside:
    """The rim of what one seat does beside the log: its files, and calls to where others say that they are.

    Nothing here decides anything of the game, and no error of it leaves: without its files a seat plays on.
    `book` is where the seats were last known to listen, and where this one does; it is kept up to date.
    """

    def __init__(
        self,
        genesis: Genesis,
        seat: int,
        key: SigningKey,
        folder: Path,
        transport: Carrier,
        book: dict[int, Endpoints],
        now: float,
        disk: Disk | None = None,
    ) -> None:
        self._seat, self._folder, self._transport, self._book = seat, folder, transport, book
        self._curve_keys = [entry.curve_key for entry in genesis.seats]
        self._notices: list[AsideNotice] = []
        self._whereabouts = Whereabouts(genesis, seat, key, now)
        self._whereabouts.restore(load_statements(folder, len(genesis.seats)))
        self._whereabouts.state(book[seat], now)
        self._save_book()
        self._chat = Chat(genesis, seat, key, now)
        self._file = ChatFile(folder, disk)
        self._is_chatting = True
        self._open_chat()

    def notices(self) -> list[AsideNotice]:
        """Give what the user is to be told since the last call."""
        notices, self._notices = self._notices, []
        return notices

    def lines(self) -> tuple[Line, ...]:
        """Give all that has been said, in the order in which it came."""
        return tuple(self._chat.lines)

    def say(self, text: str, now: float) -> bool:
        """Say a line; False if it waits for another player to be there. Raises `NotSaid`."""
        if not self._is_chatting:
            raise NotSaid(Unsaid.OFF)
        said = self._chat.say(text, now)
        self._carry_out()
        return said

    def moved(self, addresses: tuple[str, ...], now: float) -> None:
        """Say that this computer has these addresses from now on."""
        _, port = self._book[self._seat]
        self._book[self._seat] = addresses[:MAX_ADDRESSES], port
        self._whereabouts.state(self._book[self._seat], now)
        self._carry_out()

    def receive(self, seat: int, data: bytes, now: float) -> None:
        """Take a message beside the log from the peer at `seat`."""
        if claimed_type(data) == ADDRESSES_TYPE:
            self._whereabouts.receive(seat, data, now)
        elif self._is_chatting:
            self._chat.receive(seat, data, now)
        self._carry_out()

    def tick(self, now: float) -> None:
        """Let time pass; to be called at least once a second."""
        self._whereabouts.tick(now)
        if self._is_chatting:
            self._chat.tick(now)
        self._carry_out()

    def close(self) -> None:
        """Give the files back; a second call does nothing."""
        self._file.close()

    def _carry_out(self) -> None:
        spread = self._whereabouts
        for statement in spread.moved:
            self._call(statement.seat, statement.endpoints)
        spread.moved.clear()
        if spread.is_changed:
            self._save_book()
        self._send(spread.outbox)
        if self._is_chatting:
            self._carry_out_chat()

    def _carry_out_chat(self) -> None:
        """Keep what was said, and only then send and show it."""
        chat = self._chat
        try:
            self._file.keep(chat.fresh)
        except StoreError as error:
            self._end_chat(error)
            return
        chat.fresh.clear()
        self._send(chat.outbox)
        self._notices += [ChatHeard(line.seat, line.text) for line in chat.heard]
        chat.heard.clear()

    def _send(self, outbox: list[tuple[int, bytes]]) -> None:
        for seat, data in outbox:
            self._transport.send(self._curve_keys[seat], data)
        outbox.clear()

    def _call(self, seat: int, endpoints: Endpoints) -> None:
        """Call a seat where it says that it listens, unless it has been called there already."""
        addresses, port = endpoints
        usable = [(address, port) for address in addresses if is_usable(address, port)]
        if usable and endpoints != self._book.get(seat):
            self._book[seat] = endpoints
            self._transport.connect(self._curve_keys[seat], usable)

    def _save_book(self) -> None:
        self._whereabouts.is_changed = False
        with suppress(OSError):  # without it a resume calls nobody, and is still called
            save_book(self._folder, self._book, self._whereabouts.held.values())

    def _open_chat(self) -> None:
        try:
            lines, repair = self._file.open()
        except StoreError as error:
            self._end_chat(error)
            return
        self._chat.restore(lines)
        if repair is not None:
            self._notices.append(repair)

    def _end_chat(self, error: StoreError) -> None:
        self._is_chatting = False
        self._file.close()
        self._notices.append(ChatOff(error))
