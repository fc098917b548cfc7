import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.agreement.arrays import Runs
from morelkit.agreement.character_counts import Run, count_item
from morelkit.gold.arrays import corpus_gold
from morelkit.gold.policy import GoldPolicy, GoldPolicyError, from_json, problems_in, to_json
from morelkit.gold.votes import hard_labels, item_labels_gold
from morelkit.scheme.merged_choices import Collapse, collapse_text, parse_collapse
from morelkit.scheme.schemes import PRESETS
from morelkit.text.normalization import POLICIES
from tests.kit.strategies import characters, items

MINOR_IS_Y = parse_collapse("fluency=minor:y")
MINOR_IS_N = parse_collapse("fluency=minor:n")
FACTS = parse_collapse("factuality")

policies = st.builds(
    lambda normalization, parts, ties: GoldPolicy(normalization, Fraction(*parts), ties),
    st.sampled_from(POLICIES),
    st.integers(2, 999).flatmap(lambda den: st.tuples(st.integers(1, den - 1), st.just(den))),
    st.sampled_from(["out", "in"]),
)


def pointers(value: object) -> list[str]:
    with pytest.raises(GoldPolicyError) as refused:
        from_json(value)
    return [pointer for pointer, _ in refused.value.problems]


def test_the_default_policy_is_that_of_mu_shroom():
    assert json.dumps(to_json(GoldPolicy())) == (
        '{"normalization": "mushroom-2025", "threshold": "1/2", "ties": "out", "min_annotations": null, '
        '"collapse": {}, "derive": "off"}'
    )
    assert GoldPolicy().describe() == (
        "normalization mushroom-2025; gold is what more than 1/2 of an item's annotators marked; "
        "annotations that an item needs: its redundancy"
    )


@given(policies, st.sampled_from([(), (MINOR_IS_Y,), (MINOR_IS_N, FACTS)]), st.none() | st.integers(1, 1000))
def test_a_policy_survives_a_round_trip_through_json(policy, collapse, least):
    whole = GoldPolicy(policy.normalization, policy.threshold, policy.ties, least, collapse, "not-factual")
    assert from_json(json.loads(json.dumps(to_json(whole)))) == whole


def test_missing_keys_have_default_values():
    assert from_json({"threshold": "2/3"}) == GoldPolicy(threshold=Fraction(2, 3))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([], [""]),
        ({"treshold": "1/2"}, ["/treshold"]),
        ({"normalization": "best", "ties": True, "derive": None}, ["/normalization", "/ties", "/derive"]),
        *(
            ({"threshold": each}, ["/threshold"])
            for each in (0.5, "0.555", "1.5", "1/0", "-1/2", "3/2", "1", "1/1000", "½", " 1/2", "١/٢")
        ),
        ({"threshold": "0", "ties": "in"}, ["/threshold"]),
        *(({"min_annotations": each}, ["/min_annotations"]) for each in (0, -1, 1001, True, "2", 1.0)),
        ({"collapse": []}, ["/collapse"]),
        ({"collapse": {"fluency": {"choices": {"minor": "y"}}}}, ["/collapse/fluency"]),
        ({"collapse": {"fluency": {"name": "a b", "choices": {"minor": "y"}}}}, ["/collapse/fluency/name"]),
        ({"collapse": {"fluency": {"name": "f", "choices": {}}}}, ["/collapse/fluency/choices"]),
        (
            {"collapse": {"fluency": {"name": "f", "choices": {"minor": 1}}}},
            ["/collapse/fluency/choices/minor"],
        ),
    ],
)
def test_an_invalid_policy_is_refused_with_a_pointer(value, expected):
    assert pointers(value) == expected


def test_a_decimal_is_the_exact_fraction():
    assert from_json({"threshold": "0.3"}) == from_json({"threshold": "3/10"})
    assert to_json(from_json({"threshold": ".25"}))["threshold"] == "1/4"


def test_an_invalid_policy_cannot_be_constructed():
    with pytest.raises(GoldPolicyError):
        GoldPolicy(threshold=Fraction(1, 2000))
    with pytest.raises(GoldPolicyError):
        GoldPolicy(min_annotations=0)


@pytest.mark.parametrize(
    ("threshold", "ties", "gold"),
    [
        ("1/2", "out", [[6, 9]]),
        ("1/2", "in", [[3, 9]]),
        ("0", "out", [[0, 9]]),
        ("3/4", "out", [[8, 9]]),
        ("3/4", "in", [[6, 9]]),
        ("1", "in", [[8, 9]]),
    ],
)
def test_the_threshold_by_hand(threshold, ties, gold):
    runs = [Run(0, 3, 1), Run(3, 6, 2), Run(6, 8, 3), Run(8, 9, 4)]
    assert hard_labels(runs, 4, GoldPolicy(threshold=Fraction(threshold), ties=ties)) == gold


def test_two_thirds_of_three_are_exactly_two():
    policy = GoldPolicy(threshold=Fraction(2, 3))
    assert [policy.is_gold(k, 3) for k in (1, 2, 3)] == [False, False, True]


@given(items(min_annotations=1), policies)
def test_gold_lies_within_the_union_under_every_policy(example, policy):
    count = count_item(policy.normalization, *example)
    assert characters(hard_labels(count.runs, count.n, policy)) <= characters(
        each for ranges in count.normalized for each in ranges
    )


@given(items(min_annotations=1), policies, st.randoms())
def test_the_order_of_annotators_does_not_matter_under_any_policy(example, policy, random):
    text, annotations = example
    shuffled = random.sample(annotations, len(annotations))
    gold = [
        hard_labels(count.runs, count.n, policy)
        for count in (count_item(policy.normalization, text, each) for each in (annotations, shuffled))
    ]
    assert gold[0] == gold[1]


@given(items(min_annotations=1), policies, policies)
def test_a_higher_threshold_never_adds_gold(example, one, other):
    low, high = sorted((one.threshold, other.threshold))
    count = count_item("raw", *example)
    strict, loose = (
        characters(hard_labels(count.runs, count.n, GoldPolicy(threshold=each, ties=one.ties)))
        for each in (high, low)
    )
    assert strict <= loose
    with_ties = GoldPolicy(threshold=high, ties="in")
    assert strict <= characters(hard_labels(count.runs, count.n, with_ties))


@given(items(min_annotations=1), policies, st.sampled_from([np.uint8, np.int32, np.int64]))
def test_corpus_gold_equals_item_gold(example, policy, dtype):
    count = count_item(policy.normalization, *example)
    columns = [(0, run.start, run.end, run.count) for run in count.runs]
    runs = Runs(*np.array(columns, dtype=dtype).reshape(-1, 4).T)
    found = corpus_gold(runs, np.array([count.n], dtype=dtype), policy)
    assert [list(each) for each in zip(found.start.tolist(), found.end.tolist(), strict=True)] == hard_labels(
        count.runs, count.n, policy
    )


def test_a_collapse_of_a_shroom_cap_label_needs_only_its_ambiguous_choices():
    assert (
        Collapse(
            "fluency", "has_fluency_mistakes", (("well-formed", "n"), ("not-fluent", "y"), ("minor", "y"))
        )
        == MINOR_IS_Y
    )
    assert Collapse("factuality", "has_factual_mistakes", (("correct", "n"), ("errors", "y"))) == FACTS
    assert parse_collapse("supported:ok=yes:1,no:0") == Collapse(
        "supported", "ok", (("yes", "1"), ("no", "0"))
    )


@pytest.mark.parametrize("text", ["fluency=minor", "a=b:c,b:d", "a=,"])
def test_an_invalid_collapse_is_refused(text):
    with pytest.raises(ValueError, match="choice:value"):
        parse_collapse(text)


@pytest.mark.parametrize("collapse", [MINOR_IS_Y, FACTS])
def test_a_collapse_survives_a_round_trip_through_text(collapse):
    assert parse_collapse(collapse_text(collapse)) == collapse


def test_minor_has_no_default_value():
    policy = GoldPolicy(collapse=(parse_collapse("fluency"),))
    assert list(problems_in(policy, PRESETS["shroom-cap"])) == [
        ("/collapse/fluency/choices", "it must be said what “minor” counts as")
    ]


@pytest.mark.parametrize(
    ("collapse", "derive", "expected"),
    [
        ([MINOR_IS_Y, FACTS], "fluent-and-not-factual", []),
        ([], "not-factual", []),
        ([MINOR_IS_Y], "fluent-and-not-factual", []),
        ([], "fluent-and-not-factual", ["/derive"]),
        ([parse_collapse("supported=yes:y,no:n")], "off", ["/collapse/supported"]),
        ([parse_collapse("fluency:factuality=minor:y")], "off", ["/collapse/fluency/name"]),
        ([parse_collapse("fluency=minor:y,poor:y")], "off", ["/collapse/fluency/choices/poor"]),
        ([parse_collapse("factuality=correct:good,errors:bad")], "not-factual", ["/derive"]),
        ([parse_collapse("fluency:hallucination=minor:y")], "not-factual", ["/derive"]),
    ],
)
def test_a_policy_must_fit_the_scheme(collapse, derive, expected):
    policy = GoldPolicy(collapse=tuple(collapse), derive=derive)
    assert [pointer for pointer, _ in problems_in(policy, PRESETS["shroom-cap"])] == expected


def test_choices_are_collapsed_before_they_are_counted():
    """Three different choices tie before they are collapsed, and do not tie after."""
    chosen = [{"fluency": each} for each in ("well-formed", "minor", "not-fluent")]
    before = item_labels_gold(["fluency"], chosen, GoldPolicy(collapse=(MINOR_IS_Y,)))
    assert before == {"has_fluency_mistakes": {"value": "y", "share": 0.6666666667, "n": 3, "tie": False}}
    after = item_labels_gold(["fluency"], chosen)
    assert after == {"fluency": {"value": None, "share": 0.3333333333, "n": 3, "tie": True}}


def test_collapsing_can_change_the_most_frequent_choice():
    chosen = [
        {"fluency": each}
        for each in ("well-formed", "well-formed", "minor", "not-fluent", "not-fluent", "minor")
    ]
    collapsed = item_labels_gold(["fluency"], chosen[:5], GoldPolicy(collapse=(MINOR_IS_Y,)))
    assert collapsed["has_fluency_mistakes"]["value"] == "y"
    assert item_labels_gold(["fluency"], chosen[:3])["fluency"]["value"] == "well-formed"


def test_a_tie_of_collapsed_choices_is_reported():
    chosen = [{"fluency": each} for each in ("well-formed", "minor")]
    gold = item_labels_gold(["fluency"], chosen, GoldPolicy(collapse=(MINOR_IS_Y,)))
    assert gold == {"has_fluency_mistakes": {"value": None, "share": 0.5, "n": 2, "tie": True}}


@given(st.lists(st.sampled_from(["well-formed", "minor", "not-fluent"]), min_size=1), st.sampled_from("yn"))
def test_collapsing_keeps_a_choice_of_more_than_half(choices, minor):
    collapse = parse_collapse(f"fluency=minor:{minor}")
    chosen = [{"fluency": each} for each in choices]
    own = item_labels_gold(["fluency"], chosen)["fluency"]
    if own["value"] is not None and own["share"] > 0.5:
        gold = item_labels_gold(["fluency"], chosen, GoldPolicy(collapse=(collapse,)))
        assert gold["has_fluency_mistakes"]["value"] == collapse.of(own["value"])


@pytest.mark.parametrize(
    ("rule", "fluency", "factuality", "value", "tie"),
    [
        ("not-factual", "not-fluent", "errors", "y", False),
        ("not-factual", "well-formed", "correct", "n", False),
        ("not-factual", "well-formed", "errors correct", None, True),
        ("fluent-and-not-factual", "well-formed", "errors", "y", False),
        ("fluent-and-not-factual", "not-fluent", "errors", "n", False),
        ("fluent-and-not-factual", "minor", "errors", "n", False),
        ("fluent-and-not-factual", "well-formed minor", "errors", None, True),
        ("fluent-and-not-factual", "well-formed minor", "correct", "n", False),
        ("fluent-and-not-factual", "not-fluent", "errors correct", "n", False),
    ],
)
def test_the_derived_label_follows_from_the_gold_of_the_item(rule, fluency, factuality, value, tie):
    chosen = [{"fluency": each} for each in fluency.split()] + [
        {"factuality": each} for each in factuality.split()
    ]
    policy = GoldPolicy(collapse=(MINOR_IS_Y,), derive=rule)
    gold = item_labels_gold(["fluency", "factuality"], chosen, policy)
    assert gold["hallucination"] == {"value": value, "rule": rule, "tie": tie}
    assert list(gold)[-1] == "hallucination"


def test_no_label_is_derived_from_unset_labels():
    policy = GoldPolicy(collapse=(MINOR_IS_Y,), derive="fluent-and-not-factual")
    gold = item_labels_gold(["fluency", "factuality"], [{"factuality": "errors"}], policy)
    assert list(gold) == ["factuality"]
