"""An auditor written from protocol.md alone: it shares no line with the program, and judges its games alike.

It says "complete", "unfinished" or "broken", checks every signature, and is slow and plain on purpose.
"""

import hashlib
import zlib
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

P: Final = 2**255 - 19
L: Final = 2**252 + 27742317777372353535851937790883648493
E: Final = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
START, LINK, ACTION, COMMITMENT, OPENING, NOTE, SEAL, VOTE = range(8)
DRAW, ROLL, RETURN, ACT, NAME, BID, PLACE, OVER = range(8)


class Broken(Exception):
    """The log cannot be one of a game."""


def require(holds: object, why: str) -> None:
    if not holds:
        raise Broken(why)


def tagged(text: str, *parts: bytes) -> bytes:
    """Chapter 3."""
    return hashlib.sha256(b"mark/1 " + text.encode() + b"\0" + b"".join(parts)).digest()


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


# Chapter 2 --------------------------------------------------------------------------------------------


def pack(value: Any) -> bytes:
    if isinstance(value, int):
        if value < 128:
            return bytes([value])
        size, code = next(
            (size, code) for size, code in ((1, 0xCC), (2, 0xCD), (4, 0xCE), (8, 0xCF)) if value < 256**size
        )
        return bytes([code]) + value.to_bytes(size, "big")
    if isinstance(value, bytes):
        return _sized(len(value), None, 0xC4) + value
    if isinstance(value, str):
        return _sized(len(value.encode()), (0xA0, 32), 0xD9) + value.encode()
    start = bytes([0x90 + len(value)]) if len(value) < 16 else b"\xdc" + len(value).to_bytes(2, "big")
    return start + b"".join(map(pack, value))


def _sized(length: int, short: tuple[int, int] | None, code: int) -> bytes:
    if short and length < short[1]:
        return bytes([short[0] + length])
    size = next(size for size in (1, 2, 4) if length < 256**size)
    return bytes([code + (size > 1) + (size > 2)]) + length.to_bytes(size, "big")


def unpack(data: bytes) -> Any:
    """Read one value and nothing else, in its one form."""
    value, end = _unpack(data, 0, 6)
    require(end == len(data) and pack(value) == data, "not canonical")
    return value


def _unpack(data: bytes, at: int, depth: int) -> tuple[Any, int]:
    require(at < len(data), "cut short")
    code = data[at]
    at += 1
    if code < 0x80:
        return code, at
    if 0xCC <= code <= 0xCF:
        size = 1 << code - 0xCC
        return int.from_bytes(_take(data, at, size), "big"), at + size
    if 0xC4 <= code <= 0xC6 or 0xD9 <= code <= 0xDB:
        size = 1 << (code - 0xC4 if code < 0xD9 else code - 0xD9)
        length = int.from_bytes(_take(data, at, size), "big")
        taken = _take(data, at + size, length)
        return taken if code < 0xD9 else _text(taken), at + size + length
    if 0xA0 <= code <= 0xBF:
        return _text(_take(data, at, code - 0xA0)), at + code - 0xA0
    require(0x90 <= code <= 0x9F or code in (0xDC, 0xDD), "a type that there is not")
    length = code - 0x90
    if code > 0x9F:
        size = 2 if code == 0xDC else 4
        length, at = int.from_bytes(_take(data, at, size), "big"), at + size
    require(depth and length <= 512, "too deep or too long")
    parts = []
    for _ in range(length):
        part, at = _unpack(data, at, depth - 1)
        parts.append(part)
    return parts, at


def _take(data: bytes, at: int, size: int) -> bytes:
    require(at + size <= len(data), "cut short")
    return data[at : at + size]


def _text(data: bytes) -> str:
    require(len(data) <= 4096, "long text")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise Broken("no UTF-8") from error


# Chapter 4 --------------------------------------------------------------------------------------------

D: Final = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]


def added(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number: int, point: Point) -> Point:
    result: Point = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = added(result, point)
        point, number = added(point, point), number >> 1
    return result


def decoded(encoded: bytes) -> Point | None:
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square:
        return None
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P


def encode_point(point: Point) -> bytes:
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _is_sound(encoded: bytes) -> bool:
    y = int.from_bytes(encoded, "little") & (1 << 255) - 1
    return len(encoded) == 32 and y < P and y not in (0, 1, P - 1, E, P - E)


BASE_Y: Final = 4 * pow(5, -1, P) % P
BASE: Final = decoded(BASE_Y.to_bytes(32, "little")) or (0, 1, 1, 0)


def challenge(r: bytes, key: bytes, message: bytes) -> int:
    """Give k, reduced."""
    return int.from_bytes(hashlib.sha512(r + key + message).digest(), "little") % L


def is_signed(key: bytes, signature: bytes, message: bytes) -> bool:
    """Clause 4.4."""
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or not _is_sound(key) or not _is_sound(r) or s >= L:
        return False
    point = decoded(key)
    if point is None:
        return False
    k = challenge(r, key, message)
    minus = (P - point[0], point[1], 1, P - point[3])
    return encode_point(added(times(s, BASE), times(k, minus))) == r


# Chapter 12 -------------------------------------------------------------------------------------------


def records(data: bytes) -> Iterator[bytes | None]:
    """Give the bodies; None for a torn end."""
    require(data[:8] == b"MARKLOG\1", "not a log")
    at = 8
    while at < len(data):
        prefix = data[at : at + 12]
        if len(prefix) < 12 or not any(data[at:]):
            yield None
            return
        length, sums = int.from_bytes(prefix[:4], "big"), (prefix[4:8], prefix[8:])
        require(u32(zlib.crc32(prefix[:4])) == sums[0] and length <= 262144, "damaged prefix")
        body = data[at + 12 : at + 12 + length]
        at += 12 + length
        if len(body) < length or (u32(zlib.crc32(body)) != sums[1] and at == len(data)):
            yield None
            return
        require(u32(zlib.crc32(body)) == sums[1], "damaged body")
        yield body


# Chapter 15 -------------------------------------------------------------------------------------------


class Position:
    """The state of the game. A square holds 0, or a material plus 1; a row [] or [material, chips]."""

    def __init__(self, options: list[Any], seats: int) -> None:
        self.options = options
        self.full_rows, self.amounts, money, self.fee, self.limit, chips, self.most_rolls, _clock = options
        self.seats = seats
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
        numbers = [[sum(d * 6**i for i, d in enumerate(area)) for area in kind] for kind in self.areas]

        def one(number: int | None) -> list[int]:
            return [] if number is None else [number]

        return [
            self.options, self.phase, self.active, one(self.roller), self.rolls, self.dice, self.money,
            *numbers, self.bank, self.gone, self.rows, self.colours, self.due, one(self.auctioned),
            one(self.winner), self.result,
        ]  # fmt: skip

    def awaited(self) -> list[int]:
        if self.phase in (DRAW, ROLL, BID):
            return self.active
        speaker = self.winner if self.phase == PLACE else self.roller
        return [] if self.phase == OVER or speaker is None else [speaker]

    def row_of(self, material: int) -> int | None:
        return next((number for number, row in enumerate(self.rows) if row and row[0] == material), None)

    def in_play(self) -> list[int]:
        return [m for m in range(5) if [m, 5] not in self.rows]

    def left_of(self, seat: int) -> int:
        return min((other for other in self.active if other > seat), default=self.active[0])

    # What follows by itself

    def finish(self, reason: int) -> None:
        most = max((self.money[seat] for seat in self.active), default=0)
        winners = [seat for seat in self.active if self.money[seat] == most]
        self.result = [reason, winners, list(self.money)]
        self.enter(OVER)

    def enter(self, phase: int) -> None:
        """Begin a phase in which only what belongs to it is set."""
        self.phase = phase
        if phase not in (ACT, NAME):
            self.colours = []
        if phase != ACT:
            self.due = 0
        if phase not in (BID, PLACE):
            self.auctioned = None
        if phase != PLACE:
            self.winner = None

    def begin_turn(self, seat: int) -> None:
        self.roller = seat
        owed = self.fee * sum(self.is_over(kind) for kind in (0, 1))
        if owed > self.money[seat]:
            self.enter(RETURN)
            return
        self.money[seat] -= owed
        self.enter(ROLL)

    def is_over(self, kind: int) -> bool:
        assert self.roller is not None
        return bool(4 - self.areas[kind][self.roller].count(0) > self.limit)

    def pass_turn(self) -> None:
        assert self.roller is not None
        if self.rolls >= self.most_rolls:
            self.finish(1)
        else:
            self.begin_turn(self.left_of(self.roller))

    def roll_again(self) -> None:
        if self.roller not in self.active:
            self.pass_turn()
        elif self.rolls >= self.most_rolls:
            self.finish(1)
        else:
            self.enter(ROLL)

    # The steps

    def leave(self, seats: list[int]) -> None:
        for seat in seats:
            for kind in self.areas:
                for digit in filter(None, kind[seat]):
                    self.bank[digit - 1] += 1
                kind[seat] = [0] * 4
        self.active = [seat for seat in self.active if seat not in seats]
        if len(self.active) < 2:
            self.finish(2 if self.active else 3)

    def go_on(self) -> None:
        """After a step of nothing but retirements (L4)."""
        here = self.roller in self.active
        if self.phase == PLACE and self.winner not in self.active:
            self.roll_again()
        elif self.phase in (ROLL, RETURN, ACT, NAME) and not here:
            self.pass_turn()
        elif self.phase == NAME:
            self.await_name()

    def draw(self, seat: int) -> None:
        self.begin_turn(seat if seat in self.active else self.left_of(seat))

    def roll(self, first: int, second: int) -> None:
        self.rolls += 1
        self.dice = [first, second]
        if self.roller not in self.active:
            self.pass_turn()
        elif first == 5 and second == 5:
            self.await_name()
        elif first == 5:
            if self.bank[second]:
                self.auctioned = second
                self.enter(BID)
            else:
                self.roll_again()
        else:
            shown = range(5) if second == 5 else sorted({first, second})
            self.colours = [colour for colour in shown if colour in self.in_play()]
            self.due = 2 if first == second else 1
            self.await_action()

    def await_name(self) -> None:
        self.colours = [m for m in self.in_play() if self.bank[m]]
        if self.colours:
            self.enter(NAME)
        else:
            self.roll_again()

    def await_action(self) -> None:
        if any(True for _ in self.actions()):
            self.enter(ACT)
        else:
            self.pass_turn()

    def actions(self) -> Iterator[list[int]]:
        assert self.roller is not None
        yard, treatment = (kind[self.roller] for kind in self.areas)
        for colour in self.colours:
            row = self.row_of(colour)
            for i in range(4):
                if self.bank[colour] and not yard[i]:
                    yield [0, colour, i]
                if yard[i] == colour + 1:
                    yield from ([1, i, j] for j in range(4) if abs(i - j) <= 1 and not treatment[j])
                if treatment[i] == colour + 1:
                    yield from (
                        [2, i, r] for r in range(5) if (not self.rows[r] if row is None else r == row)
                    )

    def legal(self) -> list[list[int]]:
        if self.phase == ACT:
            return list(self.actions())
        if self.phase == NAME:
            return [[4, m] for m in self.colours]
        if self.phase == PLACE:
            assert self.winner is not None
            return [[5, i] for i in range(4) if not self.areas[0][self.winner][i]]
        assert self.roller is not None
        held = [(kind, i) for kind in (0, 1) for i in range(4) if self.areas[kind][self.roller][i]]
        return [[3, kind, i] for kind, i in held if self.is_over(kind)]

    def decide(self, code: list[int]) -> None:
        require(code in self.legal(), "an illegal decision")
        assert self.roller is not None
        yard, treatment = (kind[self.roller] for kind in self.areas)
        match code:
            case [0, colour, i]:
                self.bank[colour] -= 1
                yard[i] = colour + 1
            case [1, i, j]:
                treatment[j], yard[i] = yard[i], 0
            case [2, i, r]:
                self.sell(treatment[i] - 1, r)
                treatment[i] = 0
                self.close(r)
            case [3, kind, i]:
                area = self.areas[kind][self.roller]
                self.bank[area[i] - 1] += 1
                area[i] = 0
                if not (self.is_over(0) or self.is_over(1)):
                    self.enter(ROLL)
                return
            case [4, colour]:
                self.auctioned = colour
                self.enter(BID)
                return
            case [5, i]:
                assert self.winner is not None
                assert self.auctioned is not None
                self.bank[self.auctioned] -= 1
                self.areas[0][self.winner][i] = self.auctioned + 1
                self.roll_again()
                return
            case _:
                raise Broken("no decision")
        self.after_action()

    def after_action(self) -> None:
        if self.phase == OVER:
            return
        self.due -= 1
        if self.due:
            self.await_action()
        else:
            self.pass_turn()

    def sell(self, material: int, row: int) -> None:
        assert self.roller is not None
        self.rows[row] = self.rows[row] or [material, 0]
        self.money[self.roller] += self.amounts[row][self.rows[row][1]]
        self.rows[row][1] += 1

    def close(self, row: int) -> None:
        material, chips = self.rows[row]
        if chips < 5:
            return
        self.gone[material] += self.bank[material]
        self.bank[material] = 0
        for area in (area for kind in self.areas for area in kind):
            for i in range(4):
                if area[i] == material + 1:
                    area[i] = 0
                    self.gone[material] += 1
        if sum(row[1:] == [5] for row in self.rows) >= self.full_rows:
            self.finish(0)

    def bids(self, bids: dict[int, int]) -> None:
        assert self.roller is not None
        order = [seat % self.seats for seat in range(self.roller, self.roller + self.seats)]
        best = max(bids.values())
        if best == 0:
            self.roll_again()
            return
        winner = next(seat for seat in order if bids.get(seat) == best)
        self.money[winner] -= best
        if 0 in self.areas[0][winner]:
            self.winner = winner
            self.enter(PLACE)
        else:
            self.roll_again()


# Chapters 5 to 10, and 19 ------------------------------------------------------------------------------


class Said(NamedTuple):
    """An event as read."""

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
        return tagged("event id", self.payload)


def read_said(pair: Any) -> Said:
    require(isinstance(pair, list) and len(pair) == 2, "not an event")
    payload, signature = pair
    require(
        isinstance(payload, bytes) and len(payload) <= 512 and isinstance(signature, bytes), "not an event"
    )
    value = unpack(payload)
    require(isinstance(value, list) and len(value) == 6, "not a payload")
    kind, game, number, head, seat, body = value
    return Said(kind, game, number, head, seat, body, payload, signature)


def draws(tag: str, game: bytes, index: int, links: dict[int, bytes], bounds: list[int]) -> list[int]:
    """Clauses 9.5 and 9.6."""
    said = b"".join(bytes([seat]) + link for seat, link in sorted(links.items()))
    start = game + u32(index) + bytes([len(links)]) + said
    stream = (byte for block in range(2**32) for byte in tagged(tag, start, u32(block)))
    return [next(byte % bound for byte in stream if byte < 256 - 256 % bound) for bound in bounds]


def back(nonce: bytes, key: bytes, index: int, link: bytes) -> bytes:
    return tagged("link", nonce, key, u32(index), link)


class Auditor:
    """One log, record by record. `verdict` says what it is once `read` has returned."""

    def __init__(self, data: bytes, rules_hash: bytes) -> None:
        self.data, self.rules_hash = data, rules_hash
        self.torn = False
        self.rounds = 0
        self.digests: list[bytes] = []

    def run(self) -> str:
        """Give the verdict."""
        try:
            return self.read()
        except (Broken, TypeError, ValueError, LookupError, OverflowError):  # what is out of form
            return "broken"

    def read(self) -> str:
        found = list(records(self.data))
        if found and found[-1] is None:
            self.torn = True
            found.pop()
        require(found, "no genesis")
        self.genesis(found[0] or b"")
        for body in found[1:]:
            kind, content = unpack(body or b"")
            require(kind == 1 and not self.complete, "a record out of place")
            self.take([read_said(pair) for pair in content])
        return "complete" if self.complete and not self.torn else "unfinished"

    def genesis(self, body: bytes) -> None:
        kind, data = unpack(body)
        require(kind == 0 and len(data) <= 2048, "no genesis")
        version, rules_id, rules_hash, options, self.nonce, self.seats = unpack(data)
        require((version, rules_id, rules_hash) == (1, "mark-1", self.rules_hash), "another version")
        self.keys = [seat[1] for seat in self.seats]
        order = [tagged("seat order", key) for key in self.keys]
        require(order == sorted(order) and len(set(order)) == len(order), "seats out of order")
        self.game = tagged("genesis", data)
        self.heads = [self.game]
        self.position = Position(options, len(self.seats))
        self.last_links = [(-1, seat[3]) for seat in self.seats]
        self.index_before = [0]
        self.spoken = [-1] * len(self.seats)
        self.commitments: dict[int, tuple[int, bytes]] = {}
        self.complete = False
        self.awaits: tuple[int, list[int]] = (START, list(range(len(self.seats))))
        self.seals: dict[int, Said] = {}
        self.removals: set[int] = set()
        self.note_digest()

    def note_digest(self) -> None:
        self.digests.append(tagged("state digest", pack(self.position.snapshot())))

    def take(self, said: list[Said]) -> None:
        if said[0].kind == VOTE:
            self.certify(said)
            return
        kind, seats = self.awaits
        for one in said:
            require(one.game == self.game and one.seat in seats, "another game or seat")
            self.judge_note(one) if one.kind == NOTE else self.judge(one)
            self.check_signature(one)
        if kind == SEAL:
            for one in said:
                require(one.seat not in self.seals, "sealed twice")
                self.seals[one.seat] = one
            if len(self.seals) < len(seats):
                return
            said = [self.seals[seat] for seat in seats]
        require([one.seat for one in said] == seats, "not a whole round")
        self.play(kind, said)
        self.heads.append(tagged("head", self.heads[-1], *(one.id for one in said)))
        self.index_before.append(self.index_before[-1] + (kind == LINK))
        for seat in seats:
            self.spoken[seat] = self.rounds
        self.rounds += 1
        self.await_next(kind, sealed=kind == COMMITMENT)
        self.note_digest()

    def check_signature(self, one: Said) -> None:
        message = b"mark/1 event signature\0" + one.payload
        require(is_signed(self.keys[one.seat], one.signature, message), "a wrong signature")

    def certify(self, votes: list[Said]) -> None:
        """Clauses 19.2, 19.7 and 19.8."""
        kind, awaited = self.awaits
        active = self.position.active
        mask = votes[0].body[0]
        gone = [seat for seat in range(4) if mask >> seat & 1]
        voters = [seat for seat in active if seat not in gone]
        require(kind in (LINK, ACTION, COMMITMENT, OPENING), "a round that takes no certificate")
        require(len(active) > 2 and gone and set(gone) <= set(active), "no seats to remove")
        require(set(gone) & set(awaited) and mask < 16, "nobody of them is awaited")
        short = 2 * len(voters) - len(active)
        require(short > 0 or (short == 0 and active[0] in voters), "too few voters")
        require([one.seat for one in votes] == voters, "not every vote")
        place = (VOTE, self.game, self.rounds, self.heads[-1], [mask])
        for one in votes:
            require((one.kind, one.game, one.round, one.head, one.body) == place, "another vote")
            self.check_signature(one)
        self.position.leave(gone)
        self.position.go_on()
        self.heads.append(tagged("head", self.heads[-1], *(one.id for one in votes)))
        self.index_before.append(self.index_before[-1] + (kind == LINK))
        self.removals.add(self.rounds)
        self.rounds += 1
        self.await_next(kind, sealed=kind == OPENING)
        self.note_digest()

    def await_next(self, closed: int, sealed: bool) -> None:
        phase = self.position.phase
        kind = {DRAW: LINK, ROLL: LINK, BID: COMMITMENT, OVER: SEAL}.get(phase, ACTION)
        if kind == COMMITMENT and sealed:
            kind = OPENING
        seats = self.position.active if kind == SEAL else self.position.awaited()
        self.awaits = kind, list(seats)
        self.complete = closed == SEAL or not seats

    def judge(self, one: Said) -> None:
        require((one.kind, one.round) == (self.awaits[0], self.rounds), "another round or kind")
        require(one.head == self.heads[-1], "another head")
        match one.kind, one.body:
            case (0, []):
                pass
            case (1, [bytes(link)]):
                self.judge_link(one.seat, self.index_before[-1], link)
            case (2, code):
                require(code in self.position.legal(), "an illegal decision")
            case (3, [bytes(commitment)]):
                require(len(commitment) == 32, "no commitment")
            case (4, [int(bid), bytes(nonce)]):
                number, commitment = self.commitments[one.seat]
                parts = (
                    self.game,
                    u32(number),
                    bytes([one.seat]),
                    self.keys[one.seat],
                    bid.to_bytes(8, "big"),
                    nonce,
                )
                require(tagged("bid", *parts) == commitment and len(nonce) == 32, "a wrong opening")
                require(bid <= self.position.money[one.seat], "a bid too high")
            case (6, result):
                require(result == self.position.result, "a wrong seal")
            case _:
                raise Broken("a body out of form")

    def judge_note(self, one: Said) -> None:
        first, link = one.body
        require(first - one.round in (0, 1), "a note out of form")
        require(self.awaits[0] in (LINK, ACTION, COMMITMENT, OPENING), "no round for notes")
        require(one.round <= self.rounds and first <= self.rounds, "a note from ahead")
        require(one.head == self.heads[one.round], "another head")
        spoken = self.spoken[one.seat]
        in_step = (first == one.round + 1) == (spoken == one.round) or one.round in self.removals
        require(spoken <= one.round and in_step, "a note out of place")
        self.judge_link(one.seat, self.index_before[first], link)

    def judge_link(self, seat: int, index: int, link: bytes) -> None:
        known, last = self.last_links[seat]
        require(len(link) == 32 and known < index < self.position.most_rolls + 4, "a wrong link")
        for step in range(index, known, -1):
            link = back(self.nonce, self.keys[seat], step, link)
        require(link == last, "a wrong link")

    def play(self, kind: int, said: list[Said]) -> None:
        retired = [one.seat for one in said if one.kind == NOTE]
        links = {one.seat: one.body[-1] for one in said} if kind == LINK else {}
        for one in said if kind == LINK else []:
            first = one.body[0] if one.kind == NOTE else self.rounds
            self.last_links[one.seat] = self.index_before[first], links[one.seat]
        if kind == COMMITMENT:
            self.commitments = {one.seat: (one.round, one.body[0]) for one in said if one.kind != NOTE}
        if retired:
            self.position.leave(retired)
            if self.position.phase == OVER:
                return
            if kind in (ACTION, COMMITMENT):
                self.position.go_on()
                return
        index = self.index_before[-1]
        if kind == LINK and self.position.phase == DRAW:
            self.position.draw(*draws("starting seat", self.game, index, links, [len(self.seats)]))
        elif kind == LINK:
            self.position.roll(*draws("dice", self.game, index, links, [6, 6]))
        elif kind == ACTION:
            self.position.decide(said[0].body)
        elif kind == OPENING:
            self.position.bids({one.seat: one.body[0] for one in said if one.kind != NOTE})
