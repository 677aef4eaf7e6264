"""Where a command shows itself: on a full screen of its own, or on one that stands already."""

from argparse import Namespace
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from cli.console import is_able_terminal
from cli.lines import say
from cli.preferences import Preferences

if TYPE_CHECKING:
    from cli.screen.app import FullScreen
    from cli.screen.lines_screen import LinesScreen
    from cli.screen.settings import Settings


def wants_screen(args: Namespace) -> bool:
    """Tell whether a person who has given these options is to have the full screen."""
    return not args.plain and getattr(args, "bot", None) is None and is_able_terminal()


def options_over(args: Namespace) -> Preferences:
    """Give the person's settings with what the command line says over them."""
    kept: Preferences = args.preferences
    keys = ("theme", "colours", "ascii", "confirm", "mouse")
    return kept.changed(**{key: getattr(args, key) for key in keys})


def settings_of(args: Namespace) -> "Settings":
    """Give what the person wants of the screen, by the settings and the command line."""
    from cli.screen.settings import screen_settings  # noqa: PLC0415 - lines do without it

    return screen_settings(options_over(args))


async def stand(
    base: "LinesScreen", stage: "FullScreen | None", flow: "Callable[[FullScreen], Coroutine[Any, Any, int]]"
) -> int:
    """Run what shows itself on `base`, over `stage` or on a screen of its own; gives its exit code, or 0.

    What `base` was told to keep is printed after it.
    """
    from cli.screen.app import FullScreen  # noqa: PLC0415 - lines do without it

    screen = stage or FullScreen(base)
    base.changed = screen.refresh
    code = 0

    async def run() -> None:
        nonlocal code
        code = await flow(screen)

    await (screen.show(run()) if stage is None else stage.present(base, run()))
    say(*base.kept)
    return code
