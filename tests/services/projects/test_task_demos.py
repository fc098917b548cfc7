"""The demos of the tasks: complete after the first run, unchanged by the second, and released in their own format."""

import json

import pytest
from django.contrib.auth.models import User

from annotation.management.demo import FIXTURES, TASKS, demo_logins
from annotation.models import Annotation, Assignment, Item, ItemImage, Project
from annotation.queries.items.duplicates import duplicates
from annotation.queries.items.tags import tagged
from annotation.queries.sources.source_comparison import ComparisonOptions, compare_sources
from morelkit.cli import main
from morelkit.scheme.schemes import PRESETS
from tests.commands import refuses, succeeds
from tests.dataset_loading import load_all
from tests.people import may_log_in, person
from tests.records import write_jsonl
from tests.services.projects.test_demo import logins
from tests.snapshot import snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture(autouse=True)
def own_directory(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.mark.parametrize("task", TASKS)
def test_a_demo_has_items_people_and_work_that_is_left(task):
    people = logins(succeeds("demo", "--task", task))
    assert len(people) == 4
    assert all(may_log_in(name, password) for name, password in people.items())
    project = Project.objects.get()
    assert (project.slug, project.record_format) == (f"demo-{task}", task)
    items = Item.objects.filter(project=project)
    assert 10 <= items.count() <= 20
    assert items.filter(counted=0).exists()
    assert items.filter(counted__gte=2).exists()
    assert Assignment.objects.filter(project=project, state="submitted").exists()
    nothing_to_mark = Annotation.objects.filter(submitted__nothing_to_mark=True, imported_by=None)
    assert nothing_to_mark.count() == {"visions": 3, "much": 8}.get(task, 0)


@pytest.mark.parametrize("task", TASKS)
def test_loading_a_demo_again_changes_nothing(task):
    first = succeeds("demo", "--task", task)
    before = snapshot()
    assert succeeds("demo", "--task", task) == first
    assert snapshot() == before


@pytest.mark.parametrize("first", ["", "cap"])
def test_all_demos_have_the_same_people(first):
    printed = {succeeds("demo", *(["--task", task] if task else [])) for task in (first, *TASKS, "")}
    assert len(printed) == 1
    assert User.objects.count() == 4
    assert Project.objects.count() == len(TASKS) + 1
    people = logins(printed.pop())
    assert all(may_log_in(name, password) for name, password in people.items())
    assert {login["username"]: login["password"] for login in demo_logins()} == people


def test_a_demo_refuses_existing_accounts():
    person("lena")
    before = snapshot()
    assert "lena" in refuses("demo", "--task", "shroom")
    assert snapshot() == before


def test_gold_has_the_fields_of_the_task(own_directory):
    fields = {
        "shroom": {"labels", "label", "p(Hallucination)"},
        "cap": {"has_fluency_mistakes", "has_factual_mistakes"},
        "openhaldet": {"eval_category"},
        "visions": {"soft_labels", "hard_labels", "image"},
        "much": {"claims", "claim_labels", "segmenter"},
    }
    for task, labels in fields.items():
        succeeds("demo", "--task", task)
        succeeds("export_gold", f"demo-{task}", "--out", own_directory / task)
        records = [json.loads(line) for line in (own_directory / task).read_text("utf-8").splitlines()]
        assert records
        assert all(labels <= set(record) for record in records)


def test_shroom_has_votes_without_names_and_cap_a_duplicate():
    succeeds("demo", "--task", "shroom")
    voters = Annotation.objects.filter(annotator__user=None).values_list("annotator__key", flat=True)
    assert set(voters) == {f"voter_{n}" for n in range(1, 6)}
    succeeds("demo", "--task", "cap")
    assert duplicates(Project.objects.get(slug="demo-cap")).found == 1


@pytest.mark.parametrize("task", ["cap", "openhaldet"])
def test_two_sources_are_compared_with_people(task):
    succeeds("demo", "--task", task)
    project = Project.objects.get()
    found = compare_sources(project, ComparisonOptions())
    assert [each.name for each in found.sources] == ["sorrel", "yarrow"]
    assert all(each.questions[0].groups[0].n > 5 for each in found.sources)
    assert found.pairs[0].questions[0].groups[0].n > 8


def test_visions_has_images_in_three_languages_and_a_release_that_verifies(own_directory):
    succeeds("demo", "--task", "visions")
    project = Project.objects.get()
    assert set(Item.objects.values_list("language", flat=True)) == {"en", "fr", "ar"}
    assert not Item.objects.filter(image_uses=None).exists()
    assert ItemImage.objects.count() == 6
    labels = {span["label"] for each in Annotation.objects.all() for span in each.submitted.spans}
    assert labels == {label.name for label in PRESETS["visions"].span_labels}
    out = own_directory / "release"
    policy = ("--policy", "min_annotations=2")
    succeeds("build_release", project.slug, "1.0", *policy, "--images", "--out", out)
    assert "all is as it should be" in succeeds("verify_release", out)
    assert len(list((out / "images").iterdir())) == 6


def test_much_has_claims_in_four_languages_and_judges_that_are_wrong_where_it_was_planned():
    succeeds("demo", "--task", "much")
    project = Project.objects.get()
    assert set(Item.objects.values_list("language", flat=True)) == {"en", "fr", "es", "de"}
    sorrel, yarrow = compare_sources(project, ComparisonOptions()).sources
    claims = sorrel.questions[0].groups[0]
    # Of 78 claims that people judged, 9 are incorrect. Sorrel misses one in Spanish and one in German, and finds one
    # too many in French.
    assert claims.matrix == [[68, 1], [2, 7]]
    assert claims.kappa == pytest.approx((78 * 75 - (69 * 70 + 9 * 8)) / (78 * 78 - (69 * 70 + 9 * 8)))
    assert yarrow.questions[0].groups[0].abstained == [6, 0]


def test_much_has_a_selection_of_its_judges_and_a_sample_of_each_language():
    succeeds("demo", "--task", "much")
    project = Project.objects.get()
    selection = project.selections.get()
    assert (selection.question, selection.people, selection.sources.count()) == ("claims", False, 2)
    languages = tagged(project, "sample to check").values_list("item__language", flat=True)
    assert sorted(languages) == ["de", "en", "es", "fr"]


def test_a_release_of_much_verifies_loads_and_scores_predictions(own_directory, datasets, capsys):
    succeeds("demo", "--task", "much")
    out = own_directory / "release"
    succeeds("build_release", "demo-much", "1.0", "--policy", "min_annotations=2", "--out", out)
    assert "all is as it should be" in succeeds("verify_release", out)
    loaded = load_all(datasets, out)
    rows = [row for (config, _), found in loaded.items() if "unl" not in config for row in found]
    assert {row["lang"] for row in rows} == {"en", "fr", "es", "de"}
    assert all(len(row["claims"]) == len(row["claim_labels"]) for row in rows)

    gold = out / "gold" / "fr.full.jsonl"
    marked = {
        each["id"]: [[span["start"], span["end"]] for span in each["spans"]]
        for line in (FIXTURES / "much" / "source-sorrel.jsonl").read_text("utf-8").splitlines()[1:]
        for each in [json.loads(line)]
    }
    records = [json.loads(line) for line in gold.read_text("utf-8").splitlines()]
    predictions = write_jsonl(
        own_directory / "scores.jsonl",
        [
            {"id": each["id"], "scores": [float(claim in marked[each["id"]]) for claim in each["claims"]]}
            for each in records
        ],
    )
    assert main(["score", str(gold), str(predictions), "--json"]) == 0
    # In French 2 of 15 claims are incorrect. Both have the score 1, as has one of the other 13: (2 · 12 + 2 / 2) / 26.
    found = json.loads(capsys.readouterr().out)["languages"]["fr"]
    assert found["claim_auroc"]["value"] == pytest.approx(25 / 26)
