"""Ballots and certificates, and who takes which outcome (protocol.md, 19.9)."""

from collections.abc import Iterator

from p2p.event import EventKind
from tests.vectors.following_games import Case, games


def votes() -> Iterator[Case]:
    """Give the cases about them."""
    yield from _ballots()
    yield from _freeing_keeps()
    yield from _late_votes()
    yield from _two_certificates()


def _ballots() -> Iterator[Case]:
    game = games()["roll"]
    links = list(game.copy().awaited().values())
    small, large = ([game.vote(seat, gone) for seat in range(4 - len(gone))] for gone in ([3], [2, 3]))
    ahead = game.copy()
    ahead.play_round()
    over = [ahead.vote(seat, [(seat + 1) % 4]) for seat in range(4)]
    keep, half = game.keep(1, [links[3]], [3]), game.keep(1, [links[2]], [3])
    kept, twice = [game.keep(0, [links[3]], [3])], game.keep(1, [links[3], links[3]], [2, 3])
    bound, two = [small[0], *links], [*links, *small, *large]
    freed = "a keep about the set, and the event that it names, have freed it"
    for what, seat, held, closed, end in (
        ("a certificate, and no events", 0, small, [small], ""),
        ("a vote is missing", 0, [*small[:2], *links[:3]], [], ""),
        ("all events, and a certificate in their place", None, [*links, *small], [small], ""),
        ("who has voted is bound and takes no events", 0, bound, [], ""),
        ("who has not voted takes them", 1, bound, [links], ""),
        (freed, 0, [*bound, keep], [links], ""),
        ("a keep of another event frees nobody", 0, [*bound, half], [], ""),
        ("one of the two other voters has spoken over the events", 0, [*bound, over[1]], [], ""),
        ("both other voters have spoken over the events", 0, [*bound, over[1], over[2]], [], ""),
        ("it has spoken over them too, after both other voters", 0, [*bound, *over[:3]], [links], ""),
        ("the seat in the set has spoken over them, and one voter", 0, [*bound, over[1], over[3]], [], ""),
        ("certificates for two sets: the larger one", 1, [*small, *large], [large], ""),
        ("who is bound to the larger set takes no smaller one", 0, [*small, large[0]], [], ""),
        ("who is in the set takes the certificate", 3, [*small, *links], [small], ""),
        ("all its voters have spoken over the events", None, [*links, *small, *over[:3]], [links], ""),
        ("it has spoken over them itself, in the set", 3, [*links, *small, over[3]], [links], "outranked"),
        ("it has spoken over them itself, as a voter", 0, [*links, *small, over[0]], [], "fork"),
        ("so has one that was freed, and keeps them", 0, [*links, *small, keep, over[0]], [links], "fork"),
        ("it has kept one event of them, which is not to speak", 0, [*kept, *links, *large], [large], ""),
        ("a keep that names one event twice frees nobody", 0, [large[0], *links, twice], [], ""),
        ("two sets, and it has spoken over the events: the larger", 2, [*two, over[2]], [], "outranked"),
    ):  # fmt: skip
        yield Case(what, "19.9", "roll", seat, held, closed, end)


def _freeing_keeps() -> Iterator[Case]:
    """A keep frees by the id of one valid event of each awaited seat of its set, and by no other ids."""
    game = games()["roll"]
    links = list(game.copy().awaited().values())
    bound = [game.vote(0, [2, 3]), *links]
    unknown = game.sign(2, EventKind.LINK, (bytes(32),))
    for what, keeper, kept, closed in (
        ("both events, in another order", 1, [links[3], links[2]], [links]),
        ("both events, and one that is not held", 1, [*links[2:], unknown], []),
        ("one event of two", 1, links[2:3], []),
        ("one of its events, and one that is refused", 1, [unknown, links[3]], []),
        ("an event of the set, and one of another seat", 1, links[1:3], []),
        ("both events, by a seat in the set", 2, links[2:], []),
    ):
        keep = game.keep(keeper, kept, [2, 3])
        held = [*bound, unknown, keep] if what.endswith("refused") else [*bound, keep]
        yield Case(f"a keep that names {what}", "19.9", "roll", 0, held, closed)


def _late_votes() -> Iterator[Case]:
    """A certificate that comes when its voters have gone on, by rounds that did not await all of them."""
    game = games()["decision"]
    ahead = game.copy()
    links, decided = list(ahead.play_round()), list(ahead.play_round())
    [gone] = [one.event.seat for one in decided]
    voters = [seat for seat in range(3) if seat != gone]
    votes = [game.vote(seat, [gone]) for seat in voters]
    over = [ahead.vote(seat, [(seat + 1) % 3]) for seat in voters]
    held, rounds = [*links, *decided, *votes], [links, decided]
    for what, seat, over_here, closed, end in (
        ("one of its voters has spoken over a later round of the events", None, over[:1], [votes], ""),
        ("all its voters have spoken over a later round of the events", None, over, rounds, ""),
        ("so has the client itself, who is one of them", voters[0], over, rounds, ""),
        ("it has spoken over a later round itself, as a voter", voters[0], over[:1], [], "fork"),
        (
            "it has spoken over a later round itself, in the set",
            gone,
            [ahead.vote(gone, [voters[0]])],
            rounds,
            "outranked",
        ),
    ):
        yield Case(what, "19.9", "decision", seat, [*held, *over_here], closed, end)


def _two_certificates() -> Iterator[Case]:
    """One that lies votes with each of two others to remove the third."""
    game = games()["decision"]
    links = list(game.copy().play_round())
    low = [game.vote(seat, [1]) for seat in (0, 2)]
    high = [game.vote(seat, [2]) for seat in (0, 1)]
    after_events, after_high = game.copy(), game.copy()
    after_events.play_round()
    after_high.remove((2,))
    over = [after_events.vote(seat, [0]) for seat in range(3)]
    both = [*links, *low, *high]
    for what, seat, held, closed, end in (
        ("who is bound and in the lower set", 1, both, [low], ""),
        ("who is bound and in the higher set", 2, both, [low], ""),
        ("a spectator", None, both, [low], ""),
        ("one that has signed over what the other makes", 1, [*both, after_high.speak(1)], [low], ""),
        ("who has spoken over the events, in the lower set", 1, [*both, over[1]], [], "outranked"),
        ("who has spoken over the events, in the higher set", 2, [*both, over[2]], [], "fork"),
    ):
        yield Case(f"two certificates of one size: {what}", "19.9", "decision", seat, held, closed, end)
