"""Raw annotations are imported and exported unchanged, and gold is computed from them."""

import json

import pytest

from annotation.models import Annotation, AnnotationRevision, Annotator
from annotation.services.projects.project_settings import create_project
from tests.commands import refuses
from tests.people import content, hand_over, join, save
from tests.records import ANSWER, import_records, items, stored, write_jsonl
from tests.services.statistics.recount import assert_recounted
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db


def project_of(preset: str, slug: str = "gamma", count: int = 3, **settings: str):
    project = create_project(slug, preset=preset, redundancy=1, **settings)
    import_records(project, items(count))
    return project


@pytest.fixture
def refused(tmp_path):
    def refused(slug: str, *records) -> str:
        path, before = write_jsonl(tmp_path / "bad.jsonl", records), snapshot()
        reasons = refuses("import_annotations", slug, path)
        after = snapshot()
        for table in ("Annotation", "AnnotationRevision", "Annotator", "Assignment", "ItemStatistic", "Item"):
            assert after[table] == before[table]
        return reasons

    return refused


VERBATIM = {
    "annotator_zz": [[25, 31], [4, 4], [39, 60], [0, 3], [3, 3]],
    "annotator_a": [],
    "somebody's own key": [[12, 13], [2, 9], [2, 9]],
}


def test_annotations_are_unchanged_after_export_and_import(bring, exported):
    project_of("mu-shroom", "one")
    project_of("mu-shroom", "two")
    bring(
        "one", {"id": "q-2", "annotations": VERBATIM}, {"id": "q-1", "annotations": {"annotator_a": [[0, 3]]}}
    )
    first = exported("export_annotations", "one")
    assert [record["id"] for record in first] == ["q-1", "q-2"]
    assert json.dumps(first[1]["annotations"]) == json.dumps(VERBATIM)
    assert list(first[0]) == ["id", "lang", "annotations"]
    bring("two", *first)
    assert json.dumps(exported("export_annotations", "two")) == json.dumps(first)
    gold = [exported("export_gold", slug, "--extra") for slug in ("one", "two")]
    assert json.dumps(gold[0]) == json.dumps(gold[1])


def test_spans_are_stored_in_file_order_and_clipped_only_when_counted(bring, exported):
    project = project_of("mu-shroom")
    bring("gamma", {"id": "q-1", "annotations": {"annotator_a": VERBATIM["annotator_zz"]}})
    spans = AnnotationRevision.objects.get(annotation__item__project=project).spans
    assert [[span["start"], span["end"]] for span in spans] == VERBATIM["annotator_zz"]
    gold = exported("export_gold", "gamma")[0]
    assert gold["hard_labels"] == [[0, 3], [25, 30]]
    assert all(end <= len(ANSWER) for _, end in gold["hard_labels"])
    assert_recounted(project)


def test_an_unknown_key_becomes_an_annotator_without_an_account(bring):
    project = project_of("mu-shroom")
    bring("gamma", {"id": "q-1", "annotations": VERBATIM})
    created = Annotator.objects.filter(project=project)
    assert {each.key for each in created} == set(VERBATIM)
    assert all(each.user is None for each in created)


def test_no_spans_means_nothing_to_mark(bring):
    project_of("mu-shroom")
    bring("gamma", {"id": "q-1", "annotations": {"annotator_a": []}})
    assert Annotation.objects.get().submitted.nothing_to_mark


def test_python_literals_are_read(bring, exported):
    project_of("mu-shroom+labels")
    labels = {"annotator_a": {"fluency": "minor"}}
    bring(
        "gamma",
        {"id": "q-1", "annotations": "{'annotator_a': [(0, 3), [4, 12]]}", "annotation_labels": str(labels)},
    )
    record = exported("export_annotations", "gamma")[0]
    assert record["annotations"] == {"annotator_a": [[0, 3], [4, 12]]}
    assert record["annotation_labels"] == labels


@pytest.mark.parametrize(
    ("annotations", "reason"),
    [
        ({"a": [[3, 0]]}, "before its start"),
        ({"a": [[-1, 3]]}, "negative"),
        ({"a": [[0, 3.0]]}, "integers"),
        ({"a": [[True, 3]]}, "integers"),
        ({"a": [["0", "3"]]}, "integers"),
        ({"a": [[0]]}, "start, end"),
        ({"a": [[0, 3, "x", "y"]]}, "start, end"),
        ({"a": [[0, 3, "no such label"]]}, "no such label"),
        ({"a": "none"}, "list"),
        ({"a": None}, "list"),
        ({"": []}, "key"),
        ([], "object"),
        (None, "object"),
        ("__import__('os').system('true')", "annotations"),
        ("{'a': [[0, 3]", "annotations"),
        ("(" * 5_000, "annotations"),
        ({"a\u0000": []}, "NUL"),
    ],
)
def test_an_invalid_annotation_rejects_the_import_with_its_place(refused, annotations, reason):
    project_of("mu-shroom")
    reasons = refused(
        "gamma", {"id": "q-1", "annotations": {"a": []}}, {"id": "q-2", "annotations": annotations}
    )
    assert "bad.jsonl:2:" in reasons
    assert reason in reasons


def test_an_unknown_item_is_refused_with_its_id(refused, cast):
    project_of("mu-shroom")
    reasons = refused("gamma", {"id": "ar-1", "annotations": {"a": []}})
    assert "bad.jsonl:1:id" in reasons
    assert "ar-1" in reasons


def test_a_duplicate_item_is_refused(refused):
    project_of("mu-shroom")
    reasons = refused("gamma", *[{"id": "q-1", "annotations": {key: []}} for key in "ab"])
    assert "bad.jsonl:2:id" in reasons


def test_importing_annotations_again_adds_nothing(bring):
    project = project_of("mu-shroom")
    record = {"id": "q-1", "annotations": VERBATIM}
    bring("gamma", record)
    assert "Nothing new: 3" in bring("gamma", record)
    assert_recounted(project)


def test_a_second_annotation_of_an_annotator_is_refused(bring, refused):
    project_of("mu-shroom")
    bring("gamma", {"id": "q-1", "annotations": {"a": [[0, 3]]}})
    assert "bad.jsonl:1:annotations" in refused(
        "gamma", {"id": "q-1", "annotations": {"a": [[0, 4]], "b": []}}
    )


def test_further_annotators_of_an_item_are_added(bring):
    project = project_of("mu-shroom")
    bring("gamma", {"id": "q-1", "annotations": {"a": [[0, 3]]}})
    assert "Added 1 annotations; 1 were here" in bring(
        "gamma", {"id": "q-1", "annotations": {"a": [[0, 3]], "b": []}}
    )
    assert_recounted(project)


@pytest.mark.parametrize(("hard", "differing"), [([[0, 3]], 0), ([[0, 4]], 1)])
def test_labels_that_differ_from_the_computed_ones_are_counted(bring, hard, differing):
    project_of("mu-shroom")
    record = {"id": "q-1", "hard_labels": hard, "annotations": {"a": [[0, 3]]}}
    assert f"{differing} items came with labels that differ" in bring("gamma", record)


def test_drafts_and_surplus_are_not_exported(bring, exported):
    project = project_of("mu-shroom")
    user = join(project, "ada")
    save(project, user, hand_over(project, user, stored(project, "q-1")), content((0, 3)), submit=False)
    assert exported("export_annotations", "gamma") == []


VISIONS = {
    "a": [[0, 3, "invention"], [4, 12, "OCR"]],
    "b": [[0, 3, "OCR"], [4, 12, "OCR"]],
    "c": [[25, 30, "invention"]],
}


def test_gold_of_visions_names_the_label_of_each_span(bring, exported):
    project_of("visions")
    bring("gamma", {"id": "q-1", "annotations": VISIONS})
    gold = exported("export_gold", "gamma", "--min-annotations", "3")[0]
    assert gold["hard_labels"] == [[4, 12, "OCR"]]
    assert "span_labels" not in gold


def test_span_labels_are_counted_separately(bring, exported):
    project_of("visions", records="mushroom")
    bring("gamma", {"id": "q-1", "annotations": VISIONS})
    gold = exported("export_gold", "gamma", "--extra", "--min-annotations", "3")[0]
    third, two_thirds = 0.3333333333, 0.6666666667
    assert gold["hard_labels"] == [[0, 3], [4, 12]]
    assert gold["soft_labels"][0] == {"start": 0, "prob": two_thirds, "end": 3}
    assert list(gold["span_labels"]) == ["invention", "mischaracterization", "OCR", "miscounting", "other"]
    assert gold["span_labels"]["OCR"]["hard_labels"] == [[4, 12]]
    assert gold["span_labels"]["OCR"]["soft_labels"] == [
        {"start": 0, "prob": third, "end": 4},  # normalization joins the two spans of b across the blank
        {"start": 4, "prob": two_thirds, "end": 12},
    ]
    assert gold["span_labels"]["invention"]["hard_labels"] == []
    assert gold["span_labels"]["other"] == {"soft_labels": [], "hard_labels": []}
    assert gold["annotations"] == VISIONS
    keys = list(gold)
    assert keys.index("span_labels") > keys.index("model_output_text")


def test_with_several_labels_each_span_needs_one(refused):
    project_of("visions")
    assert "needs a label" in refused("gamma", {"id": "q-1", "annotations": {"a": [[0, 3]]}})


def test_item_labels_are_exported_with_share_number_and_tie(bring, exported):
    project_of("mu-shroom+labels")
    chosen = {
        "a": {"fluency": "minor", "factuality": "errors"},
        "b": {"fluency": "minor", "factuality": "correct"},
        "c": {"fluency": "well-formed"},
    }
    record = {"id": "q-1", "annotations": {key: [] for key in chosen}, "annotation_labels": chosen}
    bring("gamma", record)
    gold = exported("export_gold", "gamma", "--extra")[0]
    assert gold["item_labels"] == {
        "fluency": {"value": "minor", "share": 0.6666666667, "n": 3, "tie": False},
        "factuality": {"value": None, "share": 0.5, "n": 2, "tie": True},
    }
    assert gold["annotation_labels"] == chosen


@pytest.mark.parametrize(
    "labels", [{"a": {"tone": "x"}}, {"a": {"fluency": "Minor"}}, {"b": {}}, {"a": "minor"}]
)
def test_unknown_item_labels_are_refused(refused, labels):
    project_of("mu-shroom+labels")
    record = {"id": "q-1", "annotations": {"a": []}, "annotation_labels": labels}
    assert "bad.jsonl:1:annotation_labels" in refused("gamma", record)
