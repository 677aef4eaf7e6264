"""Spectators are served within bounds, whatever they send (protocol.md, chapter 20)."""

from random import Random

import pytest

from p2p.gallery import (
    ANSWER_BATCHES,
    ASK_BURST,
    MOST_SPECTATORS,
    REFUSAL_BURST,
    SILENT_SECONDS,
    Gallery,
    WatchPolicy,
    watch_token,
)
from p2p.invite import NO_TOKEN
from p2p.lobby import VERSIONS
from p2p.lobby_messages import Knock, Reason, Refusal, encode_lobby_message
from p2p.messages import (
    MAX_BATCH_BYTES,
    Events,
    Message,
    Status,
    decode_message,
    encode_message,
    game_tag,
    is_lobby_message,
)
from p2p.watch_messages import (
    Admitted,
    Lacking,
    Watch,
    WatchMessage,
    WatchReason,
    WatchRefused,
    decode_watch_message,
    encode_watch_message,
    is_watch_message,
)
from tests.p2p.gamebuilder import GameBuilder, whole_game
from tests.p2p.watching import TOKEN, Server, events_of

ANN = b"a" * 32


def knock(token: bytes = TOKEN, protocol: int = 1) -> bytes:
    return encode_watch_message(Watch(protocol, token))


def lacking(server: Server, echo: bytes = bytes(8), **fields: object) -> bytes:
    """Give what a spectator says that has nothing but the genesis, or says otherwise."""
    genesis = server.builder.genesis
    honest = {
        "tag": game_tag(genesis.game_id),
        "round_number": 0,
        "head": genesis.game_id,
        "settled": 0,
        "events": 0,
        "notes": 0,
        "proofs": 0,
        "ballots": 0,
        "echo": echo,
    }
    return encode_watch_message(Lacking(**(honest | fields)))  # type: ignore[arg-type]  # a test's own fields


def answers(server: Server, key: bytes = ANN) -> list[Message | WatchMessage]:
    """Give what has been sent to this key since the last call."""
    tag = game_tag(server.builder.genesis.game_id)
    sent = [data for receiver, data in server.gallery.outbox if receiver == key]
    server.gallery.outbox.clear()
    return [
        decode_watch_message(data) if is_watch_message(data) else decode_message(tag, data) for data in sent
    ]


@pytest.fixture
def server() -> Server:
    return Server(whole_game(3), 0)


def test_who_has_the_token_is_shown_the_genesis(server: Server) -> None:
    """Clause 20.5."""
    server.gallery.receive(ANN, knock(), 0.0)
    assert answers(server) == [Admitted(server.builder.genesis.data)]
    assert len(server.gallery) == 1


@pytest.mark.parametrize(
    ("policy", "token", "protocol", "reason"),
    [
        (WatchPolicy.NOBODY, TOKEN, 1, WatchReason.NOT_ALLOWED),
        (WatchPolicy.INVITED, b"x" * 16, 1, WatchReason.TOKEN),
        (WatchPolicy.INVITED, NO_TOKEN, 1, WatchReason.TOKEN),
        (WatchPolicy.ANYBODY, b"x" * 16, 1, WatchReason.TOKEN),
        (WatchPolicy.INVITED, TOKEN, 2, WatchReason.VERSION),
        (WatchPolicy.NOBODY, TOKEN, 2, WatchReason.VERSION),
    ],
)
def test_others_are_refused_with_the_first_reason_that_applies(
    server: Server, policy: WatchPolicy, token: bytes, protocol: int, reason: WatchReason
) -> None:
    """Clause 20.4."""
    gallery = server.gallery = Gallery(policy, b"", 0.0)
    gallery.accept(TOKEN)
    gallery.begin(server.ledger)
    gallery.receive(ANN, knock(token, protocol), 0.0)
    assert answers(server) == [WatchRefused(1, reason)]
    assert gallery.gone == [ANN]
    gallery.receive(ANN, lacking(server), 0.0)
    assert answers(server) == []


def test_an_open_table_lets_anyone_watch_without_a_token(server: Server) -> None:
    """Clause 20.3."""
    gallery = server.gallery = Gallery(WatchPolicy.ANYBODY, b"", 0.0)
    gallery.accept(TOKEN)
    gallery.begin(server.ledger)
    for key, token in ((ANN, NO_TOKEN), (b"b" * 32, TOKEN)):
        gallery.receive(key, knock(token), 0.0)
        assert answers(server, key) == [Admitted(server.builder.genesis.data)]


def test_before_the_game_a_spectator_is_told_to_wait(server: Server) -> None:
    """Clause 20.4: the host's invite can be told from a wrong one already; a guest has given none out."""
    host, guest = (Gallery(WatchPolicy.INVITED, b"", 0.0) for _ in range(2))
    host.accept(TOKEN)
    for gallery, token, reason in (
        (host, TOKEN, WatchReason.NOT_BEGUN),
        (host, b"x" * 16, WatchReason.TOKEN),
        (guest, b"x" * 16, WatchReason.NOT_BEGUN),
    ):
        gallery.receive(ANN, knock(token), 0.0)
        assert gallery.outbox.pop() == (ANN, encode_watch_message(WatchRefused(1, reason)))
    host.begin(server.ledger)
    host.receive(ANN, knock(), 1.0)
    assert len(host) == 1


def waiting(server: Server, *keys: bytes, token: bytes = TOKEN) -> Gallery:
    """Give a host's gallery where these have asked before there is a game."""
    gallery = server.gallery = Gallery(WatchPolicy.INVITED, b"", 0.0)
    gallery.accept(TOKEN)
    for key in keys:
        gallery.receive(key, knock(token), 0.0)
    gallery.outbox.clear()
    return gallery


def test_who_waits_is_let_in_unasked_as_soon_as_the_game_begins(server: Server) -> None:
    """Clause 20.4: else a game of a few rolls could be over before it asks again; and 20.7 holds for it."""
    gallery = waiting(server, ANN)
    gallery.show(1.0)
    assert answers(server) == []
    gallery.begin(server.ledger)
    gallery.show(1.0)
    assert answers(server) == [Admitted(server.builder.genesis.data)]
    assert not gallery.have_all()
    gallery.show(1.0)
    assert answers(server) == []


def test_who_waits_is_judged_once_the_game_has_begun(server: Server) -> None:
    """Clause 20.4: a guest knows no token before."""
    gallery = server.gallery = Gallery(WatchPolicy.INVITED, b"", 0.0)
    gallery.receive(ANN, knock(b"x" * 16), 0.0)
    answers(server)
    gallery.accept(TOKEN)
    gallery.begin(server.ledger)
    gallery.show(1.0)
    assert answers(server) == [WatchRefused(1, WatchReason.TOKEN)]


def test_as_many_wait_as_can_watch_and_not_for_long(server: Server) -> None:
    """Clause 20.4: whoever is not remembered asks again by itself."""
    keys = [bytes((number,)) * 32 for number in range(MOST_SPECTATORS + 1)]
    gallery = waiting(server, *keys)
    gallery.receive(keys[0], knock(), SILENT_SECONDS - 1)
    gallery.receive(ANN, knock(), SILENT_SECONDS)
    gallery.outbox.clear()
    gallery.begin(server.ledger)
    gallery.show(SILENT_SECONDS)
    assert [key for key, _ in gallery.outbox] == [keys[0], ANN]


def test_a_peer_that_is_closed_tells_who_watches_and_who_waits(server: Server) -> None:
    """Clause 20.4."""
    gallery = waiting(server, ANN)
    gallery.close()
    assert answers(server) == [WatchRefused(1, WatchReason.CLOSED)]
    gallery = waiting(server, ANN)
    gallery.begin(server.ledger)
    gallery.show(0.0)
    answers(server)
    gallery.close()
    assert answers(server) == [WatchRefused(1, WatchReason.CLOSED)]
    gallery.close()
    assert answers(server) == []
    assert not gallery.has_told()
    gallery.receive(ANN, lacking(server), 0.0)
    assert not gallery.has_told(), "that was on its way before"
    gallery.receive(ANN, knock(), 0.0)
    assert gallery.has_told()
    assert answers(server)[-1] == WatchRefused(1, WatchReason.CLOSED)


def test_watch_tokens_differ_by_peer_and_by_game() -> None:
    """Clause 20.3."""
    tokens = {
        watch_token(secret, game) for secret in (b"a" * 32, b"b" * 32) for game in (b"c" * 32, b"d" * 32)
    }
    assert len(tokens) == 4
    assert watch_token(b"a" * 32, b"c" * 32) in tokens


def test_a_late_spectator_gets_a_whole_game_at_its_first_word(server: Server) -> None:
    """Clause 20.6."""
    server.gallery.receive(ANN, knock(), 0.0)
    answers(server)
    server.gallery.receive(ANN, lacking(server), 0.0)
    *batches, status = answers(server)
    assert events_of(batches) == [one for events in server.builder.rounds for one in events]  # type: ignore[arg-type]
    assert isinstance(status, Status)
    assert status.head == server.ledger.tip.head
    assert not status.pull


def test_of_a_removal_a_spectator_is_told_the_votes_and_no_proposal() -> None:
    """Clause 20.12."""
    builder = GameBuilder(3).play(4)
    server = Server(builder, 0)
    vote = builder.vote(1, (2,))
    server.hear([vote])
    server.gallery.receive(ANN, knock(), 0.0)
    server.gallery.receive(ANN, lacking(server), 0.0)
    sent = answers(server)
    assert vote.event_id in {one.event_id for one in events_of(sent)}  # type: ignore[arg-type]
    told = [one for one in sent if isinstance(one, Status)]
    assert [(one.ballots, one.removal) for one in told] == [(1, 0)] * len(told) != []


def test_what_was_sent_must_have_been_read_before_more_is_sent(server: Server) -> None:
    """Clause 20.6: only who has read it knows what to echo."""
    server.gallery.receive(ANN, knock(), 0.0)
    server.gallery.receive(ANN, lacking(server), 0.0)
    status = answers(server)[-1]
    assert isinstance(status, Status)
    for echo in (bytes(8), bytes((*status.instance[:-1], status.instance[-1] ^ 1))):
        server.gallery.receive(ANN, lacking(server, echo), 1.0)
        (again,) = answers(server)
        assert isinstance(again, Status)
        assert again.instance == status.instance
    server.gallery.receive(ANN, lacking(server, status.instance), 2.0)
    *batches, last = answers(server)
    assert batches
    assert isinstance(last, Status)
    assert last.instance != status.instance


def test_one_answer_has_a_bounded_number_of_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clause 20.6."""
    monkeypatch.setattr("p2p.supply.MAX_BATCH_EVENTS", 1)  # no real game is as long as the bound
    server = Server(GameBuilder(4).play(), 0)
    server.gallery.receive(ANN, knock(), 0.0)
    server.gallery.receive(ANN, lacking(server), 0.0)
    sent = [data for _, data in server.gallery.outbox]
    batches = [one for one in answers(server) if isinstance(one, Events)]
    assert len(batches) == ANSWER_BATCHES
    assert sum(map(len, sent)) <= (ANSWER_BATCHES + 1) * (MAX_BATCH_BYTES + 8192)


def test_a_spectator_is_told_once_that_there_is_something_new() -> None:
    """Clause 20.7: and once more after it has asked."""
    builder = GameBuilder(2)
    builder.play(4)
    server = Server(builder, 0)
    gallery = server.gallery
    gallery.receive(ANN, knock(), 0.0)
    gallery.receive(ANN, lacking(server), 0.0)
    gallery.show(0.0)
    status = answers(server)[-1]
    assert isinstance(status, Status)
    for number, events in enumerate((builder.play_round(), builder.play_round(), builder.play_round())):
        server.hear(events)
        gallery.show(0.1)
        assert len(answers(server)) == (number == 0)
    gallery.receive(ANN, lacking(server, status.instance), 0.2)
    assert len(answers(server)) == 2
    gallery.show(0.2)
    assert answers(server) == []


def test_no_more_than_so_many_watch_and_the_silent_make_room(server: Server) -> None:
    """Clause 20.5."""
    keys = [bytes((number,)) * 32 for number in range(MOST_SPECTATORS)]
    for key in keys:
        server.gallery.receive(key, knock(), 0.0)
    answers(server)
    server.gallery.receive(ANN, knock(), 1.0)
    assert answers(server) == [WatchRefused(1, WatchReason.FULL)]
    server.gallery.receive(keys[0], knock(), SILENT_SECONDS - 1)
    assert answers(server, keys[0]) == [Admitted(server.builder.genesis.data)]
    server.gallery.gone.clear()
    server.gallery.show(SILENT_SECONDS)
    assert server.gallery.gone == keys[1:]
    assert len(server.gallery) == 1
    server.gallery.receive(ANN, knock(), SILENT_SECONDS)
    assert answers(server) == [Admitted(server.builder.genesis.data)]


def test_a_flood_of_strangers_gets_few_answers_and_is_not_remembered(server: Server) -> None:
    """Clause 20.9."""
    for number in range(10 * REFUSAL_BURST):
        server.gallery.receive(number.to_bytes(32, "big"), knock(b"x" * 16), 0.0)
    assert len(server.gallery.outbox) == REFUSAL_BURST
    assert len(server.gallery) == 0
    server.gallery.receive(ANN, knock(), 0.0)
    assert answers(server) == [Admitted(server.builder.genesis.data)]


def test_a_guest_that_comes_too_late_is_told_so(server: Server) -> None:
    """Clause 14.8: whoever may watch reaches this peer, and so does one who would sit down."""
    for number in range(2 * REFUSAL_BURST):
        server.gallery.receive(number.to_bytes(32, "big"), encode_lobby_message(Knock(*VERSIONS)), 0.0)
    told = {data for _, data in server.gallery.outbox}
    assert told == {encode_lobby_message(Refusal(Reason.FULL))}
    assert len(server.gallery.outbox) == REFUSAL_BURST


def test_a_flooding_spectator_is_answered_so_often_and_no_more(server: Server) -> None:
    """Clause 20.9."""
    server.gallery.receive(ANN, knock(), 0.0)
    for _ in range(10 * ASK_BURST):
        server.gallery.receive(ANN, lacking(server), 0.0)
    sent = answers(server)
    assert len([one for one in sent if isinstance(one, Status)]) < ASK_BURST
    assert len([one for one in sent if isinstance(one, Events)]) * 256 >= len(
        [one for events in server.builder.rounds for one in events]
    )
    assert len({one.event_id for one in events_of(sent)}) == len(events_of(sent))  # type: ignore[arg-type]


def test_nothing_that_a_spectator_says_changes_what_is_served(server: Server) -> None:
    """Clause 20.1: unknown types, messages of the game, noise, lies about where it stands."""
    tag = game_tag(server.builder.genesis.game_id)
    random = Random(7)
    before = (server.ledger.tip.head, server.ledger.settled, len(server.ledger.chain.rounds))
    server.gallery.receive(ANN, knock(), 0.0)
    answers(server)
    status = Status(b"i" * 8, 9, 5, b"h" * 32, 2, 15, 15, 15, 255, 15, pull=True, digest=b"d" * 32)
    wrong = [
        encode_message(tag, status),
        encode_message(tag, Events(server.builder.rounds[0])),
        lacking(server, tag=b"x" * 8),
        encode_watch_message(Admitted(b"x" * 1000)),
        encode_watch_message(WatchRefused(1, WatchReason.FULL)),
        b"",
        *(random.randbytes(random.randrange(200)) for _ in range(200)),
    ]
    for number, data in enumerate(one for one in wrong if not is_lobby_message(one)):
        server.gallery.receive(ANN, data, float(number))
    assert answers(server) == []
    for number, fields in enumerate(
        (
            {"round_number": 2**32 - 1},
            {"settled": 2**32 - 1, "head": b"x" * 32},
            {"round_number": 3, "head": b"x" * 32, "events": 15, "notes": 15, "proofs": 15, "ballots": 255},
        )
    ):
        server.gallery.receive(ANN, lacking(server, **fields), 300.0 + number)  # type: ignore[arg-type]
        assert isinstance(answers(server)[-1], Status)
    assert (server.ledger.tip.head, server.ledger.settled, len(server.ledger.chain.rounds)) == before
    assert server.ledger.effects == Server(server.builder, 0).ledger.effects


def test_the_peer_knows_when_all_spectators_have_all(server: Server) -> None:
    """Clause 20.7: a peer whose game is over stays for them, a while."""
    assert server.gallery.have_all()
    server.gallery.receive(ANN, knock(), 0.0)
    assert not server.gallery.have_all()
    server.gallery.receive(ANN, lacking(server), 0.0)
    assert not server.gallery.have_all()
    tip = server.ledger.tip
    server.gallery.receive(ANN, lacking(server, round_number=tip.round_number, head=tip.head), 0.0)
    assert server.gallery.have_all()
