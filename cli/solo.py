"""`mark play`: a game against bots at once. They are peers like all others, each with its keys and its log.

All run in this one process and talk over loopback. The bots' folders are kept beside the player's games, so
that `mark resume` can go on with the game.
"""

import asyncio
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cli.bots_here import LOOPBACK, open_bot, playing
from cli.ending import Ending
from cli.folders import data_folder
from cli.identity import load_identity
from cli.judging import judge
from cli.person import console_for, play_seat
from cli.person_name import player_name
from cli.rematch_desk import RematchDesk
from cli.rematches import LINGER_SECONDS, play_games
from cli.rules_file import load_ruleset
from cli.words import _
from core.ruleset import Ruleset
from p2p.entropy import seeded_entropy, system_entropy
from p2p.invite import Invite
from p2p.peer import Peer
from p2p.table import Table

if TYPE_CHECKING:
    from cli.screen.app import FullScreen

NAMES: Final = ("Ada", "Ben", "Cleo")
"""How the bots are called at the table."""


def run(args: Namespace) -> int:
    """Play against bots; gives the exit code of the audit of the own log, as every game does."""
    ruleset = load_ruleset(args.rules)
    args.begun = False
    try:
        return asyncio.run(play(args, ruleset))
    except KeyboardInterrupt:
        raise KeyboardInterrupt(*["begun"] * args.begun) from None


async def play(args: Namespace, ruleset: Ruleset, stage: "FullScreen | None" = None) -> int:
    """Play against bots, over `stage` where one stands; gives the exit code of the audit of the own log."""
    data = data_folder(args.data)
    entropy = system_entropy if args.seed is None else seeded_entropy(args.seed)
    table = Table(load_identity(data, entropy), data, entropy, lambda _news: None)
    bots = [open_bot(data, f"{args.level}-{number + 1}", args.seed) for number in range(args.bots)]
    try:
        peer, *others = await _sit_down(args, table, bots, ruleset)
        args.begun = True
        seats = [(bot, other, args.level) for bot, other in zip(bots, others, strict=True)]
        console = console_for(args, stage)

        async def play_one(at: Peer, again: RematchDesk) -> Ending:
            title = _("MARK against bots")
            return await play_seat(at, args, console=console, stage=stage, title=title, again=again)

        async with playing(seats, args.pace):
            peer, ending, code = await play_games(table, peer, play_one)
            await peer.linger(LINGER_SECONDS if ending is Ending.DONE else 0)
    finally:
        for one in (table, *bots):
            one.close()
    return judge(peer.log_path, ending, resigned=peer.view().leaving) or code


async def _sit_down(args: Namespace, table: Table, bots: Sequence[Table], ruleset: Ruleset) -> Sequence[Peer]:
    """Host a table on loopback and let the bots join it; gives the player's peer first."""
    loop = asyncio.get_running_loop()
    invited: asyncio.Future[Invite] = loop.create_future()
    listening = ((LOOPBACK,), table.listen((LOOPBACK,), 0))
    name = args.name or player_name()
    hosting = asyncio.ensure_future(
        table.host(name, len(bots) + 1, ruleset, listening, invited.set_result, always_ready=True)
    )
    await asyncio.sleep(0)  # in which the table is opened and its invite told
    if hosting.done():
        hosting.result()
    joining = [
        bot.join(
            invited.result(), NAMES[number], ((LOOPBACK,), bot.listen((LOOPBACK,), 0)), always_ready=True
        )
        for number, bot in enumerate(bots)
    ]
    return await asyncio.gather(hosting, *joining)
