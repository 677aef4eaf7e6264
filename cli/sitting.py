"""A seat from the first socket to the last: listen, come to a game, play it, and judge its log."""

from argparse import Namespace
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from cli.bot_player import BotPlayer
from cli.bots_here import bots_of
from cli.console import Console
from cli.ending import Ending
from cli.folders import data_folder
from cli.identity import load_identity
from cli.judging import judge
from cli.lines import say
from cli.lobby_desk import TableLeft
from cli.lobby_words import tell_news
from cli.narrator import Narrator
from cli.notice_words import tell_early_check_words, tell_notice
from cli.person import console_for, play_seat
from cli.rematch_desk import RematchDesk
from cli.rematches import LINGER_SECONDS, Play, follow, play_games
from cli.waiting import tell_over, tell_resigned
from cli.words import _
from p2p.descriptors import ask_for_descriptors
from p2p.endpoint import AddressUnusable
from p2p.entropy import Entropy, seeded_entropy, system_entropy
from p2p.gallery import WatchPolicy
from p2p.interfaces import own_addresses
from p2p.invite import Endpoints, format_invite, given_out
from p2p.peer import Peer, PeerNotice
from p2p.roaming import roaming
from p2p.table import News, Table, Tell
from p2p.transport import PortBusy

if TYPE_CHECKING:
    from cli.screen.app import FullScreen
    from cli.screen.lobby_screen import LobbyScreen

ANY_ADDRESSES: Final = (("::",), ("0.0.0.0",))  # noqa: S104 - a table is for the whole local network
"""What to listen on: both families, or where there is no IPv6 the other one."""
Begin = Callable[[Table, Endpoints], Awaitable[Peer]]
"""What brings a table that listens somewhere to a game."""


async def sit(
    args: Namespace,
    entropy: Entropy,
    begin: Begin,
    earlier_port: int = 0,
    *,
    tell: Tell | None = None,
    console: Callable[[], Console | None] = lambda: None,
    stage: "FullScreen | None" = None,
    base: "LobbyScreen | None" = None,
) -> int:
    """Listen, come to a game by `begin`, and play it to its end; gives the exit code of its audit.

    `tell` hears of the lobby and of connections, `console` is asked for where the game is played line by
    line, else it is on `stage`, over `base`.
    """
    ask_for_descriptors()
    own_addresses(tuple(args.interface or ()))  # a wrong name is told, even where --address decides
    data = data_folder(args.data)
    table = Table(load_identity(data, entropy), data, entropy, tell or _tell_news, _watching(args))

    def invite() -> str:
        """Give what lets others watch, as the addresses are now."""
        return "" if table.watch_invite is None else format_invite(table.watch_invite)

    try:
        addresses = given_out(args.address or own_addresses(wanted_of(args)))
        port = _listen(table, args, earlier_port)
        say(_("Listening on {addresses}, port {port}.").format(addresses=", ".join(addresses), port=port))
        if not wanted_of(args) and all(ip_address(address).is_loopback for address in addresses):
            say(_("This computer is on no network, so only games on it alone work: connect to one."))
        async with _roaming(table, port, args):
            peer = await begin(table, (addresses, port))
            args.begun = True
            if base is not None:
                base.begin()
            async with bots_of(peer, data, (addresses, port)):
                if args.bot is None:
                    player = _person(args, console() or console_for(args, stage), stage, invite)
                else:
                    player = _bot(args, entropy)
                peer, ending, code = await play_games(table, peer, player)
                await peer.linger(LINGER_SECONDS if ending is Ending.DONE else 0)
    except TableLeft:
        say(_("You have left the table."))
        return 0
    finally:
        await table.dissolve()
        table.close()
    return judge(peer.log_path, ending, resigned=peer.view().leaving) or code


def _roaming(table: Table, port: int, args: Namespace) -> AbstractAsyncContextManager[None]:
    """Follow this computer's addresses, unless a person has said which one to use."""
    if args.address:
        return nullcontext()

    def listen(address: str) -> None:
        """Open the port at a new address, where not all are open anyway."""
        with suppress(PortBusy, AddressUnusable):
            if args.interface:
                table.listen([address], port)

    return roaming(lambda: own_addresses(wanted_of(args)), listen, table.moved)


def entropy_of(args: Namespace) -> Entropy:
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
    if wanted := wanted_of(args):
        return table.listen(args.address or own_addresses(wanted), port)
    both, only4 = ANY_ADDRESSES
    try:
        return table.listen(both, port)
    except AddressUnusable:
        return table.listen(only4, port)


def wanted_of(args: Namespace) -> tuple[str, ...]:
    """Give the addresses or interfaces that a person wants to be used alone; none for all."""
    return tuple(args.address or args.interface or ())


def _person(
    args: Namespace, console: Console | None, stage: "FullScreen | None", invite: Callable[[], str]
) -> Play:
    """Let the person here play one game after another."""

    async def play(peer: Peer, again: RematchDesk) -> Ending:
        return await play_seat(peer, args, console=console, stage=stage, invite=invite, again=again)

    return play


def _bot(args: Namespace, entropy: Entropy) -> Play:
    """Let a bot play one game after another, as often as it may play again."""
    left = args.rematch

    async def play(peer: Peer, again: RematchDesk) -> Ending:
        nonlocal left
        ending = await _let_play(peer, args.bot, entropy)
        if ending is Ending.DONE and peer.view().complete and left:
            left -= 1
            return await follow(again)
        return ending

    return play


async def _let_play(peer: Peer, level: str, entropy: Entropy) -> Ending:
    """Let a bot play the seat, and tell what happens."""
    narrator = Narrator(peer.genesis)
    narrator.catch_up(peer.rounds()[: peer.view().settled])
    say(*tell_early_check_words(narrator))

    def heard(notice: PeerNotice) -> None:
        say(*tell_notice(notice, narrator, peer.folder))

    if peer.view().leaving:
        say(tell_resigned())
    await BotPlayer(peer, level, entropy).play(heard)
    if peer.done.is_set():
        return Ending.DONE
    say(tell_over(peer.folder.name))
    return Ending.LEFT


def _tell_news(news: News) -> None:
    say(*tell_news(news))
