"""The one place where money moves (C5, H2)."""

from core.table import Table


def pay(table: Table, seat: int, amount: int) -> None:
    """Move `amount` dollars from the seat to the bank, or the other way if it is negative."""
    table.money[seat] -= amount
    table.paid += amount
