"""The command `mark`: reads the command line, runs one command, and words whatever goes wrong.

Commands are imported when they are run, so that help and version are at once there.
"""

# ruff: noqa: PLC0415 - a command is imported when it is run

import gc
import os
import sys

from cli.ascii import fit_to_terminal
from cli.lines import folded, say
from cli.words import LANGUAGES, _, set_language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from typing import NoReturn

    from cli.preferences import Preferences

FAILED = 1
USAGE_ERROR = 2
INTERRUPTED = 130
"""Exit code of a command that was stopped by Ctrl-C, as shells give it."""

_GAMES = ("home", "host", "join", "play", "resume")
"""Commands at which a game may be going on."""
_OBJECTS_BEFORE_THE_FIRST_COLLECTION = 200_000
_OBJECTS_BETWEEN_COLLECTIONS = 50_000
"""Python's own number is 700. A game has made half of the first number when its screen stands."""

_AT_THE_END = ("atexit", "threading")
"""Modules without which nothing can be asked for that is to be done when the interpreter leaves."""

_MONITORING_TOOLS = 6
"""So many can watch a process through `sys.monitoring`, as cProfile does from Python 3.12 on."""

_WITH_VALUE = (
    *("--lang", "--data", "--settings", "--theme", "--colours", "--colors"),
    *("--name", "--level", "--clock", "--interface", "--address"),
)
"""Options of the home screen whose value is no command; many go before a command, too."""
_WITHOUT_COMMAND = ("--lang", "--data", "-h", "--help", "--version")


_STREAMS = (("stdin", "r", os.O_RDONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY))
"""What stands in for each stream that is closed: no input, no errors, and an output that takes nothing."""


def run() -> None:
    """Run the command line of this process, and leave with its exit code.

    The cyclic garbage collector looks through all that a command imports, time and again, and once more at
    the end, to find nothing: it is asked to look when the command has long begun, from then on at what is new
    alone, and not at what the end leaves behind.
    """
    gc.set_threshold(_OBJECTS_BEFORE_THE_FIRST_COLLECTION)
    gc.callbacks.append(_look_at_what_is_new)
    for name, mode, access in _STREAMS:
        if getattr(sys, name) is None:  # it was closed before this program began
            nowhere = os.open(os.devnull, access)
            setattr(sys, name, open(nowhere, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - as long as the program
    fit_to_terminal()  # a name that the terminal cannot show stops no game
    code = main(sys.argv[1:])
    gc.freeze()
    _leave(code)


def _leave(code: int) -> "NoReturn":
    """Leave with this exit code, at once where nobody has asked for anything to be done at the end.

    The interpreter takes itself down object by object, to free memory that is about to be freed as a whole.
    What else it does then has been asked for by `atexit`, by a thread that it waits for, or by whoever traces
    or profiles it: a process without any of these has nothing to lose but what its streams have not written
    yet. Where they cannot be flushed, the interpreter says so as it leaves.
    """
    if sys.modules.keys().isdisjoint(_AT_THE_END) and not _is_watched():
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except (OSError, ValueError):
            sys.exit(code)
        os._exit(code)
    sys.exit(code)


def _is_watched() -> bool:
    """Tell whether anybody traces or profiles this process."""
    tools = [sys.gettrace(), sys.getprofile()]
    if sys.version_info >= (3, 12):
        tools += map(sys.monitoring.get_tool, range(_MONITORING_TOOLS))
    return any(tools)


def _look_at_what_is_new(phase: str, _info: object) -> None:
    """Let what has outlived the first collection be, and the next ones come sooner."""
    if phase == "stop":
        gc.callbacks.remove(_look_at_what_is_new)
        gc.freeze()
        gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)


def main(argv: "Sequence[str]") -> int:
    """Run the command that `argv` says and give its exit code; no error leaves, each becomes a sentence."""
    command, options = _split(argv)
    try:
        set_language(_option("--lang", options))
        try:
            if command is None and _opens_home(options):
                command = "home"
            code = _overview(options) if command is None else _run(command, options)
        except SystemExit as leaving:  # how argparse leaves after a help text or a mistake
            code = leaving.code if isinstance(leaving.code, int) else FAILED
        print(end="", flush=True)  # here, where a closed pipe can be told
    except KeyboardInterrupt as stop:  # which has a text if a game had begun
        text = _("Stopped. A game that was going on can be resumed with: mark resume")
        return _fail(text if stop.args else _("Stopped."), INTERRUPTED)
    except BrokenPipeError:
        _drop_output()
        return FAILED
    except Exception as error:  # noqa: BLE001 - the one place that stands between an error and a traceback
        return _fail(_tell(error, _option("--data", options), is_game=command in _GAMES), FAILED)
    return code


def _split(argv: "Sequence[str]") -> "tuple[str | None, list[str]]":
    """Give the command, which is the first word that is no option, and everything else in its order."""
    takes_value = False
    for index, word in enumerate(argv):
        if not takes_value and not word.startswith("-"):
            return word, [*argv[:index], *argv[index + 1 :]]
        takes_value = not takes_value and word in _WITH_VALUE
    return None, list(argv)


def _option(name: str, options: "Sequence[str]") -> str | None:
    """Find the value of an option that is needed even where the command line is wrong."""
    for index, word in enumerate(options):
        value = None
        if word == name and index + 1 < len(options):
            value = options[index + 1]
        elif word.startswith(f"{name}="):
            value = word[len(name) + 1 :]
        if value is not None and (name != "--lang" or value in LANGUAGES):
            return value
    return None


def _opens_home(options: "Sequence[str]") -> bool:
    """Tell whether a command line without a command is that of a person at a terminal."""
    if {"--version", "--help", "-h"} & {*options}:
        return False
    return sys.stdin.isatty() and sys.stdout.isatty()


def _overview(options: "Sequence[str]") -> int:
    """Answer a command line without a command: with the version, or the help."""
    unknown = [
        word for word in options if word.startswith("-") and word.partition("=")[0] not in _WITHOUT_COMMAND
    ]
    if unknown:
        text = _("mark: {option} does not go without a command; mark --help lists the commands.")
        return _fail(text.format(option=_clean(unknown[0])), USAGE_ERROR)
    if "--version" in options:
        from cli import version

        return version.run()
    if options and not {"--help", "-h"} & {*options}:
        from cli.arguments import build_parser

        build_parser("home").parse_args(options)  # which leaves where a value is wrong
    from cli.overview import overview

    print(*(part for line, hanging in overview() for part in folded(line, hanging)), sep="\n")
    return 0


def _preferences(command: str, options: "Sequence[str]") -> "Preferences | None":
    """Give what the person has set, for a command that heeds it, and speak the language that is set."""
    from cli.arguments import SET_COMMANDS

    if command not in SET_COMMANDS:
        return None
    from cli.preferences_file import load_preferences, settings_path

    wanted = _option("--settings", options)
    is_made = command == "home"  # whose settings page writes the file
    preferences = load_preferences(settings_path(wanted), must_exist=wanted is not None and not is_made)
    if preferences.language != "auto" and _option("--lang", options) is None:
        set_language(preferences.language)
    return preferences


def _run(command: str, options: "Sequence[str]") -> int:  # noqa: PLR0911  # one for each command
    if command == "audit" and options and not any(word.startswith("-") for word in options):
        from cli import audit  # most audits are so: argparse would be a twentieth of their time

        return audit.run_on(options)
    from cli.overview import COMMANDS

    if command not in COMMANDS:
        text = _("mark: there is no command {command}; mark --help lists the commands.")
        return _fail(text.format(command=_clean(command)), USAGE_ERROR)
    from cli.arguments import build_parser

    args = build_parser(command, _preferences(command, options)).parse_args(options)
    match command:
        case "demo":
            from cli import demo

            return demo.run(args)
        case "host" | "join" | "resume":
            from cli import table

            runs = {"host": table.run_host, "join": table.run_join, "resume": table.run_resume}
            return runs[command](args)
        case "home":
            return _run_home(args)
        case "play":
            from cli import solo

            return solo.run(args)
        case "watch":
            from cli import watch

            return watch.run(args)
        case "tables":
            from cli import tables

            return tables.run(args)
        case "doctor":
            from cli import doctor

            return doctor.run(args)
        case "replay" | "export" | "report" | "audit":
            return _run_on_log(command, args)
        case "rules":
            from cli import rules

            return rules.run(args)
        case _:
            from cli import identity

            return identity.run(args)


def _run_home(args: "Namespace") -> int:
    """Open the home screen, or print what it offers."""
    from cli.stage import wants_screen

    if wants_screen(args):
        from cli import home

        return home.run(args)
    from cli import home_plain

    return home_plain.run(args)


def _run_on_log(command: str, args: "Namespace") -> int:
    """Run a command that looks at what a game has left behind."""
    match command:
        case "replay":
            from cli import replay

            return replay.run(args)
        case "export":
            from cli.export import command as export

            return export.run(args)
        case "report":
            from cli.report import command as report

            return report.run(args)
        case _:
            from cli import audit

            return audit.run(args)


def _tell(error: Exception, data: str | None, *, is_game: bool) -> str:
    """Word an error, even where no file can be opened, be it for an import."""
    try:
        from cli.errors import is_of_output, sentence, tell_unprinted

        if isinstance(error, OSError) and (is_of_output(error) or not _takes_output()):
            _drop_output()
            return tell_unprinted(error)
        if worded := sentence(error):
            return worded
        from cli.crash import write_report

        return write_report(error, data, is_game=is_game)
    except (OSError, ImportError, MemoryError):  # there is nothing left to tell it with
        text = _("mark has failed with an error of its own, and no file could be written about it: {error}")
        return text.format(error=type(error).__name__)


def _clean(word: str) -> str:
    from p2p.text import clean

    return clean(word)


def _fail(text: str, code: int) -> int:
    say(*text.splitlines(), stream=sys.stderr)
    return code


def _takes_output() -> bool:
    """Tell whether what has been printed can be written."""
    try:
        sys.stdout.flush()
    except OSError:
        return False
    return True


def _drop_output() -> None:
    """Send what is still to be written nowhere, so that leaving does not fail on the same output again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
