"""What both sides of a lobby have in common: who wants to sit, what is told, and why nothing comes of it.

How a host and its guests come to one genesis is in `p2p.lobby_host` and `p2p.lobby_guest`, both sans-IO
(protocol.md, chapter 14).
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from core.frozen import Frozen
from core.ruleset import Ruleset
from p2p.dice import Chain, chain_length
from p2p.genesis import Genesis, SeatEntry, make_genesis
from p2p.hashing import PROTOCOL_VERSION
from p2p.invite import Endpoints
from p2p.keys import SigningKey
from p2p.lobby_messages import Hello, OtherVersion, Reason
from p2p.rules import RULES_HASH, RULES_ID
from p2p.table_info import TableInfo

REPEAT_SECONDS: Final = 1.0
SILENCE_SECONDS: Final = 10.0
"""After this long without a word a guest's seat is free again."""

VERSIONS: Final = (PROTOCOL_VERSION, RULES_ID, RULES_HASH)


class Place(Frozen):
    """Who wants to sit: the name shown, the keys, and where this peer listens (addresses, one port)."""

    name: str
    key: SigningKey
    curve_key: bytes
    listening: Endpoints


class SeatTaken(Frozen):
    """A guest of this name has sat down."""

    name: str


class SeatLeft(Frozen):
    """The guest of this name has left, or has not been heard for 10 seconds."""

    name: str


class GuestDismissed(Frozen):
    """The host has sent the guest of this name away."""

    name: str


class GuestRefused(Frozen):
    """The host has refused somebody; told once for each CURVE key and reason."""

    reason: Reason


class OtherVersionKnocks(Frozen):
    """Somebody would sit down whose program has another protocol or other rules; told once for each."""

    theirs: OtherVersion


class GuestAsks(Frozen):
    """A guest without an invite asks for a seat: `admit` or `decline` this number."""

    number: int
    name: str
    key: bytes
    addresses: tuple[str, ...]


class GuestGone(Frozen):
    """The guest of this number asks no more: it has left, is silent, or has come under another name."""

    number: int


class HostAsked(Frozen):
    """The host has been asked whether this guest may sit."""


class HostSilent(Frozen):
    """The host has not been heard for 10 seconds."""


class HostHeard(Frozen):
    """The host is heard again."""


class TableSeen(Frozen):
    """The table is another than before: who sits there, or who is ready. It is the same for all who sit."""

    table: TableInfo


class ReadyTakenBack(Frozen):
    """The seats have changed, so this one is not ready any more."""


LobbyNews: TypeAlias = (
    SeatTaken
    | SeatLeft
    | GuestDismissed
    | GuestRefused
    | OtherVersionKnocks
    | GuestAsks
    | GuestGone
    | HostAsked
    | HostSilent
    | HostHeard
    | TableSeen
    | ReadyTakenBack
)


class LobbyFailure(Exception):
    """There will be no game at this table for this guest."""


class TableRefused(LobbyFailure):
    """The host does not let this guest sit; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class TableBegun(TableRefused):
    """Who answers is at play and has no table (protocol.md, 20.4): it can be asked to let this one watch."""


class OtherVersionHere(LobbyFailure):
    """Host and guest have different protocols or rules: `theirs` is what the host has."""

    def __init__(self, theirs: OtherVersion) -> None:
        super().__init__(theirs)
        self.theirs = theirs


class GenesisUnfit(LobbyFailure):
    """The host offers a genesis that is not what this guest agreed to; `what` names the part that differs."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


def draw_chain(place: Place, seed: bytes, nonce: bytes, ruleset: Ruleset) -> Chain:
    """Give the dice of a seat: drawn after the host's nonce is known, and for this game alone."""
    return Chain(seed, nonce, place.key.public, chain_length(ruleset))


def draw_up(
    place: Place, anchor: bytes, nonce: bytes, ruleset: Ruleset, hellos: Sequence[Hello]
) -> tuple[Genesis, tuple[Endpoints, ...]]:
    """Give the genesis of the host at this place and of its guests, and where each seat says it listens."""
    listening = {place.key.public: place.listening}
    entries = [SeatEntry(place.name, place.key.public, place.curve_key, anchor)]
    for hello in hellos:
        entries.append(SeatEntry(hello.name, hello.key, hello.curve_key, hello.anchor))
        listening[hello.key] = (hello.addresses, hello.port)
    genesis = make_genesis(ruleset, nonce, entries)
    return genesis, tuple(listening[seat.key] for seat in genesis.seats)
