"""`mark doctor`: try out all that a game between computers needs, and say what to do where it fails."""

import asyncio
import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from cli.doctor_lines import (
    Level,
    Line,
    discovery_line,
    door_line,
    folder_line,
    identity_line,
    interface_lines,
    multicast_lines,
    other_line,
    port_lines,
    reply_line,
    terminal_lines,
    unreachable_line,
    versions_line,
)
from cli.folders import data_folder, identity_path
from cli.lines import say
from cli.words import _
from p2p.discovery import DiscoveryOff
from p2p.doctor_folder import try_folder
from p2p.doctor_network import try_discovery, try_multicast, try_port
from p2p.doctor_peer import best_reply, visit
from p2p.identity_file import load_identity_secret
from p2p.interfaces import list_interfaces, own_addresses
from p2p.invite import Invite, parse_invite
from p2p.store_errors import StoreError, StoreMissing

PACKAGES: Final = (
    "mark-p2p",
    "pyzmq",
    "msgpack",
    "cryptography",
    "prompt-toolkit",
    "platformdirs",
    "filelock",
    "ifaddr",
    "mnemonic",
    "zeroconf",
)


def run(args: Namespace) -> int:
    """Check everything, telling each finding as it comes; 1 if something will not work."""
    invite = parse_invite(args.invite) if args.invite else None
    wanted = args.address or args.interface or []
    used = own_addresses(wanted)
    lines: list[Line] = []

    def tell(*found: Line) -> None:
        lines.extend(found)
        if not args.json:
            for line in found:
                mark = f"{_mark(line.level)}  "
                say(f"{mark}{line.text}", hanging=len(mark))

    tell(*interface_lines(list_interfaces(), used, chosen=bool(wanted)))
    asyncio.run(_try_network(used, invite, tell))
    tell(*terminal_lines(_size(), sys.stdout.encoding or "", os.environ))
    data = data_folder(args.data)
    tell(folder_line(try_folder(data)))
    tell(identity_line(_identity_problem(args)))
    tell(versions_line(_versions()))
    good = all(line.level is not Level.FAILS for line in lines)
    if args.json:
        print(json.dumps(_document(lines, good=good), indent=2, ensure_ascii=False))
    else:
        say(_("All is well.") if good else _("Not all is well: see above what to do."))
    return 0 if good else 1


async def _try_network(used: tuple[str, ...], invite: Invite | None, tell: Callable[..., None]) -> None:
    tell(*port_lines(await try_port(used)))
    ipv4 = [address for address in used if ":" not in address]
    tell(*multicast_lines(await asyncio.gather(*map(try_multicast, ipv4))))
    try:
        tell(discovery_line(await try_discovery(used)))
    except DiscoveryOff as off:
        tell(discovery_line(off))
    if invite is not None:
        await _try_peer(invite, tell)


async def _try_peer(invite: Invite, tell: Callable[..., None]) -> None:
    visits = await asyncio.gather(*(visit(invite, address) for address in invite.addresses))
    reply = best_reply(visits)
    for one in visits:
        is_other = one.reply is not None and reply is not None and reply.is_host and not one.reply.is_host
        tell((other_line if is_other else door_line)(one, invite.port))
    tell(unreachable_line([one.door for one in visits]) if reply is None else reply_line(reply))


def _size() -> tuple[int, int] | None:
    try:
        if sys.stdout.isatty():
            size = os.get_terminal_size(sys.stdout.fileno())
            return size.columns, size.lines
    except (OSError, ValueError):
        pass
    return None


def _identity_problem(args: Namespace) -> Exception | None:
    try:
        load_identity_secret(identity_path(data_folder(args.data)))
    except StoreMissing:
        return None
    except StoreError as error:
        return error
    return None


def _versions() -> dict[str, str | None]:
    versions: dict[str, str | None] = {"Python": ".".join(map(str, sys.version_info[:3]))}
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = None
    if versions["mark-p2p"] is None:  # run from its source folder, which is as good
        del versions["mark-p2p"]
    return versions


def _mark(level: Level) -> str:
    marks = {Level.OK: _("[ok]"), Level.NOTE: _("[note]"), Level.FAILS: _("[fails]")}
    return marks[level].ljust(max(map(len, marks.values())))


def _document(lines: Sequence[Line], *, good: bool) -> dict[str, Any]:
    return {
        "ok": good,
        "checks": [
            {"check": line.check, "level": line.level.value, "sentence": line.text, **line.facts}
            for line in lines
        ],
    }
