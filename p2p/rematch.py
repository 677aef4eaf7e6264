"""Who of a finished game plays again, and at whose table: what the seats have said of it. Sans-IO.

Beside the log, unsigned and repeated (protocol.md, chapter 21): the table itself is a lobby like any other.
"""

from typing import Final

from p2p.encoding import encode, is_array, is_bytes
from p2p.genesis import Genesis
from p2p.invite import NO_TOKEN, TOKEN_BYTES
from p2p.messages import MessageRefused, game_tag, open_message

REMATCH_TYPE: Final = 13
TELL_SECONDS: Final = 1.0
"""How often an offer is told, and an answer to one."""
SILENT_SECONDS: Final = 10.0
"""After this long without a word an offer stands no more."""


def encode_rematch(tag: bytes, token: bytes) -> bytes:
    """Give the message that offers the table of this token, or with `NO_TOKEN` says no."""
    return encode((REMATCH_TYPE, tag, token))


def decode_rematch(tag: bytes, data: bytes) -> bytes:
    """Give the token of such a message in the game with this tag. Raises `MessageRefused`."""
    kind, value = open_message(tag, data)
    if kind == REMATCH_TYPE and is_array(value, 3) and is_bytes(value[2], TOKEN_BYTES):
        return value[2]
    raise MessageRefused("fields of a rematch")


class Rematch:
    """What one seat has said of a rematch, and what it has heard.

    `declined` are the seats that have said no last. After each input `outbox` holds (seat, message) to be
    sent, and `changed` the seats of which something new is known; whoever has read them clears them.
    """

    def __init__(self, genesis: Genesis, seat: int) -> None:
        self._tag = game_tag(genesis.game_id)
        self._others = tuple(other for other in range(len(genesis.seats)) if other != seat)
        self._said: bytes | None = None
        self._offers: dict[int, tuple[bytes, float]] = {}
        self._tell_at = 0.0
        self.declined: set[int] = set()
        self.outbox: list[tuple[int, bytes]] = []
        self.changed: list[int] = []

    @property
    def offers(self) -> dict[int, bytes]:
        """The tables of the others that stand open: their tokens by seat."""
        return {seat: token for seat, (token, _heard) in sorted(self._offers.items())}

    def offer(self, token: bytes) -> None:
        """Tell the others of one's own table from now on."""
        self._say(token)

    def ask_anew(self) -> None:
        """Forget who has said no: whoever still says so is going to answer."""
        self.declined.clear()

    def fall_silent(self) -> None:
        """Tell of no table any more, as this seat sits at another one."""
        self._said = None

    def decline(self) -> None:
        """Say no, and answer so to whoever offers a table."""
        self._say(NO_TOKEN)

    def forget(self, seat: int, token: bytes) -> None:
        """Count this table as closed."""
        if self.offers.get(seat) == token:
            del self._offers[seat]
            self.changed.append(seat)

    def receive(self, seat: int, data: bytes, now: float) -> None:
        """Take what another seat says; whatever it holds, no error leaves."""
        try:
            token = decode_rematch(self._tag, data)
        except MessageRefused:
            return
        before = self.offers.get(seat), seat in self.declined
        if token == NO_TOKEN:
            self._offers.pop(seat, None)
            self.declined.add(seat)
        else:
            self._offers[seat] = token, now
            self.declined.discard(seat)
        if before != (self.offers.get(seat), seat in self.declined):
            self.changed.append(seat)

    def tick(self, now: float) -> None:
        """Let time pass; to be called at least once a second."""
        for seat, (_token, heard) in list(self._offers.items()):
            if now - heard >= SILENT_SECONDS:
                del self._offers[seat]
                self.changed.append(seat)
        if self._said is not None and now >= self._tell_at:
            self._tell_at = now + TELL_SECONDS
            self._tell(self._others if self._said != NO_TOKEN else tuple(self._offers))

    def _say(self, token: bytes) -> None:
        self._said = token
        self._tell(self._others)

    def _tell(self, seats: tuple[int, ...]) -> None:
        if self._said is not None:
            self.outbox += [(seat, encode_rematch(self._tag, self._said)) for seat in seats]
