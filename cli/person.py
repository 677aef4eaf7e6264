"""How a person at this computer plays a seat: on the full screen where there is one, else line by line."""

from collections.abc import Callable

from cli.console import Console, is_able_terminal, open_console
from cli.plain import Ending, PlainClient
from cli.results import tell_farewell, tell_result
from cli.seat_handle import SeatHandle


async def play_seat(
    peer: SeatHandle,
    *,
    plain: bool,
    console: Console | None = None,
    invite: Callable[[], str] = str,
    title: str = "",
) -> Ending:
    """Play the seat until it is done or left; `plain` asks for lines, which a pipe gets in any case.

    `title` names the table on the screen, and `invite` gives what lets others watch.
    """
    if plain or not is_able_terminal():
        return await PlainClient(peer, console or open_console(), invite=invite).play()
    from cli.screen.client import ScreenClient  # noqa: PLC0415 - lines do without the screen, which loads slowly
    from cli.screen.settings import default_settings  # noqa: PLC0415
    from cli.screen.table_screen import TableScreen  # noqa: PLC0415

    table = TableScreen(peer, default_settings(), title=title, invite=invite)
    ending = await ScreenClient(table).play()
    outcome = peer.view().state.outcome
    result = [] if outcome is None else tell_result(outcome, table.story.tally, table.story.names)
    for line in (*result, *tell_farewell(peer)):
        print(line, flush=True)
    return ending
