import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.agreement.cohens_kappa import cohens_kappa
from morelkit.agreement.undefined import Undefined


def test_kappa_of_a_table_computed_by_hand():
    # Of 50 items both choose the first on 20 and the second on 15: p_o = .7, p_e = .5 · .6 + .5 · .4 = .5.
    assert cohens_kappa(np.array([[20, 5], [10, 15]])) == pytest.approx(0.4)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=12))
def test_kappa_equals_a_plain_implementation_and_does_not_depend_on_the_order_of_the_two(pairs):
    table = np.zeros((3, 3), dtype=np.int64)
    for one, other in pairs:
        table[one, other] += 1
    n = len(pairs)
    found = cohens_kappa(table)
    if not n:
        assert found is Undefined.NO_VALUES
    elif len({choice for pair in pairs for choice in pair}) == 1:
        assert found is Undefined.ONE_VALUE
    else:
        observed = sum(one == other for one, other in pairs) / n
        chance = sum(
            sum(one == choice for one, _ in pairs) * sum(other == choice for _, other in pairs)
            for choice in range(3)
        ) / (n * n)
        assert found == pytest.approx((observed - chance) / (1 - chance))
    assert cohens_kappa(table.T) == found
