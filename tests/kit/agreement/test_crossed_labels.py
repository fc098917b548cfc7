import json

import pytest
from scipy.stats import chi2_contingency

from morelkit.agreement.crossed_labels import ShareTally, cross_table
from morelkit.agreement.undefined import Undefined
from tests.kit.formats.files import reference_files

# Question type: items without and with hallucinations (CAP, table 3)
CAP_TABLE_3 = {
    "Assertion": (0, 1),
    "Causal antecedent": (9, 8),
    "Causal consequence": (0, 2),
    "Comparison": (11, 11),
    "Concept completion": (146, 360),
    "Definition": (31, 50),
    "Disjunctive": (3, 4),
    "Example": (1, 0),
    "Expectational": (3, 3),
    "Feature specification": (2, 10),
    "Goal orientation": (14, 4),
    "Instrumental/procedural": (17, 20),
    "Interpretation": (2, 4),
    "Quantification": (29, 92),
    "Verification": (26, 14),
}


def test_question_types_and_hallucinations_of_cap_are_associated_as_published():
    pairs = [
        (kind, gold)
        for kind, counts in CAP_TABLE_3.items()
        for gold, n in zip("ny", counts, strict=True)
        for _ in range(n)
    ]
    table = cross_table(pairs)
    assert dict(zip(table.rows, map(tuple, table.counts), strict=True)) == CAP_TABLE_3
    found = table.association
    assert (found.n, found.degrees_of_freedom) == (877, 14)
    assert round(found.chi_square, 6) == 58.480449
    assert round(found.cramers_v, 6) == 0.258229
    residuals = dict(zip(table.rows, table.residuals, strict=True))
    assert [round(each, 3) for each in residuals["Goal orientation"]] == [3.243, -2.303]
    assert [round(each, 3) for each in residuals["Verification"]] == [3.438, -2.442]
    assert found.chi_square == pytest.approx(chi2_contingency(table.counts, correction=False).statistic)


def test_a_table_without_items_or_with_one_value_has_no_association():
    assert cross_table([]).association.chi_square is Undefined.NO_VALUES
    assert cross_table([("a", "y"), ("b", "y")]).association.chi_square is Undefined.ONE_VALUE


@pytest.mark.parametrize(
    ("name", "greater", "than", "p"),
    [("dev_aware", "MT", "PG", "1.72e-08"), ("dev_agnostic", "DM", "MT", "3.95e-02")],
)
def test_shares_of_hallucination_differ_by_task_as_published(name, greater, than, p):
    (path,) = reference_files("shroom2024", f"{name}.json")
    tally = ShareTally()
    for record in json.loads(path.read_bytes()):
        tally.add(record["task"], record["p(Hallucination)"])
    found = {(each.first, each.second): each for each in tally.comparisons()}
    assert f"{found[greater, than].greater:.2e}" == p
    assert found[greater, than].ks == found[than, greater].ks > 0
    assert sum(n for _, n in tally.distribution()[greater]) == len(tally.shares[greater])
