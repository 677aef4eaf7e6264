"""`mark watch`: follow a game from outside, through one player or several."""

import asyncio
from argparse import Namespace
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from cli.console import Console, open_console
from cli.ending import Ending
from cli.folders import data_folder
from cli.judging import judge
from cli.names import series
from cli.pick_table import Purpose, pick_table
from cli.stage import settings_of, stand, wants_screen
from cli.watch_client import WatchClient
from cli.watch_desk import WatchDesk
from cli.words import _
from p2p.browser import Browser
from p2p.entropy import system_entropy
from p2p.interfaces import own_addresses
from p2p.invite import Invite, parse_invite
from p2p.watcher import Watcher

if TYPE_CHECKING:
    from cli.screen.app import FullScreen
    from cli.screen.watch_lobby import WatchLobby

PATIENCE_SECONDS: Final = 60
"""After this long without a word of anybody lines of text end; on the full screen a person decides."""


def run(args: Namespace) -> int:
    """Watch the game of these invites, or one picked from a list, to its end; exit codes are a player's."""
    return asyncio.run(watch(args))


async def watch(args: Namespace, stage: "FullScreen | None" = None) -> int:
    """Watch as `run` does, over `stage` where one stands."""
    invites = [parse_invite(text) for text in args.invites]
    if stage is None and not wants_screen(args):
        console = open_console()
        return await _watch(
            args, invites, console, lambda desk: WatchClient(desk, console).watch(), PATIENCE_SECONDS
        )
    from cli.screen.watch_lobby import WatchLobby  # noqa: PLC0415 - lines do without the screen

    base = WatchLobby(settings_of(args))

    async def flow(screen: "FullScreen") -> int:
        return await _watch(args, invites, base, lambda desk: _on_screen(args, desk, base, screen))

    return await stand(base, stage, flow)


async def _watch(
    args: Namespace,
    invites: list[Invite],
    console: Console,
    show: Callable[[WatchDesk], Awaitable[Ending]],
    patience: int | None = None,
) -> int:
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
    console.say(_("Calling {addresses} …").format(addresses=series(places.values())))
    watcher = Watcher(invites, data_folder(args.data), system_entropy, patience)
    try:
        ending = await show(WatchDesk(watcher, places))
    finally:
        watcher.close()
    if watcher.failure is not None:
        raise watcher.failure
    return 0 if watcher.log_path is None else judge(watcher.log_path, ending)


async def _on_screen(args: Namespace, desk: WatchDesk, base: "WatchLobby", screen: "FullScreen") -> Ending:
    """Watch on the full screen: first what is told before there is a game to see, then the table."""
    from cli.screen.client import ScreenClient  # noqa: PLC0415 - lines do without the screen
    from cli.screen.watch_screen import WatchScreen  # noqa: PLC0415

    base.desk = desk
    if await WatchClient(desk, base).wait_for_game():
        await ScreenClient(WatchScreen(desk, settings_of(args)), stage=screen).show()
    told = desk.tell_end()
    for line in told:
        base.say(line)
    base.keep(len(told))
    return desk.ending()
