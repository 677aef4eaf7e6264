"""One run from its arguments; failures say how to run it again."""

from typing import Final

import pytest

from tests.schedules.calm import calm_down, check_all_goes_on
from tests.schedules.copies import Unpromised
from tests.schedules.table import Table
from tests.simulation.runs import RunFailed
from tests.simulation.sharing import share

JOURNALS: Final = (1, 3000, None)
"""Bytes after which a journal is written anew, by turns; None for what it is for users."""


def run(seed: int, seats: int, *, lies: bool = True) -> Table:
    """Play one table and check all that holds there. Raises `RunFailed` with the command."""
    with pytest.MonkeyPatch.context() as patch:
        share(patch)
        journal = JOURNALS[seed % len(JOURNALS)]
        if journal is not None:
            patch.setattr("p2p.ledger.JOURNAL_BYTES", journal)
        table = Table(seed, seats, lies=lies)
        try:
            table.begin()
            table.run()
            calm_down(table)
            check_all_goes_on(table)
        except Unpromised:
            table.is_unpromised = True
        except Exception as error:
            command = f"python -m tests.schedules --seeds {seed} --seats {seats}{'' if lies else ' --honest'}"
            raise RunFailed(f"{type(error).__name__}: {error}\n  {command}") from error
    return table
