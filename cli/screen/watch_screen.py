"""The controller of a watched game: the table as it is seen by who has no seat, with nothing to decide."""

from collections.abc import Iterable

from cli.screen.commands import WATCH_COMMANDS, command_of_key, find_command
from cli.screen.live_screen import LiveScreen
from cli.screen.models.screen import Screen, screen
from cli.screen.pages import watch_help_page
from cli.screen.scene import Scene
from cli.screen.settings import Settings
from cli.screen.story import Story
from cli.screen.ui import Leaving, turn_page
from cli.seat_handle import GameHandle
from cli.watch_desk import WatchDesk
from cli.words import _
from p2p.notices import Notices
from p2p.verdict import Report
from p2p.watcher import WatcherNotice


class WatchScreen(LiveScreen[WatcherNotice]):
    """A spectator's screen: a `cli.screen.looker.Looker`; the game of `desk` is known."""

    def __init__(self, desk: WatchDesk, settings: Settings) -> None:
        super().__init__(settings)
        self._desk = desk
        desk.look()

    @property
    def peer(self) -> GameHandle:
        """The game that is watched."""
        assert self._desk.peer is not None
        return self._desk.peer

    @property
    def game(self) -> GameHandle:
        """The game that is watched."""
        return self.peer

    @property
    def story(self) -> Story:
        """What has happened in it."""
        assert self._desk.story is not None
        return self._desk.story

    @property
    def notices(self) -> Notices[WatcherNotice]:
        """What is told of the game and of the peers that it is watched through."""
        return self._desk.watcher.notices

    def scene(self) -> Scene:
        """Give what is known at this moment."""
        return self._desk.scene()

    def screen(self) -> Screen:
        """Give the screen at this moment."""
        return screen(self.scene(), self.ui, WATCH_COMMANDS)

    def words(self) -> Iterable[str]:
        """Give all that can be typed."""
        return (_(command.word) for command in WATCH_COMMANDS)

    def hear(self, notice: WatcherNotice) -> None:
        """Take in what the spectator tells."""
        self._desk.hear(notice)
        self._desk.look()

    def judged(self, report: Report) -> None:
        """Take in what the audit says of the finished log."""
        self._desk.report = report

    def look_around(self) -> None:
        """Leave where nothing more can be watched, for a reason that is to be told."""
        self.is_left = self.is_left or self._desk.watcher.failure is not None

    def tell(self, text: str) -> None:
        """Add a line that was printed meanwhile."""
        self.story.tell(text)

    def press(self, key: str) -> None:
        """Take a key."""
        if self.ui.page is not None:
            self.ui = turn_page(self.ui, key)
        elif key in {"/", ":"}:
            self.begin_typing()
        elif command := command_of_key(key.casefold(), WATCH_COMMANDS):
            self.note("")
            command.act(self, "")

    def submit(self, line: str) -> None:
        """Take a typed line."""
        self.is_typing = False
        self.note("")
        if found := find_command(line, WATCH_COMMANDS):
            command, rest = found
            command.act(self, rest)
        elif line.strip():
            self.note(_("There is no such command: ? shows all."))

    def interrupt(self) -> None:
        """Take a Ctrl-C: nothing is lost by leaving."""
        self.is_left = True

    def show_help(self) -> None:
        """Lay help over the board."""
        commands = [(_(one.word), one.key, _(one.summary)) for one in WATCH_COMMANDS]
        self.show(watch_help_page(self.peer.view().state, self.settings.glyphs, commands))

    def confirm(self, leaving: Leaving) -> None:  # noqa: ARG002 - nothing is lost by leaving
        """Leave."""
        self.is_left = True
