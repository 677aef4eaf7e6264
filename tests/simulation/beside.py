"""What is true of chat at the end of every table: all who are there have the same, and nothing made up."""

from collections.abc import Iterable

from p2p.chat_line import Line
from tests.simulation.world import World


def check_chat(world: World) -> None:
    """All honest seats that are there have the same lines of each honest seat, as it said them."""
    there = [one for one in world.honest if one.peer is not None and one.is_chatting]
    lines = {machine: machine.peer.chat() for machine in there if machine.peer is not None}
    honest = {machine.seat for machine in world.honest if machine.files is not None}
    for machine, had in lines.items():
        for seat in honest:
            texts = _said(had, seat)
            numbers = [int(text.split()[1]) for text in texts]
            assert texts == [f"line {number} of seat {seat}" for number in numbers], "words nobody said"
            assert numbers == sorted(set(numbers)), "a seat's lines out of order"
        shown = [(one.seat, one.text) for one in machine.heard]
        assert machine.starts > 1 or sorted(shown) == sorted((one.seat, one.text) for one in had)
    for seat in honest:
        assert len({tuple(_said(had, seat)) for had in lines.values()}) <= 1, ("not all have heard", seat)


def _said(lines: Iterable[Line], seat: int) -> list[str]:
    return [one.text for one in lines if one.seat == seat]
