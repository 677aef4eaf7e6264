"""What this peer tells the others: where it stands, and what it sends to one or all (protocol.md, 11.4)."""

from collections.abc import Sequence

from p2p.effects import Send
from p2p.ledger import Ledger
from p2p.messages import MAX_BALLOTS, Message, Status, encode_message, game_tag
from p2p.remover import Remover
from p2p.supply import event_mask, note_mask, proof_mask


class Telling:
    """One running copy's words to the other seats; they leave behind what the ledger has put before them."""

    def __init__(self, ledger: Ledger, remover: Remover, others: Sequence[int], instance: bytes) -> None:
        self._ledger = ledger
        self._remover = remover
        self._others = others
        self._instance = instance
        self._tag = game_tag(ledger.genesis.game_id)
        self._sequence = 0
        self._digests: dict[bytes, bytes] = {}

    def status(self, *, pull: bool) -> Status:
        """Give where this peer stands; with `pull` it asks to be sent what it lacks."""
        ledger, tip = self._ledger, self._ledger.chain.tip
        self._sequence += 1
        return Status(
            instance=self._instance,
            sequence=self._sequence,
            round_number=tip.round_number,
            head=tip.head,
            settled=ledger.settled,
            events=event_mask(ledger),
            notes=note_mask(ledger),
            proofs=proof_mask(ledger),
            ballots=min(ledger.heard.count_ballots(tip.round_number), MAX_BALLOTS - 1),
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
        data = encode_message(self._tag, message)
        for other in self._others:
            self._ledger.effects.append(Send(other, data, False))

    def send(self, seat: int, message: Message, *, reply: bool = False) -> None:
        """Send this to one seat; a `reply` goes back over the connection of what it answers."""
        self._ledger.effects.append(Send(seat, encode_message(self._tag, message), reply))
