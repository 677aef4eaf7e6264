"""The proofs on a page, recomputed from the page alone by hashlib: the links, the dice, and the bids.

Protocol.md, chapters 9 and 10.
"""

import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from core.ruleset import Ruleset
from p2p.event import EventKind
from tests.cli.report.pages import Element, auctions_game, find, page_of, parse, text_of
from tests.p2p.gamebuilder import GameBuilder


def _resigned() -> GameBuilder:
    game = _begun(2)
    game.resign(1)
    return game.play()


def _removed(rounds: int) -> GameBuilder:
    game = _begun(rounds)
    game.remove((1,))
    return game.play()


def _begun(rounds: int) -> GameBuilder:
    return GameBuilder(3, "roll", Ruleset(most_rolls=12)).play(rounds).play_to(EventKind.LINK)


GAMES: dict[str, Callable[[], GameBuilder]] = {
    "auctions": auctions_game,
    "a seat resigns at a roll": _resigned,
    "a seat is removed at a roll": lambda: _removed(2),
    "a seat is removed at the draw": lambda: _removed(0),
}


def hexadecimals(root: Element, look: str) -> list[str]:
    return [text_of(one) for one in find(root, "code", look)]


def rehash(proof: Element) -> list[bytes]:
    """Recompute every SHA-256 under an element and give the inputs."""
    data = [bytes.fromhex(text) for text in hexadecimals(proof, "input")]
    assert [sha256(one).hexdigest() for one in data] == hexadecimals(proof, "digest")
    assert data
    return data


@pytest.mark.parametrize("game", GAMES)
def test_every_roll_follows_from_the_page_alone(game: str, tmp_path: Path) -> None:
    root = parse(page_of(tmp_path, GAMES[game]().data()))
    game_id = bytes.fromhex(text_of(next(find(next(find(root, "header")), "code"))))
    names = [text_of(one) for one in find(next(find(root, "table", "people")), "bdi")]
    known = dict(zip(names, hexadecimals(root, "anchor"), strict=True))
    keys = dict(zip(names, hexadecimals(root, "key"), strict=True))
    for proof in find(root, "details", "roll"):
        (number,) = (int(one) for one in re.findall(r"roll (\d+)", text_of(proof[0])))
        said = b""
        for link in find(proof, "dl", "link"):
            name = text_of(link[0]).partition(",")[0]
            (revealed,) = hexadecimals(link, "revealed")
            hashed = rehash(link)
            assert hashed[0].endswith(bytes.fromhex(revealed))
            assert all(bytes.fromhex(keys[name]) in one for one in hashed)
            assert hexadecimals(link, "digest")[-1] == known[name]
            known[name] = revealed
            said += bytes((names.index(name),)) + bytes.fromhex(revealed)
        (dice,) = find(proof, "dl", "dice")
        is_draw = "the draw" in text_of(proof[0])
        tag = b"mark/1 starting seat\0" if is_draw else b"mark/1 dice\0"
        count = len([*find(proof, "dl", "link")])
        whole = tag + game_id + number.to_bytes(4, "big") + bytes((count,)) + said
        assert rehash(dice) == [whole + counter.to_bytes(4, "big") for counter in range(len(rehash(dice)))]
        taken, limit, bound, results = numbers_of(text_of(next(find(dice, "dd", "results"))))
        digests = b"".join(bytes.fromhex(one) for one in hexadecimals(dice, "digest"))
        assert list(digests[: len(taken)]) == taken
        assert limit == 256 - 256 % bound
        assert [byte % bound for byte in taken if byte < limit] == results
        assert text_of(proof[0]).endswith(told(results, names))


def numbers_of(text: str) -> tuple[list[int], int, int, list[int]]:
    found = re.fullmatch(r"Its bytes ([\d ]+), without those from (\d+) on, modulo (\d+): ([\d ]+)\.", text)
    assert found is not None
    taken, limit, bound, results = found.groups()
    return [*map(int, taken.split())], int(limit), int(bound), [*map(int, results.split())]


def told(results: list[int], names: list[str]) -> str:
    if len(results) == 1:
        return f"{names[results[0]]} starts."
    faces = ("glass", "paper", "metal", "cork", "plastic")
    first, second = results
    if first == second < 5:
        return f"{faces[first]} twice."
    return f"{(*faces, 'hammer')[first]} and {(*faces, 'star')[second]}."


def test_every_bid_follows_from_the_page_alone(tmp_path: Path) -> None:
    root = parse(page_of(tmp_path, auctions_game().data()))
    proofs = [*find(root, "dl", "bid")]
    for proof in proofs:
        (data,) = rehash(proof)
        assert hexadecimals(proof, "digest") == hexadecimals(proof, "commitment")
        dollars = re.search(r"\$(\d+)", text_of(proof))
        assert dollars is not None
        (nonce,) = hexadecimals(proof, "nonce")
        assert data.endswith(int(dollars[1]).to_bytes(8, "big") + bytes.fromhex(nonce))
        assert data.startswith(b"mark/1 bid\0")
    assert len(proofs) >= 6
