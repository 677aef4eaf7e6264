"""What `mark audit` prints about one log: what is wrong first, then the game, what was checked, what is open.

Rounds, rolls and link indexes are counted from 0, as in the protocol; seats are called by their names.
"""

from collections.abc import Iterator, Sequence

from cli.audit_files import ENDINGS, Audited
from cli.audit_words import (
    UNPROVEN,
    awaited_word,
    event_word,
    report_names,
    tell_seats,
    unproven,
    verdict_word,
)
from cli.names import shown_path, titled
from cli.results import tell_money, tell_outcome, tell_rules
from cli.words import _, ngettext
from p2p.hashing import PROTOCOL_VERSION
from p2p.keywords import key_words
from p2p.text import clean
from p2p.verdict import Conviction, Removal, Report, Verdict


def log_lines(one: Audited) -> Iterator[str]:
    """Give the whole report on one log; a line's blanks at its start tell what it belongs to."""
    report = one.report
    yield from head_lines(one)
    is_log = report.game_id is not None and not report.is_proof
    if is_log:
        yield from _section(_("Result"), result_lines(report))
    if report.game_id is not None:
        yield from _section(_("Players"), _players(report))
        yield from _section(_("Game"), _game(report))
    if is_log:
        for title, lines in evidence_sections(one):
            yield from _section(title, lines)
        if one.rolls is not None and one.auctions is not None:
            from cli.checked_words import auction_line, roll_line  # noqa: PLC0415 - with --verbose alone

            names = report_names(report)
            rolls = (roll_line(roll, names) for roll in one.rolls)
            auctions = (auction_line(auction, names) for auction in one.auctions)
            yield from _section(_("Every roll"), rolls)
            yield from _section(_("Every auction"), auctions)
    elif report.convictions:
        yield from _section(_("Checked"), iter((_signatures(one),)))
    yield from wanted_lines(one)


def head_lines(one: Audited) -> Iterator[str]:
    """Give the verdict on one log, and what has led to it, the first fatal thing first."""
    report = one.report
    yield f"{titled(shown_path(one.path))} {verdict_word(report.verdict)}"
    yield from (f"  {line}" for line in verdict_lines(report))


def verdict_lines(report: Report) -> Iterator[str]:
    """Tell what has led to the verdict, the first fatal thing first."""
    if report.verdict is Verdict.COMPLETE:
        yield _("A whole game, played by the rules; the key of every seat answers for it.")
    if report.findings:
        from cli.finding_words import tell_finding  # noqa: PLC0415 - nothing is found in a whole game

        yield from (tell_finding(finding, report) for finding in report.findings)
    for conviction in report.convictions:
        yield tell_conviction(conviction, report_names(report))


def evidence_sections(one: Audited) -> Iterator[tuple[str, Iterator[str]]]:
    """Give the titles and lines of how a game was played, what of it was checked, and what is not proven."""
    yield _("Played"), _played(one.report)
    yield _("Checked"), _checked(one)
    yield _("Not proven"), (_(UNPROVEN[what]) for what in unproven(one))


def wanted_lines(one: Audited) -> Iterator[str]:
    """Give the one roll and the one auction that were asked for."""
    names, wanted = report_names(one.report), one.wanted
    if wanted.roll is None and wanted.auction is None:
        return
    from cli.audit_by_hand import auction_lines, roll_lines  # noqa: PLC0415 - most audits show none

    if one.roll is not None:
        yield from _section(_("By hand"), roll_lines(one.roll, names, commands=True))
    elif wanted.roll is not None:
        yield "  " + _("There is no roll {roll} in it.").format(roll=wanted.roll)
    if one.auction is not None:
        yield from _section(_("By hand"), auction_lines(one.auction, names))
    elif wanted.auction is not None:
        yield "  " + _("There is no auction {auction} in it.").format(auction=wanted.auction)


def _section(title: str, lines: Iterator[str]) -> Iterator[str]:
    """Give the lines under their title, or nothing where there are none."""
    for number, line in enumerate(lines):
        if number == 0:
            yield f"  {title}"
        yield f"    {line}"


def _players(report: Report) -> Iterator[str]:
    for number, (seat, name) in enumerate(zip(report.seats, report_names(report), strict=True), 1):
        text = _("Seat {number}: {name}, key {key} ({words})")
        yield text.format(number=number, name=name, key=seat.key.hex(), words=" ".join(key_words(seat.key)))


def _game(report: Report) -> Iterator[str]:
    assert report.game_id is not None
    assert report.ruleset is not None
    yield _("Game: {game}").format(game=report.game_id.hex())
    yield _("Rules: {rules}, of hash {hash}, by version {version} of the protocol").format(
        rules=clean(report.rules_id), hash=report.rules_hash.hex(), version=PROTOCOL_VERSION
    )
    yield ", ".join(f"{name} {_option(value)}" for name, value in report.ruleset.as_dict().items())


def _option(value: object) -> str:
    if isinstance(value, tuple):
        return " / ".join(" ".join(map(str, row)) for row in value)
    return str(value)


def result_lines(report: Report) -> Iterator[str]:
    """Tell who won and by which rules, if the game is over."""
    if report.result is not None:
        names = report_names(report)
        yield tell_outcome(report.result, names)
        yield tell_rules(report.result)
        removed = [seat for removal in report.removed for seat in removal.seats]
        yield tell_money(report.result, names, [*removed, *(left.seat for left in report.resigned)])


def _played(report: Report) -> Iterator[str]:
    names = report_names(report)
    text = _("Rounds: {rounds}, events: {events}, rolls: {rolls}, auctions: {auctions}")
    yield text.format(
        rounds=report.rounds, events=report.events, rolls=report.rolls, auctions=report.auctions
    )
    for left in report.resigned:
        yield _("{seat} resigned in round {round}.").format(seat=names[left.seat], round=left.round_number)
    for removal in report.removed:
        yield tell_removal(removal, names)
    if report.awaits is not None:
        text = _("Awaited next: {event} of {seats}.")
        yield text.format(
            event=awaited_word(report.awaits.kind), seats=tell_seats(report.awaits.seats, names)
        )


def _checked(one: Audited) -> Iterator[str]:
    """Tell what was checked of the part that is in order, with the figures."""
    report = one.report
    if report.verdict not in ENDINGS:
        yield _("All this is about what stands before the first fault.")
    yield _("Chain: each of the {events} events names the hash of all that was played before it.").format(
        events=report.events
    )
    yield _("Moves: each decision was replayed, and the rules allowed it.")
    if report.rolls:
        text = ngettext(
            "Dice: {rolls} roll and the draw of who starts, each made of a secret of every seat in the game;"
            " each secret was fixed by the start of the game.",
            "Dice: {rolls} rolls and the draw of who starts, each made of a secret of every seat in the game;"
            " each secret was fixed by the start of the game.",
            report.rolls,
        )
        yield text.format(rolls=report.rolls)
    if report.auctions:
        text = ngettext(
            "Bids: {bids} in {auctions} auction; each was opened as it had been sealed, and none was above"
            " its seat's money.",
            "Bids: {bids} in {auctions} auctions; each was opened as it had been sealed, and none was above"
            " its seat's money.",
            report.auctions,
        )
        yield text.format(bids=report.bids, auctions=report.auctions)
    yield _signatures(one)
    for reused in report.reused_nonces:
        text = _("Remark: {seat} sealed its bids of rounds {first} and {second} with the same nonce.")
        names = report_names(report)
        yield text.format(seat=names[reused.seat], first=reused.first_round, second=reused.round_number)
    if report.rolls and one.rolls is None:
        yield _("To check any of it by hand: --roll K, --auction K; for a line about each: --verbose.")


def _signatures(one: Audited) -> str:
    count = one.report.signatures
    if one.wanted.every_signature or one.report.is_proof:
        text = ngettext(
            "Signatures: {count} was checked, which is every one.",
            "Signatures: {count} were checked, which is every one.",
            count,
        )
    else:
        text = ngettext(
            "Signatures: {count} was checked; the last one of a seat covers all that was played before it.",
            "Signatures: {count} were checked; the last one of a seat covers all that was played before it.",
            count,
        )
    return text.format(count=count)


def tell_removal(removal: Removal, names: Sequence[str]) -> str:
    """Say who was removed by whose votes, and how far each had played: silence cannot be proved."""
    text = _("{voters} removed {seats} in round {round} by their votes; {last}.")
    last = [
        _("{seat} had last spoken in round {round}").format(seat=names[seat], round=number)
        for seat, number in zip(removal.seats, removal.played_to, strict=True)
    ]
    return text.format(
        voters=tell_seats(removal.voters, names),
        seats=tell_seats(removal.seats, names),
        round=removal.round_number,
        last=", ".join(last),
    )


def tell_conviction(conviction: Conviction, names: Sequence[str]) -> str:
    """Say which two events convict a seat."""
    text = _(
        "{seat} is convicted by two events: the {one} of round {first}, {one_id}, and the {other} of round"
        " {second}, {other_id}."
    )
    one, other = conviction.one, conviction.other
    return text.format(
        seat=names[conviction.seat],
        one=event_word(one.event.kind),
        first=one.event.round_number,
        one_id=one.event_id.hex(),
        other=event_word(other.event.kind),
        second=other.event.round_number,
        other_id=other.event_id.hex(),
    )
