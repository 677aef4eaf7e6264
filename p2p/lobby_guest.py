"""A guest's side of the lobby, sans-IO (protocol.md, chapter 14).

It is fed messages and time; `outbox` holds what is to be sent, as (CURVE key, bytes), and `news` what the
user's side should know. Everything is repeated until it is answered, so any message may get lost.
"""

from collections.abc import Callable
from typing import Final

from p2p.bucket import Bucket
from p2p.dice import Chain
from p2p.entropy import Entropy
from p2p.genesis import Genesis, GenesisRefused, SeatEntry, VersionUnknown, read_genesis
from p2p.invite import Endpoints
from p2p.lobby import (
    SILENCE_SECONDS,
    VERSIONS,
    GenesisUnfit,
    HostAsked,
    HostHeard,
    HostSilent,
    LobbyNews,
    OtherVersionHere,
    Place,
    ReadyTakenBack,
    TableBegun,
    TableRefused,
    TableSeen,
    draw_chain,
)
from p2p.lobby_messages import (
    GenesisOffer,
    Hello,
    Knock,
    Leave,
    LobbyMessage,
    OtherVersion,
    Ready,
    Reason,
    Refusal,
    Wait,
    decode_lobby_message,
    encode_lobby_message,
    sign_hello,
)
from p2p.messages import MessageRefused
from p2p.table_info import TableInfo

GREETINGS: Final = (4, 0.1)
"""How often a seed is drawn because the host has another table: at once, and each second for long."""


class GuestLobby:
    """A guest's side, until the host offers the genesis; then `genesis`, `seed` and `endpoints` are there.

    `always_ready` makes it ready for any table whose seats are all taken. `receive` raises `TableRefused`,
    `OtherVersionHere` or `GenesisUnfit` when this guest will not play here.
    What does not `fit` is such a table.
    """

    def __init__(
        self,
        place: Place,
        host: bytes,
        token: bytes,
        entropy: Entropy,
        *,
        always_ready: bool = False,
        fits: Callable[[TableInfo], bool] = lambda _table: True,
    ) -> None:
        self._place = place
        self._host = host
        self._token = token
        self._entropy = entropy
        self._always_ready = always_ready
        self._fits = fits
        self._table: TableInfo | None = None
        self._hello: Hello | None = None
        self._has_asked = False
        self._heard_at: float | None = None
        self._is_silent = False
        self._greetings = Bucket(*GREETINGS, 0.0)
        self._ready = False
        self._agreed: TableInfo | None = None
        """The table that this guest is ready for, or was until the host has taken note of a change."""
        self.seed = b""
        self.chain: Chain | None = None
        self.genesis: Genesis | None = None
        self.endpoints: tuple[Endpoints, ...] = ()
        self.outbox: list[tuple[bytes, bytes]] = []
        self.news: list[LobbyNews] = []

    def tick(self, now: float) -> None:
        """Say again what is not answered yet; to be called about once a second."""
        if self.genesis is not None:
            return
        if self._heard_at is not None and not self._is_silent and now - self._heard_at >= SILENCE_SECONDS:
            self._is_silent = True
            self.news.append(HostSilent())
        self._send(self._hello or Knock(*VERSIONS))
        if self._shows_ready not in {None, self._ready}:
            self._say_ready()

    def receive(self, sender: bytes, data: bytes, now: float) -> None:
        """Take a message; one that is not the host's, or no lobby message, is passed over."""
        if sender != self._host or self.genesis is not None:
            return
        try:
            message = decode_lobby_message(data, VERSIONS)
        except MessageRefused:
            return
        self._heard_at = now
        if self._is_silent:
            self._is_silent = False
            self.news.append(HostHeard())
        match message:
            case TableInfo():
                self._see(message, now)
            case OtherVersion():
                raise OtherVersionHere(message)
            case Refusal(Reason.FULL) if self._table is None:
                raise TableBegun(Reason.FULL)
            case Refusal(reason):
                raise TableRefused(reason)
            case Wait():
                if not self._has_asked:
                    self._has_asked = True
                    self.news.append(HostAsked())
            case GenesisOffer():
                self._agree(message)
            case _:
                pass

    def set_ready(self, ready: bool) -> bool:
        """Be ready for the table as it is, or not any more; False if this guest sits at no full table.

        Not to be ready any more holds once the host has taken note; until then it may begin.
        """
        if not ready:
            self._always_ready = False
        if self._table is None or self._shows_ready is None or not self._table.is_full:
            return not ready
        self._ready = ready
        if ready:
            self._agreed = self._table
        self._say_ready()
        return True

    def leave(self) -> None:
        """Give the seat up."""
        self._send(Leave())

    @property
    def _shows_ready(self) -> bool | None:
        """Whether the host's table shows this guest as ready; None if it does not sit there."""
        seated = self._table.find(self._place.key.public) if self._table is not None else None
        return seated.ready if seated is not None else None

    def _say_ready(self) -> None:
        if self._table is not None:
            self._send(Ready(self._ready, self._table.digest))

    def _see(self, table: TableInfo, now: float) -> None:
        if not self._fits(table):
            raise GenesisUnfit("table")
        known = self._table
        if known is None or (table.nonce, table.ruleset) != (known.nonce, known.ruleset):
            if not self._greetings.take(now):
                return
            self._greet(table)
        elif table.changes < known.changes:
            return  # an earlier one that was long on its way
        self._table = table
        if self._agreed is not None and self._agreed.digest != table.digest:
            self._agreed = None
            if self._ready and not self._always_ready:
                self.news.append(ReadyTakenBack())
            self._ready = False
        if not self._ready and self._shows_ready is False:
            self._agreed = None
        if table != known:
            self.news.append(TableSeen(table))
        if self._always_ready and not self._ready:
            self.set_ready(True)

    def _greet(self, table: TableInfo) -> None:
        """Draw a seed for this table alone, now that its nonce is known, and ask for a seat."""
        place = self._place
        self.seed = self._entropy("dice seed")
        self.chain = draw_chain(place, self.seed, table.nonce, table.ruleset)
        addresses, port = place.listening
        hello = Hello(
            table.nonce,
            self._token,
            place.name,
            place.key.public,
            place.curve_key,
            self.chain.anchor,
            addresses,
            port,
        )
        self._hello = sign_hello(hello, place.key)
        self._send(self._hello)

    def _agree(self, offer: GenesisOffer) -> None:
        """Take the genesis if it is what was agreed: the table that this guest is ready for, seat by seat."""
        table, hello = self._agreed, self._hello
        if table is None or hello is None:
            raise GenesisUnfit("ready")
        try:
            genesis = read_genesis(offer.genesis)
        except (GenesisRefused, VersionUnknown) as error:
            raise GenesisUnfit("form") from error
        if genesis.nonce != table.nonce:
            raise GenesisUnfit("nonce")
        if genesis.ruleset != table.ruleset:
            raise GenesisUnfit("ruleset")
        if {(seat.name, seat.key) for seat in genesis.seats} != {(one.name, one.key) for one in table.seated}:
            raise GenesisUnfit("seats")
        mine = SeatEntry(hello.name, hello.key, hello.curve_key, hello.anchor)
        host = genesis.seat_of(table.seated[0].key)
        if mine not in genesis.seats or host is None or genesis.seats[host].curve_key != self._host:
            raise GenesisUnfit("seats")
        if len(offer.endpoints) != len(genesis.seats):
            raise GenesisUnfit("endpoints")
        self.genesis = genesis
        self.endpoints = offer.endpoints

    def _send(self, message: LobbyMessage) -> None:
        self.outbox.append((self._host, encode_lobby_message(message)))
