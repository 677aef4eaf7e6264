"""Judge the logs of MARK games, by protocol.md alone.

    python3 mark_verify.py [--every-signature] FILE...

This one file is a second opinion. It was written from protocol.md, shares no line with the program that
plays the game, and needs Python 3.11 and the package `cryptography` (for Ed25519), nothing else. It reads
logs and proofs, says for each what the audit of chapter 13 says, compares the copies of one game, and
leaves with the exit code of clause 13.1.

It is meant to be read from top to bottom beside protocol.md. Numbers in brackets are its clauses; the
parts stand in the order in which the document introduces what they are about:

    bytes (2), hashes (3), signatures (4), events (5), genesis (6), the rules of the game (15), dice and
    bids (9, 10), rounds (7), certificates (19), files (12), the audit (13), the command

What is wrong with a log is an exception: `Refused` while one thing is looked at, `Fatal` once it is known
where in the file it stands. Everything is kept in memory, which a file of noise cannot make much of: a
record has at most 256 KiB, and reading stops at the first that is wrong.
"""

import hashlib
import io
import sys
import zlib
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO, Final, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

PROTOCOL: Final = 1
RULES: Final = {"mark-1": "0aa014e086ffc6547b4713d39402b64f416aaa1bde89f6b213ec7802f38c394c"}
"""The rules versions that are known: their ids, and the hashes of their texts (6.8)."""


class Refused(Exception):
    """Something is not as it must be: `name` says what, in the words of 5.5, `detail` more about it."""

    def __init__(self, name: str, detail: str = "") -> None:
        super().__init__(name, detail)
        self.name, self.detail = name, detail


def require(holds: object, name: str, detail: str = "") -> None:
    """Refuse what does not hold."""
    if not holds:
        raise Refused(name, detail)


# --- Bytes (2) -------------------------------------------------------------------------------------------
# A value is an int, bytes, a str, or a list of values. Whatever msgpack knows besides is refused (2.1).

MOST_TEXT, MOST_ELEMENTS, MOST_DEPTH = 4096, 512, 6


def pack(value: Any) -> bytes:
    """Give the one encoding of a value (2.2)."""
    if isinstance(value, int):
        if value < 128:
            return bytes([value])
        code = next(code for code in range(4) if value < 256 ** (1 << code))
        return bytes([0xCC + code]) + value.to_bytes(1 << code, "big")
    if isinstance(value, bytes):
        return _header(len(value), 0xC4, (1, 2, 4)) + value
    if isinstance(value, str):
        text = value.encode()
        return (bytes([0xA0 + len(text)]) if len(text) < 32 else _header(len(text), 0xD9, (1, 2, 4))) + text
    start = bytes([0x90 + len(value)]) if len(value) < 16 else _header(len(value), 0xDC, (2, 4))
    return start + b"".join(map(pack, value))


def _header(length: int, code: int, sizes: tuple[int, ...]) -> bytes:
    place, size = next((place, size) for place, size in enumerate(sizes) if length < 256**size)
    return bytes([code + place]) + length.to_bytes(size, "big")


def unpack(data: bytes, limit: int) -> Any:
    """Read one value that fills `data`, of at most `limit` bytes, and is in its one form (2.3, 2.4)."""
    require(len(data) <= limit, "encoding", "too long")
    value, end = _read(data, 0, MOST_DEPTH)
    require(end == len(data), "encoding", "a tail")
    require(pack(value) == data, "encoding", "not the shortest form")
    return value


def _read(data: bytes, at: int, depth: int) -> tuple[Any, int]:
    """Read the value at `at`, which may have `depth` arrays inside one another; give it and where it ends."""
    code, at = _cut(data, at, 1)[0], at + 1
    if code < 0x80:
        return code, at
    if 0xA0 <= code <= 0xBF:
        return _text(_cut(data, at, code - 0xA0)), at + code - 0xA0
    if 0xCC <= code <= 0xCF:
        return _number(data, at, 1 << code - 0xCC)
    if 0xC4 <= code <= 0xC6 or 0xD9 <= code <= 0xDB:
        is_text = code >= 0xD9
        length, at = _number(data, at, 1 << code - (0xD9 if is_text else 0xC4))
        said = _cut(data, at, length)
        return _text(said) if is_text else said, at + length
    if 0x90 <= code <= 0x9F:
        length = code - 0x90
    else:
        require(code in (0xDC, 0xDD), "encoding", "a type that there is not")
        length, at = _number(data, at, 2 if code == 0xDC else 4)
    require(length <= MOST_ELEMENTS and depth, "encoding", "too many elements, or too deep")
    parts = []
    for _ in range(length):
        part, at = _read(data, at, depth - 1)
        parts.append(part)
    return parts, at


def _number(data: bytes, at: int, size: int) -> tuple[int, int]:
    return int.from_bytes(_cut(data, at, size), "big"), at + size


def _cut(data: bytes, at: int, size: int) -> bytes:
    require(at + size <= len(data), "encoding", "cut short")
    return data[at : at + size]


def _text(data: bytes) -> str:
    require(len(data) <= MOST_TEXT, "encoding", "a long text")
    try:
        return data.decode("utf-8")  # Python's decoder refuses surrogates and overlong forms
    except UnicodeDecodeError as error:
        raise Refused("encoding", "no UTF-8") from error


def is_bytes(value: object, size: int = 32) -> bool:
    """Tell whether a value is a byte string of this size."""
    return isinstance(value, bytes) and len(value) == size


def u32(number: int) -> bytes:
    """Give a number in four bytes (1.4)."""
    return number.to_bytes(4, "big")


# --- Hashes (3) ------------------------------------------------------------------------------------------


def tagged(text: str, *parts: bytes) -> bytes:
    """Give H(tag ‖ parts), with the tag that has this text behind `mark/1` (3.1, 3.2)."""
    return hashlib.sha256(b"mark/1 " + text.encode("ascii") + b"\0" + b"".join(parts)).digest()


# --- Signatures (4) --------------------------------------------------------------------------------------
# The package computes [S]B - [k]A, with k reduced modulo L, encodes it and compares it with the bytes of R.
# It does not refuse all that 4.4 refuses, so encodings and the bound of S are checked here.

P: Final = 2**255 - 19
L: Final = 2**252 + 27742317777372353535851937790883648493
E: Final = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826


def is_sound(encoded: bytes) -> bool:
    """Tell whether these bytes are a sound encoding (4.2)."""
    y = int.from_bytes(encoded, "little") & (1 << 255) - 1
    return len(encoded) == 32 and y < P and y not in (0, 1, P - 1, E, P - E)


def is_signed(key: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether this is a signature of the key over the message (4.4)."""
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or not is_sound(key) or not is_sound(r) or s >= L:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):  # a key that is no point of the curve signs nothing (4.5)
        return False
    return True


# --- Events (5) ------------------------------------------------------------------------------------------

KINDS: Final = ("start", "link", "action", "commitment", "opening", "note", "seal", "vote", "keep")
START, LINK, ACTION, COMMITMENT, OPENING, NOTE, SEAL, VOTE, KEEP = range(9)
BALLOTS: Final = (VOTE, KEEP)


class Event(NamedTuple):
    """An event as it was read: what its payload says, and the two byte strings themselves."""

    kind: int
    game: bytes
    round: int
    head: bytes
    seat: int
    body: list[Any]
    payload: bytes
    signature: bytes

    @property
    def id(self) -> bytes:
        """The event id (5.4)."""
        return tagged("event id", self.payload)

    def is_signed_by(self, key: bytes) -> bool:
        """Tell whether the signature is this key's (4.4)."""
        return is_signed(key, self.signature, b"mark/1 event signature\0" + self.payload)


def read_event(pair: Any) -> Event:
    """Read `[payload, signature]` (5.1, 5.2)."""
    require(isinstance(pair, list) and len(pair) == 2, "EventMalformed", "no pair")
    payload, signature = pair
    require(isinstance(payload, bytes) and is_bytes(signature, 64), "EventMalformed", "no payload, signature")
    try:
        value = unpack(payload, 512)
    except Refused as error:
        raise Refused("EventMalformed", error.detail) from error
    require(isinstance(value, list) and len(value) == 6, "EventMalformed", "not six elements")
    kind, game, number, head, seat, body = value
    require(
        isinstance(kind, int) and is_bytes(game) and is_bytes(head), "EventMalformed", "kind, game or head"
    )
    require(isinstance(number, int) and number < 2**32, "EventMalformed", "round")
    require(isinstance(seat, int) and seat < 4 and isinstance(body, list), "EventMalformed", "seat or body")
    require(kind < len(KINDS), "EventKindUnknown", str(kind))
    return Event(kind, game, number, head, seat, body, payload, signature)


def read_note(note: Event) -> tuple[int, bytes]:
    """Give the first round and the link of a note (5.3; 7.8, 1)."""
    match note.body:
        case [int(first), bytes(link)] if len(link) == 32 and first - note.round in (0, 1):
            return first, link
    raise Refused("EventMalformed", "note")


def read_ballot(ballot: Event) -> tuple[int, list[bytes]]:
    """Give the set of a vote or keep, and the ids that a keep keeps (5.3; 19.3, the first refusal)."""
    match ballot.kind, ballot.body:
        case 7, [int(mask)] if 1 <= mask <= 15:
            return mask, []
        case 8, [int(mask), list(ids)] if 1 <= mask <= 15 and 1 <= len(ids) <= 4 and all(map(is_bytes, ids)):
            return mask, ids
    raise Refused("EventMalformed", "ballot")


def members(mask: int) -> list[int]:
    """Give the seats of a set (19.1)."""
    return [seat for seat in range(4) if mask >> seat & 1]


def contradict(one: Event, other: Event) -> bool:
    """Tell whether two events of one game convict their seat, if it has signed both (8.10)."""
    if (one.game, one.seat) != (other.game, other.seat) or one.id == other.id:
        return False
    same_round = one.round == other.round
    if same_round and one.head != other.head:
        return True
    ballots, notes = (
        [event for event in (one, other) if event.kind in kinds] for kinds in (BALLOTS, (NOTE,))
    )
    if len(ballots) == 2:
        return same_round and ballots_clash(one, other)
    if len(notes) == 1 and not ballots:
        event = other if one.kind == NOTE else one
        return event.kind != SEAL and event.round >= read_note(notes[0])[0]
    return not ballots and (same_round or len(notes) == 2)


def ballots_clash(one: Event, other: Event) -> bool:
    """Tell whether two different ballots for one round and head contradict each other (19.10)."""
    sets = [read_ballot(ballot)[0] for ballot in (one, other)]
    if one.kind == other.kind == VOTE:
        return sets[0] & sets[1] not in sets
    return sets[0] == sets[1]


# --- The genesis (6) -------------------------------------------------------------------------------------

HIDDEN: Final = (
    (0x0000, 0x001F), (0x007F, 0x009F), (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C),
    (0x115F, 0x1160), (0x3164, 0x3164), (0xFFA0, 0xFFA0), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F), (0xD800, 0xDFFF), (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF), (0xFFF0, 0xFFFF), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
"""The code points that 6.4 refuses."""
BOUNDS: Final = ((1, 5), (0, 0), (0, 10**6), (0, 10**6), (0, 4), (5, 200), (1, 10**6), (0, 86400))
"""The bounds of the options by place (6.3); the amounts, place 1, are looked at apart."""


class Unknown(Exception):
    """A protocol or rules version that this file does not know: it cannot judge (6.7)."""


class Seat(NamedTuple):
    """A seat of the genesis (6.1)."""

    name: str
    key: bytes
    curve_key: bytes
    anchor: bytes


class Genesis(NamedTuple):
    """Who plays, by which options; `game` is the game id (6.2)."""

    game: bytes
    options: list[Any]
    nonce: bytes
    seats: list[Seat]


def is_name(text: object) -> bool:
    """Tell whether this is a name (6.4)."""
    return (
        isinstance(text, str)
        and 1 <= len(text) <= 24
        and " " not in (text[0], text[-1])
        and not any(first <= ord(one) <= last for one in text for first, last in HIDDEN)
    )


def read_genesis(data: bytes) -> Genesis:
    """Go through the steps of 6.7. What is refused has the name "genesis"."""
    try:
        value = unpack(data, 2048)
    except Refused as error:
        raise Refused("genesis", error.detail) from error
    require(isinstance(value, list) and value and isinstance(value[0], int), "genesis", "form")
    if value[0] != PROTOCOL:
        raise Unknown(f"version {value[0]} of the protocol")
    require(len(value) == 6, "genesis", "not six elements")
    _, rules, rules_hash, options, nonce, entries = value
    require(is_name(rules) and is_bytes(rules_hash), "genesis", "rules")
    if RULES.get(rules) != rules_hash.hex():
        raise Unknown(f"rules {rules} with the hash {rules_hash.hex()}")
    require(is_bytes(nonce), "genesis", "nonce")
    require(isinstance(entries, list) and 2 <= len(entries) <= 4, "genesis", "number of seats")
    seats = [read_seat(entry) for entry in entries]
    for which in (1, 2):
        require(len({seat[which] for seat in seats}) == len(seats), "genesis", "a shared key")
    order = [tagged("seat order", seat.key) for seat in seats]
    require(order == sorted(order), "genesis", "order of the seats")
    require(are_options(options), "genesis", "options")
    return Genesis(tagged("genesis", data), options, nonce, seats)


def read_seat(entry: Any) -> Seat:
    """Read one seat of the genesis (6.1, 4.5)."""
    require(isinstance(entry, list) and len(entry) == 4, "genesis", "seat")
    seat = Seat(*entry)
    require(is_name(seat.name), "genesis", "name")
    require(is_bytes(seat.key) and is_bytes(seat.curve_key), "genesis", "key")
    require(is_sound(seat.key), "genesis", "a key that is no sound encoding")
    require(is_bytes(seat.anchor), "genesis", "anchor")
    return seat


def are_options(options: Any) -> bool:
    """Tell whether these are options within their bounds (6.3)."""
    if not isinstance(options, list) or len(options) != len(BOUNDS):
        return False
    amounts = options[1]
    numbers = (one for place, one in enumerate(zip(options, BOUNDS, strict=True)) if place != 1)
    return (
        all(isinstance(number, int) and low <= number <= high for number, (low, high) in numbers)
        and isinstance(amounts, list)
        and len(amounts) == 5
        and all(
            isinstance(row, list)
            and len(row) == 5
            and all(isinstance(amount, int) and amount <= 10**6 for amount in row)
            and row == sorted(row)
            for row in amounts
        )
    )


# --- The rules of the game (15) --------------------------------------------------------------------------
# The letters with numbers are those of the rules text. A square holds 0, or a material plus 1.

DRAW, ROLL, RETURN, ACT, NAME, BID, PLACE, OVER = range(8)
ROWS_FULL, ROLLS_MADE, ONE_LEFT, NOBODY_LEFT = range(4)
DECISIONS: Final = (
    *((0, material, square) for material in range(5) for square in range(4)),
    *((1, i, j) for i in range(4) for j in range(4) if abs(i - j) <= 1),
    *((2, square, row) for square in range(4) for row in range(5)),
    *((3, area, square) for area in range(2) for square in range(4)),
    *((4, material) for material in range(5)),
    *((5, square) for square in range(4)),
)
"""All codes of decisions there are."""


class Position:
    """The state of the game. `areas` holds the yards and the treatment areas, each by seat."""

    def __init__(self, options: Sequence[Any], seats: int) -> None:
        """Set up the game (C1 to S2)."""
        self.options = options
        self.full_rows, self.amounts, money, self.fee, self.limit, chips, self.most_rolls, _ = options
        self.phase = DRAW
        self.active = list(range(seats))
        self.roller: int | None = None
        self.rolls = 0
        self.dice: list[int] = []
        self.money = [money] * seats
        self.areas = [[[0] * 4 for _ in range(seats)] for _ in range(2)]
        self.bank = [chips] * 5
        self.gone = [0] * 5
        self.rows: list[list[int]] = [[] for _ in range(5)]
        self.colours: list[int] = []
        self.due = 0
        self.auctioned: int | None = None
        self.winner: int | None = None
        self.result: list[Any] = []

    def snapshot(self) -> list[Any]:
        """Give the snapshot, of which the digest is the hash (15.1, 15.2)."""

        def one(number: int | None) -> list[int]:
            return [] if number is None else [number]

        yards, treatments = (
            [sum(d * 6**i for i, d in enumerate(area)) for area in kind] for kind in self.areas
        )
        return [
            self.options, self.phase, self.active, one(self.roller), self.rolls, self.dice, self.money, yards,
            treatments, self.bank, self.gone, self.rows, self.colours, self.due, one(self.auctioned),
            one(self.winner), self.result,
        ]  # fmt: skip

    # What can be seen

    def awaited(self) -> list[int]:
        """Give the seats that the phase awaits (the table of phases)."""
        if self.phase in (DRAW, ROLL, BID):
            return self.active
        speaker = self.winner if self.phase == PLACE else self.roller
        return [] if self.phase == OVER or speaker is None else [speaker]

    def row_of(self, material: int) -> int | None:
        """Give the row that a material holds (A3)."""
        return next((number for number, row in enumerate(self.rows) if row and row[0] == material), None)

    def in_play(self) -> list[int]:
        """Give the materials in play (C6)."""
        return [material for material in range(5) if [material, 5] not in self.rows]

    def left_of(self, seat: int) -> int:
        """Give the seat to the left."""
        return min((other for other in self.active if other > seat), default=self.active[0])

    def own(self, kind: int) -> list[int]:
        """Give the roller's yard (0) or treatment area (1)."""
        assert self.roller is not None
        return self.areas[kind][self.roller]

    def is_over_limit(self, kind: int) -> bool:
        """Tell whether storage is due for this area of the roller (T1)."""
        return bool(4 - self.own(kind).count(0) > self.limit)

    def legal(self) -> list[tuple[int, ...]]:
        """Give the codes of the decisions that are possible now."""
        if self.phase == RETURN:
            over = [kind for kind in (0, 1) if self.is_over_limit(kind)]
            return [(3, kind, square) for kind in over for square in range(4) if self.own(kind)[square]]
        if self.phase == ACT:
            return list(self.actions())
        if self.phase == NAME:
            return [(4, material) for material in self.colours]
        if self.winner is not None:
            return [(5, square) for square in range(4) if not self.areas[0][self.winner][square]]
        return []

    def actions(self) -> Iterator[tuple[int, ...]]:
        """Give the actions with the colours allowed (A1 to A3)."""
        yard, treatment = self.own(0), self.own(1)
        for colour in self.colours:
            row = self.row_of(colour)
            for i in range(4):
                if self.bank[colour] and not yard[i]:
                    yield 0, colour, i
                if yard[i] == colour + 1:
                    yield from ((1, i, j) for j in range(4) if abs(i - j) <= 1 and not treatment[j])
                if treatment[i] == colour + 1:
                    yield from (
                        (2, i, r) for r in range(5) if (not self.rows[r] if row is None else r == row)
                    )

    def broken_rule(self, code: Sequence[int]) -> str:
        """Give the rule that forbids a decision which is not possible."""
        if self.phase == OVER:
            return {ROWS_FULL: "E1", ROLLS_MADE: "E3"}.get(self.result[0], "L3")
        if self.phase != ACT:
            return {DRAW: "S1", ROLL: "T2", RETURN: "T1", NAME: "T7", BID: "B1", PLACE: "B4"}[self.phase]
        if code[0] > 2:
            return "T9"
        material = code[1] if code[0] == 0 else self.own(code[0] - 1)[code[1]] - 1
        if material == -1 or material in self.colours:
            return f"A{code[0] + 1}"
        if material not in self.in_play():
            return "C6"
        return "T4" if self.dice[0] == self.dice[1] else "T3"

    # What follows by itself (the order of effects)

    def enter(self, phase: int) -> None:
        """Begin a phase, in which only what belongs to it is set."""
        self.phase = phase
        if phase not in (ACT, NAME):
            self.colours = []
        if phase != ACT:
            self.due = 0
        if phase not in (BID, PLACE):
            self.auctioned = None
        if phase != PLACE:
            self.winner = None

    def finish(self, reason: int) -> None:
        """End the game (E1 to E3, L3)."""
        most = max((self.money[seat] for seat in self.active), default=0)
        self.result = [reason, [seat for seat in self.active if self.money[seat] == most], list(self.money)]
        self.enter(OVER)

    def begin_turn(self, seat: int) -> None:
        """Begin a turn with its storage (T1)."""
        self.roller = seat
        owed = self.fee * (self.is_over_limit(0) + self.is_over_limit(1))
        if owed > self.money[seat]:
            self.enter(RETURN)
        else:
            self.money[seat] -= owed
            self.enter(ROLL)

    def pass_turn(self) -> None:
        """Pass the turn to the left (T10), or end the game (E3)."""
        assert self.roller is not None
        if self.rolls >= self.most_rolls:
            self.finish(ROLLS_MADE)
        else:
            self.begin_turn(self.left_of(self.roller))

    def roll_again(self) -> None:
        """Go on after a hammer (T6 to T8, E3, L4)."""
        if self.roller not in self.active:
            self.pass_turn()
        elif self.rolls >= self.most_rolls:
            self.finish(ROLLS_MADE)
        else:
            self.enter(ROLL)

    # The steps

    def leave(self, seats: Sequence[int]) -> None:
        """Retire seats together, and end the game if at most one is left (L1 to L3)."""
        for seat in seats:
            for kind in self.areas:
                for digit in filter(None, kind[seat]):
                    self.bank[digit - 1] += 1
                kind[seat] = [0] * 4
        self.active = [seat for seat in self.active if seat not in seats]
        if len(self.active) < 2:
            self.finish(ONE_LEFT if self.active else NOBODY_LEFT)

    def go_on(self) -> None:
        """Go on after a step of nothing but retirements (L4)."""
        if self.phase == PLACE and self.winner not in self.active:
            self.roll_again()
        elif self.phase in (ROLL, RETURN, ACT, NAME) and self.roller not in self.active:
            self.pass_turn()
        elif self.phase == NAME:
            self.await_name()

    def draw(self, seat: int) -> None:
        """Take the draw of the starting seat (S1, S3)."""
        self.begin_turn(seat if seat in self.active else self.left_of(seat))

    def roll(self, first: int, second: int) -> None:
        """Take a roll (T2)."""
        self.rolls += 1
        self.dice = [first, second]
        if self.roller not in self.active:
            self.pass_turn()
        elif first == 5 and second == 5:
            self.await_name()
        elif first == 5:
            self.auctioned = second
            if self.bank[second]:
                self.phase = BID
            else:
                self.roll_again()
        else:
            shown = self.in_play() if second == 5 else sorted({first, second})
            self.colours = [colour for colour in shown if colour in self.in_play()]
            self.due = 2 if first == second else 1
            self.await_action()

    def await_name(self) -> None:
        """Await the colour that is auctioned (T7)."""
        self.colours = [material for material in self.in_play() if self.bank[material]]
        if self.colours:
            self.enter(NAME)
        else:
            self.roll_again()

    def await_action(self) -> None:
        """Await an action if one is possible (T9)."""
        if any(True for _ in self.actions()):
            self.phase = ACT
        else:
            self.pass_turn()

    def decide(self, code: Sequence[int]) -> None:
        """Carry out a possible decision."""
        match code:
            case (0, colour, square):
                self.bank[colour] -= 1
                self.own(0)[square] = colour + 1
            case (1, i, j):
                self.own(1)[j], self.own(0)[i] = self.own(0)[i], 0
            case (2, square, row):
                material, self.own(1)[square] = self.own(1)[square] - 1, 0
                self.sell(material, row)
            case (3, kind, square):
                self.bank[self.own(kind)[square] - 1] += 1
                self.own(kind)[square] = 0
                if not (self.is_over_limit(0) or self.is_over_limit(1)):
                    self.enter(ROLL)
            case (4, colour):
                self.auctioned = colour
                self.enter(BID)
            case (_, square):
                assert self.winner is not None
                assert self.auctioned is not None
                self.bank[self.auctioned] -= 1
                self.areas[0][self.winner][square] = self.auctioned + 1
                self.roll_again()
            case _:
                raise Refused("IllegalAction")
        if self.phase == ACT:
            self.due -= 1
            if self.due:
                self.await_action()
            else:
                self.pass_turn()

    def sell(self, material: int, row: int) -> None:
        """Pay for a chip; a full row closes its material and may end the game (A3, A4, E1)."""
        assert self.roller is not None
        self.rows[row] = self.rows[row] or [material, 0]
        self.money[self.roller] += self.amounts[row][self.rows[row][1]]
        self.rows[row][1] += 1
        if self.rows[row][1] < 5:
            return
        self.gone[material] += self.bank[material]
        self.bank[material] = 0
        for area in (area for kind in self.areas for area in kind):
            self.gone[material] += area.count(material + 1)
            area[:] = [0 if digit == material + 1 else digit for digit in area]
        if sum(row[1:] == [5] for row in self.rows) >= self.full_rows:
            self.finish(ROWS_FULL)

    def bids(self, bids: dict[int, int]) -> None:
        """Take all bids (B2, B3, B5)."""
        assert self.roller is not None
        best = max(bids.values())
        if best == 0:
            self.roll_again()
            return
        seats = len(self.money)
        order = ((self.roller + step) % seats for step in range(seats))
        winner = next(seat for seat in order if bids.get(seat) == best)
        self.money[winner] -= best
        if 0 in self.areas[0][winner]:
            self.winner, self.phase = winner, PLACE
        else:
            self.roll_again()


# --- Dice (9) and bids (10) ------------------------------------------------------------------------------


def hash_back(nonce: bytes, key: bytes, index: int, link: bytes) -> bytes:
    """Give the link before this one, or the anchor for index 0 (9.2)."""
    return tagged("link", nonce, key, u32(index), link)


def draws(tag: str, game: bytes, index: int, links: dict[int, bytes], bounds: Sequence[int]) -> list[int]:
    """Draw a number below each bound from the links by seat (9.5, 9.6)."""
    said = b"".join(bytes([seat]) + link for seat, link in sorted(links.items()))
    start = game + u32(index) + bytes([len(links)]) + said
    stream = (byte for block in range(2**32) for byte in tagged(tag, start, u32(block)))
    return [next(byte % bound for byte in stream if byte < 256 - 256 % bound) for bound in bounds]


def commit(game: bytes, number: int, seat: int, key: bytes, bid: int, nonce: bytes) -> bytes:
    """Give the commitment to a bid that was made in round `number` (10.1)."""
    return tagged("bid", game, u32(number), bytes([seat]), key, bid.to_bytes(8, "big"), nonce)


# --- Rounds (7) and certificates (19) --------------------------------------------------------------------

NOTE_TAKERS: Final = (LINK, ACTION, COMMITMENT, OPENING)
"""The kinds of rounds in which a note can stand (7.8), and which a certificate can close (19.2)."""


class Log:
    """The rounds so far, as their heads and the position that they lead to.

    By round: `heads`, before it; `link_indexes`, as of it (7.5). By seat: `links`, the index and the value of
    the link that it revealed last, or of its anchor; `spoken`, the last round that its event closed.
    """

    def __init__(self, genesis: Genesis) -> None:
        """Open round 0."""
        seats = range(len(genesis.seats))
        self.genesis = genesis
        self.position = Position(genesis.options, len(seats))
        self.heads = [genesis.game]
        self.link_indexes = [0]
        self.links = [(-1, seat.anchor) for seat in genesis.seats]
        self.spoken = [-1 for _ in seats]
        self.sealed: dict[int, tuple[int, bytes]] = {}
        self.removals: list[int] = []
        self.awaits: tuple[int, list[int]] | None = (START, list(seats))

    @property
    def round(self) -> int:
        """The number of the open round."""
        return len(self.heads) - 1

    # Which event may stand in the open round

    def judge(self, event: Event) -> None:
        """Refuse an event with the first of the reasons of 5.5 that applies."""
        require(event.game == self.genesis.game, "WrongGame")
        if self.awaits is None:
            raise Refused("WrongRound")
        kind, seats = self.awaits
        require(event.seat in seats, "WrongSeat")
        if event.kind == NOTE:
            self.judge_note(event, kind)
            return
        require((event.round, event.kind) == (self.round, kind), "WrongRound")
        require(event.head == self.heads[-1], "WrongHead")
        match kind, event.body:
            case 0, []:
                pass
            case 1, [bytes(link)] if len(link) == 32:
                self.judge_link(event.seat, self.link_indexes[-1], link)
            case 2, code if code in map(list, DECISIONS):
                legal = tuple(code) in self.position.legal()
                require(legal, "IllegalAction", "" if legal else self.position.broken_rule(code))
            case 3, [bytes(commitment)] if len(commitment) == 32:
                pass
            case 4, [int(bid), bytes(nonce)] if len(nonce) == 32:
                number, commitment = self.sealed[event.seat]
                key = self.genesis.seats[event.seat].key
                made = commit(self.genesis.game, number, event.seat, key, bid, nonce)
                require(made == commitment, "WrongOpening")
                require(bid <= self.position.money[event.seat], "BidTooHigh")
            case 6, result:
                require(result == self.position.result, "WrongSeal")
            case _:
                raise Refused("EventMalformed", KINDS[kind])

    def judge_note(self, note: Event, awaited: int) -> None:
        """Go through the five conditions of 7.8."""
        first, link = read_note(note)
        require(awaited in NOTE_TAKERS and note.round <= self.round and first <= self.round, "WrongNote")
        require(note.head == self.heads[note.round], "WrongHead")
        spoken = self.spoken[note.seat]
        in_step = note.round in self.removals or (first == note.round + 1) == (spoken == note.round)
        require(spoken <= note.round and in_step, "WrongNote")
        self.judge_link(note.seat, self.link_indexes[first], link)

    def judge_link(self, seat: int, index: int, link: bytes) -> None:
        """Refuse a link that does not fit (9.4)."""
        known, last = self.links[seat]
        require(known < index < self.position.most_rolls + 4, "WrongLink")
        for step in range(index, known, -1):
            link = hash_back(self.genesis.nonce, self.genesis.seats[seat].key, step, link)
        require(link == last, "WrongLink")

    def voters(self, mask: int) -> list[int]:
        """Give the active seats outside a set (19.2)."""
        return [seat for seat in self.position.active if not mask >> seat & 1]

    def can_be_removed(self, mask: int) -> bool:
        """Tell whether a set can be removed in the open round (19.2)."""
        gone, active, voters = members(mask), self.position.active, self.voters(mask)
        if self.awaits is None or self.awaits[0] not in NOTE_TAKERS or len(active) < 3:
            return False
        if not set(gone) <= set(active) or not set(gone) & set(self.awaits[1]):
            return False
        return 2 * len(voters) > len(active) or (2 * len(voters) == len(active) and active[0] in voters)

    def judge_ballot(self, ballot: Event) -> int:
        """Give the set of a ballot, or refuse it with the first of the reasons of 19.3 that applies."""
        mask, _ = read_ballot(ballot)
        require(ballot.game == self.genesis.game, "WrongGame")
        require(ballot.round == self.round, "WrongRound")
        require(ballot.head == self.heads[-1], "WrongHead")
        require(self.can_be_removed(mask), "WrongSet")
        require(ballot.seat in self.voters(mask), "WrongSeat")
        return mask

    # Closing it

    def close(self, events: Sequence[Event]) -> None:
        """Close the open round with one judged event of each awaited seat, in seat order (7.6)."""
        assert self.awaits is not None
        kind, seats = self.awaits
        number, index = self.round, self.link_indexes[-1]
        retired = [event.seat for event in events if event.kind == NOTE]
        others = [event for event in events if event.kind != NOTE]
        links = {event.seat: event.body[-1] for event in events} if kind == LINK else {}
        for event in events if kind == LINK else []:
            of = self.link_indexes[event.body[0]] if event.kind == NOTE else index
            self.links[event.seat] = of, event.body[-1]
        if kind == COMMITMENT:
            self.sealed = {event.seat: (number, event.body[0]) for event in others}
        position = self.position
        if retired:
            position.leave(retired)
        if position.phase == OVER:
            pass
        elif retired and kind in (ACTION, COMMITMENT):
            position.go_on()
        elif kind == LINK and position.phase == DRAW:
            position.draw(*draws("starting seat", self.genesis.game, index, links, [len(self.genesis.seats)]))
        elif kind == LINK:
            position.roll(*draws("dice", self.genesis.game, index, links, [6, 6]))
        elif kind == ACTION:
            position.decide(others[0].body)
        elif kind == OPENING:
            position.bids({event.seat: event.body[0] for event in others})
        for seat in seats:
            self.spoken[seat] = number
        self._open_next(events, kind, sealed=kind == COMMITMENT)

    def remove(self, mask: int, votes: Sequence[Event]) -> None:
        """Close the open round with a certificate (19.8)."""
        assert self.awaits is not None
        kind = self.awaits[0]
        self.position.leave(members(mask))
        self.position.go_on()
        self.removals.append(self.round)
        self._open_next(votes, kind, sealed=kind == OPENING)

    def _open_next(self, events: Sequence[Event], closed: int, *, sealed: bool) -> None:
        """Take the next head (7.2), link index (7.5) and what is awaited (7.4; 19.8)."""
        self.heads.append(tagged("head", self.heads[-1], *(event.id for event in events)))
        self.link_indexes.append(self.link_indexes[-1] + (closed == LINK))
        phase = self.position.phase
        kind = {DRAW: LINK, ROLL: LINK, BID: COMMITMENT, OVER: SEAL}.get(phase, ACTION)
        if kind == COMMITMENT and sealed:
            kind = OPENING
        seats = self.position.active if kind == SEAL else self.position.awaited()
        self.awaits = None if closed == SEAL or not seats else (kind, list(seats))


# --- Files (12) ------------------------------------------------------------------------------------------

GENESIS_RECORD, ROUND_RECORD, PROOF_RECORD = range(3)


class File:
    """Reads records one by one. `end` tells how the file ends, once it has been read: "" is between records.

    Otherwise it is "cut" (torn), "damaged", or why there are no records; `at` is the byte of the fault.
    """

    def __init__(self, stream: BinaryIO) -> None:
        """Read the header (12.1, 12.4)."""
        self.stream, self.at, self.end = stream, 0, ""
        start = stream.read(8)
        letters, version = start[:7], start[7:]
        self.is_proof = letters == b"MARKEQV"
        if not any(known.startswith(letters) for known in (b"MARKLOG", b"MARKEQV")) or version == b"\0":
            self.end = "not a log"
        elif len(start) < 8:
            self.end = "empty"
        elif version != b"\1":
            self.end = "format unknown"
        else:
            self.at = 8

    def records(self) -> Iterator[bytes]:
        """Give the bodies, up to the end or the first fault (12.2, 12.3)."""
        while not self.end and (prefix := self.stream.read(12)):
            length = int.from_bytes(prefix[:4], "big")
            if len(prefix) < 12 or (not any(prefix) and self._has_only_zeros_left()):
                self.end = "cut"
                return
            if u32(zlib.crc32(prefix[:4])) != prefix[4:8] or length > 262144:
                self.end = "damaged"
                return
            body = self.stream.read(length)
            is_right = u32(zlib.crc32(body)) == prefix[8:]
            if len(body) < length or not is_right:
                self.end = "cut" if len(body) < length or not self.stream.read(1) else "damaged"
                return
            yield body
            self.at += 12 + length

    def _has_only_zeros_left(self) -> bool:
        while piece := self.stream.read(65536):
            if piece != bytes(len(piece)):
                return False
        return True


# --- The audit (13) --------------------------------------------------------------------------------------

COMPLETE, UNFINISHED, BROKEN, FORK, CANNOT_JUDGE = 0, 3, 4, 5, 6
VERDICTS: Final = {0: "complete", 3: "unfinished", 4: "broken", 5: "fork", 6: "cannot judge"}
"""The verdicts by their exit codes (13.1)."""
GRAVITY: Final = (COMPLETE, UNFINISHED, CANNOT_JUDGE, BROKEN, FORK)
"""From the mildest to the gravest (13.4)."""
MAKES: Final = {
    **dict.fromkeys(
        ("empty", "not a log", "format unknown", "version unknown", "no genesis", "no proof"), CANNOT_JUDGE
    ),
    **dict.fromkeys(
        (
            *("damaged", "record refused", "genesis refused", "out of place", "round not whole"),
            *("event refused", "sealed twice", "signature wrong", "after the end", "false proof"),
        ),
        BROKEN,
    ),
    "equivocation": FORK,
    **dict.fromkeys(("cut", "waiting", "seals missing"), UNFINISHED),
}
"""What each finding makes of a log (13.3)."""


class Finding(NamedTuple):
    """One thing found, at byte `at`; about an event also its round, seat and kind, None otherwise."""

    name: str
    at: int | None = None
    why: str = ""
    round: int | None = None
    seat: int | None = None
    kind: int | None = None

    @property
    def verdict(self) -> int:
        """What it makes of the log."""
        return MAKES[self.name]


class Fatal(Exception):
    """Reading stops here (13.3)."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)
        self.finding = finding


class Removal(NamedTuple):
    """Seats that a certificate has removed, and the last round in which each had spoken (19.12)."""

    seats: list[int]
    round: int
    voters: list[int]
    played_to: list[int]


class Audit:
    """What one file holds and what is found in it."""

    def __init__(self, stream: BinaryIO, *, every_signature: bool = False) -> None:
        """Read the file."""
        self.every_signature = every_signature
        self.file = File(stream)
        self.log: Log | None = None
        self.rounds: list[list[Event]] = []
        self.seals: dict[int, Event] = {}
        self.last: dict[int, tuple[int, Event]] = {}
        self.resigned: list[tuple[int, int]] = []
        self.removed: list[Removal] = []
        self.convicted: dict[int, tuple[Event, Event]] = {}
        self.digests: list[bytes] = []
        self.found: list[Finding] = []
        try:
            for body in self.file.records():
                self.take(body)
            self.found += self.at_the_end()
        except Fatal as fatal:
            self.found.append(fatal.finding)
        if not every_signature:
            self.check_last()
        self.found.sort(key=lambda one: (one.verdict == UNFINISHED, one.at or 0))

    @property
    def verdict(self) -> int:
        """That of the first finding (13.3)."""
        return self.found[0].verdict if self.found else COMPLETE

    @property
    def game(self) -> bytes | None:
        """The game id, or None if there is no genesis."""
        return self.log.genesis.game if self.log else None

    @property
    def is_sound(self) -> bool:
        """Whether it can be compared with others (13.5)."""
        broken = any(one.verdict in (BROKEN, CANNOT_JUDGE) for one in self.found)
        return self.log is not None and not self.file.is_proof and not broken

    # The records, as 12.5 has them

    def take(self, body: bytes) -> None:
        """Take the next record."""
        try:
            kind, content = read_record(body)
            if kind != GENESIS_RECORD:
                content = [read_event(pair) for pair in content]
        except Refused as error:
            if self.log is None:
                raise Fatal(Finding("no genesis", self.file.at)) from error
            name = "record refused" if error.name == "record" else "event refused"
            raise Fatal(Finding(name, self.file.at, error.name, self.log.round)) from error
        if kind == GENESIS_RECORD:
            self.take_genesis(content)
        elif self.log is None:
            raise Fatal(Finding("no genesis", self.file.at))
        elif kind == PROOF_RECORD:
            self.take_proof(content[0], content[1], self.log.genesis)
        elif self.file.is_proof:
            raise Fatal(Finding("out of place", self.file.at))
        else:
            self.take_round(content, self.log)

    def take_genesis(self, data: bytes) -> None:
        """Take the genesis, of which there is one (6.7)."""
        if self.log is not None:
            raise Fatal(Finding("out of place", self.file.at, round=self.log.round))
        try:
            self.log = Log(read_genesis(data))
        except Unknown as error:
            raise Fatal(Finding("version unknown", self.file.at, str(error))) from error
        except Refused as error:
            raise Fatal(Finding("genesis refused", self.file.at, error.detail)) from error
        self.note_digest(self.log)

    def take_proof(self, one: Event, other: Event, genesis: Genesis) -> None:
        """Judge a proof: two events that contradict each other, both rightly signed (8.10)."""
        seat = one.seat
        if seat in self.convicted:
            return
        try:
            convicts = one.game == genesis.game and seat < len(genesis.seats) and contradict(one, other)
        except Refused:
            convicts = False
        if not convicts or not all(event.is_signed_by(genesis.seats[seat].key) for event in (one, other)):
            raise Fatal(Finding("false proof", self.file.at))
        self.convicted[seat] = one, other
        self.found.append(Finding("equivocation", self.file.at, "", one.round, seat, one.kind))

    def take_round(self, events: list[Event], log: Log) -> None:
        """Take a round, some seals, or a certificate (12.6, 12.8)."""
        if log.awaits is None:
            raise Fatal(Finding("after the end", self.file.at))
        if events[0].kind == VOTE:
            self.take_certificate(events, log)
            return
        kind, seats = log.awaits
        for event in events:
            try:
                log.judge(event)
            except Refused as error:
                raise Fatal(self.about(event, "event refused", error)) from error
            if event.kind == NOTE:
                self.resigned.append((event.seat, log.round))
            else:
                self.last[event.seat] = self.file.at, event
            if event.kind == NOTE or self.every_signature:
                self.check_signature(event, log)
        if kind == SEAL:
            self.take_seals(events, log, seats)
            return
        if [event.seat for event in events] != seats:
            raise Fatal(Finding("round not whole", self.file.at, "", log.round, kind=kind))
        self.close(events, log)

    def take_seals(self, events: list[Event], log: Log, seats: list[int]) -> None:
        """Take seals, which may come one by one (12.6)."""
        for event in events:
            if event.seat in self.seals:
                raise Fatal(self.about(event, "sealed twice"))
            self.seals[event.seat] = event
        if len(self.seals) == len(seats):
            self.close([self.seals[seat] for seat in seats], log)

    def close(self, events: list[Event], log: Log) -> None:
        """Close the round."""
        self.rounds.append(events)
        log.close(events)
        self.note_digest(log)

    def take_certificate(self, votes: list[Event], log: Log) -> None:
        """Take a certificate, and check every vote's signature (19.7, 19.12)."""
        mask = 0
        for vote in votes:
            try:
                mask = log.judge_ballot(vote)
            except Refused as error:
                raise Fatal(self.about(vote, "event refused", error)) from error
            self.check_signature(vote, log)
        same = all((vote.kind, vote.body) == (VOTE, votes[0].body) for vote in votes)
        if not same or [vote.seat for vote in votes] != log.voters(mask):
            raise Fatal(self.about(votes[-1], "event refused", Refused("WrongSet")))
        gone = members(mask)
        played_to = [log.spoken[seat] for seat in gone]
        self.removed.append(Removal(gone, log.round, log.voters(mask), played_to))
        self.rounds.append(votes)
        log.remove(mask, votes)
        self.note_digest(log)

    def about(self, event: Event, name: str, error: Refused | None = None) -> Finding:
        """Give a finding about an event."""
        why = f"{error.name} {error.detail}".rstrip() if error else ""
        return Finding(name, self.file.at, why, event.round, event.seat, event.kind)

    def check_signature(self, event: Event, log: Log) -> None:
        """Stop at a wrong signature."""
        if not event.is_signed_by(log.genesis.seats[event.seat].key):
            raise Fatal(self.about(event, "signature wrong"))

    def note_digest(self, log: Log) -> None:
        """Keep the digest of the position before the open round (15.1): nothing here is judged by it."""
        self.digests.append(tagged("state digest", pack(log.position.snapshot())))

    # The end (13.2, 13.3)

    def at_the_end(self) -> list[Finding]:  # noqa: PLR0911  # one for each row of 13.3
        """Tell what the end of the file means, once all its records have been taken."""
        log, end = self.log, self.file.end
        at = self.file.at if end else None
        if end == "damaged":
            return [Finding(end, at)]
        if end not in ("", "cut"):
            return [Finding(end)]
        if log is None:
            return [Finding("no genesis" if end else "empty", at)]
        if self.file.is_proof and not self.convicted:
            return [Finding("no proof", at)]
        if end:
            return [Finding(end, at)]
        if self.file.is_proof or log.awaits is None:
            return []
        kind = log.awaits[0]
        return [Finding("seals missing" if kind == SEAL else "waiting", round=log.round, kind=kind)]

    def check_last(self) -> None:
        """Check the signature of each seat's last event that is neither note nor vote (13.2, 13.6)."""
        for at, event in self.last.values():
            assert self.log is not None
            if not event.is_signed_by(self.log.genesis.seats[event.seat].key):
                self.found.append(self.about(event, "signature wrong")._replace(at=at))


def read_record(body: bytes) -> tuple[int, Any]:
    """Give the kind of a record and its content (12.5). What is refused has the name "record"."""
    try:
        value = unpack(body, 8192)
    except Refused as error:
        raise Refused("record", error.detail) from error
    match value:
        case [0, bytes(data)] if len(data) <= 2048:
            return GENESIS_RECORD, data
        case [1, list(pairs)] if 1 <= len(pairs) <= 4:
            return ROUND_RECORD, pairs
        case [2, list(pairs)] if len(pairs) == 2:
            return PROOF_RECORD, pairs
    raise Refused("record", "no record of a log")


# Several copies of one game (13.5, 19.13)


class Compared(NamedTuple):
    """How the log with this number lies to the longest of its game, and in which round they part."""

    log: int
    longest: int
    relation: str
    round: int | None = None
    convicted: tuple[int, ...] = ()


def compare(audits: Sequence[Audit]) -> list[Compared]:
    """Compare the logs of each game in which nothing is broken with the longest of them."""
    games: dict[bytes, list[int]] = {}
    for number, audit in enumerate(audits):
        if audit.is_sound and audit.game is not None:
            games.setdefault(audit.game, []).append(number)
    found = []
    for numbers in games.values():
        longest = max(numbers, key=lambda number: len(heads_of(audits[number])))
        found += [compare_two(audits, longest, number) for number in numbers if number != longest]
    return found


def heads_of(audit: Audit) -> list[bytes]:
    """Give the heads of a log."""
    return audit.log.heads if audit.log else []


def compare_two(audits: Sequence[Audit], longest: int, number: int) -> Compared:
    """Tell how a log lies to the longest one."""
    whole, part = heads_of(audits[longest]), heads_of(audits[number])
    if part == whole[: len(part)]:
        return Compared(number, longest, "same" if part == whole else "prefix")
    parting = next(n for n, pair in enumerate(zip(whole, part, strict=False)) if pair[0] != pair[1]) - 1
    convicted = convicted_from(audits[longest], audits[number], parting)
    for by, over in ((longest, number), (number, longest)):
        removal = next((one for one in audits[by].removed if one.round == parting), None)
        if removal and not convicted and not later_speakers(audits[over], parting) & set(removal.voters):
            return Compared(number, longest, "outranked", parting)
    return Compared(number, longest, "fork", parting, convicted)


def all_rounds(audit: Audit) -> list[list[Event]]:
    """Give the rounds of a log, and behind them the seals that do not make a round yet."""
    assert audit.log is not None
    return audit.rounds if audit.log.awaits is None else [*audit.rounds, list(audit.seals.values())]


def convicted_from(one: Audit, other: Audit, parting: int) -> tuple[int, ...]:
    """Give the seats that the first round with contradictions, from the parting on, convicts."""
    assert one.log is not None
    for events, others in list(zip(all_rounds(one), all_rounds(other), strict=False))[parting:]:
        rivals = {event.seat: event for event in others}
        pairs = [(event, rivals[event.seat]) for event in events if event.seat in rivals]
        keys = [seat.key for seat in one.log.genesis.seats]
        convicted = tuple(
            event.seat
            for event, rival in pairs
            if contradict(event, rival) and all(e.is_signed_by(keys[e.seat]) for e in (event, rival))
        )
        if convicted:
            return convicted
    return ()


def later_speakers(audit: Audit, parting: int) -> set[int]:
    """Give the seats that have signed something in a later round of this log (19.13)."""
    later = all_rounds(audit)[parting + 1 :]
    return {event.seat for events in later for event in events if event.round > parting}


def overall(audits: Sequence[Audit], compared: Sequence[Compared]) -> int:
    """Give the gravest verdict (13.4)."""
    verdicts = [audit.verdict for audit in audits] + [FORK for one in compared if one.relation == "fork"]
    return max(verdicts, key=GRAVITY.index, default=CANNOT_JUDGE)


# --- The command -----------------------------------------------------------------------------------------


def main(arguments: Sequence[str]) -> int:
    """Judge the files that are named, say what was found, and give the exit code (13.1)."""
    every_signature = "--every-signature" in arguments
    paths = [argument for argument in arguments if argument != "--every-signature"]
    if not paths or any(path.startswith("-") for path in paths):
        print(__doc__)
        return 0 if {"-h", "--help"} & set(paths) else 2
    audits = []
    for path in paths:
        try:
            with open(path, "rb") as stream:  # noqa: PTH123  # a name given by a person, used once
                audits.append(Audit(stream, every_signature=every_signature))
        except OSError as error:
            print(f"{path!a}: {error.strerror}", file=sys.stderr)
            audits.append(Audit(io.BytesIO()))
    compared = compare(audits)
    for path, audit in zip(paths, audits, strict=True):
        tell(path, audit)
    for one in compared:
        place = "" if one.round is None else f", parted in round {one.round}"
        seats = "".join(f"; seat {seat} has signed both" for seat in one.convicted)
        print(f"{paths[one.log]!a}, beside {paths[one.longest]!a}: {one.relation}{place}{seats}")
    code = overall(audits, compared)
    if len(audits) > 1:
        print(f"{len(audits)} files: {VERDICTS[code]}")
    return code


def tell(path: str, audit: Audit) -> None:
    """Print what was found in one file. Foreign text is only names, which hold no controls (6.4)."""
    print(f"{path!a}: {VERDICTS[audit.verdict]}")
    for one in audit.found:
        about = (
            one.why,
            "" if one.round is None else f"round {one.round}",
            "" if one.seat is None else f"seat {one.seat}",
            "" if one.kind is None else KINDS[one.kind],
            "" if one.at is None else f"record at byte {one.at}",
        )
        print(f"  {one.name}: {', '.join(filter(None, about))}" if any(about) else f"  {one.name}")
    if audit.log is None:
        return
    log, genesis = audit.log, audit.log.genesis
    print(f"  game {genesis.game.hex()}")
    for number, seat in enumerate(genesis.seats):
        print(f"  seat {number}: {seat.name}, key {seat.key.hex()}")
    print(f"  {log.round} rounds, {log.position.rolls} rolls, last head {log.heads[-1].hex()}")
    for number, round_number in audit.resigned:
        print(f"  seat {number} resigned in round {round_number}")
    for gone in audit.removed:
        print(f"  seats {gone.seats} removed in round {gone.round} by the votes of {gone.voters}")
    if log.position.result:
        reason, winners, dollars = log.position.result
        print(f"  ended for reason {reason}, won by seats {winners}, dollars by seat {dollars}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
