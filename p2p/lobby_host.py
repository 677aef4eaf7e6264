"""The host's side of the lobby, sans-IO (protocol.md, chapter 14).

It is fed messages and time; `outbox` holds what is to be sent, as (CURVE key, bytes), and `news` what the
user's side should know. Whatever strangers do, memory, time and news are bounded, and none of the bounds
that strangers can use up holds for who has the invite's token.
"""

from core.ruleset import Ruleset
from p2p.askers import Askers
from p2p.dice import Chain
from p2p.entropy import Entropy
from p2p.genesis import MAX_SEATS, MIN_SEATS, Genesis
from p2p.invite import NO_TOKEN, TOKEN_BYTES, Endpoints
from p2p.keys import KeyRefused, SignatureRefused
from p2p.lobby import (
    SILENCE_SECONDS,
    VERSIONS,
    GuestAsks,
    GuestDismissed,
    GuestGone,
    LobbyNews,
    Place,
    ReadyTakenBack,
    SeatLeft,
    SeatTaken,
    TableSeen,
    draw_chain,
    draw_up,
)
from p2p.lobby_bounds import LobbyBounds
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
    check_hello,
    decode_lobby_message,
    encode_lobby_message,
)
from p2p.lobby_told import LobbyTold
from p2p.messages import MessageRefused
from p2p.table_info import Seated, TableInfo


class _Guest:
    """One who sits: its hello, when it was heard, whether the token or the host's word let it in."""

    def __init__(self, hello: Hello, heard: float, invited: bool) -> None:
        self.hello = hello
        self.heard = heard
        self.invited = invited
        self.ready = False


class HostLobby:
    """The host's side, until all sit and are ready; then `genesis` and `endpoints` are there.

    `entropy` gives the table's nonce and token and the host's seed for its dice. Who has the token of the
    invite sits down; anyone else waits for the host's word, unless the table is open to all. `always_ready`
    makes the host ready for any table whose seats are all taken. Where `only` names Ed25519 keys, nobody
    else is let in.
    """

    def __init__(
        self,
        place: Place,
        seats: int,
        ruleset: Ruleset,
        entropy: Entropy,
        *,
        is_open: bool = False,
        always_ready: bool = False,
        only: frozenset[bytes] | None = None,
    ) -> None:
        if not MIN_SEATS <= seats <= MAX_SEATS:
            raise ValueError(seats)
        self._place, self._seats, self._ruleset = place, seats, ruleset
        self._is_open, self._always_ready, self._only = is_open, always_ready, only
        self._nonce = entropy("table nonce")
        self._changes = 0
        self._ready = False
        self._guests: dict[bytes, _Guest] = {}
        self._askers = Askers()
        self._bounds = LobbyBounds()
        self._told = LobbyTold()
        self._deaf: set[bytes] = set()
        self._is_closed = False
        self.token = entropy("table token")[:TOKEN_BYTES]
        self.seed = entropy("dice seed")
        self.chain: Chain | None = None
        self.genesis: Genesis | None = None
        self.endpoints: tuple[Endpoints, ...] = ()
        self.outbox: list[tuple[bytes, bytes]] = []
        self.news: list[LobbyNews] = [TableSeen(self._table())]

    def receive(self, sender: bytes, data: bytes, now: float) -> None:
        """Take a message from the peer with this CURVE key; one that is not the lobby's is passed over."""
        try:
            message = decode_lobby_message(data, VERSIONS)
        except MessageRefused:
            return
        if self._is_closed:
            self._send_off(sender, message)
            return
        match message:
            case Knock():
                self._send(sender, self._table())
                theirs = OtherVersion(message.protocol, message.rules_id, message.rules_hash)
                self.news += self._told.knock(theirs)
            case Hello():
                self._take_hello(sender, message, now)
            case Ready() if self.genesis is None:
                self._take_ready(sender, message, now)
            case Leave() if self.genesis is None:
                self._forget_asker(sender)
                self._unseat(sender)
            case _:
                pass

    def tick(self, now: float) -> None:
        """Let time pass; to be called about once a second."""
        if self.genesis is not None:
            for sender in self._deaf:
                self._send(sender, self._offer())
            return
        for sender, guest in list(self._guests.items()):
            if now - guest.heard >= SILENCE_SECONDS:
                self._unseat(sender)
        for sender in self._askers.silent(now - SILENCE_SECONDS):
            self._forget_asker(sender)

    def set_ready(self, ready: bool) -> bool:
        """Be ready for the table as it is, or not any more; False if not all seats are taken yet."""
        if not ready:
            self._always_ready = False
        if self.genesis is not None or not self._is_full:
            return not ready
        if ready is not self._ready:
            self._ready = ready
            self._tell_table()
            self._begin_if_all_are_ready()
        return True

    def admit(self, number: int, now: float) -> bool:
        """Let the guest of this number sit, if there is a seat; False if it has left meanwhile."""
        sender = self._askers.sender_of(number)
        asker = self._askers.forget(sender) if sender is not None else None
        if sender is None or asker is None:
            return False
        hello = asker.hello
        self._askers.admit(sender, hello)
        reason = self._seats_objection(sender, hello)
        if reason is None:
            self._seat(sender, hello, now)
        else:
            self._refuse(sender, reason)
        return True

    def decline(self, number: int) -> None:
        """Refuse the guest of this number, for as long as this table is open."""
        sender = self._askers.sender_of(number)
        if sender is not None:
            self._askers.forget(sender)
            self._turn_away(sender)

    def dismiss(self, place: int) -> bool:
        """Send away, for as long as this table is open, who sits at this place; False if nobody does.

        Places are counted as the table is told: the host, who stays, sits at 0.
        """
        if self.genesis is not None or not 1 <= place <= len(self._guests):
            return False
        sender = list(self._guests)[place - 1]
        self._turn_away(sender)
        self.news.append(GuestDismissed(self._guests.pop(sender).hello.name))
        self._change()
        return True

    def begin_with_these(self) -> bool:
        """Take the free seats away: the game begins with those who sit here. False without a guest."""
        if self.genesis is not None or len(self._guests) + 1 < MIN_SEATS:
            return False
        if not self._is_full:
            self._seats = len(self._guests) + 1
            self._change()
        return True

    @property
    def guests(self) -> tuple[tuple[bytes, Endpoints], ...]:
        """Who sits here beside the host: CURVE keys, and where they say that they listen."""
        return tuple(
            (sender, (guest.hello.addresses, guest.hello.port)) for sender, guest in self._guests.items()
        )

    def tell(self, guest: bytes) -> None:
        """Tell one who sits here how the table stands, unasked."""
        if guest in self._guests and self.genesis is None:
            self._send(guest, self._table())

    def move(self, listening: Endpoints) -> None:
        """Tell the guests, once there is a genesis, that the host is to be called there."""
        self._place = self._place.changed(listening=listening)

    def close(self) -> None:
        """Give the table up and tell everybody; who has heard it leaves, until none is `present`."""
        self._is_closed = True
        for sender in (*self._guests, *self._askers.senders):
            self._send(sender, Refusal(Reason.CLOSED))

    @property
    def present(self) -> bool:
        """Whether anybody sits at the table or asks for a seat, as far as is known."""
        return bool(self._guests or self._askers.senders)

    def _send_off(self, sender: bytes, message: LobbyMessage) -> None:
        if isinstance(message, Leave):
            self._guests.pop(sender, None)
            self._askers.forget(sender)
        else:
            self._send(sender, Refusal(Reason.CLOSED))

    def confirm(self, sender: bytes) -> None:
        """Note that this guest has begun to play, so that it needs the genesis no more."""
        self._deaf.discard(sender)

    @property
    def offering(self) -> bool:
        """Whether some guest has not been seen to have the genesis yet."""
        return bool(self._deaf)

    def _take_hello(self, sender: bytes, hello: Hello, now: float) -> None:
        reason = self._objection(sender, hello, now)
        if reason is not None:
            self._forget_asker(sender)
            self._refuse(sender, reason)
        elif self.genesis is not None:
            self._send(sender, self._offer())
        elif (guest := self._guests.get(sender)) is not None and guest.hello == hello:
            guest.heard = now
            self._send(sender, self._table())
        elif (asker := self._askers.find(sender)) is not None and asker.hello == hello:
            asker.heard = now
            self._send(sender, Wait())
        elif self._is_invited(sender, hello) or self._is_open:
            self._seat(sender, hello, now)
        else:
            self._ask(sender, hello, now)

    def _objection(self, sender: bytes, hello: Hello, now: float) -> Reason | None:  # noqa: PLR0911  # one for each reason
        """Give why this hello does not count: it must certify the very key of its own connection."""
        if hello.token not in {self.token, NO_TOKEN} or hello.nonce != self._nonce:
            return Reason.TOKEN
        if self._askers.has_declined(sender):
            return Reason.DECLINED
        if self._only is not None and hello.key not in self._only:
            return Reason.DECLINED
        if hello.curve_key != sender:
            return Reason.KEYS
        guest, asker = self._guests.get(sender), self._askers.find(sender)
        if self.genesis is not None:
            return None if guest is not None and guest.hello == hello else Reason.FULL
        if asker is not None and asker.hello == hello:
            return self._seats_objection(sender, hello)  # checked before, when there may have been a seat
        if guest is not None and guest.hello == hello:
            return None
        if hello.token == NO_TOKEN and not self._bounds.check_stranger(now):
            return Reason.BUSY
        try:
            check_hello(hello)
        except (SignatureRefused, KeyRefused):
            return Reason.KEYS
        reason = self._seats_objection(sender, hello)
        return reason if reason is not None else self._haste(sender, hello, now)

    def _seats_objection(self, sender: bytes, hello: Hello) -> Reason | None:
        others = (guest.hello.key for other, guest in self._guests.items() if other != sender)
        if hello.key in (self._place.key.public, *others):
            return Reason.TAKEN
        return None if sender in self._guests or self._has_room(hello) else Reason.FULL

    def _has_room(self, hello: Hello) -> bool:
        """Tell whether there is a seat: who has the token takes that of one whom nobody has invited."""
        if not self._is_full:
            return True
        return hello.token == self.token and not all(guest.invited for guest in self._guests.values())

    def _haste(self, sender: bytes, hello: Hello, now: float) -> Reason | None:
        """Refuse who comes and goes without end, and without the token whoever comes when too many do."""
        invited = self._is_invited(sender, hello)
        waits_in_vain = self._askers.is_crowded and not invited and not self._is_open
        may_come = not waits_in_vain and self._bounds.come(sender, now, invited=invited)
        return None if may_come else Reason.BUSY

    def _is_invited(self, sender: bytes, hello: Hello) -> bool:
        return hello.token == self.token or self._askers.has_admitted(sender, hello)

    def _seat(self, sender: bytes, hello: Hello, now: float) -> None:
        self._forget_asker(sender)
        known = self._guests.get(sender)
        if known is None and self._is_full:
            last = [other for other, guest in self._guests.items() if not guest.invited][-1]
            self._send(last, Refusal(Reason.FULL))
            self.news.append(SeatLeft(self._guests.pop(last).hello.name))
        self._guests[sender] = _Guest(hello, now, self._is_invited(sender, hello))
        if known is None or known.hello.name != hello.name:
            self.news.append(SeatTaken(hello.name))
        self._change()

    def _ask(self, sender: bytes, hello: Hello, now: float) -> None:
        """Ask the host about a guest without an invite, once; it repeats its hello until it has an answer."""
        self._forget_asker(sender)
        self._unseat(sender)
        asker = self._askers.ask(sender, hello, now)
        self.news.append(GuestAsks(asker.number, hello.name, hello.key, hello.addresses))
        self._send(sender, Wait())

    def _forget_asker(self, sender: bytes) -> None:
        asker = self._askers.forget(sender)
        if asker is not None:
            self.news.append(GuestGone(asker.number))

    def _turn_away(self, sender: bytes) -> None:
        self._askers.decline(sender)
        self._send(sender, Refusal(Reason.DECLINED))

    def _refuse(self, sender: bytes, reason: Reason) -> None:
        self._send(sender, Refusal(reason))
        self.news += self._told.refuse(sender, reason)

    @property
    def _is_full(self) -> bool:
        return len(self._guests) == self._seats - 1

    def _take_ready(self, sender: bytes, message: Ready, now: float) -> None:
        guest = self._guests.get(sender)
        if guest is None or guest.ready is message.ready or message.digest != self._table().digest:
            return
        if not self._is_full or not self._bounds.be_ready(sender, now):
            return
        guest.ready = message.ready
        self._tell_table()
        self._begin_if_all_are_ready()

    def _unseat(self, sender: bytes) -> None:
        guest = self._guests.pop(sender, None)
        if guest is not None:
            self.news.append(SeatLeft(guest.hello.name))
            self._change()

    def _change(self) -> None:
        """Count a change of the seats: whoever was ready was so for another table."""
        self._changes += 1
        for guest in self._guests.values():
            guest.ready = False
        if self._ready and not self._always_ready:
            self.news.append(ReadyTakenBack())
        self._ready = self._always_ready and self._is_full
        self._tell_table()

    def _begin_if_all_are_ready(self) -> None:
        if not self._is_full or not self._ready or not all(guest.ready for guest in self._guests.values()):
            return
        hellos = [guest.hello for guest in self._guests.values()]
        self.chain = draw_chain(self._place, self.seed, self._nonce, self._ruleset)
        anchor = self.chain.anchor
        self.genesis, self.endpoints = draw_up(self._place, anchor, self._nonce, self._ruleset, hellos)
        self._deaf = set(self._guests)
        for sender in self._guests:
            self._send(sender, self._offer())

    def _offer(self) -> GenesisOffer:
        assert self.genesis is not None
        return GenesisOffer(self.genesis.data, self.endpoints)

    def _table(self) -> TableInfo:
        guests = (Seated(one.hello.name, one.hello.key, one.ready) for one in self._guests.values())
        seated = (Seated(self._place.name, self._place.key.public, self._ready), *guests)
        return TableInfo(*VERSIONS, self._nonce, self._ruleset, seated, self._seats, self._changes)

    def _tell_table(self) -> None:
        table = self._table()
        self.news.append(TableSeen(table))
        for sender in self._guests:
            self._send(sender, table)

    def _send(self, receiver: bytes, message: LobbyMessage) -> None:
        self.outbox.append((receiver, encode_lobby_message(message)))
