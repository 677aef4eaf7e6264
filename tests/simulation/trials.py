"""What honest peers make of each kind of dishonest one: the outcomes on the right of the list of attacks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeVar

from p2p.audit import audit_log
from p2p.effects import Convicted, DigestDiffers, InvalidEvent, RivalCopy
from p2p.event import EventKind
from p2p.evidence import check_evidence, contradict
from p2p.heard import KEPT, WINDOW
from p2p.ledger import Ledger
from p2p.verdict import Fault, Verdict
from tests.p2p.gamebuilder import log_bytes
from tests.simulation import foes
from tests.simulation.accidents import Copy, LostLog, RolledBack, Twin
from tests.simulation.beside import check_chat
from tests.simulation.beside_foes import Babbler
from tests.simulation.checks import check_all_whole, check_judged, check_same
from tests.simulation.machine import Machine
from tests.simulation.table import RULESETS
from tests.simulation.weather import Weather
from tests.simulation.world import Maker, World

N = TypeVar("N")

QUIET = 12.0
"""Seconds without a new round, event or proof after which nothing more will come."""


RECOVERY = 25.0
"""Seconds of this kind after a mishap: whoever was away may have to find again who else is."""
CALM = 20.0
"""Seconds after which the weather is fair, so that what the dishonest one alone has done can be seen."""
SPREAD = 4.0
"""Seconds in which what is known to one at the end comes to all."""


@dataclass(frozen=True)
class Trial:
    """A kind of peer at one seat, another one `beside` it, and the check of what became of the table."""

    maker: Maker
    check: Callable[[World, int], None]
    rulesets: tuple[str, ...] = ("short", "poor", "tiny")
    honest: bool = False
    until: float = 600.0
    quiet: float = QUIET
    beside: Maker = Machine
    talks: bool = False
    """Whether it takes what there is beside the log: addresses and chat."""

    def adapt(self, weather: Weather) -> Weather:
        """Give the weather in which this kind is tried."""
        return replace(weather, files=True, chat=0.01) if self.talks else weather

    def play(self, seed: int, seats: int, weather: Weather, folder: Path | None) -> World:
        seat = seed % seats
        ruleset = RULESETS[self.rulesets[seed // 4 % len(self.rulesets)]]
        makers = {seat: self.maker, (seat + 1) % seats: self.beside}
        foes_there = frozenset() if self.honest else frozenset({seat})
        calm = replace(weather, calm=CALM + weather.late_by)
        world = World(seed, seats, calm, ruleset, makers, foes_there, folder)
        world.run(self.until, Quiet(world, self.quiet))
        world.settle_down(SPREAD + weather.downtime)
        self.check(world, seat)
        check_judged(world)
        check_chat(world)
        check_bounds(world)
        return world


@dataclass
class Quiet:
    """Tells when a table is done: complete, or long without anything new."""

    world: World
    seconds: float
    seen: object = None
    since: float = 0.0

    def __call__(self) -> bool:
        if self.world.ended():
            return True
        seen = [(machine.starts, where(machine)) for machine in self.world.honest]
        if seen != self.seen:
            self.seen, self.since = seen, self.world.now
        weather, mishaps = self.world.weather, self.world.mishaps
        since = max(self.since, mishaps.until, weather.calm if weather.crash else 0.0)
        return self.world.now - since > max(self.seconds, RECOVERY if mishaps.until else 0.0)


def where(machine: Machine) -> object:
    if machine.session is None:
        return None
    ledger = machine.session._ledger
    return ledger.tip.head, ledger.settled, tuple(ledger.proofs), machine.session._back.ready


def check_bounds(world: World) -> None:
    """Nobody can make an honest peer hold more than a bounded number of events, or write without end."""
    for machine in world.honest:
        if machine.session is None:
            continue
        ledger, seats = machine.session._ledger, len(world.genesis.seats)
        held = sum(1 for _ in ledger.heard.all(seats))
        rounds = ledger.tip.round_number - ledger.settled + WINDOW + 2
        assert held <= seats * KEPT * rounds
        assert len(ledger.refused) <= seats * rounds
        assert len(machine.session.refusals) < 30


def check_whole(world: World, seat: int) -> None:  # noqa: ARG001  # the form of all checks
    """The game went on to its end, nobody is convicted, and every honest log is whole."""
    check_all_whole(world)
    for machine in world.honest:
        assert not _told(machine, Convicted)
        assert machine.session is None or not machine.session._ledger.proofs


def check_poisoner(world: World, seat: int) -> None:
    """Nobody is convicted, and all end alike where another than the dishonest one can be asked (8.21)."""
    if world.ended() or len(world.machines) > 2:
        check_whole(world, seat)
        return
    check_same(world)
    assert not any(ledger.proofs for ledger in _live(world)[1])


def check_babbler(world: World, seat: int) -> None:
    """What it says beside the log changes nothing, but that nobody finds it where it says that it is."""
    if not world.weather.moves:
        check_whole(world, seat)
    check_same(world)


def check_proofs(world: World, seat: int) -> None:
    """All honest hold a proof against the dishonest one, or none does; the file convicts by itself."""
    check_same(world)
    honest, ledgers = _live(world)
    convicted = [seat in ledger.proofs for ledger in ledgers]
    assert all(convicted) or not any(convicted), "a proof that not all have"
    for machine, ledger in zip(honest, ledgers, strict=True):
        assert set(ledger.proofs) <= {seat}, "an honest seat is convicted"
        if seat in ledger.proofs:
            one, other = ledger.proofs[seat]
            assert check_evidence(world.genesis, one, other) == seat
            report = audit_log(machine.disk.evidence[f"proof-seat-{seat + 1}.mark"])
            assert report.verdict is Verdict.FORK
            assert [conviction.seat for conviction in report.convictions] == [seat]
            assert len(_told(machine, Convicted)) <= machine.starts


def check_two_faced(world: World, seat: int) -> None:
    """All honest hold a proof and follow the copy that somebody has spoken over, or they stand still."""
    check_proofs(world, seat)
    if world.ended():
        check_all_whole(world)
        return
    honest, ledgers = _live(world)
    assert all(seat in ledger.proofs for ledger in ledgers), "stands still, and nobody is convicted"
    if any(ledger.chain.forked is not None for ledger in ledgers):
        assert len({ledger.chain.forked for ledger in ledgers}) == 1, "not all see the fork"
        return
    lowest = min(ledger.tip.round_number for ledger in ledgers)
    for machine in honest:
        for signed in world.witness.signed.get(machine.seat, {}).values():
            assert signed.event.round_number <= lowest, "a copy was spoken over, and not all follow it"
    at_stake = [
        one for ledger in ledgers for one in (*ledger.heard.at(lowest, seat), *ledger.heard.notes(seat))
    ]
    assert any(contradict(one, other) for one in at_stake for other in at_stake), "stands still for nothing"


def check_spoiler(world: World, seat: int) -> None:
    """The invalid event counts as silence: told once, kept once, and the game waits for its author."""
    foe = world.machines[seat]
    assert isinstance(foe, foes.Spoiler | foes.Overbidder)
    if foe.spoiled is None:
        check_whole(world, seat)
        return
    number = foe.spoiled.event.round_number
    check_same(world)
    for machine, ledger in zip(*_live(world), strict=True):
        assert machine.session is not None
        assert not ledger.proofs
        assert ledger.refused[seat, number].event_id == foe.spoiled.event_id
        told = [(one.seat, one.round_number) for one in _told(machine, InvalidEvent)]
        assert told == [(seat, number)] * len(told)
        assert len(told) <= machine.starts
        assert told or machine.starts > 1, "a notice that no crash took, and yet not told"
        assert ledger.tip.round_number == number
        assert seat in machine.session.view(machine.now).missing
        for signed in world.witness.signed[machine.seat].values():
            assert signed.event.round_number <= number


def check_relenter(world: World, seat: int) -> None:
    """Two events for one round convict, one of them being invalid; the valid one stands."""
    foe = world.machines[seat]
    assert isinstance(foe, foes.Relenter)
    check_all_whole(world)
    for machine, ledger in zip(*_live(world), strict=True):
        proofs = set(ledger.proofs)
        assert proofs == ({seat} if foe.spoiled is not None else set()) or machine.starts > 1


def check_false_digest(world: World, seat: int) -> None:
    """A false digest is shown once by each, and stops nothing."""
    check_whole(world, seat)
    for machine in world.honest:
        assert {notice.seat for notice in _told(machine, DigestDiffers)} == {seat}
        assert len(_told(machine, DigestDiffers)) <= machine.starts


def check_convicted(world: World, seat: int) -> None:
    """Whatever is signed beside the true events convicts; it may also stand in their place."""
    check_proofs(world, seat)
    for ledger in _live(world)[1]:
        assert set(ledger.proofs) == {seat}
    if world.ended():
        check_all_whole(world)


def check_unsealed(world: World, seat: int) -> None:
    """Row 31: the result stands in every log, and the seal that is missing is named."""
    check_same(world)
    for machine in _live(world)[0]:
        assert machine.session is not None
        machine.session.leave(machine.now)
        machine.flush()
        report = audit_log(log_bytes(machine.disk.log))
        if not {seat, machine.seat} <= set(machine.session.ledger.tip.state.active):
            continue  # one has resigned: nobody waits for its seal, or this log ends before the seals
        assert [finding.fault for finding in report.findings] == [Fault.SEALS_MISSING]
        assert report.awaits is not None
        assert report.awaits.kind is EventKind.SEAL
        assert seat in report.awaits.seats
        assert all(world.machines[other].has_gone for other in report.awaits.seats if other != seat)
        assert report.result is not None


def check_twin(world: World, seat: int) -> None:
    """The second copy is told and mute while the first runs; then it goes on, and the game ends.

    The others tell it, unless they lose three statuses of the first copy in a row. Where all have resigned
    meanwhile and left, only the first copy has what they said last.
    """
    second = world.machines[seat]
    if isinstance(second, Copy):  # or else it was over before
        left = [one for one in world.machines if one.gone]
        starts = max(second.starts, second.first.starts)
        excuse = world.weather.loss or left or starts > 1 or not second.first.is_watched
        if not excuse:
            assert _told(second, RivalCopy)
        if len(left) == len(world.machines) - 1:
            check_same(world)
            return
    check_over(world, seat)


def check_rolled_back(world: World, seat: int) -> None:
    """It contradicts nothing that it signed before, and the game ends.

    Where all others have left with the whole log, it has nobody to ask what it signed: it stays mute.
    """
    machine = world.machines[seat]
    if all(one.has_gone for one in world.machines if one is not machine) and not world.ended():
        assert machine.session is not None
        assert not machine.session.view(machine.now).ready
        check_same(world)
    else:
        check_over(world, seat)
    assert all(not one.session._ledger.proofs for one in world.honest if one.session is not None)


def check_over(world: World, seat: int) -> None:
    """The game ends, if need be once this seat has resigned: a bid that it forgot it cannot open."""
    machine = world.machines[seat]
    if not world.ended():
        assert machine.session is not None
        expects = machine.session._ledger.tip.expects
        assert expects is not None
        assert expects.kind is EventKind.OPENING
        assert seat in machine.session.view(machine.now).missing
        machine.resign()
        world.run(world.now + 300)
        world.settle_down(SPREAD)
    check_all_whole(world)


def check_lost_log(world: World, seat: int) -> None:
    """It takes the log from the others, contradicts nothing that it has signed, and the game ends."""
    check_all_whole(world)
    machine = world.machines[seat]
    assert isinstance(machine, LostLog)
    assert machine.has_lost
    assert all(not one.session._ledger.proofs for one in world.honest if one.session is not None)


def check_silent(world: World, seat: int) -> None:  # noqa: ARG001  # the form of all checks
    """The game waits for the one who says nothing; nobody signs anything else for it."""
    check_same(world)
    assert not [machine for machine in world.honest if _told(machine, Convicted)]
    lowest = min((ledger.tip.round_number for ledger in _live(world)[1]), default=0)
    for machine in world.honest:
        for signed in world.witness.signed.get(machine.seat, {}).values():
            assert signed.event.round_number <= lowest or machine.gone


def _live(world: World) -> tuple[list[Machine], list[Ledger]]:
    honest = [machine for machine in world.honest if machine.session is not None]
    return honest, [machine.session._ledger for machine in honest if machine.session is not None]


def _told(machine: Machine, kind: type[N]) -> list[N]:
    return [notice for notice in machine.notices if isinstance(notice, kind)]


TRIALS: Final[Mapping[str, Trial]] = {
    "two-faced": Trial(foes.TwoFaced, check_two_faced),
    "spoiler": Trial(foes.Spoiler, check_spoiler),
    "relenter": Trial(foes.Relenter, check_relenter),
    "overbidder": Trial(foes.Overbidder, check_spoiler, ("short",)),
    "broken-signer": Trial(foes.BrokenSigner, check_whole),
    "poisoner": Trial(foes.Poisoner, check_poisoner, quiet=60.0, beside=LostLog),
    "twice-signer": Trial(foes.TwiceSigner, check_whole),
    "false-digest": Trial(foes.FalseDigest, check_false_digest),
    "false-status": Trial(foes.FalseStatus, check_whole, quiet=60.0),
    "flooder": Trial(foes.Flooder, check_whole, quiet=60.0),
    "junk-signer": Trial(foes.JunkSigner, check_convicted),
    "seal-mute": Trial(foes.SealMute, check_unsealed),
    "rival-claimer": Trial(foes.RivalClaimer, check_silent),
    "mute": Trial(foes.Mute, check_silent),
    "babbler": Trial(Babbler, check_babbler, talks=True),
    "twin": Trial(Twin, check_twin, honest=True, quiet=60.0),
    "rolled-back": Trial(RolledBack, check_rolled_back, honest=True),
    "lost-log": Trial(LostLog, check_lost_log, honest=True, quiet=60.0),
}
"""Each kind of foe or accident by its name."""
