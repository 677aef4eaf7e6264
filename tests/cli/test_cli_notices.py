from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.names import listing
from cli.narrator import Narrator
from cli.notice_words import tell_notice
from cli.onlooker import look_on
from cli.waiting import tell_presence, tell_waiting
from cli.words import set_language
from core.phase import Phase
from core.ruleset import Ruleset
from p2p.aside import ChatHeard, ChatOff
from p2p.effects import (
    Advanced,
    Completed,
    Convicted,
    DigestDiffers,
    Forked,
    InvalidEvent,
    Outranked,
    Proposed,
    Ready,
    RivalCopy,
    Settled,
)
from p2p.event import EventKind
from p2p.keeping import Gone, Recovered, Trouble
from p2p.peer import PeerNotice, RematchSaid
from p2p.record_file import Repair
from p2p.store_errors import StoreFull
from p2p.view import PeerView, Presence, View
from tests.p2p.gamebuilder import SHORT, GameBuilder, whole_game

GAME = whole_game()
FOLDER = Path("/games/01")

NOTICES: list[tuple[PeerNotice, list[str]]] = [
    (Settled(0, GAME.rounds[0]), ["All seats have signed the start of the game."]),
    (Advanced(3, back=False), []),
    (
        Advanced(3, back=True),
        ["Another copy of the last rounds has prevailed: the game goes on from round 3."],
    ),
    (Ready(), []),
    (RematchSaid(1, wants=True), ["Ben wants to play again."]),
    (RematchSaid(1, wants=False), ["Ben does not play again."]),
    (RematchSaid(1, wants=None), ["The table of Ben to play again stands open no more."]),
    (Completed(), ["The log is complete: every seat has signed the result."]),
    (
        Trouble(StoreFull(FOLDER, 28)),
        [
            "The game pauses. /games/01 could not be written (disk full) and stands as it was: "
            "make room and try again."
        ],
    ),
    (ChatHeard(1, "a\x1b[31m\u202eb"), ["[chat] Ben: a[31mb"]),
    (
        ChatOff(StoreFull(FOLDER, 28)),
        [
            "Chat is off, and the game goes on without it. /games/01 could not be written (disk full) and "
            "stands as it was: make room and try again."
        ],
    ),
    (
        Repair(FOLDER / "chat.mark", 100, 5, FOLDER / "chat.mark.torn-100"),
        [
            "The last write to /games/01/chat.mark was not finished; its 5 bytes are kept in "
            "chat.mark.torn-100."
        ],
    ),
    (Recovered(), ["The disk takes writes again, and the game goes on."]),
    (
        Gone(FOLDER),
        [
            "/games/01 is gone, and with it the log of this game: put it back where it was; else ask another "
            "player for the log at the end, and mark resume cannot go on with this game here."
        ],
    ),
    (
        Convicted(0, GAME.rounds[0][0], GAME.rounds[1][0]),
        ["Ada has signed two things that contradict each other; the proof is kept in /games/01"],
    ),
    (
        InvalidEvent(1, 4, "WrongLink"),
        ["Ben has signed something invalid for round 4 (WrongLink): it counts as silence."],
    ),
    (
        DigestDiffers(1, 4, bytes(32), bytes(32)),
        [
            "Ben reports another position at round 4: compare the versions of mark, and send the report in"
            f" {FOLDER} with the log."
        ],
    ),
    (
        RivalCopy(0),
        [
            "Ada hears a second running copy of your seat: this one stays silent until one is closed; "
            "type insist if there is none."
        ],
    ),
    (Proposed(0, (1,)), ["Ada proposes to remove Ben for good; to agree, type: remove 2"]),
    (Proposed(0, ()), ["Ada proposes no removal any more."]),
    (Outranked(7, (0,)), ["You were removed in round 7 by Ada, who play on; your copy stays in /games/01"]),
    (Forked(7), ["Two copies of round 7 have both been played on: the game ends here, see /games/01"]),
]


@pytest.mark.parametrize(
    ("notice", "begins"),
    [
        (
            Trouble(StoreFull(FOLDER, 28)),
            "Your copy of the game waits, and the game itself does not. /games/01",
        ),
        (Recovered(), "The disk takes writes again, and your copy of the game goes on."),
    ],
)
def test_who_looks_on_is_told_that_its_own_copy_alone_waits(notice: PeerNotice, begins: str) -> None:
    (line,) = tell_notice(notice, Narrator(GAME.genesis), FOLDER, looks_on=True)
    assert line.startswith(begins)


@pytest.mark.parametrize(("notice", "lines"), NOTICES)
def test_every_notice_is_told(notice: PeerNotice, lines: list[str]) -> None:
    assert list(tell_notice(notice, Narrator(GAME.genesis), FOLDER)) == lines
    set_language("fr")
    french = list(tell_notice(notice, Narrator(GAME.genesis), FOLDER))
    assert len(french) == len(lines)
    assert not frozenset(french) & frozenset(lines)


def test_no_notice_is_without_words() -> None:
    assert {type(notice) for notice, _lines in NOTICES} == {*PeerNotice.__args__}


NAMES = ("Ada", "Ben", "Cleo")
POOR = Ruleset(rows_to_end=1, most_rolls=30, money=0, fee=50, limit=0)
"""Rules by which chips have to be returned."""
AWAITED = {
    (EventKind.START, Phase.DRAW): "the signature under the start",
    (EventKind.LINK, Phase.DRAW): "a share in the draw of the first player",
    (EventKind.LINK, Phase.ROLL): "the roll",
    (EventKind.ACTION, Phase.ACT): "an action",
    (EventKind.ACTION, Phase.RETURN): "a chip to return",
    (EventKind.ACTION, Phase.NAME): "the material to auction",
    (EventKind.ACTION, Phase.PLACE): "a square for the chip won",
    (EventKind.COMMITMENT, Phase.BID): "a bid",
    (EventKind.OPENING, Phase.BID): "the opening of the bid, which the client sends by itself",
    (EventKind.SEAL, Phase.OVER): "the signature under the result",
}
"""What is told to be awaited in each kind of round, by the phase of the game."""


def moments() -> Iterator[View]:
    """Give the view of seat 0 before each round of some games."""
    for number in range(12):
        game = GameBuilder(3, f"wait {number}", POOR if number % 2 else SHORT)
        while game.log.expects is not None:
            yield look_on(game.log)
            game.play_round()


def test_at_every_moment_it_is_told_who_is_awaited_for_what_and_since_when() -> None:
    """Of a roll it is the roller alone, whose click the others' clients follow; of a bid all."""
    met = set()
    for view in moments():
        assert view.expects is not None
        kind = view.expects.kind
        met.add((kind, view.state.phase))
        is_roll = (kind, view.state.phase) == (EventKind.LINK, Phase.ROLL)
        who = listing([NAMES[seat] for seat in ((view.state.roller,) if is_roll else view.expects.seats)])
        what = AWAITED[kind, view.state.phase]
        assert tell_waiting(view, NAMES, 125.0) == f"The game waits for {who}, for 2 minutes: {what}."
        assert tell_waiting(view, NAMES, 0.5) == f"The game waits for {who}: {what}."
    assert met == AWAITED.keys()


def test_what_is_awaited_is_told_in_french_too() -> None:
    set_language("fr")
    told = {tell_waiting(view, NAMES, 125.0) for view in moments()}
    assert all(text.startswith("La partie attend ") and " depuis 2 minutes" in text for text in told)
    assert not any(what in text for text in told for what in AWAITED.values())


def test_of_a_roll_whose_roller_has_rolled_the_others_are_awaited() -> None:
    view = next(view for view in moments() if view.state.phase is Phase.ROLL)
    others = tuple(seat for seat in range(3) if seat != view.state.roller)
    who = listing([NAMES[seat] for seat in others])
    what = "a share in the roll, which the client gives by itself"
    assert tell_waiting(view.changed(missing=others), NAMES, 0.0) == f"The game waits for {who}: {what}."
    assert tell_waiting(view.changed(missing=()), NAMES, 0.0).startswith("Nobody is awaited: the others")


@pytest.mark.parametrize(
    ("presence", "agrees", "told"),
    [
        (Presence.HERE, True, "Ben is here."),
        (Presence.HERE, False, "Ben is here and is catching up."),
        (Presence.SUSPECT, True, "Ben has been silent for 5 seconds."),
        (Presence.AWAY, False, "Ben is away, silent for 5 seconds."),
    ],
)
def test_presence_is_told(presence: Presence, agrees: bool, told: str) -> None:
    assert tell_presence(PeerView(1, presence, 5.9, agrees), ("Ada", "Ben")) == told
