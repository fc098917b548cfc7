"""The cap of a question and assignment by a field, while eight annotators work and leads change the rules."""

import uuid

import pytest
from django.utils import timezone

from annotation.models import Assignment, Item, Project
from annotation.queries.projects.access import access
from annotation.queries.projects.assignees import names_of
from annotation.services.annotate.reservations import reserve_next
from annotation.services.items.balanced_sample import draw_sample
from annotation.services.projects.project_settings import create_project, set_project
from foundation.errors import ConflictError
from tests.people import annotator, content, join, reserve, save
from tests.records import import_records, item
from tests.services.annotate.test_concurrent_reservations import assert_sound, works_through
from tests.services.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

QUESTIONS = "QRST"
CAP = 3


def records(count: int, prefix: str = "i") -> list[dict]:
    """Records of four questions with two models each; each question has an asker."""
    return [
        item(
            f"{prefix}-{n}",
            model_input=QUESTIONS[n % 4],
            model_id=f"m{n // 4 % 2}",
            asker=f"asker-{QUESTIONS[n % 4].lower()}",
        )
        for n in range(count)
    ]


def begun(project: Project) -> dict[str, int]:
    """Items with assignments, by question."""
    rows = Item.objects.filter(project=project, assignment__isnull=False).distinct()
    return {question: rows.filter(question=question).count() for question in QUESTIONS}


def test_the_cap_holds_while_eight_annotate_and_the_sample_is_drawn_again():
    for _ in range(4):
        slug = f"cap-{uuid.uuid4().hex[:8]}"
        project = create_project(
            slug, preset="mu-shroom", assignment="balanced", sample=9, question_cap=CAP, redundancy=2
        )
        import_records(project, records(24))
        people = [join(project, f"{slug}-{number}") for number in range(8)]
        acts = [lambda user=user, project=project: works_through(project, user) for user in people]
        acts += [lambda project=project: draw_sample(project)] * 2
        acts += [lambda project=project, slug=slug: import_records(project, records(24, slug))]
        at_once(lambda act: act(), acts)
        assert begun(project) == dict.fromkeys(QUESTIONS, CAP)
        assert Item.objects.filter(project=project, reservable=True).count() == CAP * len(QUESTIONS)
        assert_sound(project, 2)


def test_two_leads_change_the_cap_while_eight_annotate():
    project = create_project(
        "cap", preset="mu-shroom", assignment="balanced", sample=9, question_cap=1, redundancy=1
    )
    import_records(project, records(40))
    people = [join(project, f"person-{number}") for number in range(8)]
    acts = [lambda user=user: works_through(project, user) for user in people]
    acts += [lambda cap=cap: set_project(project, question_cap=cap) for cap in (5, 4)]
    at_once(lambda act: act(), acts)
    cap = Project.objects.get(pk=project.pk).question_cap
    assert all(cap <= number <= 5 for number in begun(project).values()) or cap == 5
    reservable = Item.objects.filter(project=project, reservable=True)
    for question in QUESTIONS:
        own = reservable.filter(question=question)
        assert cap <= own.count() <= 5
        assert own.count() == cap or not own.filter(coverage=0).exists()
    assert_sound(project, 1)


def test_eight_tabs_of_four_askers_share_no_item():
    project = create_project("asked", preset="mu-shroom", assignment="field", assignment_field="asker")
    import_records(project, records(24))
    people = [join(project, f"asker-{letter.lower()}") for letter in QUESTIONS] * 2
    done = at_once(lambda user: works_through_in_tabs(project, user), people)
    assert Assignment.objects.filter(project=project, state="submitted").count() == 24
    assert sum(done) >= 24
    assert_asked(project)
    assert_sound(project, 1)


def works_through_in_tabs(project: Project, user) -> int:
    """As `works_through`, where another tab of the user may have submitted the item first."""
    done = 0
    while given := reserve(project, user):
        try:
            save(project, user, given, content((0, 3)))
        except ConflictError:
            continue
        done += 1
    return done


def assert_asked(project: Project) -> None:
    """Every assignment is to the annotator whom the item's field names."""
    for each in Assignment.objects.filter(project=project).select_related("item", "annotator__user"):
        assert each.item.assignee in names_of(each.annotator)


def test_assignment_by_a_field_begins_while_eight_reserve():
    for _ in range(8):
        slug = f"p-{uuid.uuid4().hex[:8]}"
        project = create_project(slug, preset="mu-shroom")
        import_records(project, records(12))
        people = [join(project, f"asker-{letter.lower()}") for letter in QUESTIONS]

        def lead(project=project) -> None:
            try:
                set_project(project, assignment="field", assignment_field="asker")
            except ConflictError:
                assert Assignment.objects.filter(project=project).exists()

        acts = [lambda user=user, project=project: reserve(project, user) for user in people * 2]
        acts.insert(3, lead)
        at_once(lambda act: act(), acts)
        if Project.objects.get(pk=project.pk).assignment == "field":
            assert_asked(project)
        assert_sound(project, 3)


def test_an_import_that_runs_while_the_field_is_chosen_is_assigned_by_it():
    project = create_project("late", preset="mu-shroom")
    import_records(project, records(8))
    at_once(
        lambda act: act(),
        [
            lambda: import_records(project, records(200, "late")),
            lambda: set_project(project, assignment="field", assignment_field="asker"),
        ],
    )
    unnamed = Item.objects.filter(project=project, assignee__isnull=True)
    assert not unnamed.exists()


def test_a_reservation_follows_a_field_that_was_chosen_after_its_project_was_read():
    project = create_project("stale", preset="mu-shroom")
    import_records(project, records(4))
    user = join(project, "asker-s")
    here = access(user, project.slug)
    set_project(project, assignment="field", assignment_field="asker")
    found = reserve_next(here.project, here.annotator, here.my_language_rows, timezone.now())
    assert Item.objects.get(pk=found.item_id).question == "S"
    assert annotator(project, user).pk == here.annotator.pk
