"""Records of a source: statuses, labels, spans by offsets and by quotes, and what a judge wrote."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.formats.source_records import (
    NO_LABEL,
    SourceRecord,
    SourceSpan,
    Status,
    place_record,
    read_source_record,
    source_record_values,
    spans_as_claims,
)
from morelkit.scheme.schemes import Choice, ItemLabel, Scheme, SpanLabel
from morelkit.text.quotes import QuoteFault

SCHEME = Scheme(
    span_labels=(SpanLabel("error", "Error"),),
    item_labels=(
        ItemLabel("verdict", "Verdict", (Choice("correct", "Correct"), Choice("wrong", "Has errors"))),
    ),
)
TWO = Scheme(span_labels=(SpanLabel("a", "A"), SpanLabel("b", "B")))
ANSWER = "Ada was born in Paris. Paris is big."


def read(**values) -> SourceRecord:
    record, problems = read_source_record({"id": "q-1", **values}, 3, SCHEME, 10)
    assert record, problems
    return record


def refused(scheme: Scheme = SCHEME, **values) -> list[tuple[int, str, str]]:
    record, problems = read_source_record({"id": "q-1", **values}, 3, scheme, 10)
    assert record is None
    return [(each.line, each.field, each.code) for each in problems]


def test_labels_spans_and_score_are_an_answer():
    record = read(labels={"verdict": "wrong"}, spans=[{"start": 0, "end": 3}], score=1, reasoning="Because.")
    assert record == SourceRecord(
        "q-1",
        labels={"verdict": "wrong"},
        spans=[SourceSpan("error", 0, 3)],
        score=1.0,
        reasoning="Because.",
    )


@pytest.mark.parametrize("status", [each for each in Status if each != Status.ANSWERED])
def test_an_item_without_an_answer_has_no_results(status):
    assert read(status=status, reason="Timeout.").status == status
    assert refused(status=status, labels={"verdict": "wrong"}) == [(3, "labels", "not_answered")]


@pytest.mark.parametrize(
    ("values", "field", "code"),
    [
        ({}, "status", "no_answer"),
        ({"status": "done"}, "status", "unknown_status"),
        ({"labels": {"verdict": "maybe"}}, "labels", "unknown_choice"),
        ({"labels": {"mood": "good"}}, "labels", "unknown_label"),
        ({"labels": "wrong"}, "labels", "not_an_object"),
        ({"labels": {"verdict": ["wrong"]}}, "labels", "unknown_choice"),
        ({"score": True}, "score", "not_a_number"),
        ({"score": "0.5"}, "score", "not_a_number"),
        ({"score": 1, "reasoning": ["x"]}, "reasoning", "not_a_text"),
        ({"score": 1, "reasoning": "x" * 100_001}, "reasoning", "too_long"),
        ({"score": 1, "model": "x"}, "model", "unknown_field"),
        ({"spans": {}}, "spans", "not_a_list"),
        ({"spans": [{"quote": "x"}] * 11}, "spans", "too_many"),
        ({"spans": [{"start": 3, "end": 3}]}, "spans", "bad_range"),
        ({"spans": [{"start": -1, "end": 3}]}, "spans", "bad_range"),
        ({"spans": [{"start": 1.0, "end": 3}]}, "spans", "bad_range"),
        ({"spans": [{"start": 1}]}, "spans", "bad_range"),
        ({"spans": [{}]}, "spans", "no_place"),
        ({"spans": [{"prefix": "x", "start": 0, "end": 1}]}, "spans", "no_quote"),
        ({"spans": [{"quote": "x", "label": "other"}]}, "spans", "unknown_label"),
        ({"spans": [{"quote": "x", "label": ["error"]}]}, "spans", "unknown_label"),
        ({"spans": [{"quote": "x", "text": "x"}]}, "spans", "unknown_field"),
    ],
)
def test_a_wrong_record_is_refused_by_line_and_field(values, field, code):
    assert refused(**values) == [(3, field, code)]


def test_a_scheme_with_several_span_labels_needs_one_in_each_span():
    assert refused(TWO, spans=[{"quote": "x"}]) == [(3, "spans", "unknown_label")]


def test_a_record_without_an_id_is_refused():
    assert [each.field for each in read_source_record({"score": 1}, 1, SCHEME, 10)[1]] == ["id"]
    assert [each.field for each in read_source_record({"id": 7, "score": 1}, 1, SCHEME, 10)[1]] == ["id"]


@pytest.mark.parametrize(
    "output",
    [
        "wrong",
        " Wrong. ",
        "Has errors",
        "**wrong**",
        '{"labels": {"verdict": "wrong"}, "confidence": "high"}',
    ],
)
def test_a_label_is_read_from_what_a_judge_wrote(output):
    record = read(output=output)
    assert (record.status, record.labels, record.output) == (Status.ANSWERED, {"verdict": "wrong"}, output)


def test_spans_are_read_from_a_fenced_output():
    record = read(output='```json\n{"spans": [{"quote": "Ada"}], "reasoning": "No."}\n```')
    assert record.spans == [SourceSpan("error", quote="Ada")]
    assert record.reasoning == "No."


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        ("I think that the answer is wrong, because Paris is not London.", NO_LABEL),
        ("correct or wrong", NO_LABEL),
        ('{"answer": "wrong"}', NO_LABEL),
        (
            '{"labels": {"verdict": "hm"}}',
            "The output cannot be read: “verdict” must be one of correct, wrong.",
        ),
        ('{"labels": ', "The output cannot be read: The line breaks off in the middle, after 10 characters."),
    ],
)
def test_an_output_without_a_label_becomes_a_failed_record_with_its_reason(output, reason):
    record = read(output=output)
    assert (record.status, record.reason, record.output) == (Status.FAILED, reason, output)
    assert not record.labels


def test_an_output_beside_results_is_kept_and_not_read():
    assert read(labels={"verdict": "correct"}, output="wrong").labels == {"verdict": "correct"}


def place(*spans):
    placed, problems = place_record(read(spans=list(spans)), ANSWER, None, SCHEME, 3)
    ranges = [(each.start, each.end) for each in placed.spans]
    return ranges, placed.unsettled, [each.code for each in problems]


def test_a_quote_is_located_where_it_occurs_once_or_where_its_context_says():
    assert place({"quote": "Ada"}) == ([(0, 3)], [], [])
    assert place({"quote": "Paris", "suffix": " is"}) == ([(23, 28)], [], [])
    assert place({"quote": "Paris", "prefix": "in "}) == ([(16, 21)], [], [])


def test_a_quote_that_occurs_twice_is_never_given_the_first_place():
    ranges, [(span, unsettled)], problems = place({"quote": "Paris"}, {"quote": "Ada"})
    assert (ranges, problems, span.quote) == ([(0, 3)], [], "Paris")
    assert unsettled.reason == QuoteFault.SEVERAL_PLACES
    assert unsettled.places == ((16, 21), (23, 28))


def test_offsets_of_another_answer_are_refused():
    assert place({"start": 30, "end": 37})[2] == ["past_the_end"]
    assert place({"start": 0, "end": 3, "quote": "Bob"})[2] == ["other_text"]
    assert place({"start": 0, "end": 3, "quote": "Ada"}) == ([(0, 3)], [], [])


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)
SPANS = st.builds(
    SourceSpan, st.just("error"), quote=TEXTS.filter(bool), prefix=TEXTS, suffix=TEXTS
) | st.builds(SourceSpan, st.just("error"), st.integers(0, 5), st.integers(6, 9))


@given(
    st.builds(
        SourceRecord,
        TEXTS.filter(bool),
        labels=st.just({}) | st.just({"verdict": "wrong"}),
        spans=st.lists(SPANS, max_size=3),
        score=st.none() | st.floats(allow_nan=False, allow_infinity=False),
        reasoning=TEXTS,
        reason=TEXTS,
        output=TEXTS,
        answer_sha256=TEXTS,
    )
)
def test_a_written_record_is_read_as_it_was(record):
    assert read_source_record(source_record_values(record), 1, SCHEME, 10) == (record, [])


CLAIMED = Scheme(span_labels=(SpanLabel("error", "Error"),), unit="claims")
CLAIMS = [(0, 4), (4, 22), (22, 36)]


def labelled(claim_labels, scheme=CLAIMED, **more):
    return read_source_record({"id": "q-1", "claim_labels": claim_labels, **more}, 3, scheme, 10)


def test_claim_labels_are_the_spans_of_incorrect_claims():
    record, problems = labelled([0, 1, 1], claims=[list(each) for each in CLAIMS])
    assert record, problems
    placed, problems = place_record(record, ANSWER, CLAIMS, CLAIMED, 3)
    assert problems == []
    assert [(each.start, each.end) for each in placed.spans] == CLAIMS[1:]
    assert placed.record == SourceRecord(
        "q-1", spans=[SourceSpan("error", 4, 22), SourceSpan("error", 22, 36)]
    )
    assert spans_as_claims(placed.record, CLAIMS) == record
    assert read_source_record(source_record_values(record), 1, CLAIMED, 10) == (record, [])


def test_no_incorrect_claim_is_no_span_and_not_nothing_said():
    record, _ = labelled([0, 0, 0])
    assert record
    placed, _ = place_record(record, ANSWER, CLAIMS, CLAIMED, 3)
    assert (placed.record.spans, placed.spans) == ([], [])


@pytest.mark.parametrize(
    ("values", "field", "code"),
    [
        ({"claim_labels": [0, 1], "spans": []}, "claim_labels", "spans_too"),
        ({"claim_labels": "0, 1"}, "claim_labels", "not_a_list"),
        ({"claim_labels": [0, True]}, "claim_labels", "unknown_label"),
        ({"claim_labels": [0, 1.0]}, "claim_labels", "unknown_label"),
        ({"claim_labels": [0, 2]}, "claim_labels", "unknown_label"),
        ({"claim_labels": [0, 1], "claims": [[0], [1]]}, "claims", "not_a_list"),
        ({"claims": [[0, 4]], "score": 1}, "claims", "no_claim_labels"),
        ({"claim_labels": [0], "status": "abstained"}, "claim_labels", "not_answered"),
    ],
)
def test_claim_labels_that_cannot_be_read_are_refused(values, field, code):
    assert refused(CLAIMED, **values) == [(3, field, code)]


def test_claim_labels_need_a_scheme_of_claims_with_one_label():
    assert refused(SCHEME, claim_labels=[0]) == [(3, "claim_labels", "no_claims")]
    two = Scheme(span_labels=TWO.span_labels, unit="claims")
    assert refused(two, claim_labels=[0]) == [(3, "claim_labels", "several_labels")]


@pytest.mark.parametrize(
    ("values", "field", "code"),
    [
        ({"claim_labels": [0, 1]}, "claim_labels", "wrong_length"),
        ({"claim_labels": [0, 1, 0], "claims": [[0, 5], [5, 22], [22, 36]]}, "claims", "other_claims"),
    ],
)
def test_claim_labels_of_another_version_of_the_answer_are_refused(values, field, code):
    record, _ = labelled(**values)
    assert record
    _, problems = place_record(record, ANSWER, CLAIMS, CLAIMED, 3)
    assert [(each.line, each.field, each.code) for each in problems] == [(3, field, code)]


@pytest.mark.parametrize(
    "output", ['{"claim_labels": [1, 0]}', '{"spans": [{"quote": "Ada"}, {"start": 0, "end": 99}]}']
)
def test_an_output_that_does_not_fit_is_a_failed_record(output):
    record, _ = read_source_record({"id": "q-1", "output": output}, 3, CLAIMED, 10)
    assert record
    placed, problems = place_record(record, ANSWER, CLAIMS, CLAIMED, 3)
    assert (placed.spans, placed.unsettled, problems) == ([], [], [])
    assert placed.record.reason.startswith("The output does not fit the item: ")
    assert placed.record == SourceRecord(
        "q-1", Status.FAILED, reason=placed.record.reason, output=output, from_output=True
    )
    assert record.status == Status.ANSWERED


def test_a_judge_may_write_claim_labels():
    record, _ = read_source_record(
        {"id": "q-1", "output": '```json\n{"claim_labels": [1, 0, 0]}\n```'}, 1, CLAIMED, 10
    )
    assert record
    assert record.claim_labels == [1, 0, 0]


def test_spans_that_are_no_claims_stay_spans():
    record = SourceRecord("q-1", spans=[SourceSpan("error", 0, 3)])
    assert spans_as_claims(record, CLAIMS) is record
