"""`mark watch`: follow a game from outside, through one player or several."""

import asyncio
from argparse import Namespace
from typing import TYPE_CHECKING, Final

from cli.console import Console, open_console
from cli.folders import data_folder
from cli.judging import judge
from cli.pick_table import Purpose, pick_table
from cli.stage import settings_of, stand, wants_screen
from cli.watch_client import WatchClient
from cli.words import _
from p2p.browser import Browser
from p2p.entropy import system_entropy
from p2p.interfaces import own_addresses
from p2p.invite import Invite, parse_invite
from p2p.watcher import Watcher

if TYPE_CHECKING:
    from cli.screen.app import FullScreen
    from cli.screen.lines_screen import LinesScreen

_KEYS: Final = {"b": "board", "t": "table", "o": "who", "w": "words", "?": "help"}
"""What can be typed that has a key on the full screen."""
_LAST_LINES: Final = 2
"""Lines in which the client says how the game stands when it is left."""


def run(args: Namespace) -> int:
    """Watch the game of these invites, or one picked from a list, to its end; exit codes are a player's."""
    return asyncio.run(watch(args))


async def watch(args: Namespace, stage: "FullScreen | None" = None) -> int:
    """Watch as `run` does, over `stage` where one stands."""
    invites = [parse_invite(text) for text in args.invites]
    if stage is None and not wants_screen(args):
        return await _watch(args, invites)
    from cli.screen.lines_screen import LinesScreen  # noqa: PLC0415 - lines do without the screen
    from cli.screen.models.key import Key  # noqa: PLC0415

    keys = tuple(Key(key, _(word), word) for key, word in _KEYS.items())
    base = LinesScreen(settings_of(args), _("MARK, watching"), keys)
    return await stand(base, stage, lambda _screen: _watch(args, invites, base))


async def _watch(args: Namespace, invites: list[Invite], base: "LinesScreen | None" = None) -> int:
    console: Console = base or open_console()
    if not invites:
        wanted = tuple(args.address or args.interface or ())
        own_addresses(wanted)  # a wrong name is told before anything is listed
        advert = await pick_table(
            console, lambda *tell: Browser(lambda: own_addresses(wanted), *tell), Purpose.WATCH
        )
        if advert is None:
            return 0
        invites = [advert.invite]
    places = {invite.curve_key: ", ".join(invite.addresses) for invite in invites}
    console.say(_("Calling {addresses} …").format(addresses="; ".join(places.values())))
    watcher = Watcher(invites, data_folder(args.data), system_entropy)
    try:
        ending = await WatchClient(watcher, console, places).watch()
    finally:
        watcher.close()
    if base is not None:
        base.keep(_LAST_LINES)
    if watcher.failure is not None:
        raise watcher.failure
    return 0 if watcher.log_path is None else judge(watcher.log_path, ending)
