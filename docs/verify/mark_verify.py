#!/usr/bin/env python3
"""An auditor for logs and proofs of the game MARK, in one file, written from protocol.md and its vectors.

    python3 mark_verify.py [--every-signature] FILE...

It is meant to be read beside that document, from top to bottom, by somebody who trusts no program of
this game. It needs Python 3.11 and the package `cryptography`, which it asks for Ed25519 and nothing else.
Numbers such as 7.8 or T4 in the comments are those of the document's clauses and rules. The parts are:

    chapter  2  the encoding            chapter 10  sealed bids
    chapter  3  hashes and tags         chapter 15  the rules of the game
    chapter  4  signatures              chapter  7  rounds: a log, event by event
    chapter  5  events                  chapter 12  files
    chapter  6  the genesis             chapter 13  the audit of one file
    chapter  8  equivocation            13.5, 19    the comparison of several
    chapter  9  dice                    and the command

Exit codes (13.1): 0 complete, 3 unfinished, 4 broken, 5 fork, 6 cannot judge; 1 any other error, 2 wrong use.

Files are read record by record. What is kept of each is 36 bytes for a round: the head before it and its link
index. The four words of 13.11 are not shown, as they need a list of 2048 words; keys and heads are, in full.
"""

from __future__ import annotations

import argparse
import contextlib
import struct
import sys
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from functools import cached_property
from hashlib import sha256
from itertools import islice
from typing import BinaryIO, TypeAlias

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

# Chapter 2: the encoding
Value: TypeAlias = "int | bytes | str | list[Value]"

MAX_TEXT = 4096  # 2.4
MAX_ARRAY = 512
MAX_DEPTH = 6

LONG_FORMS = {  # 2.2: first byte -> what it begins, bytes of its number, the least number it may hold (2.3)
    0xCC: ("integer", 1, 1 << 7),
    0xCD: ("integer", 2, 1 << 8),
    0xCE: ("integer", 4, 1 << 16),
    0xCF: ("integer", 8, 1 << 32),
    0xD9: ("text", 1, 32),
    0xDA: ("text", 2, 1 << 8),
    0xDB: ("text", 4, 1 << 16),
    0xC4: ("bytes", 1, 0),
    0xC5: ("bytes", 2, 1 << 8),
    0xC6: ("bytes", 4, 1 << 16),
    0xDC: ("array", 2, 16),
    0xDD: ("array", 4, 1 << 16),
}


def encode(value: Value) -> bytes:
    """The one encoding of a value (2.2)."""
    if isinstance(value, int):
        return bytes([value]) if value < 128 else long_form("integer", value)
    if isinstance(value, bytes):
        return long_form("bytes", len(value)) + value
    if isinstance(value, str):
        text = value.encode()
        return (bytes([0xA0 + len(text)]) if len(text) < 32 else long_form("text", len(text))) + text
    start = bytes([0x90 + len(value)]) if len(value) < 16 else long_form("array", len(value))
    return start + b"".join(map(encode, value))


def long_form(what: str, number: int) -> bytes:
    """The shortest of the long forms that holds this number."""
    forms = ((first, width) for first, (kind, width, _) in LONG_FORMS.items() if kind == what)
    first, width = next(form for form in forms if number < 256 ** form[1])
    return bytes([first]) + number.to_bytes(width, "big")


class Malformed(Exception):
    """Bytes, or a value, not of the form that the document asks for."""


def decode(data: bytes, most: int) -> Value:
    """The one value that these bytes encode (2.3), if they are no more than that."""
    if len(data) > most:
        raise Malformed(f"more than {most} bytes")
    decoder = Decoder(data)
    value = decoder.value(1)
    if decoder.at != len(data):
        raise Malformed("a tail behind the value")
    return value


class Decoder:
    """Reads values one after the other and refuses every form but the shortest (2.2, 2.3)."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, count: int) -> bytes:
        if count > len(self.data) - self.at:
            raise Malformed("bytes are missing")
        self.at += count
        return self.data[self.at - count : self.at]

    def value(self, depth: int) -> Value:
        first = self.take(1)[0]
        if first < 0x80:
            return first
        if 0x90 <= first < 0xA0:
            return self.array(first - 0x90, depth)
        if 0xA0 <= first < 0xC0:
            return self.text(first - 0xA0)
        if first not in LONG_FORMS:
            raise Malformed(f"type {first:#x} does not exist here")
        what, width, least = LONG_FORMS[first]
        number = int.from_bytes(self.take(width), "big")
        if number < least:
            raise Malformed("not the shortest form")
        if what == "integer":
            return number
        if what == "text":
            return self.text(number)
        return self.take(number) if what == "bytes" else self.array(number, depth)

    def text(self, size: int) -> str:
        if size > MAX_TEXT:
            raise Malformed("text too long")
        try:
            return self.take(size).decode("utf-8")  # Python refuses surrogates and overlong forms
        except UnicodeDecodeError:
            raise Malformed("not UTF-8") from None

    def array(self, count: int, depth: int) -> Value:
        if count > MAX_ARRAY or depth > MAX_DEPTH:
            raise Malformed("array too long or too deep")
        return [self.value(depth + 1) for _ in range(count)]


def an_integer(value: Value, below: int = 1 << 64) -> int:
    if not isinstance(value, int) or value >= below:
        raise Malformed(f"no integer below {below}")
    return value


def bounded(value: Value, least: int, most: int) -> int:
    number = an_integer(value, most + 1)
    if number < least:
        raise Malformed(f"below {least}")
    return number


def a_bytes(value: Value, size: int) -> bytes:
    if not isinstance(value, bytes) or len(value) != size:
        raise Malformed(f"no string of {size} bytes")
    return value


def an_array(value: Value, least: int, most: int) -> list[Value]:
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise Malformed(f"no array of {least} to {most}")
    return value


# Chapter 3: hashes and tags
TAG_EVENT_SIGNATURE = b"mark/1 event signature\0"  # put before signed bytes (3.3), not hashed
TAG_EVENT_ID = b"mark/1 event id\0"
TAG_GENESIS = b"mark/1 genesis\0"
TAG_HEAD = b"mark/1 head\0"
TAG_SEATS = b"mark/1 seat order\0"
TAG_LINK = b"mark/1 link\0"
TAG_DICE = b"mark/1 dice\0"
TAG_START = b"mark/1 starting seat\0"
TAG_BID = b"mark/1 bid\0"
TAG_DIGEST = b"mark/1 state digest\0"


def hash_of(tag: bytes, *parts: bytes) -> bytes:
    """H(tag ‖ parts) (3.1)."""
    return sha256(b"".join((tag, *parts))).digest()


def u8(number: int) -> bytes:
    return number.to_bytes(1, "big")


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


# Chapter 4: signatures
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
E = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
SMALL_ORDER = {0, 1, P - 1, E, P - E}  # the y of all points of small order


def is_sound(encoding: bytes) -> bool:
    """A sound encoding of 32 bytes (4.2)."""
    y = int.from_bytes(encoding, "little") % 2**255
    return y < P and y not in SMALL_ORDER


def is_signature(key: bytes, signature: bytes, message: bytes) -> bool:
    """4.4, with 1 and 2 by ourselves and 3 by the library.

    The library (OpenSSL's Ed25519) reduces k modulo L, uses no cofactor, and compares the 32 bytes of R; what
    it does not look for, keys and R of small order or with y not below p, the first two lines have excluded.
    """
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    if not (is_sound(key) and is_sound(r) and s < L):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


# Chapter 5: events
MAX_PAYLOAD = 512


class Kind(IntEnum):  # 5.3
    START = 0
    LINK = 1
    ACTION = 2
    COMMITMENT = 3
    OPENING = 4
    NOTE = 5
    SEAL = 6
    VOTE = 7
    KEEP = 8


BALLOTS = (Kind.VOTE, Kind.KEEP)


class Refusal(Exception):
    """Why an event is refused: one of the names of 5.5, 7.8 and 19.3, and for IllegalAction the rule."""


@dataclass(frozen=True)
class Event:
    """A signed statement: the payload, the signature, and what the payload says (5.1, 5.2)."""

    payload: bytes
    signature: bytes
    kind: Kind
    game: bytes
    round: int
    head: bytes
    seat: int
    body: list[Value]

    @cached_property
    def id(self) -> bytes:  # 5.4
        return hash_of(TAG_EVENT_ID, self.payload)

    def is_signed_by(self, key: bytes) -> bool:  # 4.4
        return is_signature(key, self.signature, TAG_EVENT_SIGNATURE + self.payload)


def read_event(value: Value) -> Event:
    """The event of this form, or the first two refusals of 5.5. Its body is only known to be an array."""
    try:
        payload, signature = an_array(value, 2, 2)
        if not isinstance(payload, bytes):
            raise Malformed("no payload")
        kind, game, round_, head, seat, body = an_array(decode(payload, MAX_PAYLOAD), 6, 6)
        number = an_integer(kind)
        signature, game, head = a_bytes(signature, 64), a_bytes(game, 32), a_bytes(head, 32)
        round_, seat, body = an_integer(round_, 1 << 32), an_integer(seat, 4), an_array(body, 0, MAX_ARRAY)
    except Malformed:
        raise Refusal("EventMalformed") from None
    if number not in list(Kind):
        raise Refusal("EventKindUnknown")
    return Event(payload, signature, Kind(number), game, round_, head, seat, body)


# The bodies of 5.3. Each of these raises Malformed if the body is of another form.


def link_of(body: list[Value]) -> bytes:
    """The link of a link; and in the same form the commitment of a commitment."""
    return a_bytes(an_array(body, 1, 1)[0], 32)


def opening_of(body: list[Value]) -> tuple[int, bytes]:
    bid, nonce = an_array(body, 2, 2)
    return an_integer(bid), a_bytes(nonce, 32)


def note_of(note: Event) -> tuple[int, bytes]:
    """The first round and the link of a note (7.8, 1)."""
    first, link = an_array(note.body, 2, 2)
    if an_integer(first) not in (note.round, note.round + 1):
        raise Malformed("another first round than its own or the next")
    return an_integer(first), a_bytes(link, 32)


def ballot_of(event: Event) -> tuple[int, list[bytes]]:
    """The set of a ballot (19.1) and the ids of a keep, none for a vote; of other events it is malformed."""
    if event.kind not in BALLOTS:
        raise Malformed("no ballot")
    mask, *rest = an_array(event.body, 1, 1) if event.kind is Kind.VOTE else an_array(event.body, 2, 2)
    ids = an_array(rest[0], 1, 4) if rest else []
    return bounded(mask, 1, 15), [a_bytes(one, 32) for one in ids]


def seats_in(mask: int) -> set[int]:  # 19.1
    return {seat for seat in range(4) if mask >> seat & 1}


# Chapter 6: the genesis
MAX_GENESIS = 2048
PROTOCOL = 1
RULES = {"mark-1": bytes.fromhex("0aa014e086ffc6547b4713d39402b64f416aaa1bde89f6b213ec7802f38c394c")}  # 18.2

REFUSED_IN_NAMES = (  # 6.4
    (0x0000, 0x001F),
    (0x007F, 0x009F),
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x3164, 0x3164),
    (0xFFA0, 0xFFA0),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x2028, 0x202E),
    (0x2060, 0x206F),
    (0xD800, 0xDFFF),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFF0, 0xFFFF),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)


class UnknownVersion(Exception):
    """A protocol or rules version that this program does not know (18.1)."""


@dataclass(frozen=True)
class Seat:
    name: str
    key: bytes
    curve_key: bytes
    anchor: bytes


@dataclass(frozen=True)
class Options:  # 6.3
    full_rows: int
    amounts: list[list[int]]
    money: int
    fee: int
    limit: int
    chips: int
    most_rolls: int
    clock: int
    encoded: list[Value]


@dataclass(frozen=True)
class Genesis:
    game_id: bytes
    options: Options
    nonce: bytes
    seats: list[Seat]

    def signed(self, event: Event) -> bool:
        """Whether the key of the event's seat signed it."""
        return event.seat < len(self.seats) and event.is_signed_by(self.seats[event.seat].key)


def read_genesis(data: bytes) -> Genesis:
    """The steps of 6.7, in their order."""
    fields = an_array(decode(data, MAX_GENESIS), 1, MAX_ARRAY)
    if (version := an_integer(fields[0])) != PROTOCOL:
        raise UnknownVersion(f"protocol {version}")
    _, rules_id, rules_hash, options, nonce, seats = an_array(fields, 6, 6)
    rules = (a_name(rules_id), a_bytes(rules_hash, 32))
    if rules not in RULES.items():
        raise UnknownVersion(f"rules {rules[0]}, {rules[1].hex()}")
    a_bytes(nonce, 32)
    at_the_table = [read_seat(seat) for seat in an_array(seats, 2, 4)]
    check_seats(at_the_table)
    return Genesis(hash_of(TAG_GENESIS, data), read_options(options), a_bytes(nonce, 32), at_the_table)


def a_name(value: Value) -> str:
    """A name, or a rules id (6.4)."""
    if not isinstance(value, str) or not 1 <= len(value) <= 24 or value != value.strip(" "):
        raise Malformed("no name")
    if any(first <= ord(character) <= last for character in value for first, last in REFUSED_IN_NAMES):
        raise Malformed("a character that no name has")
    return value


def read_seat(value: Value) -> Seat:
    name, key, curve_key, anchor = an_array(value, 4, 4)
    seat = Seat(a_name(name), a_bytes(key, 32), a_bytes(curve_key, 32), a_bytes(anchor, 32))
    if not is_sound(seat.key):  # 4.5
        raise Malformed("no sound key")
    return seat


def check_seats(seats: list[Seat]) -> None:  # 6.6
    if len({seat.key for seat in seats}) < len(seats) or len({seat.curve_key for seat in seats}) < len(seats):
        raise Malformed("two seats share a key")
    places = [hash_of(TAG_SEATS, seat.key) for seat in seats]
    if places != sorted(places):
        raise Malformed("the seats are in another order")


def read_options(value: Value) -> Options:  # 6.3
    rows, amounts, money, fee, limit, chips, rolls, clock = an_array(value, 8, 8)
    return Options(
        full_rows=bounded(rows, 1, 5),
        amounts=[read_amounts(row) for row in an_array(amounts, 5, 5)],
        money=bounded(money, 0, 1_000_000),
        fee=bounded(fee, 0, 1_000_000),
        limit=bounded(limit, 0, 4),
        chips=bounded(chips, 5, 200),
        most_rolls=bounded(rolls, 1, 1_000_000),
        clock=bounded(clock, 0, 86_400),
        encoded=an_array(value, 8, 8),
    )


def read_amounts(value: Value) -> list[int]:
    row = [bounded(amount, 0, 1_000_000) for amount in an_array(value, 5, 5)]
    if row != sorted(row):
        raise Malformed("an amount below the one before it")
    return row


# Chapter 8: equivocation
def contradict(one: Event, other: Event) -> bool:
    """8.10, for two events of one game; the signatures are looked at by whoever asks."""
    if one.seat != other.seat or one.game != other.game or one.id == other.id:
        return False
    if one.round == other.round and one.head != other.head:
        return True
    notes = [event for event in (one, other) if event.kind is Kind.NOTE]
    ballots = [event for event in (one, other) if event.kind in BALLOTS]
    if len(notes) == 2:
        return True
    if len(notes) == 1:
        return note_contradicts(notes[0], other if one is notes[0] else one)
    if len(ballots) == 2:
        return one.round == other.round and oppose_each_other(one, other)
    return not ballots and one.round == other.round


def note_contradicts(note: Event, other: Event) -> bool:
    if other.kind is Kind.SEAL or other.kind in BALLOTS:
        return False
    try:
        first, _ = note_of(note)
    except Malformed:
        return False
    return other.round >= first


def oppose_each_other(one: Event, other: Event) -> bool:
    """19.10, for two different ballots of one seat, round and head."""
    try:
        (one_set, _), (other_set, _) = ballot_of(one), ballot_of(other)
    except Malformed:
        return False
    if one.kind is Kind.VOTE and other.kind is Kind.VOTE:
        return one_set & other_set not in (one_set, other_set)
    return one_set == other_set


# Chapter 9: dice
def link_before(genesis: Genesis, seat: int, index: int, link: bytes) -> bytes:
    """From a seat's link of this index to the one before it; from link 0 to the anchor (9.2)."""
    return hash_of(TAG_LINK, genesis.nonce, genesis.seats[seat].key, u32(index), link)


def stream(tag: bytes, game_id: bytes, index: int, links: dict[int, bytes]) -> Iterator[int]:
    """The bytes from which is drawn (9.5); the links in seat order."""
    parts = b"".join(u8(seat) + links[seat] for seat in sorted(links))
    block = 0
    while True:
        yield from hash_of(tag, game_id, u32(index), u8(len(links)), parts, u32(block))
        block += 1


def draw(numbers: Iterator[int], below: int) -> int:  # 9.6
    return next(x for x in numbers if x < 256 - 256 % below) % below


# Chapter 10: sealed bids
def commitment_to(genesis: Genesis, round_: int, seat: int, bid: int, nonce: bytes) -> bytes:  # 10.1
    key = genesis.seats[seat].key
    return hash_of(TAG_BID, genesis.game_id, u32(round_), u8(seat), key, u64(bid), nonce)


# Chapter 15: the rules of the game
HAMMER = STAR = 5  # the sixth face of the first die, and of the second (C2)
SQUARES = range(4)
MATERIALS = ROWS = SPACES = range(5)

Code: TypeAlias = "tuple[int, ...]"
DELIVER, TREAT, SELL, RETURN, NAME, PLACE = range(6)

FORMS: dict[int, tuple[range, ...]] = {  # the decisions: what follows the first number of the code
    DELIVER: (MATERIALS, SQUARES),
    TREAT: (SQUARES, SQUARES),
    SELL: (SQUARES, ROWS),
    RETURN: (range(2), SQUARES),
    NAME: (MATERIALS,),
    PLACE: (SQUARES,),
}


class Phase(Enum):
    DRAW = 0
    ROLL = 1
    RETURN = 2
    ACT = 3
    NAME = 4
    BID = 5
    PLACE = 6
    OVER = 7


class Reason(IntEnum):
    ROWS_FULL = 0
    MOST_ROLLS = 1
    ONE_LEFT = 2
    NOBODY_LEFT = 3


def code_of(body: list[Value]) -> Code:
    """The decision that this is the code of."""
    code = tuple(an_integer(number) for number in body)
    form = FORMS.get(code[0]) if code else None
    if form is None or len(code) != 1 + len(form):
        raise Malformed("no decision")
    if any(number not in numbers for number, numbers in zip(code[1:], form, strict=True)):
        raise Malformed("no decision")
    if code[0] == TREAT and abs(code[1] - code[2]) > 1:
        raise Malformed("squares too far apart")
    return code


def area_number(area: list[int | None]) -> int:  # 15.2
    return sum(0 if chip is None else (chip + 1) * 6**square for square, chip in enumerate(area))


class Game:
    """A position, and how the steps of a game change it."""

    def __init__(self, options: Options, seats: int) -> None:
        self.options = options
        self.phase = Phase.DRAW
        self.seats = seats
        self.active = list(range(seats))
        self.roller = 0
        self.begun = False  # whether there is a roller
        self.rolls = 0
        self.faces: list[Value] = []  # of the last roll
        self.dollars = [options.money] * seats  # C5
        self.yards: list[list[int | None]] = [[None] * 4 for _ in range(seats)]  # C3
        self.treatments: list[list[int | None]] = [[None] * 4 for _ in range(seats)]
        self.bank = [options.chips] * 5  # C1
        self.gone = [0] * 5  # chips out of the game (A4)
        self.holders: list[int | None] = [None] * 5  # by row, its material
        self.sold = [0] * 5  # by row, its chips
        self.colours: set[int] = set()  # that the roll allows
        self.double = False
        self.due = 0  # actions
        self.auctioned = 0  # the material under the hammer
        self.winner = 0  # of the auction
        self.reason: Reason | None = None
        self.winners: list[int] = []

    # What can be seen in a position

    def in_play(self, material: int) -> bool:  # C6
        return all(self.sold[row] < 5 for row in ROWS if self.holders[row] == material)

    def left_of(self, seat: int) -> int:
        following = (s % self.seats for s in range(seat + 1, seat + 1 + self.seats))
        return next(s for s in following if s in self.active)

    def areas(self) -> tuple[list[int | None], list[int | None]]:
        return self.yards[self.roller], self.treatments[self.roller]

    def overfull(self) -> list[int]:
        """The roller's areas that hold more than the limit (T1): 0 the yard, 1 the treatment area."""
        vacant = [area.count(None) for area in self.areas()]
        return [area for area in (0, 1) if 4 - vacant[area] > self.options.limit]

    def can_be_named(self) -> list[int]:  # T7; of a closed material the bank has none (A4)
        return [material for material in MATERIALS if self.bank[material]]

    def rows_for(self, material: int) -> list[int]:  # A3
        own = [row for row in ROWS if self.holders[row] == material]
        return own or [row for row in ROWS if self.holders[row] is None]

    def possible(self) -> Iterator[Code]:
        """All decisions that are legal now."""
        if self.phase is Phase.RETURN:
            for number in self.overfull():
                area = self.areas()[number]
                yield from ((RETURN, number, square) for square in SQUARES if area[square] is not None)
        elif self.phase is Phase.ACT:
            yield from self.actions()
        elif self.phase is Phase.NAME:
            yield from ((NAME, material) for material in self.can_be_named())
        elif self.phase is Phase.PLACE:
            yield from ((PLACE, square) for square in SQUARES if self.yards[self.winner][square] is None)

    def actions(self) -> Iterator[Code]:
        """A1 to A3, with the colours that are allowed and in play."""
        yard, treatment = self.areas()
        colours = {material for material in self.colours if self.in_play(material)}
        for material in colours:
            if self.bank[material]:
                yield from ((DELIVER, material, square) for square in SQUARES if yard[square] is None)
        for square in SQUARES:
            if yard[square] in colours:
                near = (to for to in SQUARES if abs(to - square) <= 1)
                yield from ((TREAT, square, to) for to in near if treatment[to] is None)
            chip = treatment[square]
            if chip is not None and chip in colours:
                yield from ((SELL, square, row) for row in self.rows_for(chip))

    def broken_rule(self, code: Code) -> str:
        """The rule that a decision breaks which is not possible."""
        if self.phase is not Phase.ACT:
            return {Phase.RETURN: "T1", Phase.NAME: "T7", Phase.PLACE: "B4"}[self.phase]
        if code[0] in (RETURN, NAME, PLACE):
            return "T9"
        yard, treatment = self.areas()
        material = code[1] if code[0] == DELIVER else (yard if code[0] == TREAT else treatment)[code[1]]
        if material is not None and not self.in_play(material):
            return "C6"
        if material is not None and material not in self.colours:
            return "T4" if self.double else "T3"
        return {DELIVER: "A1", TREAT: "A2", SELL: "A3"}[code[0]]

    def digest(self) -> bytes:
        """The digest of this position (15.1), by which no log is judged: for whoever compares programs."""
        acting, naming = self.phase is Phase.ACT, self.phase is Phase.NAME
        colours = [colour for colour in self.colours if self.in_play(colour)] if acting else []
        chips = zip(self.holders, self.sold, strict=True)
        auction = self.phase in (Phase.BID, Phase.PLACE)
        snapshot: list[Value] = [
            self.options.encoded,
            self.phase.value,
            [*self.active],
            [self.roller] if self.begun else [],
            self.rolls,
            self.faces,
            [*self.dollars],
            [area_number(area) for area in self.yards],
            [area_number(area) for area in self.treatments],
            [*self.bank],
            [*self.gone],
            [[] if material is None else [material, sold] for material, sold in chips],
            [*self.can_be_named()] if naming else [*sorted(colours)],
            self.due if acting else 0,
            [self.auctioned] if auction else [],
            [self.winner] if self.phase is Phase.PLACE else [],
            self.result(),
        ]
        return hash_of(TAG_DIGEST, encode(snapshot))

    def result(self) -> list[Value]:
        """What ends the snapshot, and the body of a seal (7.10): nothing before the game is over."""
        return [] if self.reason is None else [int(self.reason), [*self.winners], [*self.dollars]]

    # Steps, in the order of "The order of effects"

    def begin_turn(self, seat: int) -> None:
        self.roller, self.begun = seat, True
        storage = self.options.fee * len(self.overfull())  # T1
        if self.dollars[seat] < storage:
            self.phase = Phase.RETURN
        else:
            self.dollars[seat] -= storage
            self.phase = Phase.ROLL

    def pass_turn(self) -> None:
        if self.rolls == self.options.most_rolls:
            self.end(Reason.MOST_ROLLS)
        else:
            self.begin_turn(self.left_of(self.roller))

    def roll_again(self) -> None:
        if self.roller not in self.active:
            self.pass_turn()
        elif self.rolls == self.options.most_rolls:
            self.end(Reason.MOST_ROLLS)
        else:
            self.phase = Phase.ROLL

    def start(self, seat: int) -> None:
        """1. The draw."""
        self.begin_turn(seat if seat in self.active else self.left_of(seat))  # S3

    def roll(self, first: int, second: int) -> None:
        """2. A roll."""
        self.rolls += 1
        self.faces = [first, second]
        if self.roller not in self.active:  # L4
            self.pass_turn()
        elif first == HAMMER:
            self.hammer(second)
        else:
            self.allow(first, second)

    def hammer(self, second: int) -> None:  # T6 to T8
        if second == STAR and self.can_be_named():
            self.phase = Phase.NAME
        elif second != STAR and self.bank[second]:
            self.auctioned = second
            self.phase = Phase.BID
        else:
            self.roll_again()

    def allow(self, first: int, second: int) -> None:  # T3 to T5
        self.colours = set(MATERIALS) if second == STAR else {first, second}
        self.double = first == second
        self.due = 2 if self.double else 1
        self.act_or_pass()

    def act_or_pass(self) -> None:  # T9, T10
        if self.due and any(self.actions()):
            self.phase = Phase.ACT
        else:
            self.pass_turn()

    def decide(self, code: Code) -> None:
        """3, 4, 5, 7: a decision that is possible."""
        if self.phase is Phase.RETURN:
            self.give_back(code[1], code[2])
        elif self.phase is Phase.ACT:
            self.act(code)
        elif self.phase is Phase.NAME:
            self.auctioned = code[1]
            self.phase = Phase.BID
        else:
            self.bank[self.auctioned] -= 1  # B4
            self.yards[self.winner][code[1]] = self.auctioned
            self.roll_again()

    def give_back(self, area: int, square: int) -> None:
        """3. A return."""
        self.to_bank(self.areas()[area], square)
        if not self.overfull():
            self.phase = Phase.ROLL

    def to_bank(self, area: list[int | None], square: int) -> None:
        chip = area[square]
        if chip is not None:
            self.bank[chip] += 1
        area[square] = None

    def act(self, code: Code) -> None:
        """4. An action."""
        yard, treatment = self.areas()
        if code[0] == DELIVER:
            self.bank[code[1]] -= 1
            yard[code[2]] = code[1]
        elif code[0] == TREAT:
            yard[code[1]], treatment[code[2]] = None, yard[code[1]]
        else:
            self.sell(treatment, code[1], code[2])
        if self.phase is not Phase.OVER:
            self.due -= 1
            self.act_or_pass()

    def sell(self, treatment: list[int | None], square: int, row: int) -> None:  # A3, A4, E1
        material, treatment[square] = treatment[square], None
        self.holders[row] = material
        self.dollars[self.roller] += self.options.amounts[row][self.sold[row]]
        self.sold[row] += 1
        if self.sold[row] == 5 and material is not None:
            self.close(material)
        if self.sold.count(5) == self.options.full_rows:
            self.end(Reason.ROWS_FULL)

    def close(self, material: int) -> None:
        """Every chip of a material leaves the game (A4)."""
        self.gone[material] += self.bank[material]
        self.bank[material] = 0
        for area in (*self.yards, *self.treatments):
            self.gone[material] += area.count(material)
            area[:] = [None if chip == material else chip for chip in area]

    def auction(self, bids: dict[int, int]) -> None:
        """6. All bids."""
        highest = max(bids.values())
        if highest == 0:  # B3
            self.roll_again()
            return
        from_roller = [seat % self.seats for seat in range(self.roller, self.roller + self.seats)]
        self.winner = next(seat for seat in from_roller if bids.get(seat) == highest)
        self.dollars[self.winner] -= highest  # B2
        if None in self.yards[self.winner]:
            self.phase = Phase.PLACE
        else:
            self.roll_again()  # B5

    def end(self, reason: Reason) -> None:
        self.phase = Phase.OVER
        self.reason = reason
        most = max((self.dollars[seat] for seat in self.active), default=0)
        self.winners = [seat for seat in self.active if self.dollars[seat] == most]  # E2; L3 with one seat

    # Seats that leave

    def retire(self, seats: Iterable[int]) -> None:
        """L1 to L3. What the step was for comes after this (L4), or without_step()."""
        if self.phase is Phase.OVER:
            return
        for seat in seats:
            self.active.remove(seat)
            for area in (self.yards[seat], self.treatments[seat]):
                for square in SQUARES:
                    self.to_bank(area, square)
        if len(self.active) < 2:
            self.end(Reason.ONE_LEFT if self.active else Reason.NOBODY_LEFT)

    def without_step(self) -> None:
        """L4, where seats retired and nothing else happens in the step."""
        turn = (Phase.ROLL, Phase.RETURN, Phase.ACT, Phase.NAME)
        if self.phase in turn and self.roller not in self.active:
            self.pass_turn()
        elif self.phase is Phase.PLACE and self.winner not in self.active:
            self.roll_again()


# Chapter 7: rounds and heads; with 9.4, 10.3 and 19 where an event is judged by them
class Heads:
    """The head before each round, and its link index: 36 bytes a round, the whole memory of a log's past."""

    def __init__(self) -> None:
        self.heads = bytearray()
        self.indexes = array("I")

    def add(self, head: bytes, link_index: int) -> None:
        """Put down those of the next round."""
        self.heads += head
        self.indexes.append(link_index)

    def before(self, number: int) -> tuple[bytes, int]:
        """Give the head before a round, and the round's link index."""
        return bytes(self.heads[32 * number : 32 * number + 32]), self.indexes[number]


@dataclass(frozen=True)
class Removal:  # 19.12
    round: int
    seats: list[int]
    voters: list[int]
    last_spoken: list[int | None]  # of each seat


class Log:
    """A log as far as it has been read: the open round, the position, and what each seat has shown.

    Whoever calls close() and remove() has judged the events, and knows that the round is whole.
    """

    def __init__(self, genesis: Genesis) -> None:
        self.genesis = genesis
        self.game = Game(genesis.options, len(genesis.seats))
        self.round = 0  # the open one
        self.head = genesis.game_id  # before it (7.2)
        self.link_index = 0  # of it (7.5)
        self.past = Heads()
        self.past.add(self.head, self.link_index)
        self.links = [(-1, seat.anchor) for seat in genesis.seats]  # shown last, with index (9.4)
        self.commitments: dict[int, tuple[int, bytes]] = {}  # of this auction, with round
        self.seals: dict[int, Event] = {}
        self.spoken: dict[int, int] = {}  # by seat, the last round that its event closed
        self.notes: dict[int, int] = {}  # by seat, the round that its note closed
        self.removals: list[Removal] = []

    # What the open round awaits (7.4)

    def awaited(self) -> tuple[Kind, list[int]]:
        phase, everyone = self.game.phase, list(self.game.active)
        if self.round == 0:
            return Kind.START, everyone
        if phase in (Phase.DRAW, Phase.ROLL):
            return Kind.LINK, everyone
        if phase is Phase.BID:
            return Kind.OPENING if self.commitments else Kind.COMMITMENT, everyone
        if phase is Phase.OVER:
            return Kind.SEAL, everyone
        return Kind.ACTION, [self.game.winner if phase is Phase.PLACE else self.game.roller]

    def is_over(self) -> bool:
        return self.game.phase is Phase.OVER

    def is_complete(self) -> bool:
        return self.is_over() and set(self.seals) >= set(self.game.active)

    # Judging an event of the open round (5.5)

    def judge(self, event: Event) -> None:
        """Raises the first refusal that applies."""
        kind, seats = self.awaited()
        if event.game != self.genesis.game_id:
            raise Refusal("WrongGame")
        if self.is_complete():
            raise Refusal("WrongRound")
        if event.seat not in seats:
            raise Refusal("WrongSeat")
        if event.kind is Kind.NOTE:
            self.judge_note(event)
            return
        if event.round != self.round or event.kind is not kind:
            raise Refusal("WrongRound")
        if event.head != self.head:
            raise Refusal("WrongHead")
        try:
            self.judge_body(event)
        except Malformed:
            raise Refusal("WrongSeal" if kind is Kind.SEAL else "EventMalformed") from None

    def judge_body(self, event: Event) -> None:
        if event.kind is Kind.START:
            an_array(event.body, 0, 0)
        elif event.kind is Kind.LINK:
            self.judge_link(event.seat, self.link_index, link_of(event.body))
        elif event.kind is Kind.ACTION:
            self.judge_action(code_of(event.body))
        elif event.kind is Kind.COMMITMENT:
            link_of(event.body)
        elif event.kind is Kind.OPENING:
            self.judge_opening(event.seat, *opening_of(event.body))
        elif event.body != self.game.result():
            raise Refusal("WrongSeal")

    def judge_link(self, seat: int, index: int, link: bytes) -> None:  # 9.4
        shown, last = self.links[seat]
        if not shown < index < self.genesis.options.most_rolls + 4:
            raise Refusal("WrongLink")
        for k in range(index, shown, -1):
            link = link_before(self.genesis, seat, k, link)
        if link != last:
            raise Refusal("WrongLink")

    def judge_action(self, code: Code) -> None:
        if code not in self.game.possible():
            raise Refusal(f"IllegalAction {self.game.broken_rule(code)}")

    def judge_opening(self, seat: int, bid: int, nonce: bytes) -> None:  # 10.3
        round_, commitment = self.commitments[seat]
        if commitment_to(self.genesis, round_, seat, bid, nonce) != commitment:
            raise Refusal("WrongOpening")
        if bid > self.game.dollars[seat]:
            raise Refusal("BidTooHigh")

    def judge_note(self, note: Event) -> None:
        """The five conditions of 7.8; r is the note's round, f its first round, n the open one.

        By 5.5 the open round awaits the note's seat. `last` is the last round that an event of it closed.
        """
        r, n = note.round, self.round
        try:
            f, link = note_of(note)
        except Malformed:  # 1
            raise Refusal("EventMalformed") from None
        if self.awaited()[0] in (Kind.START, Kind.SEAL) or r > n or f > n:  # 2
            raise Refusal("WrongNote")
        if note.head != self.past.before(r)[0]:  # 3
            raise Refusal("WrongHead")
        last = self.spoken.get(note.seat, -1)
        removal_there = any(removal.round == r for removal in self.removals)
        if last > r or not (removal_there or (f == r + 1) == (last == r)):  # 4
            raise Refusal("WrongNote")
        self.judge_link(note.seat, self.past.before(f)[1], link)  # 5

    # Judging a ballot (19.2, 19.3)

    def voters(self, mask: int) -> list[int]:
        """The voters of a set; none if it cannot be removed in the open round (19.2)."""
        kind, awaited = self.awaited()
        active = self.game.active
        named = seats_in(mask)
        voters = [seat for seat in active if seat not in named]
        removable = (
            kind in (Kind.LINK, Kind.ACTION, Kind.COMMITMENT, Kind.OPENING)
            and len(active) >= 3
            and named <= set(active)
            and any(seat in named for seat in awaited)
            and (2 * len(voters) > len(active) or (2 * len(voters) == len(active) and active[0] in voters))
        )
        return voters if removable else []

    def judge_ballot(self, ballot: Event) -> None:
        try:
            mask, _ = ballot_of(ballot)
        except Malformed:
            raise Refusal("EventMalformed") from None
        if ballot.game != self.genesis.game_id:
            raise Refusal("WrongGame")
        if ballot.round != self.round:
            raise Refusal("WrongRound")
        if ballot.head != self.head:
            raise Refusal("WrongHead")
        if not self.voters(mask):
            raise Refusal("WrongSet")
        if ballot.seat not in self.voters(mask):
            raise Refusal("WrongSeat")

    # Closing the open round (7.6, 19.8)

    def close(self, events: list[Event]) -> None:
        """The whole round of valid events puts into the game what it was for (7.6)."""
        kind, _ = self.awaited()
        notes = [event.seat for event in events if event.kind is Kind.NOTE]
        self.game.retire(notes)
        if kind is Kind.LINK:
            self.close_links(events)
        elif kind is Kind.ACTION:
            self.close_action(events[0])
        elif kind is Kind.COMMITMENT:
            said = [event for event in events if event.kind is Kind.COMMITMENT]
            self.commitments = {event.seat: (self.round, link_of(event.body)) for event in said}
        elif kind is Kind.OPENING:
            self.close_openings(events)
        self.spoken.update({event.seat: self.round for event in events})
        self.notes.update(dict.fromkeys(notes, self.round))
        self.go_on(events, kind)

    def close_links(self, events: list[Event]) -> None:
        links = {event.seat: a_bytes(event.body[-1], 32) for event in events}  # those of notes too (7.9)
        for seat, link in links.items():
            self.links[seat] = (self.link_index, link)
        if self.is_over():
            return
        if self.game.phase is Phase.DRAW:
            numbers = stream(TAG_START, self.genesis.game_id, self.link_index, links)
            self.game.start(draw(numbers, len(self.genesis.seats)))
        else:
            numbers = stream(TAG_DICE, self.genesis.game_id, self.link_index, links)
            self.game.roll(draw(numbers, 6), draw(numbers, 6))

    def close_action(self, event: Event) -> None:
        if event.kind is Kind.NOTE:
            self.game.without_step()
        else:
            self.game.decide(code_of(event.body))

    def close_openings(self, events: list[Event]) -> None:
        self.commitments = {}
        openings = [event for event in events if event.kind is Kind.OPENING]
        if not self.is_over():
            self.game.auction({event.seat: opening_of(event.body)[0] for event in openings})

    def remove(self, votes: list[Event]) -> None:
        """A certificate closes the round (19.8)."""
        kind, _ = self.awaited()
        mask, _ids = ballot_of(votes[0])
        seats = sorted(seats_in(mask))
        spoken = [self.spoken.get(seat) for seat in seats]
        self.removals.append(Removal(self.round, seats, self.voters(mask), spoken))
        self.game.retire(seats)
        self.game.without_step()
        self.go_on(votes, kind)

    def go_on(self, events: list[Event], kind: Kind) -> None:
        """The next round and the head before it (7.2); every round of links has its link index (7.5)."""
        self.head = head_after(self.head, events)
        self.round += 1
        self.link_index += kind is Kind.LINK
        self.past.add(self.head, self.link_index)


def head_after(head: bytes, events: list[Event]) -> bytes:  # 7.2
    return hash_of(TAG_HEAD, head, *(event.id for event in events))


# Chapter 12: files
LOG, PROOF = b"MARKLOG", b"MARKEQV"
FORMAT = 1
HEADER = 8  # bytes
MAX_BODY = 262_144
MAX_RECORD = 8192
PREFIX = struct.Struct(">III")

GENESIS_RECORD, ROUND_RECORD, PROOF_RECORD = range(3)


class Torn(Exception):
    """An end that an unfinished write explains (12.3)."""


class Damaged(Exception):
    """What nothing explains (12.3)."""


class Records:
    """The bodies of a file's records, one by one; `at` is the byte at which the one in hand begins."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.at = HEADER

    def __iter__(self) -> Iterator[bytes]:
        """Raises Torn or Damaged (12.3); the file is at `at`."""
        while prefix := self.file.read(PREFIX.size):
            if len(prefix) < PREFIX.size or (not any(prefix) and self.is_zero_to_end()):
                raise Torn
            length, prefix_sum, body_sum = PREFIX.unpack(prefix)
            if zlib.crc32(prefix[:4]) != prefix_sum or length > MAX_BODY:
                raise Damaged
            body = self.file.read(length)
            if len(body) < length:
                raise Torn
            if zlib.crc32(body) != body_sum:
                raise Damaged if self.file.read(1) else Torn
            yield body
            self.at += PREFIX.size + length

    def is_zero_to_end(self) -> bool:
        """Reads the rest of the file; a prefix of zeros is damage if that is not all zero."""
        return not any(any(chunk) for chunk in iter(lambda: self.file.read(1 << 16), b""))


@dataclass(frozen=True)
class Record:
    kind: int
    genesis: bytes = b""
    events: list[Value] = field(default_factory=list)  # not yet known to be in form


def read_record(body: bytes) -> Record:  # 12.5
    kind, content = an_array(decode(body, MAX_RECORD), 2, 2)
    if kind == GENESIS_RECORD and isinstance(content, bytes) and len(content) <= MAX_GENESIS:
        return Record(GENESIS_RECORD, genesis=content)
    if kind == ROUND_RECORD:
        return Record(ROUND_RECORD, events=an_array(content, 1, 4))
    if kind == PROOF_RECORD:
        return Record(PROOF_RECORD, events=an_array(content, 2, 2))
    raise Malformed("no record")


# Chapter 13: the audit of one file
class Verdict(Enum):
    """What is printed, and the exit code (13.1); from the mildest to the gravest (13.4)."""

    COMPLETE = ("complete", 0)
    UNFINISHED = ("unfinished", 3)
    CANNOT_JUDGE = ("cannot judge", 6)
    BROKEN = ("broken", 4)
    FORK = ("fork", 5)

    @property
    def text(self) -> str:
        return self.value[0]

    @property
    def code(self) -> int:
        return self.value[1]


FINDINGS = {  # 13.3
    "empty": Verdict.CANNOT_JUDGE,
    "not a log": Verdict.CANNOT_JUDGE,
    "format unknown": Verdict.CANNOT_JUDGE,
    "version unknown": Verdict.CANNOT_JUDGE,
    "no genesis": Verdict.CANNOT_JUDGE,
    "no proof": Verdict.CANNOT_JUDGE,
    "damaged": Verdict.BROKEN,
    "record refused": Verdict.BROKEN,
    "genesis refused": Verdict.BROKEN,
    "out of place": Verdict.BROKEN,
    "round not whole": Verdict.BROKEN,
    "event refused": Verdict.BROKEN,
    "sealed twice": Verdict.BROKEN,
    "signature wrong": Verdict.BROKEN,
    "after the end": Verdict.BROKEN,
    "false proof": Verdict.BROKEN,
    "equivocation": Verdict.FORK,
    "cut": Verdict.UNFINISHED,
    "waiting": Verdict.UNFINISHED,
    "seals missing": Verdict.UNFINISHED,
}


@dataclass(frozen=True)
class Finding:
    name: str
    at: int  # the byte at which the record begins
    detail: str = ""
    event: Event | None = None  # the one that it is about

    @property
    def verdict(self) -> Verdict:
        return FINDINGS[self.name]


class Stop(Exception):
    """Reading ends at this finding (13.3)."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.name)
        self.finding = finding


class Audit:
    """Reads one file (13.1, 13.2). What it comes to is in `findings` and `log`."""

    def __init__(self, open_file: Callable[[], BinaryIO], *, every_signature: bool = False) -> None:
        self.open_file = open_file
        self.every_signature = every_signature
        self.findings: list[Finding] = []
        self.at = 0
        self.is_proof = False
        self.log: Log | None = None
        self.convicted: list[int] = []
        self.last: dict[int, tuple[Event, int]] = {}  # each seat's last but notes and votes, with its place

    @property
    def verdict(self) -> Verdict:
        return self.findings[0].verdict if self.findings else Verdict.COMPLETE

    @property
    def is_sound(self) -> bool:
        """Whether it is a log that can be compared (13.5)."""
        bad = (Verdict.BROKEN, Verdict.CANNOT_JUDGE)
        return not self.is_proof and not any(finding.verdict in bad for finding in self.findings)

    def run(self) -> Audit:
        try:
            with self.open_file() as file:
                self.read(file)
        except Stop as stop:
            self.findings.append(stop.finding)
        if not self.every_signature:
            self.check_last_signatures()
        self.findings.sort(key=lambda finding: (finding.verdict is Verdict.UNFINISHED, finding.at))  # 13.3
        return self

    def stop(self, name: str, detail: str = "", event: Event | None = None) -> Stop:
        return Stop(Finding(name, self.at, detail, event))

    # The file and its records

    def read(self, file: BinaryIO) -> None:
        self.read_header(file.read(HEADER))
        records = Records(file)
        try:
            for body in records:
                self.at = records.at
                self.read_body(body)
            torn = False
        except Torn:
            torn = True
        except Damaged:
            self.at = records.at
            raise self.stop("damaged") from None
        self.at = records.at
        self.look_at_end(torn)

    def read_header(self, header: bytes) -> None:  # 12.4
        letters, version = header[:7], header[7:]
        self.is_proof = letters == PROOF
        if not version and any(right.startswith(letters) for right in (LOG, PROOF)):
            raise self.stop("empty", "the header is cut")
        if letters not in (LOG, PROOF) or version == b"\0":
            raise self.stop("not a log")
        if version != u8(FORMAT):
            raise self.stop("format unknown", f"format {version[0]}")

    def read_body(self, body: bytes) -> None:
        if self.log is None:
            self.log = Log(self.read_first(body))
            return
        try:
            record = read_record(body)
            events = [read_event(value) for value in record.events]
        except Malformed as why:
            raise self.stop("record refused", str(why)) from None
        except Refusal as refusal:  # all events of a record are in form before anything is judged (13.3)
            raise self.stop("event refused", str(refusal)) from None
        if record.kind == GENESIS_RECORD:
            raise self.stop("out of place", "a second genesis")
        if record.kind == PROOF_RECORD:
            self.read_proof(self.log, *events)
        elif self.is_proof:
            raise self.stop("out of place", "a round in a proof file")
        elif self.log.is_complete():
            raise self.stop("after the end")
        elif events[0].kind is Kind.VOTE:
            self.read_certificate(self.log, events)
        else:
            self.read_round(self.log, events)

    def read_first(self, body: bytes) -> Genesis:
        try:
            record = read_record(body)
        except Malformed as why:
            raise self.stop("no genesis", str(why)) from None
        if record.kind != GENESIS_RECORD:
            raise self.stop("no genesis")
        try:
            return read_genesis(record.genesis)
        except UnknownVersion as version:
            raise self.stop("version unknown", str(version)) from None
        except Malformed as why:
            raise self.stop("genesis refused", str(why)) from None

    def look_at_end(self, torn: bool) -> None:
        log = self.log
        if log is None:
            raise self.stop("no genesis" if torn else "empty")
        if self.is_proof and not self.convicted:
            raise self.stop("no proof")
        if torn:
            raise self.stop("cut")
        if not self.is_proof and not log.is_complete():
            kind, seats = log.awaited()
            missing = listed(seat for seat in seats if seat not in log.seals)
            name, what = ("seals missing", "seals") if log.is_over() else ("waiting", kind.name.lower())
            raise self.stop(name, f"{what} of {missing}")

    # Rounds

    def read_round(self, log: Log, events: list[Event]) -> None:
        """All events of a record are judged, in its order, before what they are together (13.2)."""
        for event in events:
            self.judge(log, log.judge, event)
            if event.kind is not Kind.NOTE:
                self.last[event.seat] = event, self.at
            self.check_signature(log, event, due=event.kind is Kind.NOTE)
        if log.is_over():
            self.read_seals(log, events)
            return
        if [event.seat for event in events] != log.awaited()[1]:
            raise self.stop("round not whole")
        log.close(events)

    def read_seals(self, log: Log, seals: list[Event]) -> None:
        """Only seals may be spread over several records, in any order, each seat once (12.6)."""
        taken = log.seals.copy()
        for seal in seals:
            if seal.seat in taken:
                raise self.stop("sealed twice", event=seal)
            taken[seal.seat] = seal
        log.seals = taken
        if log.is_complete():
            log.close([log.seals[seat] for seat in sorted(log.seals)])

    def read_certificate(self, log: Log, votes: list[Event]) -> None:  # 19.7
        for vote in votes:
            self.judge(log, log.judge_ballot, vote)
            self.check_signature(log, vote, due=True)
        mask, _ = ballot_of(votes[0])
        whole = [vote.seat for vote in votes] == log.voters(mask)
        if not whole or any((vote.kind, vote.body) != (Kind.VOTE, votes[0].body) for vote in votes):
            raise self.refused(log, "WrongSet", votes[-1])
        log.remove(votes)

    def judge(self, log: Log, rule: Callable[[Event], None], event: Event) -> None:
        try:
            rule(event)
        except Refusal as refusal:
            raise self.refused(log, str(refusal), event) from None

    def refused(self, log: Log, name: str, event: Event) -> Stop:
        did = "did" if log.genesis.signed(event) else "did not"
        return self.stop("event refused", f"{name}; its seat's key {did} sign it", event)

    def check_signature(self, log: Log, event: Event, *, due: bool) -> None:
        """Where the event stands: always that of notes and votes, others if every one is wanted (13.2)."""
        if (due or self.every_signature) and not log.genesis.signed(event):
            raise self.stop("signature wrong", event=event)

    def check_last_signatures(self) -> None:
        """One signature of each author is enough (13.2, 13.6)."""
        for _, (event, at) in sorted(self.last.items()):
            if self.log and not self.log.genesis.signed(event):
                self.findings.append(Finding("signature wrong", at, event=event))

    # Proofs

    def read_proof(self, log: Log, one: Event, other: Event) -> None:
        if one.seat in self.convicted:
            return  # the first that convicts a seat is enough (13.2)
        right_game = one.game == log.genesis.game_id
        if not (right_game and contradict(one, other) and all(map(log.genesis.signed, (one, other)))):
            raise self.stop("false proof")
        self.convicted.append(one.seat)
        self.findings.append(Finding("equivocation", self.at, f"beside {named(other)}", one))


# 13.5 and 19.13: the comparison of several logs of one game
@dataclass(frozen=True)
class Parting:
    """Where two logs of one game part, and what comes of it."""

    round: int
    heads: tuple[bytes, bytes]
    differ: list[int]  # seats of which the round has another event in each
    convicted: list[int]


@dataclass(frozen=True)
class Relation:
    """How a log lies to another of its game; both by their numbers among the files."""

    log: int
    beside: int
    name: str  # same, prefix, outranked, fork
    parting: Parting | None = None


def compare(audits: list[Audit | None]) -> Iterator[Relation]:
    """The logs of each game beside its longest, the first of those that are equally long.

    Of those of which this says that one outranks the other, two may fork all the same.
    """
    games: dict[bytes, dict[int, tuple[Audit, Log]]] = {}
    for number, audit in enumerate(audits):
        if audit and audit.is_sound and audit.log:
            games.setdefault(audit.log.genesis.game_id, {})[number] = audit, audit.log
    for copies in games.values():
        longest = max(copies, key=lambda number: copies[number][1].round)
        outranked: list[int] = []
        for number, copy in copies.items():
            if number == longest:
                continue
            found = Relation(number, longest, *compare_two(copies[longest], copy))
            if found.name == "outranked":
                pairs = (Relation(number, one, *compare_two(copies[one], copy)) for one in outranked)
                found = next((one for one in pairs if one.name == "fork"), found)
                outranked.append(number)
            yield found


def compare_two(other: tuple[Audit, Log], copy: tuple[Audit, Log]) -> tuple[str, Parting | None]:
    """The name of the relation, and where the two part."""
    (whole, long), (part, short) = other, copy
    both = min(long.round, short.round)
    if long.past.before(both)[0] == short.past.before(both)[0]:
        return "same" if long.round == short.round else "prefix", None
    number = next(n for n in range(both) if long.past.before(n + 1)[0] != short.past.before(n + 1)[0])
    heads = (long.past.before(number + 1)[0], short.past.before(number + 1)[0])
    here = next(zip(rounds_from(whole, number), rounds_from(part, number), strict=False))
    differ = [one.seat for one, other in seat_by_seat(*here) if one.id != other.id]
    parting = Parting(number, heads, differ, convicted_from(whole, part, number, long.genesis))
    if outranks(here[0], here[1], part, parting) or outranks(here[1], here[0], whole, parting):
        return "outranked", parting
    return "fork", parting


def rounds_from(audit: Audit, number: int) -> Iterator[list[Event]]:
    """The rounds of a sound log from this one on, the seals that it has together as the last one."""
    return islice(rounds_of(audit), number, None)


def rounds_of(audit: Audit) -> Iterator[list[Event]]:
    seals: list[Event] = []
    with audit.open_file() as file, contextlib.suppress(Torn):
        file.seek(HEADER)
        for body in Records(file):
            record = read_record(body)
            if record.kind == ROUND_RECORD:
                events = [read_event(value) for value in record.events]
                if events[0].kind is Kind.SEAL:
                    seals += events
                else:
                    yield events
    yield sorted(seals, key=lambda seal: seal.seat)


def seat_by_seat(events: list[Event], others: list[Event]) -> Iterator[tuple[Event, Event]]:
    rivals = {event.seat: event for event in others}
    return ((event, rivals[event.seat]) for event in events if event.seat in rivals)


def convicted_from(one: Audit, other: Audit, number: int, genesis: Genesis) -> list[int]:
    """The seats convicted by the first round, from this one on, that convicts any."""
    for pair in zip(rounds_from(one, number), rounds_from(other, number), strict=False):
        proofs = (both for both in seat_by_seat(*pair) if contradict(*both))
        if convicted := [both[0].seat for both in proofs if all(map(genesis.signed, both))]:
            return convicted
    return []


def outranks(events: list[Event], others: list[Event], other: Audit, parting: Parting) -> bool:
    """Whether the one log's certificate outranks the other log (19.13); of two, that for the larger set."""
    if parting.convicted or not set_of(events) > set_of(others):
        return False
    later = (event for round_ in rounds_from(other, parting.round + 1) for event in round_)
    speakers = {event.seat for event in later if event.round > parting.round}
    return not speakers & {vote.seat for vote in events}


def set_of(events: list[Event]) -> set[int]:
    """The set that a certificate removes; empty for a round of events."""
    is_certificate = events[0].kind is Kind.VOTE
    return seats_in(ballot_of(events[0])[0]) if is_certificate else set()


def overall(audits: list[Audit | None], relations: list[Relation]) -> Verdict:
    """The gravest verdict (13.4); None stands for a file that cannot be read."""
    verdicts = [audit.verdict if audit else Verdict.CANNOT_JUDGE for audit in audits]
    verdicts += [Verdict.FORK for relation in relations if relation.name == "fork"]
    return max(verdicts, key=list(Verdict).index, default=Verdict.CANNOT_JUDGE)


# The command
REASONS = {
    Reason.ROWS_FULL: "the rows are full",
    Reason.MOST_ROLLS: "the most rolls have been made",
    Reason.ONE_LEFT: "one seat is left",
    Reason.NOBODY_LEFT: "nobody is left",
}


def listed(seats: Iterable[int]) -> str:
    seats = list(seats)
    return ("seat " if len(seats) == 1 else "seats ") + (", ".join(map(str, seats)) or "none")


def named(event: Event) -> str:
    return f"{event.kind.name.lower()} of seat {event.seat} for round {event.round}, {event.id.hex()}"


def describe(finding: Finding) -> str:
    parts = [f"{finding.name}: record at byte {finding.at}"]
    parts += [f"the {named(finding.event)}"] if finding.event else []
    parts += [finding.detail] if finding.detail else []
    return ": ".join(parts)


def report(audit: Audit) -> Iterator[str]:
    """What is told of a file below its verdict. Foreign text is only names, which hold no controls (6.4)."""
    yield from map(describe, audit.findings)
    if audit.log:
        yield f"game {audit.log.genesis.game_id.hex()}"
        for number, seat in enumerate(audit.log.genesis.seats):
            yield f"seat {number}: {seat.name}, key {seat.key.hex()}"
        if not audit.is_proof:
            yield from report_log(audit.log)


def report_log(log: Log) -> Iterator[str]:
    yield f"{log.round} rounds, {log.game.rolls} rolls, last head {log.head.hex()}"
    for seat, number in sorted(log.notes.items()):
        yield f"seat {seat} resigned in round {number}"
    for removal in log.removals:
        yield f"{listed(removal.seats)} removed in round {removal.round} by {listed(removal.voters)}"
        for seat, spoken in zip(removal.seats, removal.last_spoken, strict=True):
            yield f"  seat {seat} had spoken last in round {spoken}"
    if log.game.reason is not None:
        yield f"over, {REASONS[log.game.reason]}: won by {listed(log.game.winners)}"
        yield f"dollars by seat: {', '.join(map(str, log.game.dollars))}"


def tell_relation(found: Relation, paths: list[str]) -> str:
    told = f"{paths[found.log]!a}, beside {paths[found.beside]!a}: {found.name}"
    if found.parting is None:
        return told
    heads = " and ".join(head.hex() for head in reversed(found.parting.heads))
    told += f", parted in round {found.parting.round}, heads {heads}"
    told += f"; events differ of {listed(found.parting.differ)}"
    return told + (f"; convicted: {listed(found.parting.convicted)}" if found.name == "fork" else "")


def audit_path(path: str, every_signature: bool) -> Audit | None:
    """Audits a file and prints what is told of it; None if it cannot be read (13.1)."""
    try:
        audit = Audit(lambda: open(path, "rb"), every_signature=every_signature).run()
    except OSError as error:
        print(f"{path!a}: {error.strerror}", file=sys.stderr)
        return None
    print(f"{path!a}: {audit.verdict.text}", *report(audit), sep="\n  ")
    return audit


def main() -> int:
    parser = argparse.ArgumentParser(description="Audits logs and proofs of the game MARK.")
    parser.add_argument("--every-signature", action="store_true", help="check the signature of every event")
    parser.add_argument("files", nargs="+", metavar="FILE")
    arguments = parser.parse_args()
    audits = [audit_path(path, arguments.every_signature) for path in arguments.files]
    try:
        relations = list(compare(audits))
    except (OSError, Torn, Damaged, Malformed, Refusal) as error:  # the last four: a file changed meanwhile
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    for relation in relations:
        print(tell_relation(relation, arguments.files))
    verdict = overall(audits, relations)
    if len(audits) > 1:
        print(f"{len(audits)} files: {verdict.text}")
    return verdict.code


if __name__ == "__main__":
    sys.exit(main())
