"""The settings file: what it may hold, what is said of a wrong one, and that a person's comments stay."""

import os
from pathlib import Path

import pytest

from cli.arguments import COLOURS, SET_COMMANDS, THEMES, build_parser
from cli.errors import sentence
from cli.home import Home
from cli.main import main
from cli.preferences import (
    CHOICES,
    MOST_CLOCK,
    SUMMARIES,
    Preferences,
    SettingsProblem,
    read_preferences,
    write_preferences,
)
from cli.preferences_file import load_preferences, save_preferences, settings_path
from cli.text_file import MOST_BYTES, TextFileNoFile, TextFileProblem
from core.ruleset import BOUNDS

OTHER = Preferences("Zoé", "fr", "light", "16", True, False, False, True, "random", 90)


def test_every_setting_has_a_summary_and_its_words_are_those_of_the_command_line() -> None:
    assert list(Preferences().as_dict()) == list(SUMMARIES)
    assert CHOICES["theme"] == THEMES
    assert CHOICES["colours"] == COLOURS
    assert BOUNDS["clock"][1] == MOST_CLOCK


def test_what_is_written_is_what_is_read() -> None:
    assert read_preferences("") == Preferences()
    assert write_preferences(Preferences()) == ""
    assert read_preferences(write_preferences(OTHER)) == OTHER


def test_writing_keeps_comments_order_and_lines_that_do_not_change() -> None:
    text = '# mine\n\nclock = 30 # slow\nname="Ann"   # that is me\n'
    written = write_preferences(read_preferences(text).changed(clock=60, confirm=False), text)
    assert written == '# mine\n\nclock = 60  # slow\nname = "Ann"  # that is me\nconfirm = false\n'


@pytest.mark.parametrize(
    "text",
    ['name = """\nAnn"""\n', 'name = "A#n"\n', "name = 'A\"n'\n", '"name" = "Ann"\n', 'name = "A\\"n"\n'],
)
def test_a_value_written_in_a_rare_way_is_written_anew(text: str) -> None:
    wanted = read_preferences(text).changed(name="Ben \\ #1", theme="light")
    assert read_preferences(write_preferences(wanted, text)) == wanted


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("colour = 3\n", "there is no setting colour: the settings are name, language,"),
        ('theme = "blue"\n', "the setting theme cannot be that: it is one of dark, light, none"),
        (
            "colours = 256\n",
            "the setting colours cannot be that: it is one of auto, 256, 16, none, in quotes",
        ),
        ("confirm = 1\n", "the setting confirm cannot be that: it is true or false"),
        ("clock = true\n", "the setting clock cannot be that: it is a whole number from 0 to 86400"),
        ("clock = -1\n", "the setting clock cannot be that"),
        ('name = " Ann"\n', "the setting name cannot be that: it is 1 to 24 visible characters"),
        ("[screen]\n", "there is no setting screen"),
        ("confirm = maybe\n", "Line 1 of the settings file"),
        ("# \udcff\n", "is not UTF-8 text"),
        ("#" * (MOST_BYTES + 1), "is too long"),
    ],
)
def test_what_is_wrong_is_told_with_the_file_the_key_and_what_is_allowed(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8", errors="surrogateescape")
    with pytest.raises((SettingsProblem, TextFileProblem)) as caught:
        load_preferences(path)
    told = sentence(caught.value)
    assert told is not None
    assert said in told
    assert str(path) in told
    assert main(["host", "--seats", "2", "--settings", str(path)]) == 1
    assert capsys.readouterr().err == f"{told}\n"


def test_a_file_may_begin_as_some_editors_begin_it_and_is_saved_without(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b'\xef\xbb\xbfname = "Ann"\r\n')
    assert load_preferences(path) == Preferences(name="Ann")
    save_preferences(path, Preferences(name="Ben"))
    assert path.read_bytes() == b'name = "Ben"\n'


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    os.mkfifo(path)
    with pytest.raises(TextFileNoFile):
        load_preferences(path)


def test_no_file_is_no_setting(tmp_path: Path) -> None:
    assert load_preferences(tmp_path / "none" / "settings.toml") == Preferences()


def test_saving_makes_the_folder_and_leaves_one_file(tmp_path: Path) -> None:
    path = tmp_path / "new" / "settings.toml"
    save_preferences(path, OTHER)
    save_preferences(path, OTHER.changed(clock=5))
    assert load_preferences(path) == OTHER.changed(clock=5)
    assert list(path.parent.iterdir()) == [path]


def test_a_file_that_holds_what_is_no_setting_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("colour = 'red'\n", encoding="utf-8")
    at_home = Home(build_parser("home").parse_args(["--settings", str(path), "--lang", "en"]))
    at_home._save(OTHER)
    assert at_home.at.told[-1].startswith(f"In the settings file {path} there is no setting colour: ")
    assert path.read_text(encoding="utf-8") == "colour = 'red'\n"


def test_the_file_is_the_one_named_or_that_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "/somewhere")
    assert settings_path("mine.toml") == Path("mine.toml")
    assert settings_path(None).name == "settings.toml"


@pytest.mark.parametrize("command", [one for one in SET_COMMANDS if one != "home"])
def test_a_settings_file_that_was_asked_for_must_be_there(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "typo.toml"
    assert main([command, "--lang", "en", f"--settings={path}"]) == 1
    said = capsys.readouterr().err.replace("\n  ", " ").strip()
    assert said.startswith(f"There is no settings file {path}: ")
    assert not path.exists()


def test_settings_are_what_the_command_line_leaves_open() -> None:
    args = build_parser("play", OTHER).parse_args([])
    assert (args.name, args.level, args.theme, args.confirm, args.plain) == (
        "Zoé",
        "random",
        "light",
        False,
        True,
    )
    args = build_parser("play", OTHER).parse_args(
        ["--name", "Ann", "--level", "cautious", "--theme", "none", "--confirm", "--no-plain"]
    )
    assert (args.name, args.level, args.theme, args.confirm, args.plain) == (
        "Ann",
        "cautious",
        "none",
        True,
        False,
    )
    assert build_parser("host", OTHER).parse_args(["--seats", "2"]).name == "Zoé"


def test_the_language_of_the_settings_is_spoken_unless_another_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "settings.toml"
    save_preferences(path, Preferences(language="fr"))
    assert main(["host", "--help", "--settings", str(path)]) == 0
    assert capsys.readouterr().out.startswith("usage\u00a0: ")
    assert main(["host", "--help", "--settings", str(path), "--lang", "en"]) == 0
    assert capsys.readouterr().out.startswith("usage: ")


def test_every_setting_is_an_option_of_the_home_screen_and_wins_there() -> None:
    """One that a form or a game takes is handed on; the language is set before anything is shown."""
    line = "--name Zoé --theme light --colors 16 --ascii --no-confirm --no-mouse --level random --clock 90"
    args = build_parser("home", Preferences(name="Ann", clock=5)).parse_args(line.split())
    assert Home(args).wanted.changed(language="fr", plain=True) == OTHER
    assert Home(build_parser("home", Preferences(name="Ann", clock=5)).parse_args([])).wanted.clock == 5
    told = build_parser("home").format_help()
    assert all(f"--{key} " in told or f"--{key}," in told for key in SUMMARIES if key != "language")
