from fractions import Fraction

import pytest

from morelkit.formats.item_records import write_item
from morelkit.formats.shroom import SHROOM, read_choices
from morelkit.gold.policy import GoldPolicy
from morelkit.scheme.schemes import PRESETS
from tests.kit.formats.files import (
    faults,
    item,
    items_of,
    labels,
    read,
    records_of,
    reference_files,
    text,
    votes,
    written,
)

SCHEME = PRESETS["shroom"]
YES, NO = {"supported": "yes"}, {"supported": "no"}
DEV = {
    "hyp": "A fellow feeling.",
    "ref": "tgt",
    "src": "He felt <define> sodality </define> with them.",
    "tgt": "Companionship.",
    "model": "",
    "task": "DM",
    "labels": ["Hallucination", "Not Hallucination", "Hallucination"],
    "label": "Hallucination",
    "p(Hallucination)": 2 / 3,
}
RECORD = DEV
TEST = {"id": 12, "src": "Еды будет полно.", "tgt": "There will be food.", "hyp": "Full.", "task": "MT"}


@pytest.mark.parametrize(
    ("name", "size"), [("trial", 80), ("dev_aware", 501), ("dev_agnostic", 499), ("test_agnostic", 1500)]
)
def test_every_published_record_is_written_as_it_was_read(name, size):
    (path,) = reference_files("shroom2024", f"{name}.json")
    items = items_of(path, SHROOM, SCHEME)
    assert len(items) == size
    assert [text(written(each, SHROOM, SCHEME)) for each in items] == list(map(text, records_of(path)))


def test_published_votes_give_the_accuracy_of_the_majority_class():
    (path,) = reference_files("shroom2024", "test_agnostic.json")
    gold = [written(each, SHROOM, SCHEME) for each in items_of(path, SHROOM, SCHEME)]
    assert round(sum(each["label"] == "Not Hallucination" for each in gold) / len(gold), 6) == 0.592667
    assert sum(each["p(Hallucination)"] in (0.4, 0.6) for each in gold) == 436


def test_a_record_without_an_id_is_known_by_file_and_row_and_gets_none_back():
    found = item(DEV, SHROOM, line=17, filename="dev_agnostic.json")
    assert found.external_id == "dev_agnostic-17"
    assert "id" not in write_item(found, SHROOM)


def test_the_number_of_an_id_stays_a_number():
    found = item(TEST, SHROOM)
    assert found.external_id == "12"
    assert text(write_item(found, SHROOM)) == text(TEST)


def test_a_record_has_no_language_unless_all_have_one():
    assert item(TEST, SHROOM).language == ""
    assert item(TEST, SHROOM, language="EN").language == "EN"
    assert text(write_item(item(TEST, SHROOM, language="EN"), SHROOM)) == text(TEST)


def test_annotators_see_the_task_and_which_side_is_the_reference():
    assert item(DEV, SHROOM).extract == (
        "== Task ==\nDM: definition modeling\n\n\n"
        "== Reference ==\nThe reference is the target.\n\n\n"
        "== Source ==\nHe felt <define> sodality </define> with them.\n\n\n"
        "== Target ==\nCompanionship."
    )
    assert [title for title, _ in item(TEST, SHROOM).reference_sections] == ["Task", "Source", "Target"]
    untargeted = DEV | {"tgt": "", "ref": "src", "task": "other"}
    assert item(untargeted, SHROOM).reference_sections[:2] == (
        ("Task", "other"),
        ("Reference", "The reference is the source."),
    )


def test_the_label_of_a_training_item_is_its_gold():
    assert read_choices({"label": "Hallucination"}) == NO
    assert read_choices({"label": "Not Hallucination"}) == YES
    assert read_choices({"label": "perhaps"}) == read_choices({"labels": ["Hallucination"]}) == {}


def test_labels_of_a_record_are_no_metadata():
    found = item(DEV, SHROOM)
    assert found.labels == {key: DEV[key] for key in ("labels", "label", "p(Hallucination)")}
    assert found.metadata == {"ref": "tgt", "tgt": "Companionship.", "model": "", "task": "DM"}


def test_votes_are_read_in_order_under_names_of_their_own():
    found = votes(DEV, SHROOM, SCHEME)
    assert found.annotation_labels == {"voter_1": NO, "voter_2": YES, "voter_3": NO}
    assert found.annotations == {"voter_1": [], "voter_2": [], "voter_3": []}


def test_votes_of_a_table_are_a_list_in_a_cell():
    assert votes(DEV | {"labels": str(DEV["labels"])}, SHROOM, SCHEME).annotation_labels == {
        "voter_1": NO,
        "voter_2": YES,
        "voter_3": NO,
    }


def test_raw_annotations_are_read_in_place_of_votes():
    row = {"id": "1", "annotations": {"ada": []}, "annotation_labels": {"ada": NO}}
    assert votes(row, SHROOM, SCHEME).annotation_labels == {"ada": NO}


@pytest.mark.parametrize(
    ("cast", "code"),
    [
        (["Hallucination", "maybe"], "unknown_vote"),
        (["Hallucination", None], "unknown_vote"),
        ("['Hallucination', ", "not_a_list"),
        (3, "not_a_list"),
    ],
)
def test_votes_outside_of_the_format_are_refused(cast, code):
    assert faults(DEV | {"labels": cast}, SHROOM, SCHEME) == [(7, "labels", code)]


def test_a_record_without_votes_is_refused_as_annotations():
    assert faults(TEST, SHROOM) == [(7, "labels", "missing")]


def test_the_label_is_that_of_the_gold_policy_and_the_share_is_not_rounded():
    assert labels([NO, YES, NO], SHROOM, SCHEME) == {
        "labels": ["Hallucination", "Not Hallucination", "Hallucination"],
        "label": "Hallucination",
        "p(Hallucination)": 2 / 3,
    }
    assert labels([NO, YES], SHROOM, SCHEME)["label"] == "Not Hallucination"
    assert labels([NO, YES], SHROOM, SCHEME, GoldPolicy(ties="in"))["label"] == "Hallucination"
    third = GoldPolicy(threshold=Fraction(1, 4))
    assert labels([NO, YES, YES], SHROOM, SCHEME, third)["label"] == "Hallucination"


def test_a_decision_of_a_curator_is_the_label_and_the_votes_stay():
    assert labels([NO, YES, YES], SHROOM, SCHEME, decided=NO) == {
        "labels": ["Hallucination", "Not Hallucination", "Not Hallucination"],
        "label": "Hallucination",
        "p(Hallucination)": 1 / 3,
    }


def test_without_votes_no_label_is_known():
    assert labels([], SHROOM, SCHEME) == {"labels": [], "label": None, "p(Hallucination)": None}


def test_labels_of_a_record_without_them_stand_where_the_format_has_them():
    found = item(TEST | {"note": "new"}, SHROOM)
    assert list(write_item(found, SHROOM, **labels([NO], SHROOM, SCHEME))) == [
        *("id", "src", "tgt", "hyp", "task", "labels", "label", "p(Hallucination)", "note")
    ]


def test_a_record_without_an_answer_is_refused():
    _, problems = read({"src": "q", "tgt": "r"}, SHROOM)
    assert [(each.field, each.code) for each in problems] == [("hyp", "missing")]
