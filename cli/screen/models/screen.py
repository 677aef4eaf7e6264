"""The whole screen as plain data: the table, what is asked, the feed, and the line of keys."""

from collections.abc import Sequence

from cli.screen.commands import Client_contra, Command
from cli.screen.models.again import asked_at_the_end
from cli.screen.models.asked import Asked, asked
from cli.screen.models.key import Key
from cli.screen.models.progress import Progress
from cli.screen.models.result import Result, result
from cli.screen.models.table import Table, table
from cli.screen.scene import FeedLine, Scene
from cli.screen.ui import Page, Ui
from cli.words import _
from core.frozen import Frozen


class Screen(Frozen):
    """One moment of the screen. `stars` are the digits typed so far of a hidden bid, as a number of them.

    `progress` is how far a replay has come, None at a table where a game is played. `result` lies over the
    board once the game is over.
    """

    table: Table
    asked: Asked
    cursor: int
    stars: int
    note: str
    feed: tuple[FeedLine, ...]
    page: Page | None
    scroll: int
    keys: tuple[Key, ...]
    progress: Progress | None = None
    result: Result | None = None


def screen(scene: Scene, ui: Ui, commands: Sequence[Command[Client_contra]]) -> Screen:
    """Give the screen of a scene and the UI state, where these commands can be given."""
    question = question_of(scene, ui)
    return Screen(
        table(scene, question),
        question,
        ui.cursor,
        len(ui.typed),
        ui.note,
        scene.feed,
        ui.page,
        ui.scroll,
        _keys(scene, question, ui, commands),
        result=None if ui.board else result(scene),
    )


def question_of(scene: Scene, ui: Ui) -> Asked:
    """Give what is asked at this moment; once the log is whole, whether to play again."""
    if scene.view.complete and ui.confirming is None:
        return asked_at_the_end(scene.wish, scene.names)
    return asked(scene.view, ui)


def page_keys() -> tuple[Key, ...]:
    """Give the keys of an open page."""
    return (
        Key(_("Esc"), _("close"), "close"),
        Key(_("PgDn"), _("more"), "down"),
        Key(_("PgUp"), _("back"), "up"),
    )


def _keys(
    scene: Scene, question: Asked, ui: Ui, commands: Sequence[Command[Client_contra]]
) -> tuple[Key, ...]:
    """Give the keys that do something now, the most wanted first; an option's letter hides a command's."""
    if ui.page is not None:
        return page_keys()
    taken = {option.letter for option in question.options}
    back = (Key(_("Esc"), _("back"), "back"),) if ui.trail or ui.confirming is not None else ()
    listed = [
        Key(one.key, _(one.word), one.word)
        for one in commands
        if one.key and one.key not in taken and one.offered(scene)
    ]
    return (*back, *listed)
