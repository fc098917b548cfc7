import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.text.spans import Span, check, clip, unite

LABELS = ["invention", "OCR"]


def span(**changes):
    return {"id": "m1", "start": 0, "end": 4, "label": "OCR"} | changes


def test_a_valid_span_is_read_unchanged():
    assert check([span()], 10, LABELS) == ([Span(0, 4, "OCR", "m1")], [])


def test_a_span_may_cover_the_whole_answer():
    spans, problems = check([span(start=0, end=10)], 10, LABELS)
    assert spans[0].end == 10
    assert not problems


@pytest.mark.parametrize(
    ("changes", "place", "code"),
    [
        ({"start": -1}, "start", "negative"),
        ({"start": 4, "end": 4}, "end", "empty"),
        ({"start": 5, "end": 4}, "end", "reversed"),
        ({"end": 11}, "end", "past_the_end"),
        ({"end": 3.0}, "end", "not_an_integer"),
        ({"end": "3"}, "end", "not_an_integer"),
        ({"end": True}, "end", "not_an_integer"),
        ({"start": None}, "start", "not_an_integer"),
        ({"label": "nonsense"}, "label", "unknown_label"),
        ({"label": ["OCR"]}, "label", "unknown_label"),
        ({"id": ""}, "id", "bad_id"),
        ({"id": "x" * 37}, "id", "bad_id"),
        ({"id": 7}, "id", "bad_id"),
        ({"id": "a\0"}, "id", "bad_id"),
        ({"id": "\ud800"}, "id", "bad_id"),
    ],
)
def test_an_invalid_span_is_refused_with_index_and_field(changes, place, code):
    spans, problems = check([span(id="sound"), span(**changes)], 10, LABELS)
    assert spans == [Span(0, 4, "OCR", "sound")]
    assert [(each.index, each.field, each.code) for each in problems] == [(1, place, code)]


def test_every_problem_of_spans_is_reported():
    _, problems = check([span(start=-1, end=11, label="x", id=None), 5, span()], 10, LABELS)
    assert [(each.index, each.field) for each in problems] == [
        (0, "start"),
        (0, "end"),
        (0, "label"),
        (0, "id"),
        (1, ""),
    ]


def test_span_ids_are_unique():
    _, problems = check([span(), span(start=5, end=6)], 10, LABELS)
    assert [(each.index, each.code) for each in problems] == [(1, "repeated_id")]


def test_a_repeated_span_is_named():
    span = {"start": 0, "end": 4, "label": "a"}
    spans = [{**span, "id": "1"}, {**span, "id": "2"}, {**span, "id": "3", "label": "b"}, {**span, "id": "4"}]
    valid, problems = check(spans, 9, ["a", "b"])
    assert valid == [Span(0, 4, "a", "1"), Span(0, 4, "b", "3")]
    assert [(each.index, each.field, each.code) for each in problems] == [
        (1, "", "repeated_span"),
        (3, "", "repeated_span"),
    ]
    assert problems[0].detail == "Span 1: it is the same as span 0: start 0, end 4, label “a”."


@pytest.mark.parametrize("value", [None, {}, "[]", 3])
def test_spans_must_be_a_list(value):
    spans, problems = check(value, 10, LABELS)
    assert spans == []
    assert [each.code for each in problems] == ["not_a_list"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["id", "start", "end", "label"]), inner),
)


@given(json_values)
def test_no_json_value_breaks_the_check(value):
    spans, _ = check(value, 10, LABELS)
    assert all(0 <= each.start < each.end <= 10 and each.label in LABELS for each in spans)


def test_overlapping_spans_of_one_label_unite_under_the_id_that_starts_first():
    assert unite([Span(3, 8, "a", "late"), Span(0, 4, "a", "early")]) == [Span(0, 8, "a", "early")]


def test_of_spans_that_start_together_the_first_given_keeps_its_id():
    assert unite([Span(0, 8, "a", "first"), Span(0, 4, "a", "second")]) == [Span(0, 8, "a", "first")]


def test_a_span_within_another_is_absorbed():
    assert unite([Span(0, 9, "a", "outer"), Span(2, 4, "a", "inner")]) == [Span(0, 9, "a", "outer")]


def test_touching_spans_stay_apart():
    spans = [Span(0, 4, "a", "1"), Span(4, 8, "a", "2")]
    assert unite(spans) == spans


def test_spans_of_different_labels_may_overlap():
    spans = [Span(0, 6, "a", "1"), Span(2, 8, "b", "2"), Span(7, 9, "a", "3")]
    assert unite(spans) == spans


def test_unite_reaches_back_over_a_span_of_another_label():
    spans = [Span(0, 6, "a", "1"), Span(2, 3, "b", "2"), Span(5, 8, "a", "3")]
    assert unite(spans) == [Span(0, 8, "a", "1"), Span(2, 3, "b", "2")]


spans_of_two_labels = st.lists(
    st.builds(
        lambda start, size, label: Span(start, start + size, label),
        st.integers(0, 9),
        st.integers(1, 6),
        st.sampled_from("ab"),
    )
)


@given(spans_of_two_labels)
def test_uniting_changes_no_marked_character_and_happens_once(spans):
    united = unite(spans)
    for label in "ab":
        assert characters_of(united, label) == characters_of(spans, label)
    assert unite(united) == united
    assert sorted(united, key=lambda each: (each.start, each.end, each.label)) == united


def characters_of(spans, label):
    return {at for each in spans if each.label == label for at in range(each.start, each.end)}


def test_clipping_cuts_at_the_end_of_the_text():
    spans = [Span(0, 3, "a"), Span(2, 7, "a"), Span(6, 9, "a")]
    assert clip(spans, 5) == [Span(0, 3, "a"), Span(2, 5, "a"), Span(5, 5, "a")]
