"""The rules of the game for players, as `mark rules` shows them."""

import shutil
import textwrap
from argparse import Namespace
from typing import Final

from cli.words import N_, _
from core.ruleset import DEFAULT

_WIDEST: Final = 88
_AMOUNTS_HERE: Final = "{amounts}"
"""Stands where the table of the market's amounts goes."""

SECTIONS: Final = (
    (
        N_("MARK"),
        (
            N_(
                "Two to four players each run a recycling company. Goods come from the bank, are treated "
                "in the company, and are sold to a market that all share. Whoever has the most money at "
                "the end wins."
            ),
            N_(
                "This program is not official: the game belongs to its author and its publisher. The "
                "rules are told here in our own words; buy the game to have the real thing on the table."
            ),
        ),
    ),
    (
        N_("What there is"),
        (
            N_(
                "Five materials, each with a colour on the dice and, unless agreed otherwise, eight "
                "chips: glass (white), paper (blue), metal (gold), cork (green) and plastic (red)."
            ),
            N_(
                "Two dice with six equal faces. Both show the five colours; the sixth face is a hammer on"
                " one die and a star on the other."
            ),
            N_(
                "Each company has a yard of four squares for deliveries and, facing it square by square, "
                "a treatment area of four. A square holds one chip."
            ),
            N_(
                "The market has five rows of five spaces. A row belongs to no material at first, and to "
                "one material from its first chip on. The spaces pay, from the first to the last:"
            ),
            _AMOUNTS_HERE,
            N_(
                "Everyone starts with $30. Money is whole dollars and lies open; the bank never runs out "
                "of it. The player who starts is drawn with the dice that all players make together."
            ),
        ),
    ),
    (
        N_("A turn"),
        (
            N_(
                "1. Storage. If more than two chips lie in your yard you owe $5, and another $5 if more "
                "than two lie in your treatment area. If you cannot pay all that you owe, you pay "
                "nothing: you return chips of your choice from what is too full to the bank, one by one, "
                "until no area holds more than two."
            ),
            N_("2. Roll both dice."),
            N_("Two different colours: choose one of them and do one action with it."),
            N_(
                "The same colour twice: two actions with it, one after the other; the same chip may move "
                "twice. The first is your choice alone; the second is lost only if it is impossible."
            ),
            N_(
                "A star and a colour: the star is any colour you like. Do one action with that colour or "
                "with the one on the other die. This is never a double."
            ),
            N_(
                "A hammer and a colour: a chip of that colour is auctioned at once. Then you roll again "
                "in the same turn, without paying storage again. The roll with the hammer gives no "
                "action."
            ),
            N_("Hammer and star: you say which material is auctioned, and roll again after it."),
            N_(
                "If you can act, you must. If one of your two colours allows nothing, take the other. If "
                "no action is possible, the turn is lost. Then the player to the left is next."
            ),
            N_(
                "Whoever hosts a table can give it a clock, so many seconds for each choice. When a "
                "player's time is over, that player's own program rolls, makes a modest choice, or bids "
                "nothing. This is an agreement and no rule: nobody can check it."
            ),
        ),
    ),
    (
        N_("Actions"),
        (
            N_("Deliver: put a chip of the colour from the bank on any vacant square of your yard."),
            N_(
                "Treat: move a chip of the colour from your yard to the treatment square that faces it, "
                "or to one beside that, if it is vacant."
            ),
            N_(
                "Sell: move a chip of the colour from your treatment area to the market and take the "
                "money shown on the space it covers. The first chip of a material goes to the first space"
                " of any row that is still free, and makes the row its own; each later one goes to the "
                "next space of that row."
            ),
            N_(
                "When a row is full, its material is closed: all its other chips, in the bank and in "
                "every company, leave the game at once, and its colour counts for nothing from then on."
            ),
        ),
    ),
    (
        N_("The auction"),
        (
            N_(
                "Everyone, the roller too, takes any amount of their own money into a closed fist, or none."
                " All fists open together. The highest bid is paid to the bank; the others keep their "
                "money."
            ),
            N_(
                "Between equal highest bids the roller goes first, then whoever sits closest to the "
                "roller's left."
            ),
            N_(
                "The winner puts the chip on a vacant square of their own yard. A winner without one pays "
                "all the same, and the chip stays in the bank."
            ),
        ),
    ),
    (
        N_("The end"),
        (
            N_(
                "The game ends at once when four rows of the market are full, or all five in the long "
                "game. The most money wins; players with equal money share the win. Chips left over are "
                "worth nothing."
            ),
            N_(
                "A player can resign at any time. The chips go back to the bank, the money is out of the "
                "game, and the others play on; the last one left wins."
            ),
        ),
    ),
    (
        N_("What we decided"),
        (
            N_(
                "Where the printed rules are silent, or two tellings of them differ, this program had to "
                "choose. These are our choices, with the reasons."
            ),
            N_(
                "- The amounts on the market are ours, since the rules texts that we have show none. All "
                "rows begin at the same price and then part: a flat row keeps your rivals poor, and a "
                "steep one rewards whoever has more of the material and can wait. Players can agree on "
                "others."
            ),
            N_(
                "- Eight chips of each material and five spaces in a row come from public descriptions of"
                " the game, for the same reason."
            ),
            N_(
                "- Storage is paid whole or not at all, and chips are returned only from what is too full"
                " and no more than needed: a part payment would need a rule of its own for which part."
            ),
            N_(
                "- The rolls after a hammer belong to the same turn. One source makes them a new turn, "
                "with storage due again; the published rules do not."
            ),
            N_("- A star cannot stand for a material that is closed, since no action with it is possible."),
            N_(
                "- With hammer and star, the roller names a material of which the bank has a chip. If "
                "there is none, or if the colour beside the hammer has none left, there is no auction and"
                " the roll is repeated: nothing could be won."
            ),
            N_(
                "- A bid of nothing is an empty fist. If all fists are empty, nothing is sold: nobody "
                "gets a chip without paying."
            ),
            N_(
                "- An auction is held even if nobody has money or room: a turn then goes on in the same "
                "way every time."
            ),
            N_(
                "- A game also ends, with the same count of money, after a number of rolls that was "
                "agreed before it (4096 unless said otherwise): so every game ends."
            ),
            N_(
                "- A player who leaves during an auction or a roll does not stop it; the rest finish it, "
                "and ties are still counted from the roller's place."
            ),
        ),
    ),
)
"""Titles and paragraphs, in the order in which they are read."""


def rules_text(width: int = 80) -> str:
    """Give the whole rules in the language in use, in lines of at most `width` columns."""
    blocks: list[str] = []
    for title, paragraphs in SECTIONS:
        blocks += ["", _(title).upper()]
        blocks += [_lay_out(paragraph, width) for paragraph in paragraphs]
    return "\n".join(blocks[1:])


def _lay_out(paragraph: str, width: int) -> str:
    if paragraph == _AMOUNTS_HERE:
        return "\n".join("    " + " ".join(f"{amount:>3}" for amount in row) for row in DEFAULT.amounts)
    text = _(paragraph)
    indent = "   " if text[1:3] == ". " else "  " if text.startswith("- ") else ""
    return textwrap.fill(text, width, subsequent_indent=indent, break_on_hyphens=False)


def run(args: Namespace) -> int:  # noqa: ARG001 - as every command
    """Print the rules, as wide as is good to read."""
    print(rules_text(max(min(shutil.get_terminal_size().columns, _WIDEST), 20)))
    return 0
