"""What a person who watches is told, and what can be typed meanwhile."""

import asyncio
from collections.abc import Callable

import pytest

from cli.ending import Ending
from cli.narrator import Narrator
from cli.replay_words import tell_replay_command
from cli.screen.commands import WATCH_COMMANDS
from cli.table_words import tell_table
from cli.watch_client import WatchClient
from cli.watch_words import tell_watching
from cli.words import set_language
from p2p.effects import Convicted
from p2p.gallery import Gallery, WatchPolicy
from p2p.keeping import Trouble
from p2p.keywords import check_words
from p2p.link import LinkKind, LinkNotice
from p2p.monitor import Failure
from p2p.store_errors import StoreFull
from p2p.watch_messages import WatchReason
from p2p.watch_view import Lie, NotLetIn, PeerLies, PeerLost, Watching
from p2p.watcher import NobodyToWatch
from tests.cli.fakes import FakeConsole
from tests.cli.watchers import FakeWatcher, desk_of
from tests.p2p.gamebuilder import GameBuilder, whole_game
from tests.p2p.watching import TOKEN, Server, parted

KEY = b"k" * 32


async def watch(
    watcher: FakeWatcher, *steps: Callable[[], None], type_first: tuple[str, ...] = ()
) -> tuple[Ending, list[str]]:
    """Watch while these things happen one after the other, then leave."""
    console = FakeConsole(type_first, forever=True)
    client = WatchClient(desk_of(watcher), console)
    watching = asyncio.ensure_future(client.watch())
    for step in steps:
        step()
        watcher.run()
        for _turn in range(3):
            await asyncio.sleep(0)
    console.type("quit")
    return await watching, console.said


def told(builder: GameBuilder, first: int = 0) -> list[str]:
    """Give the lines of these rounds as players get them."""
    narrator = Narrator(builder.genesis)
    narrator.catch_up(builder.rounds[:first])
    return [
        line
        for number in range(first, len(builder.rounds))
        for line in narrator.tell(number, builder.rounds[number])
    ]


def nothing() -> None:
    pass


def test_from_the_start_each_thing_is_a_line_as_for_players() -> None:
    builder = GameBuilder(2)
    server = Server(builder, 0)
    watcher = FakeWatcher(server)

    def play() -> None:
        server.hear(builder.play_round())
        server.settle()

    ending, said = asyncio.run(watch(watcher, nothing, *[play] * 6))
    assert ending is Ending.LEFT
    assert said[0] == f"Watching through {builder.genesis.seats[0].name}."
    assert said[1:-1] == told(builder)
    assert said[-1] == "The log of the game: watched/0123/game.mark"


def test_who_comes_late_is_shown_where_the_game_stands_and_then_each_thing() -> None:
    builder = GameBuilder(2)
    builder.play(8)
    server = Server(builder, 0)
    board = tell_table(builder.log.state.copy(), Narrator(builder.genesis).names)

    def play() -> None:
        server.hear(builder.play_round())
        server.settle()

    _ending, said = asyncio.run(watch(FakeWatcher(server), nothing, play))
    assert said[1].startswith("The game so far has ")
    assert said[2:-1] == [*board, *told(builder, 8)]


def test_who_has_waited_for_the_start_is_told_all_from_there_on() -> None:
    builder = GameBuilder(2)
    server = Server(builder, 0)
    open_gallery, server.gallery = server.gallery, Gallery(WatchPolicy.INVITED, b"", 0.0)
    server.gallery.accept(TOKEN)

    def begin() -> None:
        server.gallery = open_gallery
        for _ in range(6):
            server.hear(builder.play_round())
        server.settle()

    _ending, said = asyncio.run(watch(FakeWatcher(server), nothing, begin))
    assert said[0] == "192.0.2.1: the game has not begun yet; mark waits for it."
    assert said[2:-1] == told(builder)


def test_a_finished_game_is_told_by_its_end() -> None:
    ending, said = asyncio.run(watch(FakeWatcher(Server(whole_game(3), 0)), nothing))
    assert ending is Ending.DONE
    assert said[1] == "The log is complete: every seat has signed the result."
    assert said[2].startswith("Money at the end: ")


def test_another_copy_that_prevails_is_told_and_told_anew() -> None:
    builder, _, number, accomplice, honest = parted()

    def come() -> None:
        honest.here = True

    watcher = FakeWatcher(accomplice, honest)
    _ending, said = asyncio.run(watch(watcher, nothing, come))
    assert any(isinstance(news, Convicted) for news in watcher.hall.news)
    (back,) = [place for place, line in enumerate(said) if line.startswith("Another copy")]
    shown = told(builder, number)
    assert shown[0] in said[back:]


def test_every_command_does_something_before_a_game_and_in_one() -> None:
    words = tuple(one.word for one in WATCH_COMMANDS if one.word != "quit")
    builder = GameBuilder(2)
    builder.play(5)
    server = Server(builder, 0)
    server.here = False
    early = (*words, "nonsense", "")
    _ending, said = asyncio.run(watch(FakeWatcher(server), *[nothing] * len(early), type_first=early))
    assert said.count("There is no game to see yet.") == len(words) - 2  # help and rules
    assert "Type help for what can be typed." in said
    ready = FakeWatcher(Server(builder, 0))
    ready.run()
    _ending, said = asyncio.run(watch(ready, *[nothing] * len(words), type_first=words))
    assert "The game: " + " ".join(check_words(builder.log.heads[2])) in said
    assert any(line.startswith("The game waits for ") for line in said)
    assert "watched/0123/game.mark" in said
    assert any(line.startswith("quit ") for line in said)


def test_a_full_disk_is_told_as_what_it_is_to_one_who_watches() -> None:
    """The game goes on; only the copy on this disk does not."""
    watcher = FakeWatcher(Server(GameBuilder(2).play(5), 0))

    def fill() -> None:
        watcher.notices.put_nowait(Trouble(StoreFull(watcher.log_path, 28)))

    _ending, said = asyncio.run(watch(watcher, nothing, fill))
    assert any(line.startswith("Your copy of the game waits") for line in said)
    assert not any("The game pauses" in line for line in said)


def test_the_end_of_what_is_typed_ends_nothing() -> None:
    async def run() -> Ending:
        watcher = FakeWatcher(Server(GameBuilder(2), 0))
        client = WatchClient(desk_of(watcher), FakeConsole([]))
        watching = asyncio.ensure_future(client.watch())
        for _turn in range(5):
            await asyncio.sleep(0)
        assert not watching.done()
        watcher.done.set()
        return await watching

    assert asyncio.run(run()) is Ending.DONE


@pytest.mark.parametrize(
    ("makes", "line", "is_there"),
    [(True, "", True), (True, "quit", False), (False, "quit", False), (False, "", False)],
)
def test_the_screen_waits_for_a_game_to_see(makes: bool, line: str, is_there: bool) -> None:
    """It does not come where the person leaves before, or nobody lets one in."""

    async def run() -> bool:
        server = Server(GameBuilder(2), 0)
        server.here = makes and not line
        watcher = FakeWatcher(server)
        client = WatchClient(desk_of(watcher), FakeConsole([line] if line else [], forever=True))
        waiting = asyncio.ensure_future(client.wait_for_game())
        await asyncio.sleep(0)
        assert not waiting.done()
        watcher.run()
        if not makes:
            watcher.failure = NobodyToWatch(())
            watcher.done.set()
        return await asyncio.wait_for(waiting, 60)

    assert asyncio.run(run()) is is_there


def test_a_failing_connection_is_told_once_until_it_stands() -> None:
    watcher = FakeWatcher(Server(GameBuilder(2), 0))
    desk = desk_of(watcher)
    (key,) = watcher.hall.servers
    failing = LinkNotice(LinkKind.HANDSHAKE_FAILED, key, False, "192.0.2.1:1", Failure.KEY_MISMATCH)
    assert [len(desk.hear(failing)) for _time in range(3)] == [1, 0, 0]
    assert len(desk.hear(Watching(key))) == 1
    assert len(desk.hear(failing)) == 1


def test_the_replay_is_told_as_a_command_once_the_game_is_over() -> None:
    early = FakeWatcher(Server(GameBuilder(2).play(5), 0))
    early.run()
    _ending, said = asyncio.run(watch(early, nothing, type_first=("replay",)))
    assert "The replay comes once the game is over and its log whole." in said
    assert tell_replay_command("a b/game.mark").endswith('mark replay "a b/game.mark"')


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_news_of_a_peer_has_its_own_line_with_its_name(language: str) -> None:
    set_language(language)
    news: list[Watching | NotLetIn | PeerLost | PeerLies | LinkNotice] = [
        Watching(KEY),
        PeerLost(KEY),
        *(NotLetIn(KEY, reason, 1) for reason in WatchReason),
        *(PeerLies(KEY, lie) for lie in Lie),
        *(
            LinkNotice(LinkKind.HANDSHAKE_FAILED, KEY, False, "192.0.2.1:1", failure)
            for failure in Failure
            if failure is not Failure.REFUSED  # which has the words of NOT_ALLOWED
        ),
    ]
    lines = [tell_watching(one, lambda _key: "Ada") for one in news]
    assert len(set(lines)) == len(news)
    assert all("Ada" in line for line in lines)
