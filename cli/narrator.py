"""A game told in sentences, one for each thing that happened, from its settled rounds."""

from collections.abc import Iterable, Sequence

from cli.names import listing, seat_names
from cli.sentences import tell_happening
from cli.tally import Tally
from cli.words import _
from core.happening import Happening
from p2p.ballot import read_ballot, seats_in
from p2p.event import EventKind, SignedEvent
from p2p.genesis import Genesis
from p2p.log import Log
from p2p.removal import close_round

Round = Sequence[SignedEvent]


class RoundUntold(ValueError):
    """A round was to be told before the one that comes first, number `expected`."""

    def __init__(self, round_number: int, expected: int) -> None:
        super().__init__(round_number, expected)
        self.round_number = round_number
        self.expected = expected


class Narrator:
    """Follows a game on a log of its own.

    `names` are the seats' names as they are shown; `happened` is what followed from the round told last;
    `tally` is what the game has come to.
    """

    def __init__(self, genesis: Genesis) -> None:
        self.names = seat_names(entry.name for entry in genesis.seats)
        self.log = Log(genesis)
        self.log.state.happenings = []
        self.happened: tuple[Happening, ...] = ()
        self.tally = Tally(self.log.state)

    def start_at(self, log: Log) -> None:
        """Go on from this moment of the same game; the log is the narrator's own from now on.

        The tally is that of what follows.
        """
        self.log = log
        self.log.state.happenings = []
        self.happened = ()
        self.tally = Tally(log.state)

    def catch_up(self, rounds: Iterable[Round]) -> None:
        """Follow the game's first rounds without a word, as far as they are not known yet."""
        for number, events in enumerate(rounds):
            if number >= self.log.round_number:
                self.tell(number, events)

    def tell(self, round_number: int, events: Round) -> list[str]:
        """Give the sentences of a settled round; none for a round that has been told already.

        Raises `RoundUntold` for one that leaves a gap.
        """
        if round_number > self.log.round_number:
            raise RoundUntold(round_number, self.log.round_number)
        if round_number < self.log.round_number or self.log.expects is None:
            return []
        kind = self.log.expects.kind
        leaving = [one.event.seat for one in events if one.event.kind is EventKind.NOTE]
        close_round(self.log, events)
        if events[0].event.kind is EventKind.VOTE:
            return [self._tell_removal(events), *self._happened()]
        told = [_("{seat} resigns.").format(seat=self.names[seat]) for seat in leaving]
        if len(leaving) < len(events):
            told += _tell_round(kind)
        return told + self._happened()

    def _tell_removal(self, votes: Round) -> str:
        """Name who has removed whom: a quorum can remove a seat that was there."""
        removed = [self.names[seat] for seat in seats_in(read_ballot(votes[0].event)[0])]
        voters = [self.names[one.event.seat] for one in votes]
        text = _("{voters} have voted to remove {seats}: the round is made anew without {seats}.")
        return text.format(voters=listing(voters), seats=listing(removed))

    def _happened(self) -> list[str]:
        happenings = self.log.state.happenings
        assert happenings is not None
        self.happened = tuple(happenings)
        happenings.clear()
        self.tally.see(self.log.state, self.happened)
        return [tell_happening(happening, self.names) for happening in self.happened]


def _tell_round(kind: EventKind) -> list[str]:
    """Give what it means for the game that all have signed this; nothing if what follows tells enough."""
    match kind:
        case EventKind.START:
            return [_("All seats have signed the start of the game.")]
        case EventKind.COMMITMENT:
            return [_("All bids are in, still sealed.")]
        case EventKind.SEAL:
            return [_("All seats have signed the result.")]
        case _:
            return []
