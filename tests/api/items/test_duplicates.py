"""Duplicate outputs: found among work items, removed while nobody has begun them, restored."""

from typing import Any

import pytest
from django.utils import timezone

from annotation.models import Item, Project, ProjectLanguage
from annotation.services.imports.duplicates import remove_duplicates, restore_duplicates
from annotation.services.imports.lifecycle import run_undo, undo_import
from annotation.services.projects.project_settings import create_project
from foundation.models import AuditEvent
from tests.api.client import Api
from tests.commands import succeeds
from tests.people import content, join, reserve, save
from tests.records import import_records, item
from tests.services.threads import at_once

pytestmark = pytest.mark.django_db
PATH = "/projects/outputs/duplicates/"


def output(name: str, answer: str, question: str = "Q", **more: Any) -> dict[str, Any]:
    return item(name, answer=answer, model_input=question, model_id=f"model-{name}", **more)


RECORDS = [
    output("a", "Same."),
    output("b", "Same."),
    output("c", "same."),
    output("d", "Same.", "Another question"),
    output("e", "Same.", lang="FR"),
    output("f", "Same.", prompt="briefly"),
]


@pytest.fixture
def project() -> Project:
    project = create_project("outputs", preset="mu-shroom", redundancy=1)
    import_records(project, RECORDS)
    return project


def visible(project: Project) -> set[str]:
    return set(Item.objects.visible(project).values_list("external_id", flat=True))


def items_of_languages(project: Project) -> dict[str, int]:
    return dict(ProjectLanguage.objects.filter(project=project).values_list("language", "items"))


def test_an_item_that_repeats_question_and_answer_is_found_removed_and_restored(project: Project):
    lead = Api(join(project, "lena", "lead"))
    found = lead.get(PATH)
    assert (found["found"], found["removable"], found["removed"]) == (2, 2, 0)
    assert [(row["external_id"], row["model_id"], row["kept"]) for row in found["shown"]] == [
        ("b", "model-b", "a"),
        ("f", "model-f", "a"),
    ]
    assert visible(project) == set("abcdef")
    assert items_of_languages(project) == {"en": 5, "fr": 1}
    after = lead.post(PATH, {"removed": True})
    assert (after["found"], after["removable"], after["removed"]) == (0, 0, 2)
    assert visible(project) == set("acde")
    assert items_of_languages(project) == {"en": 3, "fr": 1}
    assert lead.post(PATH, {"removed": False})["found"] == 2
    assert visible(project) == set("abcdef")
    assert Item.objects.filter(project=project, reservable=True).count() == 6
    assert items_of_languages(project) == {"en": 5, "fr": 1}
    kinds = AuditEvent.objects.filter(scope=project.scope, kind__startswith="duplicates")
    assert [(each.kind, each.details["items"]) for each in kinds.order_by("pk")] == [
        ("duplicates_removed", 2),
        ("duplicates_restored", 2),
    ]


def test_the_item_that_somebody_has_begun_is_kept(project: Project):
    Item.objects.filter(project=project).exclude(external_id="f").update(reservable=False)
    ada = join(project, "ada")
    assert reserve(project, ada).external_id == "f"
    found = Api(join(project, "lena", "lead")).get(PATH)
    assert [(row["external_id"], row["kept"]) for row in found["shown"]] == [("a", "f"), ("b", "f")]
    assert remove_duplicates(project, timezone.now()) == 2
    assert visible(project) == set("cdef")


def test_begun_duplicates_stay(project: Project):
    ada = join(project, "ada")
    while given := reserve(project, ada):
        save(project, ada, given, content((0, 3)))
    found = Api(join(project, "lena", "lead")).get(PATH)
    assert (found["found"], found["removable"]) == (2, 0)
    assert all(row["begun"] for row in found["shown"])
    assert remove_duplicates(project, timezone.now()) == 0


def test_another_output_takes_the_place_of_a_duplicate_in_the_sample():
    project = create_project("sample", preset="mu-shroom", assignment="balanced", question_cap=2)
    import_records(project, [output("a", "Same."), output("b", "Same."), output("c", "Other.")])
    remove_duplicates(project, timezone.now())
    reservable = Item.objects.filter(project=project, reservable=True)
    assert set(reservable.values_list("external_id", flat=True)) == {"a", "c"}
    assert items_of_languages(project) == {"en": 2}
    restore_duplicates(project)
    assert Item.objects.filter(project=project, reservable=True).count() == 2


def test_undoing_an_import_counts_removed_items_once(project: Project):
    more = import_records(project, [output("g", "Same."), output("h", "New.")])
    remove_duplicates(project, timezone.now())
    assert items_of_languages(project) == {"en": 4, "fr": 1}
    run_undo(undo_import(more).job, lambda done, total: None)
    assert items_of_languages(project) == {"en": 3, "fr": 1}


def test_the_command_lists_removes_and_restores(project: Project):
    assert "b repeats a" in succeeds("duplicates", "outputs")
    assert "Removed 2 items" in succeeds("duplicates", "outputs", "--remove")
    assert "0 items repeat another one, 0 of them can be removed; 2 were removed." in succeeds(
        "duplicates", "outputs"
    )
    assert "Restored 2 items" in succeeds("duplicates", "outputs", "--restore")
    assert visible(project) == set("abcdef")


@pytest.mark.django_db(transaction=True)
def test_no_item_is_removed_that_somebody_reserves_at_the_same_time():
    for number in range(6):
        project = create_project(f"race-{number}", preset="mu-shroom", redundancy=1)
        import_records(project, [output(str(n), "Same.") for n in range(8)])
        people = [join(project, f"person-{number}-{n}") for n in range(4)]
        acts = [lambda user=user, project=project: reserve(project, user) for user in people]
        acts += [lambda project=project: remove_duplicates(project, timezone.now())] * 2
        at_once(lambda act: act(), acts)
        items = Item.objects.filter(project=project)
        assert not items.filter(archived_at__isnull=False, coverage__gt=0).exists()
        assert items.filter(archived_at__isnull=True).exists()
