"""Every rule of the game is pinned by at least one test that carries its id in its name."""

import re
from pathlib import Path

RULES = (
    *("C1", "C2", "C3", "C4", "C5", "C6"),
    *("S1", "S2", "S3"),
    *("T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10"),
    *("A1", "A2", "A3", "A4"),
    *("B1", "B2", "B3", "B4", "B5"),
    *("E1", "E2", "E3"),
    *("L1", "L2", "L3", "L4"),
    *("H1", "H2", "H3", "H4", "H5"),
)


def test_every_rule_has_a_test() -> None:
    names = [
        name
        for path in sorted(Path(__file__).parent.glob("test_core_*.py"))
        for name in re.findall(r"^def test_(\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    cited = {part.upper() for name in names for part in name.split("_")}
    assert [rule for rule in RULES if rule not in cited] == []
