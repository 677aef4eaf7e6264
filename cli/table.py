"""`mark host`, `mark join`, `mark resume`: sit down at a table and play the game to its end."""

import asyncio
from argparse import Namespace
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from cli.bot_player import BotPlayer
from cli.console import open_console
from cli.folders import data_folder
from cli.games import find_game
from cli.identity import load_identity
from cli.lobby_words import tell_news
from cli.names import seat_names
from cli.narrator import Narrator
from cli.notice_words import tell_notice
from cli.plain import Ending, PlainClient
from cli.results import tell_outcome
from cli.rules_file import load_ruleset
from cli.words import _
from p2p.address_book import load_book
from p2p.audit import audit_log
from p2p.entropy import Entropy, seeded_entropy, system_entropy
from p2p.interfaces import own_addresses
from p2p.invite import Endpoints, Invite, format_invite, parse_invite
from p2p.peer import Peer, PeerNotice
from p2p.table import News, Table
from p2p.transport import PortBusy
from p2p.verdict import Verdict

ANY_ADDRESS: Final = ("0.0.0.0",)  # noqa: S104 - a table is for the whole local network
LINGER_SECONDS: Final = 5.0
"""How long a peer whose log is whole waits for the others to show that theirs is too."""
Begin = Callable[[Table, Endpoints], Awaitable[Peer]]
"""What brings a table that listens somewhere to a game."""


def run_host(args: Namespace) -> int:
    """Open a table, print its invite, and play once all seats are taken."""
    ruleset = load_ruleset(args.rules)
    shown = ""

    def invited(invite: Invite) -> None:
        nonlocal shown
        shown = format_invite(invite)
        _say(_("Send this invite to those who are to play, and to nobody else:"), shown)
        _say(_("They sit down with: mark join INVITE --name NAME"))

    async def begin(table: Table, listening: Endpoints) -> Peer:
        return await table.host(args.name, args.seats, ruleset, listening, invited)

    return asyncio.run(_sit(args, _entropy(args), begin, lambda: shown))


def run_join(args: Namespace) -> int:
    """Sit down at the table of an invite, and play once all seats are taken."""
    invite = parse_invite(args.invite)

    async def begin(table: Table, listening: Endpoints) -> Peer:
        _say(_("Calling {addresses} …").format(addresses=", ".join(invite.addresses)))
        return await table.join(invite, args.name, listening)

    return asyncio.run(_sit(args, _entropy(args), begin))


def run_resume(args: Namespace) -> int:
    """Go on with an unfinished game of this computer."""
    data = data_folder(args.data)
    key = load_identity(data, system_entropy).key.public
    game = find_game(data, key, args.game)
    _say(_("Going on with {game}").format(game=game.line))
    seat = next(seat for seat, entry in enumerate(game.report.seats) if entry.key == key)
    addresses, port = load_book(game.folder).get(seat, ((), 0))
    if addresses and all(ip_address(address).is_loopback for address in addresses):
        args.address = args.address or list(addresses)

    async def begin(table: Table, listening: Endpoints) -> Peer:
        return table.resume(game.folder, listening)

    return asyncio.run(_sit(args, system_entropy, begin, earlier_port=port))


async def _sit(
    args: Namespace, entropy: Entropy, begin: Begin, invite: Callable[[], str] = str, earlier_port: int = 0
) -> int:
    data = data_folder(args.data)
    table = Table(load_identity(data, entropy), data, entropy, _tell_news)
    try:
        port = _listen(table, args, earlier_port)
        addresses = tuple(args.address or own_addresses())
        _say(_("Listening on {addresses}, port {port}.").format(addresses=", ".join(addresses), port=port))
        peer = await begin(table, (addresses, port))
        ending = await _play(peer, args, entropy, invite())
        await peer.linger(LINGER_SECONDS if ending is Ending.DONE else 0)
    finally:
        table.close()
    return _judge(peer.log_path, ending)


def _entropy(args: Namespace) -> Entropy:
    """Give the system's chance, or in a demonstration that of a seed."""
    return system_entropy if args.seed is None else seeded_entropy(args.seed)


def _listen(table: Table, args: Namespace, earlier_port: int) -> int:
    """Open the port that was asked for, else the one of before, else any free one."""
    addresses = args.address or ANY_ADDRESS
    try:
        return table.listen(addresses, args.port or earlier_port)
    except PortBusy:
        if args.port:
            raise
        return table.listen(addresses, 0)


async def _play(peer: Peer, args: Namespace, entropy: Entropy, invite: str) -> Ending:
    if args.bot is None:
        return await PlainClient(peer, open_console(), invite=invite).play()
    narrator = Narrator(peer.genesis)
    narrator.catch_up(peer.rounds()[: peer.view().settled])

    def heard(notice: PeerNotice) -> None:
        _say(*tell_notice(notice, narrator, peer.folder))

    await BotPlayer(peer, args.bot, entropy).play(heard)
    return Ending.DONE


def _judge(path: Path, ending: Ending) -> int:
    """Audit this computer's own log as the game ends, and tell the verdict; 0 unless something is wrong."""
    with path.open("rb") as stream:
        report = audit_log(stream)
    match report.verdict:
        case Verdict.COMPLETE:
            _say(_("Audit: complete. The game was played by the rules, and every key answers for it."))
        case Verdict.UNFINISHED if ending is Ending.LEFT or report.resigned:
            return 0
        case Verdict.UNFINISHED:
            _say(_("Audit: unfinished so far; mark audit tells what is missing."))
        case _:
            _say(_("Audit: not a whole game; mark audit tells what is wrong: {path}").format(path=path))
    if report.result is not None:
        _say(tell_outcome(report.result, seat_names(seat.name for seat in report.seats)))
    return int(report.verdict)


def _tell_news(news: News) -> None:
    _say(*tell_news(news))


def _say(*lines: str) -> None:
    for line in lines:
        print(line, flush=True)
