"""The genesis: who plays, by which keys and rules; its hash is the game id (protocol.md, chapter 6)."""

from collections.abc import Iterable
from typing import Final

from core.errors import RulesetError
from core.frozen import Frozen
from core.ruleset import Ruleset
from p2p.encoding import EncodingRefused, Value, decode, encode, is_array, is_bytes
from p2p.event import EventSignatureWrong, SignedEvent, check_signature
from p2p.hashing import HASH_BYTES, PROTOCOL_VERSION, TAG_GENESIS, TAG_SEATS, tagged_hash
from p2p.keys import KEY_BYTES, KeyRefused, check_key
from p2p.rules import RULES_HASH, RULES_ID, RULES_VERSIONS
from p2p.text import is_name

MAX_GENESIS_BYTES: Final = 2048
MIN_SEATS: Final = 2
MAX_SEATS: Final = 4


class GenesisRefused(ValueError):
    """These bytes are not a genesis that anyone may sign; `detail` says what is wrong with them."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class VersionUnknown(ValueError):
    """A protocol or rules version that this program cannot judge. `what` is "protocol" or "rules"."""

    def __init__(self, what: str, version: str) -> None:
        super().__init__(what, version)
        self.what = what
        self.version = version


class SeatEntry(Frozen):
    """One seat of a genesis: the name shown, the keys it signs and connects with, its dice anchor."""

    name: str
    key: bytes
    curve_key: bytes
    anchor: bytes

    @property
    def order(self) -> bytes:
        """What seats are sorted by: nobody chooses a place at the table."""
        return tagged_hash(TAG_SEATS, self.key)


class Genesis(Frozen):
    """The agreed start of one game. `data` is its bytes, `game_id` their hash."""

    rules_id: str
    rules_hash: bytes
    ruleset: Ruleset
    nonce: bytes
    seats: tuple[SeatEntry, ...]
    data: bytes
    game_id: bytes

    def seat_of(self, key: bytes) -> int | None:
        """Give the seat that plays with this Ed25519 key, or None."""
        return next((seat for seat, entry in enumerate(self.seats) if entry.key == key), None)

    def is_signed(self, signed: SignedEvent) -> bool:
        """Tell whether the key of an event's seat has signed it; it has not where there is no such seat."""
        seat = signed.event.seat
        if seat >= len(self.seats):
            return False
        try:
            check_signature(signed, self.seats[seat].key)
        except EventSignatureWrong:
            return False
        return True


def make_genesis(ruleset: Ruleset, nonce: bytes, entries: Iterable[SeatEntry]) -> Genesis:
    """Give the genesis of these seats under the current rules, put in the order of their keys' hashes."""
    seats = tuple(sorted(entries, key=lambda entry: entry.order))
    return read_genesis(
        encode(
            (
                PROTOCOL_VERSION,
                RULES_ID,
                RULES_HASH,
                encode_ruleset(ruleset),
                nonce,
                tuple((seat.name, seat.key, seat.curve_key, seat.anchor) for seat in seats),
            )
        )
    )


def encode_ruleset(ruleset: Ruleset) -> tuple[Value, ...]:
    """Give the options of `ruleset` in the order of its fields, as the genesis holds them."""
    return ruleset.options()


def read_ruleset(value: Value) -> Ruleset:
    """Give the ruleset that these decoded options are. Raises `GenesisRefused`."""
    if not is_array(value, len(Ruleset.__match_args__)):
        raise GenesisRefused("ruleset")
    try:
        return Ruleset(*value)  # type: ignore[arg-type]  # the constructor checks every type and bound
    except RulesetError as error:
        raise GenesisRefused(f"ruleset option {error.key}") from error


def read_genesis(data: bytes) -> Genesis:
    """Give the genesis that `data` is. Raises `GenesisRefused`, or `VersionUnknown` for a later version."""
    try:
        value = decode(data, MAX_GENESIS_BYTES)
    except EncodingRefused as error:
        raise GenesisRefused(error.why) from error
    if type(value) is not tuple or not value or type(value[0]) is not int:
        raise GenesisRefused("not an array that begins with a version")
    if value[0] != PROTOCOL_VERSION:
        raise VersionUnknown("protocol", str(value[0]))
    if len(value) != 6:
        raise GenesisRefused("not an array of six")
    _, rules_id, rules_hash, options, nonce, entries = value
    if type(rules_id) is not str or not is_name(rules_id) or not is_bytes(rules_hash, HASH_BYTES):
        raise GenesisRefused("rules")
    if RULES_VERSIONS.get(rules_id) != rules_hash:
        raise VersionUnknown("rules", f"{rules_id} ({rules_hash.hex()[:8]})")
    if not is_bytes(nonce, HASH_BYTES):
        raise GenesisRefused("nonce")
    seats = _read_seats(entries)
    game_id = tagged_hash(TAG_GENESIS, data)
    return Genesis(rules_id, rules_hash, read_ruleset(options), nonce, seats, data, game_id)


def _read_seats(value: Value) -> tuple[SeatEntry, ...]:
    if type(value) is not tuple or not MIN_SEATS <= len(value) <= MAX_SEATS:
        raise GenesisRefused("number of seats")
    seats = tuple(_read_seat(part) for part in value)
    for keys in ([seat.key for seat in seats], [seat.curve_key for seat in seats]):
        if len(frozenset(keys)) != len(keys):
            raise GenesisRefused("two seats share a key")
    if list(seats) != sorted(seats, key=lambda seat: seat.order):
        raise GenesisRefused("seats not in the order of their keys' hashes")
    return seats


def _read_seat(value: Value) -> SeatEntry:
    if not is_array(value, 4):
        raise GenesisRefused("seat")
    name, key, curve_key, anchor = value
    if type(name) is not str or not is_name(name):
        raise GenesisRefused("name")
    if not is_bytes(key, KEY_BYTES) or not is_bytes(curve_key, KEY_BYTES):
        raise GenesisRefused("key")
    try:
        check_key(key)
    except KeyRefused as error:
        raise GenesisRefused("a key that is not canonical or of small order") from error
    if not is_bytes(anchor, HASH_BYTES):
        raise GenesisRefused("anchor")
    return SeatEntry(name, key, curve_key, anchor)
