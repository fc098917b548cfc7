"""Cohen's κ of two annotators on an item label.

Cohen, "A coefficient of agreement for nominal scales" (1960): κ = (p_o − p_e) / (1 − p_e), where p_o is the share of
items on which both made the same choice, and p_e what their own shares of each choice would give by chance.
"""

from typing import Final

from morelkit.agreement.arrays import Integers
from morelkit.agreement.undefined import Undefined, Value

FORMULA: Final = "κ = (p_o − p_e) / (1 − p_e)"


def cohens_kappa(table: Integers) -> Value:
    """Return κ. `table`, shape (choices, choices): items by the choice of the first and of the second annotator.

    Undefined if both always made the same one choice, because p_e is then 1.
    """
    n = int(table.sum())
    if not n:
        return Undefined.NO_VALUES
    agreeing = int(table.trace())
    by_chance = int((table.sum(axis=0) * table.sum(axis=1)).sum())  # N² · p_e
    if by_chance == n * n:
        return Undefined.ONE_VALUE
    return (n * agreeing - by_chance) / (n * n - by_chance)
