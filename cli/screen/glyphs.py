"""The characters that the screen is drawn with: one set for terminals with Unicode, one in ASCII.

Each says by its shape what a colour says elsewhere, and takes one column.
"""

from typing import TYPE_CHECKING, Final

from core.frozen import Frozen

if TYPE_CHECKING:  # screens that show no game do without what a game loads
    from p2p.view import Presence


class Glyphs(Frozen):
    """Signs by what they mean; pairs stand around a square's content.

    `bar` are the two parts of a line that shows how far something is, with the place between them.
    `chip`, `lit` and `pending` go around squares: as they lie, to be chosen now, and not settled yet.
    """

    here: str
    suspect: str
    away: str
    turn: str
    cursor: str
    next_space: str
    vertical: str
    horizontal: str
    mask: str
    bar: tuple[str, str, str]
    chip: tuple[str, str] = ("[", "]")
    lit: tuple[str, str] = ("<", ">")
    pending: tuple[str, str] = ("{", "}")

    def presence(self, presence: "Presence") -> str:
        """Give the sign for how recently a peer was heard."""
        return {"here": self.here, "suspect": self.suspect, "away": self.away}[presence.value]


UNICODE: Final = Glyphs("●", "◐", "○", "▶", "▸", "»", "│", "─", "•", ("━", "●", "─"))
ASCII: Final = Glyphs("+", "?", "-", ">", ">", "'", "|", "-", "*", ("=", "O", "-"))
