from pathlib import Path

import pytest

from cli.narrator import Narrator
from cli.notice_words import tell_notice
from cli.waiting import tell_presence, tell_waiting
from cli.words import set_language
from core.phase import Phase
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
from p2p.peer import PeerNotice, Recovered, RematchSaid, Trouble
from p2p.record_file import Repair
from p2p.store_errors import StoreFull
from p2p.view import PeerView, Presence
from tests.cli.fakes import FakePeer
from tests.p2p.gamebuilder import whole_game

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


@pytest.mark.parametrize(("notice", "lines"), NOTICES)
def test_every_notice_is_told(notice: PeerNotice, lines: list[str]) -> None:
    assert list(tell_notice(notice, Narrator(GAME.genesis), FOLDER)) == lines
    set_language("fr")
    french = list(tell_notice(notice, Narrator(GAME.genesis), FOLDER))
    assert len(french) == len(lines)
    assert not frozenset(french) & frozenset(lines)


def test_no_notice_is_without_words() -> None:
    assert {type(notice) for notice, _lines in NOTICES} == {*PeerNotice.__args__}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_at_every_moment_it_is_told_who_is_awaited(language: str) -> None:
    set_language(language)
    met = set()
    names = ("Ada", "Ben", "Cleo")
    for seed in range(30):
        peer = FakePeer(3, f"wait {seed}")
        while peer.wanted is not None:
            view = peer.view()
            met.add((view.expects and view.expects.kind, view.state.phase))
            told = tell_waiting(view, names, 125.0)
            assert "2 minutes" in told
            assert "{" not in told
            peer._close({})
    assert (EventKind.LINK, Phase.ROLL) in met


def test_of_a_roll_the_roller_is_awaited_and_of_a_bid_all() -> None:
    games = (FakePeer(3, f"roll {number}") for number in range(100))
    peer = next(peer for peer in games if peer.game.log.state.phase is Phase.ROLL)
    roller = ("Ada", "Ben", "Cleo")[peer.game.log.state.roller]
    assert (
        tell_waiting(peer.view(), ("Ada", "Ben", "Cleo"), 1.0)
        == f"The game waits for {roller}, for 1 second: the roll."
    )


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
