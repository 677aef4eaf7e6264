"""`mark watch`: follow a game from outside, through one player or several."""

import asyncio
from argparse import Namespace

from cli.console import open_console
from cli.folders import data_folder
from cli.pick_table import Purpose, pick_table
from cli.table import judge
from cli.watch_client import WatchClient
from cli.words import _
from p2p.browser import Browser
from p2p.entropy import system_entropy
from p2p.interfaces import own_addresses
from p2p.invite import Invite, parse_invite
from p2p.watcher import Watcher


def run(args: Namespace) -> int:
    """Watch the game of these invites, or one picked from a list, to its end; exit codes are a player's."""
    return asyncio.run(_watch(args, [parse_invite(text) for text in args.invites]))


async def _watch(args: Namespace, invites: list[Invite]) -> int:
    console = open_console()
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
    if watcher.failure is not None:
        raise watcher.failure
    return 0 if watcher.log_path is None else judge(watcher.log_path, ending)
