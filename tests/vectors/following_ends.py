"""Where a game ends in a fork, what several liars make of a round, and how far it is looked ahead."""

from collections.abc import Iterator

from p2p.event import EventKind, SignedEvent
from tests.p2p.gamebuilder import GameBuilder
from tests.vectors.following_games import Case, doubled, games, sealed_twice


def ends() -> Iterator[Case]:
    """Give the cases about them."""
    yield from _one_seat_for_two_copies()
    yield from _fork_and_further()
    yield from _two_liars()
    yield from _bound_to_two_sets()
    yield from _behind_a_certificate()
    yield from _copy_by_copy()
    yield from _notes_that_close()
    yield from _seals()


def _one_seat_for_two_copies() -> Iterator[Case]:
    """Who makes two copies stand need not convict itself by it (16.6)."""
    game, first, lie = sealed_twice()
    over = game.copy()
    over.play_round(dict(enumerate(first)))
    unknown = game.sign(3, EventKind.COMMITMENT, (bytes(32),))
    one, other = game.keep(1, [first[2]], [2]), game.keep(1, [lie[2]], [2])
    both, half = game.keep(1, [lie[2], first[3]], [2, 3]), game.keep(1, [first[2], unknown], [2, 3])
    for what, said, end in (
        ("one seat has kept one of them, and the other for a larger set", [one, both], "fork"),
        ("one seat has kept one of them, and voted over the other", [other, over.vote(1, [2])], "fork"),
        ("a keep of one of them, and of an event that is not held", [half], ""),
    ):
        yield Case(f"two commitments of a seat: {what}", "8.8", "bids", 0, [*first, lie[2], *said], [], end)


def _fork_and_further() -> Iterator[Case]:
    """A fork that a late certificate makes takes back nothing of the copy that was followed."""
    game = games()["decision"]
    ahead = game.copy()
    links, decided = list(ahead.play_round()), list(ahead.play_round())
    [gone] = [one.event.seat for one in decided]
    here, other = [seat for seat in range(3) if seat != gone]
    votes = [game.vote(seat, [gone]) for seat in (here, other)]
    freed = [*links, *decided, *votes, game.keep(other, [links[gone]], [gone])]
    what = "it was freed, has spoken over a later round, and keeps all these rounds"
    yield Case(what, "19.9", "decision", here, [*freed, ahead.vote(here, [other])], [links, decided], "fork")
    after = game.copy()
    after.play_round()
    lie = after.sign(gone, EventKind.ACTION, after.log.state.legal()[-1].code)
    assert lie.event_id != decided[0].event_id
    word, keep = ahead.vote(other, [gone]), after.keep(other, [lie], [gone])
    held = [*links, *decided, *votes, lie, after.vote(gone, [here])]
    what = "outranked, and a fork in the round after"
    yield Case(what, "8.8 19.9", "decision", gone, [*held, word, keep], [links], "fork")


def _two_liars() -> Iterator[Case]:
    game, liars = games()["bids"].copy(), (1, 3)
    first = list(game.awaited().values())
    lies = {seat: game.commit(seat, 0, bytes(32)) for seat in liars}
    copy, other, mixed = (game.copy() for _ in range(3))
    copy.play_round(dict(enumerate(first)))
    other.play_round({0: first[0], 2: first[2], **lies})
    mixed.play_round({0: first[0], 1: first[1], 2: first[2], 3: lies[3]})
    held = [*first, *lies.values()]
    theirs = [other.vote(seat, [0]) for seat in liars]
    bound = [game.vote(0, [2]), *theirs]
    own = copy.vote(0, [1])
    crossed, lied = [*first[:3], lies[3]], [first[0], lies[1], first[2], lies[3]]
    elsewhere = "all other voters have spoken, over another copy than the one that stands"
    for what, seat, said, closed, end in (
        ("each has spoken over its own events", None, theirs, [], ""),
        ("another has spoken over one of each", None, [*theirs, mixed.vote(2, [1])], [crossed], ""),
        ("two others have spoken over one copy each", 0, [mixed.vote(2, [1]), own], [], "fork"),
        (elsewhere, 0, [*bound, own], [], ""),
        ("all voters have spoken over the one that stands", 0, [*bound, other.vote(0, [1])], [lied], ""),
    ):
        yield Case(f"two liars in one round: {what}", "8.8 19.9", "bids", seat, [*held, *said], closed, end)


def _bound_to_two_sets() -> Iterator[Case]:
    """Who is bound to two sets needs the voters of both."""
    game = games()["roll"]
    links = list(game.copy().awaited().values())
    small, large = [game.vote(seat, [3]) for seat in range(3)], game.vote(0, [2, 3])
    ahead = game.copy()
    ahead.play_round()
    over = [ahead.vote(seat, [(seat + 1) % 4]) for seat in range(3)]
    twice = game.keep(1, [links[2], links[3], links[2]], [2, 3])
    bound = [small[0], large, *links]
    for what, held, closed in (
        ("the voter of both has spoken over the events, and not the other one", [*bound, *over[:2]], []),
        ("all voters of either have spoken over the events", [*bound, *over], [links]),
        ("a certificate that it may not take forks nothing", [*links, *small, large, over[0]], []),
        ("a keep that names both events, one of them twice, frees it", [large, *links, twice], [links]),
    ):
        yield Case(f"bound to a larger set: {what}", "19.9", "roll", 0, held, closed)


def _behind_a_certificate() -> Iterator[Case]:
    """What is said behind a certificate is over no events of a round before it."""
    game = games()["roll"]
    votes, ahead = [game.vote(seat, [3]) for seat in range(3)], game.copy()
    links = list(ahead.play_round())
    [gone] = ahead.log.state.awaited
    assert gone < 3
    before = ahead.vote(gone, [3])
    removal = list(ahead.remove((gone,)))
    held = [*links, *votes, *removal]
    for what, word, closed in (
        (
            "the third voter has spoken behind the certificate of the round after",
            ahead.vote(gone, [3]),
            [votes],
        ),
        ("the third voter too, and is removed in the round after", before, [links, removal]),
    ):
        yield Case(
            f"two voters have spoken over the events: {what}", "19.9", "roll", None, [*held, word], closed
        )


def _copy_by_copy() -> Iterator[Case]:
    """What is asked of one over(C) is not met by several together."""
    game, first, lie = sealed_twice()
    over, other = (game.copy() for _ in range(2))
    over.play_round(dict(enumerate(first)))
    other.play_round(dict(enumerate(lie)))
    votes = [game.vote(seat, [2]) for seat in (0, 1, 3)]
    apart = [over.speak(0), other.speak(1), other.speak(3)]
    held = [*first, lie[2]]
    what = "a certificate whose voters have spoken, but over different copies"
    yield Case(what, "19.9", "bids", None, [*held, *votes, *apart], [votes])
    bound = [*held, game.vote(0, [2, 3]), over.speak(3)]
    for what, named, closed in (
        ("one event of each seat of the set has freed it", [first[2], first[3]], [first]),
        ("two events of one seat of the set frees nobody", [first[2], lie[2]], []),
    ):
        keep = game.keep(1, named, [2, 3])
        yield Case(f"a keep that names {what}", "19.9", "bids", 0, [*bound, keep], closed)


def _notes_that_close() -> Iterator[Case]:
    """Notes that were signed before close rounds over whose head their seats have signed nothing."""
    game, one, one_more, two, _, after, _ = doubled()
    x = one.event.seat
    y, z = (seat for seat in range(3) if seat != x)
    early, last, log = game.note(y), game.note(z), game.log
    before = log.round_number - 1  # y has spoken there: its note was for the round after
    late = game.sign(y, EventKind.NOTE, early.event.body, round_number=before, head=log.heads[before])
    link, end = after.speak(x), after.copy()
    closing = end.play_round({x: link, y: early, z: last})
    held = [one, one_more, two, link, early, late, last]
    for what, seat, closed in (
        ("the second liar has spoken over what its own note has closed", y, []),
        ("a third seat has", z, [[one], [one_more], list(closing)]),
    ):
        said = [*held, end.vote(seat, [x])]
        told = f"two decisions of one seat, two notes of another: {what}"
        yield Case(told, "8.8", "double", None, said, closed)
    yield Case(*_deep(games()["four"]))


def _deep(game: GameBuilder) -> Case:
    [x] = game.log.state.awaited
    y, z = (seat for seat in range(3) if seat != x)
    notes = {seat: game.note(seat) for seat in (y, z)}
    lie = game.sign(x, EventKind.ACTION, game.log.state.legal()[-1].code)
    after = game.copy()
    rounds = [list(after.play_round()) for _ in range(4)]
    rounds.append(list(after.play_round(notes)))
    said: list[SignedEvent] = [one for events in rounds for one in events]
    what = "another seat has signed over the first copy, five rounds on, the fifth closed by notes"
    return Case(what, "8.8", "four", None, [*said, lie, after.vote(y, [x])], rounds)


def _seals() -> Iterator[Case]:
    game = games()["seals"]
    seals = list(game.copy().awaited().values())
    wrong = game.sign(0, EventKind.SEAL, (0,))
    votes = [game.vote(seat, [2]) for seat in (0, 1)]
    for what, held, closed in (
        ("all of them", seals, [seals]),
        ("one is missing, and no certificate stands for it", [*seals[:2], *votes], []),
        ("another one of a seat, which is refused", [wrong, *seals], [seals]),
    ):
        yield Case(f"seals: {what}", "8.8 19.2", "seals", 0, held, closed)
