"""What a peer does beside the log of its game: it tells and learns where the seats listen."""

from contextlib import suppress
from pathlib import Path

from p2p.address_book import load_statements, save_book
from p2p.address_statement import ADDRESSES_TYPE
from p2p.endpoint import is_usable
from p2p.genesis import Genesis
from p2p.invite import MAX_ADDRESSES, Endpoints
from p2p.keys import SigningKey
from p2p.messages import claimed_type
from p2p.transport import Transport
from p2p.whereabouts import Whereabouts


def is_aside(data: bytes) -> bool:
    """Tell whether these bytes claim to be a message beside the log, by their type alone."""
    return claimed_type(data) == ADDRESSES_TYPE


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
        transport: Transport,
        book: dict[int, Endpoints],
        now: float,
    ) -> None:
        self._seat, self._folder, self._transport, self._book = seat, folder, transport, book
        self._curve_keys = [entry.curve_key for entry in genesis.seats]
        self._whereabouts = Whereabouts(genesis, seat, key, now)
        self._whereabouts.restore(load_statements(folder, len(genesis.seats)))
        self._whereabouts.state(book[seat], now)
        self._save_book()

    def moved(self, addresses: tuple[str, ...], now: float) -> None:
        """Say that this computer has these addresses from now on."""
        _, port = self._book[self._seat]
        self._book[self._seat] = addresses[:MAX_ADDRESSES], port
        self._whereabouts.state(self._book[self._seat], now)
        self._carry_out()

    def receive(self, seat: int, data: bytes, now: float) -> None:
        """Take a message beside the log from the peer at `seat`."""
        self._whereabouts.receive(seat, data, now)
        self._carry_out()

    def tick(self, now: float) -> None:
        """Let time pass; to be called at least once a second."""
        self._whereabouts.tick(now)
        self._carry_out()

    def _carry_out(self) -> None:
        spread = self._whereabouts
        for statement in spread.moved:
            self._call(statement.seat, statement.endpoints)
        spread.moved.clear()
        if spread.is_changed:
            self._save_book()
        for seat, data in spread.outbox:
            self._transport.send(self._curve_keys[seat], data)
        spread.outbox.clear()

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
