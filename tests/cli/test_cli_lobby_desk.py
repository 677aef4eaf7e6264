import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest

from cli.console import Console
from cli.lobby_commands import COMMANDS, find_lobby_command, tell_lobby_commands
from cli.lobby_desk import InputEnded, LobbyDesk, TableLeft
from cli.lobby_words import tell_news
from cli.words import set_language
from core.ruleset import DEFAULT, Ruleset
from p2p.lobby import VERSIONS, GuestAsks, GuestGone, ReadyTakenBack, TableSeen
from p2p.table import News
from p2p.table_info import Seated, TableInfo
from tests.cli.fakes import FakeConsole

ME, BEN = bytes([1]) * 32, bytes([2]) * 32
ALONE = TableInfo(*VERSIONS, bytes(32), DEFAULT, (Seated("Ada", ME, False),), 2, 0)
FULL = ALONE.changed(seated=(*ALONE.seated, Seated("Ben", BEN, False)), changes=1)
HOSTILE = "Mal\x1b[31m"


class FakeSeat:
    """A seat that is ready whenever all seats are taken, and remembers what it was told."""

    key = ME

    def __init__(self) -> None:
        self.is_full = False
        self.ready: list[bool] = []
        self.answers: list[tuple[int, bool]] = []
        self.dismissed: list[int] = []

    def set_ready(self, ready: bool) -> bool:
        if ready and not self.is_full:
            return False
        self.ready.append(ready)
        return True

    def answer(self, number: int, *, admit: bool) -> bool:
        self.answers.append((number, admit))
        return True

    def dismiss(self, place: int) -> bool:
        self.dismissed.append(place)
        return place == 1


def asks(number: int, name: str) -> GuestAsks:
    return GuestAsks(number, name, bytes(32), (HOSTILE,))


class Scene:
    """A person at a desk, to whom a test lets happen what it likes before the game begins."""

    def __init__(self, lines: Sequence[str], *, patient: bool, forever: bool, always_ready: bool) -> None:
        self.typed = FakeConsole(lines, patient=patient, forever=forever)
        self.desk = LobbyDesk(self.typed, always_ready=always_ready, invite=lambda: "mark1-xyz")
        self.seat = FakeSeat()

    async def hear(self, *heard: News) -> None:
        for news in heard:
            if isinstance(news, TableSeen):
                self.seat.is_full = news.table.is_full
            self.desk.hear(news)
        await self.settle()

    async def settle(self) -> None:
        for _turn in range(60):
            await asyncio.sleep(0)


def play(
    lines: Sequence[str],
    happen: Callable[[Scene], Awaitable[None]],
    *,
    patient: bool = True,
    forever: bool = True,
    always_ready: bool = False,
) -> Scene:
    """Let the game begin once `happen` is over."""

    async def run() -> Scene:
        scene = Scene(lines, patient=patient, forever=forever, always_ready=always_ready)

        async def beginning() -> str:
            await happen(scene)
            return "begun"

        assert await scene.desk.sit(scene.seat, beginning()) == "begun"
        return scene

    return asyncio.run(run())


async def nothing(scene: Scene) -> None:
    await scene.settle()


async def fills(scene: Scene) -> None:
    await scene.hear(TableSeen(ALONE))
    await scene.hear(TableSeen(FULL))


async def forever(scene: Scene) -> None:
    await fills(scene)
    await asyncio.Event().wait()


def test_ready_counts_for_a_full_table_that_the_person_has_seen() -> None:
    async def early(scene: Scene) -> None:
        await scene.hear(TableSeen(ALONE))

    scene = play(["ready"], early, patient=False)
    assert scene.seat.ready == []
    assert scene.typed.said[-1].startswith("Not all seats are taken yet")


def test_a_pipe_says_ready_beforehand_and_is_ready_once_all_seats_are_taken() -> None:
    assert play(["ready"], fills).seat.ready == [True]
    assert play(["ready", "not ready"], fills).seat.ready == [False]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_words_of_both_languages_do(language: str) -> None:
    set_language(language)
    try:
        words = ["ready", "not ready"] + (["PRÊT", "pas prête"] if language == "fr" else [])

        async def happen(scene: Scene) -> None:
            scene.seat.is_full = True
            await scene.settle()

        assert play(words, happen).seat.ready == [True, False] * (len(words) // 2)
    finally:
        set_language("en")


def test_the_first_line_that_is_none_of_the_lobby_s_is_kept_for_the_game() -> None:
    scene = play(["ready", "1", "2"], fills)

    async def read(console: Console) -> list[str | None]:
        return [await console.read(), await console.read()]

    assert asyncio.run(read(scene.desk.console)) == ["1", "2"]


def test_a_person_is_told_what_can_be_typed() -> None:
    scene = play(["what", "table", "invite"], fills, patient=False)
    said = "\n".join(scene.typed.said)
    assert "Not ready yet: Ada and Ben. Type ready" in said
    assert "mark1-xyz" in said


@pytest.mark.parametrize("word", ["leave", "quit"])
def test_a_person_may_leave_at_any_time(word: str) -> None:
    with pytest.raises(TableLeft):
        play([word], forever)


def test_who_leaves_at_the_moment_of_the_start_leaves_the_game() -> None:
    left = 0
    for turns in range(8):

        async def begins(scene: Scene, turns: int = turns) -> None:  # noqa: ARG001 - the form of all of these
            for _turn in range(turns):
                await asyncio.sleep(0)

        try:
            scene = play(["leave"], begins)
        except TableLeft:
            left += 1
        else:
            assert asyncio.run(scene.desk.console.read()) in {"leave", "quit"}
    assert 0 < left < 8


def test_an_input_that_ends_leaves_unless_this_seat_is_ready() -> None:
    with pytest.raises(InputEnded):
        play([], forever, forever=False)
    with pytest.raises(TableLeft):  # Ctrl-D at a terminal
        play([], forever, forever=False, patient=False)
    assert play(["ready"], fills, forever=False).seat.ready == [True]
    assert play([], fills, forever=False, always_ready=True).seat.ready == []

    async def change(scene: Scene) -> None:
        await fills(scene)
        await scene.hear(ReadyTakenBack(), TableSeen(ALONE.changed(changes=2)))
        await asyncio.Event().wait()

    with pytest.raises(InputEnded):
        play(["ready"], change, forever=False)


def test_questions_come_one_at_a_time_and_are_answered_in_turn() -> None:
    async def two(scene: Scene) -> None:
        await scene.hear(TableSeen(ALONE), asks(1, "Ben"), asks(2, HOSTILE))

    scene = play(["yes", "no"], two)
    assert scene.seat.answers == [(1, True), (2, False)]
    assert scene.typed.said[-1] == "Mal[31m was not let in."
    assert "\x1b" not in "".join(scene.typed.said)


def test_a_yes_that_is_being_typed_never_lets_in_the_next_one() -> None:
    async def change(scene: Scene) -> None:
        await scene.hear(asks(1, "Ben"), asks(2, "Mallory"), GuestGone(1))

    scene = play(["yes"], change, patient=False)
    assert scene.seat.answers == []

    scene = play(["yes", "yes 1", "yes 2"], change)
    assert scene.seat.answers == [(2, True)]
    assert "Type yes 2 to let Mallory sit, or no 2 to refuse." in scene.typed.said


def test_who_asks_under_a_name_of_the_table_is_pointed_out() -> None:
    async def change(scene: Scene) -> None:
        await scene.hear(TableSeen(ALONE), asks(1, "\u0410d\u0430"))

    assert any("looks like this one" in line for line in play([], change).typed.said)


def test_where_the_input_has_ended_who_asks_is_refused() -> None:
    async def change(scene: Scene) -> None:
        await scene.settle()
        await scene.hear(asks(1, "Ben"))

    assert play([], change, forever=False, always_ready=True).seat.answers == [(1, False)]


def test_the_host_sends_a_guest_away() -> None:
    scene = play(["dismiss 2", "dismiss 7", "dismiss x"], nothing, patient=False)
    assert scene.seat.dismissed == [1, 6]
    assert scene.typed.said == [f"There is no guest at place {place}." for place in ("7", "x")]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_help_lists_what_can_be_typed_and_all_of_that_can_be(language: str) -> None:
    set_language(language)
    try:
        scene = play(["help"], nothing, patient=False)
        assert len(scene.typed.said) == len(COMMANDS)
        for line, command in zip(scene.typed.said, COMMANDS, strict=True):
            typed = line.partition("  ")[0]
            assert find_lobby_command(typed) == (command.word, command.number)
    finally:
        set_language("en")


def test_help_tells_a_guest_nothing_that_only_the_host_can_do() -> None:
    assert [line.split()[0] for line in tell_lobby_commands(hosts=False)] == [
        one.word.split()[0] for one in COMMANDS if not one.hosts
    ]
    assert {one.word for one in COMMANDS if one.hosts} == {"invite", "yes", "no", "dismiss"}


def test_what_is_no_word_of_the_lobby_is_answered_by_how_to_get_help() -> None:
    assert play(["hello"], nothing, patient=False).typed.said[-1] == "Type help for what can be typed."


def test_the_table_is_told_in_the_same_lines_to_all() -> None:
    table = FULL.changed(seats=3, ruleset=DEFAULT.changed(rows_to_end=5, fee=0))
    assert tell_news(TableSeen(table)) == [
        "The table, 2 of 3 seats taken:",
        "  1  Ada (erosion income defense matter): host, not ready",
        "  2  Ben (ramp ivory expect search): not ready",
        "  3  free",
        "  Rules mark-1, but with full rows that end the game: 5; dollars of storage for each area: 0.",
    ]


@pytest.mark.parametrize("option", Ruleset.__match_args__)
def test_every_option_that_is_not_the_default_is_shown(option: str) -> None:
    amounts = (*DEFAULT.amounts[:4], (10, 19, 28, 37, 99))
    value = amounts if option == "amounts" else getattr(DEFAULT, option) + 1
    if option in {"limit", "rows_to_end"}:
        value = 1
    changed = FULL.changed(ruleset=DEFAULT.changed(**{option: value}))
    assert tell_news(TableSeen(changed)) != tell_news(TableSeen(FULL))


def test_equal_and_look_alike_names_are_marked() -> None:
    alike = FULL.changed(seated=(FULL.seated[0], Seated("\u0410DA", BEN, True)))
    _, first, second, *_ = tell_news(TableSeen(alike))
    assert first.endswith("host, not ready, LOOKS LIKE 2: compare the words")
    assert second.endswith("ready, LOOKS LIKE 1: compare the words")
