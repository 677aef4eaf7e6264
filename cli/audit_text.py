"""What `mark audit` prints for people: each log's verdict first, then why, then what was played.

Rounds, rolls and link indexes are counted from 0, as in the protocol; seats are called by their names.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from cli.audit_files import Audited, Outcome
from cli.audit_words import event_word, report_names, tell_finding, tell_seats, verdict_word
from cli.names import roll_name
from cli.results import tell_money, tell_outcome
from cli.words import _, ngettext
from core.ruleset import Ruleset
from p2p.compare import Compared, Comparison, Relation
from p2p.hashing import TAG_LINK
from p2p.keywords import key_words
from p2p.roll_inputs import LinkInput, RollInputs
from p2p.text import clean
from p2p.verdict import Conviction, Removal, Report, Verdict

_PATH_CHARACTERS: Final = 4096


def as_text(outcome: Outcome) -> str:
    """Give the whole outcome, the overall verdict last where there are several logs."""
    lines: list[str] = []
    for one in outcome.logs:
        lines += [f"{_path(one)}: {verdict_word(one.report.verdict)}"]
        lines += [f"  {line}" for line in _log_lines(one, outcome.roll)]
    for game in outcome.games:
        lines += _game_lines(game, outcome.logs)
    if len(outcome.logs) > 1:
        text = ngettext("{count} log: {verdict}", "{count} logs: {verdict}", len(outcome.logs))
        lines += [text.format(count=len(outcome.logs), verdict=verdict_word(outcome.verdict))]
    return "\n".join(lines)


def _log_lines(one: Audited, roll: int | None) -> Iterator[str]:
    report = one.report
    names = report_names(report)
    if report.verdict is Verdict.COMPLETE:
        yield _("A whole game, played by the rules; the key of every seat answers for it.")
    for finding in report.findings:
        yield tell_finding(finding, report)
    for conviction in report.convictions:
        yield _conviction(conviction, names)
    if report.game_id is not None:
        yield from _game_facts(report)
    if not report.is_proof and report.game_id is not None:
        yield from _played(report, names)
    if roll is not None:
        yield from (
            roll_lines(one.roll, names)
            if one.roll
            else [_("There is no roll {roll} in it.").format(roll=roll)]
        )


def _game_facts(report: Report) -> Iterator[str]:
    assert report.game_id is not None
    assert report.ruleset is not None
    yield _("Game: {game}").format(game=report.game_id.hex())
    yield _("Rules: {rules}; {options}").format(
        rules=clean(report.rules_id), options=_options(report.ruleset)
    )
    for number, (seat, name) in enumerate(zip(report.seats, report_names(report), strict=True), 1):
        text = _("Seat {number}: {name}, key {key} ({words})")
        yield text.format(number=number, name=name, key=seat.key.hex(), words=" ".join(key_words(seat.key)))
    text = ngettext("{count} signature was checked.", "{count} signatures were checked.", report.signatures)
    yield text.format(count=report.signatures)


def _played(report: Report, names: Sequence[str]) -> Iterator[str]:
    text = _("Played: {rounds} rounds, {events} events, {rolls} rolls.")
    yield text.format(rounds=report.rounds, events=report.events, rolls=report.rolls)
    for left in report.resigned:
        yield _("{seat} resigned in round {round}.").format(seat=names[left.seat], round=left.round_number)
    for removal in report.removed:
        yield _removed(removal, names)
    if report.result is not None:
        yield tell_outcome(report.result, names)
        yield tell_money(report.result, names)
    if report.awaits is not None:
        text = _("Awaited next: the {event} of {seats}.")
        yield text.format(event=event_word(report.awaits.kind), seats=tell_seats(report.awaits.seats, names))
    for reused in report.reused_nonces:
        text = _("Remark: {seat} sealed its bids of rounds {first} and {second} with the same nonce.")
        yield text.format(seat=names[reused.seat], first=reused.first_round, second=reused.round_number)


def _removed(removal: Removal, names: Sequence[str]) -> str:
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


def _options(ruleset: Ruleset) -> str:
    return ", ".join(f"{name} {_option(value)}" for name, value in ruleset.as_dict().items())


def _option(value: object) -> str:
    if isinstance(value, tuple):
        return " / ".join(" ".join(map(str, row)) for row in value)
    return str(value)


def _conviction(conviction: Conviction, names: Sequence[str]) -> str:
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


# Several logs of one game --------------------------------------------------------------------------


def _game_lines(game: Comparison, logs: Sequence[Audited]) -> Iterator[str]:
    longest = logs[game.longest]
    for other in game.others:
        values = {"other": _path(logs[other.log]), "longest": _path(longest)}
        match other.relation:
            case Relation.SAME:
                yield _("{other} holds the same game as {longest}.").format(**values)
            case Relation.PREFIX:
                yield _("{other} is the beginning of {longest}.").format(**values)
            case Relation.OUTRANKED:
                yield from _outranked_lines(other, values, report_names(longest.report))
            case Relation.FORK:
                yield from _fork_lines(other, values, report_names(longest.report))


def _outranked_lines(other: Compared, values: dict[str, str], names: Sequence[str]) -> Iterator[str]:
    """Explain two copies of which one is that of the removed: no honest seat contradicts itself in them."""
    parting = other.parting
    assert parting is not None
    assert parting.removal is not None
    text = _("{longest} and {other} are of one game and part in round {round}, where seats were removed.")
    yield text.format(round=parting.round_number, **values)
    yield "  " + _removed(parting.removal, names)
    yield "  " + _(
        "The copy without that vote is the one that the removed went on in, and counts for nothing."
    )


def _fork_lines(other: Compared, values: dict[str, str], names: Sequence[str]) -> Iterator[str]:
    parting = other.parting
    assert parting is not None
    text = _("{longest} and {other} are of one game and part in round {round}, where {seats} differ.")
    yield text.format(round=parting.round_number, seats=tell_seats(parting.differing, names), **values)
    text = _("The heads after it are {one} and {two}.")
    yield "  " + text.format(one=parting.heads[0].hex(), two=parting.heads[1].hex())
    for conviction in parting.convictions:
        yield "  " + _conviction(conviction, names)
    if not parting.convictions:
        yield "  " + _("Too many signatures are spoiled to tell who signed both copies.")


# What a roll was made of ---------------------------------------------------------------------------


def roll_lines(roll: RollInputs, names: Sequence[str]) -> Iterator[str]:
    """Give the lines from which a roll's dice can be computed by hand (protocol.md, chapter 9)."""
    text = _("Roll {roll}, in round {round} of game {game}: {result}")
    yield text.format(
        roll=roll.index, round=roll.round_number, game=roll.game_id.hex(), result=_result(roll, names)
    )
    for link in roll.links:
        yield "  " + _link(link, names)
    text = _(
        "A link hashes as SHA-256 of the tag {tag}, the nonce {nonce}, the seat's key, the link's index in 4"
        " bytes, and the link."
    )
    yield "  " + text.format(tag=TAG_LINK.hex(), nonce=roll.nonce.hex())
    text = _(
        "The dice come from SHA-256 of the tag {tag}, the game, the roll in 4 bytes, the number of links,"
        " each seat in a byte with its link, and a counter in 4 bytes."
    )
    yield "  " + text.format(tag=roll.tag.hex())
    for block in roll.blocks:
        yield "  " + _("SHA-256 of {data}").format(data=block.data.hex())
        yield "  " + _("is {digest}").format(digest=block.digest.hex())
    text = _("Its bytes {taken}, without those from {limit} on, modulo {bound}: {results}.")
    yield "  " + text.format(
        taken=_numbers(roll.taken),
        limit=256 - 256 % roll.bound,
        bound=roll.bound,
        results=_numbers(roll.results),
    )


def _result(roll: RollInputs, names: Sequence[str]) -> str:
    if len(roll.results) == 1:
        return _("{seat} starts.").format(seat=names[roll.results[0]])
    first, second = roll.results
    return _("the dice show {faces}.").format(faces=roll_name(first, second))


def _numbers(values: Sequence[int]) -> str:
    return " ".join(map(str, values))


def _link(link: LinkInput, names: Sequence[str]) -> str:
    known = _("its anchor") if link.known_index < 0 else _("its link {index}").format(index=link.known_index)
    if link.fits:
        text = _("{name} (seat {seat}): link {index} is {link}, and hashes to {known}, {hashed}.")
    else:
        text = _("{name} (seat {seat}): link {index} is {link}, and hashes not to {known}, but to {hashed}.")
    return text.format(
        name=names[link.seat],
        seat=f"{link.seat:02x}",
        index=link.index,
        link=link.link.hex(),
        hashed=link.hashed.hex(),
        known=known,
    )


def _path(one: Audited) -> str:
    return clean(one.path, _PATH_CHARACTERS)
