"""What is said reaches everybody once and in order, and nothing else does (protocol.md, chapter 21)."""

from collections.abc import Iterable
from random import Random

import pytest

from p2p.chat import (
    ANSWER_BURST,
    CLAIM_SECONDS,
    FORGED_BURST,
    HAVE_SECONDS,
    MAX_WAITING,
    SAY_BURST,
    TAKE_BURST,
    Chat,
    NotSaid,
    Unsaid,
)
from p2p.chat_line import (
    MAX_BATCH_LINES,
    MAX_LINES,
    ChatMessage,
    Have,
    Line,
    Lines,
    decode_chat,
    encode_chat,
    sign_line,
)
from tests.p2p.gamebuilder import GameBuilder
from tests.p2p.mesh import Mesh


class Room(Mesh[Chat]):
    """The chat of one game: what each peer has shown to its user, and kept on its disk."""

    def __init__(self, seats: int = 3, seed: int | None = None) -> None:
        self.shown: list[list[Line]] = [[] for _ in range(seats)]
        self.kept: list[list[Line]] = [[] for _ in range(seats)]
        super().__init__(seats, seed)

    def start(self, seat: int, kept: Iterable[Line] = ()) -> Chat:
        self.kept[seat] = list(kept)
        peer = Chat(self.game.genesis, seat, self.game.players[seat].key, self.now)
        peer.restore(self.kept[seat])
        assert not peer.fresh
        return peer

    def restart(self, seat: int, kept: Iterable[Line] = ()) -> None:
        self.peers[seat] = self.start(seat, kept)

    def heed(self, seat: int, peer: Chat) -> None:
        self.kept[seat] += peer.fresh
        self.shown[seat] += peer.heard
        peer.fresh.clear()
        peer.heard.clear()

    def say(self, seat: int, text: str) -> bool:
        return self.peers[seat].say(text, self.now)

    def refused(self, seat: int, text: str) -> Unsaid:
        with pytest.raises(NotSaid) as refusal:
            self.say(seat, text)
        return refusal.value.reason

    def sign(self, seat: int, number: int, text: str = "x") -> Line:
        return sign_line(self.game.genesis.game_id, seat, number, text, self.game.players[seat].key)

    def hear(self, sender: int, receiver: int, message: ChatMessage) -> None:
        self.peers[receiver].receive(sender, encode_chat(self.tag, message), self.now)

    def bring(self, sender: int, receiver: int, *lines: Line) -> None:
        self.hear(sender, receiver, Lines(lines))

    def texts(self, seat: int, author: int | None = None) -> list[str]:
        return [line.text for line in self.peers[seat].lines if author is None or line.seat == author]

    def sent(self, seat: int) -> list[ChatMessage]:
        found = [decode_chat(self.tag, data) for _, data in self.peers[seat].outbox]
        self.peers[seat].outbox.clear()
        return found


def test_a_line_is_kept_and_shown_by_all() -> None:
    room = Room()
    room.run()
    assert room.say(0, "hello")
    room.run()
    assert room.say(1, "hello you")
    room.run()
    for seat in range(3):
        assert room.texts(seat) == ["hello", "hello you"]
        assert room.shown[seat] == room.kept[seat] == room.peers[seat].lines


@pytest.mark.parametrize("seed", range(20))
def test_in_bad_weather_too_all_hear_all_in_each_ones_order(seed: int) -> None:
    """Clause 21.12, with peers that come and go with their files."""
    room = Room(4, seed)
    rng = Random(seed)
    said: list[list[str]] = [[], [], [], []]
    for number in range(40):
        seat = rng.randrange(4)
        room.say(seat, f"line {number}")
        said[seat].append(f"line {number}")
        room.run(rng.random() * 4 + 1)
        if rng.random() < 0.2:
            away = rng.randrange(4)
            room.collect()
            if not room.peers[away]._waiting:
                room.restart(away, room.kept[away])
    room.run(60)
    for seat in range(4):
        assert [room.texts(seat, author) for author in range(4)] == said


def test_one_that_was_away_gets_what_was_said_from_any_other() -> None:
    """Clause 21.12."""
    room = Room()
    room.run()
    room.cut = {frozenset((0, 2)), frozenset((1, 2))}
    for number in range(5):
        room.say(0, f"line {number}")
        room.run(2)
    assert not room.texts(2)
    room.cut = {frozenset((0, 2))}
    room.run()
    assert room.texts(2) == [f"line {number}" for number in range(5)]


def test_a_long_past_comes_in_batches() -> None:
    room = Room(2)
    past = [room.sign(0, number, f"line {number}") for number in range(3 * MAX_BATCH_LINES)]
    room.restart(0, past)
    room.run(100)
    assert room.peers[1].lines == past


def test_one_that_has_lost_its_file_takes_its_lines_back_before_it_says_new_ones() -> None:
    """Clause 21.11."""
    room = Room()
    past = [room.sign(0, number, f"old {number}") for number in range(2 * MAX_BATCH_LINES)]
    room.restart(1, past)
    room.restart(0)
    assert not room.say(0, "new")
    room.run(60)
    for seat in range(3):
        assert room.texts(seat, 0) == [*(line.text for line in past), "new"]
    assert [line.text for line in room.shown[0]] == ["new"]


def test_a_line_waits_until_somebody_has_told_what_it_has() -> None:
    """Clause 21.11."""
    room = Room(2)
    room.cut = {frozenset((0, 1))}
    waiting = [f"line {number}" for number in range(MAX_WAITING)]
    for text in waiting:
        assert not room.say(0, text)
    assert room.refused(0, "one more") is Unsaid.ALONE
    room.run()
    assert not room.kept[0]
    room.cut = set()
    room.run()
    assert room.texts(1) == waiting


@pytest.mark.parametrize("brings", [False, True])
def test_who_claims_to_have_more_is_waited_for_only_while_it_brings_it(brings: bool) -> None:
    """Clause 21.11."""
    room = Room()
    room.hear(1, 0, Have((2, 0, 0)))
    assert not room.say(0, "new")
    room.now += CLAIM_SECONDS - 1
    if brings:
        room.bring(1, 0, room.sign(0, 0, "old"))
    room.now += CLAIM_SECONDS - 1
    room.hear(1, 0, Have((2, 0, 0)))
    assert room.texts(0) == (["old"] if brings else ["new"])
    room.now += CLAIM_SECONDS
    room.hear(1, 0, Have((MAX_LINES, 0, 0)))
    assert room.texts(0)[-1] == "new"
    assert room.say(0, "and again")


def test_of_two_lines_with_one_number_the_first_is_kept() -> None:
    """Clause 21.10."""
    room = Room()
    room.bring(1, 0, room.sign(1, 0, "yes"))
    room.bring(1, 0, room.sign(1, 0, "no"), room.sign(1, 1, "maybe"))
    assert room.texts(0) == ["yes", "maybe"]


def test_forged_and_replayed_lines_and_those_of_another_game_do_nothing() -> None:
    """Clause 21.10."""
    room, other = Room(), GameBuilder(3, "b")
    room.bring(1, 0, room.sign(1, 0, "hello"))
    before = list(room.peers[0].lines)
    for line in (
        room.sign(1, 0, "hello"),
        room.sign(1, 2, "ahead"),
        room.sign(1, 1).changed(text="y"),
        room.sign(1, 0).changed(seat=2),
        room.sign(1, 1).changed(seat=3),
        room.sign(0, 0).changed(text="what I never said"),
        sign_line(other.genesis.game_id, 1, 1, "x", other.players[1].key),
    ):
        room.bring(2, 0, line)
    assert room.peers[0].lines == before


def test_a_message_is_read_up_to_its_first_forgery() -> None:
    """Clause 21.13."""
    room = Room()
    room.bring(2, 0, room.sign(1, 0), room.sign(1, 1).changed(text="y"), room.sign(2, 0))
    assert room.peers[0].lines == [room.sign(1, 0)]


def test_who_brings_forgeries_is_not_read_for_a_while() -> None:
    """Clause 21.13."""
    room = Room()
    for _ in range(FORGED_BURST):
        room.bring(2, 0, room.sign(1, 0).changed(text="y"))
    room.bring(2, 0, room.sign(1, 0))
    assert not room.peers[0].lines
    room.bring(1, 0, room.sign(1, 0))
    room.now += 1
    room.bring(2, 0, room.sign(2, 0))
    assert len(room.peers[0].lines) == 2


def test_a_seat_that_talks_without_end_is_heard_now_and_then() -> None:
    """Clause 21.13."""
    room = Room()
    for number in range(MAX_LINES):
        room.bring(1, 0, room.sign(1, number) if number < 100 else room.sign(1, 99).changed(number=number))
    assert len(room.peers[0].lines) == TAKE_BURST
    room.now += 10
    for number in range(100):
        room.bring(1, 0, room.sign(1, number))
    assert len(room.peers[0].lines) == TAKE_BURST + 20


def test_nobody_says_more_than_its_share() -> None:
    """Clauses 21.9 and 21.13."""
    room = Room(2)
    room.run()
    for number in range(SAY_BURST):
        assert room.say(0, f"line {number}")
    assert room.refused(0, "too fast") is Unsaid.TOO_FAST
    room.restart(0, [room.sign(0, number) for number in range(MAX_LINES)])
    assert room.refused(0, "too much") is Unsaid.SPENT


@pytest.mark.parametrize("text", ["", " x", "x" * 201, "\x1b[2J", "a\nb", "\u202e", "\ud800"])
def test_what_is_unfit_is_not_signed(text: str) -> None:
    """Clause 21.9."""
    room = Room(2)
    room.run()
    assert room.refused(0, text) is Unsaid.UNFIT
    assert not room.peers[0].outbox


def test_answers_are_bounded_and_bring_what_is_lacking() -> None:
    """Clauses 21.12 and 21.13."""
    room = Room()
    room.bring(1, 0, room.sign(1, 0))
    room.peers[0].outbox.clear()
    for _ in range(100):
        room.hear(2, 0, Have((0, 0, 0)))
    assert room.sent(0) == [Lines((room.sign(1, 0),))] * ANSWER_BURST
    room.now += 10
    room.hear(2, 0, Have((0, 1, 0)))
    assert not room.sent(0)
    room.hear(2, 0, Have((0, 1, 5)))
    assert room.sent(0) == [Have((0, 1, 0))]


def test_what_it_has_is_told_every_two_seconds() -> None:
    """Clause 21.12."""
    room = Room(2)
    for _ in range(8):
        room.peers[0].tick(room.now)
        room.now += HAVE_SECONDS / 4
    assert room.sent(0) == [Have((0, 0))] * 2


@pytest.mark.parametrize("numbers", [(5, 0), (5, 0, 0, 0)])
def test_a_message_for_another_number_of_seats_is_passed_over(numbers: tuple[int, ...]) -> None:
    room = Room()
    room.hear(1, 0, Have(numbers))
    assert not room.peers[0].outbox
    assert not room.say(0, "nobody is there")


def test_bytes_that_are_no_message_do_nothing() -> None:
    room = Room()
    room.peers[0].receive(1, b"\x93\x06", room.now)
    assert not room.peers[0].outbox


def test_what_was_kept_and_is_not_signed_or_not_in_order_is_dropped() -> None:
    room = Room()
    good, ahead, alien = room.sign(1, 0), room.sign(1, 2), room.sign(2, 0).changed(seat=3)
    forged = room.sign(2, 0).changed(text="y")
    room.restart(0, (good, ahead, alien, forged, good))
    assert room.peers[0].lines == [good]
