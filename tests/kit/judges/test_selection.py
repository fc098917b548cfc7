"""Selections on claims, with claims and sums worked out by hand."""

import pytest

from morelkit.annotated import AnnotatedItem
from morelkit.formats.item_records import ItemRecord
from morelkit.formats.source_records import Status
from morelkit.judges.comparison import CLAIM_CHOICES, CLAIMS, Comparison
from morelkit.judges.judgements import Judgement
from morelkit.judges.selection import Attrition, Criteria, verdict
from morelkit.scheme.schemes import PRESETS

LONG = "Ada was born in Paris. She died in Rome."
"""Claims: “Ada ”, “was born ”, “in Paris. ”, “She died ”, “in Rome.”; 40 code points."""
SHORT = "Ada sang."
"""One claim; 9 code points."""

PARIS, ROME, BOTH_WORDS = (16, 21), (35, 39), (13, 21)


def judged(*spans):
    return Judgement(spans=spans)


@pytest.fixture
def comparison():
    """People mark Paris in a and b, nothing in c, and have not annotated d."""
    people = {"a": [[16, 21]], "b": [[16, 21]], "c": []}
    answers = {"a": LONG, "b": LONG, "c": SHORT, "d": SHORT}
    items = [
        AnnotatedItem(
            ItemRecord(external_id=id_, language="en" if id_ != "c" else "fr", question="", answer=answer),
            {"ada": people[id_]} if id_ in people else {},
        )
        for id_, answer in answers.items()
    ]
    first = {"a": judged(PARIS), "b": judged(PARIS), "c": judged(), "d": judged()}
    second = {"a": judged(BOTH_WORDS), "b": judged(ROME), "c": judged(), "d": judged((4, 8))}
    return Comparison(items, PRESETS["mu-shroom"], "mushroom-2025", {"first": first, "second": second})


def stays(comparison, criteria):
    return [item.id for item in comparison.items if verdict(comparison, criteria, item).stays]


def test_judges_agree_if_their_spans_are_in_the_same_claims(comparison):
    # a: other spans of the same claim. b: two claims apart. d: one calls its only claim incorrect.
    assert stays(comparison, Criteria(CLAIMS, ("first", "second"), people=False)) == ["a", "c"]


def test_people_agree_too_where_they_have_annotated(comparison):
    assert stays(comparison, Criteria(CLAIMS, ("first",), people=True)) == ["a", "b", "c"]
    assert stays(comparison, Criteria(CLAIMS, ("second",), people=True)) == ["a", "c"]


def test_the_attrition_counts_items_claims_characters_and_labels(comparison):
    criteria = Criteria(CLAIMS, ("first", "second"), people=False)
    found = Attrition(CLAIM_CHOICES, 2)
    for item in comparison.items:
        found.add(item.language, verdict(comparison, criteria, item))
    assert found.to_json()["languages"] == {
        "en": {
            "before": {"items": 3, "claims": 5 + 5 + 1, "characters": 40 + 40 + 9},
            "after": {"items": 1, "claims": 5, "characters": 40},
        },
        "fr": {
            "before": {"items": 1, "claims": 1, "characters": 9},
            "after": {"items": 1, "claims": 1, "characters": 9},
        },
    }
    assert found.labels() == [
        {"correct": [4 + 4 + 1, 4 + 1], "incorrect": [2, 1]},  # people, without d
        {"correct": [4 + 4 + 1 + 1, 4 + 1], "incorrect": [2, 1]},
        {"correct": [4 + 4 + 1, 4 + 1], "incorrect": [3, 1]},
    ]


@pytest.mark.parametrize(
    "judgement",
    [
        *(Judgement(status) for status in Status if status != Status.ANSWERED),
        Judgement(),  # nothing of spans
        Judgement(unsettled=1),
    ],
)
def test_an_item_without_an_answered_result_does_not_stay(comparison, judgement):
    comparison.judges["second"]["a"] = judgement
    assert stays(comparison, Criteria(CLAIMS, ("first", "second"), people=False)) == ["c"]


def test_a_judge_that_says_nothing_of_an_item_label_does_not_agree():
    items = [AnnotatedItem(ItemRecord(external_id="a", language="en", question="", answer=SHORT))]
    judges = {"first": {"a": Judgement()}, "second": {"a": Judgement(labels={"factuality": "errors"})}}
    comparison = Comparison(items, PRESETS["cap"], "mushroom-2025", judges)
    assert stays(comparison, Criteria("factuality", ("first", "second"), people=False)) == []


def test_a_choice_that_the_scheme_no_longer_has_is_no_answer():
    items = [AnnotatedItem(ItemRecord(external_id="a", language="en", question="", answer=SHORT))]
    judges = {name: {"a": Judgement(labels={"factuality": "unclear"})} for name in ("first", "second")}
    comparison = Comparison(items, PRESETS["cap"], "mushroom-2025", judges)
    question = next(each for each in comparison.questions if each.name == "factuality")
    assert comparison.choices("first", question, items[0]) is None
    assert stays(comparison, Criteria("factuality", ("first", "second"), people=False)) == []
