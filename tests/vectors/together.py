"""Logs of one game side by side: what a comparison must find (protocol.md, 13.5 and 19.13).

What is expected of each is written here by hand and not asked of the program.
"""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from p2p.compare import Relation
from p2p.event import EventKind
from p2p.verdict import Verdict
from tests.p2p.gamebuilder import GameBuilder, Round, genesis_body, log_bytes, round_body
from tests.vectors.broken import game_at, whole
from tests.vectors.broken_order import damaged

TOGETHER: Final = "corpus/together"
INDEX: Final = "index.jsonl"


class Beside(NamedTuple):
    """How a log lies to another of its game; logs are counted from 0, `round` is where they part."""

    log: int
    beside: int
    relation: str
    round: int | None = None
    differ: Sequence[int] = ()
    convicted: Sequence[int] = ()


class Together(NamedTuple):
    """Logs that are named to one audit, in this order, and what it must say."""

    name: str
    what: str
    logs: Sequence[bytes]
    code: Verdict
    found: Sequence[Beside]

    @property
    def files(self) -> list[str]:
        """The names of the files."""
        return [f"{self.name}-{number}.mark" for number in range(len(self.logs))]

    @property
    def line(self) -> str:
        """The line in the index, as JSON."""
        told = {
            "files": self.files,
            "what": self.what,
            "code": int(self.code),
            "found": [one._asdict() for one in self.found],
        }
        return json.dumps(told, ensure_ascii=True) + "\n"


@cache
def together_files() -> dict[str, bytes]:
    """Give every file of `corpus/together` by its path below the vectors' folder, the index among them."""
    made = [*_alike(), *_two_decisions(), *_removals(), *_two_removals(), *_removed_twice()]
    files = {f"{TOGETHER}/{file}": log for one in made for file, log in zip(one.files, one.logs, strict=True)}
    files[f"{TOGETHER}/{INDEX}"] = "".join(one.line for one in made).encode("ascii")
    return files


def _alike() -> Iterator[Together]:
    game = whole()
    data, bodies = game.data(), game.bodies()
    rounds = list(game.rounds)
    rounds[2] = (damaged(rounds[2][0]), *rounds[2][1:])
    spoiled = _log(game, rounds)
    same, prefix = Relation.SAME.value, Relation.PREFIX.value
    one_seal = log_bytes([*bodies[:-1], round_body(game.rounds[-1][:1])])
    yield Together(
        "same", "one copy has a damaged signature", (data, spoiled), Verdict.COMPLETE, [Beside(1, 0, same)]
    )
    yield Together(
        "prefix",
        "the middle one is the longest; of the last one seal is missing",
        (log_bytes(bodies[:4]), data, one_seal),
        Verdict.UNFINISHED,
        [Beside(0, 1, prefix), Beside(2, 1, prefix)],
    )


def _log(game: GameBuilder, rounds: Sequence[Round]) -> bytes:
    return log_bytes([genesis_body(game.genesis), *map(round_body, rounds)])


def _two_decisions() -> Iterator[Together]:
    game = game_at(EventKind.ACTION)
    number, [liar] = game.log.round_number, game.log.state.awaited
    codes = sorted(decision.code for decision in game.log.state.legal())
    one, other = game.copy(), game.copy()
    one.play_round({liar: one.sign(liar, EventKind.ACTION, codes[0])})
    other.play_round({liar: other.sign(liar, EventKind.ACTION, codes[1])})
    fork = Relation.FORK.value
    yield Together(
        "two-decisions",
        "a seat has signed two decisions for one round",
        (one.data(), other.data()),
        Verdict.FORK,
        [Beside(1, 0, fork, number, (liar,), (liar,))],
    )
    for copy in (one, other):
        copy.play_to(EventKind.LINK).play(1)
    rounds = list(one.rounds)
    rounds[number] = (damaged(rounds[number][0]),)
    yield Together(
        "two-decisions-one-damaged",
        "one of the two is damaged; in a later round all seats have signed over both copies",
        (_log(one, rounds), other.data()),
        Verdict.FORK,
        [Beside(1, 0, fork, number, (liar,), (0, 1, 2))],
    )


def _removals() -> Iterator[Together]:
    game = game_at(EventKind.LINK)
    number = game.log.round_number
    removed, stayed = game.copy(), game.copy()
    removed.remove([2])
    stayed.play_round()
    outranked, fork = Relation.OUTRANKED.value, Relation.FORK.value
    differ = (0, 1)
    yield Together(
        "outranked",
        "a certificate closes the round in one of two logs, and no voter has gone on in the other",
        (removed.data(), stayed.data()),
        Verdict.UNFINISHED,
        [Beside(1, 0, outranked, number, differ)],
    )
    further = stayed.copy().play_to(EventKind.LINK).play(1)
    yield Together(
        "voter-gone-on",
        "the voters have gone on in the other log as well",
        (removed.data(), further.data()),
        Verdict.FORK,
        [Beside(0, 1, fork, number, differ)],
    )
    noted = game.copy()
    noted.resign(0, has_spoken=True)
    noted.resign(1, has_spoken=True)
    noted.play_round()
    while {0, 1} & set(noted.log.state.active):
        noted.play_round()
    yield Together(
        "notes-of-the-voters",
        "notes that the voters have signed in the round itself stand in later rounds of the other log",
        (removed.data(), noted.data()),
        Verdict.UNFINISHED,
        [Beside(0, 1, outranked, number, differ)],
    )


def _two_removals() -> Iterator[Together]:
    game = game_at(EventKind.LINK, 4)
    number = game.log.round_number
    smaller, larger = game.copy(), game.copy()
    smaller.remove([3])
    larger.remove([2, 3])
    outranked, fork = Relation.OUTRANKED.value, Relation.FORK.value
    differ = (0, 1)
    yield Together(
        "smaller-and-larger-set",
        "certificates for a set and for a larger one: the larger one outranks",
        (smaller.data(), larger.copy().play(1).data()),
        Verdict.UNFINISHED,
        [Beside(0, 1, outranked, number, differ)],
    )
    yield Together(
        "gone-on-with-the-smaller-set",
        "the same, and the voters for the larger set have gone on after the smaller one",
        (smaller.copy().play(1).data(), larger.data()),
        Verdict.FORK,
        [Beside(1, 0, fork, number, differ)],
    )
    others = game.copy()
    others.remove([2])
    yield Together(
        "two-sets",
        "certificates for two sets of which neither holds the other: who voted for both is convicted",
        (smaller.data(), others.data()),
        Verdict.FORK,
        [Beside(1, 0, fork, number, differ, differ)],
    )


def _removed_twice() -> Iterator[Together]:
    game = game_at(EventKind.ACTION)
    while game.log.state.actions_left != 2:
        game.play_round()
        game.play_to(EventKind.ACTION)
    number, [gone] = game.log.round_number, game.log.state.awaited
    removed, late, alone = game.copy(), game.copy().play(1), game.copy().play(2)
    for copy in (removed, late):
        copy.remove((gone,))
    outranked, fork = Relation.OUTRANKED.value, Relation.FORK.value
    logs = alone.data(), removed.data(), late.data()
    yield Together(
        "removed-twice",
        "a seat goes on alone in the first; in the others it is removed, and its voters have gone on past "
        "the earlier removal to sign the later one",
        logs,
        Verdict.FORK,
        [Beside(1, 0, outranked, number), Beside(2, 1, fork, number)],
    )
    yield Together(
        "removed-twice-in-another-order",
        "the same, where the last, as long as the first, is named before it",
        logs[::-1],
        Verdict.FORK,
        [Beside(1, 0, fork, number), Beside(2, 0, outranked, number + 1)],
    )
