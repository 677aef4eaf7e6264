"""What has to be true at the end of a table at which seats may have been removed."""

import io
from collections.abc import Sequence
from contextlib import closing
from itertools import combinations

from p2p.audit import audit_log
from p2p.ballot import mask_of
from p2p.compare import Relation, compare
from p2p.effects import Outranked
from p2p.event import EventKind
from p2p.evidence import contradict
from p2p.ledger import Ledger
from p2p.records import GenesisRecord, RoundRecord, encode_log_record
from p2p.removal import can_be_removed, voted_sets
from p2p.verdict import Verdict, entry_of
from tests.p2p.gamebuilder import log_bytes
from tests.simulation.absences import Absences, removed_seats
from tests.simulation.machine import Machine
from tests.simulation.onlookers import check_onlookers

Ids = list[tuple[bytes, ...]]


def check_removals(world: Absences) -> None:
    """Check the promises about removals, and that who stands still has a reason to."""
    removed = removed_seats(world)
    convicted = {
        one.event.seat for one, other in combinations(world.said.values(), 2) if contradict(one, other)
    }
    check_logs(world, removed, convicted)
    check_audits(world, removed, convicted)
    for machine in world.honest:
        check_told(machine, removed)
        if machine.session is not None:
            proven = set(machine.session._ledger.proofs)
            assert proven <= convicted, "an honest seat is convicted"
    by_onlookers = {
        seat
        for one in world.onlookers
        if one.spectator.ledger is not None
        for seat in one.spectator.ledger.proofs
    }
    assert not by_onlookers & {machine.seat for machine in world.honest}, "an honest seat is convicted"
    if not convicted | by_onlookers:  # a liar may have shown its contradicting vote to an onlooker alone
        check_onlookers(world, max(map(settled_ids, world.honest), key=len))
    if not world.ended():
        check_still(world)
    elif not convicted:
        check_one_end(world, removed)


def settled_rounds(machine: Machine) -> Ids:
    assert machine.session is not None
    return settled_in(machine.session._ledger)


def settled_in(ledger: Ledger) -> Ids:
    """Give the ids of the events of each settled round."""
    return [tuple(one.event_id for one in events) for events in ledger.chain.rounds[: ledger.settled]]


def settled_ids(machine: Machine) -> list[bytes]:
    return [] if machine.session is None else [one for ids in settled_rounds(machine) for one in ids]


def check_logs(world: Absences, removed: dict[int, tuple[int, ...]], convicted: set[int]) -> None:
    """Two settled logs of seats that were not removed: one begins the other, or somebody is convicted."""
    stayed = [one for one in world.honest if one.session is not None and one.seat not in removed]
    for one, other in combinations(stayed, 2):
        first, second = sorted((settled_rounds(one), settled_rounds(other)), key=len)
        assert first == second[: len(first)] or convicted, ("settled logs part", one.seat, other.seat)
    if world.witness.parted:
        assert convicted, "settled otherwise, and nobody is convicted"


def check_told(machine: Machine, removed: dict[int, tuple[int, ...]]) -> None:
    """Whoever was removed beyond its own round keeps its copy, says so, and signs nothing more."""
    if machine.session is None or not machine.is_outranked:
        return
    assert machine.seat in removed or machine.world.foes
    assert any(isinstance(one, Outranked) for one in machine.notices) or machine.starts > 1
    certificate = machine.session._ledger.chain.outranked
    assert certificate is not None
    assert certificate.mask >> machine.seat & 1
    assert machine.session.view(machine.now).outranked


def own_copy(machine: Machine) -> bytes:
    """Give the log of all that this peer has closed, settled or not."""
    assert machine.session is not None
    genesis = encode_log_record(GenesisRecord(machine.world.genesis.data))
    rounds = [encode_log_record(RoundRecord(events)) for events in machine.session.rounds()]
    return log_bytes([genesis, *rounds])


def check_audits(world: Absences, removed: dict[int, tuple[int, ...]], convicted: set[int]) -> None:
    """An audit of all logs, beside each other and beside the copies of those removed, explains them."""
    world.now = max(world.now, world.weather.calm)
    here = [one for one in world.honest if one.session is not None]
    for machine in here:
        assert machine.session is not None
        machine.session.leave(machine.now)
        machine.flush()
    logs = sorted({log_bytes(one.disk.log) for one in here})
    compare_logs(world, logs, {Relation.SAME, Relation.PREFIX}, convicted)
    beyond = [one for one in here if one.is_outranked]
    staying = [one for one in here if one.seat not in removed]
    if beyond and staying:
        copies = [own_copy(one) for one in (*beyond, max(staying, key=lambda one: len(settled_rounds(one))))]
        compare_logs(world, copies, set(Relation) - {Relation.FORK}, convicted)


def compare_logs(world: Absences, logs: Sequence[bytes], allowed: set[Relation], convicted: set[int]) -> None:
    reports = [audit_log(data) for data in logs]
    removed = removed_seats(world)
    for report in reports:
        assert report.verdict in {Verdict.COMPLETE, Verdict.UNFINISHED}, report.findings
        for removal in report.removed:
            for seat in removal.seats:
                assert convicted or removal.voters == removed[seat]
    compared = compare(
        [entry_of(report) for report in reports], lambda number: closing(io.BytesIO(logs[number]))
    )
    relations = {other.relation for one in compared for other in one.others}
    assert relations <= allowed or convicted, ("logs lie otherwise", relations)


def check_still(world: Absences) -> None:
    """Who has not ended waits for a liar, or for a seat that is away for good and cannot be removed."""
    here = [
        one
        for one in world.honest
        if one.session is not None and not (one.complete or one.gone or one.is_outranked)
    ]
    for machine in here:
        assert machine.session is not None
        ledger = machine.session._ledger
        tip = ledger.tip
        if ledger.chain.forked is not None:
            assert world.foes, "a fork with nobody who can have made it"
            continue
        lost = [
            seat
            for seat in tip.state.active
            if world.machines[seat].absent or world.machines[seat].has_gone or seat in world.foes
        ]
        others = [seat for seat in tip.state.active if world.machines[seat].is_outranked]
        assert lost or others, ("stands still, and all are there", machine.seat, tip.round_number)
        bound = any(voted_sets(tip, ledger.heard, seat) for seat in tip.state.active)
        kind = tip.expects.kind if tip.expects else EventKind.SEAL
        assert (
            bound
            or kind in {EventKind.SEAL, EventKind.START}
            or machine.seat in removed_seats(world)
            or world.foes & set(lost)
            or not can_be_removed(tip, mask_of(lost))
        ), ("could remove and does not", machine.seat, tip.round_number, lost)


def check_one_end(world: Absences, removed: dict[int, tuple[int, ...]]) -> None:
    """Nobody lied: all who stayed to the end have one whole log, or lack the seals of those who are gone."""
    whole = [one for one in world.honest if one.complete and not one.is_outranked]
    assert len({tuple(settled_rounds(one)) for one in whole}) <= 1
    for machine in whole:
        assert audit_log(log_bytes(machine.disk.log)).verdict is Verdict.COMPLETE, machine.seat
    waiting = [one for one in world.honest if one.session is not None and not one.complete]
    for machine in waiting:
        assert machine.is_outranked or machine.waits_for_the_gone or machine.seat in removed
