import asyncio
import re
from collections.abc import Iterable
from itertools import cycle

import pytest

from cli import plain
from cli.choices import describe
from cli.ending import Ending
from cli.names import roll_name
from cli.notice_words import EARLY_ROUNDS
from cli.plain import PlainClient
from cli.screen.commands import COMMANDS, find_command
from cli.screen.hint import hint
from cli.screen.models.why import why_not_at_all, why_not_typed
from cli.words import _, set_language
from core.decision import DECISIONS, Place, Sell
from core.ruleset import Ruleset
from p2p.keywords import check_words
from p2p.notices import Notices
from p2p.session import NotNow
from p2p.view import Presence, View, Wanted
from tests.cli.fakes import FakeConsole, FakePeer

LONGER = Ruleset(rows_to_end=1, most_rolls=60)


async def play(
    lines: Iterable[str], peer: FakePeer | None = None, *, patient: bool = True, forever: bool = False
) -> tuple[Ending, FakeConsole, FakePeer]:
    peer = peer or FakePeer()
    console = FakeConsole(lines, patient=patient, forever=forever)
    clock = iter(range(100_000))
    ending = await PlainClient(
        peer, console, invite=lambda: "mark1-x", clock=lambda: float(next(clock))
    ).play()
    return ending, console, peer


async def play_a_whole_game(language: str, seats: int) -> None:
    set_language(language)
    ending, console, peer = await play(cycle(["1", "0"]), FakePeer(seats, "whole", LONGER))
    assert ending is Ending.DONE
    assert peer.game.log.complete
    assert all("\n" not in line for line in console.said)
    assert any(_("roll") in line for line in console.said)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_game_is_played_through_a_pipe_by_numbers(language: str, seats: int) -> None:
    asyncio.run(play_a_whole_game(language, seats))


def test_what_is_said_begins_with_who_one_is_and_ends_with_the_result() -> None:
    _ending, console, _peer = asyncio.run(play(cycle(["1", "0"])))
    assert console.said[0] == "You are Ada. Type help for what can be typed."
    assert console.said[-7].startswith("E3: ")
    assert re.search(r"\[[12]\]: \$\d+, \d auctions? won, \$\d+ of storage paid$", console.said[-6])
    assert console.said[-4].startswith("Money at the start and after each quarter of the game")
    assert console.said[-1] == "The log of the game: games/0123/game.mark"
    assert any(line.startswith("The game is over") for line in console.said)


def test_the_word_replay_says_the_command_that_looks_at_the_game_again() -> None:
    _ending, _console, peer = asyncio.run(play(cycle(["1", "0"])))
    console = FakeConsole([])
    found = find_command("replay", COMMANDS)
    assert found is not None
    found[0].act(PlainClient(peer, console), "")
    assert console.said == ["To look at the game again, move by move: mark replay games/0123/game.mark"]


def test_what_has_happened_since_the_seat_was_taken_is_told() -> None:
    _ending, console, _peer = asyncio.run(play([]))
    assert console.said[1] == "All seats have signed the start of the game."


def test_the_end_of_input_leaves_a_game_that_can_be_resumed() -> None:
    ending, console, peer = asyncio.run(play([]))
    assert ending is Ending.LEFT
    assert console.said[-1] == "The game goes on when you come back with: mark resume"
    assert not peer.said


def test_a_person_can_insist_that_no_other_copy_of_the_seat_runs() -> None:
    _ending, _console, peer = asyncio.run(play(["insist"]))
    assert peer.insisted


def test_the_check_words_are_told_as_the_game_begins_and_whenever_they_are_asked_for() -> None:
    """Protocol.md, 13.11: from the head after the draw of the starting seat."""
    _ending, console, peer = asyncio.run(play(["words"]))
    words = " ".join(check_words(peer.game.log.heads[2]))
    told = [line for line in console.said if line.startswith(f"Check words: {words}. Read them aloud")]
    assert len(told) == 2


def test_quit_leaves_although_more_was_typed() -> None:
    ending, _console, peer = asyncio.run(play(["roll", "quit", "1", "1"]))
    assert ending is Ending.LEFT
    assert peer.said == [None]


def at_a_bid() -> FakePeer:
    """A peer whose next question is a bid."""
    for seed in range(100):
        peer = FakePeer(2, f"bid {seed}", LONGER)
        if peer.wanted is Wanted.BID:
            return peer
    raise AssertionError


def test_a_bid_is_typed_hidden_and_nothing_else_is() -> None:
    peer = at_a_bid()
    _ending, console, _peer = asyncio.run(play(["no", "$7"], peer))
    assert peer.said == [7]
    assert console.hidden[:2] == [True, False] or console.hidden == [True]
    assert "Type a whole number from 0 to $30." in console.said


@pytest.mark.parametrize("typed", ["5", "$5", "5 $", "bid 5", " 5 "])
def test_a_bid_is_understood_with_and_without_currency(typed: str) -> None:
    peer = at_a_bid()
    asyncio.run(play([typed], peer))
    assert peer.said == [5]


@pytest.mark.parametrize("typed", ["-1", "31", "1.5", "", "five", "1 2", "9" * 5000, "٣ ٣"])
def test_what_is_no_bid_is_asked_again(typed: str) -> None:
    peer = at_a_bid()
    asyncio.run(play([typed], peer))
    assert peer.said == []


@pytest.mark.parametrize("typed", ["xyz", "99", "", "0", "deliver nothing", "²"])
def test_what_is_no_decision_changes_nothing(typed: str) -> None:
    _ending, console, peer = asyncio.run(play(["roll", typed, typed]))
    assert peer.wanted is Wanted.DECISION
    assert peer.said == [None]
    assert any("not among the choices" in line for line in console.said)


def test_the_question_shows_the_dice_since_the_roll_may_be_told_later() -> None:
    _ending, console, peer = asyncio.run(play(["roll"]))
    dice = peer.game.log.state.dice
    assert dice is not None
    assert any(line.startswith(f"The dice show {roll_name(*dice)}. Choose ") for line in console.said)


def test_an_answer_with_two_meanings_lists_them() -> None:
    for seed in range(100):
        peer = FakePeer(2, f"twice {seed}")
        _ending, console, _peer = asyncio.run(play(["roll", "deliver"], peer))
        if "That can mean:" in console.said:
            after = console.said[console.said.index("That can mean:") + 1]
            assert "deliver" in after
            return
    raise AssertionError


@pytest.mark.parametrize("command", COMMANDS, ids=[command.word for command in COMMANDS])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_command_answers_in_both_languages_and_by_both_words(language: str, command: object) -> None:
    word = COMMANDS[[*COMMANDS].index(command)].word  # type: ignore[arg-type]
    set_language(language)
    for typed in (word, _(word), word.upper()):
        _ending, console, peer = asyncio.run(play([typed], forever=word == "quit"))
        assert peer.said == []
        assert len(console.said) > 2


def test_help_lists_every_command() -> None:
    _ending, console, _peer = asyncio.run(play(["help"]))
    for command in COMMANDS:
        assert any(line.startswith(command.word) for line in console.said)


def test_who_tells_who_is_awaited_for_what_and_since_when() -> None:
    _ending, console, _peer = asyncio.run(play(["who"]))
    assert any(line.startswith("The game waits for you, for ") and "roll" in line for line in console.said)
    assert "Ben is here." in console.said
    assert "Seats by their numbers: 1 Ada, 2 Ben." in console.said  # as mute and remove take them


def test_the_invite_is_told() -> None:
    _ending, console, _peer = asyncio.run(play(["invite"]))
    assert "mark1-x" in console.said


def test_resigning_is_confirmed() -> None:
    ending, console, peer = asyncio.run(play(["resign", "yes"], FakePeer(3)))
    assert peer.resigned
    assert ending is Ending.DONE
    assert any("resigns" in line for line in console.said)


@pytest.mark.parametrize("typed", ["no", "", "y", "resign"])
def test_anything_but_yes_plays_on(typed: str) -> None:
    _ending, console, peer = asyncio.run(play(["resign", typed, "roll"]))
    assert not peer.resigned
    assert "You play on." in console.said


def test_a_seat_that_cannot_resign_is_told_so() -> None:
    class Stubborn(FakePeer):
        def resign(self) -> None:
            raise NotNow

    _ending, console, _peer = asyncio.run(play(["resign", "yes"], Stubborn()))
    assert any(line.startswith("Nobody can resign now") for line in console.said)


def test_a_choice_that_comes_too_late_is_told() -> None:
    class Late(FakePeer):
        def roll(self) -> None:
            raise NotNow

    _ending, console, _peer = asyncio.run(play(["roll"], Late()))
    assert "That comes too late: the game has moved on." in console.said


def test_at_a_terminal_an_answer_that_nobody_asked_for_is_not_kept() -> None:
    class Silent(FakePeer):
        @property
        def wanted(self) -> None:
            return None

        def _run_on(self) -> None:
            pass

    _ending, console, peer = asyncio.run(play(["1"], Silent(), patient=False))
    assert peer.said == []
    assert any(line.startswith("Nothing is wanted of you now.") for line in console.said)


def test_a_peer_that_goes_and_comes_back_is_told_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "WATCH_SECONDS", 0)

    async def scene() -> list[str]:
        peer, console = FakePeer(), FakeConsole([], forever=True)
        playing = asyncio.ensure_future(PlainClient(peer, console).play())
        for presence in (Presence.SUSPECT, Presence.AWAY, Presence.SUSPECT, Presence.HERE):
            peer.presence = presence
            for _turn in range(20):
                await asyncio.sleep(0)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        return [line for line in console.said if line.startswith("Ben is") or "silent" in line]

    said = asyncio.run(scene())
    assert said == ["Ben is away, silent for 12 seconds.", "Ben has been silent for 12 seconds."]


def test_a_resumed_game_is_not_told_from_its_beginning() -> None:
    peer = FakePeer()
    while not peer.notices.empty():  # what was told before the restart
        peer.notices.get_nowait()
    _ending, console, _peer = asyncio.run(play(["roll"], peer))
    assert not any(line.startswith("The dice draw") for line in console.said)


@pytest.mark.parametrize(("rounds", "times"), [(EARLY_ROUNDS, 1), (EARLY_ROUNDS + 1, 0)])
def test_who_comes_back_to_a_game_that_has_just_begun_is_told_its_check_words(
    rounds: int, times: int
) -> None:
    """Protocol.md, 13.11: who comes back in the first rounds may not have read them aloud yet."""
    peer = FakePeer(2, "a", LONGER)
    while peer.game.log.round_number < rounds:
        peer.game.play_round()
    peer.notices = Notices()
    _ending, console, _peer = asyncio.run(play([], peer))
    assert sum(line.startswith("Check words: ") for line in console.said) == times


def test_an_error_of_the_client_is_not_swallowed() -> None:
    class Faulty(FakePeer):
        def roll(self) -> None:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        asyncio.run(play(["roll"], Faulty()))


def test_seats_are_proposed_for_removal_by_their_numbers() -> None:
    _ending, console, peer = asyncio.run(play(["remove 3", "remove", "remove 1", "remove x"], FakePeer(3)))
    assert peer.said[:2] == [(2,), ()]
    assert "Proposed; it happens once all others agree." in console.said
    assert "You propose no removal." in console.said
    assert any(line.startswith("Those seats cannot be removed now") for line in console.said)


def test_what_led_to_a_question_is_told_before_it() -> None:
    _ending, console, _peer = asyncio.run(play(["roll"]))
    (told,) = (index for index, line in enumerate(console.said) if line.startswith("Ada rolls"))
    (asked,) = (index for index, line in enumerate(console.said) if line.startswith("The dice show"))
    assert told < asked


class Unsettled(FakePeer):
    """A seat that others have not told yet that they hold what came before."""

    def view(self) -> View:
        return super().view().changed(settled=0)


@pytest.mark.parametrize(("second", "asked"), [(0.5, False), (1.5, True)])
def test_a_question_waits_a_second_for_what_led_to_it(
    second: float, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain, "WATCH_SECONDS", 0)

    async def scene() -> list[str]:
        peer, console = Unsettled(), FakeConsole([], forever=True)
        clock = iter([0.0] * (1 + peer.notices.qsize()))
        client = PlainClient(peer, console, clock=lambda: next(clock, second))
        playing = asyncio.ensure_future(client.play())
        for _turn in range(50):
            await asyncio.sleep(0)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        return console.said

    assert ("Your roll: type roll." in asyncio.run(scene())) == asked


def test_a_bid_without_money_is_told() -> None:
    peer = at_a_bid()
    peer.game.log.state.money[peer.seat] = 0
    _ending, console, _peer = asyncio.run(play(["5"], peer))
    assert any(line.endswith("you have no money, so type 0.") for line in console.said)
    assert "You have no money: type 0." in console.said


def test_a_seat_that_has_resigned_is_told_so_when_it_comes_back() -> None:
    peer = FakePeer(3)
    peer.resigned = True
    _ending, console, _peer = asyncio.run(play(["quit"], peer))
    assert any(line.startswith("This seat has resigned;") for line in console.said)


@pytest.mark.parametrize(
    ("unanswered", "told"),
    [
        ((1,), "Your seat stays silent until an answer about what it has signed has come from: Ben."),
        ((), "Your seat says nothing until another one has told what it holds of yours."),
    ],
)
def test_who_tells_for_whose_answer_a_mute_seat_waits(unanswered: tuple[int, ...], told: str) -> None:
    class Mute(FakePeer):
        def view(self) -> View:
            return super().view().changed(ready=False, unanswered=unanswered)

    _ending, console, _peer = asyncio.run(play(["who"], Mute()))
    assert told in console.said


def test_who_has_resigned_and_finds_nobody_is_told_and_can_go() -> None:
    peer = FakePeer(2)
    peer.resigned = True
    peer.presence = Presence.AWAY
    ending, console, _peer = asyncio.run(play(["quit"], peer, forever=True))
    assert ending is Ending.LEFT
    assert "This seat has resigned; mark only stays until the others can go on without it." in console.said
    assert any(line.startswith("Should the others come back: mark resume 0123") for line in console.said)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_the_screen_can_tell_is_told_in_lines_too(language: str) -> None:
    """The words are those of the screen: both take them from one table of commands."""
    set_language(language)
    typed = ["hint", "1", "hint", "why", "why not treat", "moves", "moves 1", "alerts", "bids", "fair 99"]
    peer = FakePeer(2, "whole", LONGER)
    view = peer.view()
    _ending, console, _peer = asyncio.run(play(typed, peer))
    assert hint(view) in console.said
    assert hint(peer.view()) in console.said
    for line in (*why_not_at_all(peer.view().state), *why_not_typed(peer.view().state, _("treat"))):
        assert line in console.said
    assert _("Nothing is wrong.") in console.said
    assert _("There has been no auction yet.") in console.said
    assert _("There is no roll {roll} yet.").format(roll=99) in console.said
    first, second = (index for index, line in enumerate(console.said) if line == _("Moves, the newest first"))
    newest = console.said[first + 1]
    assert console.said[second + 1] == newest
    assert console.said[second + 2] == _("Alerts")
    assert console.said.index(newest) < first


@pytest.mark.parametrize(
    ("answer", "said"), [("1", True), ("yes", True), ("y", True), ("2", False), ("no", False)]
)
def test_a_decision_is_said_only_after_a_yes_where_that_is_wanted(answer: str, said: bool) -> None:
    peer, console = FakePeer(2, "whole", LONGER), FakeConsole(["roll", "1", answer])
    asyncio.run(PlainClient(peer, console, confirm=True).play())
    assert any(line.endswith("? This cannot be undone.") for line in console.said)
    assert len(peer.said) == 1 + said


def test_what_is_no_answer_to_a_confirmation_is_an_answer_to_the_question() -> None:
    peer, console = FakePeer(2, "whole", LONGER), FakeConsole(["roll", "1", "3", "who", "3", "1"])
    asyncio.run(PlainClient(peer, console, confirm=True).play())
    asked = [line for line in console.said if line.endswith("? This cannot be undone.")]
    assert len(asked) == 3
    assert asked[0] != asked[1] == asked[2]
    assert len(peer.said) == 2


def test_a_confirmation_that_comes_after_the_question_is_gone_says_nothing() -> None:
    peer = FakePeer(2, "whole", LONGER)

    async def scene() -> list[str]:
        console = FakeConsole(["roll", "1"], patient=False, forever=True)
        playing = asyncio.ensure_future(PlainClient(peer, console, confirm=True).play())
        for _turn in range(50):
            await asyncio.sleep(0)
        peer.decide(peer.view().state.legal()[0])  # as when the soft clock speaks for a person
        said = len(peer.said)
        for _turn in range(50):
            await asyncio.sleep(0)
        console.type("yes")
        for _turn in range(50):
            await asyncio.sleep(0)
        assert len(peer.said) == said
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        return console.said

    assert "That comes too late: the game has moved on." in asyncio.run(scene())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_answer_begins_with_the_word_of_a_command(language: str) -> None:
    set_language(language)
    state = FakePeer(2, "whole", LONGER).view().state
    verbs = {describe(state, one).split()[0] for one in DECISIONS.values() if not isinstance(one, Place)}
    verbs |= {
        _("put the chip of {material} on yard {square}").split()[0],
        _("roll"),
        _("bid"),
        _("yes"),
        _("no"),
    }
    assert all(find_command(f"{verb} 1", COMMANDS) is None for verb in verbs)
    words = [word.casefold() for one in COMMANDS for word in {one.word, _(one.word)}]
    assert len(words) == len(set(words))


@pytest.mark.parametrize(("language", "verb"), [("en", "sell"), ("fr", "vendre")])
def test_a_chip_is_sold_in_words(language: str, verb: str) -> None:
    set_language(language)
    peer = FakePeer(2, "whole", LONGER)
    peer.roll()
    state = peer.game.log.state
    for _turn in range(200):
        sales = (
            [one for one in state.legal() if isinstance(one, Sell)] if peer.wanted is Wanted.DECISION else []
        )
        if sales:
            break
        answer_somehow(peer)
        state = peer.game.log.state
    peer.said.clear()
    text = describe(state, sales[0])
    asyncio.run(play([f"{verb} {sales[0].square + 1} {sales[0].row + 1}"], peer))
    assert text.startswith(verb)
    assert peer.said == [sales[0]]


def answer_somehow(peer: FakePeer) -> None:
    """Roll, take the last choice, or bid nothing."""
    match peer.wanted:
        case Wanted.ROLL:
            peer.roll()
        case Wanted.BID:
            peer.bid(0)
        case _:
            peer.decide(peer.view().state.legal()[-1])
