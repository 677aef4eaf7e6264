"""What the seats say to each other: signed lines, held and passed on beside the log. Sans-IO.

It has no weight in the game (protocol.md, chapter 21).
"""

from collections import deque
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Final

from p2p.bucket import Bucket
from p2p.chat_line import (
    MAX_BATCH_LINES,
    MAX_LINES,
    Have,
    Line,
    Lines,
    decode_chat,
    encode_chat,
    is_signed,
    sign_line,
)
from p2p.genesis import Genesis
from p2p.keys import SigningKey
from p2p.messages import MessageRefused, game_tag
from p2p.text import is_said

HAVE_SECONDS: Final = 2.0
"""How often a peer tells how many lines it has."""
CLAIM_SECONDS: Final = 5.0
"""How long one who claims to have more of this seat's lines than it has itself may take to bring them."""
SAY_BURST: Final = 8
SAY_PER_SECOND: Final = 1.0
"""Lines that this seat may say."""
TAKE_BURST: Final = 64
TAKE_PER_SECOND: Final = 2.0
"""Lines of one other seat that are taken."""
ANSWER_BURST: Final = 8
ANSWERS_PER_SECOND: Final = 4.0
"""Answers that one peer gets to what it says it has."""
FORGED_BURST: Final = 16
FORGED_PER_SECOND: Final = 1.0
"""Wrongly signed lines of one peer that are looked at; an honest one has none."""
MAX_WAITING: Final = 8
"""Lines that wait to be said while nobody is there."""


class Unsaid(Enum):
    """Why a line is not said."""

    UNFIT = "unfit"
    """It is empty or too long, or has hidden characters."""
    TOO_FAST = "too fast"
    SPENT = "spent"
    """The seat has said as many lines as it may in one game."""
    ALONE = "alone"
    """As many lines as may wait are waiting for another player to be there."""
    OFF = "off"
    """The disk does not keep what is said."""


class NotSaid(ValueError):
    """The line is not said; `reason` says why."""

    def __init__(self, reason: Unsaid) -> None:
        super().__init__(reason)
        self.reason = reason


def sound_lines(genesis: Genesis, lines: Iterable[Line]) -> Iterator[Line]:
    """Give those of all lines of a game that are rightly signed, and each the next one of its seat."""
    counts = [0] * len(genesis.seats)
    for line in lines:
        if (
            line.seat < len(counts)
            and line.number == counts[line.seat]
            and is_signed(line, genesis.game_id, genesis.seats[line.seat].key)
        ):
            counts[line.seat] += 1
            yield line


class Chat:
    """The lines that one peer has, in the order in which it got them, and what it tells of them.

    After each input `fresh` holds the lines to be kept, then `outbox` (seat, message) to be sent, which may
    leave only after those are on the disk, and `heard` the lines to be shown. Whoever has read them clears
    them.
    """

    def __init__(self, genesis: Genesis, seat: int, key: SigningKey, now: float) -> None:
        self._genesis, self._seat, self._key = genesis, seat, key
        self._tag = game_tag(genesis.game_id)
        self._others = tuple(other for other in range(len(genesis.seats)) if other != seat)
        self._counts = [0] * len(genesis.seats)
        self._waiting: deque[str] = deque()
        self._is_answered = False
        self._claims: dict[int, tuple[int, float]] = {}
        self._have_at = now
        self._say = Bucket(SAY_BURST, SAY_PER_SECOND, now)
        self._takes = [Bucket(TAKE_BURST, TAKE_PER_SECOND, now) for _ in genesis.seats]
        self._answers = {other: Bucket(ANSWER_BURST, ANSWERS_PER_SECOND, now) for other in self._others}
        self._forged = {other: Bucket(FORGED_BURST, FORGED_PER_SECOND, now) for other in self._others}
        self.lines: list[Line] = []
        self.fresh: list[Line] = []
        self.heard: list[Line] = []
        self.outbox: list[tuple[int, bytes]] = []

    def restore(self, lines: Iterable[Line]) -> None:
        """Take back what was kept before a restart, as far as it is in order and signed."""
        for line in sound_lines(self._genesis, lines):
            self._add(line)
        self.fresh.clear()

    def say(self, text: str, now: float) -> bool:
        """Say a line; False if it waits until another player has told what it has. Raises `NotSaid`.

        A seat that has lost its file takes its lines back from the others before it numbers new ones.
        """
        if not is_said(text):
            raise NotSaid(Unsaid.UNFIT)
        if self._counts[self._seat] + len(self._waiting) >= MAX_LINES:
            raise NotSaid(Unsaid.SPENT)
        if len(self._waiting) >= MAX_WAITING:
            raise NotSaid(Unsaid.ALONE)
        if not self._say.take(now):
            raise NotSaid(Unsaid.TOO_FAST)
        self._waiting.append(text)
        self._speak(now)
        return not self._waiting

    def receive(self, sender: int, data: bytes, now: float) -> None:
        """Take a message from the peer at `sender`; whatever it holds, no error leaves."""
        try:
            message = decode_chat(self._tag, data)
        except MessageRefused:
            return
        match message:
            case Lines(lines):
                self._hear_lines(sender, lines, now)
            case Have(numbers):
                self._hear_have(sender, numbers, now)
        self._speak(now)

    def tick(self, now: float) -> None:
        """Let time pass; to be called at least once a second."""
        self._speak(now)
        if now >= self._have_at:
            self._have_at = now + HAVE_SECONDS
            self._tell(self._others, Have(tuple(self._counts)))

    def _speak(self, now: float) -> None:
        while self._waiting and self._may_speak(now):
            number, text = self._counts[self._seat], self._waiting.popleft()
            line = sign_line(self._genesis.game_id, self._seat, number, text, self._key)
            self._add(line)
            self.heard.append(line)
            self._tell(self._others, Lines((line,)))

    def _may_speak(self, now: float) -> bool:
        """Tell whether this seat knows the number of its next line, as far as the others let it know."""
        count = self._counts[self._seat]
        due = any(claimed > count and now < until for claimed, until in self._claims.values())
        return self._is_answered and not due and count < MAX_LINES

    def _hear_have(self, sender: int, numbers: tuple[int, ...], now: float) -> None:
        if len(numbers) != len(self._counts):
            return
        self._is_answered = True
        claimed = numbers[self._seat]
        if claimed > self._counts[self._seat]:
            _, until = self._claims.get(sender, (0, now + CLAIM_SECONDS))
            self._claims[sender] = claimed, until
        here = self._counts
        lacks = any(number < count for number, count in zip(numbers, here, strict=True))
        brings = any(number > count for number, count in zip(numbers, here, strict=True))
        if not (lacks or brings) or not self._answers[sender].take(now):
            return
        if lacks:
            wanted = [line for line in self.lines if line.number >= numbers[line.seat]]
            self._tell((sender,), Lines(tuple(wanted[:MAX_BATCH_LINES])))
        if brings:
            self._tell((sender,), Have(tuple(here)))

    def _hear_lines(self, sender: int, lines: tuple[Line, ...], now: float) -> None:
        if not self._forged[sender].holds(now):
            return
        before = len(self.lines)
        for line in lines:
            if not self._take(sender, line, now):
                self._forged[sender].take(now)
                break
        more = len(lines) == MAX_BATCH_LINES and len(self.lines) > before
        if more and self._answers[sender].take(now):
            self._tell((sender,), Have(tuple(self._counts)))

    def _take(self, sender: int, line: Line, now: float) -> bool:
        """Take a line if it is the next one of its seat; False if it is wrongly signed.

        Of two lines with one number the first is kept, and nothing comes of the other.
        """
        if line.seat >= len(self._counts):
            return False
        mine = line.seat == self._seat
        if not self._is_next(line) or not (mine or self._takes[line.seat].holds(now)):
            return True
        if not self._is_signed(line):
            return False
        self._add(line)
        if mine:
            claimed, _ = self._claims.get(sender, (0, now))
            self._claims[sender] = claimed, now + CLAIM_SECONDS
        else:
            self._takes[line.seat].take(now)
            self.heard.append(line)
        return True

    def _add(self, line: Line) -> None:
        self._counts[line.seat] += 1
        self.lines.append(line)
        self.fresh.append(line)

    def _is_next(self, line: Line) -> bool:
        return line.seat < len(self._counts) and line.number == self._counts[line.seat]

    def _is_signed(self, line: Line) -> bool:
        return is_signed(line, self._genesis.game_id, self._genesis.seats[line.seat].key)

    def _tell(self, seats: Iterable[int], message: Lines | Have) -> None:
        data = encode_chat(self._tag, message)
        self.outbox.extend((seat, data) for seat in seats)
