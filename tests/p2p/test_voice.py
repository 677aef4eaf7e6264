import pytest

from p2p.entropy import seeded_entropy
from p2p.event import EventKind, check_signature
from p2p.judge import judge
from p2p.voice import Intent, SignedAlready, Voice
from tests.p2p.gamebuilder import GameBuilder


def voice_of(builder: GameBuilder, seat: int = 0) -> Voice:
    chain, key = builder.players[seat].chain, builder.players[seat].key
    return Voice(builder.genesis, seat, key, chain.link(chain.length - 1), seeded_entropy("voice"))


@pytest.mark.parametrize("seats", [2, 3])
def test_what_it_says_is_what_the_judge_takes_in_every_round(seats: int) -> None:
    builder = GameBuilder(seats, "voice")
    voice = voice_of(builder)
    kinds = set()
    for _ in range(3):
        while builder.log.expects is not None:
            log = builder.log
            kind, awaited = builder.log.expects
            if 0 not in awaited:
                builder.play_round()
                continue
            if kind is EventKind.ACTION:
                voice.intent = Intent(log.head, log.state.legal()[0])
            if kind is EventKind.COMMITMENT:
                voice.seal_bid(log, 0)
            signed = voice.say(log)
            judge(log, signed.event)
            check_signature(signed, builder.genesis.seats[0].key)
            assert voice.floor == log.round_number
            kinds.add(kind)
            builder.play_round({0: signed})
    assert EventKind.SEAL in kinds


def test_nothing_is_said_at_or_below_what_was_said_last() -> None:
    builder = GameBuilder(2).play(3)
    voice = voice_of(builder)
    voice.took(builder.speak(0))
    with pytest.raises(SignedAlready):
        voice.say(builder.log)
    with pytest.raises(SignedAlready):
        voice.say(GameBuilder(2).play(1).log)


def test_what_was_said_before_does_not_lower_the_floor() -> None:
    builder = GameBuilder(2).play(6)
    voice = voice_of(builder)
    voice.took(builder.rounds[2][0])
    voice.took(builder.rounds[1][0])
    assert voice.floor == 2
    assert voice.last is not None
    assert voice.last.event_id == builder.rounds[2][0].event_id


def test_nothing_is_signed_for_one_round_over_two_heads() -> None:
    """8.9: a ballot leaves its round's event to be signed, but over no other head than its own."""
    builder = GameBuilder(4, "two heads").play_to(EventKind.LINK)
    voice, one, other = voice_of(builder), builder.copy(), builder.copy()
    one.remove((3,))
    other.remove((2, 3))
    voice.vote(one.log, 0b0100)
    with pytest.raises(SignedAlready):
        voice.say(other.log)
    with pytest.raises(SignedAlready):
        voice.resign(other.log, spoken=False)
    assert voice.say(one.log).event.head == one.log.head


def test_a_note_stands_in_this_round_or_in_the_next() -> None:
    builder = GameBuilder(2)
    builder.play(1)
    voice = voice_of(builder)
    judge(builder.log, voice.resign(builder.log, spoken=False).event)
    builder.play(1)
    late = voice_of(builder)
    assert builder.log.expects is not None
    note = late.resign(builder.log, spoken=True)
    assert note.event.body[0] == builder.log.round_number + 1


def test_a_seat_is_owned_by_its_key_and_its_seed() -> None:
    builder = GameBuilder(2)
    key, chain = builder.players[0].key, builder.players[0].chain
    seed = chain.link(chain.length - 1)
    entropy = seeded_entropy("voice")
    assert Voice(builder.genesis, 0, key, seed, entropy).owns_the_seat
    assert not Voice(builder.genesis, 1, key, seed, entropy).owns_the_seat
    assert not Voice(builder.genesis, 0, key, bytes(32), entropy).owns_the_seat
    assert not Voice(builder.genesis, 0, builder.players[1].key, seed, entropy).owns_the_seat


def test_a_log_that_leads_to_another_head_than_it_has_signed_over_is_not_its_past() -> None:
    """8.18: until it leads further."""
    builder = GameBuilder(4, "two heads").play_to(EventKind.LINK)
    voice, one, other = voice_of(builder), builder.copy(), builder.copy()
    one.remove((3,))
    other.remove((2, 3))
    voice.vote(one.log, 0b0100)
    assert not voice.has_its_past_in(builder.log)
    assert voice.has_its_past_in(one.log)
    assert not voice.has_its_past_in(other.log)
    other.play_round()
    assert voice.has_its_past_in(other.log)
