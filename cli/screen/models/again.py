"""What a person is asked once the game is over: whether to play again, and with whom."""

from collections.abc import Sequence

from cli.names import listing
from cli.rematch_desk import Wish
from cli.screen.models.asked import Asked, Option, Step
from cli.words import _


def asked_at_the_end(wish: Wish | None, names: Sequence[str]) -> Asked:
    """Give the question at the end of a game."""
    if wish is None:
        return Asked(_("The game is over. Press q to leave."))
    if wish.wanted:
        return _waiting(wish, names)
    if wish.offered and not wish.refused:
        text = _("{seats} wants to play again. Do you?")
        yes, no = _("yes"), _("no")
        options = (Option("1", yes, Step.AGAIN, yes[0]), Option("2", no, Step.NOT_AGAIN, no[0]))
        return Asked(text.format(seats=listing([names[seat] for seat in wish.offered[:1]])), options)
    return Asked(_("The game is over. Press q to leave, or m to play again."))


def _waiting(wish: Wish, names: Sequence[str]) -> Asked:
    """Give whom the rematch waits for, and what can be done about it."""
    missing = [name for seat, name in enumerate(names) if seat not in wish.sitting]
    title = _("Playing again: waiting for {seats}.").format(seats=listing(missing))
    if not wish.sitting or not missing:
        title = _("Playing again: looking for the others.")
    back = Option("1", _("do not play again"), Step.NOT_AGAIN)
    if not wish.is_host or len(wish.sitting) < 2 or not missing:
        return Asked(title, (back,))
    others = listing([names[seat] for seat in wish.sitting[1:]])
    begin = Option("1", _("begin with {seats}").format(seats=others), Step.BEGIN)
    return Asked(title, (begin, Option("2", back.text, Step.NOT_AGAIN)))
