"""One game after another with the same players: each is audited as it ends."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from cli.ending import Ending
from cli.judging import judge
from cli.rematch_desk import RematchDesk
from p2p.peer import Peer
from p2p.table import Table

LINGER_SECONDS: Final = 5.0
"""How long a peer whose log is whole waits for the others to show that theirs is too."""
FOLLOW_SECONDS: Final = 60.0
"""How long a bot waits for somebody who wants to play again."""
Play: TypeAlias = Callable[[Peer, RematchDesk], Awaitable[Ending]]
"""What plays one game to its end, and perhaps on to the next one."""


async def play_games(table: Table, peer: Peer, play: Play) -> tuple[Peer, Ending, int]:
    """Play until no other game follows; gives the last one's peer, how it ended, and the code of the rest.

    The code is 0 unless the audit of an earlier game has found something wrong.
    """
    code = 0
    while True:
        desk = RematchDesk(table, peer)
        try:
            ending = await play(peer, desk)
        finally:
            await desk.close()
        if desk.next is None:
            return peer, ending, code
        code = code or judge(peer.log_path, Ending.DONE)
        peer = desk.next


async def follow(again: RematchDesk) -> Ending:
    """Wait a while, as a bot does, for somebody who wants to play again."""
    again.want(may_host=False)
    try:
        async with asyncio.timeout(FOLLOW_SECONDS):
            return Ending.AGAIN if await again.outcome() else Ending.DONE
    except TimeoutError:
        return Ending.DONE
