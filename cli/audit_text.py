"""What `mark audit` prints of several logs: each in short, and then how the copies of a game compare."""

from collections.abc import Iterator, Mapping, Sequence

from cli.audit_files import Audited
from cli.audit_report import head_lines, tell_conviction, tell_removal, wanted_lines
from cli.audit_words import tell_seats, verdict_word
from cli.names import seat_names, shown_path
from cli.words import _, ngettext
from p2p.compare import Compared, Comparison, Parting, Relation
from p2p.verdict import GRAVITY, Verdict


def one_of_many_lines(one: Audited) -> Iterator[str]:
    """Give a line for a log that is as it should be, and for any other what is the matter with it."""
    head = head_lines(one)
    yield next(head)
    if one.report.verdict is not Verdict.COMPLETE:
        yield from head
    yield from wanted_lines(one)


def game_lines(game: Comparison, paths: Sequence[str]) -> Iterator[str]:
    """Tell how the copies of one game lie to the longest one, or to one from which they fork."""
    for other in game.others:
        values = {"other": shown_path(paths[other.log]), "longest": shown_path(paths[other.beside])}
        match other.relation:
            case Relation.SAME:
                yield _("{other} holds the same game as {longest}.").format(**values)
            case Relation.PREFIX:
                yield _("{other} is the beginning of {longest}.").format(**values)
            case Relation.OUTRANKED:
                yield from _outranked_lines(_parting(other), values)
            case Relation.FORK:
                yield from _fork_lines(_parting(other), values)


def total_lines(verdicts: Mapping[Verdict, int], overall: Verdict) -> Iterator[str]:
    """Give the verdict over several logs, after how many there are of each, the mildest first."""
    count = sum(verdicts.values())
    each = [
        _("{count} {verdict}").format(count=verdicts[verdict], verdict=verdict_word(verdict))
        for verdict in GRAVITY
        if verdicts.get(verdict)
    ]
    yield ", ".join(each)
    text = ngettext("{count} log: {verdict}", "{count} logs: {verdict}", count)
    yield text.format(count=count, verdict=verdict_word(overall))


def _parting(other: Compared) -> Parting:
    assert other.parting is not None
    return other.parting


def _outranked_lines(parting: Parting, values: Mapping[str, str]) -> Iterator[str]:
    """Explain two copies of which one is that of the removed: no honest seat contradicts itself in them."""
    assert parting.removal is not None
    text = _("{longest} and {other} are of one game and part in round {round}, where seats were removed.")
    yield text.format(round=parting.round_number, **values)
    yield "  " + tell_removal(parting.removal, _names(parting))
    yield "  " + _(
        "The copy without that vote is the one that the removed went on in, and counts for nothing."
    )


def _fork_lines(parting: Parting, values: Mapping[str, str]) -> Iterator[str]:
    names = _names(parting)
    text = _("{longest} and {other} are of one game and part in round {round}.")
    if parting.differing:
        text = _("{longest} and {other} are of one game and part in round {round}, where {seats} differ.")
    seats = tell_seats(parting.differing, names) if parting.differing else ""
    yield text.format(round=parting.round_number, seats=seats, **values)
    text = _("The heads after it are {one} and {two}.")
    yield "  " + text.format(one=parting.heads[0].hex(), two=parting.heads[1].hex())
    for conviction in parting.convictions:
        yield "  " + tell_conviction(conviction, names)
    if parting.removal is not None:
        yield "  " + tell_removal(parting.removal, names)
        yield "  " + _(
            "Some who voted have gone on in the other copy too, so the vote does not decide which one counts."
        )
    elif not parting.convictions:
        yield "  " + _("Too many signatures are spoiled to tell who signed both copies.")


def _names(parting: Parting) -> tuple[str, ...]:
    return seat_names(seat.name for seat in parting.seats)
