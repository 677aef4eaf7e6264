"""The pages that lie over the board when asked for: pure functions from what is known to a page of text."""

from collections.abc import Sequence

from cli.guidance import in_short
from cli.names import listing
from cli.rules import rules_text
from cli.screen.glyphs import Glyphs
from cli.screen.models.asked import Asked
from cli.screen.models.why import why_not_at_all
from cli.screen.scene import Scene
from cli.screen.ui import Page
from cli.silence import tell_owing, tell_standstill, tell_staying
from cli.table_words import tell_table
from cli.waiting import tell_mute, tell_presence, tell_removable
from cli.width import columns, fit
from cli.words import _
from core.state import State
from p2p.genesis import Genesis
from p2p.keywords import key_words


def help_page(asked: Asked, state: State, glyphs: Glyphs, commands: Sequence[tuple[str, str, str]]) -> Page:
    """Give what is asked now, how to answer it, the game in short, the signs, and every command.

    A command is its word, its key and its summary.
    """
    lines = [asked.title or _("Nothing is wanted of you now."), *filter(None, [asked.about])]
    if asked.bid_most is not None:
        lines.append(_("Type digits, which stay hidden, and Enter; the bids are shown when all are in."))
    elif asked.options:
        lines += [
            _("Press the number of a choice, or its first letter, or move with the arrows and press Enter."),
            _("Places that can be chosen stand in < > on the board; the mouse chooses them too."),
            _("Esc takes the last step of a choice back."),
        ]
    lines += ["", *(text for text in in_short(state) if text not in asked.about), "", *_signs(glyphs)]
    lines += [
        _("What stands in {left} {right} is not settled yet.").format(
            left=glyphs.pending[0], right=glyphs.pending[1]
        ),
        "",
        _("/ or : begins a typed line: one of these words, or the beginnings of a choice's words: d p 2."),
        "",
    ]
    return Page(_("Help"), (*lines, *command_lines(commands)))


def watch_help_page(state: State, glyphs: Glyphs, commands: Sequence[tuple[str, str, str]]) -> Page:
    """Give what a spectator sees and does not see, the game in short, the signs, and every command."""
    lines = (
        _("You watch: you see what the players see, and no bid before it is opened. / begins a typed word."),
        _("You hear the players whom you watch through, who have a sign before their names, and no others."),
        "",
        *in_short(state),
        "",
        *_signs(glyphs),
        "",
        *command_lines(commands),
    )
    return Page(_("Help"), lines)


def _signs(glyphs: Glyphs) -> list[str]:
    """Give what the signs on the board mean."""
    return [
        _("{sign} in a row of the market is what its next chip will be sold for; - is a free row.").format(
            sign=glyphs.next_space
        ),
        _("{turn} has the turn. {here} is here, {suspect} has fallen silent, {away} is away.").format(
            turn=glyphs.turn, here=glyphs.here, suspect=glyphs.suspect, away=glyphs.away
        ),
        _("The fee beside a company is the storage that its next turn would cost as things are."),
    ]


def command_lines(commands: Sequence[tuple[str, str, str]]) -> list[str]:
    """Give a line for each command with its word, key and summary."""
    width = max(columns(word) for word, _key, _summary in commands)
    wide = max(columns(key) for _word, key, _summary in commands)
    return [f"{fit(word, width)}  {fit(key, wide)}  {summary}" for word, key, summary in commands]


def choices_page(asked: Asked) -> Page:
    """Give what is asked now and how each answer can be typed."""
    title = asked.title or _("Nothing is wanted of you now.")
    return Page(_("Choices"), (title, *(f"{option.key}  {option.text}" for option in asked.options)))


def who_page(scene: Scene) -> Page:
    """Give whom the game waits for, who is there, and what keeps this seat from speaking."""
    view, names = scene.view, scene.names
    lines = [tell_standstill(view, names, scene.waited, None if scene.looks_on else view.seat)]
    if scene.through:
        text = _("You watch through {seats}.")
        lines.append(text.format(seats=listing([names[seat] for seat in scene.through])))
    why = (
        tell_owing(view, names) if view.owing else "",
        "" if view.ready else tell_mute(view, names),
        tell_staying(view, names) if view.needed_by else "",
    )
    lines += [text for text in why if text and text not in lines]
    lines += [tell_presence(peer, names) for peer in view.peers]
    if not scene.looks_on:
        numbered = (f"{number} {name}" for number, name in enumerate(names, 1))
        lines += [_("Seats by their numbers: {seats}.").format(seats=", ".join(numbered))]
        lines += tell_removable(view, names)
    return Page(_("Who"), tuple(lines))


def words_page(scene: Scene, genesis: Genesis) -> Page:
    """Give what players and spectators compare by ear: the words of the game, and those of each key."""
    game = [_("The game: {words}").format(words=" ".join(scene.words))] if scene.words else []
    keys = [
        _("{seat}: {words}").format(seat=name, words=" ".join(key_words(entry.key)))
        for name, entry in zip(scene.names, genesis.seats, strict=True)
    ]
    return Page(_("Check words"), (*game, *keys))


def moves_page(scene: Scene, most: int | None = None) -> Page:
    """Give all that has happened, or the `most` newest lines of it, the newest first."""
    lines = tuple(one.text for one in reversed(scene.feed))
    return Page(_("Moves, the newest first"), lines[:most])


def alerts_page(scene: Scene) -> Page:
    """Give what stands in the way of the game or of its fairness."""
    return Page(_("Alerts"), scene.alerts or (_("Nothing is wrong."),))


def table_page(scene: Scene) -> Page:
    """Give the board in sentences."""
    return Page(_("Table"), tuple(tell_table(scene.view.state, scene.names)))


def rules_page() -> Page:
    """Give the rules of the game."""
    return Page(_("Rules"), tuple(rules_text(10_000).splitlines()))


def why_page(scene: Scene) -> Page:
    """Give the rules that forbid what cannot be chosen now."""
    return Page(_("Why not"), tuple(why_not_at_all(scene.view.state)))
