"""Watched games in memory, and their screens as plain text."""

from pathlib import Path

from cli.screen.glyphs import UNICODE, Glyphs
from cli.screen.settings import Settings
from cli.screen.spans import text_of
from cli.screen.watch_lobby import WatchLobby
from cli.screen.watch_screen import WatchScreen
from cli.words import _
from core.ruleset import Ruleset
from p2p.event import EventKind
from p2p.gallery import Gallery, WatchPolicy
from tests.cli.watchers import FakeWatcher, desk_of
from tests.p2p.gamebuilder import GameBuilder
from tests.p2p.watching import TOKEN, Server

RULES = Ruleset(rows_to_end=1, most_rolls=60)


def look_on(watcher: FakeWatcher, glyphs: Glyphs = UNICODE) -> WatchScreen:
    """Give the screen of a game that is served here; its clock stands still."""
    watcher.run()
    desk = desk_of(watcher)
    while not watcher.notices.empty():
        desk.hear(watcher.notices.get_nowait())
    return WatchScreen(desk, Settings(glyphs=glyphs))


def hear_all(at: WatchScreen, watcher: FakeWatcher, seconds: float = 2.0) -> None:
    """Let so much time pass, and the screen hear what is told meanwhile."""
    watcher.run(seconds)
    while not watcher.notices.empty():
        at.hear(watcher.notices.get_nowait())


def in_an_auction(seats: int = 3) -> GameBuilder:
    """Give a game in whose open round the bids are opened."""
    game = GameBuilder(seats, "look", RULES).play(40)
    while game.log.expects is None or game.log.expects.kind is not EventKind.OPENING:
        game.play_round()
    return game


def before_the_start() -> WatchLobby:
    """Give what is seen while the game that is called has not begun."""
    server = Server(GameBuilder(2), 0)
    server.gallery = Gallery(WatchPolicy.INVITED, b"", 0.0)
    server.gallery.accept(TOKEN)
    watcher = FakeWatcher(server)
    watcher.run()
    lobby = WatchLobby(Settings())
    lobby.desk = desk_of(watcher)
    lobby.say(_("Calling {addresses} …").format(addresses="192.0.2.1"))
    while not watcher.notices.empty():
        for line in lobby.desk.hear(watcher.notices.get_nowait()):
            lobby.say(line)
    return lobby


def paint(at: WatchScreen | WatchLobby, width: int = 80, height: int = 24) -> list[str]:
    """Give the whole screen as plain text, the hint where nothing is typed."""
    painted = at.paint(width, height)
    lines = [text_of(spans) for spans in painted.body]
    return [line.rstrip() for line in (*lines, painted.hint, text_of(painted.keys))]


def kept_in(folder: Path, game: GameBuilder) -> FakeWatcher:
    """Give a spectator of this game whose log lies in a folder."""
    watcher = FakeWatcher(Server(game, 0))
    watcher.folder, watcher.log_path = folder, folder / "game.mark"
    watcher.log_path.write_bytes(game.data())
    return watcher
