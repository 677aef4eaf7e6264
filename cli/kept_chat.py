"""What the players of a game said to each other, as it is kept beside the log."""

from collections.abc import Sequence
from pathlib import Path

from cli.chat_desk import tell_said
from cli.errors import sentence
from cli.words import _
from p2p.chat_file import read_chat
from p2p.frames import CHAT_NAME
from p2p.genesis import Genesis


def has_chat(log: Path) -> bool:
    """Tell whether there is a chat beside this log."""
    return (log.parent / CHAT_NAME).is_file()


def tell_kept_chat(log: Path, genesis: Genesis, names: Sequence[str]) -> list[str]:
    """Give one line for each thing that was said, as far as it is sound, or why there is none."""
    try:
        lines = read_chat(log.parent, genesis)
    except OSError as error:
        return [sentence(error) or type(error).__name__]
    told = [tell_said(line.seat, line.text, names) for line in lines]
    return told or [_("Nothing that was said in this game is kept beside its log.")]
