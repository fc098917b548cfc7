"""The assignment policy changes in the same instant as items are assigned: every assignment follows the stored one."""

import threading
import uuid

import pytest
from django.utils import timezone

from annotation.models import Assignment, Item, Project
from annotation.queries.projects.access import access
from annotation.services.annotate.assignment import assign, chosen_items
from annotation.services.annotate.reservations import reserve_next
from annotation.services.projects.project_settings import create_project, set_language, set_project
from foundation.errors import ConflictError
from foundation.write_transaction import write_transaction
from tests.people import annotator, join, reserve
from tests.records import import_records, items
from tests.services.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def pool(people: int = 1) -> tuple[Project, list]:
    project = create_project(f"p-{uuid.uuid4().hex[:8]}", preset="mu-shroom", redundancy=2)
    import_records(project, items(3))
    return project, [join(project, f"{project.slug}-{number}") for number in range(people)]


def assert_assigned_as_stored(project: Project) -> None:
    """Only where everyone annotates everything has an assignment no slot."""
    policy = Project.objects.get(pk=project.pk).assignment
    slots = Assignment.objects.filter(project=project).values_list("slot", flat=True)
    assert {slot is None for slot in slots} <= {policy == "everyone"}


def test_the_policy_waits_for_a_reservation_that_is_not_committed():
    project, (user,) = pool()
    reserved, changing = threading.Event(), threading.Event()

    def lead() -> str:
        reserved.wait(10)
        changing.set()
        try:
            return set_project(project, assignment="everyone").assignment
        except ConflictError:
            return "refused"

    def works() -> str:
        with write_transaction():
            assert reserve(project, user)
            reserved.set()
            changing.wait(10)
            threading.Event().wait(0.5)  # the lead's transaction runs as far as it can
        return "reserved"

    assert at_once(lambda act: act(), [works, lead]) == ["reserved", "refused"]
    assert_assigned_as_stored(project)


def test_a_reservation_follows_a_policy_that_changed_after_its_project_was_read():
    project, (user,) = pool()
    here = access(user, project.slug)
    set_project(project, assignment="everyone")
    found = reserve_next(here.project, here.annotator, here.my_language_rows, timezone.now())
    assert found.item_id
    assert_assigned_as_stored(project)


def test_a_lead_assigns_under_a_policy_that_changed_after_the_project_was_read():
    project, (user,) = pool()
    before = Project.objects.get(pk=project.pk)
    set_project(project, assignment="everyone")
    chosen = chosen_items(before, Item.objects.filter(project=project).values_list("pk", flat=True))
    assert assign(before, annotator(project, user).key, chosen, timezone.now()).places == 3
    assert_assigned_as_stored(project)


def test_closing_a_language_waits_for_a_reservation_that_is_not_committed():
    project, (user,) = pool()
    reserved, closing = threading.Event(), threading.Event()
    order = []

    def lead() -> None:
        reserved.wait(10)
        closing.set()
        set_language(project, "en", closed=True)
        order.append("closed")

    def works() -> None:
        with write_transaction():
            assert reserve(project, user)
            reserved.set()
            closing.wait(10)
            threading.Event().wait(0.5)  # the lead's transaction runs as far as it can
            order.append("reserved")

    at_once(lambda act: act(), [works, lead])
    assert order == ["reserved", "closed"]


def test_nothing_is_assigned_in_a_language_that_was_closed_after_the_project_was_read():
    project, (user,) = pool()
    here = access(user, project.slug)
    set_language(project, "en", closed=True)
    assert reserve_next(here.project, here.annotator, here.my_language_rows, timezone.now()).item_id is None


def test_six_annotators_reserve_while_two_leads_change_the_policy():
    for _ in range(12):
        project, people = pool(6)

        def lead(policy: str, project=project) -> None:
            try:
                set_project(project, assignment=policy)
            except ConflictError:
                assert Assignment.objects.filter(project=project).exists()

        acts = [lambda user=user, project=project: reserve(project, user) for user in people]
        acts[2:2] = [lambda: lead("everyone"), lambda: lead("pool")]
        at_once(lambda act: act(), acts)
        assert Assignment.objects.filter(project=project).count() == 6
        assert_assigned_as_stored(project)
