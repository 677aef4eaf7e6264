"""What a key, a letter or words mean among the choices that are asked for now."""

from cli.choices import find_choices
from cli.screen.models.asked import Asked, Meaning, Step
from p2p.view import View, Wanted


def meaning_of_key(asked: Asked, key: str) -> Meaning | None:
    """Give what the option with this key means, None if there is none."""
    return next((option.meaning for option in asked.options if option.key == key), None)


def meaning_of_character(asked: Asked, character: str) -> Meaning | None:
    """Give what a key or a letter means, None if nothing; of several decisions one is to be asked for next.

    No decision at all is what a letter means that stands for several options of another kind.
    """
    letter = character.casefold()
    options = [option for option in asked.options if letter in {option.key, option.letter}]
    if len(options) < 2:
        return options[0].meaning if options else None
    several = [option.meaning for option in options if isinstance(option.meaning, tuple)]
    return tuple(decision for meaning in several for decision in meaning)


def meaning_of_words(asked: Asked, view: View, typed: str) -> Meaning | None:
    """Give what a typed line means, None if nothing."""
    word = typed.casefold()
    for option in asked.options:
        if isinstance(option.meaning, Step) and word in {option.meaning.value, option.text.casefold()}:
            return option.meaning
    found = tuple(find_choices(view.state, typed)) if view.wanted is Wanted.DECISION else ()
    return found or None
