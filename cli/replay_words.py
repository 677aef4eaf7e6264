"""What a replay says of its log: whose game it is, where it stands, and what the audit thinks of it."""

from pathlib import Path

from cli.audit_words import verdict_word
from cli.finding_words import tell_finding
from cli.names import listing, quoted, seat_names
from cli.words import _
from p2p.genesis import Genesis
from p2p.tape import Tape
from p2p.verdict import Report, Verdict


class ProofGiven(Exception):
    """{path} is a proof and no log."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class NotInLog(Exception):
    """A place that was asked for is not in the log, which has {rounds} rounds and {turns} turns."""

    def __init__(self, rounds: int, turns: int) -> None:
        super().__init__(rounds, turns)
        self.rounds, self.turns = rounds, turns


class EndsBeforeStart(Exception):
    """The last round that is wanted, {last}, comes before the first one, {first}."""

    def __init__(self, first: int, last: int) -> None:
        super().__init__(first, last)
        self.first, self.last = first, last


class SeatMissing(Exception):
    """The game has only {seats} seats."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.seats = seats


def tell_game(genesis: Genesis) -> str:
    """Give one line that tells this game from others."""
    players = listing(seat_names(entry.name for entry in genesis.seats))
    return _("Game {id} of {players}").format(id=genesis.game_id.hex()[:16], players=players)


def tell_replay_command(log: str) -> str:
    """Give one line that says how a log is looked at again."""
    text = _("To look at the game again, move by move: {command}")
    return text.format(command=f"mark replay {quoted(log)}")


def tell_verdict(tape: Tape) -> str:
    """Give one line of what the audit says, or how far it has come."""
    if tape.report is not None:
        return tell_report(tape.report)
    return _("Audit: nothing wrong in {rounds} rounds so far.").format(rounds=tape.rounds)


def tell_report(report: Report) -> str:
    """Give the verdict and the finding that decides it, in one line."""
    if report.verdict is Verdict.COMPLETE:
        return _("Audit: complete. The game was played by the rules, and every key answers for it.")
    text = _("Audit: {verdict}. {finding}")
    return text.format(verdict=verdict_word(report.verdict), finding=tell_finding(report.findings[0], report))
