"""A dishonest peer beside the log: it lies about where the seats are, and about what they said."""

from typing import TYPE_CHECKING

from p2p.address_statement import Addresses, encode_addresses, sign_statement
from p2p.chat_line import Have, Lines, encode_chat, sign_line
from p2p.messages import Message
from tests.simulation.foes import Foe

if TYPE_CHECKING:
    from tests.simulation.world import World


class Babbler(Foe):
    """Plays honestly, and says beside it whatever it likes: in its own name, and in that of others."""

    def __init__(self, world: "World", seat: int) -> None:
        super().__init__(world, seat)
        self._numbers = 0

    def spoil(self, receiver: int, message: Message) -> list[Message | bytes]:
        return [message, self.own_chance.choice((self.addresses, self.lines, self.have))(receiver)]

    def addresses(self, receiver: int) -> bytes:
        """Say that some seat is where nobody is, or where another one is."""
        chance, game_id = self.own_chance, self.world.genesis.game_id
        self._numbers += 1
        place = f"192.0.2.{chance.randint(1, 20)}"
        seat = chance.choice((self.seat, chance.randrange(len(self.world.machines))))
        number = chance.choice((1, self._numbers, 2**32 - 1))
        statement = sign_statement(game_id, seat, number, ((place,), 5000), self.key)
        numbers = tuple(chance.choice((0, 1, 2**32 - 1)) for _ in self.world.machines)
        return encode_addresses(self.tag, Addresses(numbers, (statement,) * (receiver % 2 + 1)))

    def lines(self, receiver: int) -> bytes:
        """Say one thing to one and another to the next, under one number; or put words into a mouth."""
        chance, game_id = self.own_chance, self.world.genesis.game_id
        seat = chance.choice((self.seat, receiver, chance.randrange(len(self.world.machines))))
        text = f"line {chance.randrange(100)} of seat {seat}"
        return encode_chat(self.tag, Lines((sign_line(game_id, seat, chance.randrange(4), text, self.key),)))

    def have(self, receiver: int) -> bytes:  # noqa: ARG002  # the others' form
        """Claim to have lines that nobody has said."""
        return encode_chat(self.tag, Have(tuple(self.own_chance.randrange(9) for _ in self.world.machines)))
