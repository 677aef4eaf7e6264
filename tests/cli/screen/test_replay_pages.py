"""Pages of a replay that grow or come from beside the log: all moves, and what the players said."""

from io import BytesIO
from pathlib import Path

import pytest

from cli.kept_chat import tell_kept_chat
from cli.screen import replay_acts
from cli.screen.replay_screen import ReplayScreen
from cli.screen.settings import Settings
from p2p.chat_file import ChatFile
from p2p.chat_line import Line, sign_line
from p2p.tape import Tape
from tests.cli.screen.replays import RULES, open_replay
from tests.p2p.gamebuilder import GameBuilder, whole_game


@pytest.fixture(scope="module")
def game() -> GameBuilder:
    return whole_game(3, "look", RULES)


def rounds_told(at: ReplayScreen) -> list[int]:
    assert at.ui.page is not None
    return [int(line[:5]) for line in at.ui.page.lines if line[:5].strip().isdecimal()]


def turn(at: ReplayScreen, *keys: str) -> None:
    for key in keys:
        at.press(key)
        at.paint(80, 24)


@pytest.mark.parametrize("key", ["pagedown", "end", " ", "down"])
def test_the_moves_can_be_paged_back_to_the_start(
    game: GameBuilder, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setattr(replay_acts, "MOVES_ROUNDS", 50)
    at = open_replay(game)
    turn(at, "end", "n")
    last = len(game.rounds)
    assert set(rounds_told(at)) == set(range(last - 50, last))
    assert at.ui.page is not None
    assert "PgDn" in at.ui.page.lines[-1]
    for _step in range(600):
        turn(at, key)
        if 0 in rounds_told(at):
            break
    told = rounds_told(at)
    assert told == sorted(told, reverse=True)
    assert set(told) == set(range(last))
    assert "PgDn" not in at.ui.page.lines[-1]
    whole = at.ui.page
    turn(at, "end", "end")
    assert at.ui.page == whole


def test_what_is_told_of_moves_is_the_same_however_far_the_page_has_grown(
    game: GameBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = open_replay(game)
    turn(whole, "end", "n")
    monkeypatch.setattr(replay_acts, "MOVES_ROUNDS", 7)
    grown = open_replay(game)
    turn(grown, "end", "n", *["end"] * (len(game.rounds) // 7 + 1))
    assert grown.ui.page == whole.ui.page


def test_no_other_page_grows(game: GameBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_acts, "MOVES_ROUNDS", 50)
    at = open_replay(game)
    turn(at, "end", "n", "escape", "?")
    page = at.ui.page
    turn(at, "end", "end")
    assert at.ui.page == page


def said(game: GameBuilder, *texts: str) -> list[Line]:
    """Give lines that the seats have said in turn."""
    lines, game_id = [], game.genesis.game_id
    for number, text in enumerate(texts):
        turn, seat = divmod(number, len(game.players))
        lines.append(sign_line(game_id, seat, turn, text, game.players[seat].key))
    return lines


def keep(folder: Path, lines: list[Line]) -> None:
    kept = ChatFile(folder)
    kept.open()
    kept.keep(lines)
    kept.close()


def replay_in(folder: Path, game: GameBuilder) -> ReplayScreen:
    at = ReplayScreen(Tape(BytesIO(game.data())), Settings(), path=folder / "game.mark")
    while at.work():
        pass
    return at


def test_what_was_said_beside_a_game_is_a_page_of_its_replay(tmp_path: Path, game: GameBuilder) -> None:
    keep(tmp_path, said(game, "hello", "good luck", "me too"))
    at = replay_in(tmp_path, game)
    assert any(key.word == "chat" for key in at.screen().keys)
    at.press("c")
    assert at.ui.page is not None
    assert at.ui.page.lines == ("[chat] Ben: hello", "[chat] Cleo: good luck", "[chat] Ada: me too")


def test_a_log_by_itself_has_no_chat(tmp_path: Path, game: GameBuilder) -> None:
    at = replay_in(tmp_path, game)
    assert all(key.word != "chat" for key in at.screen().keys)
    at.submit("chat")
    assert at.ui.page is not None
    assert at.ui.page.lines == ("Nothing that was said in this game is kept beside its log.",)


def test_of_a_chat_only_what_is_signed_and_in_order_is_told(tmp_path: Path, game: GameBuilder) -> None:
    """Chapter 21: the lines of another game, of no seat, or changed ones, count for nothing."""
    one, two, three = said(game, "one", "two", "three")
    other = said(whole_game(3, "other", RULES), "from elsewhere")[0]
    changed = Line(two.seat, two.number, "changed", two.signature)
    keep(tmp_path, [other, changed, one, one, three])
    names = ("Ben", "Cleo", "Ada")
    told = tell_kept_chat(tmp_path / "game.mark", game.genesis, names)
    assert told == ["[chat] Ben: one", "[chat] Ada: three"]


def test_a_torn_chat_is_told_up_to_the_tear_and_left_as_it_is(tmp_path: Path, game: GameBuilder) -> None:
    keep(tmp_path, said(game, "one", "two"))
    path = tmp_path / "chat.mark"
    torn = path.read_bytes()[:-3]
    path.write_bytes(torn)
    told = tell_kept_chat(tmp_path / "game.mark", game.genesis, ("Ben", "Cleo", "Ada"))
    assert told == ["[chat] Ben: one"]
    assert path.read_bytes() == torn
    assert [one.name for one in tmp_path.iterdir()] == ["chat.mark"]


@pytest.mark.parametrize("data", [b"", b"no chat at all", b"MARKLOG\x01"])
def test_a_file_that_is_no_chat_says_nothing(tmp_path: Path, game: GameBuilder, data: bytes) -> None:
    (tmp_path / "chat.mark").write_bytes(data)
    (told,) = tell_kept_chat(tmp_path / "game.mark", game.genesis, ("Ben", "Cleo", "Ada"))
    assert told.startswith("Nothing that was said")


def test_a_chat_that_cannot_be_opened_is_told_in_a_sentence(tmp_path: Path, game: GameBuilder) -> None:
    (tmp_path / "chat.mark").mkdir()
    (told,) = tell_kept_chat(tmp_path / "game.mark", game.genesis, ("Ben", "Cleo", "Ada"))
    assert "chat.mark" in told
