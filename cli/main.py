"""The command `mark`: reads the command line, runs one command, and words whatever goes wrong.

Commands are imported when they are run, so that help and version are at once there.
"""

import sys
from argparse import Namespace

from cli.arguments import build_parser
from cli.words import LANGUAGES, _, set_language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FAILED = 1
INTERRUPTED = 130
"""Exit code of a command that was stopped by Ctrl-C, as shells give it."""


def run() -> None:
    """Run the command line of this process, and leave with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a name that the terminal cannot show stops no game
    sys.exit(main(sys.argv[1:]))


def main(argv: "Sequence[str]") -> int:
    """Run the command that `argv` says and give its exit code; no error leaves, each becomes a sentence."""
    set_language(_wanted_language(argv))
    args = Namespace(data=None)
    try:
        try:
            build_parser().parse_args(argv, args)
            code = _run_command(args)
        except SystemExit as leaving:  # how argparse leaves after a help text or a mistake
            code = leaving.code if isinstance(leaving.code, int) else FAILED
        print(end="", flush=True)  # here, where a closed pipe can be told
    except KeyboardInterrupt:
        return _fail(_("Stopped. A game that was going on can be resumed with: mark resume"), INTERRUPTED)
    except BrokenPipeError:
        _drop_output()
        return FAILED
    except Exception as error:  # noqa: BLE001 - the one place that stands between an error and a traceback
        return _fail(_tell(error, args), FAILED)
    return code


def _wanted_language(argv: "Sequence[str]") -> str | None:
    """Find --lang ahead of the parser, whose own texts are in that language already."""
    for word, following in zip(argv, (*argv[1:], ""), strict=True):
        wanted = following if word == "--lang" else word.removeprefix("--lang=")
        if wanted in LANGUAGES:
            return wanted
    return None


def _run_command(args: Namespace) -> int:  # noqa: PLR0911 - one for each command
    # ruff: noqa: PLC0415 - a command is imported when it is run
    match args.command:
        case "demo":
            from cli import demo

            return demo.run(args)
        case "host" | "join" | "resume":
            from cli import table

            runs = {"host": table.run_host, "join": table.run_join, "resume": table.run_resume}
            return runs[args.command](args)
        case "audit":
            from cli import audit

            return audit.run(args)
        case "rules":
            from cli import rules

            return rules.run(args)
        case "id":
            from cli import identity

            return identity.run(args)
        case _ if args.version:
            from cli import version

            return version.run(args)
        case _:
            build_parser().print_help()
            return 0


def _tell(error: Exception, args: Namespace) -> str:
    from cli.errors import sentence

    if worded := sentence(error):
        return worded
    from cli.crash import write_report

    return write_report(error, args.data)


def _fail(text: str, code: int) -> int:
    print(text, file=sys.stderr)
    return code


def _drop_output() -> None:
    """Send what is still to be written nowhere, so that leaving does not fail on the closed pipe again."""
    import os

    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
