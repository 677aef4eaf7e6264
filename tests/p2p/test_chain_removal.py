"""Which outcome of a round a peer follows where ballots were cast (protocol.md, clause 19.9)."""

from p2p.chain import Chain
from p2p.event import EventKind, SignedEvent
from p2p.heard import Heard
from p2p.ledger import Ledger
from p2p.stored import StoredGame
from tests.p2p.gamebuilder import GameBuilder


def at_roll(seats: int = 3) -> GameBuilder:
    return GameBuilder(seats, "ballots").play_to(EventKind.LINK).play(1).play_to(EventKind.LINK)


def before_a_decision() -> tuple[GameBuilder, GameBuilder]:
    """Give a game with a roll open, and the same game after this roll, when one seat has to decide."""
    game = at_roll()
    while True:
        ahead = game.copy()
        ahead.play_round()
        if ahead.log.expects is not None and ahead.log.expects.kind is EventKind.ACTION:
            return game, ahead
        game.play(1).play_to(EventKind.LINK)


def follow(builder: GameBuilder, seat: int | None, *events: SignedEvent) -> Chain:
    """Give the chain of `seat` that follows these events, all that the builder has played being settled."""
    chain, heard = Chain(builder.genesis, seat), Heard()
    chain.restore(builder.rounds)
    for one in events:
        heard.add(one, frozenset())
        chain.advance(heard)
    return chain


def links(game: GameBuilder) -> list[SignedEvent]:
    return [game.speak(seat) for seat in game.log.state.active]


def votes(game: GameBuilder, *gone: int) -> list[SignedEvent]:
    return [game.vote(seat, gone) for seat in game.log.state.active if seat not in gone]


def test_a_certificate_closes_the_round() -> None:
    game = at_roll()
    number = game.log.round_number
    chain = follow(game, 0, *links(game)[:2], *votes(game, 2))
    assert chain.tip.removals == (number,)
    assert chain.tip.state.active == (0, 1)
    assert chain.rounds[-1] == tuple(votes(game, 2))


def test_a_certificate_takes_the_place_of_a_round_that_nobody_has_spoken_over() -> None:
    game = at_roll()
    number = game.log.round_number
    assert follow(game, None, *links(game)).tip.round_number == number + 1
    assert follow(game, None, *links(game), *votes(game, 2)).tip.removals == (number,)


def test_who_has_voted_takes_no_events_until_a_keep_frees_it() -> None:
    game = at_roll()
    number = game.log.round_number
    vote, said = game.vote(0, (2,)), links(game)
    assert follow(game, 0, vote, *said).tip.round_number == number
    assert follow(game, 1, vote, *said).tip.round_number == number + 1
    foreign, inside = game.keep(1, [said[1]], (2,)), game.keep(2, [said[2]], (2,))
    assert follow(game, 0, vote, *said, foreign, inside).tip.round_number == number
    assert follow(game, 0, vote, *said, game.keep(1, [said[2]], (2,))).tip.round_number == number + 1


def test_who_has_voted_takes_the_events_once_all_voters_have_spoken_over_them_itself_the_last() -> None:
    game = at_roll(4)
    number = game.log.round_number
    held = [game.vote(0, (3,)), *links(game)]
    ahead = game.copy()
    ahead.play_round()
    one, two, inside = (ahead.sign(seat, EventKind.VOTE, (0b1,)) for seat in (1, 2, 3))
    own = ahead.sign(0, EventKind.KEEP, (0b1, (bytes(32),)))
    assert follow(game, 0, *held, one, inside).unspoken is None
    assert follow(game, 0, *held, two, inside).unspoken is None
    chain = follow(game, 0, *held, one, two)
    assert chain.tip.round_number == number
    assert chain.unspoken == dict(enumerate(links(game)))
    assert chain.wanted_ids() == {signed.event_id for signed in (one, two, *links(game))}
    chain = follow(game, 0, *held, one, two, own)
    assert (chain.tip.round_number, chain.unspoken) == (number + 1, None)
    chain = follow(game, 0, *held, one, two, inside, own)
    assert chain.tip.removals == (number + 1,)
    assert chain.tip.state.active == (1, 2, 3)
    larger = game.vote(0, (2, 3))
    assert follow(game, 0, *held, larger, one).unspoken is None
    assert follow(game, 0, *held, larger, one, two, own).tip.round_number == number + 1


def test_what_was_settled_in_a_log_that_is_lost_is_not_forked_by_votes_that_are_shown_again() -> None:
    """8.18: the others had spoken over the events too, which is not known here yet."""
    game = at_roll()
    ahead = game.copy()
    ahead.play_round()
    chain, heard = Chain(game.genesis, 0), Heard()
    chain.settled_once = game.log.round_number + 1
    chain.restore(game.rounds)
    for one in (*votes(game, 2), *links(game), ahead.note(0)):
        heard.add(one, frozenset())
    chain.advance(heard)
    assert (chain.tip.head, chain.forked) == (ahead.log.head, None)
    chain, heard = Chain(game.genesis, 0), Heard()
    chain.settled_once = game.log.round_number + 1
    chain.restore(game.rounds)
    for one in (votes(game, 2)[0], *links(game)):
        heard.add(one, frozenset())
    chain.advance(heard)
    assert chain.tip.head == ahead.log.head


def test_the_round_that_was_open_when_a_log_was_lost_is_forked_and_bound_as_any_other() -> None:
    """8.18: only what is before the round that the journal tells of was settled."""
    game = at_roll()
    number = game.log.round_number
    ahead = game.copy()
    ahead.play_round()
    for held, forked in (((*votes(game, 2), ahead.note(0)), number), ((votes(game, 2)[0],), None)):
        chain, heard = Chain(game.genesis, 0), Heard()
        chain.settled_once = number
        chain.restore(game.rounds)
        for one in (*links(game), *held):
            heard.add(one, frozenset())
        chain.advance(heard)
        assert chain.forked == forked
        assert forked is not None or chain.tip.round_number == number


def test_who_has_voted_counts_who_has_spoken_over_a_later_round_of_the_same_copy_alone() -> None:
    game, ahead = before_a_decision()
    number = game.log.round_number
    over = ahead.copy()
    [between] = ahead.play_round()
    gone = between.event.seat
    voter, other = (seat for seat in range(3) if seat != gone)
    held = [
        game.vote(voter, (gone,)),
        *links(game),
        over.sign(voter, EventKind.KEEP, (1 << voter, (bytes(32),))),
    ]
    later = ahead.sign(other, EventKind.VOTE, (1 << voter,))
    assert follow(game, voter, *held, later).tip.round_number == number
    assert follow(game, voter, *held, between).tip.round_number == number
    assert follow(game, voter, *held, later, between).tip.round_number == number + 2
    removed = game.copy()
    removed.remove((gone,))
    elsewhere = removed.sign(other, EventKind.VOTE, (1 << voter,))
    assert follow(game, voter, *held, elsewhere, between).tip.round_number == number


def test_who_has_voted_takes_the_certificate_until_it_has_spoken_over_the_events_itself() -> None:
    """It has shown no head after the events before, by which others could have settled the round."""
    game = at_roll()
    late = votes(game, 2)
    ahead = game.copy()
    ahead.play_round()
    over = ahead.sign(1, EventKind.VOTE, (0b1,))
    own = ahead.sign(0, EventKind.KEEP, (0b1, (bytes(32),)))
    held = [late[0], *links(game), over]
    assert follow(game, 0, *held).tip.round_number == game.log.round_number
    assert follow(game, 0, *held, *late).tip.removals == (game.log.round_number,)
    chain = follow(game, 0, *held, *late, own)
    assert (chain.tip.head, chain.forked) == (ahead.log.head, None)


def test_who_has_voted_for_a_set_takes_the_certificate_of_a_larger_one_alone() -> None:
    game = at_roll(4)
    number = game.log.round_number
    small, large = votes(game, 3), votes(game, 2, 3)
    assert follow(game, 0, *small, large[0]).tip.round_number == number
    assert follow(game, 1, *small).tip.state.active == (0, 1, 2)
    chain = follow(game, 0, small[0], *large)
    assert chain.tip.state.active == (0, 1)
    assert follow(game, 1, *small[:2], *large).tip.state.active == (0, 1)


def test_a_certificate_over_which_all_its_signers_have_spoken_is_void() -> None:
    game = at_roll()
    said, late = links(game), votes(game, 2)
    ahead = game.copy()
    ahead.play_round()
    over = [ahead.sign(seat, EventKind.VOTE, (0b100,)) for seat in (0, 1)]
    assert follow(game, None, *said, over[0], *late).tip.removals == (game.log.round_number,)
    chain = follow(game, None, *said, *over, *late)
    assert game.log.round_number not in chain.tip.removals


def test_one_that_was_removed_after_it_had_spoken_over_the_round_is_outranked() -> None:
    game = at_roll()
    said, late = links(game), votes(game, 2)
    ahead = game.copy()
    ahead.play_round()
    over = ahead.vote(2, (0,))
    chain = follow(game, 2, *said, over, *late)
    assert chain.outranked is not None
    assert chain.outranked.votes == tuple(late)
    assert chain.forked is None
    assert chain.tip.round_number == ahead.log.round_number


def test_one_that_has_spoken_over_the_round_and_is_not_removed_finds_a_fork() -> None:
    game = at_roll()
    said, late = links(game), votes(game, 2)
    ahead = game.copy()
    ahead.play_round()
    chain = follow(game, 0, *said, ahead.vote(0, (2,)), *late)
    assert (chain.forked, chain.outranked) == (game.log.round_number, None)


def test_an_invalid_event_frees_nobody_who_has_voted() -> None:
    """Clause 19.9: only what is valid over the head after a copy counts."""
    game = at_roll()
    ahead = game.copy()
    ahead.play_round()
    invalid = ahead.sign(1, EventKind.SEAL)
    ledger = Ledger(StoredGame(game.genesis, tuple(game.rounds), (), ()), 0)
    for one in (game.vote(0, (2,)), *links(game), invalid):
        ledger.hold(one)
    ledger.advance()
    assert ledger.tip.round_number == game.log.round_number


def double_turn() -> tuple[GameBuilder, SignedEvent, SignedEvent, GameBuilder]:
    """Give a game before two decisions of one seat, two first ones of it, and the game after the second."""
    for seed in range(100):
        game = GameBuilder(3, f"double {seed}")
        while game.log.expects is not None:
            if game.log.expects.kind is EventKind.ACTION:
                (liar,) = game.log.expects.seats
                legal = list(game.log.state.legal())
                pair = [game.sign(liar, EventKind.ACTION, one.code) for one in (legal[0], legal[-1])]
                after = [game.copy() for _ in pair]
                for branch, said in zip(after, pair, strict=True):
                    branch.play_round({liar: said})
                if len(legal) > 1 and all(branch.log.expects == game.log.expects for branch in after):
                    return game, pair[0], pair[1], after[1]
            game.play_round()
    raise AssertionError


def test_a_keep_over_one_copy_makes_no_other_stand_that_the_same_note_would_go_on() -> None:
    """8.8: a note has no head that ties it to one copy, and a keep has."""
    game, first, second, after = double_turn()
    liar = first.event.seat
    note = game.note(liar, has_spoken=True)
    keep = after.keep((liar + 1) % 3, [note], (liar,))
    chain = follow(game, None, first, second, note, keep)
    assert chain.forked is None
    assert second in chain.rounds[game.log.round_number]


def test_of_two_rounds_that_are_forks_the_first_is_told() -> None:
    """Clause 19.9 (4): a late certificate makes it, and what follows in the same copy can be one too."""
    game, ahead = before_a_decision()
    [x] = ahead.log.state.awaited
    here, other = (seat for seat in range(3) if seat != x)
    one, two = (ahead.sign(x, EventKind.ACTION, each.code) for each in ahead.log.state.legal()[:2])
    beyond = ahead.copy()
    beyond.play_round({x: one})
    said = links(game)
    free, words = game.keep(other, [said[x]], (x,)), (beyond.vote(here, (x,)), ahead.keep(here, [two], (x,)))
    chain, heard = Chain(game.genesis, here), Heard()
    chain.restore(game.rounds)
    for each in (*said, one, two, *votes(game, x), free, *words):
        heard.add(each, frozenset())
    chain.advance(heard)
    assert (chain.forked, chain.tip.round_number) == (game.log.round_number, ahead.log.round_number)


def test_after_a_fork_no_certificate_is_taken() -> None:
    """Clause 8.8 (3), also by one that has spoken over neither copy."""
    game, ahead = before_a_decision()
    [x] = ahead.log.state.awaited
    one, two = (ahead.sign(x, EventKind.ACTION, each.code) for each in ahead.log.state.legal()[:2])
    y, z = (seat for seat in range(3) if seat != x)
    keeps = ahead.keep(y, [one], (x,)), ahead.keep(z, [two], (x,))
    chain = follow(game, None, *links(game), one, two, *keeps, *votes(ahead, x))
    assert chain.forked == ahead.log.round_number
    assert chain.tip.head == ahead.log.head
