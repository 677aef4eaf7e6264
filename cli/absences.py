"""Who has gone and who has come back, told once each."""

from collections.abc import Sequence

from cli.waiting import tell_presence
from cli.words import _
from p2p.view import Presence, View


class Absences:
    """Remembers who was away at the last look."""

    def __init__(self) -> None:
        self._away: frozenset[int] = frozenset()

    def look(self, view: View, names: Sequence[str]) -> list[str]:
        """Give a line for each seat that has gone or come back since the last look, and for being alone."""
        away = frozenset(peer.seat for peer in view.peers if peer.presence is Presence.AWAY)
        changed = away ^ self._away
        lines = [tell_presence(peer, names) for peer in view.peers if peer.seat in changed]
        if changed and len(away) == len(view.peers) > 1:
            lines.append(
                _(
                    "Nobody else is heard, so it may be this computer's own network that is gone; the game "
                    "goes on by itself once it is back."
                )
            )
        self._away = away
        return lines
