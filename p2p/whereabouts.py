"""Where the seats listen: each seat's newest signed statement, held and passed on. Sans-IO.

Beside the log, and of no weight in the game: keys are checked at every connection, so a wrong address only
means that nobody is met there (protocol.md, chapter 21).
"""

from collections.abc import Iterable
from typing import Final

from p2p.address_statement import (
    MAX_NUMBER,
    Addresses,
    Statement,
    decode_addresses,
    encode_addresses,
    is_signed,
    sign_statement,
)
from p2p.bucket import Bucket
from p2p.genesis import Genesis
from p2p.invite import Endpoints
from p2p.keys import SigningKey
from p2p.messages import MessageRefused, game_tag

TELL_SECONDS: Final = 2.0
"""How often a peer tells its own newest statement, and the numbers of the others'."""
ANSWER_BURST: Final = 8
ANSWERS_PER_SECOND: Final = 1.0
"""Answers that one peer gets to what it says."""
FORGED_BURST: Final = 16
FORGED_PER_SECOND: Final = 1.0
"""Wrongly signed statements of one peer that are looked at; an honest one has none."""
NEWS_BURST: Final = 8
NEWS_PER_SECOND: Final = 0.2
"""New statements of one seat that are taken, and made of one's own: each one costs everybody a call."""


class Whereabouts:
    """The newest statements that one peer holds, and what it tells of them.

    After each input `outbox` holds (seat, message) to be sent, `moved` the statements of others that were not
    known: they are to be called there. Whoever has read them clears them. `is_changed` says that something
    is held that was not, and stays until it is put down.
    """

    def __init__(self, genesis: Genesis, seat: int, key: SigningKey, now: float) -> None:
        self._genesis, self._seat, self._key = genesis, seat, key
        self._tag = game_tag(genesis.game_id)
        self._others = tuple(other for other in range(len(genesis.seats)) if other != seat)
        self._wanted: Endpoints | None = None
        self._passed = 0
        self._tell_at = now
        self._answers = {other: Bucket(ANSWER_BURST, ANSWERS_PER_SECOND, now) for other in self._others}
        self._forged = {other: Bucket(FORGED_BURST, FORGED_PER_SECOND, now) for other in self._others}
        self._news = [Bucket(NEWS_BURST, NEWS_PER_SECOND, now) for _ in genesis.seats]
        self.held: dict[int, Statement] = {}
        self.outbox: list[tuple[int, bytes]] = []
        self.moved: list[Statement] = []
        self.is_changed = False

    def restore(self, statements: Iterable[Statement]) -> None:
        """Take back what was held before a restart, as far as it is signed."""
        for statement in statements:
            if statement.seat < len(self._genesis.seats) and self._is_signed(statement):
                self.held[statement.seat] = statement

    def state(self, endpoints: Endpoints, now: float) -> None:
        """Say where this seat listens; if that is what it has said last, nothing is said again."""
        self._wanted = endpoints if all(endpoints) else None
        self._restate(now)

    def receive(self, sender: int, data: bytes, now: float) -> None:
        """Take a message from the peer at `sender`; whatever it holds, no error leaves."""
        try:
            message = decode_addresses(self._tag, data)
        except MessageRefused:
            return
        if len(message.numbers) != len(self._genesis.seats) or not self._forged[sender].holds(now):
            return
        for statement in message.statements:
            if not self._take(sender, statement, now):
                self._forged[sender].take(now)
                break
        self._restate(now)
        lacking = [self.held[seat] for seat in dict.fromkeys(self._lacking(sender, message))]
        if lacking and self._answers[sender].take(now):
            self._send((sender,), lacking)

    def tick(self, now: float) -> None:
        """Let time pass; to be called at least once a second."""
        self._restate(now)
        if now >= self._tell_at:
            self._tell_at = now + TELL_SECONDS
            self._send(self._others, self._mine())

    def _restate(self, now: float) -> None:
        """Sign a new statement if the newest is not what this seat has to say."""
        mine = self.held.get(self._seat)
        if self._wanted is None or (
            mine is not None and mine.endpoints == self._wanted and mine.number > self._passed
        ):
            return
        number = max(self._number(self._seat), self._passed) + 1
        if number < MAX_NUMBER and self._news[self._seat].take(now):
            self._hold(sign_statement(self._genesis.game_id, self._seat, number, self._wanted, self._key))
            self._send(self._others, self._mine())

    def _take(self, sender: int, statement: Statement, now: float) -> bool:
        """Take a statement that is newer than what is held of its seat; False if it is wrongly signed."""
        seat, mine = statement.seat, statement.seat == self._seat
        if self._is_old(statement):
            return True
        if seat >= len(self._genesis.seats):
            return False
        if not mine and not self._news[seat].holds(now):
            return True
        if not self._is_signed(statement):
            return False
        if mine:
            self._take_back(statement)
        else:
            self._news[seat].take(now)
            self._hold(statement)
            self.moved.append(statement)
            self._send([other for other in self._others if other not in {sender, seat}], [statement])
        return True

    def _is_old(self, statement: Statement) -> bool:
        """Tell whether a statement brings nothing: of two with one number the first is kept.

        But their author has to know of both.
        """
        seat, number = statement.seat, self._number(statement.seat)
        if seat == self._seat:
            return statement.number < number or statement == self.held.get(seat)
        return statement.number <= number

    def _take_back(self, statement: Statement) -> None:
        """Take a statement that this seat has signed and forgotten: what it says next is above it."""
        if statement.number > self._number(self._seat):
            self._hold(statement)
        else:
            self._passed = statement.number

    def _hold(self, statement: Statement) -> None:
        self.held[statement.seat] = statement
        self.is_changed = True

    def _lacking(self, sender: int, message: Addresses) -> Iterable[int]:
        """Give the seats of which the sender lacks a statement that is held here.

        A seat that has forgotten what it said may have used a number again: it is told what it said first.
        """
        for seat, number in enumerate(message.numbers):
            if number < self._number(seat):
                yield seat
        held = self.held.get(sender)
        for statement in message.statements:
            if statement.seat == sender and held and held.number == statement.number and held != statement:
                yield sender

    def _mine(self) -> tuple[Statement, ...]:
        return (self.held[self._seat],) if self._seat in self.held else ()

    def _number(self, seat: int) -> int:
        held = self.held.get(seat)
        return held.number if held else 0

    def _is_signed(self, statement: Statement) -> bool:
        return is_signed(statement, self._genesis.game_id, self._genesis.seats[statement.seat].key)

    def _send(self, seats: Iterable[int], statements: Iterable[Statement]) -> None:
        numbers = tuple(map(self._number, range(len(self._genesis.seats))))
        data = encode_addresses(self._tag, Addresses(numbers, tuple(statements)))
        self.outbox.extend((seat, data) for seat in seats)
