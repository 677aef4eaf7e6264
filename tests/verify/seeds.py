"""All files of one seed, shown to both auditors."""

from collections import Counter
from typing import Final

from p2p.verdict import Verdict
from tests.verify.agreement import Disagreement, agree, agree_together
from tests.verify.rare import every_decision, every_pair, notes_about_removals
from tests.verify.spoiled import SPOILERS
from tests.verify.together import copies
from tests.verify.wrong import ended_wrongly

RARE: Final = (every_decision, every_pair)
"""Makers of which few seeds are enough: those that are multiples of `RARELY` show them."""
RARELY: Final = 8


def judge_seed(seed: int) -> Counter[str]:
    """Give how often each verdict was given. Raises `Disagreement`, which names the file."""
    verdicts: Counter[str] = Counter()
    rare = () if seed % RARELY else RARE
    for make in (*rare, *SPOILERS, ended_wrongly, notes_about_removals):
        for place, (what, data) in enumerate(make(seed)):
            try:
                verdicts[agree(data, every_signature=place % 2 == 1).verdict.name.lower()] += 1
            except Disagreement as error:
                raise Disagreement(make.__name__, what, *error.args) from error
    for what, files in copies(seed):
        try:
            verdicts[Verdict(agree_together(files)).name.lower()] += 1
        except Disagreement as error:
            raise Disagreement("copies", what, *error.args) from error
    return verdicts
