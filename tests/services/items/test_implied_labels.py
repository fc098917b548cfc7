"""An empty answer of an OpenHalDet item is an abstention: nobody annotates it, and it is in gold and releases."""

import json
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.models import Adjudication, Assignment, Item, Project, ProjectLanguage, Release
from annotation.queries.items.item_filters import ItemFilter
from annotation.queries.items.item_lists import item_page
from annotation.queries.projects.access import languages_of, minimum_under_policy
from annotation.queries.releases.release_candidates import count_ready_items
from annotation.queries.releases.release_files import release_directory
from annotation.queries.sources.source_sample import SampleRequest, draw
from annotation.queries.statistics.rollups import ready_items, summary
from annotation.services.annotate.assignment import chosen_items
from annotation.services.imports.lifecycle import run_undo, undo_import
from annotation.services.projects.project_settings import create_project, set_project
from morelkit.gold.policy import GoldPolicy
from morelkit.release.verify import verify
from tests.api.client import Api
from tests.commands import succeeds
from tests.openhaldet import response, unlabelled
from tests.people import annotate, annotator, join, reserve
from tests.records import import_records, stored, write_jsonl
from tests.services.releases.building import records

pytestmark = pytest.mark.django_db

EMPTY = "qa-2"
ALL = ("qa-1", EMPTY, "qa-3")


@pytest.fixture
def responses() -> Project:
    """Three responses, the second of them empty. Each needs two annotations."""
    project = create_project("hal", preset="openhaldet", redundancy=2)
    import_records(project, unlabelled(response(1), response(2, answer=""), response(3)))
    return project


def judge(project: Project, name: str, category: str = "correct") -> list[str]:
    """Judge every item that the annotator gets, and return the ids."""
    user, done = join(project, name), []
    while given := reserve(project, user):
        annotate(project, user, given, labels={"category": category})
        done.append(given.external_id)
    return sorted(done)


def overall(project: Project):
    return summary(project, languages_of(project)).overall


def gold(exported, *options: str) -> dict[str, str | None]:
    return {each["sample_id"]: each["eval_category"] for each in exported("export_gold", "hal", *options)}


def ready(project: Project, least: int = 2) -> dict[str, int]:
    """Return what is ready for a release, counted in the items and in the rollups."""
    (counted,) = count_ready_items(project, {"und": least}).values()
    (from_rollups,) = ready_items(project, {"und": least}).values()
    assert counted == from_rollups
    return counted


def test_no_annotator_gets_an_empty_answer_and_progress_is_complete_without_it(responses):
    assert overall(responses).items == 2
    assert [judge(responses, name) for name in ("ada", "bo", "cy")] == [
        ["qa-1", "qa-3"],
        ["qa-1", "qa-3"],
        [],
    ]
    there = overall(responses)
    assert (there.items, there.complete, there.annotations, there.annotators_min) == (2, 2, 4, 2)
    assert not Assignment.objects.filter(item__external_id=EMPTY).exists()


def test_a_project_of_empty_answers_is_not_a_project_without_items(responses):
    assert summary(responses, languages_of(responses)).implied == 1
    silent = create_project("silent", preset="openhaldet")
    import_records(silent, unlabelled(*(response(n, answer="") for n in (1, 2, 3))))
    found = summary(silent, languages_of(silent))
    assert (found.overall.items, found.implied) == (0, 3)
    Item.objects.filter(project=silent, external_id="qa-1").update(archived_at=timezone.now())
    assert summary(silent, languages_of(silent)).implied == 2


def test_an_answer_of_white_space_is_work_like_others():
    project = create_project("hal", preset="openhaldet", redundancy=1)
    import_records(project, unlabelled(response(1, answer=" \n"), response(2, answer="")))
    assert judge(project, "ada") == ["qa-1"]


def test_no_lead_assigns_an_empty_answer(responses):
    keys = list(Item.objects.filter(project=responses).values_list("pk", flat=True))
    for chosen in (keys, ItemFilter(order="ordinal")):
        found = chosen_items(responses, chosen).values_list("external_id", flat=True)
        assert sorted(found) == ["qa-1", "qa-3"]


def test_a_sample_for_people_to_check_has_no_empty_answers(responses):
    found, keys = draw(responses, SampleRequest(size=10, seed=1))
    assert found.items == 2
    assert stored(responses, EMPTY).pk not in keys


def test_a_balanced_sample_has_no_empty_answers(responses):
    rows = [
        response(
            n, answer="" if n in (11, 12) else "In 1889.", prompt="p", structured_data={"question": "Q?"}
        )
        for n in range(10, 16)
    ]
    project = create_project("cells", preset="openhaldet", assignment="balanced", sample=4, redundancy=1)
    import_records(project, unlabelled(*rows))
    assert ProjectLanguage.objects.get(project=project).items == 4
    assert judge(project, "ada") == ["qa-10", "qa-13", "qa-14", "qa-15"]
    assert ready(project, 1) == {"ready": 6, "short": 0}


def test_a_sample_that_is_given_up_leaves_empty_answers_closed():
    project = create_project("cells", preset="openhaldet", assignment="balanced", sample=1, redundancy=1)
    import_records(project, unlabelled(*(response(n, answer="" if n == 2 else "Yes.") for n in range(4))))
    set_project(project, assignment="pool")
    assert ProjectLanguage.objects.get(project=project).items == 3
    assert judge(project, "ada") == ["qa-0", "qa-1", "qa-3"]


def test_an_undone_import_and_an_archived_item_leave_the_counts_right(responses):
    later = import_records(responses, unlabelled(response(4), response(5, answer="")))
    assert overall(responses).items == 3
    run_undo(undo_import(later).job, lambda done, total: None)
    assert overall(responses).items == 2
    lena = join(responses, "lena", "lead")
    archive = {"kind": "archive", "value": "", "items": [stored(responses, EMPTY).pk], "expected": 1}
    change = Api(lena).post("/projects/hal/item-changes/", archive, status=201)
    assert overall(responses).items == 2
    Api(lena).post(f"/projects/hal/item-changes/{change['id']}/undo/")
    assert overall(responses).items == 2
    assert judge(responses, "ada") == ["qa-1", "qa-3"]


def test_gold_has_the_abstention_before_and_after_the_work(responses, exported):
    assert gold(exported) == {EMPTY: "abstention"}
    assert ready(responses) == {"ready": 1, "short": 2}
    judge(responses, "ada")
    judge(responses, "bo")
    assert gold(exported) == {"qa-1": "correct", EMPTY: "abstention", "qa-3": "correct"}
    assert ready(responses) == {"ready": 3, "short": 0}


def test_agreement_is_that_of_the_annotated_items(responses):
    judge(responses, "ada")
    judge(responses, "bo", "hallucination")
    there = overall(responses)
    assert (there.counted, there.agreement) == (2, 0.0)


def test_imported_labels_of_an_empty_answer_count_and_progress_stays_complete(responses, bring, exported):
    for name in ("ada", "bo"):
        judge(responses, name)
    votes = {key: {"category": "hallucination"} for key in ("x", "y", "z")}
    bring("hal", {"id": EMPTY, "annotations": {key: [] for key in votes}, "annotation_labels": votes})
    there = overall(responses)
    assert (there.items, there.complete, there.annotations) == (2, 2, 7)
    assert (there.outside, there.outside_annotations) == (1, 3)
    assert gold(exported)[EMPTY] == "hallucination"
    assert ready(responses) == {"ready": 3, "short": 0}


def test_an_export_with_annotations_comes_back_without_differences(responses, exported, tmp_path):
    judge(responses, "ada")
    path = tmp_path / "gold.jsonl"
    succeeds("export_gold", "hal", "--extra", "--min-annotations", "1", "--out", path)
    succeeds("create_project", "again", "--preset", "openhaldet", "--redundancy", "1")
    succeeds("import_items", "again", path)
    out = succeeds("import_annotations", "again", path)
    assert "0 items came with labels that differ from what their annotations give." in out
    again = exported("export_gold", "again", "--extra")
    assert again == [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize(
    ("status", "found"),
    [("open", ["qa-1", "qa-3"]), ("complete", [EMPTY]), ("reached", []), ("over-full", [])],
)
def test_an_empty_answer_is_complete_in_the_list_of_items(responses, status, found):
    rows, _ = item_page(responses, ItemFilter(order="ordinal", status=status), None, 10)
    assert sorted(each.external_id for each in rows) == found


def test_the_overview_counts_the_items_that_its_link_lists(responses):
    judge(responses, "ada")
    judge(responses, "bo")
    there = overall(responses)
    rows, _ = item_page(responses, ItemFilter(order="ordinal", status="reached"), None, 10)
    assert [each.external_id for each in rows] == ["qa-1", "qa-3"]
    assert (there.complete, there.items) == (2, 2)
    rows, _ = item_page(responses, ItemFilter(order="ordinal", status="complete"), None, 10)
    assert [each.external_id for each in rows] == list(ALL)


def test_the_item_says_that_its_labels_are_implied(responses):
    lena = join(responses, "lena", "lead")
    for name, implied in ((EMPTY, True), ("qa-1", False)):
        item = Api(lena).get(f"/projects/hal/items/{stored(responses, name).pk}/")
        assert (item["labels_implied"], item["n"], item["status"]) == (
            implied,
            0,
            "complete" if implied else "open",
        )


@pytest.fixture
def released(responses):
    judge(responses, "ada")
    judge(responses, "bo")
    succeeds("build_release", "hal", "v1")
    return Release.objects.get()


def test_a_release_has_the_abstention_and_says_where_it_comes_from(released):
    found = {each["sample_id"]: each["eval_category"] for each in records(released, "gold/full.jsonl")}
    assert found == {"qa-1": "correct", EMPTY: "abstention", "qa-3": "correct"}
    raw = {each["id"]: each["annotations"] for each in records(released, "raw/full.jsonl")}
    assert raw[EMPTY] == {}
    directory = release_directory(released)
    assert verify(directory).differences == []
    counts = json.loads((directory / "manifest.json").read_text())["counts"]["und"]["full"]
    assert (counts["items"], counts["annotations"], counts["implied"]) == (3, 4, 1)
    card = (directory / "README.md").read_text()
    assert "1 items were not annotated: their answer is empty" in card
    assert "| all | all | 2–2 |" in card
    [overall_row, language_row] = json.loads((directory / "agreement.json").read_text())
    for row in (overall_row, language_row):
        assert (row["items"], row["counted"], row["annotations"]) == (2, 2, 4)
        assert (row["annotators_min"], row["annotators_max"]) == (2, 2)


def edit(path: Path, id_: str, **fields: str) -> None:
    """Change fields of one record."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    write_jsonl(path, [row | (fields if row["sample_id"] == id_ else {}) for row in rows])


def test_another_category_of_an_empty_answer_is_found_by_verification(released):
    directory = release_directory(released)
    edit(directory / "gold/full.jsonl", EMPTY, eval_category="correct")
    details = [(each.item, each.detail) for each in verify(directory).differences]
    assert (EMPTY, "Its eval_category do not follow from the raw annotations.") in details


def test_an_empty_answer_that_was_written_into_an_item_does_not_excuse_missing_annotations(released):
    directory = release_directory(released)
    edit(directory / "gold/full.jsonl", "qa-1", model_output_text="")
    assert ("unlabelled/full.jsonl", "qa-1") in [
        (each.file, each.item) for each in verify(directory).differences
    ]


def test_a_curators_decision_wins(responses, exported):
    set_project(responses, adjudication=True)
    cora = annotator(responses, join(responses, "cora", "lead"))
    Adjudication.objects.create(
        item=stored(responses, EMPTY),
        number=1,
        curator=cora,
        by=cora.user,
        at=responses.created_at,
        spans=[],
        labels={"category": "hallucination"},
        source="nothing",
    )
    assert gold(exported) == {EMPTY: "hallucination"}
    for name in ("ada", "bo"):
        judge(responses, name)
    succeeds("build_release", "hal", "v1")
    release = Release.objects.get()
    found = {each["sample_id"]: each for each in records(release, "gold/full.jsonl")}
    assert found[EMPTY]["eval_category"] == "hallucination"
    assert found[EMPTY]["gold"]["source"] == "curated"
    assert verify(release_directory(release)).differences == []
    manifest = json.loads((release_directory(release) / "manifest.json").read_text())
    assert "implied" not in manifest["counts"]["und"]["full"]


def test_merged_choices_have_the_value_without_annotators(responses, exported):
    merge = "category:answered=correct:y,hallucination:y,abstention:n"
    judge(responses, "ada")
    options = ("--min-annotations", "1", "--collapse", merge)
    found = {
        each["sample_id"]: each["item_labels"]["answered"]
        for each in exported("export_gold", "hal", *options)
    }
    assert found["qa-1"] == {"value": "y", "share": 1.0, "n": 1, "tie": False}
    assert found[EMPTY] == {"value": "n", "share": 1.0, "n": 0, "tie": False}


def test_items_that_nobody_annotated_are_apart_from_empty_answers(responses):
    judge(responses, "ada")
    import_records(responses, unlabelled(response(7)))
    succeeds("build_release", "hal", "v1", "--unannotated", "train", "--policy", "min_annotations=1")
    release = Release.objects.get()
    assert [each["sample_id"] for each in records(release, "gold/full.jsonl")] == list(ALL)
    assert [each["sample_id"] for each in records(release, "unlabelled/train.jsonl")] == ["qa-7"]


def test_tables_of_gold_by_field_have_empty_answers(responses):
    judge(responses, "ada")
    out = succeeds(
        "cross_labels",
        "hal",
        "--field",
        "structured_data.task_type",
        "--label",
        "eval_category",
        "--min-annotations",
        "1",
        "--json",
    )
    found = json.loads(out)
    assert (found["columns"], found["counts"]) == (["abstention", "correct"], [[1, 2]])


def test_a_language_with_empty_answers_alone_is_released(responses):
    import_records(responses, unlabelled(response(8, answer="", lang="fr")))
    judge(responses, "ada")
    judge(responses, "bo")
    succeeds("build_release", "hal", "v1")
    release = Release.objects.get()
    assert [each["sample_id"] for each in records(release, "gold/fr.full.jsonl")] == ["qa-8"]
    rows = json.loads((release_directory(release) / "agreement.json").read_text())
    assert [(row["lang"], row["items"], row["annotators_max"]) for row in rows] == [
        ("", 2, 2),
        ("fr", 0, 0),
        ("und", 2, 2),
    ]
    assert verify(release_directory(release)).differences == []


def test_a_gold_download_of_all_languages_has_one_with_empty_answers_alone(responses):
    import_records(responses, unlabelled(response(8, answer="", lang="fr")))
    lena = Api(join(responses, "lena", "lead"))
    for query in ("", "?dawid_skene=true"):
        downloaded = lena.send("get", f"/projects/hal/gold/{query}")
        found = [json.loads(line)["sample_id"] for line in b"".join(downloaded).decode().splitlines()]
        assert found == [EMPTY, "qa-8"]


def test_languages_of_empty_answers_are_read_once_each(responses):
    import_records(responses, unlabelled(*(response(n, answer="", lang="fr") for n in range(20, 25))))
    with CaptureQueriesContext(connection) as asked:
        assert minimum_under_policy(responses, GoldPolicy()) == {"fr": 2, "und": 2}
    [implied] = [each["sql"] for each in asked if "labels_implied" in each["sql"]]
    assert "SELECT DISTINCT" in implied


def test_gold_of_an_implied_label_is_not_lost_by_an_exclusion(responses):
    """It needs no annotation, also where an import brought one."""
    given = {"annotator_a": {"category": "correct"}}
    records_ = [{"id": name, "annotations": {"annotator_a": []}, "annotation_labels": given} for name in ALL]
    responses.redundancy = 1
    responses.save(update_fields=["redundancy"])
    import_records(responses, records_, "annotations")
    lead = Api(join(responses, "lea", "lead"))
    effects = lead.post("/projects/hal/exclusions/preview/", {"annotator": "annotator_a"})
    assert (effects["annotations"], effects["without_gold"]) == (3, 2)
    assert EMPTY not in [row["external_id"] for row in effects["shown"] if row["gold_lost"]]
