"""Tries out whether the host of an invite can be reached, and takes no seat by it."""

import asyncio
import errno
import os
from collections.abc import Sequence
from contextlib import suppress
from enum import Enum
from typing import Final, NamedTuple

from core.frozen import Frozen
from p2p.invite import Invite
from p2p.link import LinkKind, LinkNotice
from p2p.lobby import VERSIONS
from p2p.lobby_messages import (
    Knock,
    LobbyMessage,
    OtherVersion,
    Reason,
    Refusal,
    decode_lobby_message,
    encode_lobby_message,
)
from p2p.messages import MessageRefused
from p2p.monitor import Failure
from p2p.table_info import TableInfo
from p2p.transport import Transport

CONNECT_SECONDS: Final = 3.0
QUIET_SECONDS: Final = 1.0
"""How long a host has to answer before it is tried whether anything listens there: a call that says nothing
is told to a host as one of no mark."""
ANSWER_SECONDS: Final = 8.0
"""Longer than libzmq waits for a handshake, so that its own verdict comes first."""


class Door(Enum):
    """What a call to a TCP port comes to."""

    OPEN = "open"
    CLOSED = "closed"
    """The computer is there and nothing listens on that port."""
    NO_ROUTE = "no route"
    """This computer's network does not lead there."""
    SILENT = "silent"
    """Nothing comes back: a firewall, another network, or a computer that is off."""


async def try_door(address: str, port: int, seconds: float = CONNECT_SECONDS) -> Door:
    """Call an address and hang up."""
    try:
        async with asyncio.timeout(seconds):
            _, writer = await asyncio.open_connection(address, port)
    except TimeoutError:
        return Door.SILENT
    except ConnectionRefusedError:
        return Door.CLOSED
    except OSError as error:
        return Door.SILENT if error.errno in {errno.ETIMEDOUT, errno.ECONNRESET} else Door.NO_ROUTE
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
    return Door.OPEN


class Answer(Enum):
    """What a host says to one who knocks, the one that tells most first."""

    TABLE = "table"
    """It tells its table: the invite leads to one that is still gathering."""
    OTHER_VERSION = "other version"
    """It is a table of other versions than this program's."""
    PLAYING = "playing"
    """Its game has begun, and it may let one watch."""
    REFUSED = "refused"
    """Its key is right and lets no stranger call: the game has begun."""
    KEY_MISMATCH = "key mismatch"
    """Who answers does not have the key of the invite."""
    PROTOCOL = "protocol"
    """What answers does not speak the protocol."""
    SILENT = "silent"
    """The handshake, or what is said after it, has no answer."""


class Reply(Frozen):
    """What answers, with its table or its versions if it is the host and has told them."""

    answer: Answer
    table: TableInfo | None = None
    versions: OtherVersion | None = None

    @property
    def is_host(self) -> bool:
        """Whether it has the key of the invite."""
        return self.answer not in {Answer.KEY_MISMATCH, Answer.PROTOCOL, Answer.SILENT}


_ANSWERS: Final = {
    Failure.KEY_MISMATCH: Answer.KEY_MISMATCH,
    Failure.REFUSED: Answer.REFUSED,
    Failure.PROTOCOL: Answer.PROTOCOL,
    Failure.SILENT: Answer.SILENT,
}


def _told_by(message: LobbyMessage) -> Reply | None:
    match message:
        case TableInfo():
            return Reply(Answer.TABLE, table=message)
        case OtherVersion():
            return Reply(Answer.OTHER_VERSION, versions=message)
        case Refusal(Reason.FULL):  # by a game that can be watched, which lets strangers call
            return Reply(Answer.PLAYING)
        case _:
            return None


class Visit(NamedTuple):
    """What a call to one address of an invite came to; there is a reply where the door is open."""

    address: str
    door: Door
    reply: Reply | None = None


async def visit(invite: Invite, address: str, quiet: float = QUIET_SECONDS) -> Visit:
    """Call the host of an invite at one of its addresses; if it is quiet, see whether anything is there."""
    knocking = asyncio.ensure_future(knock(invite, address))
    try:
        done, _open = await asyncio.wait([knocking], timeout=quiet)
        door = Door.OPEN if done else await try_door(address, invite.port)
        return Visit(address, door, await knocking if door is Door.OPEN else None)
    finally:
        knocking.cancel()
        await asyncio.wait([knocking])


def best_reply(visits: Sequence[Visit]) -> Reply | None:
    """Give the reply that tells most of the host; None if none of the addresses can be called."""
    order = list(Answer)
    replies = [one.reply for one in visits if one.reply is not None]
    return min(replies, key=lambda reply: order.index(reply.answer), default=None)


async def knock(invite: Invite, address: str, seconds: float = ANSWER_SECONDS) -> Reply:
    """Shake hands with the host of an invite at one of its addresses and ask what table it has.

    The key is one of the moment, so that a seat of this computer at that table is not disturbed.
    """
    reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()

    def answered(value: Reply) -> None:
        if not reply.done():
            reply.set_result(value)

    def noticed(notice: LinkNotice) -> None:
        if notice.inbound:
            return
        if notice.kind is LinkKind.UP:
            transport.send(invite.curve_key, encode_lobby_message(Knock(*VERSIONS)))
        elif notice.failure is not None:
            answered(Reply(_ANSWERS[notice.failure]))

    def delivered(_sender: bytes, data: bytes) -> None:
        try:
            message = decode_lobby_message(data, VERSIONS)
        except MessageRefused:
            return
        if (told := _told_by(message)) is not None:
            answered(told)

    transport = Transport(
        os.urandom(32), admit=lambda key: key == invite.curve_key, deliver=delivered, noticed=noticed
    )
    try:
        transport.connect(invite.curve_key, [(address, invite.port)])
        async with asyncio.timeout(seconds):
            return await reply
    except TimeoutError:
        return Reply(Answer.SILENT)
    finally:
        transport.close()
