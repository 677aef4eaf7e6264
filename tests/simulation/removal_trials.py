"""What honest peers make of those who lie about removals: outcomes by the rows of the list of attacks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from p2p.ballot import mask_of
from p2p.effects import Convicted
from p2p.removal import can_be_removed
from p2p.told import AWAY_SECONDS
from tests.simulation import foes, removal_foes
from tests.simulation.absences import FOR_GOOD, Absences, removed_seats
from tests.simulation.checks import check_judged
from tests.simulation.machine import Machine
from tests.simulation.removals import check_removals
from tests.simulation.table import RULESETS
from tests.simulation.trials import Quiet
from tests.simulation.weather import Weather
from tests.simulation.world import Maker

CALM = 60.0
QUIET = 60.0
SPREAD = 5.0

Arrange = Callable[[Absences, int], None]


def nothing(world: Absences, seat: int) -> None:
    """Let no accident happen beside."""


def one_lost(world: Absences, seat: int) -> None:
    """Let another seat vanish, for good or not."""
    if not world.has_begun:
        world.later(0.01, lambda: one_lost(world, seat))
        return
    world.lose(_other(world, seat), world.chance.choice([FOR_GOOD, 12.0, 14.0, 30.0]))


def two_lost(world: Absences, seat: int) -> None:
    """Let one seat vanish, and a second one at some moment after somebody has voted, or soon."""
    if not world.has_begun:
        world.later(0.01, lambda: two_lost(world, seat))
        return
    first = _other(world, seat)
    world.lose(first)
    limit = world.now + world.chance.choice([0.1, 13.0, 20.0])

    def lose_second() -> None:
        voted = any(
            one.session is not None
            and one.session._ledger.heard.count_ballots(one.session._ledger.tip.round_number)
            for one in world.honest
        )
        if voted or world.now > limit:
            world.lose(_other(world, seat), world.chance.choice([FOR_GOOD, FOR_GOOD, 14.0, 30.0]))
        else:
            world.later(0.01, lose_second)

    lose_second()


def last_words(world: Absences, seat: int) -> None:
    """Let what another seat says reach the dishonest one alone, and that seat vanish after a while."""
    if not world.has_begun:
        world.later(0.01, lambda: last_words(world, seat))
        return
    lost, foe = _other(world, seat), world.machines[seat]
    if isinstance(foe, removal_foes.Hider):
        foe.hidden = lost
    others = [one for one in range(len(world.machines)) if one not in {seat, lost}]
    back = world.chance.choice([FOR_GOOD, 20.0, 40.0])
    world.block([(lost, one) for one in others], back)
    world.later(world.chance.random() * 5.0 + 0.5, lambda: world.lose(lost, back))


def courts_apart(world: Absences, seat: int) -> None:
    """Let those before the two courts not hear each other for a while."""
    foe = world.machines[seat]
    assert isinstance(foe, removal_foes.TwoCourts)
    if not world.has_begun:
        world.later(0.01, lambda: courts_apart(world, seat))
        return
    others = [one for one in range(len(world.machines)) if one != seat]
    apart = [(one, other) for one in others for other in others if foe.shown[one] != foe.shown[other]]
    world.block(apart, world.chance.choice([20.0, 40.0]))


def bully(world: Absences, seat: int) -> None:
    """Let all others remove this seat, which is there."""
    world.bullied = seat


def _other(world: Absences, seat: int) -> int:
    here = [one.seat for one in world.honest if not one.absent and not one.gone and one.seat != seat]
    return world.chance.choice(here) if here else seat


def check_any(world: Absences, seat: int) -> None:
    """Where copies part, all who stay hold a proof against the one who made them part, and no other seat."""
    check_removals(world)
    for machine in world.honest:
        if machine.session is None:
            continue
        ledger = machine.session._ledger
        if ledger.chain.forked is not None:
            assert seat in ledger.proofs, "a fork without a conviction"
        if world.witness.parted and not (machine.is_outranked or machine.is_over):
            assert ledger.proofs, "parted, and no proof at hand"
        for notice in machine.notices:
            assert not isinstance(notice, Convicted) or notice.seat == seat


def check_honest(world: Absences, seat: int) -> None:  # noqa: ARG001  # the form of all checks
    """Nobody lied: nobody is convicted, and nothing forks."""
    check_removals(world)
    for machine in world.honest:
        if machine.session is not None:
            assert not machine.session._ledger.proofs
            assert machine.session._ledger.chain.forked is None


def check_gone_on(world: Absences, seat: int) -> None:
    """All goes on to its end, whether the dishonest one is removed for it or not.

    But where the honest ones who are left cannot remove it: they are too few, or no quorum, or have resigned.
    """
    check_any(world, seat)
    lost = {one.seat for one in world.machines if not one.honest or one.absent or one.has_gone}
    lost |= {
        one.seat for one in world.honest if one.session is not None and one.session.view(one.now).leaving
    }
    for machine in world.honest:
        if machine.session is not None and not machine.complete:
            log = machine.session.ledger.tip
            barred = not can_be_removed(log, mask_of([one for one in log.state.active if one in lost]))
            forked = machine.session.ledger.chain.forked is not None
            alone = all(one.has_gone for one in world.machines if one is not machine)
            assert barred or forked or machine.is_outranked or alone


def check_bullied(world: Absences, seat: int) -> None:
    """Row 32: it can be removed though it is there; the log names all others as its voters."""
    check_honest(world, seat)
    others = tuple(one for one in range(len(world.machines)) if one != seat)
    removed = removed_seats(world)
    weather = world.weather
    if world.mishaps.until or weather.vanishing or weather.splits or weather.downtime > AWAY_SECONDS:
        return  # others may be removed too, who are kept away
    if not any(machine.gone for machine in world.machines):
        assert world.ended()
        assert removed.get(seat, others) == others
        assert set(removed) <= {seat}


@dataclass(frozen=True)
class RemovalTrial:
    """A kind of peer at one seat, what happens beside it, and the check of what became of the table."""

    maker: Maker
    arrange: Arrange = nothing
    check: Callable[[Absences, int], None] = check_any
    rulesets: tuple[str, ...] = ("short", "poor", "tiny")
    honest: bool = False
    fewest: int = 3

    def adapt(self, weather: Weather) -> Weather:
        """Give the weather in which this kind is tried."""
        return weather

    def play(self, seed: int, seats: int, weather: Weather, folder: Path | None) -> Absences:
        seats = max(seats, self.fewest)
        seat = seed % seats
        ruleset = RULESETS[self.rulesets[seed // 4 % len(self.rulesets)]]
        foes_there = frozenset() if self.honest else frozenset({seat})
        calm = replace(weather, calm=CALM + weather.late_by)
        world = Absences(seed, seats, calm, ruleset, {seat: self.maker}, foes_there, folder)
        world.later(world.chance.random() * 0.5, lambda: self.arrange(world, seat))
        world.run(400.0, Quiet(world, QUIET))
        world.settle_down(SPREAD + weather.downtime)
        self.check(world, seat)
        check_judged(world)
        return world


REMOVAL_TRIALS: Final[Mapping[str, RemovalTrial]] = {
    "two-faced-removed": RemovalTrial(foes.TwoFaced),
    "keep-and-vote": RemovalTrial(removal_foes.KeepAndVote, last_words),
    "two-courts": RemovalTrial(removal_foes.TwoCourts, courts_apart),
    "late-voter": RemovalTrial(removal_foes.LateVoter, last_words),
    "overbidder-removed": RemovalTrial(foes.Overbidder, check=check_gone_on, rulesets=("short",)),
    "spoiler-removed": RemovalTrial(foes.Spoiler, check=check_gone_on),
    "mute-removed": RemovalTrial(foes.Mute, check=check_gone_on),
    "two-lost": RemovalTrial(Machine, two_lost, check_honest, honest=True, fewest=4),
    "splitter": RemovalTrial(removal_foes.Splitter, two_lost),
    "seconds-only": RemovalTrial(removal_foes.SecondsOnly, one_lost),
    "bullied": RemovalTrial(removal_foes.Slow, bully, check_bullied, honest=True),
}
"""Each kind by its name."""
