"""The table as plain data: market, bank, companies, dice and whom it waits for."""

from collections.abc import Sequence
from math import ceil, inf
from typing import TypeAlias

from cli.names import listing, material_letter, material_name, money
from cli.screen.models.asked import Asked, Option
from cli.screen.models.spots import Area, Spot
from cli.screen.scene import Scene
from cli.silence import tell_standstill
from cli.turn_dice import dice_of_turn
from cli.waiting import duration, tell_through
from cli.words import _
from core.board import MarketRow
from core.frozen import Frozen
from core.material import MATERIALS, SPECIAL, Material
from core.state import State
from p2p.event import EventKind
from p2p.view import Presence, View


class Space(Frozen):
    """A space of the market: the letter that lies on it or its amount, and whether it pays next."""

    text: str
    material: Material | None = None
    is_next: bool = False


class Row(Frozen):
    """A market row by its number from 1; `material` None is free; `option` is the key that chooses it."""

    number: int
    name: str
    material: Material | None
    spaces: tuple[Space, ...]
    is_full: bool
    option: str = ""


class Stock(Frozen):
    """A material and its chips in the bank, None once it is closed; `option` is the key that chooses it."""

    material: Material
    letter: str
    name: str
    count: int | None
    option: str = ""


class Square(Frozen):
    """A square of a company: what lies there, whether that is pending, and the key that chooses it."""

    material: Material | None
    letter: str
    is_pending: bool = False
    option: str = ""


class Company(Frozen):
    """A seat's company; `presence` is None where nobody is heard, `facts` are words such as the fee due.

    `is_first` says that the table is seen from it: it is the own one of a player.
    """

    seat: int
    is_first: bool
    name: str
    money: str
    presence: Presence | None
    has_turn: bool
    is_active: bool
    facts: tuple[str, ...]
    yard: tuple[Square, ...]
    treatment: tuple[Square, ...]


class Die(Frozen):
    """A die: what its face is called, and the material of its colour, if it has one."""

    name: str
    material: Material | None


class Table(Frozen):
    """All that lies on the table and how the game stands, in the order in which it is painted."""

    title: tuple[str, ...]
    rows: tuple[Row, ...]
    bank: tuple[Stock, ...]
    companies: tuple[Company, ...]
    dice: tuple[Die, ...]
    turn: str
    waiting: str
    fairness: str
    words: str
    reveal: str
    alert: str
    pending: str


Keys: TypeAlias = dict[Spot, str]


def table(scene: Scene, asked: Asked) -> Table:
    """Give the table of a scene, with the places lit that the options of `asked` have to do with."""
    view, state = scene.view, scene.view.state
    keys = _lit(asked.options)
    return Table(
        title=_title(scene),
        rows=tuple(_row(row, number, keys) for number, row in enumerate(state.market)),
        bank=tuple(_stock(state, material, keys) for material in MATERIALS),
        companies=tuple(_company(scene, seat, keys) for seat in _from_own(view, state.seats)),
        dice=_dice(state),
        turn=_turn(scene),
        waiting=_waiting(scene),
        fairness=_fairness(scene),
        words=_("Check words: {words}").format(words=" ".join(scene.words)) if scene.words else "",
        reveal=_reveal(scene),
        alert=f"! {scene.alerts[-1]}" if scene.alerts else "",
        pending=_("Not settled yet: {choice}").format(choice=scene.pending) if scene.pending else "",
    )


def _lit(options: Sequence[Option]) -> Keys:
    """Give the key of each place that one option alone has to do with, "*" where there are several."""
    keys: Keys = {}
    for option in options:
        for spot in option.spots:
            keys[spot] = "*" if spot in keys else option.key
    return keys


def _from_own(view: View, seats: int) -> tuple[int, ...]:
    """Give the seats in turn order from the own one."""
    return tuple((view.seat + step) % seats for step in range(seats))


def _coarse(seconds: float) -> float:
    """Give the seconds in steps of ten, so that an idle table is not drawn every second."""
    return seconds - seconds % 10


def _title(scene: Scene) -> tuple[str, ...]:
    state = scene.view.state
    full = sum(row.next_amount is None for row in state.market)
    return (
        scene.title,
        _("Roll {number}").format(number=state.rolls),
        _("{full} of {due} rows full").format(full=full, due=state.ruleset.rows_to_end),
        _place(scene),
    )


def _place(scene: Scene) -> str:
    """Say from where the table is seen."""
    if scene.through is not None and scene.view.complete:
        return _("the log is whole")
    if scene.through is not None:
        return tell_through(scene.through, scene.names)
    text = _("seen from {seat}") if scene.looks_on else _("you are {seat}")
    return text.format(seat=scene.names[scene.view.seat])


def _row(row: MarketRow, number: int, keys: Keys) -> Row:
    return Row(
        number + 1,
        "-" if row.material is None else material_name(row.material),
        row.material,
        tuple(_space(row, place) for place in range(len(row.amounts))),
        row.next_amount is None,
        keys.get(Spot(Area.ROW, number), ""),
    )


def _space(row: MarketRow, place: int) -> Space:
    if row.material is not None and place < row.chips:
        return Space(material_letter(row.material), row.material)
    return Space(str(row.amounts[place]), is_next=place == row.chips)


def _stock(state: State, material: Material, keys: Keys) -> Stock:
    return Stock(
        material,
        material_letter(material),
        material_name(material),
        state.bank[material] if state.is_in_play(material) else None,
        keys.get(Spot(Area.BANK, int(material)), ""),
    )


def _company(scene: Scene, seat: int, keys: Keys) -> Company:
    state, settled = scene.view.state, scene.settled
    own = keys if seat == scene.view.seat else {}
    is_active = seat in state.active
    facts = []
    if not is_active:
        facts.append(_("out of the game"))
    elif fee := state.fee_due(seat):
        facts.append(_("fee {money}").format(money=money(fee)))
    if seat == scene.view.seat and not scene.looks_on:  # last, where it may be cut
        facts.append(_("you"))
    return Company(
        seat,
        seat == scene.view.seat,
        scene.names[seat],
        money(state.money[seat]),
        next((peer.presence for peer in scene.view.peers if peer.seat == seat), None),
        seat == state.roller and state.outcome is None,
        is_active,
        tuple(facts),
        _squares(state.yard(seat), settled.yard(seat), Area.YARD, own),
        _squares(state.treatment(seat), settled.treatment(seat), Area.TREATMENT, own),
    )


def _squares(
    now: Sequence[Material | None], settled: Sequence[Material | None], area: Area, keys: Keys
) -> tuple[Square, ...]:
    return tuple(
        Square(
            chip,
            " " if chip is None else material_letter(chip),
            chip is not before,
            keys.get(Spot(area, number), ""),
        )
        for number, (chip, before) in enumerate(zip(now, settled, strict=True))
    )


def _dice(state: State) -> tuple[Die, ...]:
    dice = dice_of_turn(state)
    return () if dice is None else (_die(dice[0], _("hammer")), _die(dice[1], _("star")))


def _die(face: int, special: str) -> Die:
    return Die(special, None) if face == SPECIAL else Die(material_name(face), MATERIALS[face])


def _turn(scene: Scene) -> str:
    state = scene.view.state
    if state.outcome is not None:
        return _("the game is over")
    if state.roller < 0:
        return ""
    if state.roller == scene.view.seat and not scene.looks_on:
        return _("your turn")
    return _("turn of {seat}").format(seat=scene.names[state.roller])


def _waiting(scene: Scene) -> str:
    own = None if scene.looks_on else scene.view.seat
    waiting = tell_standstill(scene.view, scene.names, _coarse(scene.waited), own)
    if waiting in scene.alerts[-1:]:
        return ""  # it stands there as the alert already
    if scene.left == inf:
        return waiting
    left = _("Time left: {time}.").format(time=duration(ceil(scene.left)))
    return f"{waiting} {left}"


def _fairness(scene: Scene) -> str:
    """Say whose links made the newest dice."""
    roll = scene.view.last_roll
    if roll is None:
        return ""
    seats = listing([scene.names[seat] for seat, _link in roll.links])
    if not scene.view.state.rolls:
        return _("The draw of the first player was made by the links of {seats}.").format(seats=seats)
    text = _("Roll {number} was made by the links of {seats}.")
    return text.format(number=scene.view.state.rolls, seats=seats)


def _reveal(scene: Scene) -> str:
    expects = scene.view.expects
    if scene.looks_on and expects is not None and expects.kind is EventKind.OPENING:
        seats = listing([scene.names[seat] for seat in expects.seats])
        return _("The bids of {seats} are sealed.").format(seats=seats)
    if not scene.bids:
        return ""
    each = [
        _("{seat} {money}").format(seat=scene.names[seat], money=money(bid))
        for seat, bid in enumerate(scene.bids)
        if bid is not None
    ]
    return _("The bids are shown: {bids}.").format(bids=", ".join(each))
