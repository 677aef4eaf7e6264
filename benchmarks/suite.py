"""All that is measured, in the order of the table."""

from typing import Final

from benchmarks import (
    audit_cases,
    audit_scale_cases,
    catching_up_cases,
    compiled_cases,
    core_cases,
    first_answer_cases,
    installed_cases,
    key_press_cases,
    length_cases,
    settling_cases,
    size_cases,
    startup_cases,
    waiting_cases,
    wire_cases,
)
from benchmarks.case import Case

CASES: Final = (
    Case("play", "random play in the core, against other game engines", core_cases.random_play),
    Case("replay", "replay of checked decisions in the core", core_cases.validated_replay),
    Case("audit", "audits of whole logs, against decoding and hashing them", audit_cases.audits),
    Case("audit-cores", "an audit of many logs by two processes, against one", audit_scale_cases.two_cores),
    Case("audit-memory", "memory of an audit of many logs, against a tenth", audit_scale_cases.memory),
    Case("audit-length", "audits of longer and longer logs, by the round", audit_scale_cases.length),
    Case("settling", "from a decision until all peers have settled it", settling_cases.settling),
    Case("key-press", "from a key on the full screen until all have settled it", key_press_cases.key_presses),
    Case("compiled", "the compiled build, against the source and others", compiled_cases.compiled),
    Case("wire", "messages and bytes of a decision, against the fewest", wire_cases.wire),
    Case("catching-up", "a whole game for a peer that has lost it", catching_up_cases.catching_up),
    Case("length", "a round late in a long game, against one early in it", length_cases.length),
    Case("spectators", "a round with spectators, against one with none", length_cases.spectators),
    Case("waiting", "processor and memory of a peer that waits for a person", waiting_cases.waiting),
    Case("size", "the log of a whole game, against the same compressed", size_cases.sizes),
    Case("start-up", "commands that answer and leave, against a bare Python", startup_cases.commands),
    Case("first-screen", "until a terminal shows something", startup_cases.first_screens),
    Case("first-answer", "until a command that waits has answered", first_answer_cases.first_answers),
    Case("installed", "how much is installed, against other programs", installed_cases.installed),
)
