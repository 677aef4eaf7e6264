"""What each check of `mark doctor` has found, in a sentence that says what to do where something is wrong."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Any, Final

from cli.discovery_words import tell_off_reason
from cli.errors import sentence
from cli.lobby_words import tell_failure
from cli.names import listing, series, shown_path
from cli.words import N_, _, ngettext
from p2p.discovery import DiscoveryOff
from p2p.doctor_folder import FolderProblem, FolderTry
from p2p.doctor_network import MulticastTry, PortTry
from p2p.doctor_peer import Answer, Door, Reply, Visit
from p2p.interfaces import Interface
from p2p.lobby import OtherVersionHere
from p2p.text import clean
from p2p.transport import PortBusy

MIN_PYTHON = (3, 11)
LEAST_COLUMNS, LEAST_ROWS = 80, 24
"""A terminal smaller than this does not show the whole board."""


class Level(Enum):
    """Whether what was checked works."""

    OK = "ok"
    NOTE = "note"
    """It works, with something to know."""
    FAILS = "fails"


@dataclass(frozen=True, slots=True)
class Line:
    """One finding. `facts` are what a program reads instead of the sentence."""

    check: str
    level: Level
    text: str
    facts: Mapping[str, Any] = field(default_factory=dict)


def interface_lines(interfaces: Sequence[Interface], used: Sequence[str], *, chosen: bool) -> list[Line]:
    """Tell which addresses are in use; that there is none but loopback is a fault unless it was chosen."""
    facts = {
        "used": list(used),
        "interfaces": [
            {"name": clean(one.name), "addresses": list(one.addresses), "up": one.up} for one in interfaces
        ],
    }
    known = [one for one in interfaces if set(one.addresses) & set(used)]
    parts = [
        _("{interface} with {addresses}").format(
            interface=clean(one.name), addresses=listing([a for a in one.addresses if a in used])
        )
        for one in known
    ]
    if not chosen and all(one.loopback for one in known):
        text = _("This computer is on no network, so only games on it alone work: connect to one.")
        return [Line("interfaces", Level.FAILS, text, facts)]
    text = _("Others reach this computer by {interfaces}.").format(interfaces=listing(parts or list(used)))
    return [Line("interfaces", Level.OK, text, facts)]


def port_lines(tries: Sequence[PortTry]) -> list[Line]:
    """Tell on which addresses a port could be opened."""
    lines = []
    good = [one.address for one in tries if one.problem is None]
    if good:
        text = _("A port can be opened on {addresses}.").format(addresses=listing(good))
        lines.append(Line("port", Level.OK, text, {"addresses": good}))
    for one in tries:
        if one.problem is not None:
            facts = {"addresses": [one.address], "errno": getattr(one.problem, "errno", None)}
            if isinstance(one.problem, PortBusy):
                facts["port"] = one.problem.port
            lines.append(Line("port", Level.FAILS, sentence(one.problem) or "", facts))
    return lines


def multicast_lines(tries: Sequence[MulticastTry]) -> list[Line]:
    """Tell on which addresses a message to a group came back."""
    if not tries:
        text = _("There is no IPv4 address, so multicast was not tried.")
        return [Line("multicast", Level.NOTE, text)]
    lines = []
    for one in tries:
        facts = {"address": one.address, "errno": one.errno}
        if one.heard:
            text, level = _("Multicast on {address} comes back to this computer."), Level.OK
        elif one.errno:
            text = _("The system refuses multicast on {address}: allow mark in the firewall, or use invites.")
            level = Level.FAILS
        else:
            text = _(
                "Multicast on {address} does not come back, so nobody is found there: let the firewall pass "
                "it, or use invites."
            )
            level = Level.FAILS
        lines.append(Line("multicast", level, text.format(address=one.address), facts))
    return lines


def discovery_line(found: bool | DiscoveryOff) -> Line:
    """Tell whether an announcement was found by its own computer."""
    match found:
        case DiscoveryOff():
            text = _("Discovery is off: {reason} An invite works all the same.")
            facts = {"reason": found.reason.value, "errno": found.errno}
            return Line("discovery", Level.FAILS, text.format(reason=tell_off_reason(found)), facts)
        case True:
            return Line("discovery", Level.OK, _("What is announced here is found again."))
        case _:
            text = _(
                "What is announced here is not found: let the firewall pass UDP port 5353, or use invites."
            )
            return Line("discovery", Level.FAILS, text)


def door_line(found: Visit, port: int) -> Line:
    """Tell what a call to one address of a host came to; that another address answers may be enough."""
    match found.door:
        case Door.OPEN:
            text = _("Port {port} of {address} answers.")
        case Door.CLOSED:
            text = _("Port {port} of {address} is closed.")
        case Door.NO_ROUTE:
            text = _("No way leads to {address}, port {port}: be on the same network as the host.")
        case Door.SILENT:
            text = _("Port {port} of {address} is silent: the host is off, elsewhere, or behind a firewall.")
    level = Level.OK if found.door is Door.OPEN else Level.NOTE
    facts = {"address": found.address, "port": port, "result": found.door.value}
    return Line("peer", level, text.format(port=port, address=found.address), facts)


def other_line(found: Visit, port: int) -> Line:
    """Tell that something else is at one address of a host that is found at another one."""
    facts = {"address": found.address, "port": port, "result": "other"}
    text = _("Something else than the host is at port {port} of {address}: it is found at another address.")
    return Line("peer", Level.NOTE, text.format(port=port, address=found.address), facts)


def reply_line(reply: Reply) -> Line:
    """Tell what the host of an invite said, the handshake included."""
    facts: dict[str, Any] = {"result": reply.answer.value}
    match reply.answer:
        case Answer.TABLE if reply.table is not None:
            taken, seats = len(reply.table.seated), reply.table.seats
            facts |= {"taken": taken, "seats": seats}
            text = ngettext(
                "The host answers by the key of the invite; {taken} of {seats} seats is taken.",
                "The host answers by the key of the invite; {taken} of {seats} seats are taken.",
                taken,
            )
            return Line("peer", Level.OK, text.format(taken=taken, seats=seats), facts)
        case Answer.OTHER_VERSION if reply.versions is not None:
            return Line("peer", Level.FAILS, tell_failure(OtherVersionHere(reply.versions)) or "", facts)
        case Answer.PLAYING:
            text = _("The host is there, and its game has begun: to watch it, type mark watch INVITE.")
            return Line("peer", Level.NOTE, text, facts)
        case Answer.REFUSED:
            text = _("The host is there and lets in no strangers now: its game has begun.")
            return Line("peer", Level.NOTE, text, facts)
        case Answer.KEY_MISMATCH:
            text = _("Who answers there does not have the key of the invite: ask the host for a new one.")
        case Answer.PROTOCOL:
            text = _("What answers there is no mark: check the address, or ask for a new invite.")
        case _:
            text = _("The port is open and nobody answers: let the host look whether its mark is running.")
    return Line("peer", Level.FAILS, text, facts)


def unreachable_line(doors: Sequence[Door]) -> Line:
    """Tell that no address of an invite can be called, after what each call came to."""
    if Door.CLOSED in doors:
        text = _("The host's computer is there and has no table open: ask for a new invite.")
    else:
        text = _("No address of the invite can be called: check that both computers are on one network.")
    return Line("peer", Level.FAILS, text, {"result": "unreachable"})


def terminal_lines(size: tuple[int, int] | None, encoding: str, environment: Mapping[str, str]) -> list[Line]:
    """Tell what the terminal can show; `size` in columns and rows is None where the output is no terminal."""
    if size is None:
        text = _("The output is no terminal: games are played line by line.")
        return [Line("terminal", Level.NOTE, text, {"terminal": False})]
    columns, rows = size
    term = environment.get("TERM", "")
    utf8 = encoding.lower().replace("-", "") == "utf8"
    facts = {
        "terminal": True,
        "columns": columns,
        "rows": rows,
        "term": clean(term),
        "utf8": utf8,
        "no_color": bool(environment.get("NO_COLOR")),
    }
    notes = []
    if columns < LEAST_COLUMNS or rows < LEAST_ROWS:
        text = _("it is small: make it {columns} by {rows} to see the whole board")
        notes.append(text.format(columns=LEAST_COLUMNS, rows=LEAST_ROWS))
    if term in {"dumb", "unknown"} or (not term and sys.platform != "win32"):
        notes.append(_("it says that it can do little (TERM): games are played line by line"))
    if environment.get("NO_COLOR"):
        notes.append(_("it shows no colours (NO_COLOR)"))
    if not utf8:
        notes.append(_("it is not set to UTF-8: some names are not shown as they are"))
    text = _("The terminal has {columns} columns and {rows} rows").format(columns=columns, rows=rows)
    ending = f"{series((text, *notes))}."
    return [Line("terminal", Level.NOTE if notes else Level.OK, ending, facts)]


def folder_line(found: FolderTry) -> Line:
    """Tell whether the data folder can hold games."""
    facts = {
        "path": str(found.path),
        "exists": found.exists,
        "free_bytes": found.free,
        "problem": found.problem.value if found.problem else None,
        "errno": found.errno,
    }
    text = _folder_text(found)
    path, free = shown_path(found.path), found.free // 2**20
    level = Level.OK if found.problem is None else Level.FAILS
    return Line("data", level, text.format(path=path, free=free), facts)


def _folder_text(found: FolderTry) -> str:
    if found.problem is not None:
        return _(_FOLDER_PROBLEMS[found.problem])
    if found.exists:
        return _("The data folder {path} can be written and locked, with {free} MiB free.")
    return _("The data folder {path} will be made with the first game; {free} MiB are free.")


_FOLDER_PROBLEMS: Final[Mapping[FolderProblem, str]] = MappingProxyType(
    {
        FolderProblem.NOT_FOLDER: N_(
            "The data folder {path} is no folder: move what is there away, or name another with --data."
        ),
        FolderProblem.NOT_WRITABLE: N_(
            "The data folder {path} cannot be written: check its permissions, or name another with --data."
        ),
        FolderProblem.NOT_DURABLE: N_(
            "The disk of {path} does not keep what is written: check it, or name another with --data."
        ),
        FolderProblem.NOT_LOCKABLE: N_(
            "The disk of {path} keeps no locks, as some network disks: name a local one with --data."
        ),
        FolderProblem.NO_SPACE: N_("The disk of {path} is full, with {free} MiB free: make room."),
    }
)


def identity_line(error: Exception | None) -> Line:
    """Tell whether this computer's key can be read; `error` says why not."""
    if error is None:
        return Line("identity", Level.OK, _("The key of this computer is there, or will be made."))
    return Line("identity", Level.FAILS, sentence(error) or str(error))


def versions_line(versions: Mapping[str, str | None]) -> Line:
    """Tell the versions of Python and of the packages; None for one that is not there."""
    missing = [name for name, version in versions.items() if version is None]
    if sys.version_info < MIN_PYTHON:
        text = _("This Python is {version}, and mark needs 3.11 or later: install a newer one.")
        return Line("versions", Level.FAILS, text.format(version=versions["Python"]), dict(versions))
    if missing:
        text = _("Missing: {packages}. Install mark again with pip.")
        return Line("versions", Level.FAILS, text.format(packages=listing(missing)), dict(versions))
    said = ", ".join(f"{name} {version}" for name, version in versions.items())
    return Line("versions", Level.OK, _("Versions: {versions}.").format(versions=said), dict(versions))
