"""How a person at this computer plays a seat: on the full screen where there is one, else line by line."""

from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING

from cli.console import Console, is_terminal, open_console
from cli.ending import Ending
from cli.farewell import tell_farewell
from cli.lines import say
from cli.rematch_desk import RematchDesk
from cli.results import tell_result
from cli.seat_handle import SeatHandle
from cli.stage import options_over, settings_of, wants_screen

if TYPE_CHECKING:
    from cli.screen.app import FullScreen


def console_for(args: Namespace, stage: "FullScreen | None") -> Console | None:
    """Give the console of a person who plays line by line, to be kept from game to game; else None."""
    return None if stage is not None or wants_screen(args) else open_console()


async def play_seat(
    peer: SeatHandle,
    args: Namespace,
    *,
    console: Console | None = None,
    stage: "FullScreen | None" = None,
    invite: Callable[[], str] = str,
    title: str = "",
    again: RematchDesk | None = None,
) -> Ending:
    """Play the seat until it is done or left: over `stage` if it is there, else as `args` want it.

    `title` names the table on the screen, and `invite` gives what lets others watch; `again`
    is the desk for a rematch, if there may be one.
    """
    if stage is None and not wants_screen(args):
        from cli.plain import PlainClient  # noqa: PLC0415 - the screen does without the lines

        confirm = options_over(args).confirm and is_terminal()  # who writes into a pipe cannot be asked back
        client = PlainClient(peer, console or open_console(), invite=invite, confirm=confirm, again=again)
        return await client.play()
    from cli.screen.client import ScreenClient  # noqa: PLC0415 - lines do without the screen, which loads slowly
    from cli.screen.table_screen import TableScreen  # noqa: PLC0415

    table = TableScreen(peer, settings_of(args), title=title, invite=invite, again=again)
    ending = await ScreenClient(table, stage=stage).show()
    outcome = peer.view().state.outcome
    result = [] if outcome is None else tell_result(outcome, table.story.tally, table.story.names)
    say(*result, *tell_farewell(peer))
    return ending
