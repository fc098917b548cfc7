"""Eight simultaneous annotators: redundancy is never exceeded, no item is assigned twice, no slot is lost."""

import uuid
from collections import Counter
from contextlib import suppress
from datetime import timedelta

import pytest
from django.db.models import Count
from django.utils import timezone

from annotation.models import Annotation, Assignment, Item, ItemStatistic, Project
from annotation.services.annotate.assignment import assign, chosen_items, reopen, unassign, undo_reopen
from annotation.services.annotate.reservations import skip
from annotation.services.annotate.save import Save, save_annotation
from annotation.services.projects.project_settings import create_project
from foundation.errors import ConflictError
from tests.people import annotator, content, join, reserve, save
from tests.records import import_records, items, stored
from tests.services.statistics.recount import assert_recounted
from tests.services.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def crowd():
    """A pool of ten items with redundancy 2, and eight annotators."""
    project = create_project("crowd", preset="mu-shroom", redundancy=2)
    import_records(project, items(10))
    return project, [join(project, f"person-{number}") for number in range(8)]


def assert_sound(project: Project, redundancy: int) -> None:
    """Coverage is the number of slots taken and within the redundancy; nobody has an item twice."""
    held = Assignment.objects.filter(project=project, state__in=["reserved", "submitted"], slot__isnull=False)
    taken = Counter(held.values_list("item", flat=True))
    for item in Item.objects.filter(project=project):
        assert item.coverage == taken[item.pk] <= redundancy
    twice = Assignment.objects.values("item", "annotator").annotate(rows=Count("pk")).filter(rows__gt=1)
    assert not twice.exists()


def works_through(project: Project, user) -> list[str]:
    done = []
    while given := reserve(project, user):
        save(project, user, given, content((0, 3)))
        done.append(given.external_id)
    return done


def test_eight_annotators_work_through_a_pool(crowd):
    project, people = crowd
    done = at_once(lambda user: works_through(project, user), people)
    assert sum(len(each) for each in done) == 20
    assert all(len(set(each)) == len(each) for each in done)
    assert set(Item.objects.values_list("coverage", flat=True)) == {2}
    assert_sound(project, 2)
    assert_recounted(project)


def test_eight_annotators_compete_for_the_last_slot():
    project = create_project("last", preset="mu-shroom", redundancy=1)
    import_records(project, items(1))
    people = [join(project, f"person-{number}") for number in range(8)]
    given = at_once(lambda user: reserve(project, user), people)
    assert [each is None for each in given].count(False) == 1
    assert_sound(project, 1)


def test_one_annotator_in_eight_tabs_reserves_one_item(crowd):
    project, people = crowd
    given = at_once(lambda user: reserve(project, user), [people[0]] * 8)
    assert len({each.pk for each in given}) == 1
    assert Assignment.objects.count() == 1
    assert_sound(project, 2)


def test_one_annotator_in_eight_tabs_reserves_one_item_after_the_open_one(crowd):
    project, people = crowd
    in_hand = reserve(project, people[0])
    given = at_once(lambda user: reserve(project, user, beside=in_hand.pk), [people[0]] * 8)
    assert len({each.pk for each in given}) == 1
    assert given[0] != in_hand
    assert Assignment.objects.count() == 2
    assert_sound(project, 2)


def test_eight_annotators_request_the_item_after_the_open_one(crowd):
    project, people = crowd
    in_hand = {user.pk: reserve(project, user) for user in people}
    given = at_once(lambda user: reserve(project, user, beside=in_hand[user.pk].pk), people)
    assert all(each and each != in_hand[user.pk] for user, each in zip(people, given, strict=True))
    assert_sound(project, 2)


def test_eight_annotators_submit_the_same_item_where_everyone_annotates_everything():
    project = create_project("all", preset="mu-shroom", assignment="everyone")
    import_records(project, items(1))
    people = [join(project, f"person-{number}") for number in range(8)]
    at_once(lambda user: works_through(project, user), people)
    assert ItemStatistic.objects.get().n == 8
    assert Item.objects.get().coverage == 8
    assert_recounted(project)


def test_eight_simultaneous_saves_of_an_annotation_append_one_revision(crowd):
    project, people = crowd
    given = reserve(project, people[0])
    mine = annotator(project, people[0])

    def first_save(number: int) -> bool:
        body = Save(uuid.UUID(int=number), 0, given.answer_sha256, True, content((0, number + 1)))
        try:
            save_annotation(project, mine, given.pk, body, timezone.now())
        except ConflictError:
            return False
        return True

    assert at_once(first_save, range(8)).count(True) == 1
    assert Annotation.objects.get().revisions.count() == 1
    assert_recounted(project)


def test_simultaneous_skips_and_reservations_lose_no_slot(crowd):
    project, people = crowd

    def act(user) -> None:
        for turn in range(6):
            given = reserve(project, user)
            if given and turn % 2:
                skip(annotator(project, user), given.pk, "No.")
            elif given:
                save(project, user, given, content())

    at_once(act, people)
    assert_sound(project, 2)
    assert_recounted(project)


def test_a_lead_assigns_unassigns_and_reopens_while_seven_annotators_work(crowd):
    """A lead may overfill items, so only coverage is compared with the assignments. Nothing deadlocks."""
    project, people = crowd
    keys = [annotator(project, user).key for user in people]
    ids = list(Item.objects.values_list("pk", flat=True))
    chosen, some = chosen_items(project, ids), chosen_items(project, ids[:3])

    def lead(user) -> None:
        for turn, key in enumerate(keys):
            assign(project, key, some if turn % 2 else chosen, timezone.now())
            unassign(project, "" if turn % 2 else key, chosen)
            reopen(project, key, chosen, user, timezone.now())
            undo_reopen(project, key, chosen, timezone.now())

    def works(user) -> None:
        for turn in range(8):
            given = reserve(project, user)
            if given and turn % 3 == 2:
                skip_or_too_late(annotator(project, user), given.pk)
            elif given:
                save_or_too_late(project, user, given)

    at_once(lambda user: (lead if user == people[0] else works)(user), people)
    for item in Item.objects.filter(project=project):
        places = Assignment.objects.filter(item=item, state__in=["reserved", "submitted"])
        late = Annotation.objects.filter(item=item, surplus=True).count()
        assert item.coverage == places.count() - late
    assert_recounted(project)


def skip_or_too_late(mine, item: int) -> None:
    """Skip, unless a lead has undone the reopening, so that the item is submitted."""
    with suppress(ConflictError):
        skip(mine, item, "No.")


def save_or_too_late(project: Project, user, given: Item) -> None:
    with suppress(ConflictError):
        save(project, user, given, content((0, 3)))


def test_late_submissions_and_reservations_of_expired_items_keep_the_redundancy(crowd):
    """All reservations have expired; half of the annotators submit late while others reserve items."""
    project, people = crowd
    held = {user.pk: reserve(project, user, timezone.now() - timedelta(days=30)) for user in people}
    fresh = [join(project, f"late-{number}") for number in range(4)]

    def act(user) -> None:
        if user.pk in held:
            save(project, user, stored(project, held[user.pk].external_id), content((0, 3)))
        works_through(project, user)

    at_once(act, [*people[:4], *fresh])
    assert_sound(project, 2)
    assert_recounted(project)


def test_late_submissions_and_reservations_that_free_their_slots_never_deadlock(crowd):
    """Both change the item and an assignment. In different orders, that would deadlock on PostgreSQL."""
    project, people = crowd
    for _ in range(4):
        held = {user.pk: reserve(project, user) for user in people}
        Assignment.objects.filter(state="reserved").update(expires_at=timezone.now() - timedelta(days=1))

        def act(user, held=held) -> None:
            if held[user.pk] and user in people[:4]:
                save(project, user, held[user.pk], content((0, 3)))
            else:
                reserve(project, user)

        at_once(act, people)
    assert_sound(project, 2)
    assert_recounted(project)
