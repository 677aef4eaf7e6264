"""A spectator judges everything by itself, whoever serves it (protocol.md, chapter 20)."""

from collections.abc import Iterable

import pytest

from core.ruleset import Ruleset
from p2p.effects import Advanced, Completed, Convicted, Forked, InvalidEvent, Settled
from p2p.event import EventKind, SignedEvent
from p2p.gallery import ANSWER_BATCHES
from p2p.keys import verify
from p2p.messages import MAX_BATCH_EVENTS, Events, Message, Proof, Status, encode_message, game_tag
from p2p.records import RoundRecord, encode_log_record
from p2p.spectator import LOST_SECONDS, WITHHELD_SECONDS, Spectator
from p2p.stored import StoredGame
from p2p.told import FORGED_BURST
from p2p.view import Presence
from p2p.watch_messages import (
    Admitted,
    Watch,
    WatchReason,
    WatchRefused,
    encode_watch_message,
)
from p2p.watch_view import CaughtUp, Lie, NotLetIn, PeerLies, PeerLost, Watching
from tests.p2p.gamebuilder import GameBuilder, whole_game
from tests.p2p.watching import TOKEN, Hall, Server, equivocate, parted, stored


def bodies(rounds: Iterable[Iterable[SignedEvent]]) -> list[bytes]:
    return [encode_log_record(RoundRecord(tuple(events))) for events in rounds]


def shown(hall: Hall) -> list[int]:
    """Give the rounds that have been told, in the order of telling."""
    return [one.round_number for one in hall.news if isinstance(one, Settled)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_late_spectator_has_a_finished_game_as_the_players_have_it(seats: int) -> None:
    """Clause 20.6: its log has the same bytes."""
    builder = whole_game(seats)
    hall = Hall(Server(builder, 0))
    hall.run()
    assert hall.log() == bodies(builder.rounds)
    assert shown(hall) == list(range(len(builder.rounds)))
    assert isinstance(hall.news[-1], Completed | CaughtUp)
    assert len(hall.told(Completed)) == 1
    assert hall.spectator.is_over


def test_a_spectator_from_the_start_sees_each_round_as_it_comes() -> None:
    builder = GameBuilder(3)
    server = Server(builder, 1)
    hall = Hall(server)
    hall.run()
    assert hall.told(CaughtUp) == [CaughtUp(0)]
    while builder.log.expects is not None:
        server.hear(builder.play_round())
        server.settle()
        hall.run()
        assert shown(hall) == list(range(len(builder.rounds)))
    assert hall.log() == bodies(builder.rounds)


def test_a_round_goes_to_the_log_when_every_seat_has_signed_over_it_and_not_before() -> None:
    """Clause 20.8: what a peer says of settled rounds counts for the display alone."""
    builder = GameBuilder(2)
    builder.play_to(EventKind.ACTION)
    builder.play_round()
    server = Server(builder, 0)
    hall = Hall(server)
    hall.run()
    assert shown(hall) == list(range(len(builder.rounds)))
    assert len(hall.log()) < len(builder.rounds)
    builder.play_to(EventKind.LINK).play_round()
    server.hear(one for events in builder.rounds for one in events)
    server.settle()
    hall.run(2.0)
    assert hall.log() == bodies(builder.rounds[:-1])


def test_the_peers_word_that_rounds_are_settled_is_needed_for_the_display() -> None:
    builder = GameBuilder(2)
    builder.play_to(EventKind.ACTION)
    server = Server(builder, 0)
    before = len(builder.rounds)
    server.hear(builder.play_round())
    hall = Hall(server)
    hall.run()
    assert shown(hall) == list(range(before))
    server.settle()
    hall.run(2.0)
    assert shown(hall) == list(range(before + 1))


def test_resign_notes_and_certificates_are_followed() -> None:
    """Chapters 7 and 19."""
    builder = GameBuilder(4)
    builder.play_to(EventKind.LINK).play_round()
    builder.resign(builder.log.state.active[0])
    builder.play(8).play_to(EventKind.ACTION)
    assert builder.log.expects is not None
    builder.remove(builder.log.expects.seats)
    builder.play()
    hall = Hall(Server(builder, 0))
    hall.run()
    assert hall.log() == bodies(builder.rounds)
    assert len(hall.told(Completed)) == 1


def test_it_goes_on_from_what_it_has_stored() -> None:
    """Clause 20.10."""
    builder = whole_game(2)
    hall = Hall(Server(builder, 0))
    spectator = hall.spectator
    spectator.tick(0.0)
    hall.step()
    spectator.begin(stored(builder, 7))
    hall.run()
    assert shown(hall) == list(range(7, len(builder.rounds)))
    assert hall.log() == bodies(builder.rounds[7:])


def test_a_spectator_never_speaks_of_the_game() -> None:
    """Clause 20.1: all that it ever sends is a knock and what it lacks."""
    builder = whole_game(2)
    hall = Hall(Server(builder, 0))
    hall.run(5.0)
    assert {data[1] for _, data in hall.sent} == {9, 12}


def test_a_finished_game_takes_one_round_trip_after_the_knock() -> None:
    """Clause 20.6."""
    hall = Hall(Server(whole_game(3), 0))
    hall.spectator.tick(0.0)
    hall.step()
    assert not hall.spectator.is_over
    hall.step()
    assert hall.spectator.is_over


def test_a_late_spectator_checks_as_many_signatures_as_an_audit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clauses 8.19 and 20.8: those of each seat's last event, though the game comes in several messages."""
    builder = whole_game(4, ruleset=Ruleset(), bot="cautious")
    assert sum(map(len, builder.rounds)) > 2 * MAX_BATCH_EVENTS
    hall = Hall(Server(builder, 0))
    checked: list[bytes] = []

    def count(key: bytes, signature: bytes, message: bytes) -> None:
        checked.append(key)
        verify(key, signature, message)

    monkeypatch.setattr("p2p.event.verify", count)
    hall.run()
    assert hall.log() == bodies(builder.rounds)
    assert sorted(checked) == sorted(seat.key for seat in builder.genesis.seats)


def test_a_lost_peer_is_told_called_and_told_when_it_is_back() -> None:
    """Clause 20.10: a peer that was started anew has forgotten its spectators."""
    builder = GameBuilder(2)
    builder.play(5)
    hall = Hall(Server(builder, 0))
    hall.run()
    (server,) = hall.servers.values()
    server.here = False
    hall.run(LOST_SECONDS + 2)
    assert hall.told(PeerLost) == [PeerLost(server.key)]
    hall.servers[server.key] = Server(builder.play(), 0)
    hall.run(3.0)
    assert hall.told(Watching) == [Watching(server.key)] * 2
    assert hall.log() == bodies(builder.rounds)


def test_two_peers_are_as_good_as_the_better_one() -> None:
    builder = GameBuilder(3)
    builder.play(6)
    behind = Server(builder, 0)
    builder.play()
    hall = Hall(behind, Server(builder, 2))
    hall.run()
    assert hall.log() == bodies(builder.rounds)
    assert hall.told(PeerLies) == []


@pytest.mark.parametrize(
    ("reason", "final"),
    [
        (WatchReason.NOT_BEGUN, False),
        (WatchReason.FULL, False),
        (WatchReason.TOKEN, True),
        (WatchReason.NOT_ALLOWED, True),
        (WatchReason.VERSION, True),
    ],
)
def test_a_refusal_is_told_once_and_asked_about_again_if_it_may_change(
    reason: WatchReason, *, final: bool
) -> None:
    """Clause 20.4."""
    spectator = Spectator({b"k" * 32: TOKEN}, 0.0)
    for now in range(3):
        spectator.tick(float(now))
        spectator.receive(b"k" * 32, encode_watch_message(WatchRefused(1, reason)), float(now))
    assert spectator.news == [NotLetIn(b"k" * 32, reason, 1)]
    assert spectator.is_hopeless is final
    assert spectator.outbox == [(b"k" * 32, encode_watch_message(Watch(1, TOKEN)))] * (1 if final else 3)


def test_a_key_refused_in_the_handshake_is_given_up_unless_it_let_in_before() -> None:
    hall = Hall(Server(GameBuilder(2), 0))
    (key,) = hall.servers
    hall.run()
    hall.spectator.refuse(key)
    assert not hall.spectator.is_hopeless
    stranger = Spectator({key: TOKEN}, 0.0)
    stranger.refuse(key)
    assert stranger.news == [NotLetIn(key, WatchReason.NOT_ALLOWED, 1)]
    assert stranger.is_hopeless


def test_a_peer_that_was_closed_is_called_on_but_counts_on_nobody() -> None:
    """Clause 20.4: one peer left is enough, and one that is back is told, and missed again."""
    first, second = b"k" * 32, b"l" * 32
    closed = encode_watch_message(WatchRefused(1, WatchReason.CLOSED))
    spectator = Spectator({first: TOKEN, second: TOKEN}, 0.0)
    hopeless = []
    for key in (first, second):
        spectator.receive(key, closed, 0.0)
        hopeless.append(spectator.is_hopeless)
    assert hopeless == [False, True]
    spectator.receive(second, closed, 0.0)
    told = [(key, encode_watch_message(Watch(1, TOKEN))) for key in (first, second)]
    assert spectator.outbox == told, "each is told once that it is known"
    spectator.outbox.clear()
    spectator.tick(1.0)
    assert [key for key, _ in spectator.outbox] == [first, second]
    spectator.receive(first, encode_watch_message(WatchRefused(1, WatchReason.NOT_BEGUN)), 1.0)
    assert not spectator.is_hopeless

    hall = Hall(Server(GameBuilder(2), 0))
    (key,) = hall.servers
    hall.run()
    for _ in range(2):
        hall.spectator.receive(key, closed, hall.now)
        assert hall.spectator.is_hopeless
        hall.run(2.0)
        assert not hall.spectator.is_hopeless
    assert hall.news == [
        Watching(key),
        CaughtUp(0),
        *2 * [NotLetIn(key, WatchReason.CLOSED, 1), Watching(key)],
    ]


def test_who_has_the_whole_game_misses_nobody() -> None:
    """Clause 20.4."""
    hall = Hall(Server(whole_game(2), 0))
    (key,) = hall.servers
    hall.run()
    assert hall.spectator.is_over
    hall.news.clear()
    hall.spectator.receive(key, encode_watch_message(WatchRefused(1, WatchReason.CLOSED)), hall.now)
    assert not hall.spectator.is_hopeless
    assert hall.spectator.news == []


def test_nobody_is_heard_where_each_is_silent_for_so_long_closed_or_given_up() -> None:
    keys = [bytes((number,)) * 32 for number in range(3)]
    spectator = Spectator(dict.fromkeys(keys, TOKEN), 0.0)
    spectator.receive(keys[0], encode_watch_message(WatchRefused(1, WatchReason.CLOSED)), 5.0)
    spectator.receive(keys[1], encode_watch_message(WatchRefused(1, WatchReason.TOKEN)), 5.0)
    assert not spectator.is_deserted(9.0, 10.0)
    assert spectator.is_deserted(10.0, 10.0)
    spectator.receive(keys[2], encode_watch_message(WatchRefused(1, WatchReason.FULL)), 10.0)
    assert not spectator.is_deserted(10.0, 10.0)


def test_who_passes_on_a_forged_event_is_named_once_and_the_event_is_not_taken() -> None:
    """Clause 20.9."""
    builder = GameBuilder(2)
    builder.play(6)

    def forge(message: Message) -> Iterable[Message]:
        if not isinstance(message, Events):
            return (message,)
        *good, last = message.events
        forged = last._replace(signature=bytes(64))
        return (Events((*good, forged)),)

    liar = Server(builder, 0)
    liar.say = forge
    hall = Hall(liar)
    hall.run(2.0)
    assert hall.told(PeerLies) == [PeerLies(liar.key, Lie.FORGED)]
    assert len(hall.spectator.rounds()) < len(builder.rounds)


def test_a_flood_of_forgeries_is_left_unread() -> None:
    """Clause 11.5: time is bounded, whatever a peer passes on."""
    builder = GameBuilder(2)
    server = Server(builder, 0)
    hall = Hall(server)
    hall.run()
    true = builder.speak(0)
    data = encode_message(game_tag(builder.genesis.game_id), Events((true._replace(signature=bytes(64)),)))
    for _ in range(2 * FORGED_BURST * ANSWER_BATCHES):
        hall.spectator.receive(server.key, data, hall.now)
    assert hall.spectator.refusals["EventsUnread"] == FORGED_BURST
    assert hall.spectator.news == [PeerLies(server.key, Lie.FORGED)]


def test_the_lies_of_one_peer_do_not_hold_up_what_another_shows() -> None:
    builder = whole_game(3)
    liar, honest = Server(builder, 0), Server(builder, 1)
    liar.say = lambda message: (Proof(builder.rounds[0][0], builder.rounds[0][1]), message)
    hall = Hall(liar, honest)
    hall.run(3.0)
    assert hall.told(PeerLies) == [PeerLies(liar.key, Lie.FALSE_PROOF)]
    assert hall.log() == bodies(builder.rounds)


def test_a_genesis_without_the_key_that_was_called_is_a_lie() -> None:
    """Clause 20.5."""
    builder, other = GameBuilder(2), GameBuilder(2, "another")
    key = builder.genesis.seats[0].curve_key
    for data in (b"nonsense", other.genesis.data):
        spectator = Spectator({key: TOKEN}, 0.0)
        spectator.receive(key, encode_watch_message(Admitted(data)), 0.0)
        assert spectator.news == [PeerLies(key, Lie.GENESIS)]
        assert spectator.genesis is None
        assert spectator.is_hopeless


def test_a_peer_of_another_game_is_left_and_the_first_one_is_followed() -> None:
    builder, other = GameBuilder(2), GameBuilder(2, "another")
    keys = [one.genesis.seats[0].curve_key for one in (builder, other)]
    spectator = Spectator(dict.fromkeys(keys, TOKEN), 0.0)
    for key, one in zip(keys, (builder, other), strict=True):
        spectator.receive(key, encode_watch_message(Admitted(one.genesis.data)), 0.0)
    assert spectator.news == [Watching(keys[0]), PeerLies(keys[1], Lie.OTHER_GAME)]
    assert spectator.genesis == builder.genesis


def test_who_says_that_it_holds_more_and_never_shows_it_is_named() -> None:
    """Clause 20.9."""
    builder = GameBuilder(2)
    builder.play(12)
    liar = Server(builder, 0)
    liar.say = lambda message: () if isinstance(message, Events) else (message,)
    hall = Hall(liar)
    hall.run(WITHHELD_SECONDS + 2)
    assert hall.told(PeerLies) == [PeerLies(liar.key, Lie.WITHHELD)]
    assert not hall.spectator.is_hopeless
    liar.say = lambda message: (message,)
    hall.run(2.0)
    assert shown(hall) == list(range(len(builder.rounds)))


def test_two_copies_of_a_round_convict_their_author_and_the_one_played_on_is_followed() -> None:
    """Clauses 8.8 and 8.10: the second peer shows what the first one did not."""
    builder, _, number, accomplice, honest = parted()
    seat = builder.rounds[number][0].event.seat
    hall = Hall(accomplice, honest)
    hall.run(1.0)
    assert shown(hall)[-1] == number
    honest.here = True
    hall.run(3.0)
    assert [news.seat for news in hall.told(Convicted)] == [seat]  # type: ignore[union-attr]
    assert hall.proofs() == [seat]
    assert any(isinstance(news, Advanced) and news.back for news in hall.news)
    assert hall.spectator.rounds() == tuple(builder.rounds)
    assert shown(hall).count(number) == 2
    assert hall.log() == bodies(builder.rounds[: len(hall.log())])


def test_two_copies_that_were_both_played_on_are_a_fork() -> None:
    """Clause 8.8."""
    builder = GameBuilder(3)
    one, other = equivocate(builder)
    seat = one.event.seat
    left, right = builder.copy(), builder.copy()
    for copy, event in ((left, one), (right, other)):
        copy.play_round({seat: event})
    speakers = [number for number in range(3) if number != seat]
    notes = [copy.note(speaker) for copy, speaker in zip((left, right), speakers, strict=True)]
    servers = [Server(builder, speaker) for speaker in speakers]
    for server, event, note in zip(servers, (one, other), notes, strict=True):
        server.hear((event, note))
    hall = Hall(*servers)
    hall.run(3.0)
    assert hall.told(Forked) == [Forked(one.event.round_number)]
    assert hall.spectator.is_over
    assert hall.proofs() == [seat]


def test_an_invalid_event_is_told_as_to_a_player() -> None:
    """Clause 8.6."""
    builder = GameBuilder(2)
    builder.play_to(EventKind.ACTION)
    assert builder.log.expects is not None
    (seat,) = builder.log.expects.seats
    bad = builder.sign(seat, EventKind.ACTION, (250, 250))
    server = Server(builder, 0)
    hall = Hall(server)
    hall.run()
    hall.spectator.receive(
        server.key, encode_message(game_tag(builder.genesis.game_id), Events((bad,))), hall.now
    )
    hall.run(2.0)  # an answer without an end is taken too
    assert hall.told(InvalidEvent) == [InvalidEvent(seat, builder.log.round_number, "EventMalformed")]


def test_noise_and_messages_of_strangers_do_nothing() -> None:
    builder = GameBuilder(2)
    builder.play(5)
    server = Server(builder, 0)
    hall = Hall(server)
    hall.run()
    before = list(hall.news)
    tag = game_tag(builder.genesis.game_id)
    seat = builder.log.state.active[0]
    status = Status(b"i" * 8, 9, 5, builder.log.head, 2, 15, 15, 15, 0, 0, pull=True, digest=b"d" * 32)
    for key in (b"x" * 32, server.key):
        for data in (b"", b"\x93\x01", b"\x92\x09\x01", encode_watch_message(Watch(1, TOKEN))):
            hall.spectator.receive(key, data, hall.now)
    hall.spectator.receive(b"x" * 32, encode_message(tag, status), hall.now)
    hall.spectator.receive(b"x" * 32, encode_message(tag, Events((builder.speak(seat),))), hall.now)
    hall.run()
    assert hall.news == before


def test_a_whole_game_that_was_stored_is_over_at_once() -> None:
    """Clause 20.10."""
    builder = whole_game(2)
    spectator = Spectator({builder.genesis.seats[0].curve_key: TOKEN}, 0.0)
    spectator.begin(StoredGame(builder.genesis, tuple(builder.rounds[:-1]), builder.rounds[-1], ()))
    assert spectator.is_over
    assert Completed() in spectator.news
    assert spectator.effects() == []


def test_who_is_watched_through_is_told_with_how_recently_it_was_heard() -> None:
    """For display alone; of the seats that are not called nothing is known."""
    builder = GameBuilder(3)
    builder.play(4)
    servers = [Server(builder, 1), Server(builder, 2)]
    hall = Hall(*servers)
    assert hall.spectator.peers(hall.now) == ()
    hall.run(1.0)
    assert [(one.seat, one.presence, one.agrees) for one in hall.spectator.peers(hall.now)] == [
        (1, Presence.HERE, True),
        (2, Presence.HERE, True),
    ]
    servers[0].here = False
    hall.run(5.0)
    assert hall.spectator.peers(hall.now)[0].presence is Presence.SUSPECT
    hall.run(6.0)
    assert [one.presence for one in hall.spectator.peers(hall.now)] == [Presence.AWAY, Presence.HERE]
