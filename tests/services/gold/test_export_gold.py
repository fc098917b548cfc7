"""Export of gold by the command: which items have gold, and which are left out and counted."""

import json

import pytest
from django.utils import timezone

from annotation.models import Annotation, ProjectLanguage
from annotation.services.projects.project_settings import create_project
from tests.commands import manage, refuses, succeeds
from tests.people import annotate, join
from tests.records import import_annotations, import_records, item, items, stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def gamma(cast):
    """A project with redundancy 2: q-1 and the training item have two annotations, q-2 one, q-3 and ar-1 none."""
    project = create_project("gamma", preset="mu-shroom", redundancy=2)
    import_records(project, [*items(3), item("ar-1", lang="AR"), item("t", kind="training")])
    both = {"a": [[0, 3]], "b": [[0, 12]]}
    import_annotations(project, {"q-1": both, "t": both, "q-2": {"a": [[0, 3]]}})
    return project


@pytest.fixture
def export(tmp_path):
    """Run the command and return the records and its standard error."""

    def export(*options: object) -> tuple[list[dict], str]:
        path = tmp_path / "gold.jsonl"
        done = manage("export_gold", "gamma", "--out", path, *options)
        assert done.status == 0, done
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()], done.err

    return export


def ids(records) -> list[str]:
    return [record["id"] for record in records]


def test_items_below_the_minimum_are_left_out_and_counted(gamma, export):
    records, said = export()
    assert ids(records) == ["q-1"]
    assert "1 items; 3 left out" in said
    assert "normalization mushroom-2025; gold is what more than 1/2 of an item's annotators marked" in said


def test_the_minimum_can_be_given(gamma, export):
    assert ids(export("--min-annotations", 1)[0]) == ["q-1", "q-2"]
    assert ids(export("--min-annotations", 3)[0]) == []


def test_an_item_without_annotations_is_never_gold(gamma, tmp_path):
    assert "minimum is 1" in refuses("export_gold", "gamma", "--min-annotations", 0, "--out", tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_the_minimum_is_the_redundancy_of_the_language(gamma, export):
    import_annotations(gamma, {"ar-1": {"a": []}})
    ProjectLanguage.objects.filter(project=gamma, language="ar").update(redundancy=1)
    assert ids(export()[0]) == ["q-1", "ar-1"]


@pytest.mark.parametrize("language", ["AR", "ar", "Ar"])
def test_languages_are_matched_case_insensitively_and_written_as_imported(gamma, export, language):
    import_annotations(gamma, {"ar-1": {"a": [], "b": []}})
    records, said = export("--lang", language)
    assert [(record["id"], record["lang"]) for record in records] == [("ar-1", "AR")]
    assert "0 left out" in said


def test_excluded_annotations_do_not_count(gamma, export):
    last = Annotation.objects.filter(item__external_id="q-1").last()
    Annotation.objects.filter(pk=last.pk).update(excluded_at=timezone.now())
    assert ids(export()[0]) == []


def test_submitted_and_imported_annotations_count_equally(gamma, export):
    annotate(gamma, join(gamma, "ada"), stored(gamma, "q-2"), (0, 3))
    record = export("--extra")[0][1]
    assert record["hard_labels"] == [[0, 3]]
    live = next(key for key in record["annotations"] if key != "a")
    assert live.startswith("annotator_")
    assert len(live) == len("annotator_") + 16
    int(live.removeprefix("annotator_"), 16)


def test_a_policy_changes_the_gold_and_not_the_raw_annotations(gamma, export):
    import_annotations(gamma, {"q-3": {"a": [[0, 4]], "b": [[0, 4]]}})
    trimmed, raw = (export("--policy", policy, "--extra")[0][-1] for policy in ("merged", "raw"))
    assert (trimmed["hard_labels"], raw["hard_labels"]) == ([[0, 3]], [[0, 4]])
    assert trimmed["annotations"] == raw["annotations"]


def test_threshold_and_ties_can_be_given(gamma, export):
    ties = {"q-1": [[0, 12]]}
    assert {each["id"]: each["hard_labels"] for each in export("--ties", "in")[0]} == ties
    assert export("--threshold", "0")[0][0]["hard_labels"] == [[0, 12]]
    records, said = export("--threshold", "1", "--ties", "in")
    assert records[0]["hard_labels"] == [[0, 3]]
    assert "at least 1 of an item's annotators" in said


@pytest.mark.parametrize(
    ("option", "value", "named"),
    [
        ("--threshold", "half", "threshold"),
        ("--threshold", "3/2", "threshold"),
        ("--threshold", "1/0", "threshold"),
        ("--collapse", "fluency=minor:y", "no item label “fluency”"),
        ("--collapse", "fluency", "no item label “fluency”"),
        ("--collapse", "a=b", "choice:value"),
        ("--derive", "not-factual", "factuality"),
    ],
)
def test_an_invalid_policy_is_refused_with_its_field(gamma, tmp_path, option, value, named):
    assert named in refuses("export_gold", "gamma", option, value, "--out", tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_dawid_skene_labels_are_added_on_request(gamma, export):
    import_annotations(gamma, {"q-3": {"a": [[0, 12]], "b": [[0, 12]]}})
    plain, _ = export()
    records, said = export("--dawid-skene")
    found = [record.pop("dawid_skene") for record in records]
    assert records == plain
    assert [list(each) for each in found] == [["soft_labels", "hard_labels"]] * 2
    assert found[1]["hard_labels"] == [[0, 12]]
    assert [(each["start"], each["end"]) for each in found[0]["soft_labels"]] == [(0, 3), (3, 12)]
    assert "Dawid–Skene, en: 2 annotators" in said
    assert "converged" in said


def test_undefined_dawid_skene_labels_are_null_and_the_reason_is_printed(cast, tmp_path):
    project = create_project("delta", preset="mu-shroom", redundancy=1)
    import_records(project, items(1))
    import_annotations(project, {"q-1": {"a": [[0, 3]]}})
    done = manage("export_gold", "delta", "--dawid-skene", "--out", tmp_path / "gold.jsonl")
    assert json.loads((tmp_path / "gold.jsonl").read_text())["dawid_skene"] is None
    assert "undefined, because no item has been annotated by two people" in done.err


def test_dawid_skene_labels_are_ignored_when_gold_is_imported(gamma, export, tmp_path):
    records, _ = export("--dawid-skene")
    again = create_project("again", preset="mu-shroom", redundancy=2)
    import_records(again, records)
    assert stored(again, "q-1").metadata == "{}"


def test_choices_are_collapsed_and_a_label_is_derived_on_request(cast, tmp_path):
    project = create_project("delta", preset="shroom-cap", redundancy=3)
    import_records(project, items(1))
    choices = {"a": ("well-formed", "errors"), "b": ("minor", "errors"), "c": ("not-fluent", "correct")}
    labels = {key: {"fluency": fluency, "factuality": fact} for key, (fluency, fact) in choices.items()}
    import_annotations(project, {"q-1": {key: [] for key in labels}}, annotation_labels=labels)

    def item_labels(*options: str) -> dict:
        succeeds("export_gold", "delta", *options, "--out", tmp_path / "gold.jsonl")
        return json.loads((tmp_path / "gold.jsonl").read_text())["item_labels"]

    assert item_labels()["fluency"] == {"value": None, "share": 0.3333333333, "n": 3, "tie": True}
    collapsed = item_labels(
        "--collapse", "fluency=minor:n", "factuality", "--derive", "fluent-and-not-factual"
    )
    assert collapsed == {
        "has_fluency_mistakes": {"value": "n", "share": 0.6666666667, "n": 3, "tie": False},
        "has_factual_mistakes": {"value": "y", "share": 0.6666666667, "n": 3, "tie": False},
        "hallucination": {"value": "y", "rule": "fluent-and-not-factual", "tie": False},
    }


def test_labels_have_the_position_of_released_files(gamma, export):
    record = export("--extra")[0][0]
    assert list(record) == [
        "id",
        "lang",
        "model_input",
        "model_output_text",
        "soft_labels",
        "hard_labels",
        "annotations",
    ]
    assert list(record["soft_labels"][0]) == ["start", "prob", "end"]


def test_imported_labels_are_replaced_by_those_of_the_annotations(cast, tmp_path):
    project = create_project("gamma", preset="mu-shroom", redundancy=1)
    import_records(project, [item("x", soft_labels=[], hard_labels=[[1, 2]], z=1)])
    import_annotations(project, {"x": {"a": [[0, 3]]}})
    manage("export_gold", "gamma", "--out", tmp_path / "gold.jsonl")
    record = json.loads((tmp_path / "gold.jsonl").read_text())
    assert record["hard_labels"] == [[0, 3]]
    assert list(record)[-3:] == ["soft_labels", "hard_labels", "z"]


def test_a_file_that_cannot_be_written_is_refused(gamma, tmp_path):
    assert "nowhere" in refuses("export_gold", "gamma", "--out", tmp_path / "nowhere" / "gold.jsonl")


def test_a_refused_export_keeps_the_existing_file(gamma, tmp_path):
    kept = tmp_path / "gold.jsonl"
    kept.write_text("kept")
    refuses("export_gold", "gamma", "--lang", "fr", "--out", kept)
    assert kept.read_text() == "kept"
    assert [path.name for path in tmp_path.iterdir()] == ["gold.jsonl"]


def test_dash_writes_only_records_to_standard_output(gamma, capfdbinary):
    assert manage("export_gold", "gamma", "--out", "-").status == 0
    assert [json.loads(line)["id"] for line in capfdbinary.readouterr().out.splitlines()] == ["q-1"]
