"""The closed-fist auction: rules B1 to B5."""

import pytest

from core.decision import Place
from core.errors import BadBid, WrongPhase
from core.happening import AuctionOpened, AuctionWon, BidsShown, ChipPlaced, NoSale
from core.material import Material
from core.phase import Phase
from core.state import State
from tests.core.positions import METAL, SPECIAL, areas, happened, to_roll


def to_bid(state: State) -> State:
    """Let the roller roll the hammer and metal."""
    state.roll(SPECIAL, METAL)
    assert happened(state)[-1] == AuctionOpened(Material.METAL)
    return state


def test_b1_every_seat_bids_from_nothing_to_all_its_money() -> None:
    state = to_bid(to_roll(money={1: 12, 2: 0}))
    assert (state.phase, state.awaited) == (Phase.BID, (0, 1, 2))
    assert [state.bid_range(seat) for seat in range(3)] == [range(31), range(13), range(1)]
    state.bid((30, 12, 0))
    assert happened(state)[0] == BidsShown((30, 12, 0))


@pytest.mark.parametrize(
    ("bids", "seat"),
    [
        ((31, 0, 0), 0),
        ((0, -1, 0), 1),
        ((0, 0, None), 2),
        ((0, 0, True), 2),
        ((0, 0), 2),
        ((31, 0), 0),
        ((), 0),
        ((0, 0, 0, 0), 3),
        ((0, 0, 0, None), 3),
        ((0, 0, 31, 0), 2),
        ((0, 1.0, 0), 1),
    ],
)
def test_b1_no_other_bid_is_taken(bids: tuple[int | None, ...], seat: int) -> None:
    state = to_bid(to_roll())
    before = state.snapshot()
    with pytest.raises(BadBid) as caught:
        state.bid(bids)
    assert caught.value.seat == seat
    assert state.snapshot() == before


def test_b1_only_active_seats_bid() -> None:
    state = to_roll()
    state.retire((2,))
    happened(state)
    to_bid(state)
    assert state.bid_range(2) == range(0)
    for bids, seat in (((0, 0, 0), 2), ((0, 31, 0), 1), ((0, 0), 2)):
        with pytest.raises(BadBid) as caught:
            state.bid(bids)
        assert caught.value.seat == seat
    state.bid((0, 0, None))


def test_b1_there_are_bids_only_in_an_auction() -> None:
    state = to_roll()
    with pytest.raises(WrongPhase):
        state.bid((0, 0, 0))
    with pytest.raises(WrongPhase):
        state.bid_range(0)


def test_b2_the_highest_bid_wins_and_only_it_is_paid() -> None:
    state = to_bid(to_roll())
    state.bid((3, 7, 6))
    assert (state.money, state.phase, state.awaited) == ([30, 23, 30], Phase.PLACE, (1,))
    assert happened(state) == [BidsShown((3, 7, 6)), AuctionWon(1, Material.METAL, 7, gets_chip=True)]


@pytest.mark.parametrize(
    ("bids", "winner"),
    [((5, 5, 5, 5), 2), ((5, 5, 4, 5), 3), ((5, 5, 4, 4), 0), ((4, 5, 4, 4), 1), ((0, 0, 0, 1), 3)],
)
def test_b3_a_tie_goes_to_the_roller_or_closest_to_its_left(bids: tuple[int, ...], winner: int) -> None:
    state = to_bid(to_roll(seats=4, roller=2))
    state.bid(bids)
    assert state.awaited == (winner,)


def test_b3_nothing_but_empty_fists_is_no_sale() -> None:
    state = to_bid(to_roll())
    bank = state.bank[METAL]
    state.bid((0, 0, 0))
    assert (state.phase, state.roller, state.bank[METAL]) == (Phase.ROLL, 0, bank)
    assert happened(state)[-1] == NoSale(Material.METAL)


def test_b3_an_auction_is_held_even_without_money_or_room() -> None:
    full = dict.fromkeys(range(3), "GPCL")
    state = to_bid(to_roll(full, money={0: 0, 1: 0, 2: 0}))
    assert state.phase is Phase.BID


def test_b4_the_winner_chooses_a_vacant_yard_square() -> None:
    state = to_bid(to_roll({1: "G.P."}))
    bank = state.bank[METAL]
    state.bid((0, 1, 0))
    assert state.bank[METAL] == bank  # until it is placed
    assert list(state.legal()) == [Place(1), Place(3)]
    refusal = state.why_not(Place(0))
    assert refusal
    assert refusal.rule == "B4"
    happened(state)
    state.decide(Place(3))
    assert (areas(state, 1), state.bank[METAL]) == ("G.PM ....", bank - 1)
    assert happened(state) == [ChipPlaced(1, Material.METAL, 3)]


def test_b5_a_winner_without_room_pays_for_nothing() -> None:
    state = to_bid(to_roll({1: "GGPP"}))
    bank = state.bank[METAL]
    state.bid((0, 9, 8))
    assert (state.money[1], state.bank[METAL], areas(state, 1)) == (21, bank, "GGPP ....")
    assert (state.phase, state.roller) == (Phase.ROLL, 0)
    assert happened(state)[-1] == AuctionWon(1, Material.METAL, 9, gets_chip=False)
