"""What is true of every table at its end."""

from typing import Final

from p2p.audit import audit_log
from p2p.verdict import Fault, Verdict
from tests.p2p.gamebuilder import log_bytes
from tests.simulation.disk import log_events
from tests.simulation.foes import Poisoner
from tests.simulation.machine import Machine
from tests.simulation.onlookers import check_onlookers
from tests.simulation.world import World
from tests.verify.agreement import agree

STRANGER: Final = 4
"""Every so many seeds another auditor is asked too."""


def check_all_whole(world: World) -> None:
    """All honest peers that stayed to the end have the same whole log, and the audit says so."""
    assert world.ended(), f"not over after {world.now:.0f} seconds"
    stayed = [machine for machine in world.honest if not (machine.gone or machine.is_left_alone)]
    world.now = max(world.now, world.weather.calm)
    for machine in stayed:
        assert machine.session is not None
        machine.session.leave(machine.now)  # the end may have come between a message and what follows from it
        machine.flush()
        assert machine.session._ledger.settled == machine.session._ledger.tip.round_number
    check_onlookers(world, check_same(world))
    reports = {data: audit_log(data) for data in {log_bytes(machine.disk.log) for machine in stayed}}
    for machine in stayed:
        report = reports[log_bytes(machine.disk.log)]
        if machine.complete:
            assert report.verdict is Verdict.COMPLETE, report.findings
        else:
            assert [finding.fault for finding in report.findings] == [Fault.SEALS_MISSING]
    if not world.foes and not any(machine.has_stopped or not machine.complete for machine in stayed):
        assert len({tuple(machine.disk.log) for machine in stayed}) <= 1, "other bytes"


def check_judged(world: World) -> None:
    """Both auditors, ours and the one written from the protocol alone, find each honest log sound.

    The other one is asked now and then: it is slow. It looks at every signature, of which some may have come
    damaged where a peer has passed them on so (8.21).
    """
    is_poisoned = any(isinstance(machine, Poisoner) for machine in world.machines)
    for data in {log_bytes(machine.disk.log) for machine in world.honest}:
        verdict = audit_log(data).verdict
        assert verdict in {Verdict.COMPLETE, Verdict.UNFINISHED}
        if world.seed % STRANGER == 0:
            every = agree(data, every_signature=True).verdict
            agree(data)
            assert every == verdict or is_poisoned


def check_same(world: World) -> list[bytes]:
    """What is in the honest logs never parts: each is the beginning of the longest, which is given."""
    logs = [_rounds(machine) for machine in world.honest]
    longest = max(logs, key=len)
    for ids in logs:
        assert ids == longest[: len(ids)], "logs part"
    return longest


def _rounds(machine: Machine) -> list[bytes]:
    """Give the ids of the events in the log file, the seals in seat order."""
    events = [one for body in machine.disk.log for one in log_events(body)]
    events.sort(key=lambda one: one.event.kind is one.event.kind.SEAL)
    rounds = [one for one in events if one.event.kind is not one.event.kind.SEAL]
    seals = sorted(
        (one for one in events if one.event.kind is one.event.kind.SEAL), key=lambda one: one.event.seat
    )
    return [one.event_id for one in (*rounds, *(seals if machine.complete else ()))]
