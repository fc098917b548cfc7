import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.scheme.consistency import ConsistencyRule, broken_rules
from morelkit.scheme.label_names import all_labels
from morelkit.scheme.schemes import PRESETS, SchemeError, from_json, released_scheme, to_json

LABELS = PRESETS["mu-shroom+labels"]
MARK_AND_CORRECT, NOTHING_AND_ERRORS = LABELS.consistency_rules
WRONG = {"factuality": "errors", "fluency": "minor"}
RIGHT = {"factuality": "correct", "fluency": "minor"}


def test_the_preset_says_which_marks_contradict_which_choices():
    assert [rule.code for rule in LABELS.consistency_rules] == [
        "any mark & factuality:correct",
        "no mark & factuality:errors",
    ]


@pytest.mark.parametrize(
    ("marks", "labels", "broken"),
    [
        (["hallucination"], RIGHT, [MARK_AND_CORRECT]),
        (["hallucination"], WRONG, []),
        ([], RIGHT, []),
        ([], WRONG, [NOTHING_AND_ERRORS]),
        (["hallucination"] * 3, {}, []),
        ([], {}, []),
        ([], {"fluency": "errors"}, []),
    ],
)
def test_a_rule_is_broken_if_its_condition_and_its_choice_hold(marks, labels, broken):
    assert broken_rules(LABELS.consistency_rules, marks, labels) == broken


def test_a_condition_can_be_a_span_label_or_another_choice():
    rules = [ConsistencyRule("OCR", "readable:yes"), ConsistencyRule("fluency:minor", "readable:yes")]
    assert broken_rules(rules, ["OCR"], {"readable": "yes"}) == rules[:1]
    assert broken_rules(rules, ["other"], {"readable": "yes", "fluency": "minor"}) == rules[1:]
    assert broken_rules(rules, ["OCR"], {"readable": "no", "fluency": "minor"}) == []


@given(
    marks=st.lists(st.sampled_from(["a", "b"])),
    labels=st.dictionaries(st.sampled_from(["q", "r"]), st.sampled_from(["y", "n"])),
    chosen=st.lists(
        st.tuples(
            st.sampled_from(["any mark", "no mark", "a", "b", "q:y", "q:n"]), st.sampled_from(["r:y", "r:n"])
        )
    ),
)
def test_broken_rules_equal_a_plain_reading_of_each_rule(marks, labels, chosen):
    def holds(part: str) -> bool:
        if part == "any mark":
            return len(marks) > 0
        if part == "no mark":
            return not marks
        label, colon, choice = part.partition(":")
        return labels.get(label) == choice if colon else label in marks

    rules = [ConsistencyRule(*each) for each in chosen]
    assert broken_rules(rules, marks, labels) == [
        rule for rule in rules if holds(rule.condition) and holds(rule.choice)
    ]


@given(rules=st.lists(st.integers(0, 4), max_size=5, unique=True))
def test_rules_survive_a_round_trip_through_json(rules):
    conditions = ["any mark", "no mark", "hallucination", "fluency:minor", "fluency:well-formed"]
    value = to_json(LABELS) | {
        "consistency_rules": [
            {"condition": conditions[each], "choice": "factuality:correct"} for each in rules
        ]
    }
    scheme = from_json(json.loads(json.dumps(value)))
    assert [rule.condition for rule in scheme.consistency_rules] == [conditions[each] for each in rules]
    assert from_json(to_json(scheme)) == scheme
    assert set(all_labels(scheme)) == set(all_labels(LABELS))


def rule(condition: object, choice: object = "factuality:correct", **more: object) -> dict[str, object]:
    return {"condition": condition, "choice": choice, **more}


@pytest.mark.parametrize(
    ("rules", "pointer"),
    [
        ("any mark", "/consistency_rules"),
        (["any mark"], "/consistency_rules"),
        ([rule("any mark")] * 101, "/consistency_rules"),
        ([{"condition": "any mark"}], "/consistency_rules/0"),
        ([rule("any mark", ask=True)], "/consistency_rules/0"),
        ([rule("any marks")], "/consistency_rules/0/condition"),
        ([rule("<script>")], "/consistency_rules/0/condition"),
        ([rule(None)], "/consistency_rules/0/condition"),
        ([rule({})], "/consistency_rules/0/condition"),
        ([rule("factuality")], "/consistency_rules/0/condition"),
        ([rule("any mark", "hallucination")], "/consistency_rules/0/choice"),
        ([rule("any mark", ["factuality:correct"])], "/consistency_rules/0/choice"),
        ([rule("any mark", "factuality:")], "/consistency_rules/0/choice"),
        ([rule("factuality:errors")], "/consistency_rules/0"),
        ([rule("any mark"), rule("any mark")], "/consistency_rules/1"),
        (
            [rule("fluency:minor"), rule("factuality:correct", "fluency:minor")],
            "/consistency_rules/1",
        ),
    ],
)
def test_an_invalid_rule_is_refused_with_a_pointer(rules, pointer):
    with pytest.raises(SchemeError) as refused:
        from_json(to_json(LABELS) | {"consistency_rules": rules})
    assert pointer in [each for each, _ in refused.value.problems]


def test_a_scheme_without_spans_has_no_rules_about_marks():
    value = to_json(PRESETS["cap"])
    assert from_json(value | {"consistency_rules": [rule("fluency:minor")]}).consistency_rules
    for condition in ("any mark", "no mark"):
        with pytest.raises(SchemeError):
            from_json(value | {"consistency_rules": [rule(condition)]})


def test_a_release_describes_the_scheme_without_its_rules():
    assert "consistency_rules" not in to_json(released_scheme(LABELS))
    assert "consistency_rules" not in to_json(PRESETS["mu-shroom"])
