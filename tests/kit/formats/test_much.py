"""MUCH records: claims of an answer with a label each, read and written without loss."""

import pytest

from morelkit.formats.column_mapping import guess_mapping
from morelkit.formats.item_records import set_claims, write_item
from morelkit.formats.much import MUCH
from morelkit.formats.mushroom import MUSHROOM
from morelkit.gold.claim_votes import claim_labels, decided_claim_labels
from morelkit.gold.policy import GoldPolicy
from morelkit.scheme.schemes import PRESETS
from morelkit.text.claims.answer_claims import AnswerClaims
from tests.kit.formats.files import faults, item, text, votes

SCHEME = PRESETS["much"]
RECORD = {
    "id": "weir-fr",
    "lang": "fr",
    "question": "Quand le barrage de Velm a-t-il cédé ?",
    "model_id": "lumen-2",
    "model_output_text": "Il a cédé en 1790, après trois jours de pluie.",
    "claims": [[0, 18], [18, 46]],
    "claim_labels": [1, 0],
    "wikipedia_url": "https://fr.wikipedia.org/wiki/Velm",
}
TOKENS = ["Il", " a", " cédé", " en", " 1790", ",", " après", " trois", " jours", " de pluie", ".", "</s>"]


def test_its_columns_are_recognized():
    assert guess_mapping(list(RECORD), MUCH) == {
        "id": "id",
        "lang": "lang",
        "question": "question",
        "answer": "model_output_text",
        "model_id": "model_id",
        "reference_url": "wikipedia_url",
    }


def test_a_record_is_written_as_it_came():
    for record in (RECORD, RECORD | {"tokens": TOKENS, "claim_tokens": [[0, 6], [6, 11]], "note": None}):
        read = item(record, MUCH)
        assert set_claims(read) == []
        assert text(write_item(read, MUCH, claim_labels=[1, 0])) == text(record)


def test_the_tokens_of_each_claim_are_written_if_the_record_has_tokens():
    read = item(RECORD | {"tokens": TOKENS}, MUCH)
    set_claims(read)
    assert write_item(read, MUCH, claim_labels=[1, 0])["claim_tokens"] == [[0, 6], [6, 11]]


def test_claims_of_the_segmenter_follow_the_answer_and_name_it():
    bare = {key: value for key, value in RECORD.items() if not key.startswith("claim")}
    read = item(bare, MUCH)
    set_claims(read)
    written = write_item(read, MUCH, claim_labels=[0] * len(read.claims.ranges))
    assert list(written)[4:9] == ["model_output_text", "claims", "claim_labels", "segmenter", "wikipedia_url"]


def test_labels_are_the_marks_of_one_annotator():
    assert votes(RECORD, MUCH, SCHEME).annotations == {"annotator": [[0, 18]]}
    assert votes(RECORD | {"claim_labels": [0, 0]}, MUCH, SCHEME).annotations == {"annotator": []}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"claim_labels": [1]}, ("claim_labels", "wrong_length")),
        ({"claim_labels": [1, 0, 0]}, ("claim_labels", "wrong_length")),
        ({"claim_labels": [1, 2]}, ("claim_labels", "unknown_label")),
        ({"claim_labels": [True, 0]}, ("claim_labels", "unknown_label")),
        ({"claim_labels": "yes"}, ("claim_labels", "not_a_list")),
        ({"claim_labels": None}, ("claim_labels", "missing")),
        ({"claims": None}, ("claims", "missing")),
    ],
)
def test_labels_outside_of_the_format_are_refused(changes, expected):
    assert [each[1:] for each in faults(RECORD | changes, MUCH, SCHEME)] == [expected]


def test_items_with_labels_of_another_number_of_claims_are_refused():
    read = item(RECORD | {"claim_labels": [1, 0, 1]}, MUCH)
    assert [fault[:2] for fault in set_claims(read)] == [("claim_labels", "wrong_length")]


def test_the_format_needs_a_scheme_of_claims():
    assert list(MUCH.scheme_faults(SCHEME)) == []
    [fault] = MUCH.scheme_faults(PRESETS["mu-shroom"])
    assert fault == "Records of the format much need a scheme whose unit is claims."
    assert list(MUSHROOM.scheme_faults(SCHEME)) == []


CLAIMS = AnswerClaims("One. Two. Three.", [(0, 5), (5, 10), (10, 16)])
VOTES = [[(0, 5), (5, 10)], [(5, 10)], [(5, 10), (10, 16)], []]  # 1, 3 and 1 of 4


def test_gold_of_claims_follows_the_policy():
    assert claim_labels(CLAIMS, VOTES, GoldPolicy()) == [0, 1, 0]
    assert claim_labels(CLAIMS, VOTES[:2], GoldPolicy()) == [0, 1, 0]  # 1 of 2 is a tie
    assert claim_labels(CLAIMS, VOTES[:2], GoldPolicy(ties="in")) == [1, 1, 0]
    assert claim_labels(CLAIMS, [], GoldPolicy(ties="in")) == [0, 0, 0]
    assert decided_claim_labels(CLAIMS, [(10, 16)]) == [0, 0, 1]


def test_joined_claims_of_another_normalization_are_the_same_claims():
    merged = [[(0, 9)], [(5, 9)], [(5, 15)], []]  # without the white space that follows
    assert claim_labels(CLAIMS, merged, GoldPolicy()) == claim_labels(CLAIMS, VOTES, GoldPolicy())
