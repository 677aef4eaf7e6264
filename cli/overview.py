"""The commands there are, in a table, and the help text that lists them: at once there, with no import."""

from cli.words import LANGUAGES, N_, _

COMMANDS = {
    "home": (N_("open the home screen, as mark alone does on a terminal"), "mark home"),
    "demo": (N_("let bots play a whole game and audit it"), "mark demo --players 3 --seed 7"),
    "play": (N_("play against bots at once"), "mark play --bots 2"),
    "host": (N_("open a table and invite others"), "mark host --name Ada --seats 2"),
    "join": (N_("take a seat at a table"), "mark join mark1-... --name Ben"),
    "tables": (N_("list the tables on this network"), "mark tables"),
    "watch": (N_("watch a game without a seat"), "mark watch mark1-..."),
    "resume": (N_("go on with an unfinished game"), "mark resume"),
    "replay": (N_("look at a game again, move by move"), "mark replay game.mark"),
    "export": (N_("write a game down for people and other programs"), "mark export game.mark"),
    "audit": (N_("check the logs of games"), "mark audit game.mark"),
    "report": (N_("write a game as one page, with its proofs"), "mark report game.mark -o game.html"),
    "rules": (N_("read the rules of the game"), "mark rules"),
    "id": (N_("show the key of this computer"), "mark id"),
    "doctor": (N_("find out why a game does not come about"), "mark doctor"),
}
"""What each command does, and an example of it."""


def overview() -> "list[tuple[str, int]]":
    """Give the lines of the help text of the program, each with how much what is folded of it is indented."""
    options = (
        ("--help", _("show this help, or that of the command, and leave")),
        ("--version", _("print the version and leave")),
        (f"--lang {'|'.join(LANGUAGES)}", _("language; else as the system says")),
        (_("--data DIR"), _("folder for the key and the games")),
    )
    commands = [(name, _(summary)) for name, (summary, _example) in COMMANDS.items()]
    width = max(len(left) for left, _right in (*options, *commands))
    tables = {
        _("Commands:"): [f"{left:<{width}}  {right}" for left, right in commands],
        _("Options:"): [f"{left:<{width}}  {right}" for left, right in options],
        _("Examples:"): [example for _summary, example in COMMANDS.values()],
    }
    about = _("The board game MARK between your own computers, with no server.")
    lines = [(line, 0) for line in (_("Usage: mark COMMAND [OPTIONS]"), "", about)]
    for title, rows in tables.items():
        lines += [("", 0), (title, 0), *((f"  {row}", width + 2) for row in rows)]
    return lines
