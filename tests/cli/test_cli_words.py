import re
import subprocess
import sys

import pytest

from cli import words
from cli.main import USAGE_ERROR, main
from cli.words import _, environment_language, language, ngettext, pgettext, set_language
from tests.cli import update_catalogue

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    return monkeypatch


@pytest.mark.parametrize("code", update_catalogue.LANGUAGES)
def test_every_message_is_translated_and_compiled(code: str) -> None:
    assert list(update_catalogue.faults(code)) == []


def test_the_check_finds_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(update_catalogue, "ARGPARSE_MESSAGES", ("nobody ever said this",))
    found = list(update_catalogue.faults("fr"))
    assert any("not translated: nobody ever said this" in fault for fault in found)
    assert any("run this command" in fault for fault in found)


def test_english_is_the_source_and_loads_nothing() -> None:
    code = "import sys, cli.words; cli.words._('x'); sys.exit('gettext' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, env={"LANG": "C", "PYTHONPATH": "."})


def test_french_is_spoken() -> None:
    set_language("fr")
    assert _("glass") == "verre"
    assert pgettext("letter of glass", "G") == "V"
    assert ngettext("{count} minute", "{count} minutes", 2) == "{count} minutes"
    assert language() == "fr"


def test_a_catalogue_that_is_missing_is_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "DOMAIN", "no-such-file")
    set_language("fr")
    assert _("glass") == "glass"


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "fr_CA", "LANG": "en_GB"}, "fr"),
        ({"LANGUAGE": "de:fr:en", "LANG": "en_GB"}, "fr"),
        ({"LANGUAGE": "", "LANG": "fr"}, "fr"),
        ({"LC_MESSAGES": "FR"}, "fr"),
    ],
)
def test_the_environment_names_the_language(
    environment: pytest.MonkeyPatch, variables: dict[str, str], expected: str
) -> None:
    for name, value in variables.items():
        environment.setenv(name, value)
    assert environment_language() == expected
    set_language(None)
    assert language() == expected


def test_no_line_of_french_breaks_before_a_mark() -> None:
    """The catalogue is written so, and is found faulty where it is not."""
    assert update_catalogue.spaced("Quoi ? Ceci : « oui » ; non !", "fr") == (
        "Quoi\u00a0? Ceci\u00a0: «\u00a0oui\u00a0»\u00a0; non\u00a0!"
    )
    assert update_catalogue.spaced(["un :", "deux"], "fr") == ("un\u00a0:", "deux")
    assert update_catalogue.spaced("Which ?", "de") == "Which ?"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("host", "mark host : ces arguments sont obligatoires : --name, --seats"),
        ("play --bots 7", "mark play : argument --bots : choix non valable : 7"),
        ("play --bots", "mark play : argument --bots : "),
        ("play --bots x", "mark play : argument --bots : valeur"),
        ("play --ascii=yes", "mark play : argument --ascii/--no-ascii : "),
        ("play again", "mark play : arguments inconnus : again"),
        (
            "join --name A --no-watch --watch-open",
            "argument --watch-open : ne va pas avec l'argument --no-watch",
        ),
    ],
)
def test_argparse_says_in_french_what_is_wrong(
    line: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*line.split(), "--lang", "fr"]) == USAGE_ERROR
    said = capsys.readouterr().err
    assert told.replace(" :", "\u00a0:") in said
    assert not re.search(r"\b(the|expected|invalid|not|value|ignored|explicit|required)\b", said)
