"""Claims in records: those of a record, those of a segmenter, and what is refused."""

import pytest

from morelkit.formats.claim_fields import RECORD, Claims, cut_claims, read_claims
from morelkit.formats.item_records import read_item, set_claims, write_item

ANSWER = "Rain fell. Snow fell."
CUT = ((0, 10), (10, 21))
OWN = [[0, 10], [10, 21]]
MAPPING = {"lang": "lang", "question": "model_input", "answer": "model_output_text"}


def problems(**record) -> list[tuple[str, str]]:
    claims, faults = read_claims(record, ANSWER, "en")
    assert (claims is None) == bool(faults)
    return [(field, code) for field, code, _ in faults]


def test_a_record_without_claims_gets_those_of_the_segmenter_of_its_language():
    assert read_claims({}, ANSWER, "en") == (cut_claims(ANSWER, "en"), [])
    assert read_claims({}, "雨が降った。雪が降った。", "ja")[0] == Claims(((0, 6), (6, 12)), "punctuation-1")


def test_claims_of_a_record_are_taken_as_they_are():
    assert read_claims({"claims": OWN}, ANSWER, "en") == (Claims(CUT, RECORD), [])
    assert read_claims({"claims": "[[0, 10], [11, 21]]"}, ANSWER, "en")[0] == Claims(
        ((0, 10), (11, 21)), RECORD
    )


def test_claims_that_name_their_segmenter_must_be_its_own():
    cut = cut_claims("Rain fell, snow fell.", "ja")
    record = {"claims": [list(claim) for claim in cut.ranges], "segmenter": cut.segmenter}
    assert read_claims(record, "Rain fell, snow fell.", "en") == (cut, [])
    assert problems(claims=OWN, segmenter=cut.segmenter) == [("claims", "other_claims")]
    assert problems(claims=OWN, segmenter="mine-1") == [("segmenter", "unknown_segmenter")]
    assert problems(segmenter="mine-1") == [("segmenter", "unknown_segmenter")]


@pytest.mark.parametrize(
    ("claims", "code"),
    [
        ("0-10", "not_a_list"),
        ({"0": 10}, "not_a_list"),
        ([0, [10, 21]], "not_a_range"),
        ([[0, 10, 1], [10, 21]], "not_a_range"),
        ([[0, 10.0], [10, 21]], "not_a_range"),
        ([[False, 10], [10, 21]], "not_a_range"),
        ([[-1, 10], [10, 21]], "negative"),
        ([[0, 10], [10, 10], [10, 21]], "empty"),
        ([[0, 10], [10, 22]], "past_the_end"),
        ([[0, 12], [10, 21]], "overlap"),
        ([[10, 21], [0, 10]], "not_sorted"),
        ([[0, 9], [10, 21]], "not_covered"),
        ([[0, 10], [10, 20]], "not_covered"),
        ([[1, 10], [10, 21]], "not_covered"),
        ([], "not_covered"),
    ],
)
def test_wrong_claims_are_refused_with_a_reason(claims, code):
    assert problems(claims=claims) == [("claims", code)]


def test_a_problem_says_which_claim_and_why():
    [(_, _, detail)] = read_claims({"claims": [[0, 10], [10, 40]]}, ANSWER, "en")[1]
    assert (
        detail == "“claims”, claim 1: end 40 is past the answer's end (21): the claims are of another answer."
    )


def test_tokens_must_make_up_the_answer_and_each_claim_has_a_range_of_them():
    tokens = ["Rain", " fell", ".", " Snow", " fell", "."]
    assert problems(claims=OWN, tokens=tokens, claim_tokens=[[0, 3], [3, 6]]) == []
    assert problems(claims=OWN, tokens=[*tokens, "</s>"]) == []
    assert problems(claims=OWN, tokens=tokens[1:]) == [("tokens", "other_answer")]
    assert problems(claims=OWN, tokens="Rain") == [("tokens", "not_a_list")]
    assert problems(claims=OWN, claim_tokens=[[0, 3], [3, 6]]) == [("claim_tokens", "no_tokens")]
    assert problems(claims=OWN, tokens=tokens, claim_tokens=[[0, 6]]) == [("claim_tokens", "wrong_length")]
    assert problems(claims=OWN, tokens=tokens, claim_tokens=[[0, 3], [2, 6]]) == [
        ("claim_tokens", "not_a_range")
    ]


def test_an_item_is_written_with_its_claims_after_the_answer_and_read_again_as_it_was():
    row = {"id": "a", "lang": "en", "model_input": "What fell?", "model_output_text": ANSWER, "note": "x"}
    first, _ = read_item(row, 1, MAPPING)
    assert set_claims(first) == []
    written = write_item(first)
    assert list(written) == ["id", "lang", "model_input", "model_output_text", "claims", "segmenter", "note"]
    again, _ = read_item(written, 1, MAPPING)
    assert set_claims(again) == []
    assert (again.claims, again.metadata) == (first.claims, first.metadata)
    assert write_item(again) == written
    assert write_item(again, soft_labels=[]) == written | {"soft_labels": []}


def test_claims_of_a_record_are_written_as_they_were():
    row = {"id": "a", "claims": OWN, "lang": "en", "model_input": "q", "model_output_text": ANSWER}
    read, _ = read_item(row, 1, MAPPING)
    set_claims(read)
    assert list(write_item(read).items()) == list(row.items())
