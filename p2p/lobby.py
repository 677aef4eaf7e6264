"""The lobby: how a host and its guests come to one genesis, sans-IO (protocol.md, chapter 14).

Both machines are fed messages and time; `outbox` holds what is to be sent, as (CURVE key, bytes), and
`news` what the user's side should know. Everything is repeated until it is answered, so any message may
get lost.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from core.ruleset import Ruleset
from p2p.dice import Chain, chain_length
from p2p.entropy import Entropy
from p2p.genesis import (
    MAX_SEATS,
    MIN_SEATS,
    Genesis,
    GenesisRefused,
    SeatEntry,
    VersionUnknown,
    make_genesis,
    read_genesis,
)
from p2p.hashing import PROTOCOL_VERSION
from p2p.invite import NO_TOKEN, TOKEN_BYTES, Endpoints
from p2p.keys import KeyRefused, SignatureRefused, SigningKey
from p2p.lobby_messages import (
    GenesisOffer,
    Hello,
    Knock,
    Leave,
    LobbyMessage,
    OtherVersion,
    Reason,
    Refusal,
    TableInfo,
    Wait,
    check_hello,
    decode_lobby_message,
    encode_lobby_message,
    sign_hello,
)
from p2p.messages import MessageRefused
from p2p.rules import RULES_HASH, RULES_ID

REPEAT_SECONDS: Final = 1.0
MOST_ASKING: Final = 16
"""Guests without an invite that wait for the host's word at one time."""
MOST_REFUSALS_TOLD: Final = 256
"""Senders and reasons of refusals that the host is told; it has seen enough then."""
GUEST_SILENCE_SECONDS: Final = 10.0
"""After this long without a word a guest's seat is free again."""

VERSIONS: Final = (PROTOCOL_VERSION, RULES_ID, RULES_HASH)


@dataclass(frozen=True, slots=True)
class Place:
    """Who wants to sit: the name shown, the keys, and where this peer listens (addresses, one port)."""

    name: str
    key: SigningKey
    curve_key: bytes
    listening: Endpoints


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A guest of this name has sat down."""

    name: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """The guest of this name has left, or has not been heard for 10 seconds."""

    name: str


@dataclass(frozen=True, slots=True)
class GuestRefused:
    """The host has refused somebody; told once for each CURVE key and reason."""

    reason: Reason


@dataclass(frozen=True, slots=True)
class GuestAsks:
    """A guest without an invite asks for a seat: `admit` or `decline` this number."""

    number: int
    name: str
    key: bytes
    addresses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HostAsked:
    """The host has been asked whether this guest may sit."""


@dataclass(frozen=True, slots=True)
class TableSeen:
    """The guest has been told what table this is, or who sits there now."""

    table: TableInfo


LobbyNews: TypeAlias = SeatTaken | SeatLeft | GuestRefused | GuestAsks | HostAsked | TableSeen


class LobbyFailure(Exception):
    """There will be no game at this table for this guest."""


class TableRefused(LobbyFailure):
    """The host does not let this guest sit; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class OtherVersionHere(LobbyFailure):
    """Host and guest have different protocols or rules: `theirs` is what the host has."""

    def __init__(self, theirs: OtherVersion) -> None:
        super().__init__(theirs)
        self.theirs = theirs


class GenesisUnfit(LobbyFailure):
    """The host offers a genesis that is not what this guest agreed to; `what` names the part that differs."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


def draw_anchor(place: Place, seed: bytes, nonce: bytes, ruleset: Ruleset) -> bytes:
    """Give the dice anchor of a seat: drawn after the host's nonce is known, and for this game alone."""
    return Chain(seed, nonce, place.key.public, chain_length(ruleset)).anchor


class HostLobby:
    """The host's side, until all `seats` are taken; then `genesis` and `endpoints` are there.

    `entropy` gives the table's nonce and token and the host's seed for its dice. Who has the token of the
    invite sits down; anyone else waits for the host's word, unless the table is open to all.
    """

    def __init__(
        self, place: Place, seats: int, ruleset: Ruleset, entropy: Entropy, *, is_open: bool = False
    ) -> None:
        if not MIN_SEATS <= seats <= MAX_SEATS:
            raise ValueError(seats)
        self._place = place
        self._seats = seats
        self._ruleset = ruleset
        self._nonce = entropy("table nonce")
        self._guests: dict[bytes, tuple[Hello, float]] = {}
        self._deaf: set[bytes] = set()
        self._is_open = is_open
        self._asking: dict[bytes, tuple[int, Hello, float]] = {}
        self._asked = 0
        self._admitted: set[bytes] = set()
        self._declined: set[bytes] = set()
        self._refusals_told: set[tuple[bytes, Reason]] = set()
        self.token = entropy("table token")[:TOKEN_BYTES]
        self.seed = entropy("dice seed")
        self.genesis: Genesis | None = None
        self.endpoints: tuple[Endpoints, ...] = ()
        self.outbox: list[tuple[bytes, bytes]] = []
        self.news: list[LobbyNews] = []

    def receive(self, sender: bytes, data: bytes, now: float) -> None:
        """Take a message from the peer with this CURVE key; one that is not the lobby's is passed over."""
        try:
            message = decode_lobby_message(data, VERSIONS)
        except MessageRefused:
            return
        match message:
            case Knock():
                self._send(sender, self._table())
            case Hello():
                self._seat(sender, message, now)
            case Leave() if self.genesis is None:
                self._asking.pop(sender, None)
                self._unseat(sender)
            case _:
                pass

    def tick(self, now: float) -> None:
        """Let time pass; to be called about once a second."""
        if self.genesis is not None:
            for sender in self._deaf:
                self._send(sender, self._offer())
            return
        for sender, (_, heard) in list(self._guests.items()):
            if now - heard >= GUEST_SILENCE_SECONDS:
                self._unseat(sender)
        for sender, (_, _, heard) in list(self._asking.items()):
            if now - heard >= GUEST_SILENCE_SECONDS:
                del self._asking[sender]

    def admit(self, number: int, now: float) -> bool:
        """Let the guest of this number sit; False if it has left meanwhile."""
        sender = self._sender(number)
        if sender is None:
            return False
        _, hello, _ = self._asking.pop(sender)
        self._admitted.add(sender)
        self._seat(sender, hello, now)
        return True

    def decline(self, number: int) -> None:
        """Refuse the guest of this number, for as long as this table is open."""
        sender = self._sender(number)
        if sender is not None:
            del self._asking[sender]
            self._declined.add(sender)
            self._send(sender, Refusal(Reason.DECLINED))

    def _sender(self, number: int) -> bytes | None:
        return next((sender for sender, asking in self._asking.items() if asking[0] == number), None)

    def confirm(self, sender: bytes) -> None:
        """Note that this guest has begun to play, so that it needs the genesis no more."""
        self._deaf.discard(sender)

    @property
    def offering(self) -> bool:
        """Whether some guest has not been seen to have the genesis yet."""
        return bool(self._deaf)

    def close(self) -> None:
        """Give the table up and tell everybody."""
        for sender in (*self._guests, *self._asking):
            self._send(sender, Refusal(Reason.CLOSED))

    def _seat(self, sender: bytes, hello: Hello, now: float) -> None:
        reason = self._objection(sender, hello)
        if reason is not None:
            self._send(sender, Refusal(reason))
            self._tell_refusal(sender, reason)
            return
        if hello.token != self.token and not self._is_open and sender not in self._admitted:
            self._ask(sender, hello, now)
            return
        if sender not in self._guests:
            self.news.append(SeatTaken(hello.name))
        if self.genesis is None:
            self._guests[sender] = (hello, now)
            if len(self._guests) == self._seats - 1:
                self._begin()
            else:
                self._tell_all()
        else:
            self._send(sender, self._offer())

    def _tell_refusal(self, sender: bytes, reason: Reason) -> None:
        """Tell a refusal once: anybody may knock as often as they like, under as many keys as they like."""
        refusal = (sender, reason)
        if refusal not in self._refusals_told and len(self._refusals_told) < MOST_REFUSALS_TOLD:
            self._refusals_told.add(refusal)
            self.news.append(GuestRefused(reason))

    def _objection(self, sender: bytes, hello: Hello) -> Reason | None:  # noqa: PLR0911  # one for each reason
        """Give why this hello does not count: it must certify the very key of its own connection."""
        if hello.token not in {self.token, NO_TOKEN} or hello.nonce != self._nonce:
            return Reason.TOKEN
        if sender in self._declined:
            return Reason.DECLINED
        if hello.curve_key != sender:
            return Reason.KEYS
        try:
            check_hello(hello)
        except (SignatureRefused, KeyRefused):
            return Reason.KEYS
        seated = self._guests.get(sender)
        if self.genesis is not None:
            return None if seated is not None and seated[0] == hello else Reason.FULL
        if seated is None and len(self._guests) == self._seats - 1:
            return Reason.FULL
        others = (other.key for guest, (other, _) in self._guests.items() if guest != sender)
        return Reason.TAKEN if hello.key in (self._place.key.public, *others) else None

    def _ask(self, sender: bytes, hello: Hello, now: float) -> None:
        """Ask the host about a guest without an invite, once; it repeats its hello until it has an answer."""
        if sender not in self._asking:
            if len(self._asking) == MOST_ASKING:
                self._send(sender, Refusal(Reason.FULL))
                return
            self._asked += 1
            self.news.append(GuestAsks(self._asked, hello.name, hello.key, hello.addresses))
            self._asking[sender] = (self._asked, hello, now)
        number = self._asking[sender][0]
        self._asking[sender] = (number, hello, now)
        self._send(sender, Wait())

    def _unseat(self, sender: bytes) -> None:
        guest = self._guests.pop(sender, None)
        if guest is not None:
            self.news.append(SeatLeft(guest[0].name))
            self._tell_all()

    def _begin(self) -> None:
        place = self._place
        anchor = draw_anchor(place, self.seed, self._nonce, self._ruleset)
        listening = {place.key.public: place.listening}
        entries = [SeatEntry(place.name, place.key.public, place.curve_key, anchor)]
        for hello, _ in self._guests.values():
            entries.append(SeatEntry(hello.name, hello.key, hello.curve_key, hello.anchor))
            listening[hello.key] = (hello.addresses, hello.port)
        self.genesis = make_genesis(self._ruleset, self._nonce, entries)
        self.endpoints = tuple(listening[seat.key] for seat in self.genesis.seats)
        self._deaf = set(self._guests)
        for sender in self._guests:
            self._send(sender, self._offer())

    def _offer(self) -> GenesisOffer:
        assert self.genesis is not None
        return GenesisOffer(self.genesis.data, self.endpoints)

    def _table(self) -> TableInfo:
        names = (self._place.name, *(hello.name for hello, _ in self._guests.values()))
        return TableInfo(*VERSIONS, self._nonce, self._ruleset, names, self._seats)

    def _tell_all(self) -> None:
        for sender in self._guests:
            self._send(sender, self._table())

    def _send(self, receiver: bytes, message: LobbyMessage) -> None:
        self.outbox.append((receiver, encode_lobby_message(message)))


class GuestLobby:
    """A guest's side, until the host offers the genesis; then `genesis`, `seed` and `endpoints` are there.

    `receive` raises `TableRefused`, `OtherVersionHere` or `GenesisUnfit` when this guest will not play here.
    """

    def __init__(self, place: Place, host: bytes, token: bytes, entropy: Entropy) -> None:
        self._place = place
        self._host = host
        self._token = token
        self._entropy = entropy
        self._table: TableInfo | None = None
        self._hello: Hello | None = None
        self._has_asked = False
        self.heard_at: float | None = None
        self.seed = b""
        self.genesis: Genesis | None = None
        self.endpoints: tuple[Endpoints, ...] = ()
        self.outbox: list[tuple[bytes, bytes]] = []
        self.news: list[LobbyNews] = []

    def tick(self, now: float) -> None:  # noqa: ARG002  # the same form as the host's
        """Say again what is not answered yet; to be called about once a second."""
        if self.genesis is None:
            self._send(self._hello or Knock(*VERSIONS))

    def receive(self, sender: bytes, data: bytes, now: float) -> None:
        """Take a message; one that is not the host's, or no lobby message, is passed over."""
        if sender != self._host or self.genesis is not None:
            return
        try:
            message = decode_lobby_message(data, VERSIONS)
        except MessageRefused:
            return
        self.heard_at = now
        match message:
            case TableInfo():
                self._see(message)
            case OtherVersion():
                raise OtherVersionHere(message)
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

    def leave(self) -> None:
        """Give the seat up."""
        self._send(Leave())

    def _see(self, table: TableInfo) -> None:
        if self._table is None or (table.nonce, table.ruleset) != (self._table.nonce, self._table.ruleset):
            self._greet(table)
        if table != self._table:
            self.news.append(TableSeen(table))
        self._table = table

    def _greet(self, table: TableInfo) -> None:
        """Draw a seed for this table alone, now that its nonce is known, and ask for a seat."""
        place = self._place
        self.seed = self._entropy("dice seed")
        anchor = draw_anchor(place, self.seed, table.nonce, table.ruleset)
        addresses, port = place.listening
        hello = Hello(
            table.nonce,
            self._token,
            place.name,
            place.key.public,
            place.curve_key,
            anchor,
            addresses,
            port,
        )
        self._hello = sign_hello(hello, place.key)
        self._send(self._hello)

    def _agree(self, offer: GenesisOffer) -> None:
        """Take the genesis if it is what was agreed: this table's nonce and rules, and this seat as said."""
        if self._table is None or self._hello is None:
            return
        try:
            genesis = read_genesis(offer.genesis)
        except (GenesisRefused, VersionUnknown) as error:
            raise GenesisUnfit("form") from error
        hello = self._hello
        mine = SeatEntry(hello.name, hello.key, hello.curve_key, hello.anchor)
        if genesis.nonce != self._table.nonce:
            raise GenesisUnfit("nonce")
        if genesis.ruleset != self._table.ruleset:
            raise GenesisUnfit("ruleset")
        if mine not in genesis.seats or self._host not in [seat.curve_key for seat in genesis.seats]:
            raise GenesisUnfit("seats")
        if len(genesis.seats) != self._table.seats:
            raise GenesisUnfit("seats")
        if len(offer.endpoints) != len(genesis.seats):
            raise GenesisUnfit("endpoints")
        self.genesis = genesis
        self.endpoints = offer.endpoints

    def _send(self, message: LobbyMessage) -> None:
        self.outbox.append((self._host, encode_lobby_message(message)))
