"""What a spectator is told of the peers that it watches through, in sentences."""

from collections.abc import Callable

from cli.words import _
from p2p.hashing import PROTOCOL_VERSION
from p2p.link import LinkNotice
from p2p.monitor import Failure
from p2p.watch_messages import WatchReason
from p2p.watch_view import Lie, NotLetIn, PeerLies, PeerLost, Watching

Name = Callable[[bytes], str]
"""Gives what the peer with a CURVE key is called."""


def tell_watching(news: Watching | NotLetIn | PeerLost | PeerLies | LinkNotice, name: Name) -> str:
    """Give one line for what has become of a peer that is watched through."""
    match news:
        case Watching(key):
            return _("Watching through {name}.").format(name=name(key))
        case PeerLost(key):
            return _("{name} has not been heard for 10 seconds, and is still called.").format(name=name(key))
        case NotLetIn(key=key):
            return _("{name}: {reason}").format(name=name(key), reason=_tell_reason(news))
        case PeerLies(key, lie):
            return _tell_lie(lie).format(name=name(key))
        case LinkNotice(peer=peer, failure=failure):
            who = name(peer) if peer is not None else news.address
            return _("{name}: {reason}").format(name=who, reason=_tell_failure(failure))


def _tell_reason(news: NotLetIn) -> str:
    match news.reason:
        case WatchReason.NOT_BEGUN:
            return _("the game has not begun yet; mark waits for it.")
        case WatchReason.FULL:
            return _("as many as can are watching through this player; mark asks again.")
        case WatchReason.TOKEN:
            return _("the invite does not fit the game; ask a player of it to type invite, and use that one.")
        case WatchReason.NOT_ALLOWED:
            return _("nobody may watch through this player.")
        case WatchReason.CLOSED:
            return _("mark has been closed there, so nothing more comes from this player.")
        case WatchReason.VERSION:
            text = _("this player's mark speaks protocol {theirs} and yours {ours}: both need the same mark.")
            return text.format(theirs=news.protocol, ours=PROTOCOL_VERSION)


def _tell_lie(lie: Lie) -> str:
    match lie:
        case Lie.FORGED:
            return _("{name} has passed on something wrongly signed; it is not taken.")
        case Lie.FALSE_PROOF:
            return _("{name} accuses a seat without a proof: nothing is taken from there any more.")
        case Lie.GENESIS:
            return _(
                "{name} shows the start of a game that is none, or not its own: it is not to be trusted."
            )
        case Lie.OTHER_GAME:
            return _("{name} plays another game than the one that is watched.")
        case Lie.WITHHELD:
            return _("{name} says that it holds more of the game, and does not show it.")


def _tell_failure(failure: Failure | None) -> str:
    match failure:
        case Failure.KEY_MISMATCH:
            return _("who answers there is not the player of this invite, or that one is gone.")
        case Failure.REFUSED:
            return _("nobody may watch through this player.")
        case Failure.SILENT:
            return _("something takes the call there and says nothing; mark goes on calling.")
        case _:
            return _("what answers there is no mark.")
