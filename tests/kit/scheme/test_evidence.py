"""Evidence: it belongs to a span and quotes the snapshot exactly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.scheme.content import Limits, Sources, missing_for_submit, read_content
from morelkit.scheme.evidence import CONTEXT, passage, read_evidence, snapshots_of, united_ids
from morelkit.scheme.schemes import Scheme, SpanLabel
from morelkit.text.spans import Span, unite

TEXT = "The 𝔐-tower 👨‍👩‍👧 stands on a reef. " * 4
SCHEME = Scheme((SpanLabel("a", "A"), SpanLabel("b", "B", 2)), evidence="optional")
SPANS = {"m": "m"}
GOOD = {"span": "m", "kind": "passage", "snapshot": 7, "start": 4, "end": 11, "exact": TEXT[4:11]}


def faults(**changes):
    sound, problems = read_evidence([GOOD | changes], SPANS, {7: TEXT})
    assert bool(sound) != bool(problems)
    assert all(detail.endswith(".") for _, _, detail in problems)
    return [(pointer, code) for pointer, code, _ in problems]


def test_a_passage_has_quote_and_context_in_code_points():
    ((found,), problems) = read_evidence([GOOD], SPANS, {7: TEXT})
    assert not problems
    assert (found.exact, found.prefix) == ("𝔐-tower", "The ")
    assert found.suffix == TEXT[11 : 11 + CONTEXT]
    assert found == passage("m", 7, TEXT, 4, 11)


@pytest.mark.parametrize("context", [{"prefix": "The ", "suffix": " 👨"}, {"prefix": "e ", "suffix": ""}, {}])
def test_given_context_may_be_shorter_than_stored_context(context):
    assert faults(**context) == []


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"span": "x"}, ("/0/span", "unknown_span")),
        ({"span": None}, ("/0/span", "unknown_span")),
        ({"span": ["m"]}, ("/0/span", "unknown_span")),
        ({"kind": "loud"}, ("/0/kind", "unknown_kind")),
        ({"kind": None}, ("/0/kind", "unknown_kind")),
        ({"snapshot": 8}, ("/0/snapshot", "unknown_snapshot")),
        ({"snapshot": None}, ("/0/snapshot", "unknown_snapshot")),
        ({"snapshot": "7"}, ("/0/snapshot", "unknown_snapshot")),
        ({"snapshot": True}, ("/0/snapshot", "unknown_snapshot")),
        ({"snapshot": 7.0}, ("/0/snapshot", "unknown_snapshot")),
        ({"snapshot": [7]}, ("/0/snapshot", "unknown_snapshot")),
        ({"start": -1}, ("/0/start", "range")),
        ({"start": "4"}, ("/0/start", "range")),
        ({"start": True}, ("/0/start", "range")),
        ({"start": len(TEXT) + 1}, ("/0/start", "range")),
        ({"end": 4}, ("/0/end", "range")),
        ({"end": 3}, ("/0/end", "range")),
        ({"end": len(TEXT) + 1}, ("/0/end", "range")),
        ({"end": None}, ("/0/end", "range")),
        ({"start": 5}, ("/0/exact", "mismatch")),
        ({"exact": "𝔐-Tower"}, ("/0/exact", "mismatch")),
        ({"exact": None}, ("/0/exact", "mismatch")),
        ({"prefix": "A "}, ("/0/prefix", "mismatch")),
        ({"prefix": 3}, ("/0/prefix", "mismatch")),
        ({"suffix": "x"}, ("/0/suffix", "mismatch")),
        ({"suffix": TEXT[11:60]}, ("/0/suffix", "mismatch")),
    ],
)
def test_mismatches_with_the_snapshot_are_reported(changes, fault):
    assert fault in faults(**changes)


def test_utf_16_offsets_are_refused():
    assert faults(start=4, end=12) == [("/0/exact", "mismatch")]


def test_a_passage_has_a_maximum_length():
    long = "x" * 10_001
    entry = {"span": "m", "kind": "passage", "snapshot": 7, "start": 0, "end": 10_001, "exact": long}
    assert read_evidence([entry], SPANS, {7: long})[1][0][1] == "too_long"


@pytest.mark.parametrize("snapshot", [None, 7])
def test_a_reference_can_be_silent(snapshot):
    ((found,), problems) = read_evidence(
        [{"span": "m", "kind": "silent", "snapshot": snapshot, "start": 0, "exact": ""}], SPANS, {7: TEXT}
    )
    assert not problems
    assert (found.kind, found.snapshot, found.exact) == ("silent", snapshot, "")


@pytest.mark.parametrize(
    "changes", [{"snapshot": 8}, {"start": 3}, {"end": 3}, {"exact": "x"}, {"prefix": "x"}, {"suffix": "x"}]
)
def test_silent_evidence_has_no_passage(changes):
    silent = {"span": "m", "kind": "silent", "snapshot": 7}
    assert read_evidence([silent | changes], SPANS, {7: TEXT})[1]


@pytest.mark.parametrize("entry", [None, 1, "m", [], ["m", "silent"]])
def test_evidence_must_be_an_object(entry):
    assert read_evidence([entry], SPANS, {7: TEXT})[1] == [("/0", "type", "Evidence is an object.")]


def test_every_problem_of_evidence_is_reported():
    _, problems = read_evidence([GOOD | {"span": "x", "exact": "y"}, GOOD, {"kind": "no"}], SPANS, {7: TEXT})
    assert [pointer for pointer, _, _ in problems] == ["/0/span", "/0/exact", "/2/span", "/2/kind"]


def test_duplicates_are_dropped_and_several_passages_of_a_span_are_kept():
    other = GOOD | {"start": 0, "end": 3, "exact": "The"}
    sound, _ = read_evidence([GOOD, other, GOOD | {"prefix": "The "}], SPANS, {7: TEXT})
    assert [each.exact for each in sound] == ["𝔐-tower", "The"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([{"snapshot": 3}, {"snapshot": 3}, {"snapshot": 9}], {3, 9}),
        ([{"snapshot": None}, {"snapshot": "3"}, {"snapshot": True}, {"snapshot": 2**63}, {}, 5], set()),
        (None, set()),
        ({"snapshot": 3}, set()),
    ],
)
def test_snapshots_named_in_evidence_are_found_before_it_is_checked(value, expected):
    assert snapshots_of(value) == expected


@given(
    st.lists(
        st.tuples(st.integers(0, 30), st.integers(1, 8), st.sampled_from("ab")).map(
            lambda part: (part[0], part[0] + part[1], part[2])
        ),
        max_size=20,
    )
)
def test_every_span_maps_to_a_united_span_that_covers_it(ranges):
    spans = [Span(start, end, label, f"m{index}") for index, (start, end, label) in enumerate(ranges)]
    united = {span.id: span for span in unite(spans)}
    into = united_ids(spans, list(united.values()))
    assert into.keys() == {span.id for span in spans}
    for span in spans:
        kept = united[into[span.id]]
        assert kept.label == span.label
        assert kept.start <= span.start
        assert span.end <= kept.end
        if span.id in united:
            assert kept.id == span.id


def read(spans, evidence, scheme=SCHEME, **more):
    value = {"spans": spans, "evidence": evidence, **more}
    return read_content(value, 100, scheme, Limits(evidence=3), Sources(extracts={7: TEXT}))


def test_a_united_span_has_the_evidence_of_all_its_parts():
    spans = [
        {"id": "late", "start": 5, "end": 20, "label": "a"},
        {"id": "early", "start": 2, "end": 9, "label": "a"},
        {"id": "other", "start": 3, "end": 8, "label": "b"},
    ]
    evidence = [
        {"span": "late", "kind": "silent", "snapshot": 7},
        {"span": "early", "kind": "silent", "snapshot": None},
        {"span": "other", "kind": "silent", "snapshot": None},
    ]
    content, problems = read(spans, evidence)
    assert not problems
    assert [span.id for span in content.spans] == ["early", "other"]
    assert [(each.span, each.snapshot) for each in content.evidence] == [
        ("early", 7),
        ("early", None),
        ("other", None),
    ]


def test_evidence_of_a_removed_span_is_refused():
    _, problems = read([], [{"span": "gone", "kind": "silent"}])
    assert [(each.pointer, each.code) for each in problems] == [("/evidence/0/span", "unknown_span")]


def test_evidence_is_refused_if_the_scheme_has_none():
    off = Scheme((SpanLabel("a", "A"),))
    assert read([], [], off)[1] == []
    assert read([], [{"span": "x", "kind": "silent"}], off)[1][0].code == "not_used"


@pytest.mark.parametrize(
    ("value", "code"), [(None, "type"), ({}, "type"), ("x", "type"), ([{}] * 4, "too_many")]
)
def test_evidence_must_be_a_list_of_limited_length(value, code):
    assert [(each.pointer, each.code) for each in read([], value)[1]] == [("/evidence", code)]


def test_invalid_spans_are_reported_without_problems_of_their_evidence():
    _, problems = read([{"id": "m", "start": 5, "end": 2, "label": "a"}], [{"span": "m", "kind": "silent"}])
    assert [each.pointer for each in problems] == ["/spans/0/end"]


def test_submission_needs_evidence_for_every_span_if_required():
    required = Scheme(SCHEME.span_labels, evidence="required")
    spans = [{"id": name, "start": at, "end": at + 1, "label": "a"} for name, at in (("m", 0), ("n", 4))]
    content, problems = read(spans, [{"span": "m", "kind": "silent"}], required)
    assert not problems, "A draft may lack some."
    assert [(each.pointer, each.code) for each in missing_for_submit(content, required)] == [
        ("/spans/1", "evidence_required")
    ]
    assert missing_for_submit(content, SCHEME) == []
