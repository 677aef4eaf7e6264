"""Agreement under random schedules; `python -m tests.schedules` runs more seeds, and one again."""

import pytest

from p2p.coming_back import ComingBack
from tests.schedules.runs import run
from tests.simulation.runs import RunFailed

CHUNK = 12
"""Seeds in one test, so that they spread over the cores."""


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("first", range(0, 8 * CHUNK, CHUNK))
def test_honest_seats_agree_whatever_one_liar_signs(first: int, seats: int) -> None:
    """DESIGN, "When a peer is gone"; protocol.md, 8.8 to 8.11, 8.18 and chapter 19."""
    for seed in range(first, first + CHUNK):
        run(seed, seats)


def test_honest_seats_agree_at_any_number_of_seats() -> None:
    for seed in range(CHUNK // 2):
        run(seed, 2)
        for seats in (2, 3, 4):
            run(seed, seats, lies=False)


def test_one_seed_is_one_run() -> None:
    def written() -> object:
        return [(seat.log, seat.journal) for seat in run(7, 4).seats.values()]

    assert written() == written()


def test_who_comes_back_from_an_older_copy_of_its_folder_and_does_not_ask_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """8.16: what it has forgotten is known to an honest seat, for whose answer it does not wait."""

    def at_once(self: ComingBack, now: float) -> bool:  # noqa: ARG001  # the method's form
        self.ready = True
        return True

    def play() -> None:
        for seed in range(2 * CHUNK):
            run(seed, 3)
            run(seed, 4)

    monkeypatch.setattr(ComingBack, "becomes_ready", at_once)
    with pytest.raises(RunFailed, match="contradicts itself"):
        play()
