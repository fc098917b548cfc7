import json
from dataclasses import replace

import pytest

from morelkit.scheme.schemes import (
    DEFAULT_PRESET,
    PRESETS,
    TEXT_LOCALES,
    Choice,
    ItemLabel,
    Scheme,
    SchemeError,
    SpanLabel,
    from_json,
    keys,
    released_scheme,
    to_json,
)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_survive_a_round_trip_through_json(name):
    assert from_json(json.loads(json.dumps(to_json(PRESETS[name])))) == PRESETS[name]


def test_presets_are_the_schemes_of_the_family():
    machine_names = {
        name: (
            [label.name for label in scheme.span_labels],
            {label.name: [choice.name for choice in label.choices] for label in scheme.item_labels},
        )
        for name, scheme in PRESETS.items()
    }
    fluency = {"fluency": ["well-formed", "minor", "not-fluent"]}
    factuality = {"factuality": ["correct", "errors"]}
    assert machine_names == {
        "mu-shroom": (["hallucination"], {}),
        "mu-shroom+labels": (["hallucination"], fluency | factuality),
        "shroom": ([], {"supported": ["yes", "no"]}),
        "shroom-cap": ([], fluency | factuality),
        "cap": ([], fluency | factuality),
        "openhaldet": ([], {"category": ["correct", "hallucination", "abstention"]}),
        "much": (["incorrect"], {}),
        "table": (["hallucination"], {}),
        "visions": (["invention", "mischaracterization", "OCR", "miscounting", "other"], {}),
    }
    assert DEFAULT_PRESET == "mu-shroom+labels"


def test_only_a_scheme_of_claims_stores_its_unit():
    stored = {name: to_json(scheme) for name, scheme in PRESETS.items()}
    assert [name for name, value in stored.items() if "unit" in value] == ["much"]
    assert from_json(stored["much"]) == PRESETS["much"]
    assert from_json(stored["mu-shroom"]).unit == "characters"


def test_digit_keys_go_to_span_labels_first_and_then_to_choices():
    labels = (SpanLabel("a", "A"), SpanLabel("b", "B"))
    assert keys(Scheme(labels, PRESETS["shroom"].item_labels)) == {
        ("", "a"): "1",
        ("", "b"): "2",
        ("supported", "yes"): "3",
        ("supported", "no"): "4",
    }


def test_a_single_span_label_needs_no_key_and_choices_start_at_1():
    assert keys(PRESETS["mu-shroom+labels"]) == {
        ("", "hallucination"): "",
        ("fluency", "well-formed"): "1",
        ("fluency", "minor"): "2",
        ("fluency", "not-fluent"): "3",
        ("factuality", "correct"): "4",
        ("factuality", "errors"): "5",
    }
    chosen = Scheme((SpanLabel("mark", "Mark", key="1"),), PRESETS["shroom"].item_labels)
    assert list(keys(chosen).values()) == ["1", "2", "3"]


def test_labels_beyond_nine_have_no_key():
    choices = tuple(Choice(f"c{at}", f"Choice {at}") for at in range(10))
    found = keys(Scheme((SpanLabel("mark", "Mark"),), (ItemLabel("which", "Which?", choices),)))
    assert list(found.values()) == ["", *"123456789", ""]


def test_a_key_set_in_the_scheme_is_kept_and_not_assigned_twice():
    labels = (SpanLabel("a", "A"), SpanLabel("b", "B", key="1"), SpanLabel("c", "C"))
    assert keys(Scheme(labels)) == {("", "a"): "2", ("", "b"): "1", ("", "c"): "3"}


def test_a_scheme_uses_spans_if_it_has_span_labels():
    assert PRESETS["mu-shroom"].uses_spans
    assert not PRESETS["shroom"].uses_spans


def test_item_labels_are_required_by_default():
    choices = [{"name": "y", "text": "Yes"}, {"name": "n", "text": "No"}]
    scheme = from_json(
        {
            "item_labels": [
                {"name": "a", "text": "A?", "choices": choices},
                {"name": "b", "text": "B?", "choices": choices, "required": False},
            ]
        }
    )
    assert [label.required for label in scheme.item_labels] == [True, False]


VALID = to_json(PRESETS["mu-shroom+labels"])


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"span_labels": "hallucination"}, "/span_labels"),
        ({"span_labels": ["hallucination"]}, "/span_labels"),
        ({"span_labels": [{"name": "no blanks", "text": "x"}]}, "/span_labels/0/name"),
        ({"span_labels": [{"name": "a", "text": " "}]}, "/span_labels/0/text"),
        ({"span_labels": [{"name": "a", "text": "A\0"}]}, "/span_labels/0/text"),
        ({"span_labels": [{"name": "a", "text": "A"}, {"name": "A", "text": "B"}]}, "/span_labels/1/name"),
        ({"span_labels": [{"name": "a", "text": "A", "color": 7}]}, "/span_labels/0/color"),
        ({"span_labels": [{"name": "a", "text": "A", "color": True}]}, "/span_labels/0/color"),
        ({"span_labels": [{"name": "a", "text": "A", "color": []}]}, "/span_labels/0/color"),
        ({"span_labels": [{"name": "a", "text": "A", "key": "0"}]}, "/span_labels/0/key"),
        ({"span_labels": [{"name": "a", "text": "A", "key": ["1"]}]}, "/span_labels/0/key"),
        ({"item_labels": [{"name": "a", "text": "A", "choices": []}]}, "/item_labels/0/choices"),
        ({"item_labels": [{"name": "a", "text": "A"}]}, "/item_labels/0/choices"),
        ({"uses_spans": False}, "/uses_spans"),
        ({"evidence": "sometimes"}, "/evidence"),
        ({"evidence": ["off"]}, "/evidence"),
        ({"span_labels": [], "uses_spans": False, "evidence": "required"}, "/evidence"),
        ({"unit": "words"}, "/unit"),
        ({"unit": ["claims"]}, "/unit"),
        ({"unit": "claims", "span_labels": [], "uses_spans": False}, "/unit"),
        ({"version": 0}, "/version"),
        ({"version": "1"}, "/version"),
        ({"span_labels": [], "item_labels": [], "uses_spans": False}, ""),
    ],
)
def test_an_invalid_scheme_is_refused_with_a_pointer(changes, pointer):
    with pytest.raises(SchemeError) as caught:
        from_json(VALID | changes)
    assert pointer in [place for place, _ in caught.value.problems]


def test_two_labels_must_not_share_a_key():
    scheme = replace(
        PRESETS["mu-shroom"], span_labels=(SpanLabel("a", "A", 1, "3"), SpanLabel("b", "B", 2, "3"))
    )
    with pytest.raises(SchemeError, match="the key 3 is taken"):
        from_json(to_json(scheme))


@pytest.mark.parametrize("value", [None, [], "mu-shroom", 5])
def test_a_scheme_must_be_an_object(value):
    with pytest.raises(SchemeError, match="must be an object"):
        from_json(value)


def test_all_problems_are_listed():
    with pytest.raises(SchemeError) as caught:
        from_json({"span_labels": [{"name": "", "text": ""}], "evidence": "x", "version": -1})
    assert [place for place, _ in caught.value.problems] == [
        "/span_labels/0/name",
        "/span_labels/0/text",
        "/evidence",
        "/version",
    ]


FRENCH = SpanLabel("made-up", "Made up", texts={"fr": "Inventé"})


def test_translations_survive_a_round_trip_and_empty_ones_are_left_out():
    scheme = Scheme((FRENCH, SpanLabel("other", "Other")))
    stored = to_json(scheme)
    assert [label.get("texts") for label in stored["span_labels"]] == [{"fr": "Inventé"}, None]
    assert from_json(stored) == scheme
    stored["span_labels"][1]["texts"] = {"fr": " ", "ar": ""}
    assert from_json(stored) == scheme


def test_a_release_describes_its_scheme_without_translations():
    released = to_json(released_scheme(PRESETS["mu-shroom+labels"]))
    assert "texts" not in json.dumps(released)
    assert released["span_labels"] == [
        {"name": "hallucination", "text": "Hallucination", "color": 1, "key": ""}
    ]


@pytest.mark.parametrize("text", ["x" * 501, "nul \0", "\ud800", None, ["Inventé"]])
def test_a_translation_is_a_storable_text_of_limited_length(text):
    with pytest.raises(SchemeError) as refused:
        from_json({"span_labels": [{"name": "made-up", "text": "Made up", "texts": {"ar": text}}]})
    assert [pointer for pointer, _ in refused.value.problems] == ["/span_labels/0/texts/ar"]


def test_presets_are_translated_to_every_language_but_english():
    for scheme in PRESETS.values():
        labels = [*scheme.span_labels, *scheme.item_labels]
        choices = [choice for label in scheme.item_labels for choice in label.choices]
        for each in [*labels, *choices]:
            assert sorted(each.texts) == sorted({*TEXT_LOCALES} - {"en"})
