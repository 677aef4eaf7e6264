"""`mark host`, `mark join`, `mark resume`: sit down at a table and play the game to its end."""

import asyncio
from argparse import Namespace
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from cli.announcement import Announcement
from cli.calling import Calling
from cli.console import Console, open_console
from cli.folders import data_folder
from cli.games import find_game
from cli.host_news import HostNews
from cli.identity import find_identity
from cli.lines import say
from cli.lobby_desk import LobbyDesk
from cli.pick_table import pick_table
from cli.rules_file import load_ruleset
from cli.sitting import entropy_of, sit, wanted_of
from cli.stage import settings_of, stand, wants_screen
from cli.words import _
from core.ruleset import Ruleset
from p2p.address_book import load_book
from p2p.browser import Browser
from p2p.entropy import system_entropy
from p2p.interfaces import own_addresses
from p2p.invite import Endpoints, Invite, format_invite, parse_invite
from p2p.lobby import TableSeen
from p2p.peer import Peer
from p2p.table import News, Table

if TYPE_CHECKING:
    from cli.screen.app import FullScreen
    from cli.screen.lobby_screen import LobbyScreen


def run_host(args: Namespace) -> int:
    """Open a table, print its invite, and play once all seats are taken and all are ready."""
    return _run(args, host(args, agreed_rules(args)))


def agreed_rules(args: Namespace) -> Ruleset:
    """Give the rules of a table to be hosted; the clock of the settings is for those without a file."""
    ruleset = load_ruleset(args.rules)
    if args.clock is not None:
        return ruleset.changed(clock=args.clock)
    return ruleset.changed(clock=args.preferences.clock) if args.rules is None else ruleset


async def host(args: Namespace, ruleset: Ruleset, stage: "FullScreen | None" = None) -> int:
    """Open a table as `run_host` does, over `stage` where one stands."""
    if stage is None and not wants_screen(args):
        return await _open_table(args, ruleset)
    base = _lobby_screen(args)
    return await stand(base, stage, lambda screen: _open_table(args, ruleset, base, screen))


async def _open_table(
    args: Namespace,
    ruleset: Ruleset,
    base: "LobbyScreen | None" = None,
    stage: "FullScreen | None" = None,
) -> int:
    shown = ""
    desk = _desk(base or open_console(), base, always_ready=_always_ready(args), invite=lambda: shown)
    teller = HostNews(say)
    announcement = Announcement(
        args.name, args.seats, ruleset, wanted_of(args), say, is_open=args.open, watch=args.watch_open
    )

    def invited(invite: Invite) -> None:
        nonlocal shown
        if shown:
            say(_("The addresses of this computer have changed, and the invite with them."))
        shown = format_invite(invite)
        if base is None:
            say(_("Send this invite to those who are to play, and to nobody else:"), shown)
        say(_("They sit down with: mark join INVITE --name NAME"))

    def tell(news: News) -> None:
        if base is None or not isinstance(news, TableSeen):  # which a lobby's screen shows all the time
            teller.hear(news)
        announcement.count(news)
        desk.hear(news)

    async with AsyncExitStack() as air:

        async def begin(table: Table, listening: Endpoints) -> Peer:
            if not args.no_announce:
                await air.enter_async_context(announcement.open(table.curve_key, listening))
            hosting = table.host(
                args.name,
                args.seats,
                ruleset,
                listening,
                invited,
                is_open=args.open,
                always_ready=_always_ready(args),
            )
            peer = await desk.sit(table, hosting)
            if args.watch_open:
                announcement.show_playing()
            else:
                await air.aclose()
            return peer

        return await sit(
            args, entropy_of(args), begin, tell=tell, console=lambda: desk.console, stage=stage, base=base
        )


def _lobby_screen(args: Namespace) -> "LobbyScreen":
    from cli.screen.lobby_screen import LobbyScreen  # noqa: PLC0415 - lines do without the screen

    return LobbyScreen(settings_of(args), _("MARK, before the game"))


def _desk(
    console: Console, base: "LobbyScreen | None", *, always_ready: bool, invite: Callable[[], str] = str
) -> LobbyDesk:
    """Give a person's desk in a lobby, which the lobby's screen shows if there is one."""
    show = None if base is None else base.show_change
    desk = LobbyDesk(console, always_ready=always_ready, invite=invite, show=show)
    if base is not None:
        base.desk = desk
    return desk


def run_join(args: Namespace) -> int:
    """Sit down at the table of an invite, or at one picked from a list, and play once all are ready."""
    return _run(args, join(args))


async def join(args: Namespace, stage: "FullScreen | None" = None) -> int:
    """Sit down as `run_join` does, over `stage` where one stands."""
    if stage is None and not wants_screen(args):
        return await _take_seat(args)
    base = _lobby_screen(args)
    return await stand(base, stage, lambda screen: _take_seat(args, base, screen))


async def _take_seat(
    args: Namespace, base: "LobbyScreen | None" = None, stage: "FullScreen | None" = None
) -> int:
    console: Console | None = base
    if args.invite is not None:
        invite = parse_invite(args.invite)
    else:
        wanted = wanted_of(args)
        own_addresses(wanted)  # a wrong name is told before anything is listed
        console = base or open_console()
        advert = await pick_table(console, lambda *tell: Browser(lambda: own_addresses(wanted), *tell))
        if advert is None:
            return 0
        invite = advert.invite

    calling = Calling(say)
    desk = None
    if args.bot is None:  # a bot that runs in the background must not ask its terminal for lines
        desk = _desk(console or open_console(), base, always_ready=args.ready)

    def tell(news: News) -> None:
        calling.hear(news, tells=base is None or not isinstance(news, TableSeen))
        if desk is not None:
            desk.hear(news)

    async def begin(table: Table, listening: Endpoints) -> Peer:
        say(_("Calling {addresses} …").format(addresses=", ".join(invite.addresses)))
        joining = calling.wait(table.join(invite, args.name, listening, always_ready=_always_ready(args)))
        return await (joining if desk is None else desk.sit(table, joining))

    return await sit(
        args,
        entropy_of(args),
        begin,
        tell=tell,
        console=lambda: desk.console if desk else None,
        stage=stage,
        base=base,
    )


def _always_ready(args: Namespace) -> bool:
    """Tell whether a seat is ready by itself as soon as all seats are taken; a bot's is."""
    return bool(args.ready or args.bot is not None)


def run_resume(args: Namespace) -> int:
    """Go on with an unfinished game of this computer."""
    return _run(args, resume(args))


async def resume(args: Namespace, stage: "FullScreen | None" = None) -> int:
    """Go on as `run_resume` does, over `stage` where one stands."""
    if stage is None and not wants_screen(args):
        return await _go_on(args)
    base = _lobby_screen(args)
    return await stand(base, stage, lambda screen: _go_on(args, base, screen))


async def _go_on(
    args: Namespace, base: "LobbyScreen | None" = None, stage: "FullScreen | None" = None
) -> int:
    invites = [parse_invite(text) for text in args.call]
    data = data_folder(args.data)
    key = find_identity(data).key.public
    game = find_game(data, key, args.game)
    say(_("Going on with {game}").format(game=game.line))
    seat = next(seat for seat, entry in enumerate(game.report.seats) if entry.key == key)
    addresses, port = load_book(game.folder).get(seat, ((), 0))
    if addresses and all(ip_address(address).is_loopback for address in addresses):
        args.address = args.address or list(addresses)
    async with AsyncExitStack() as air:

        async def begin(table: Table, listening: Endpoints) -> Peer:
            peer = table.resume(game.folder, listening, invites)
            if args.watch_open:
                await air.enter_async_context(_announce_game(peer, table.curve_key, listening, args))
            return peer

        return await sit(args, system_entropy, begin, earlier_port=port, stage=stage, base=base)


def _announce_game(
    peer: Peer, curve_key: bytes, listening: Endpoints, args: Namespace
) -> AbstractAsyncContextManager[object]:
    """Give the block during which a game that is on is announced by a seat through which all may watch it."""
    seats, ruleset = peer.genesis.seats, peer.genesis.ruleset
    name, taken = seats[peer.seat].name, len(seats)
    announcement = Announcement(
        name, taken, ruleset, wanted_of(args), say, is_open=False, watch=True, taken=taken
    )
    announced = announcement.open(curve_key, listening)
    announcement.show_playing()
    return announced


def _run(args: Namespace, sitting: Coroutine[Any, Any, int]) -> int:
    """Run a command to its exit code; a KeyboardInterrupt says by its text that a game had begun."""
    args.begun = False
    try:
        return asyncio.run(sitting)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(*["begun"] * args.begun) from None
