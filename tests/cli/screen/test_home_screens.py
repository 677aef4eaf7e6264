"""Menus, forms and lists as plain data, and what keys, clicks and typed lines do on them and in the lobby."""

import asyncio
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli import home, home_menus
from cli.arguments import build_parser
from cli.lobby_desk import TableLeft
from cli.preferences import Preferences
from cli.screen.app import FullScreen
from cli.screen.lines_screen import LinesScreen
from cli.screen.models.menu import Menu, Row, filled, rows_of_letter
from cli.screen.settings import Settings, screen_settings
from cli.screen.spans import Choose, Do, text_of, width_of
from cli.screen.ui import Page
from cli.width import columns
from cli.words import set_language
from p2p.invite import Invite, format_invite
from p2p.lobby import SeatTaken, TableSeen
from tests.cli.screen.home_scenes import (
    FULL,
    INVITE,
    TWO,
    WANTED,
    FakeLobby,
    Taken,
    asks,
    lobby,
    menu,
    paint,
    sit,
    tables,
)

SIZES = [(1, 1), (2, 3), (20, 4), (40, 12), (80, 24), (200, 60)]


def test_every_entry_has_a_letter_of_its_own_or_shares_it_by_turns() -> None:
    root = home_menus.home_menu()
    for place, row in enumerate(root.rows):
        assert place in rows_of_letter(root, row.text[0].upper())


def test_a_letter_takes_the_one_row_it_can_mean_and_else_goes_round() -> None:
    taken = Taken(home_menus.home_menu())
    taken.at.press("j")
    assert [row.name for _menu, row in taken.rows] == ["join"]
    assert len(rows_of_letter(taken.at.menu, "x")) == 0
    both = Menu("m", "M", (Row("a", "One"), Row("b", "Other"), Row("c", "Two")))
    taken = Taken(both)
    cursors = []
    for _press in range(3):
        taken.at.press("o")
        cursors.append(taken.at.cursor)
    assert cursors == [1, 0, 1]
    assert taken.rows == []


@pytest.mark.parametrize("how", ["keys", "click", "words", "name"])
def test_a_row_is_taken_in_each_way(how: str) -> None:
    taken = Taken(home_menus.home_menu())
    match how:
        case "keys":
            for key in ("down", "down", "up", "end", "home", "down", "enter"):
                taken.at.press(key)
        case "click":
            taken.at.click(Choose("1"))
        case "words":
            taken.at.submit("host a")
        case _:
            taken.at.submit("host")
    assert [(name, row.name) for name, row in taken.rows] == [("home", "host")]


def test_what_is_not_on_the_list_is_told() -> None:
    taken = Taken(home_menus.home_menu())
    taken.at.submit("nonsense")
    assert taken.lines == [("home", "nonsense")]
    assert "That is not on the list." in "\n".join(paint(taken.at))


def test_a_form_says_the_options_of_its_command() -> None:
    play = home_menus.play_form(WANTED, "Ann")
    args = build_parser("play").parse_args(home.options_of("play", play.values))
    assert (args.name, args.bots, args.level, args.rules) == ("Ann", 1, "cautious", "default")
    at = menu(home_menus.host_form(WANTED, "Ann"))
    for key in (
        "down",
        "down",
        "right",
        "down",
        "left",
        "down",
        "down",
        "down",
        "right",
        "down",
        "right",
        "down",
        "left",
    ):
        at.press(key)
    args = build_parser("host").parse_args(home.options_of("host", at.menu.values))
    assert (args.name, args.seats, args.rules, args.clock) == ("Ann", 3, "long", 60)
    assert (args.no_announce, args.open, args.watch_open, args.no_watch) == (True, True, False, True)


def test_rules_of_a_file_a_port_and_an_invite_are_fields_that_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("rows_to_end = 1\nclock = 30\n", encoding="utf-8")
    at = menu(home_menus.host_form(Preferences(), "Ann"))
    at.fill("file", str(tmp_path / "none.toml"))
    assert at.menu.values["file"] == ""
    assert "none.toml" in at.told[-1]
    at.fill("port", "70000")
    assert at.told == ["A port is a number from 0 to 65535."]
    at.fill("file", str(path))
    at.fill("port", "4711")
    args = build_parser("host").parse_args(home.options_of("host", at.menu.values))
    assert (args.rules, args.port, args.clock) == (str(path), 4711, None)  # the clock is the file's
    at.fill("clock", "20")
    assert build_parser("host").parse_args(home.options_of("host", at.menu.values)).clock == 20
    at = menu(home_menus.game_list("resume", (Row("24e2", "Ann and Ben"),)))
    at.fill("call", "mark1-nonsense")
    assert at.menu.values["call"] == ""
    assert at.told[0].startswith("This is not a whole invite")
    invite = format_invite(Invite(("127.0.0.1",), 4000, bytes(32), bytes(16)))
    at.fill("call", f"{invite} {invite}")
    args = build_parser("resume").parse_args(["24e2", *home.options_of("resume", at.menu.values)])
    assert (args.call, args.port) == ([invite, invite], 0)


def test_the_settings_form_says_what_it_was_made_of() -> None:
    for wanted in (
        Preferences(),
        Preferences("Zoé", "fr", "none", "256", True, False, False, True, "random", 9),
    ):
        assert home_menus.set_by(home_menus.settings_form(wanted, "x").values) == wanted


def test_a_typed_field_takes_what_is_right_and_tells_what_is_wrong() -> None:
    at = menu(home_menus.host_form(WANTED, "Ann"))
    at.press("down")
    at.press("enter")
    assert (at.is_typing, at.opening) == (True, "Ann")
    at.submit(" Zoe ")
    assert at.menu.values["name"] == "Zoe"
    at.press("enter")
    at.submit("Z\u202eoe")
    assert at.menu.values["name"] == "Zoe"
    assert "A name has 1 to 24 visible characters" in "\n".join(paint(at))
    at.press("enter")
    at.interrupt()
    assert not at.is_typing
    at.submit("")
    assert at.menu.values["name"] == "Zoe"


def test_a_row_stays_its_tables_and_keeps_the_mark_when_the_list_changes() -> None:
    at = menu(home_menus.table_list("join", tables()[:1], "Ann", ""))
    at.press("end")
    marked = at.menu.rows[at.cursor].name
    values = {**at.menu.values, "port": "4711"}
    at.renew(filled(home_menus.table_list("join", tables(), "Ann", ""), values))
    assert at.menu.values == values
    assert at.menu.rows[at.cursor].name == marked
    assert [row.name.partition("-")[0] for row in at.menu.rows] == [
        "name",
        "port",
        "invite",
        "mark1",
        "gone 0" + "0" * 30 + "3",
        "mark1",
    ]


def test_a_pasted_invite_is_handed_on_whole() -> None:
    taken = Taken(home_menus.home_menu())
    taken.at.open(home_menus.table_list("join", (), "Ann", ""))
    taken.at.submit("mark1-abc def")
    assert taken.lines == [("join", "mark1-abc def")]
    assert taken.rows == []


def test_escape_goes_back_and_tells_the_owner_and_a_page_is_closed_first() -> None:
    taken = Taken(home_menus.home_menu())
    taken.at.press("escape")
    assert taken.closed == []
    taken.at.open(home_menus.play_form(WANTED, "Ann"))
    taken.at.show(Page("Rules", ("one", "two")))
    taken.at.press("escape")
    assert taken.at.menu.name == "play"
    taken.at.click(Do("back"))
    assert (taken.at.menu.name, taken.closed) == ("home", ["play"])
    taken.at.interrupt()
    assert taken.at.is_left


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "make",
    [
        lambda: menu(home_menus.home_menu()),
        lambda: menu(home_menus.host_form(WANTED, "Ann")),
        lambda: menu(home_menus.settings_form(WANTED, "/a/long/path/" * 20)),
        lambda: menu(home_menus.table_list("join", tables(), "Ann", "")),
        lambda: menu(home_menus.table_list("watch", (), "Ann", "Discovery is off.")),
        lambda: lobby(TableSeen(FULL), asks()),
        lambda: LinesScreen(Settings(), "Watching"),
    ],
)
def test_every_size_gets_exactly_its_lines_and_none_too_wide(make, language: str) -> None:  # type: ignore[no-untyped-def]
    set_language(language)
    at = make()
    for width, height in SIZES:
        painted = at.paint(width, height)
        assert len(painted.body) == max(height - 2, 0)
        assert all(width_of(spans) <= width for spans in (*painted.body, painted.keys))
        assert columns(painted.hint) <= width


def test_a_typed_line_can_be_the_path_of_a_log(tmp_path: Path) -> None:
    (tmp_path / "here").write_bytes(b"")
    assert home_menus.is_path("game.mark")
    assert home_menus.is_path(str(tmp_path / "gone"))
    assert home_menus.is_path(str(tmp_path / "here"))
    assert not home_menus.is_path("Ann and Ben")
    for kind in ("replay", "audit"):
        assert home_menus.game_list(kind, ()).rows[0].name == "file"
    assert home_menus.game_list("resume", ()).rows == ()


def test_the_marked_row_is_in_sight_of_any_screen() -> None:
    at = menu(home_menus.settings_form(WANTED, "settings.toml"))
    for _row in at.menu.rows:
        at.press("down")
        assert any("▸" in line for line in paint(at, 40, 6))


def test_ready_not_ready_and_answers_are_given_by_key_by_click_and_typed() -> None:
    seat = FakeLobby()
    asyncio.run(sit(seat, TableSeen(FULL), asks(), keys="y"))
    assert seat.answers == [(1, True)]
    asyncio.run(sit(seat, TableSeen(FULL), asks(), keys="n"))
    assert seat.answers == [(1, True), (1, False)]
    asyncio.run(sit(seat, TableSeen(FULL), keys="r"))
    assert seat.ready == [True]
    at = lobby(TableSeen(FULL))
    at.click(Do("not ready"))
    at.submit("ready")

    async def read() -> list[str | None]:
        return [await at.read(), await at.read()]

    assert asyncio.run(read()) == ["not ready", "ready"]


@pytest.mark.parametrize("key", ["q", "Q"])
def test_a_key_leaves_the_lobby(key: str) -> None:
    with pytest.raises(TableLeft):
        asyncio.run(sit(FakeLobby(), TableSeen(TWO), keys=key))


def test_the_lobby_offers_what_can_be_done_and_no_more() -> None:
    assert list(lobby(TableSeen(TWO)).words()) == ["invite", "help", "quit"]
    assert list(lobby(TableSeen(FULL)).words()) == ["ready", "invite", "help", "quit"]
    assert list(lobby(TableSeen(TWO), asks()).words()) == ["yes", "no", "invite", "help", "quit"]


def test_who_has_no_seat_yet_is_not_told_to_wait_for_others() -> None:
    waits, outside = "The game waits for all seats", "You have no seat yet."
    guest = FakeLobby()
    guest.key = bytes([8]) * 32
    for seat, told, untold in ((FakeLobby(), waits, outside), (guest, outside, waits)):
        text = "\n".join(paint(asyncio.run(sit(seat, TableSeen(TWO)))))
        assert told in text
        assert untold not in text


def test_the_invite_has_a_page_of_its_own() -> None:
    at = lobby(TableSeen(FULL), keys="i")
    assert "".join(line.strip() for line in paint(at, 44, 16)[2:6]).startswith(INVITE)
    at.press("escape")
    assert "[r] ready" in "\n".join(paint(at))


@pytest.mark.parametrize("keys", ["?", "/"])
def test_help_has_a_page_of_its_own(keys: str) -> None:
    at = lobby(TableSeen(FULL), keys=keys)
    if keys == "/":
        at.submit("help")
    lines = paint(at)
    assert lines[1].startswith("── Help")
    assert [line.split("  ")[0] for line in lines[2:5]] == ["ready", "not ready", "table"]
    assert any(line.startswith("dismiss 2") for line in lines)


def test_a_question_is_kept_in_sight_where_there_is_little_room() -> None:
    text = "\n".join(paint(lobby(TableSeen(FULL), asks()), 80, 12))
    assert "Type yes to let Cleo sit" in text
    assert "[y] yes" in text


def test_the_invite_stands_on_lines_by_itself_from_edge_to_edge() -> None:
    lines = paint(lobby(TableSeen(TWO), SeatTaken("Ben")))
    first = next(number for number, line in enumerate(lines) if line.startswith("mark1-"))
    assert len(lines[first]) == 80
    assert "".join(lines[first : first + 2]).startswith("mark1-Zm9v")
    assert lines[first + 2] == ""


def test_what_is_told_once_the_game_begins_is_told_again_after_the_screen() -> None:
    at = lobby(TableSeen(FULL))
    at.tell("earlier")
    at.begin()
    at.tell("after")
    assert at.kept == ["after"]
    assert "earlier" not in "\n".join(paint(at))


def test_one_screen_is_presented_over_another_and_both_are_left_by_keys() -> None:
    async def run() -> list[str]:
        shown = []
        with create_pipe_input() as pipe:
            first = Taken(home_menus.home_menu()).at
            screen = FullScreen(first, source=pipe, output=DummyOutput())

            async def flow() -> None:
                over = LinesScreen(Settings(), "over")
                over.changed = screen.refresh
                pipe.send_text("/hello\r")

                async def hear() -> None:
                    shown.append(str(await over.read()))
                    pipe.send_text("\x03")
                    shown.append(str(await over.read()))

                await screen.present(over, hear())
                print("told to the first")
                shown.append(first.told[-1])
                pipe.send_text("\x03")
                await asyncio.Event().wait()

            await asyncio.wait_for(screen.show(flow()), 30)
        return shown

    assert asyncio.run(run()) == ["hello", "quit", "told to the first"]


def test_an_error_of_what_is_presented_is_raised_where_it_was_begun() -> None:
    async def run() -> None:
        with create_pipe_input() as pipe:
            screen = FullScreen(Taken(home_menus.home_menu()).at, source=pipe, output=DummyOutput())

            async def fail() -> None:
                raise TableLeft

            async def flow() -> None:
                with pytest.raises(TableLeft):
                    await screen.present(LinesScreen(Settings(), "over"), fail())

            await asyncio.wait_for(screen.show(flow()), 30)

    asyncio.run(run())


def test_an_error_in_a_key_takes_with_it_no_more_than_what_is_presented() -> None:
    class Broken(LinesScreen):
        def press(self, key: str) -> None:
            raise LookupError(key)

    async def run() -> list[str]:
        with create_pipe_input() as pipe:
            first = Taken(home_menus.home_menu())
            screen = FullScreen(first.at, source=pipe, output=DummyOutput())

            async def flow() -> None:
                pipe.send_text("x")
                with pytest.raises(LookupError, match="x"):
                    await screen.present(Broken(Settings(), "over"))
                pipe.send_text("j\x03")
                await asyncio.Event().wait()

            await asyncio.wait_for(screen.show(flow()), 30)
            return [row.name for _menu, row in first.rows]

    assert asyncio.run(run()) == ["join"]


def test_what_is_shown_is_closed_where_that_is_called_off() -> None:
    async def run() -> bool:
        with create_pipe_input() as pipe:
            screen = FullScreen(Taken(home_menus.home_menu()).at, source=pipe, output=DummyOutput())
            began = asyncio.Event()

            async def begin() -> None:
                began.set()
                await asyncio.Event().wait()

            shown = asyncio.ensure_future(screen.show(begin()))
            await began.wait()
            shown.cancel()
            await asyncio.gather(shown, return_exceptions=True)
            return shown.cancelled() and not screen.is_open

    assert asyncio.run(run())


def test_a_fault_of_the_program_is_told_at_home_and_by_the_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> tuple[int, str]:
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):

            async def fail(*_arguments: object) -> None:
                pipe.send_text("\x03")
                raise LookupError

            monkeypatch.setitem(home._COMMANDS, "play", fail)
            args = build_parser("home", Preferences()).parse_args([f"--data={tmp_path}"])
            at_home = home.Home(args)
            pipe.send_text("p\r")
            code = await asyncio.wait_for(at_home.run(), 30)
            return code, "\n".join(paint(at_home.at, 200))

    code, shown = asyncio.run(run())
    assert code == 1
    (report,) = tmp_path.glob("crash-*.txt")
    assert f"please report it with the file {report}" in shown


def test_settings_choose_theme_glyphs_colours_and_mouse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    chosen = screen_settings(Preferences(theme="none", ascii=True, colours="16", mouse=False, confirm=False))
    assert (chosen.theme, chosen.glyphs.here, chosen.colours) == ("plain", "+", "16")
    assert (chosen.mouse, chosen.confirm) == (False, False)
    monkeypatch.setenv("NO_COLOR", "1")
    assert screen_settings(Preferences(theme="light")).theme == "plain"


def test_titles_and_keys_are_told_in_words() -> None:
    at = menu(home_menus.home_menu())
    assert text_of(at.paint(80, 24).keys).split() == ["Esc", "back", "Enter", "choose"]
