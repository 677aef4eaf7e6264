"""Players of a finished game play again: real processes, typed words, and logs that are whole."""

from collections.abc import Iterator
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path

import pytest

from p2p.audit import audit_log
from p2p.verdict import Verdict
from tests.e2e.processes import Mark, host, join, running

SHORT = "rows_to_end = 1\nmost_rolls = 4\n"
ANSWERS = ("1", "0")
"""To any question: the first choice; in an auction, nothing."""


def table(folder: Path, stack: ExitStack, seats: int, *options: str) -> list[Mark]:
    """Give a host and its guests in the lobby of a short game, all ready; they answer through pipes."""
    rules = folder / "short.toml"
    rules.write_text(SHORT, encoding="utf-8")
    first = stack.enter_context(
        running(*host(folder / "0", seats, "--ready", "--rules", str(rules), *options))
    )
    invite = first.invite()
    names = ("Ben", "Cleo")[: seats - 1]
    others = [
        stack.enter_context(running(*join(folder / str(number), invite, name, "--ready")))
        for number, name in enumerate(names, 1)
    ]
    return [first, *others]


def play(players: list[Mark], games: int) -> None:
    """Write down more answers than so many games can ask for; each waits until it is asked for."""
    for player in players:
        for _number in range(40 * games):
            player.type(ANSWERS[0])


def logs(folder: Path) -> Iterator[Verdict]:
    for log in sorted(folder.glob("*/games/*/game.mark")):
        yield audit_log(BytesIO(log.read_bytes())).verdict


@pytest.mark.slow
def test_two_play_again_by_a_word_and_both_logs_are_whole(tmp_path: Path) -> None:
    with ExitStack() as stack:
        players = table(tmp_path, stack, 2)
        for player in players:
            player.type("rematch")
        play(players, 2)
        assert [player.finish() for player in players] == [0, 0]
        for player in players:
            assert player.said.count("Audit: complete.") == 2
    assert list(logs(tmp_path)) == [Verdict.COMPLETE] * 4
    assert len({log.parent.name for log in tmp_path.glob("*/games/*/game.mark")}) == 2


@pytest.mark.slow
def test_where_a_third_does_not_come_the_others_begin_without_it(tmp_path: Path) -> None:
    with ExitStack() as stack:
        players = table(tmp_path, stack, 3)
        for player in players[:2]:
            player.type("rematch")
            player.type("begin")
        play(players, 1)
        play(players[:2], 1)
        assert [player.finish() for player in players] == [0, 0, 0]
        assert [player.said.count("Audit: complete.") for player in players] == [2, 2, 1]
    assert list(logs(tmp_path)) == [Verdict.COMPLETE] * 5


@pytest.mark.slow
def test_a_bot_plays_again_as_often_as_it_may(tmp_path: Path) -> None:
    with ExitStack() as stack:
        rules = tmp_path / "short.toml"
        rules.write_text(SHORT, encoding="utf-8")
        first = stack.enter_context(running(*host(tmp_path / "0", 2, "--ready", "--rules", str(rules))))
        bot = stack.enter_context(
            running(*join(tmp_path / "1", first.invite(), "Bot", "--bot", "random", "--rematch", "1"))
        )
        first.type("rematch")
        play([first], 2)
        assert [first.finish(), bot.finish()] == [0, 0]
        assert first.said.count("Audit: complete.") == bot.said.count("Audit: complete.") == 2
    assert list(logs(tmp_path)) == [Verdict.COMPLETE] * 4
