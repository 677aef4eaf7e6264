"""A host and its guests in memory, with a wire between them that a test may tamper with."""

from collections.abc import Callable

from core.ruleset import Ruleset
from p2p.entropy import seeded_entropy
from p2p.keys import SigningKey
from p2p.lobby import VERSIONS, Place
from p2p.lobby_guest import GuestLobby
from p2p.lobby_host import HostLobby
from p2p.lobby_messages import (
    Hello,
    Ready,
    Reason,
    Refusal,
    decode_lobby_message,
    encode_lobby_message,
    sign_hello,
)

RULES = Ruleset(rows_to_end=1, most_rolls=5)
NAMES = ("Ada", "Ben", "Cleo", "Dov")


def place(number: int) -> Place:
    entropy = seeded_entropy(f"place {number}")
    listening = ((f"192.0.2.{number + 1}",), 4000 + number)
    return Place(NAMES[number], SigningKey(entropy("key")), entropy("curve"), listening)


class Lobby:
    """A host and its guests with a wire between them that a test may tamper with."""

    def __init__(
        self, seats: int = 3, guests: int | None = None, *, ready: bool = True, is_open: bool = False
    ) -> None:
        self.now = 0.0
        self.places = [place(number) for number in range(seats)]
        self.host = HostLobby(
            self.places[0], seats, RULES, seeded_entropy("host"), is_open=is_open, always_ready=ready
        )
        count = seats - 1 if guests is None else guests
        self.guests = {
            one.curve_key: GuestLobby(
                one,
                self.places[0].curve_key,
                self.host.token,
                seeded_entropy(one.name),
                always_ready=ready,
            )
            for one in self.places[1 : count + 1]
        }
        self.wire: Callable[[bytes], list[bytes]] = lambda data: [data]

    def guest(self, number: int) -> GuestLobby:
        return self.guests[self.places[number].curve_key]

    def step(self) -> None:
        """Let one second pass and carry what is said, until nobody says anything more."""
        self.now += 1.0
        self.host.tick(self.now)
        for guest in self.guests.values():
            guest.tick(self.now)
        while self.host.outbox or any(guest.outbox for guest in self.guests.values()):
            for curve_key, guest in self.guests.items():
                said, guest.outbox = guest.outbox, []
                for _, data in said:
                    for copy in self.wire(data):
                        self.host.receive(curve_key, copy, self.now)
            said, self.host.outbox = self.host.outbox, []
            for receiver, data in said:
                if receiver in self.guests:
                    for copy in self.wire(data):
                        self.guests[receiver].receive(self.places[0].curve_key, copy, self.now)

    def hello(self, number: int) -> Hello:
        """Give the hello that the guest of this place has sent."""
        hello = self.guest(number)._hello
        assert hello is not None
        return hello

    def let_be_ready(self, sender: bytes) -> None:
        """Let the host hear that this guest is ready for the table as it is."""
        message = Ready(True, self.host._table().digest)
        self.host.receive(sender, encode_lobby_message(message), self.now)

    def refused(self, sender: bytes, hello: Hello) -> Reason | None:
        """Let the host hear this hello over this connection; give why it refuses, or None."""
        said = len(self.host.outbox)
        self.host.receive(sender, encode_lobby_message(hello), self.now)
        answers = [
            decode_lobby_message(data, VERSIONS) for to, data in self.host.outbox[said:] if to == sender
        ]
        return next((answer.reason for answer in answers if isinstance(answer, Refusal)), None)


def stranger(lobby: Lobby, number: int = 9, **fields: object) -> tuple[bytes, Hello, SigningKey]:
    """Give a well-signed hello of somebody else for this table, changed in some fields before the signing."""
    entropy = seeded_entropy(f"stranger {number}")
    key, curve_key = SigningKey(entropy("key")), entropy("curve")
    hello = Hello(
        lobby.host._nonce, lobby.host.token, "Eve", key.public, curve_key, bytes(32), ("192.0.2.9",), 4009
    )
    return curve_key, sign_hello(hello.changed(**fields), key), key
