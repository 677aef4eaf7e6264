"""What happens at a table before the game begins, in sentences."""

from cli.names import listing, look_of, titled
from cli.ruleset_words import tell_ruleset
from cli.waiting import duration
from cli.words import _
from core.ruleset import Ruleset
from p2p.keywords import key_words
from p2p.link import LinkKind, LinkNotice
from p2p.lobby import (
    VERSIONS,
    GuestAsks,
    GuestDismissed,
    GuestGone,
    GuestRefused,
    HostAsked,
    HostHeard,
    HostSilent,
    OtherVersionHere,
    OtherVersionKnocks,
    ReadyTakenBack,
    SeatLeft,
    SeatTaken,
    TableBegun,
    TableRefused,
    TableSeen,
)
from p2p.lobby_messages import OtherVersion, Reason
from p2p.monitor import Failure
from p2p.record_file import Repair
from p2p.store import LogLost
from p2p.table import News
from p2p.table_info import Seated, TableInfo
from p2p.text import clean


def tell_news(news: News) -> list[str]:  # noqa: PLR0911 - one for each kind
    """Give the lines that a person at a table should read."""
    match news:
        case SeatTaken() | SeatLeft() | GuestDismissed() | GuestRefused() | GuestAsks() | GuestGone():
            return _tell_guest(news)
        case OtherVersionKnocks(theirs):
            return [_tell_other_guest(theirs)]
        case HostSilent():
            return [_("The host is not heard any more, and may have gone; mark goes on calling.")]
        case HostHeard():
            return [_("The host is heard again.")]
        case HostAsked():
            return [_("The host is asked whether you may sit.")]
        case ReadyTakenBack():
            return [_("The seats have changed, so you are not ready any more.")]
        case TableSeen(table):
            return tell_table(table)
        case Repair():
            return [tell_repair(news)]
        case LogLost(path=path):
            return [_("{name} was missing: taking the game from the others.").format(name=path.name)]
        case LinkNotice(kind=LinkKind.HANDSHAKE_FAILED, inbound=inbound, failure=failure):
            tell = _tell_caller if inbound else _tell_failure
            return [tell(failure)] if failure is not None else []
        case LinkNotice():
            return []


def _tell_guest(
    news: SeatTaken | SeatLeft | GuestDismissed | GuestRefused | GuestAsks | GuestGone,
) -> list[str]:
    match news:
        case SeatTaken(name):
            return [_("{name} has sat down.").format(name=clean(name))]
        case SeatLeft(name):
            return [_("{name} has left; the seat is free again.").format(name=clean(name))]
        case GuestDismissed(name):
            return [_("{name} was sent away; the seat is free again.").format(name=clean(name))]
        case GuestRefused(reason):
            return [_("Somebody was not let in: {reason}").format(reason=tell_reason(reason))]
        case GuestAsks(name=name, key=key, addresses=addresses):
            text = _("{name} ({words}), at {addresses}, asks for a seat.")
            words, places = " ".join(key_words(key)), clean(", ".join(addresses))
            return [text.format(name=clean(name), words=words, addresses=places)]
        case GuestGone():
            return []  # the desk, which has asked, tells it


def tell_repair(repair: Repair) -> str:
    """Give the line about a file whose last write was not finished."""
    text = _("The last write to {path} was not finished; its {size} bytes are kept in {backup}.")
    return text.format(path=repair.path, size=repair.size, backup=repair.backup.name)


def tell_clock(ruleset: Ruleset) -> list[str]:
    """Give the line about a table's clock, if it has one (clause 6.10)."""
    if not ruleset.clock:
        return []
    text = _("There is a clock: after {time} without an answer mark makes a modest choice for you.")
    return [text.format(time=duration(ruleset.clock))]


def tell_table(table: TableInfo) -> list[str]:
    """Give who sits at a table and by which rules, in the same lines for all who sit there."""
    text = _("The table, {taken} of {seats} seats taken:")
    lines = [text.format(taken=len(table.seated), seats=table.seats)]
    looks = [look_of(one.name) for one in table.seated]
    for place, one in enumerate(table.seated):
        notes = [_("host")] if place == 0 else []
        notes.append(_("ready") if one.ready else _("not ready"))
        alike = [
            str(other + 1) for other, look in enumerate(looks) if look == looks[place] and other != place
        ]
        if alike:
            notes.append(_("LOOKS LIKE {places}: compare the words").format(places=listing(alike)))
        lines.append(f"  {place + 1}  {titled(_named(one))} {', '.join(notes)}")
    free = _("free")
    lines += [f"  {place + 1}  {free}" for place in range(len(table.seated), table.seats)]
    rules = [tell_ruleset(table.rules_id, table.ruleset), *tell_clock(table.ruleset)]
    return [*lines, *(f"  {line}" for line in rules)]


def tell_awaited(table: TableInfo) -> str:
    """Name those who are not ready yet."""
    looks = [look_of(one.name) for one in table.seated]
    return listing(
        [
            clean(one.name) if looks.count(look) == 1 else _named(one)
            for one, look in zip(table.seated, looks, strict=True)
            if not one.ready
        ]
    )


def _named(one: Seated) -> str:
    """Give a name with the words of its key."""
    return f"{clean(one.name)} ({' '.join(key_words(one.key))})"


def tell_reason(reason: Reason) -> str:  # noqa: PLR0911 - one for each kind
    """Give the sentence for a host's refusal."""
    match reason:
        case Reason.FULL:
            return _("all seats are taken.")
        case Reason.TOKEN:
            return _("the invite is not of this table; ask the host for a new one.")
        case Reason.KEYS:
            return _("the keys do not fit together; update mark and try again.")
        case Reason.TAKEN:
            return _("this key sits at the table already; each player needs a data folder of their own.")
        case Reason.CLOSED:
            return _("the host has closed the table.")
        case Reason.DECLINED:
            return _("the host has said no.")
        case Reason.BUSY:
            return _("too many come and go there; wait a minute, or ask the host for an invite.")


def tell_failure(error: BaseException) -> str | None:
    """Give the sentence for a guest who will not play at this table, None for an error worded elsewhere."""
    match error:
        case TableBegun():
            return _(
                "The game of this invite has begun, and nobody can sit down any more: the invite is for "
                "watching, with mark watch INVITE."
            )
        case TableRefused(reason=Reason.CLOSED):
            return _("The host has closed the table: there is no game.")
        case TableRefused(reason=reason):
            return _("The host does not let you sit: {reason}").format(reason=tell_reason(reason))
        case OtherVersionHere():
            return _tell_other_version(error)
        case _:
            return None


def _tell_other_version(error: OtherVersionHere) -> str:
    theirs, (protocol, rules, _hash) = error.theirs, VERSIONS
    if theirs.protocol != protocol:
        newer = theirs.protocol > protocol
        text = _(
            "The host speaks protocol {theirs} and this program protocol {ours}: {who} must update mark."
        )
        who = _("you") if newer else _("the host")
        return text.format(theirs=theirs.protocol, ours=protocol, who=who)
    text = _("The host plays by the rules {theirs} and this program by {ours}: both need the same mark.")
    return text.format(theirs=_version(theirs.rules_id, theirs.rules_hash), ours=_version(rules, _hash))


def _tell_other_guest(theirs: OtherVersion) -> str:
    protocol, rules, rules_hash = VERSIONS
    if theirs.protocol != protocol:
        text = _(
            "Somebody called whose mark has protocol {theirs}, and yours {ours}: both need the same mark."
        )
        return text.format(theirs=theirs.protocol, ours=protocol)
    text = _("Somebody called whose mark has the rules {theirs}, and yours {ours}: both need the same mark.")
    named = _version(theirs.rules_id, theirs.rules_hash), _version(rules, rules_hash)
    return text.format(theirs=named[0], ours=named[1])


def _version(rules_id: str, rules_hash: bytes) -> str:
    return f"{clean(rules_id)} ({rules_hash.hex()[:8]})"


def _tell_failure(failure: Failure) -> str:
    match failure:
        case Failure.KEY_MISMATCH:
            return _(
                "Key mismatch: who answers there is not the host of this invite, or the host is gone; "
                "ask for a new invite."
            )
        case Failure.REFUSED:
            return _("The other side refuses this computer's key: the table is closed or has begun.")
        case Failure.PROTOCOL:
            return _("What answers there is no mark: check the address, or ask for a new invite.")
        case Failure.SILENT:
            return _(
                "Something takes the call there and says nothing: that computer may be asleep, or its mark "
                "stopped."
            )


def _tell_caller(failure: Failure) -> str:
    match failure:
        case Failure.KEY_MISMATCH:
            return _("Somebody calls this address with another host's key: by an old invite, perhaps.")
        case Failure.REFUSED:
            return _("Somebody who has no seat was not let in.")
        case Failure.PROTOCOL | Failure.SILENT:
            return _("Something called this address that is no mark, or that hung up at once.")
