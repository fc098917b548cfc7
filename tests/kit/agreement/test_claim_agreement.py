"""Agreement on claims, against values worked out by hand.

    claim          1  2  3  4 | 5  6
    annotator a    1  1  0  0 | 1  0
    annotator b    1  0  0  0 | 1  0
    annotator c    0  0  0  0 |

κ of a and b, over six claims: p_o = 5/6, p_e = 3/6 · 2/6 + 3/6 · 4/6 = 1/2, so κ = 2/3. Of a and c, over four: p_o =
p_e = 1/2, so κ = 0. Of b and c: p_o = p_e = 3/4, so κ = 0. The mean is 2/9.
"""

import json

import pytest

from morelkit.agreement.claims import ClaimTally
from morelkit.agreement.undefined import Undefined
from morelkit.cli import main
from morelkit.text.claims.answer_claims import AnswerClaims

FOUR = AnswerClaims("One two six ten.", [(0, 4), (4, 8), (8, 12), (12, 16)])
TWO = AnswerClaims("Red sky.", [(0, 4), (4, 8)])
FIRST = {"a": [(0, 4), (4, 8)], "b": [(0, 4)], "c": []}
SECOND = {"a": [(0, 4)], "b": [(0, 4)]}


def tally(*items):
    made = ClaimTally()
    for claims, spans in items:
        made.add(claims, spans)
    return made


def test_kappa_is_the_mean_over_pairs_and_alpha_is_over_claims():
    found = tally((FOUR, FIRST), (TWO, SECOND)).measures()
    assert (found.claims, found.n, found.incorrect, found.counted, found.pairs) == (6, 16, 5, 6, 3)
    assert found.kappa == pytest.approx(2 / 9)
    assert found.alpha == pytest.approx(1 - 15 * (2 + 2) / (2 * 5 * 11))
    assert found.percentage == pytest.approx((1 / 3 + 1 / 3 + 4) / 6)


def test_the_order_of_items_and_annotators_does_not_matter_and_tallies_add_up():
    whole = tally((FOUR, FIRST), (TWO, SECOND)).measures()
    turned = {name: FIRST[name] for name in "cba"}
    found = (tally((TWO, SECOND)) + tally((FOUR, turned))).measures()
    assert (found.n, found.pairs, found.kappa) == (whole.n, whole.pairs, whole.kappa)
    assert found.values == pytest.approx(whole.values)


def test_pairs_that_judge_everything_alike_by_one_value_have_no_kappa():
    found = tally((FOUR, {"a": [], "b": [], "c": [(0, 4)]})).measures()
    # a and b said only "correct". c differs from both: p_o = p_e = 3/4.
    assert (found.pairs, found.kappa) == (2, 0)
    silent = tally((FOUR, {"a": [], "b": []})).measures()
    assert silent.values == {"kappa": Undefined.ONE_VALUE, "alpha": Undefined.ONE_VALUE, "percentage": 1}


def test_claims_that_one_person_or_nobody_judged_have_no_agreement():
    found = tally((FOUR, {"a": [(0, 4)]}), (TWO, {})).measures()
    assert (found.claims, found.n, found.incorrect, found.counted, found.pairs) == (6, 4, 1, 0, 0)
    assert set(found.values.values()) == {Undefined.NO_PAIRS}
    assert tally().measures().kappa == Undefined.NO_PAIRS


RECORDS = [
    {
        "id": name,
        "lang": "en",
        "question": "Which?",
        "model_output_text": answer.text,
        "claims": answer.ranges,
        "annotations": spans,
    }
    for name, answer, spans in (("first", FOUR, FIRST), ("second", TWO, SECOND))
]


def test_the_command_measures_the_claims_of_records(tmp_path, capsys):
    file = tmp_path / "much.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in RECORDS), "utf-8")
    assert main(["agreement", str(file), "--scheme", "much", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["claims"]["kappa"] == pytest.approx(2 / 9)
    assert main(["agreement", str(file), "--scheme", "much"]) == 0
    header, line = capsys.readouterr().out.splitlines()
    assert header.split()[-3:] == ["claims", "claim_kappa", "claim_alpha"]
    assert line.split()[-3:] == ["6", "0.222222", "0.454545"]


def test_records_of_characters_have_no_agreement_on_claims(tmp_path, capsys):
    file = tmp_path / "spans.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in RECORDS), "utf-8")
    assert main(["agreement", str(file), "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert "claims" not in row


def test_the_command_refuses_claims_of_another_answer(tmp_path, capsys):
    file = tmp_path / "much.jsonl"
    file.write_text(json.dumps(RECORDS[1] | {"claims": [[0, 4], [4, 9]]}) + "\n", "utf-8")
    assert main(["agreement", str(file), "--scheme", "much"]) != 0
    assert "much.jsonl:1: “claims”, claim 1: end 9 is past the answer's end (8)" in capsys.readouterr().err
