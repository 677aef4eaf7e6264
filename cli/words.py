"""The one door to the catalogue: whatever a person reads passes through `_`, `ngettext` or `pgettext`.

English is the source and needs no file. The gettext module is imported with the first sentence of another
language, so that a command in English never pays for it.
"""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gettext import NullTranslations

DOMAIN = "mark"
LANGUAGES = ("en", "fr")
"""The languages that are spoken, the source first."""

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class _Catalogue:
    """The language in use, chosen or found in the environment, and its translations, None for English."""

    __slots__ = ("code", "translations")

    def __init__(self) -> None:
        self.code = ""
        self.translations: NullTranslations | None = None

    def choose(self, code: str | None) -> None:
        self.code = code or environment_language()
        self.translations = None
        if self.code != LANGUAGES[0]:
            from gettext import translation  # noqa: PLC0415 - only a translation pays for it

            folder = os.path.join(os.path.dirname(__file__), "locale")  # noqa: PTH118, PTH120 - pathlib is slow
            self.translations = translation(DOMAIN, folder, [self.code], fallback=True)

    def open(self) -> "NullTranslations | None":
        if not self.code:
            self.choose(None)
        return self.translations


_catalogue = _Catalogue()


def environment_language() -> str:
    """Give the first language that the environment asks for and we speak; English if there is none."""
    for variable in _VARIABLES:
        if wanted := os.environ.get(variable):
            codes = (part[:2].lower() for part in wanted.split(":"))
            return next((code for code in codes if code in LANGUAGES), LANGUAGES[0])
    return LANGUAGES[0]


def set_language(code: str | None) -> None:
    """Speak the language `code`, one of LANGUAGES; None asks the environment."""
    _catalogue.choose(code)


def language() -> str:
    """Give the code of the language in use."""
    _catalogue.open()
    return _catalogue.code


def _(message: str) -> str:
    """Give `message` in the language in use."""
    found = _catalogue.open()
    return found.gettext(message) if found else message


def ngettext(one: str, many: str, count: int) -> str:
    """Give the form of the message that `count` things take in the language in use."""
    found = _catalogue.open()
    if found:
        return found.ngettext(one, many, count)
    return one if count == 1 else many


def pgettext(context: str, message: str) -> str:
    """Give `message` as it is said in `context`: for words too short to have one meaning."""
    found = _catalogue.open()
    return found.pgettext(context, message) if found else message


def N_(message: str) -> str:  # noqa: N802 - the name by which extractors know it
    """Mark `message` for the catalogue where it is written; it is translated where it is shown."""
    return message
