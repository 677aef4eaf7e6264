"""How far a replay has come, as plain data."""

from core.frozen import Frozen


class Progress(Frozen):
    """`place` of `rounds` rounds, in `turn`, counted from 1; more may come while not all `is_read`.

    `pace` are the words for whether and how fast it goes on, `verdict` those of the audit, `is_wrong` whether
    it has found something that is.
    """

    place: int
    rounds: int
    turn: int
    is_read: bool
    pace: str
    verdict: str
    is_wrong: bool
