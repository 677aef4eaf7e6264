"""What this peer tells the others: where it stands, and what it sends to one or all (protocol.md, 11.4)."""

from collections.abc import Iterable

from p2p.effects import Send
from p2p.ledger import Ledger
from p2p.messages import Message, Status, encode_message, game_tag
from p2p.remover import Remover
from p2p.supply import held


class Telling:
    """One running copy's words to the other seats; they leave behind what the ledger has put before them."""

    def __init__(self, ledger: Ledger, remover: Remover, others: Iterable[int], instance: bytes) -> None:
        self._ledger = ledger
        self._remover = remover
        self._others = tuple(others)
        self._instance = instance
        self._tag = game_tag(ledger.genesis.game_id)
        self._sequence = 0
        self._digests: dict[bytes, bytes] = {}

    def status(self, *, pull: bool) -> Status:
        """Give where this peer stands; with `pull` it asks to be sent what it lacks."""
        chain = self._ledger.chain
        tip = chain.tip
        events, notes, proofs, ballots = held(self._ledger)
        self._sequence += 1
        return Status(
            instance=self._instance,
            sequence=self._sequence,
            round_number=tip.round_number,
            head=tip.head,
            settled=chain.settled,
            events=events,
            notes=notes,
            proofs=proofs,
            ballots=ballots,
            removal=self._remover.mask,
            pull=pull,
            digest=self.digest() if pull else b"",
        )

    def digest(self) -> bytes:
        """Give the digest of the position before the open round."""
        tip = self._ledger.tip
        if tip.head not in self._digests:
            self._digests = {tip.head: tip.digest}
        return self._digests[tip.head]

    def broadcast(self, message: Message) -> None:
        """Send this to all other seats."""
        self._ledger.effects.append(Send(self._others, encode_message(self._tag, message)))

    def send(self, seat: int, message: Message, *, reply: bool = False) -> None:
        """Send this to one seat; a `reply` goes back over the connection of what it answers."""
        self._ledger.effects.append(Send((seat,), encode_message(self._tag, message), reply))
