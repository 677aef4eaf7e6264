"""The inputs of a roll as they are shown: with hashlib and a pencil they give the dice of the game."""

import hashlib
from collections.abc import Iterator

import pytest

from core.happening import Drawn, Rolled
from core.ruleset import Ruleset
from p2p.audit import audit_log
from p2p.dice import roll_dice
from p2p.event import EventKind
from p2p.hashing import TAG_START
from p2p.log import Log
from p2p.roll_inputs import RollInputs, roll_in_rounds, roll_inputs
from tests.p2p.gamebuilder import GameBuilder, whole_game
from tests.vectors.corpus import CORPUS


def happened(game: GameBuilder) -> list[Drawn | Rolled]:
    """Replay the game and give its draw and its rolls, in order."""
    log = Log(game.genesis)
    log.state.happenings = []
    for events in game.rounds:
        log.close({one.event.seat: one for one in events})
    return [one for one in log.state.happenings if isinstance(one, Drawn | Rolled)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_inputs_give_the_dice_by_hashlib_alone(seats: int) -> None:
    game = whole_game(seats, "roll", Ruleset(most_rolls=30))
    data = game.data()
    for index, true in enumerate(happened(game)):
        shown = roll_inputs(data, index)
        assert shown is not None
        text = shown.tag + game.genesis.game_id + index.to_bytes(4, "big") + bytes((len(shown.links),))
        text += b"".join(bytes((one.seat,)) + one.link for one in shown.links) + bytes(4)
        assert shown.blocks[0].data == text
        assert shown.blocks[0].digest == hashlib.sha256(text).digest()
        assert tuple(shown.blocks[0].digest[: len(shown.taken)]) == shown.taken
        limit = 256 - 256 % shown.bound
        assert [byte % shown.bound for byte in shown.taken if byte < limit] == list(shown.results)
        assert shown.results == ((true.seat,) if isinstance(true, Drawn) else (true.first, true.second))
        assert all(link.fits for link in shown.links)


def test_each_link_leads_to_the_one_before_it_or_to_the_anchor() -> None:
    game = whole_game(2, "roll")
    first, second = roll_inputs(game.data(), 0), roll_inputs(game.data(), 1)
    assert first is not None
    assert second is not None
    for seat, (earlier, later) in enumerate(zip(first.links, second.links, strict=True)):
        assert (earlier.known_index, earlier.known) == (-1, game.genesis.seats[seat].anchor)
        assert (later.known_index, later.known) == (0, earlier.link)
        entry = game.genesis.seats[seat]
        text = b"mark/1 link\0" + game.genesis.nonce + entry.key + (1).to_bytes(4, "big") + later.link
        assert hashlib.sha256(text).digest() == later.hashed == earlier.link


def test_the_link_of_a_note_counts_in_its_roll() -> None:
    game = GameBuilder(3, "roll", Ruleset(most_rolls=30)).play(2).play_to(EventKind.LINK)
    index, number = game.log.link_indexes[-1], game.log.round_number
    game.resign(1)
    game.play()
    shown = roll_inputs(game.data(), index)
    assert shown is not None
    assert (shown.round_number, [link.seat for link in shown.links]) == (number, [0, 1, 2])
    assert shown.links[1].link == game.players[1].chain.link(index)
    assert all(link.fits for link in shown.links)
    later = roll_inputs(game.data(), index + 1)
    assert later is not None
    assert [link.seat for link in later.links] == [0, 2]


def test_votes_at_a_roll_make_none_and_the_next_links_do() -> None:  # clause 7.5
    game = GameBuilder(3, "roll", Ruleset(most_rolls=30)).play(2).play_to(EventKind.LINK)
    index = game.log.link_indexes[-1]
    game.remove((1,))
    game.play()
    assert roll_inputs(game.data(), index) is None
    later = roll_inputs(game.data(), index + 1)
    assert later is not None
    assert [link.seat for link in later.links] == [0, 2]
    assert all(link.fits for link in later.links)


def test_bytes_that_would_favour_a_face_are_passed_over() -> None:
    roll = next(
        roll for seed in range(100) for roll in rolls(whole_game(2, str(seed))) if len(roll.taken) > 2
    )
    assert max(roll.taken) >= 252
    links = tuple((link.seat, link.link) for link in roll.links)
    assert roll.results == roll_dice(roll.game_id, roll.index, links)


def rolls(game: GameBuilder) -> Iterator[RollInputs]:
    for index in range(1, game.log.state.rolls + 1):
        shown = roll_inputs(game.data(), index)
        assert shown is not None
        yield shown


@pytest.mark.parametrize("index", [-1, 6, 10**9])
def test_there_is_no_roll_that_was_not_made(index: int) -> None:
    game = whole_game(2, "roll")
    assert audit_log(game.data()).rolls == 5
    assert roll_inputs(game.data(), index) is None


def test_a_roll_behind_a_break_is_not_shown() -> None:
    data = bytearray(whole_game(2, "roll").data())
    assert roll_inputs(bytes(data), 5) is not None
    data[len(data) // 2] ^= 1
    assert roll_inputs(bytes(data), 5) is None
    assert roll_inputs(bytes(data), 0) is not None


def test_a_roll_that_was_closed_by_votes_was_not_made() -> None:
    """Clause 19.7: the others are asked anew, for their next links."""
    data = (CORPUS / "made" / "l2-removed-at-a-link.mark").read_bytes()
    assert roll_inputs(data, 0) is None
    drawn = roll_inputs(data, 1)
    assert drawn is not None
    assert [link.seat for link in drawn.links] == [0, 1]
    assert drawn.tag == TAG_START


@pytest.mark.parametrize("index", [0, 1, 4, 6])
def test_the_rounds_at_hand_give_the_inputs_that_the_log_gives(index: int) -> None:
    game = whole_game(3, "roll")
    assert roll_in_rounds(game.genesis, game.rounds, index) == roll_inputs(game.data(), index)
