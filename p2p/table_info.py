"""A table as all who sit at it see it: rules, seats, who is ready; and its digest (protocol.md, 14.6)."""

from core.frozen import Frozen
from core.ruleset import Ruleset
from p2p.encoding import Value, encode, is_array, is_bytes, is_number
from p2p.genesis import MAX_SEATS, MIN_SEATS, GenesisRefused, encode_ruleset, read_ruleset
from p2p.hashing import HASH_BYTES, TAG_TABLE, tagged_hash
from p2p.keys import KEY_BYTES
from p2p.text import is_name

MOST_CHANGES = 2**32


class Seated(Frozen):
    """One who sits at a table: the name shown, the Ed25519 key, and whether it is ready."""

    name: str
    key: bytes
    ready: bool


class TableInfo(Frozen):
    """The host tells its table: the versions, the rules, who sits there, and how many seats there are.

    Hellos, seeds and the genesis are bound to `nonce`. `seated` are the host, then its guests in the order
    in which they sat down; `changes` counts how often that has changed. What follows the versions may change
    with them.
    """

    protocol: int
    rules_id: str
    rules_hash: bytes
    nonce: bytes
    ruleset: Ruleset
    seated: tuple[Seated, ...]
    seats: int
    changes: int

    @property
    def is_full(self) -> bool:
        """Whether all seats are taken."""
        return len(self.seated) == self.seats

    @property
    def digest(self) -> bytes:
        """What one is ready for: all of the table but who is ready. No two states of a table share it."""
        seated = tuple((one.name, one.key) for one in self.seated)
        rules = (self.rules_id, self.rules_hash, encode_ruleset(self.ruleset))
        return tagged_hash(TAG_TABLE, encode((self.nonce, *rules, seated, self.seats, self.changes)))

    def find(self, key: bytes) -> Seated | None:
        """Give the one who sits there with this Ed25519 key, or None."""
        return next((one for one in self.seated if one.key == key), None)


def table_fields(table: TableInfo) -> tuple[Value, ...]:
    """Give what follows the versions in a message."""
    seated = tuple((one.name, one.key, int(one.ready)) for one in table.seated)
    return (table.nonce, encode_ruleset(table.ruleset), seated, table.seats, table.changes)


def read_table(versions: tuple[int, str, bytes], value: tuple[Value, ...]) -> TableInfo | None:
    """Give the table that these decoded fields are, or None if they are not in form."""
    if len(value) != 5:
        return None
    nonce, options, seated, seats, changes = value
    if (
        not is_bytes(nonce, HASH_BYTES)
        or not is_number(seats, MAX_SEATS + 1)
        or not is_number(changes, MOST_CHANGES)
        or type(seated) is not tuple
        or seats < MIN_SEATS
        or not 1 <= len(seated) <= seats
    ):
        return None
    read = tuple(_read_seated(one) for one in seated)
    known = tuple(one for one in read if one is not None)
    if len(known) < len(read) or len(frozenset(one.key for one in known)) < len(known):
        return None
    try:
        ruleset = read_ruleset(options)
    except GenesisRefused:
        return None
    return TableInfo(*versions, nonce, ruleset, known, seats, changes)


def _read_seated(value: Value) -> Seated | None:
    if not is_array(value, 3):
        return None
    name, key, ready = value
    if type(name) is str and is_name(name) and is_bytes(key, KEY_BYTES) and is_number(ready, 2):
        return Seated(name, key, bool(ready))
    return None
