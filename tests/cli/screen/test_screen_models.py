"""View models as plain data: from positions of the core to what is asked, lit, pending and forbidden."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from cli.names import material_name
from cli.screen.layout import lay_out
from cli.screen.models.asked import Asked, Step, asked
from cli.screen.models.spots import Area, Spot, source, target
from cli.screen.models.table import table
from cli.screen.models.why import SENTENCES, why_not_at_all, why_not_spot, why_not_typed
from cli.screen.scene import Scene
from cli.screen.spans import Choose
from cli.screen.ui import PAGE_LINES, Leaving, Page, Ui, move_cursor, step_back, turn_page
from core.bots import BOTS
from core.decision import DECISIONS, Decision, Deliver, Sell
from core.material import MATERIALS, SPECIAL, Material
from core.phase import Phase
from core.ruleset import Ruleset
from core.state import State
from p2p.audit import audit_log
from p2p.view import PeerView, Presence, View, Wanted
from tests.cli.screen.scenes import LONGER, paint, play_until, press, sit

NAMES = ("Ada", "Ben", "Cleo")


def positions(seed: str, ruleset: Ruleset | None = None) -> Iterator[State]:
    """Give every position of a game of random moves, each to be looked at before the next one."""
    rng, bot = Random(seed), BOTS["random"]
    state = State(ruleset or Ruleset(most_rolls=200), 3)
    state.draw(rng.randrange(3))
    while state.phase is not Phase.OVER:
        yield state
        match state.phase:
            case Phase.ROLL:
                state.roll(rng.randrange(6), rng.randrange(6))
            case Phase.BID:
                state.bid([bot.bid(state, seat, rng.randrange) for seat in range(3)])
            case _:
                state.decide(bot.decide(state, state.awaited[0], rng.randrange))


def view_of(state: State, wanted: Wanted | None = Wanted.DECISION) -> View:
    """Give the view of the seat that is awaited."""
    seat = state.awaited[0] if state.awaited else 0
    peers = tuple(PeerView(other, Presence.HERE, 0.0, agrees=True) for other in range(3) if other != seat)
    return View(
        seat=seat,
        round_number=9,
        settled=9,
        state=state,
        expects=None,
        missing=(),
        wanted=wanted,
        ready=True,
        peers=peers,
        last_roll=None,
        convicted=(),
        forked=None,
        complete=False,
        leaving=False,
    )


def reachable(view: View, ui: Ui = Ui()) -> list[Decision]:  # noqa: B008 - frozen
    """Follow every option of every question, and give the decisions at which they end."""
    question = asked(view, ui)
    keys = [option.key for option in question.options]
    assert len(set(keys)) == len(keys) <= 10
    assert all(len(key) == 1 and key.isdecimal() for key in keys)
    found: list[Decision] = []
    for option in question.options:
        assert isinstance(option.meaning, tuple)
        if len(option.meaning) == 1:
            found += option.meaning
        else:
            found += reachable(view, ui.changed(trail=(*ui.trail, option.meaning)))
    return found


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_the_questions_lead_to_each_legal_decision_once_and_to_no_other(seed: str) -> None:
    for state in positions(seed):
        if state.legal():
            found = reachable(view_of(state))
            assert sorted(one.code for one in found) == sorted(one.code for one in state.legal())


def first(seed: str, wanted: Phase, special: bool = False) -> State:
    return next(
        state
        for state in positions(seed)
        if state.phase is wanted
        and (not special or (state.dice is not None and state.dice[1] == SPECIAL and len(state.colours) > 1))
    )


def test_the_colour_of_a_star_is_a_question_of_its_own() -> None:
    state = first("star", Phase.ACT, special=True)
    question = asked(view_of(state), Ui())
    assert question.title == "The star is yours: which colour do you use?"
    assert {option.text for option in question.options} <= {"glass", "paper", "metal", "cork", "plastic"}
    assert all(len(option.letter) == 1 for option in question.options)


def test_squares_and_rows_are_chosen_by_their_own_numbers() -> None:
    state = next(
        state
        for state in positions("rows")
        if any(isinstance(one, Sell) and one.row for one in state.legal())
    )
    sales = tuple(one for one in state.legal() if isinstance(one, Sell))
    of_one_chip = tuple(one for one in sales if one.square == sales[0].square)
    question = asked(view_of(state), Ui(trail=(of_one_chip,)))
    assert [option.key for option in question.options] == [str(one.row + 1) for one in of_one_chip]
    assert question.title.endswith("in which row?") == (len(of_one_chip) > 1)
    assert all(
        option.spots == (Spot(Area.ROW, one.row),)
        for option, one in zip(question.options, of_one_chip, strict=True)
    )


def test_a_square_for_a_chip_that_was_won_is_chosen_by_its_own_number() -> None:
    """A4: the winner puts the chip on any vacant square of the yard."""
    state = next(
        state
        for state in positions("won")
        if state.phase is Phase.PLACE and state.legal() and state.yard(state.awaited[0])[0] is not None
    )
    question = asked(view_of(state), Ui())
    assert question.title == "Where do you put the chip that you have won?"
    vacant = [number for number, chip in enumerate(state.yard(state.awaited[0])) if chip is None]
    assert [option.key for option in question.options] == [str(number + 1) for number in vacant]
    assert [option.spots for option in question.options] == [(Spot(Area.YARD, number),) for number in vacant]


def test_a_row_or_a_square_is_not_asked_for_where_there_is_but_one_decision() -> None:
    state = next(
        state
        for seed in range(40)
        for state in positions(f"one {seed}")
        if state.phase is Phase.ACT and len(state.legal()) == 1 and isinstance(state.legal()[0], Sell)
    )
    assert "in which row" not in asked(view_of(state), Ui()).title


def test_each_chip_that_can_be_returned_is_an_option_by_itself() -> None:
    state = next(state for state in positions("return") if state.phase is Phase.RETURN)
    question = asked(view_of(state), Ui())
    assert question.title == "You cannot pay storage. Which chip do you return?"
    assert [option.meaning for option in question.options] == [(one,) for one in state.legal()]


def test_what_cannot_be_undone_is_asked_about_with_a_yes_and_a_no() -> None:
    state = first("yes", Phase.ACT)
    for about in (state.legal()[0], Leaving.QUIT, Leaving.RESIGN):
        question = asked(view_of(state), Ui(confirming=about))
        assert [option.meaning for option in question.options] == [Step.YES, Step.NO]
        assert [option.letter for option in question.options] == ["y", "n"]


def test_nothing_is_asked_of_who_is_not_awaited() -> None:
    assert asked(view_of(first("none", Phase.ROLL), None), Ui()) == Asked()


def scene(view: View, settled: State | None = None) -> Scene:
    return Scene("MARK", NAMES, view, settled or view.state)


def test_what_is_not_settled_is_marked_as_pending() -> None:
    state = first("pending", Phase.ACT)
    settled, view = state.copy(), view_of(state)
    delivery = next(one for one in state.legal() if isinstance(one, Deliver))
    seat = view.seat
    state.decide(delivery)
    company = next(one for one in table(scene(view, settled), Asked()).companies if one.seat == seat)
    assert [square.is_pending for square in company.yard].count(True) == 1
    assert company.yard[delivery.square].is_pending
    assert company.yard[delivery.square].material is delivery.material


@pytest.mark.parametrize("seed", ["a", "b"])
def test_lit_places_are_those_of_the_legal_decisions(seed: str) -> None:
    for state in positions(seed):
        if not state.legal() or state.phase is not Phase.ACT:
            continue
        view = view_of(state)
        shown = table(scene(view), asked(view, Ui()))
        lit = {Spot(Area.BANK, int(stock.material)) for stock in shown.bank if stock.option}
        own = shown.companies[0]
        lit |= {Spot(Area.YARD, number) for number, square in enumerate(own.yard) if square.option}
        lit |= {Spot(Area.TREATMENT, number) for number, square in enumerate(own.treatment) if square.option}
        rows = {Spot(Area.ROW, row.number - 1) for row in shown.rows if row.option}
        sources, targets = set(map(source, state.legal())), set(map(target, state.legal()))
        assert lit | rows == (sources if len(sources) > 1 else targets)
        assert not any(square.option for other in shown.companies[1:] for square in other.yard)


def test_the_market_shows_what_is_taken_and_which_space_pays_next() -> None:
    *_earlier, last = positions("market")
    shown = table(scene(view_of(last)), Asked())
    for row, market in zip(shown.rows, last.market, strict=True):
        assert [space.material is not None for space in row.spaces].count(True) == market.chips
        following = [space.text for space in row.spaces if space.is_next]
        assert following == ([] if market.next_amount is None else [str(market.next_amount)])
        assert row.is_full == (market.next_amount is None)
    closed = [stock.material for stock in shown.bank if stock.count is None]
    assert closed == [material for material in MATERIALS if not last.is_in_play(material)]


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_every_rule_that_can_forbid_a_choice_has_its_sentence(seed: str) -> None:
    for state in positions(seed):
        for decision in DECISIONS.values():
            refusal = state.why_not(decision)
            assert refusal is None or refusal.rule in SENTENCES
        assert why_not_at_all(state)


def test_why_not_names_the_rule_in_the_core_s_words() -> None:
    state = next(
        state
        for state in positions("why")
        if state.phase is Phase.ACT
        and Material.GLASS not in state.colours
        and state.is_in_play(Material.GLASS)
    )
    refusal = state.why_not(Deliver(Material.GLASS, 0))
    assert refusal is not None
    assert why_not_typed(state, "not deliver glass 1") == [f"{refusal.rule}: {SENTENCES[refusal.rule]}."]
    assert why_not_typed(state, "dance") == [
        "No choice has these words. Try: why deliver glass, or why sell 2"
    ]


def test_why_not_speaks_of_a_material_of_which_nothing_lies_there() -> None:
    """A2 and A3: nobody treats or sells what is not there, and A1 to A3 are of a turn's actions alone."""
    state = first("lack", Phase.ACT)
    held = {*state.yard(state.roller), *state.treatment(state.roller)}
    name = material_name(next(material for material in MATERIALS if material not in held))
    assert why_not_typed(state, f"not treat {name}") == [f"A2: {SENTENCES['A2']}."]
    assert why_not_typed(state, f"not sell {name} 2") == [f"A3: {SENTENCES['A3']}."]
    placing = first("lack", Phase.PLACE)
    assert why_not_typed(placing, "deliver glass") == [f"B4: {SENTENCES['B4']}."]


def test_a_place_that_cannot_be_chosen_says_why() -> None:
    state = first("spot", Phase.ACT)
    spots = {spot for one in DECISIONS.values() for spot in (source(one), target(one))}
    legal = {spot for one in state.legal() for spot in (source(one), target(one))}
    for spot in spots - legal:
        reason = why_not_spot(state, spot)
        assert reason is not None
        assert reason.partition(":")[0] in SENTENCES


def test_a_click_chooses_what_was_painted_there() -> None:
    at = sit(2, "square")
    for _turn in range(200):
        if at.peer.view().wanted is Wanted.DECISION and len(at.asked.options) > 1:
            break
        press(at, *("0", "enter") if at.peer.view().wanted is Wanted.BID else ("enter",))
    option = at.asked.options[-1]
    painted = lay_out(at.screen(), 80, 24, at.settings.glyphs)
    targets = [span.target for spans in painted.body for span in spans if isinstance(span.target, Choose)]
    assert Choose(option.key) in targets
    before = paint(at)
    at.click(Choose(option.key))
    assert paint(at) != before


def test_a_page_is_moved_by_some_keys_and_closed_by_any_other() -> None:
    ui = Ui(page=Page("Rules", ("a", "b", "c")))
    down = turn_page(turn_page(ui, "pagedown"), "down")
    assert down.scroll == PAGE_LINES + 1
    assert turn_page(down, "pageup").scroll == 1
    assert turn_page(down, "home").scroll == 0
    assert turn_page(ui, "up").scroll == 0
    assert turn_page(ui, "x").page is None
    at = sit(2, "help")
    press(at, "u", "end")
    paint(at)
    end = at.ui.scroll
    press(at, "down")
    paint(at)
    assert at.ui.scroll == end > 0


def test_the_cursor_goes_round_and_a_step_can_be_taken_back() -> None:
    ui = Ui(cursor=0)
    assert [move_cursor(ui, key, 3).cursor for key in ("up", "down", "end", "home", "x")] == [2, 1, 2, 0, 0]
    step = Ui(trail=((), ()), cursor=2)
    assert step_back(step) == Ui(trail=((),))
    assert step_back(step.changed(confirming=Leaving.QUIT)) == Ui(trail=((), ()))


def test_what_is_asked_stays_in_sight_under_an_open_page() -> None:
    at = sit(2, "help")
    press(at, "u")
    assert at.asked.title in paint(at)


def test_the_result_lies_over_the_board_once_the_game_is_over_and_a_key_turns_it() -> None:
    at = sit(2, "whole", LONGER)
    assert at.screen().result is None
    press(at, "e")
    assert at.screen().note == "The game is not over."
    play_until(at, lambda view: view.complete)
    shown = at.screen().result
    assert shown is not None
    assert shown.verdict == "The log is whole, and is being audited."
    assert shown.course[-1] == tuple(at.peer.view().state.money)
    press(at, "e")
    assert at.screen().result is None
    press(at, "e")
    assert at.screen().result == shown


def test_the_end_tells_what_the_audit_says_and_has_its_report_as_a_page(tmp_path: Path) -> None:
    at = sit(2, "whole", LONGER)
    press(at, "a")
    assert at.screen().note == "The log is audited once it is whole."
    play_until(at, lambda view: view.complete)
    path = at.peer.log_path = tmp_path / "game.mark"  # type: ignore[misc]  # a FakePeer
    path.write_bytes(at.peer.game.data())  # type: ignore[attr-defined]  # a FakePeer
    with path.open("rb") as stream:
        at.judged(audit_log(stream))
    shown = at.screen().result
    assert shown is not None
    assert shown.verdict.startswith("Audit: complete.")
    press(at, "a")
    page = at.screen().page
    assert page is not None
    assert any("A whole game, played by the rules" in line for line in page.lines)
