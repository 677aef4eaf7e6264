"""`mark demo`: bots, each in a process of its own, play one whole game on this computer, and all audit it."""

import asyncio
import sys
import tempfile
from argparse import Namespace
from asyncio.subprocess import PIPE, STDOUT, Process
from collections import deque
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Final

from cli.audit_words import verdict_word
from cli.board import draw_board
from cli.folders import games_folder
from cli.follow import Follower
from cli.narrator import Narrator
from cli.results import tell_outcome
from cli.rules_file import load_ruleset
from cli.words import _, language
from p2p.audit import audit_log
from p2p.frames import LOG_NAME
from p2p.invite import PREFIX
from p2p.verdict import Verdict

NAMES: Final = ("North", "East", "South", "West")
LOOPBACK: Final = "127.0.0.1"
LOOK_SECONDS: Final = 0.05
"""How often the growing log is looked at."""
LEAVE_SECONDS: Final = 20.0
"""How long the other peers may take to leave once one has, before they are ended."""
TOLD_LINES: Final = 3
"""Lines that are told of what a peer has said last."""
SHOWN_LINES: Final = 6
"""Lines of the game that stand under the board."""


class DemoFolderUsed(Exception):
    """The folder {path} holds files already: name a new or an empty one with --out."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class DemoPeerFailed(Exception):
    """The peer {name} stopped before the game had begun; what it said last is: {output}."""

    def __init__(self, name: str, output: str) -> None:
        super().__init__(name, output)
        self.name = name
        self.output = output


def run(args: Namespace) -> int:
    """Play, compare and audit; 0 only if all logs are the same bytes and the audit calls them complete."""
    load_ruleset(args.rules)  # a bad file is told here, once, and not by every peer
    if args.out is None:
        with tempfile.TemporaryDirectory(prefix="mark-demo-") as folder:
            return asyncio.run(_play(args, Path(folder)))
    folder_kept = Path(args.out)
    if folder_kept.exists() and any(folder_kept.iterdir()):
        raise DemoFolderUsed(folder_kept)
    return asyncio.run(_play(args, folder_kept))


async def _play(args: Namespace, folder: Path) -> int:
    seats = [folder / name.lower() for name in NAMES[: args.players]]
    peers: list[Process] = []
    try:
        table = ("--no-announce", "--seats", str(args.players), *_rules(args))
        host = await _start(args, 0, seats[0], "host", *table)
        peers.append(host)
        invite = await _read_invite(host)
        guests = range(1, args.players)
        peers += [await _start(args, number, seats[number], "join", invite) for number in guests]
        drains = [asyncio.ensure_future(_drain(peer)) for peer in peers]
        await _show(seats[0], peers, _screen(args))
    finally:
        for peer in peers:
            if peer.returncode is None:
                peer.kill()
                await peer.wait()
    last_words = await asyncio.gather(*drains)
    logs = [path for data in seats for path in sorted(games_folder(data).glob(f"*/{LOG_NAME}"))]
    codes = [peer.returncode or 0 for peer in peers]
    if not logs:
        number = next((number for number, code in enumerate(codes) if code > 0), 0)
        raise DemoPeerFailed(NAMES[number], last_words[number])
    return _judge(logs, codes, kept=args.out is not None)


async def _start(args: Namespace, number: int, data: Path, *command: str) -> Process:
    options = ["--name", NAMES[number], "--bot", args.bot, "--address", LOOPBACK]
    options += ["--data", str(data), "--lang", language()]
    if args.seed is not None:
        options += ["--seed", f"{args.seed} {number}"]
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "cli",
        *command,
        *options,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=PIPE,
        stderr=STDOUT,
    )


def _rules(args: Namespace) -> tuple[str, ...]:
    return ("--rules", args.rules) if args.rules else ()


async def _read_invite(host: Process) -> str:
    assert host.stdout is not None
    said: list[str] = []
    while line := (await host.stdout.readline()).decode(errors="replace"):
        for word in line.split():
            if word.startswith(PREFIX):
                return word
        said.append(line.strip())
    raise DemoPeerFailed(NAMES[0], " ".join(said[-TOLD_LINES:]))


async def _drain(peer: Process) -> str:
    """Read all that a peer says, and give the last of it."""
    assert peer.stdout is not None
    said: deque[str] = deque(maxlen=TOLD_LINES)
    while line := await peer.stdout.readline():
        said.append(line.decode(errors="replace").strip())
    return " ".join(said)


async def _show(data: Path, peers: list[Process], screen: Callable[[Narrator, list[str]], None]) -> None:
    """Show the game from the host's growing log, until every peer has left, or one long before the others."""
    follower: Follower | None = None
    narrator: Narrator | None = None
    loop, ends_at = asyncio.get_running_loop(), inf
    over = False
    while not over:
        left = [peer.returncode is not None for peer in peers]
        if any(left):
            ends_at = min(ends_at, loop.time() + LEAVE_SECONDS)
        over = all(left) or loop.time() > ends_at
        if follower is None:
            logs = sorted(games_folder(data).glob(f"*/{LOG_NAME}"))
            follower = Follower(logs[0]) if logs else None
        for number, events in follower.new_rounds() if follower is not None else ():
            if narrator is None and follower is not None and follower.genesis is not None:
                narrator = Narrator(follower.genesis)
            if narrator is not None and (told := narrator.tell(number, events)):
                screen(narrator, told)
        await asyncio.sleep(LOOK_SECONDS)


def _screen(args: Namespace) -> Callable[[Narrator, list[str]], None]:
    """Give what shows a game: lines alone, or on a terminal the board with the newest lines under it."""
    if args.plain or not sys.stdout.isatty():
        return lambda _narrator, told: print("\n".join(told), flush=True)
    lines: list[str] = []

    def draw(narrator: Narrator, told: list[str]) -> None:
        lines.extend(told)
        del lines[:-SHOWN_LINES]
        board = draw_board(narrator.log.state, narrator.names)
        print("\x1b[H\x1b[J" + "\n".join([*board, "", *lines]), flush=True)

    return draw


def _judge(logs: list[Path], codes: list[int], *, kept: bool) -> int:
    copies = [path.read_bytes() for path in logs]
    same = len(copies) == len(codes) and len(frozenset(copies)) == 1
    print()
    if same:
        print(_("All {count} logs are the same {size} bytes.").format(count=len(copies), size=len(copies[0])))
    else:
        print(_("The logs differ, or some are missing."))
    reports = []
    for path in logs:
        with path.open("rb") as stream:
            reports.append(audit_log(stream))
    complete = all(report.verdict is Verdict.COMPLETE for report in reports)
    if complete and reports[0].result is not None:
        print(_("Audit: complete. The game was played by the rules, and every key answers for it."))
        print(tell_outcome(reports[0].result, [seat.name for seat in reports[0].seats]))
    else:
        verdicts = ", ".join(verdict_word(report.verdict) for report in reports)
        print(_("Audit: {verdicts}.").format(verdicts=verdicts))
    if kept:
        for path in logs:
            print(_("log  {path}").format(path=path))
    return 0 if same and complete and not any(codes) else 1
