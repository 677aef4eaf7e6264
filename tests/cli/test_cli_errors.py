import errno
import importlib
import inspect
import pkgutil
from pathlib import Path
from types import ModuleType

import pytest

import cli
import core
import p2p
from cli.errors import SENTENCES, sentence
from cli.rules_file import RulesFileWrong
from cli.ruleset_words import tell_ruleset_error
from cli.words import set_language
from core.errors import Problem, RulesetError
from core.ruleset import BOUNDS
from core.rulesfile import parse_ruleset
from p2p.lobby import OtherVersionHere, TableBegun, TableRefused
from p2p.lobby_messages import Reason
from p2p.store_errors import StoreError, StoreFull, StoreMissing

PATH = Path("/somewhere/game.mark")

WORDED_APART = {RulesetError, RulesFileWrong, TableRefused, TableBegun, OtherVersionHere}

INTERNAL = {
    "cli.lobby_desk.TableLeft": "what the person has wanted",
    # Refusals that never leave the program: they are counted, kept as evidence, or are programming errors.
    "core.errors.CoreError": "what a seat may not do is refused before it is said",
    "p2p.chat.NotSaid": "told by the client that asked",
    "p2p.disk.NotSynced": "becomes a StoreBroken",
    "p2p.encoding.EncodingRefused": "becomes a refusal of what is decoded",
    "p2p.event.EventRefused": "a notice, or a finding of the audit",
    "p2p.advert.AdvertRefused": "a stranger's, and counted",
    "p2p.discovery.DiscoveryOff": "no command looks for tables yet",
    "p2p.interfaces.InterfaceUnknown": "no command takes an interface yet",
    "p2p.evidence.NotEvidence": "a finding of the audit",
    "p2p.frames.BodyTooLong": "nothing of ours is that long",
    "p2p.keys.KeyRefused": "becomes a refusal of what holds the key",
    "p2p.keys.SignatureRefused": "becomes an EventSignatureWrong",
    "p2p.messages.MessageRefused": "counted",
    "p2p.records.RecordRefused": "becomes a GameUnreadable or a finding",
    "p2p.session.NotNow": "told by the client that asked",
    "p2p.transport.MessageTooLong": "nothing of ours is that long",
    "cli.narrator.RoundUntold": "the client catches up first",
    "cli.questions.Misunderstood": "told by the plain client",
}


def errors_of(package: ModuleType) -> list[type[Exception]]:
    """Every exception that a package defines."""
    found = []
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        if module.name == "cli.__main__":
            continue
        loaded = importlib.import_module(module.name)
        found += [
            value
            for name, value in vars(loaded).items()
            if inspect.isclass(value)
            and issubclass(value, Exception)
            and value.__module__ == module.name
            and not name.startswith("_")
        ]
    return found


def name_of(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


@pytest.mark.parametrize("kind", [*errors_of(core), *errors_of(p2p), *errors_of(cli)], ids=name_of)
def test_every_error_has_a_sentence_or_a_reason_to_have_none(kind: type[Exception]) -> None:
    names = [name_of(one) for one in kind.__mro__]
    worded = kind in WORDED_APART or any(name in SENTENCES for name in names)
    assert worded or kind.__subclasses__() or any(name in INTERNAL for name in names)


@pytest.mark.parametrize("reason", Reason)
def test_every_refusal_of_a_host_has_a_sentence(reason: Reason) -> None:
    begins = "The host has closed the table" if reason is Reason.CLOSED else "The host does not let you sit: "
    assert str(sentence(TableRefused(reason))).startswith(begins)


def test_who_has_an_invite_to_a_game_that_is_on_is_told_to_watch() -> None:
    assert "mark watch INVITE" in str(sentence(TableBegun(Reason.FULL)))


@pytest.mark.parametrize("name", SENTENCES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_sentence_belongs_to_an_error_and_is_filled_in(name: str, language: str) -> None:
    set_language(language)
    module, kind_name = name.rsplit(".", 1)
    kind = getattr(importlib.import_module(module), kind_name)
    arguments = {
        "path": PATH,
        "version": 9,
        "offset": 12,
        "errno": errno.EACCES,
        "number": errno.EINVAL,
        "file": "log",
        "record": 3,
        "what": "rules",
        "detail": "seat",
        "address": "10.0.0.1",
        "port": 4242,
    }
    if kind is OSError:
        error: BaseException = PermissionError(errno.EACCES, "denied", "name")
    else:
        init = kind.__init__
        wanted = list(inspect.signature(init).parameters)[1:] if inspect.isfunction(init) else []
        error = kind(*(arguments.get(one, one) for one in wanted))
    told = sentence(error)
    assert told
    assert "{" not in told
    assert "?" not in told
    assert "\n" not in told


def test_a_subclass_is_worded_as_what_it_is() -> None:
    told = sentence(StoreFull(PATH, errno.ENOSPC))
    assert told == f"{PATH} could not be written (disk full) and stands as it was: make room and try again."
    assert isinstance(StoreFull(PATH, 0), StoreError)


@pytest.mark.parametrize(
    ("number", "reason"), [(errno.ENOSPC, "disk full"), (errno.EDQUOT, "disk quota used up")]
)
def test_where_there_is_no_room_nobody_is_told_to_check_a_name(number: int, reason: str) -> None:
    told = sentence(OSError(number, "x", "game.txt"))
    assert told == f"game.txt could not be written ({reason}): make room and try again."


def test_an_error_without_a_number_says_so() -> None:
    assert "(no reason given)" in str(sentence(StoreFull(PATH, 0)))
    assert str(sentence(OSError(errno.ENETUNREACH, "x"))).startswith("The system refuses something (Network")


@pytest.mark.parametrize("error", [ValueError("x"), KeyError(1), AssertionError(), RuntimeError()])
def test_what_should_not_happen_has_no_sentence(error: Exception) -> None:
    assert sentence(error) is None


def test_hostile_paths_are_cleaned() -> None:
    assert "\x1b" not in str(sentence(StoreMissing(Path("a\x1b[2J\u202eb"))))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fees = 3", "There is no option fees: the options are base, rows_to_end, amounts,"),
        ("fee = -1", "The option fee must be a whole number from 0 to 1000000."),
        ("fee = true", "The option fee must be a whole number from 0 to 1000000."),
        ("rows_to_end = 6", "The option rows_to_end must be a whole number from 1 to 5."),
        ("amounts = 3", "The option amounts must be 5 lists of 5 whole numbers."),
        ("amounts = [[1]]", "The option amounts must have 5 rows of 5 amounts."),
        ("amounts = [[5,4,3,2,1],[1],[1],[1],[1]]", "The option amounts must have rows in which no amount"),
        ('base = "short"', "The option base names no rules that are known: they are default, long."),
        ("base = 3", 'The option base must be a name in quotes, such as "long".'),
        ("money = 3\nfee =", "Line 2 is not TOML"),
        ('"\\u001b[2J" = 3', "There is no option [2J"),
    ],
)
def test_a_bad_ruleset_gets_a_sentence_that_names_the_key(text: str, expected: str) -> None:
    with pytest.raises(RulesetError) as error:
        parse_ruleset(text)
    told = tell_ruleset_error(error.value)
    assert told.startswith(expected)
    assert "\x1b" not in told
    assert sentence(error.value) == told


@pytest.mark.parametrize("problem", Problem)
@pytest.mark.parametrize("key", [*BOUNDS, "base"])
def test_every_problem_of_every_option_has_a_sentence(problem: Problem, key: str) -> None:
    allowed = () if problem in {Problem.WRONG_TYPE, Problem.FALLING} else (1, 5)
    assert "{" not in tell_ruleset_error(RulesetError(key, problem, allowed, line=1))


def test_want_of_memory_is_no_error_of_the_program() -> None:
    assert (sentence(MemoryError()) or "").startswith("There is not enough memory left")
