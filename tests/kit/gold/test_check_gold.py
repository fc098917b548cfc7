"""Gold of training and check items, and an annotation's agreement with it."""

import pytest

from morelkit.gold.check_gold import CheckGold, agreement_with_gold, read_check_gold
from morelkit.scheme.schemes import PRESETS
from morelkit.text.normalization import DEFAULT_POLICY
from morelkit.text.spans import Span

ANSWER = "Ada Lovelace was born in Paris in 1815."
SPANS, LABELS = PRESETS["mu-shroom"], PRESETS["shroom"]
SEVERAL = PRESETS["visions"]
PARIS = Span(25, 30, SPANS.span_labels[0].name)


def test_gold_is_read_with_its_explanation():
    known, problems = read_check_gold({"hard_labels": [[25, 30]]}, len(ANSWER), SPANS, "It was London.")
    assert (known, problems) == (CheckGold((PARIS,), {}, "It was London."), [])
    assert CheckGold.from_storage(known.to_storage()) == known


def test_gold_may_be_a_csv_cell():
    known, _ = read_check_gold({"hard_labels": "[[25, 30]]"}, len(ANSWER), SPANS)
    assert known
    assert known.spans == (PARIS,)


def test_an_answer_without_a_mistake_has_gold_too():
    known, problems = read_check_gold({"hard_labels": []}, len(ANSWER), SPANS)
    assert known == CheckGold()
    assert not problems


def test_labels_may_name_their_span_label():
    known, problems = read_check_gold(
        {"hard_labels": [[25, 30, "OCR"], [0, 3, "other"]]}, len(ANSWER), SEVERAL
    )
    assert (known, problems) == (CheckGold((Span(0, 3, "other"), Span(25, 30, "OCR"))), [])
    nothing, problems = read_check_gold({"hard_labels": []}, len(ANSWER), SEVERAL)
    assert (nothing, problems) == (CheckGold(), [])
    assert read_check_gold({"hard_labels": [[0, 3, "unknown"]]}, len(ANSWER), SEVERAL) == (None, [])
    assert read_check_gold({"hard_labels": [[0, 99, "OCR"]]}, len(ANSWER), SEVERAL)[1]


@pytest.mark.parametrize(
    "labels", [{}, {"hard_labels": "nonsense["}, {"hard_labels": 7}, {"item_labels": {"x": "y"}}]
)
def test_a_record_without_gold_has_none(labels):
    assert read_check_gold(labels, len(ANSWER), SPANS) == (None, [])


@pytest.mark.parametrize(
    "span", [[25, 400], [-1, 3], [9, 3], [3, 3], [1], "ab", [1, 2, 3], [True, 4], [1.0, 3]]
)
def test_ranges_outside_the_answer_are_refused(span):
    known, problems = read_check_gold({"hard_labels": [[25, 30], span]}, len(ANSWER), SPANS)
    assert known is None
    assert len(problems) == 1


def test_gold_of_several_span_labels_is_read_by_name():
    first, second = (label.name for label in SEVERAL.span_labels[:2])
    labels = {"span_labels": {first: {"hard_labels": [[0, 3]]}, second: {"hard_labels": [[25, 30]]}}}
    known, _ = read_check_gold(labels, len(ANSWER), SEVERAL)
    assert known
    assert known.spans == (Span(0, 3, first), Span(25, 30, second))


def test_item_labels_are_read_as_choices_and_in_the_form_of_gold_files():
    name, choice = LABELS.item_labels[0].name, LABELS.item_labels[0].choices[0].name
    for value in (choice, {"value": choice, "share": 1.0}):
        known, _ = read_check_gold({"item_labels": {name: value}}, len(ANSWER), LABELS)
        assert known
        assert known.labels == {name: choice}


@pytest.mark.parametrize(
    ("spans", "agreement"),
    [
        ([(25, 30)], 1.0),
        ([], 0.5),  # (0 + 5) / (2 · 5)
        ([(22, 30)], 13 / 16),  # (8 + 5) / (2 · 8): “in Paris”
        ([(34, 38)], 0.5),  # (4 + 5) / (2 · 9)
    ],
)
def test_agreement_with_gold_is_that_of_two_annotators(spans, agreement):
    own = [Span(start, end, PARIS.label) for start, end in spans]
    found = agreement_with_gold(CheckGold((PARIS,)), "raw", ANSWER, SPANS, own, {})
    assert found == pytest.approx(agreement)


def test_agreement_with_empty_gold_is_one_if_nothing_is_marked():
    assert agreement_with_gold(CheckGold(), DEFAULT_POLICY, ANSWER, SPANS, [], {}) == 1.0


def test_agreement_without_spans_is_the_share_of_equal_item_labels():
    known = CheckGold((), {"a": "x", "b": "y"})
    assert agreement_with_gold(known, DEFAULT_POLICY, ANSWER, LABELS, [], {"a": "x", "b": "z"}) == 0.5
