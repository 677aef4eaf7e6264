"""The events of a log as JSON Lines: whatever the seats signed, each event by itself (docs/export.md)."""

from collections.abc import Sequence

from cli.export.course import Exporter, Heading, Move
from cli.export.values import Document, decision_value, game_line, json_line, reason_value
from core.decision import DECISIONS
from core.outcome import Reason
from core.state import State
from p2p.ballot import read_ballot, seats_in
from p2p.event import Event, EventKind, SignedEvent, read_note


class EventsWriter(Exporter):
    """Writes one line for each event of a log, in its order."""

    def __init__(self) -> None:
        self._moves = 0

    def begin(self, heading: Heading, state: State) -> str:  # noqa: ARG002 - an Exporter's, and so below
        """Give the line of the game."""
        return game_line(heading)

    def round(self, number: int, events: Sequence[SignedEvent], *, moves: bool) -> str:
        """Give the lines of a round's events."""
        step = self._moves + 1 if moves else None
        return "".join(json_line(_line(number, one, step)) for one in events)

    def move(self, move: Move, state: State) -> str:  # noqa: ARG002
        """Count the moves."""
        self._moves += 1
        return ""


def _line(number: int, signed: SignedEvent, step: int | None) -> Document:
    event = signed.event
    return {
        "type": "event",
        "round": number,
        "step": step,
        "seat": event.seat,
        "kind": event.kind.name.lower(),
        "body": _body(event),
        "signed_in": event.round_number,
        "head": event.head.hex(),
        "id": signed.event_id.hex(),
        "payload": signed.payload.hex(),
        "signature": signed.signature.hex(),
    }


def _body(event: Event) -> Document:  # noqa: PLR0911  # one for each kind
    """Give what an event says; its body was judged."""
    body = event.body
    match event.kind, body:
        case EventKind.LINK, (bytes(link),):
            return {"link": link.hex()}
        case EventKind.ACTION, _:
            return decision_value(DECISIONS[body])  # type: ignore[index]  # judged
        case EventKind.COMMITMENT, (bytes(commitment),):
            return {"commitment": commitment.hex()}
        case EventKind.OPENING, (int(bid), bytes(nonce)):
            return {"bid": bid, "nonce": nonce.hex()}
        case EventKind.NOTE, _:
            first, link = read_note(event)
            return {"first_round": first, "link": link.hex()}
        case EventKind.SEAL, (int(reason), tuple(winners), tuple(money)):
            return {
                "reason": reason_value(Reason(reason)),
                "winners": list(winners),
                "money": list(money),
            }
        case EventKind.VOTE, _:
            return {"remove": list(seats_in(read_ballot(event)[0]))}
        case _:
            return {}
