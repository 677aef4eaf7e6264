"""`mark host`, `mark join`, `mark resume`: sit down at a table and play the game to its end."""

import asyncio
from argparse import Namespace
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, AsyncExitStack, nullcontext, suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

from cli.announcement import Announcement
from cli.bot_player import BotPlayer
from cli.bots_here import bots_of
from cli.calling import Calling
from cli.console import Console, open_console
from cli.folders import data_folder
from cli.games import find_game
from cli.host_news import HostNews
from cli.identity import find_identity, load_identity
from cli.lobby_desk import LobbyDesk, TableLeft
from cli.lobby_words import tell_news
from cli.names import seat_names
from cli.narrator import Narrator
from cli.notice_words import tell_early_check_words, tell_notice
from cli.person import play_seat
from cli.pick_table import pick_table
from cli.plain import Ending
from cli.results import tell_outcome, tell_verdict
from cli.rules_file import load_ruleset
from cli.waiting import tell_over, tell_resigned
from cli.words import _
from core.ruleset import Ruleset
from p2p.address_book import load_book
from p2p.audit import audit_log
from p2p.browser import Browser
from p2p.callers import ask_for_descriptors
from p2p.endpoint import AddressUnusable
from p2p.entropy import Entropy, seeded_entropy, system_entropy
from p2p.gallery import WatchPolicy
from p2p.interfaces import own_addresses
from p2p.invite import Endpoints, Invite, format_invite, given_out, parse_invite
from p2p.peer import Peer, PeerNotice
from p2p.roaming import roaming
from p2p.table import News, Table, Tell
from p2p.transport import PortBusy
from p2p.verdict import Verdict

ANY_ADDRESSES: Final = (("::",), ("0.0.0.0",))  # noqa: S104 - a table is for the whole local network
"""What to listen on: both families, or where there is no IPv6 the other one."""
LINGER_SECONDS: Final = 5.0
"""How long a peer whose log is whole waits for the others to show that theirs is too."""
Begin = Callable[[Table, Endpoints], Awaitable[Peer]]
"""What brings a table that listens somewhere to a game."""


def run_host(args: Namespace) -> int:
    """Open a table, print its invite, and play once all seats are taken and all are ready."""
    ruleset = load_ruleset(args.rules)
    if args.clock is not None:
        ruleset = ruleset.changed(clock=args.clock)
    return _run(args, _host(args, ruleset))


async def _host(args: Namespace, ruleset: Ruleset) -> int:
    console = open_console()
    shown = ""
    desk = LobbyDesk(console, always_ready=_always_ready(args), invite=lambda: shown)
    teller = HostNews(_say)
    announcement = Announcement(
        args.name, args.seats, ruleset, _wanted(args), _say, is_open=args.open, watch=args.watch_open
    )

    def invited(invite: Invite) -> None:
        nonlocal shown
        if shown:
            _say(_("The addresses of this computer have changed, and the invite with them."))
        shown = format_invite(invite)
        _say(_("Send this invite to those who are to play, and to nobody else:"), shown)
        _say(_("They sit down with: mark join INVITE --name NAME"))

    def tell(news: News) -> None:
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

        return await _sit(args, _entropy(args), begin, tell=tell, console=lambda: desk.console)


def run_join(args: Namespace) -> int:
    """Sit down at the table of an invite, or at one picked from a list, and play once all are ready."""
    return _run(args, _join(args))


async def _join(args: Namespace) -> int:
    console: Console | None = None
    if args.invite is not None:
        invite = parse_invite(args.invite)
    else:
        wanted = _wanted(args)
        own_addresses(wanted)  # a wrong name is told before anything is listed
        console = open_console()
        advert = await pick_table(console, lambda *tell: Browser(lambda: own_addresses(wanted), *tell))
        if advert is None:
            return 0
        invite = advert.invite

    calling = Calling(_say)
    desk = None
    if args.bot is None:  # a bot that runs in the background must not ask its terminal for lines
        desk = LobbyDesk(console or open_console(), always_ready=args.ready)

    def tell(news: News) -> None:
        calling.hear(news)
        if desk is not None:
            desk.hear(news)

    async def begin(table: Table, listening: Endpoints) -> Peer:
        _say(_("Calling {addresses} …").format(addresses=", ".join(invite.addresses)))
        joining = calling.wait(table.join(invite, args.name, listening, always_ready=_always_ready(args)))
        return await (joining if desk is None else desk.sit(table, joining))

    return await _sit(args, _entropy(args), begin, tell=tell, console=lambda: desk.console if desk else None)


def _always_ready(args: Namespace) -> bool:
    """Tell whether a seat is ready by itself as soon as all seats are taken; a bot's is."""
    return bool(args.ready or args.bot is not None)


def run_resume(args: Namespace) -> int:
    """Go on with an unfinished game of this computer."""
    invites = [parse_invite(text) for text in args.call]
    data = data_folder(args.data)
    key = find_identity(data).key.public
    game = find_game(data, key, args.game)
    _say(_("Going on with {game}").format(game=game.line))
    seat = next(seat for seat, entry in enumerate(game.report.seats) if entry.key == key)
    addresses, port = load_book(game.folder).get(seat, ((), 0))
    if addresses and all(ip_address(address).is_loopback for address in addresses):
        args.address = args.address or list(addresses)
    return _run(args, _resume(args, game.folder, invites, port))


async def _resume(args: Namespace, folder: Path, invites: list[Invite], earlier_port: int) -> int:
    async with AsyncExitStack() as air:

        async def begin(table: Table, listening: Endpoints) -> Peer:
            peer = table.resume(folder, listening, invites)
            if args.watch_open:
                await air.enter_async_context(_announce_game(peer, table.curve_key, listening, args))
            return peer

        return await _sit(args, system_entropy, begin, earlier_port=earlier_port)


def _announce_game(
    peer: Peer, curve_key: bytes, listening: Endpoints, args: Namespace
) -> AbstractAsyncContextManager[object]:
    """Give the block during which a game that is on is announced by a seat through which all may watch it."""
    seats, ruleset = peer.genesis.seats, peer.genesis.ruleset
    name, taken = seats[peer.seat].name, len(seats)
    announcement = Announcement(
        name, taken, ruleset, _wanted(args), _say, is_open=False, watch=True, taken=taken
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


async def _sit(
    args: Namespace,
    entropy: Entropy,
    begin: Begin,
    earlier_port: int = 0,
    *,
    tell: Tell | None = None,
    console: Callable[[], Console | None] = lambda: None,
) -> int:
    ask_for_descriptors()
    own_addresses(tuple(args.interface or ()))  # a wrong name is told, even where --address decides
    data = data_folder(args.data)
    table = Table(load_identity(data, entropy), data, entropy, tell or _tell_news, _watching(args))
    try:
        addresses = given_out(args.address or own_addresses(_wanted(args)))
        port = _listen(table, args, earlier_port)
        _say(_("Listening on {addresses}, port {port}.").format(addresses=", ".join(addresses), port=port))
        if not _wanted(args) and all(ip_address(address).is_loopback for address in addresses):
            _say(_("This computer is on no network, so only games on it alone work: connect to one."))
        async with _roaming(table, port, args):
            peer = await begin(table, (addresses, port))
            args.begun = True
            async with bots_of(peer, data, (addresses, port)):
                ending = await _play(peer, args, entropy, table, console)
                await peer.linger(LINGER_SECONDS if ending is Ending.DONE else 0)
    except TableLeft:
        _say(_("You have left the table."))
        return 0
    finally:
        await table.dissolve()
        table.close()
    return judge(peer.log_path, ending)


def _roaming(table: Table, port: int, args: Namespace) -> AbstractAsyncContextManager[None]:
    """Follow this computer's addresses, unless a person has said which one to use."""
    if args.address:
        return nullcontext()

    def listen(address: str) -> None:
        """Open the port at a new address, where not all are open anyway."""
        with suppress(PortBusy, AddressUnusable):
            if args.interface:
                table.listen([address], port)

    return roaming(lambda: own_addresses(_wanted(args)), listen, table.moved)


def _entropy(args: Namespace) -> Entropy:
    """Give the system's chance, or in a demonstration that of a seed."""
    return system_entropy if args.seed is None else seeded_entropy(args.seed)


def _watching(args: Namespace) -> WatchPolicy:
    """Give who may watch the game through this player."""
    if args.no_watch:
        return WatchPolicy.NOBODY
    return WatchPolicy.ANYBODY if args.watch_open else WatchPolicy.INVITED


def _listen(table: Table, args: Namespace, earlier_port: int) -> int:
    """Open the port that was asked for, else the one of before, else any free one."""
    try:
        return _open_port(table, args, args.port or earlier_port)
    except PortBusy:
        if args.port:
            raise
        return _open_port(table, args, 0)


def _open_port(table: Table, args: Namespace, port: int) -> int:
    if wanted := _wanted(args):
        return table.listen(args.address or own_addresses(wanted), port)
    both, only4 = ANY_ADDRESSES
    try:
        return table.listen(both, port)
    except AddressUnusable:
        return table.listen(only4, port)


def _wanted(args: Namespace) -> tuple[str, ...]:
    """Give the addresses or interfaces that a person wants to be used alone; none for all."""
    return tuple(args.address or args.interface or ())


async def _play(
    peer: Peer, args: Namespace, entropy: Entropy, table: Table, console: Callable[[], Console | None]
) -> Ending:
    def invite() -> str:
        return "" if table.watch_invite is None else format_invite(table.watch_invite)

    if args.bot is None:
        return await play_seat(peer, plain=args.plain, console=console(), invite=invite)
    narrator = Narrator(peer.genesis)
    narrator.catch_up(peer.rounds()[: peer.view().settled])
    _say(*tell_early_check_words(narrator))

    def heard(notice: PeerNotice) -> None:
        _say(*tell_notice(notice, narrator, peer.folder))

    if peer.view().leaving:
        _say(tell_resigned())
    await BotPlayer(peer, args.bot, entropy).play(heard)
    if peer.done.is_set():
        return Ending.DONE
    _say(tell_over(peer.folder.name))
    return Ending.LEFT


def judge(path: Path, ending: Ending) -> int:
    """Audit this computer's own log as the game ends, and tell the verdict; 0 unless something is wrong."""
    with path.open("rb") as stream:
        report = audit_log(stream)
    if report.verdict is Verdict.UNFINISHED and (ending is Ending.LEFT or report.resigned):
        return 0
    _say(tell_verdict(report, path))
    if report.result is not None:
        _say(tell_outcome(report.result, seat_names(seat.name for seat in report.seats)))
    return int(report.verdict)


def _tell_news(news: News) -> None:
    _say(*tell_news(news))


def _say(*lines: str) -> None:
    for line in lines:
        print(line, flush=True)
