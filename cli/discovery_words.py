"""Tables that are announced on the local network, and why none can be, in sentences."""

from cli.names import listing
from cli.words import _
from core.ruleset import PRESETS
from p2p.advert import Advert
from p2p.discovery import DiscoveryOff, OffReason
from p2p.lobby import VERSIONS
from p2p.text import clean


def tell_discovery(off: DiscoveryOff | None) -> str:
    """Give the sentence for discovery that is off, or that works again."""
    if off is None:
        return _("Discovery works again.")
    return _("Discovery is off: {reason} An invite works all the same.").format(reason=tell_off_reason(off))


def tell_off_reason(off: DiscoveryOff) -> str:
    """Give the sentence for why discovery is off, and what to do about it."""
    match off.reason:
        case OffReason.NO_INTERFACE:
            return _("there is no network to use; connect to one, or name another with --interface.")
        case OffReason.NO_MULTICAST:
            return _("no network here takes part in multicast; try another one.")
        case OffReason.NO_ROUTE:
            return _("the system knows no way for multicast; connect to a network.")
        case OffReason.REFUSED:
            return _("the system refuses multicast; allow mark, or UDP port 5353, in the firewall.")
        case OffReason.PORT_TAKEN:
            return _("another program keeps UDP port 5353 for itself; let it share the port, or stop it.")
        case OffReason.SYSTEM:
            return _("the system gives error {number}.").format(number=off.errno)


def tell_table(advert: Advert, name: str) -> str:
    """Give one line about a table; `name` is its host's, as it is told apart from the others'."""
    text = _("{name}: {taken} of {seats} seats taken, {rules}, at {addresses}, port {port}")
    line = text.format(
        name=name,
        taken=advert.taken,
        seats=advert.seats,
        rules=_tell_rules(advert),
        addresses=listing(advert.addresses),
        port=advert.port,
    )
    notes = _notes(advert)
    return f"{line} ({', '.join(notes)})" if notes else line


def tell_place(advert: Advert) -> str:
    """Give what is told of a table beside its host's name, the most needed first."""
    text = _("{taken} of {seats} seats taken, {rules}")
    line = text.format(taken=advert.taken, seats=advert.seats, rules=_tell_rules(advert))
    return ", ".join((line, *_notes(advert), *advert.addresses))


def _notes(advert: Advert) -> list[str]:
    notes = []
    if advert.playing:
        notes.append(_("playing"))
    if advert.watch:
        notes.append(_("can be watched"))
    if advert.open and not advert.playing:
        notes.append(_("open to all"))
    if (advert.protocol, advert.rules_id) != VERSIONS[:2]:
        notes.append(_("of another version"))
    return notes


def _tell_rules(advert: Advert) -> str:
    rules = clean(advert.rules_id)
    if advert.ruleset in PRESETS:
        return _("rules {rules}, {ruleset}").format(rules=rules, ruleset=advert.ruleset)
    return _("rules {rules} with options of its own").format(rules=rules)
