"""The announcement of a table that a person hosts, in step with who sits there."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager

from cli.discovery_words import tell_discovery
from core.ruleset import PRESETS, Ruleset
from p2p.advert import CUSTOM, Advert
from p2p.beacon import Beacon, new_instance
from p2p.interfaces import own_addresses
from p2p.invite import Endpoints
from p2p.lobby import VERSIONS, TableSeen
from p2p.table import News


class Announcement:
    """What is announced of one table, on the `wanted` interfaces or addresses, or on all if none is named."""

    def __init__(
        self,
        host: str,
        seats: int,
        ruleset: Ruleset,
        wanted: Sequence[str],
        say: Callable[[str], None],
        *,
        is_open: bool,
        watch: bool = False,
        taken: int = 1,
    ) -> None:
        self._is_open, self._watch = is_open, watch
        self._host, self._seats, self._ruleset = host, seats, ruleset
        self._wanted = tuple(wanted)
        self._say = say
        self._taken = taken
        self._beacon: Beacon | None = None

    def open(self, curve_key: bytes, listening: Endpoints) -> AbstractAsyncContextManager[object]:
        """Give the block during which it is announced; where discovery is off, it says why and goes on."""
        protocol, rules_id, _hash = VERSIONS
        addresses, port = listening
        ruleset = next((name for name, preset in PRESETS.items() if preset == self._ruleset), CUSTOM)
        advert = Advert(
            new_instance(),
            self._host,
            self._taken,
            self._seats,
            protocol,
            rules_id,
            ruleset,
            addresses,
            port,
            curve_key,
            self._is_open,
            watch=self._watch,
        )
        self._beacon = Beacon(
            advert, lambda: own_addresses(self._wanted), lambda off: self._say(tell_discovery(off))
        )
        return self._beacon

    def show_playing(self) -> None:
        """Announce from now on that the game is on: nobody can sit down any more, but it can be watched."""
        if self._beacon is not None:
            self._beacon.show_playing()

    def count(self, news: News) -> None:
        """Take in how many sit at the table."""
        if not isinstance(news, TableSeen) or len(news.table.seated) == self._taken:
            return
        self._taken = len(news.table.seated)
        if self._beacon is not None:
            self._beacon.show_taken(self._taken)
