"""After a start a seat is mute until the others have told what they hold signed by it (protocol.md, 8.16)."""

from collections.abc import Mapping

from p2p.agreement import Agreement
from p2p.ledger import Ledger
from p2p.messages import INSTANCE_BYTES, NONCE_BYTES, Answer, Ask
from p2p.told import RIVAL_SECONDS, Told


class ComingBack:
    """The questions of one start and who has answered them. `ready` tells that this seat may sign.

    `instance` tells this running copy from others of the same key (8.17).
    """

    def __init__(
        self,
        ledger: Ledger,
        told: Mapping[int, Told],
        agreement: Agreement,
        chance: tuple[bytes, bytes],
        now: float,
    ) -> None:
        self._ledger = ledger
        self._told = told
        self._agreement = agreement
        self._started = now
        self._rival_told = False
        self._answered: set[int] = set()
        self._contested: set[int] = set()
        self.instance = chance[0][:INSTANCE_BYTES]
        self.nonce = chance[1][:NONCE_BYTES]
        self.ready = False

    def ask(self) -> Ask:
        """Give the question of this start."""
        return Ask(self.instance, self.nonce)

    def unanswered(self) -> list[int]:
        """Give the seats that are to be asked (again); none once this seat may sign."""
        return [] if self.ready else [seat for seat in self._told if seat not in self._answered]

    def holds_up(self, now: float) -> tuple[int, ...]:
        """Give the seats for whose answers this one is mute: active ones that are not away, or () for any."""
        others = self._agreement.active_others() if not self.ready else []
        return tuple(
            seat for seat in others if seat not in self._answered and not self._told[seat].is_away(now)
        )

    def awaits(self, answer: Answer) -> bool:
        """Tell whether this is an answer to this start's question, and one that still matters."""
        return answer.nonce == self.nonce and not self.ready

    def hear(self, seat: int, answer: Answer, now: float) -> bool:
        """Take an awaited answer; tell whether the user is to hear that `seat` has heard another copy.

        Not at first: it may be this one, as it was before a crash.
        """
        if not answer.rival:
            self._told[seat].heard_at = now
            self._answered.add(seat)
            return False
        self._contested.add(seat)
        if self._rival_told or now - self._started < 2 * RIVAL_SECONDS:
            return False
        self._rival_told = True
        return True

    def insist(self) -> None:
        """Take the user's word that no other copy of this key runs, whatever the others have heard."""
        self._answered |= self._contested

    def becomes_ready(self, now: float) -> bool:
        """Tell whether this seat may sign from now on and could not before.

        That is once every other active seat that is not away, and at least one, has answered. One that has
        resigned may have left for good: it is waited for until it counts as away, no longer.
        """
        if self.ready:
            return False
        others = self._agreement.active_others()
        unheard = [seat for seat in others if seat not in self._answered]
        staying = [seat for seat in others if not self._ledger.heard.notes(seat)]
        enough = len(unheard) < len(others) or not staying
        self.ready = enough and all(self._told[seat].is_away(now) for seat in unheard)
        return self.ready
