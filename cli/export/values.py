"""The values of JSON Lines that several forms share, as docs/export.md tells them.

As in the other JSON of this program, seats, squares, rows and rounds are counted from 0, bytes are in
hexadecimal, and what does not apply is null. The words are English in every language.
"""

import json
from typing import Any

from cli.export.course import Heading
from core.decision import Decision, Deliver, Name, Place, Return, Sell, Treat
from core.material import MATERIALS, SPECIAL
from core.outcome import Outcome, Reason

Document = dict[str, Any]

_AREAS = ("yard", "treatment")


def json_line(document: Document) -> str:
    """Give the one line of a document."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def game_line(heading: Heading) -> str:
    """Give the first line of every file: which game it is."""
    return json_line(
        {
            "type": "game",
            "format": 1,
            "game": heading.game_id.hex(),
            "rules": heading.rules_id,
            "rules_hash": heading.rules_hash.hex(),
            "ruleset": heading.ruleset.as_dict(),
            "seats": [{"name": player.name, "key": player.key.hex()} for player in heading.players],
        }
    )


def material_value(number: int) -> str | None:
    """Give the word for a material's number, null for none."""
    return None if number < 0 else MATERIALS[number].name.lower()


def dice_value(dice: tuple[int, int] | None) -> list[str | None] | None:
    """Give the two faces of a roll."""
    if dice is None:
        return None
    return [
        special if face == SPECIAL else material_value(face)
        for face, special in zip(dice, ("hammer", "star"), strict=True)
    ]


def decision_value(decision: Decision) -> Document:
    """Give a decision as its verb and its fields."""
    match decision:
        case Deliver(material=material, square=square):
            fields = {"material": material_value(material), "square": square}
        case Treat(source=source, target=target):
            fields = {"source": source, "target": target}
        case Sell(square=square, row=row):
            fields = {"square": square, "row": row}
        case Return(area=area, square=square):
            fields = {"area": _AREAS[area], "square": square}
        case Name(material=material):
            fields = {"material": material_value(material)}
        case Place(square=square):
            fields = {"square": square}
    return {"do": type(decision).__name__.lower(), **fields}


def reason_value(reason: Reason) -> str:
    """Give the words for why a game is over."""
    return reason.name.lower().replace("_", " ")


def outcome_value(outcome: Outcome | None) -> Document | None:
    """Give the result of a game, null before its end."""
    if outcome is None:
        return None
    return {
        "reason": reason_value(outcome.reason),
        "winners": list(outcome.winners),
        "money": list(outcome.money),
    }
