"""The menus, forms and lists of the home screen, made of what is known."""

import os
from argparse import ArgumentTypeError
from collections.abc import Callable, Sequence
from typing import Final

from cli.errors import sentence
from cli.options import BOT_LEVELS, read_clock, read_name, read_port
from cli.preferences import CHOICES, SUMMARIES, Preferences
from cli.screen.models.menu import Menu, Row
from cli.words import N_, _
from core.ruleset import PRESETS

GO: Final = "go"
"""The row of a form that does what the form is for."""
ENTRIES: Final = (
    ("play", N_("Play against bots"), N_("at once, on this computer")),
    ("host", N_("Host a table"), N_("and invite others")),
    ("join", N_("Join a table"), N_("of this network, or by an invite")),
    ("resume", N_("Go on with a game"), N_("that is not finished")),
    ("watch", N_("Watch a game"), N_("without a seat")),
    ("replay", N_("Look at a game again"), N_("move by move")),
    ("audit", N_("Audit a game"), N_("was it played by the rules?")),
    ("rules", N_("Rules"), N_("of the game, and what we decided")),
    ("settings", N_("Settings"), N_("name, language, colours, clock …")),
    ("quit", N_("Quit"), ""),
)
"""What can be done from the home screen: the name, the words, what is said beside them."""
_WORDS: Final = {
    "true": N_("yes"),
    "false": N_("no"),
    "auto": N_("as the system says"),
    "en": "English",
    "fr": "français",
    "dark": N_("for a dark terminal"),
    "light": N_("for a light terminal"),
    "none": N_("none"),
    "random": N_("at random"),
    "cautious": N_("cautious"),
    "default": N_("by default"),
    "long": N_("the long game"),
    "invited": N_("those with an invite"),
    "open": N_("anyone on the network"),
    "nobody": N_("nobody"),
}
"""What the values of fields are called."""


def home_menu() -> Menu:
    """Give all that can be done."""
    return Menu(
        "home",
        _("MARK"),
        tuple(Row(name, _(text), _(detail) if detail else "") for name, text, detail in ENTRIES),
        (_("A board game between your own computers, with no server."),),
    )


def play_form(wanted: Preferences, name: str) -> Menu:
    """Give what a game against bots can be set to."""
    rows = (
        Row(GO, _("Play")),
        _name(name),
        _choice("bots", _("bots at the table"), ("1", "2", "3"), "1"),
        _choice("level", _("how the bots play"), BOT_LEVELS, wanted.level),
        *_rules(),
    )
    return Menu("play", _("Play against bots"), rows)


def host_form(wanted: Preferences, name: str) -> Menu:
    """Give what a table can be set to."""
    rows = (
        Row(GO, _("Open the table")),
        _name(name),
        _choice("seats", _("seats, yours included"), ("2", "3", "4"), "2"),
        *_rules(),
        Row("clock", _("seconds for each choice (0: no limit)"), check=check_clock, value=str(wanted.clock)),
        _flag("announce", _("let others find the table on the network"), True),
        _flag("open", _("let them sit down without asking you"), False),
        _choice("watching", _("who may watch"), ("invited", "open", "nobody"), "invited"),
        _port(),
    )
    return Menu("host", _("Host a table"), rows)


def table_list(kind: str, tables: Sequence[Row], name: str, off: str) -> Menu:
    """Give the tables to join or to watch; `off` says why none can be found, if that is so."""
    if kind == "join":
        title = _("Join a table")
        own: tuple[Row, ...] = (_name(name), _port(), Row("invite", _("type or paste an invite")))
        nothing = _("No table so far. Some networks let nobody be found; an invite works all the same.")
    else:
        title = _("Watch a game")
        own = (Row("invite", _("type or paste an invite")),)
        nothing = _("No game so far that anyone may watch. With an invite you can watch all the same.")
    lines = (off,) if off else () if tables else (nothing,)
    return Menu(kind, title, (*own, *tables), lines, numbered=len(own))


def game_list(kind: str, games: Sequence[Row]) -> Menu:
    """Give games of this computer to go on with, to look at, or to audit, in the order given."""
    titles = {
        "resume": _("Go on with a game"),
        "replay": _("Look at a game again"),
        "audit": _("Audit a game"),
    }
    nothing = (
        _("There is no game on this computer that you could go on with.")
        if kind == "resume"
        else _("There is no game on this computer yet.")
    )
    lines = () if games else (nothing,)
    own: tuple[Row, ...] = (Row("file", _("type the path of a log")),)
    if kind == "resume":
        own = (Row("call", _("also call by an invite"), check=check_call), _port()) if games else ()
    return Menu(kind, titles[kind], (*own, *games), lines, numbered=len(own))


def settings_form(wanted: Preferences, path: str) -> Menu:
    """Give all settings, kept in the file `path`."""
    rows = [Row(GO, _("Save"))]
    for key, summary in SUMMARIES.items():
        value = getattr(wanted, key)
        if key in CHOICES:
            rows.append(_choice(key, _(summary), CHOICES[key], value))
        elif key == "name":
            rows.append(Row(key, _(summary), check=_check_own_name, value=value))
        elif key == "clock":
            rows.append(Row(key, _(summary), check=check_clock, value=str(value)))
        else:
            rows.append(_flag(key, _(summary), value))
    return Menu("settings", _("Settings"), tuple(rows), (_("Kept in {path}").format(path=path),))


def set_by(values: dict[str, str]) -> Preferences:
    """Give the settings of a form's values."""
    flags = {key: value == "true" for key, value in values.items() if value in {"true", "false"}}
    return Preferences(**{**values, **flags, "clock": int(values["clock"])})  # type: ignore[arg-type]  # by the form


def check_name(typed: str) -> str:
    """Give what is wrong with a name, "" for nothing."""
    return _problem(read_name, typed)


def check_clock(typed: str) -> str:
    """Give what is wrong with the seconds of a clock, "" for nothing."""
    return _problem(read_clock, typed)


def check_port(typed: str) -> str:
    """Give what is wrong with the number of a port, "" for nothing."""
    return _problem(read_port, typed)


def check_rules(typed: str) -> str:
    """Give what is wrong with the path of a file with rules, "" for nothing."""
    from cli.rules_file import RulesFileError, load_ruleset  # noqa: PLC0415 - once a file is wanted
    from cli.text_file import TextFileProblem  # noqa: PLC0415 - likewise

    try:
        load_ruleset(path_of(typed) or None)
    except (RulesFileError, TextFileProblem, OSError) as error:
        return sentence(error) or type(error).__name__
    return ""


def is_path(typed: str) -> bool:
    """Tell whether a typed line is meant as the path of a log."""
    return os.sep in typed or typed.endswith(".mark") or os.path.lexists(path_of(typed))


def path_of(typed: str) -> str:
    """Give the path that a person means who is used to a shell."""
    return os.path.expanduser(typed)  # noqa: PTH111 - pathlib's fails where there is no such person


def check_call(typed: str) -> str:
    """Give what is wrong with invites with spaces between them, "" for nothing."""
    from p2p.invite import InviteRefused, parse_invite  # noqa: PLC0415 - once there is an invite

    try:
        for invite in typed.split():
            parse_invite(invite)
    except InviteRefused as error:
        return sentence(error) or type(error).__name__
    return ""


def _check_own_name(typed: str) -> str:
    return check_name(typed) if typed else ""


def _problem(read: Callable[[str], object], typed: str) -> str:
    try:
        read(typed)
    except ArgumentTypeError as problem:
        text = str(problem)
        return f"{text[:1].upper()}{text[1:]}."
    return ""


def _name(value: str) -> Row:
    return Row("name", _("your name"), check=check_name, value=value)


def _rules() -> tuple[Row, Row]:
    return (
        _choice("rules", _("rules"), tuple(PRESETS), "default"),
        Row("file", _("rules of a file (its path)"), check=check_rules),
    )


def _port() -> Row:
    return Row("port", _("port (0: any free one)"), check=check_port, value="0")


def _flag(name: str, text: str, value: bool) -> Row:
    return _choice(name, text, ("true", "false"), "true" if value else "false")


def _choice(name: str, text: str, values: Sequence[str], value: str) -> Row:
    words = tuple((one, _(_WORDS[one]) if one in _WORDS else one) for one in values)
    return Row(name, text, options=words, value=value)
