"""The end of a game as plain data: who won and why, what each seat came to, and what the own audit says."""

from cli.results import tell_outcome, tell_rules, tell_standings
from cli.screen.scene import Scene
from cli.silence import tell_standstill
from cli.words import _
from core.frozen import Frozen


class Result(Frozen):
    """`course` is each seat's dollars after every roll; the rest are lines.

    `standings` has one for each seat; `verdict` is the audit's, or whose signature the log waits for.
    """

    outcome: str
    rules: str
    standings: tuple[str, ...]
    course: tuple[tuple[int, ...], ...]
    verdict: str
    log: str


def result(scene: Scene) -> Result | None:
    """Give the end of the scene's game as far as it is settled, None while it goes on."""
    outcome, view = scene.settled.outcome, scene.view
    if outcome is None or scene.tally is None:
        return None
    verdict = scene.verdict or _("The log is whole, and is being audited.")
    return Result(
        tell_outcome(outcome, scene.names),
        tell_rules(outcome),
        tuple(tell_standings(outcome, scene.tally, scene.names)),
        tuple(scene.tally.course),
        verdict if view.complete else tell_standstill(view, scene.names, scene.waited),
        _("The log of the game: {path}").format(path=scene.log),
    )
