"""One run of one decoder: so many inputs, the same for the same number; the least that fails is told."""

import traceback

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.fuzz.mutations import inputs
from tests.fuzz.targets import Target


class Found(Exception):
    """A decoder has done what it may not; the text holds the input and the traceback."""


def fuzz(target: Target, number: int, examples: int) -> None:
    """Show the decoder so many inputs. Raises `Found`."""
    last = b""

    @seed(number)
    @settings(
        max_examples=examples,
        database=None,
        derandomize=False,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(inputs(target.seeds()))
    def check(data: bytes) -> None:
        nonlocal last
        last = data
        target.check(data)

    try:
        check()
    except Exception as error:  # whatever a decoder raises that it does not name is a find
        told = "".join(traceback.format_exception(error)[-8:])
        raise Found(f"{last.hex()}\n{told}") from error
