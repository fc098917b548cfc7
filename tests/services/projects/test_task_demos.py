"""The demos of the tasks: complete after the first run, unchanged by the second, and released in their own format."""

import json

import pytest
from django.contrib.auth.models import User

from annotation.management.demo import TASKS, demo_logins
from annotation.models import Annotation, Assignment, Item, ItemImage, Project
from annotation.queries.items.duplicates import duplicates
from annotation.queries.sources.source_comparison import ComparisonOptions, compare_sources
from morelkit.scheme.schemes import PRESETS
from tests.commands import refuses, succeeds
from tests.people import may_log_in, person
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
    assert nothing_to_mark.count() == (3 if task == "visions" else 0)


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
