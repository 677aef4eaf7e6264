"""One real peer of a game on loopback, in a process of its own, that does what it is told line by line.

`python3 -m benchmarks.settling_peer FOLDER SEATS` hosts, with an invite in place of SEATS it joins. Each line
of its input is a command, each line of its output a JSON document:

    look    the open round, the first that is not settled, what is wanted, whether the game is over for it
    watch   an empty document; from now on it tells when the round that is open now is settled
    act     nothing; it says what is wanted, a decision being ready before

Then, a moment after the watched round is settled, so that telling it disturbs nobody: when it acted, if it
did, and when it knew of the settling. The times are of the monotonic clock, which all processes of one
machine share.
"""

import asyncio
import json
import sys
import time
from pathlib import Path

from core.bots import BOTS
from core.ruleset import Ruleset
from p2p.effects import Settled
from p2p.entropy import system_entropy
from p2p.identity import Identity
from p2p.invite import format_invite, parse_invite
from p2p.peer import Peer, PeerNotice
from p2p.table import Table
from p2p.view import Wanted

LOOPBACK = "127.0.0.1"
MOMENT = 0.004
"""Seconds from the settling to the telling."""


def tell(**fields: object) -> None:
    print(json.dumps(fields), flush=True)


class Obedient:
    """The peer and the round that it watches."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self._watched: int | None = None
        self._acted: float | None = None

    def hear(self, notice: PeerNotice) -> None:
        """Take what the peer tells, as a client does."""
        if isinstance(notice, Settled) and notice.round_number == self._watched:
            settled = time.monotonic()
            asyncio.get_running_loop().call_later(MOMENT, self._tell_settled, settled)

    def _tell_settled(self, settled: float) -> None:
        tell(acted=self._acted, settled=settled)
        self._watched = self._acted = None

    def obey(self, command: str) -> None:
        view = self._peer.view()
        match command:
            case "look":
                wanted = view.wanted.value if view.wanted else None
                tell(
                    round=view.round_number,
                    settled=view.settled,
                    wanted=wanted,
                    done=self._peer.done.is_set(),
                )
            case "watch":
                self._watched = view.round_number
                tell()
            case "act":
                self._act()
            case _:
                raise ValueError(command)

    def _act(self) -> None:
        peer, view, bot = self._peer, self._peer.view(), BOTS["cautious"]
        match view.wanted:
            case Wanted.DECISION:
                decision = bot.decide(view.state, view.seat, _first)
                self._acted = time.monotonic()
                peer.decide(decision)
            case Wanted.BID:
                self._acted = time.monotonic()
                peer.bid(bot.bid(view.state, view.seat, _first))
            case Wanted.ROLL | None:
                self._acted = time.monotonic()
                peer.roll()


def _first(_bound: int) -> int:
    return 0


async def play(folder: Path, seats_or_invite: str, commands: "asyncio.Queue[str]") -> None:
    secret = system_entropy("key") + system_entropy("curve key")
    table = Table(Identity(secret), folder, system_entropy, lambda _news: None)
    listening = ((LOOPBACK,), table.listen((LOOPBACK,), 0))
    if seats_or_invite.isdigit():
        peer = await table.host(
            "Host",
            int(seats_or_invite),
            Ruleset(),
            listening,
            lambda invite: tell(invite=format_invite(invite)),
            always_ready=True,
        )
    else:
        peer = await table.join(parse_invite(seats_or_invite), "Guest", listening, always_ready=True)
    obedient = Obedient(peer)
    reading = asyncio.ensure_future(peer.notices.read(obedient.hear, lambda: None))
    while not reading.done():
        obedient.obey(await commands.get())


async def read(commands: "asyncio.Queue[str]") -> None:
    lines = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while command := (await lines.readline()).decode().strip():
        commands.put_nowait(command)


async def run(folder: Path, seats_or_invite: str) -> None:
    """Play until the input ends, be it before the game has begun."""
    commands: asyncio.Queue[str] = asyncio.Queue()
    tasks = (play(folder, seats_or_invite, commands), read(commands))
    ended, _ = await asyncio.wait(map(asyncio.ensure_future, tasks), return_when=asyncio.FIRST_COMPLETED)
    for task in ended:
        task.result()


if __name__ == "__main__":
    asyncio.run(run(Path(sys.argv[1]), sys.argv[2]))
