"""At whose table a seat of a finished game plays again: the lowest one's that offers one. Sans-IO.

So there are never two tables for long, whoever asks first (protocol.md, chapter 21).
"""

from collections.abc import Collection
from typing import Final

from p2p.entropy import Entropy
from p2p.genesis import Genesis
from p2p.lobby import Place
from p2p.lobby_guest import GuestLobby
from p2p.lobby_host import HostLobby
from p2p.rematch import Rematch
from p2p.table_info import TableInfo


class NobodyAgain(Exception):
    """No other seat of the finished game plays again: all have said no, or are away."""


class Again:
    """The search of one seat for its table; `place` is how it sits there.

    With `may_host` it offers a table of its own as long as no lower seat does; without, it only follows.
    """

    def __init__(
        self, rematch: Rematch, genesis: Genesis, place: Place, entropy: Entropy, *, may_host: bool
    ) -> None:
        self._rematch, self._genesis, self._place, self._entropy = rematch, genesis, place, entropy
        self._may_host = may_host
        self._keys: Final = frozenset(seat.key for seat in genesis.seats)
        seat = genesis.seat_of(place.key.public)
        assert seat is not None
        self._seat = seat
        self._at: tuple[int, bytes | None] | None = None
        self._lobby: HostLobby | GuestLobby | None = None
        rematch.ask_anew()

    def seek(self, away: Collection[int]) -> HostLobby | GuestLobby | None:
        """Give the lobby where this seat belongs now, None while there is none; `away` are silent seats.

        Raises `NobodyAgain`.
        """
        offers = self._rematch.offers
        host = min((*offers, *[self._seat] * self._may_host), default=None)
        at = None if host is None else (host, offers.get(host))
        if at != self._at:
            self._at = at
            self._lobby = None if host is None else self._open(host, offers.get(host))
        is_alone = not (isinstance(self._lobby, HostLobby) and self._lobby.guests)
        if host in {None, self._seat} and is_alone and self._all_others_gone(away):
            raise NobodyAgain
        return self._lobby

    def close(self) -> None:
        """Take note that the host has closed the table where this seat is a guest."""
        if self._at is not None and self._at[1] is not None:
            self._rematch.forget(self._at[0], self._at[1])

    def _open(self, host: int, token: bytes | None) -> HostLobby | GuestLobby:
        genesis = self._genesis
        if token is not None:
            self._rematch.fall_silent()
            curve_key = genesis.seats[host].curve_key
            return GuestLobby(
                self._place, curve_key, token, self._entropy, always_ready=True, fits=self._fits
            )
        lobby = HostLobby(
            self._place,
            len(genesis.seats),
            genesis.ruleset,
            self._entropy,
            always_ready=True,
            only=self._keys,
        )
        self._rematch.offer(lobby.token)
        return lobby

    def _fits(self, table: TableInfo) -> bool:
        """Tell whether a table is what the user has said yes to: the same rules, and nobody else."""
        return table.ruleset == self._genesis.ruleset and self._keys.issuperset(
            one.key for one in table.seated
        )

    def _all_others_gone(self, away: Collection[int]) -> bool:
        gone = self._rematch.declined.union(away)
        return all(seat in gone for seat in range(len(self._genesis.seats)) if seat != self._seat)
