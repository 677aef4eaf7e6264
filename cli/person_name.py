"""The name of whoever sits at this computer, where none has been said."""

import getpass

from cli.words import _
from p2p.text import is_name


def player_name() -> str:
    """Give the name of whoever is logged in, if it can be one at a table."""
    try:
        name = getpass.getuser().title()
    except (OSError, KeyError, ImportError):  # what Python's versions raise where nobody is known
        name = ""
    return name if is_name(name) else _("Player")
