"""What a copy, a void certificate or a fork rests on gives way to nothing else (protocol.md, 8.1)."""

from collections.abc import Iterable

from core.ruleset import Ruleset
from p2p.effects import CompactJournal, WriteJournal
from p2p.event import EventKind, SignedEvent
from p2p.journal_records import read_journal_record
from p2p.ledger import Ledger
from p2p.stored import StoredGame
from tests.p2p.gamebuilder import GameBuilder


def before_bids() -> GameBuilder:
    return GameBuilder(4, "bids", Ruleset(most_rolls=8)).play_to(EventKind.COMMITMENT)


def hold(game: GameBuilder, seat: int | None, events: Iterable[SignedEvent]) -> Ledger:
    ledger = Ledger(StoredGame(game.genesis, tuple(game.rounds), (), ()), seat)
    for one in events:
        ledger.hold(one)
        ledger.advance()
    return ledger


def lies(game: GameBuilder, seat: int, count: int) -> list[SignedEvent]:
    """Give commitments of one seat of which each contradicts each."""
    return [game.copy().commit(seat, 0, bytes((number,)) * 32) for number in range(count)]


def is_held(ledger: Ledger, signed: SignedEvent) -> bool:
    return signed in ledger.heard.rivals(signed)


def elsewhere(after: GameBuilder, seat: int, count: int) -> list[SignedEvent]:
    """Give openings of one seat over a head that is nowhere."""
    return [after.sign(seat, EventKind.OPENING, (bid, bytes(32)), head=bytes(32)) for bid in range(count)]


def after_these(game: GameBuilder, said: Iterable[SignedEvent]) -> GameBuilder:
    after = game.copy()
    after.play_round(dict(enumerate(said)))
    return after


def test_the_event_that_a_freeing_keep_names_stays() -> None:
    game = before_bids()
    said = list(game.awaited().values())
    *before, last = lies(game, 3, 3)
    vote, keep = game.vote(0, (3,)), game.keep(1, [said[3]], (3,))
    ledger = hold(game, 0, [said[0], *before, said[3], vote, keep, last])
    assert is_held(ledger, said[3])
    ledger = hold(game, 0, [said[0], *before, said[3], vote, keep, last, *said[1:3]])
    assert ledger.tip.head == after_these(game, said).log.head


def test_the_words_that_make_a_certificate_void_stay() -> None:
    game = before_bids()
    said = list(game.awaited().values())
    after = after_these(game, said)
    words = [after.speak(seat) for seat in range(3)]
    votes = [game.vote(seat, (3,)) for seat in range(3)]
    *before, last = elsewhere(after, 1, 3)
    for seat in (3, None):
        ledger = hold(game, seat, [*said, words[0], words[2], *before, words[1], *votes])
        assert ledger.tip.head == after.log.head
        ledger.hold(last)
        ledger.advance()
        assert ledger.tip.head == after.log.head
        assert is_held(ledger, words[1])


def test_the_certificate_by_which_a_seat_is_outranked_stays() -> None:
    game = before_bids()
    said = list(game.awaited().values())
    after = after_these(game, said)
    votes = [game.vote(seat, (3,)) for seat in range(3)]
    *before, last = [game.sign(1, EventKind.KEEP, (mask, (bytes(32),))) for mask in range(7, 15)]
    ledger = hold(game, 3, [*said, after.speak(3), votes[0], votes[2], *before, votes[1], last])
    assert ledger.chain.outranked is not None
    assert is_held(ledger, votes[1])


def test_a_fork_is_found_again_after_a_start_whatever_has_come_since() -> None:
    """Third events of who is convicted are on disk only where something rests on them."""
    game = before_bids()
    said = list(game.awaited().values())
    first, lie, *more = lies(game, 2, 4)
    one, other = (after_these(game, [*said[:2], third, said[3]]) for third in (said[2], lie))
    stray = elsewhere(one, 3, 3)
    words = [one.speak(1), *stray[:2], other.speak(3)]
    ledger = hold(game, 0, [said[0], said[1], said[3], first, said[2], lie, *words, stray[2], *more])
    number = game.log.round_number
    assert ledger.chain.forked == number
    assert all(is_held(ledger, event) for event in (said[2], lie, words[0], words[-1]))
    written = [effect.body for effect in ledger.effects if isinstance(effect, WriteJournal)]
    ledger.compact(())
    rewritten = ledger.effects[-1]
    assert isinstance(rewritten, CompactJournal)
    for bodies in (written, list(rewritten.bodies)):
        stored = StoredGame(game.genesis, tuple(game.rounds), (), tuple(map(read_journal_record, bodies)))
        assert Ledger(stored, 0).chain.forked == number
