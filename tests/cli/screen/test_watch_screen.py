"""A watched game on the screen: its model as data, keys through a pipe, and the replay over its end."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.ending import Ending
from cli.screen.client import ScreenClient
from cli.screen.commands import WATCH_COMMANDS
from cli.screen.glyphs import ASCII
from cli.screen.replay_screen import ReplayScreen
from cli.screen.settings import Settings
from cli.screen.watch_screen import WatchScreen
from cli.words import set_language
from p2p.effects import Advanced
from p2p.event import EventKind
from p2p.view import Presence
from p2p.watch_messages import WatchReason
from p2p.watch_view import Lie, NotLetIn, PeerLies, PeerLost, Watching
from p2p.watcher import NobodyToWatch
from tests.cli.screen.test_screen_golden import SIZES
from tests.cli.screen.watch_scenes import (
    RULES,
    before_the_start,
    hear_all,
    in_an_auction,
    kept_in,
    look_on,
    paint,
)
from tests.cli.watchers import FakeWatcher, desk_of
from tests.p2p.gamebuilder import GameBuilder, whole_game
from tests.p2p.watching import Server, parted

ESCAPE = "\x1b"
CONTROL_C = "\x03"


def served(game: GameBuilder, *seats: int) -> FakeWatcher:
    return FakeWatcher(*(Server(game, seat) for seat in seats or (0,)))


def page(at: WatchScreen) -> Sequence[str]:
    """The lines of the page that lies open."""
    assert at.ui.page is not None
    return at.ui.page.lines


def test_the_table_is_that_of_a_player_with_nothing_to_decide() -> None:
    game = in_an_auction()
    shown = look_on(served(game, 0, 1)).screen()
    assert not shown.asked.title
    assert not shown.asked.options
    assert shown.table.title[-1] == "watching through Ben and Cleo"
    assert [one.presence for one in shown.table.companies] == [Presence.HERE, Presence.HERE, None]
    assert shown.table.waiting.startswith("The game waits for Ben, Cleo and Ada")
    assert shown.table.words.startswith("Check words: ")
    assert "your turn" not in shown.table.turn


def test_bids_are_sealed_until_the_round_that_opens_them() -> None:
    """Clause 20.8: a spectator sees what the players see, and here no more either."""
    game = in_an_auction()
    server = Server(game, 0)
    watcher = FakeWatcher(server)
    at = look_on(watcher)
    at.press("b")
    if at.ui.page is not None:  # that of the auction before
        assert f"in round {game.log.round_number - 1}" not in " ".join(page(at))
    assert at.screen().table.reveal == "The bids of Ben, Cleo and Ada are sealed."
    server.hear(game.play_round())
    server.settle()
    hear_all(at, watcher)
    assert at.screen().table.reveal.startswith("The bids are shown: ")
    at.press("escape")
    at.press("b")
    assert f"in round {game.log.round_number - 2};" in page(at)[0]


def test_since_when_somebody_is_awaited_is_told() -> None:
    game = GameBuilder(2, "look", RULES).play(6)
    server, now = Server(game, 0), 0.0
    watcher = FakeWatcher(server)
    watcher.run()
    at = WatchScreen(desk_of(watcher, clock=lambda: now), Settings())
    hear_all(at, watcher)
    now = 34.0
    assert "for 30 seconds" in at.screen().table.waiting
    server.hear(game.play_round())
    server.settle()
    hear_all(at, watcher)
    assert "seconds" not in at.screen().table.waiting


def test_who_is_lost_stays_in_sight_until_it_is_heard_again() -> None:
    server = Server(in_an_auction(), 0)
    watcher = FakeWatcher(server, Server(server.builder, 1))
    at = look_on(watcher)
    server.here = False
    hear_all(at, watcher, 12.0)
    shown = at.screen().table
    assert shown.alert == "! Ben has not been heard for 10 seconds, and is still called."
    assert shown.title[-1] == "watching through Cleo"
    assert shown.companies[0].presence is Presence.AWAY
    server.here = True
    hear_all(at, watcher, 4.0)
    shown = at.screen().table
    assert not shown.alert
    assert shown.title[-1] == "watching through Ben and Cleo"


def test_a_lie_stays_in_sight_for_good() -> None:
    game = in_an_auction()
    at = look_on(served(game, 0, 1))
    key = game.genesis.seats[0].curve_key
    at.hear(PeerLies(key, Lie.FORGED))
    at.hear(PeerLost(key))
    at.hear(Watching(key))
    assert at.screen().table.alert == "! Ben has passed on something wrongly signed; it is not taken."
    at.press("!")
    assert page(at) == ("Ben has passed on something wrongly signed; it is not taken.",)


def test_who_does_not_let_one_in_is_in_sight_also_if_that_was_before_the_game_was_known() -> None:
    game = in_an_auction()
    watcher = served(game, 0)
    watcher.hall.servers[game.genesis.seats[1].curve_key] = Server(game, 1)
    desk = desk_of(watcher)
    lines = desk.hear(NotLetIn(game.genesis.seats[1].curve_key, WatchReason.NOT_ALLOWED, 1))
    assert lines == ["192.0.2.1: nobody may watch through this player."]
    at = WatchScreen(desk, Settings())
    hear_all(at, watcher)
    assert at.screen().table.alert == "! 192.0.2.1: nobody may watch through this player."


def test_other_rounds_that_prevail_are_told_and_take_the_place_of_what_was_shown() -> None:
    _, left, number, accomplice, honest = parted()
    watcher = FakeWatcher(accomplice, honest)
    at = look_on(watcher)
    honest.here = True
    hear_all(at, watcher)
    assert any(isinstance(news, Advanced) and news.back for news in watcher.hall.news)
    assert any(text.startswith("Another copy of the last rounds") for text in at.scene().alerts), (
        at.scene().alerts
    )
    expected = look_on(served(left, left.rounds[number][0].event.seat)).scene()
    assert at.scene().settled.money == expected.settled.money
    moves = [line.text for line in at.story.feed]
    assert moves.count("All seats have signed the start of the game.") == 1


def test_the_last_word_is_the_audit_s_and_nobody_is_missed_any_more() -> None:
    watcher = served(whole_game(3, "look", RULES))
    at = look_on(watcher)
    assert at.screen().result is not None
    assert at.screen().table.title[-1] == "the log is whole"
    for server in watcher.hall.servers.values():
        server.here = False
    hear_all(at, watcher, 12.0)
    assert not at.screen().table.alert


@pytest.mark.parametrize("make", [lambda: look_on(served(in_an_auction(4), 0, 1)), before_the_start])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_size_gets_exactly_its_lines(make: Callable[[], WatchScreen], language: str) -> None:
    set_language(language)
    at = make()
    for width, height in SIZES:
        assert len(at.paint(width, height).body) == max(height - 2, 0)


def test_ascii_draws_nothing_else() -> None:
    assert "\n".join(paint(look_on(served(in_an_auction()), ASCII))).isascii()


@pytest.mark.parametrize("key", [one.key for one in WATCH_COMMANDS if one.key and one.key in "?fbnowu!"])
def test_each_page_opens_over_the_board_and_closes_again(key: str) -> None:
    at = look_on(served(in_an_auction()))
    at.press(key)
    assert page(at)
    at.press("down")
    at.press("escape")
    assert at.ui.page is None


def test_the_newest_roll_is_proved_from_what_is_held_be_it_on_the_disk_or_not() -> None:
    """Clause 20.8: what is shown on a peer's word is held, and not yet settled here."""
    game = GameBuilder(3, "look", RULES).play(30).play_to(EventKind.LINK)
    game.play_round()
    at = look_on(served(game))
    at.press("f")
    assert page(at)[0].startswith(f"Roll {game.log.state.rolls}, in round {game.log.round_number - 1} ")


def test_the_words_of_the_game_and_of_each_key_are_a_page() -> None:
    at = look_on(served(in_an_auction()))
    at.submit("words")
    assert page(at)[0] == "The game: " + " ".join(at.story.words)
    assert [line.partition(":")[0] for line in page(at)[1:]] == ["Ben", "Cleo", "Ada"]


def test_who_tells_through_whom_one_watches() -> None:
    at = look_on(served(in_an_auction(), 0))
    at.press("o")
    assert page(at)[1:] == ("You watch through Ben.", "Ben is here.")


@pytest.mark.parametrize("word", ["say hello", "remove 2", "resign", "choices", "hint", "1", "nonsense"])
def test_what_only_a_player_can_do_is_no_command(word: str) -> None:
    at = look_on(served(in_an_auction()))
    at.submit(word)
    assert at.ui.page is None
    assert at.ui.note == "There is no such command: ? shows all."


def test_the_replay_waits_for_the_end() -> None:
    at = look_on(served(in_an_auction()))
    at.press("r")
    assert "once the game is over" in at.ui.note


def test_a_watcher_that_has_failed_leaves_the_screen() -> None:
    watcher = served(in_an_auction())
    at = look_on(watcher)
    at.look_around()
    assert not at.is_left
    watcher.failure = NobodyToWatch(())
    at.look_around()
    assert at.is_left


async def _show(at: WatchScreen, keys: str) -> Ending:
    with create_pipe_input() as pipe:
        client = ScreenClient(at, source=pipe, output=DummyOutput())
        pipe.send_text(keys)
        return await asyncio.wait_for(client.show(), 60)


@pytest.mark.parametrize("keys", ["q", "/quit\r", CONTROL_C, "?" + "x" + "q", "f" + ESCAPE + CONTROL_C])
def test_keys_and_lines_lead_out(keys: str) -> None:
    at = look_on(served(in_an_auction()))
    assert asyncio.run(_show(at, keys)) is Ending.LEFT
    assert at.is_left


async def until(happens: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not happens():
            await asyncio.sleep(0.01)


async def _look_again(at: WatchScreen, keys: str) -> None:
    """Go from the end into the replay, step there, and come back to the end."""
    with create_pipe_input() as pipe:
        client = ScreenClient(at, source=pipe, output=DummyOutput())
        shown = asyncio.ensure_future(client.show())
        await until(lambda: bool(at.scene().verdict))
        pipe.send_text(keys)
        await until(lambda: client._screen._at is not at)
        replay = client._screen._at
        assert isinstance(replay, ReplayScreen)
        pipe.send_text("5\r")
        await until(lambda: replay.place == 5)
        pipe.send_text("q")
        await until(lambda: client._screen._at is at)
        assert not at.is_left
        result = at.screen().result
        assert result is not None
        assert result.verdict.startswith("Audit: complete.")
        pipe.send_text("q")
        assert await asyncio.wait_for(shown, 60) is Ending.DONE


@pytest.mark.parametrize("keys", ["r", "/replay\r"])
def test_the_end_opens_the_replay_in_place_and_leaving_that_leads_back(tmp_path: Path, keys: str) -> None:
    asyncio.run(_look_again(look_on(kept_in(tmp_path, whole_game(2))), keys))


def test_a_log_that_is_gone_is_told_in_place_of_its_replay(tmp_path: Path) -> None:
    watcher = kept_in(tmp_path, whole_game(2))
    at = look_on(watcher)
    watcher.log_path.unlink()

    async def run() -> None:
        with create_pipe_input() as pipe:
            shown = asyncio.ensure_future(ScreenClient(at, source=pipe, output=DummyOutput()).show())
            pipe.send_text("r")
            await until(lambda: str(watcher.log_path) in at.ui.note)
            pipe.send_text("q")
            await asyncio.wait_for(shown, 60)

    asyncio.run(run())
