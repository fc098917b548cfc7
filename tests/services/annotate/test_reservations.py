"""Which item an annotator gets: least covered first, ties by seed, never twice, and released slots."""

import random
from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.models import Assignment, Item, Project, ProjectLanguage
from annotation.services.annotate.reservations import release_expired, skip
from annotation.services.projects.project_settings import create_project
from tests.people import annotate, annotator, content, join, reserve, save
from tests.records import import_annotations, import_records, item, items, stored

pytestmark = pytest.mark.django_db


def pool(slug: str = "pool", *, count: int = 4, redundancy: int = 2, seed: int = 7, **fields) -> Project:
    project = create_project(slug, preset="mu-shroom", redundancy=redundancy, **fields)
    project.seed = seed
    project.save()
    import_records(project, items(count))
    return project


def everyone(slug: str = "everyone", **fields) -> Project:
    return pool(slug, assignment=Project.AssignmentPolicy.EVERYONE, **fields)


def works(project: Project, user) -> Item | None:
    """Reserve the next item and submit it."""
    given = reserve(project, user)
    if given:
        save(project, user, given, content((0, 3)))
    return given


def works_through(project: Project, user) -> list[str]:
    done = []
    while given := works(project, user):
        done.append(given.external_id)
    return done


def coverage(project: Project) -> dict[str, int]:
    return dict(Item.objects.filter(project=project).values_list("external_id", "coverage"))


def taken_slots(project: Project) -> dict[str, int]:
    held = Assignment.objects.filter(project=project, state__in=["reserved", "submitted"])
    taken = Counter(held.values_list("item__external_id", flat=True))
    return {name: taken[name] for name in coverage(project)}


def test_the_same_requests_in_the_same_order_reserve_the_same_items():
    runs = []
    for slug in ("one", "two"):
        project = pool(slug, count=8)
        people = [join(project, f"{name}-{slug}") for name in ("ada", "bo", "cy")]
        runs.append([works(project, person).external_id for _ in range(4) for person in people])
    assert runs[0] == runs[1]


def test_ties_are_broken_by_the_seed_not_by_the_order_of_import():
    orders = [
        works_through(project := pool(f"s{seed}", count=8, seed=seed), join(project, "ada"))
        for seed in (1, 2)
    ]
    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != orders[1]
    assert orders[0] != sorted(orders[0])


def test_the_order_of_import_does_not_change_who_gets_which_item():
    forward, backward = pool("forward", count=5), create_project("back", preset="mu-shroom", redundancy=2)
    backward.seed = forward.seed
    backward.save()
    import_records(backward, reversed(items(5)))
    assert works_through(forward, join(forward, "ada")) == works_through(backward, join(backward, "bo"))


def test_least_covered_items_come_first():
    project = pool(count=4, redundancy=3)
    ada, bo = join(project, "ada"), join(project, "bo")
    for _ in range(2):
        works(project, ada)
    first, second, third = (works(project, bo).external_id for _ in range(3))
    assert sorted(coverage(project)[name] for name in (first, second)) == [1, 1]
    assert coverage(project)[third] == 2


def test_a_pool_assigns_each_item_up_to_its_redundancy_and_to_nobody_twice():
    project = pool(count=5, redundancy=2)
    done = {name: works_through(project, join(project, name)) for name in ("ada", "bo", "cy", "di")}
    assert [len(each) for each in done.values()] == [5, 5, 0, 0]
    assert all(len(set(each)) == len(each) for each in done.values())
    assert set(coverage(project).values()) == {2} == set(taken_slots(project).values())


@pytest.mark.parametrize("seed", range(4))
def test_every_reservation_takes_a_least_covered_item_of_those_open_to_the_annotator(seed):
    """Checked before every reservation, while annotators submit, skip, and let items expire."""
    chance = random.Random(seed)
    project = pool(count=6, redundancy=3, seed=seed)
    import_records(project, [item("ar-1", lang="AR"), item("ar-2", lang="AR")])
    import_annotations(project, {"q-2": {"annotator_a": [[0, 3]]}})
    people = {join(project, name): None for name in ("ada", "bo", "cy")}
    people |= {join(project, "di", languages=("AR",)): "ar", join(project, "ed", languages=("EN",)): "en"}
    reserved = 0
    for _ in range(60):
        user, language = chance.choice(list(people.items()))
        if Assignment.objects.filter(annotator=annotator(project, user), state="reserved").exists():
            continue
        open_coverage = open_items(project, user, language)
        given = reserve(project, user)
        if given is None:
            assert not open_coverage
            continue
        reserved += 1
        assert open_coverage[given.pk] == min(open_coverage.values())
        action = chance.choice(("submit", "submit", "skip", "expire"))
        if action == "submit":
            save(project, user, given, content((0, 3)))
        elif action == "skip":
            skip(annotator(project, user), given.pk, "A reason.")
        else:
            release_expired(project, timezone.now() + timedelta(days=30))
    assert reserved > 15


def open_items(project: Project, user, language: str | None) -> dict[int, int]:
    """The coverage of the items open to the annotator, counted from the assignments."""
    mine = Assignment.objects.filter(annotator=annotator(project, user)).exclude(state="expired")
    items_ = Item.objects.filter(project=project).exclude(pk__in=mine.values("item"))
    if language:
        items_ = items_.filter(language=language)
    taken = taken_slots(project)
    covered = {each.pk: taken[each.external_id] for each in items_}
    return {key: number for key, number in covered.items() if number < project.redundancy}


def test_redundancy_may_differ_by_language():
    project = pool(count=1, redundancy=2)
    import_records(project, [item("ar-1", lang="AR")])
    ProjectLanguage.objects.filter(project=project, language="ar").update(redundancy=1)
    for name in ("ada", "bo", "cy"):
        works_through(project, join(project, name))
    assert coverage(project) == {"q-1": 2, "ar-1": 1}


def test_an_annotator_gets_only_items_of_their_languages():
    project = pool(count=2)
    import_records(project, [item("ar-1", lang="AR")])
    assert works_through(project, join(project, "ada", languages=("ar",))) == ["ar-1"]
    assert sorted(works_through(project, join(project, "bo", languages=("EN",)))) == ["q-1", "q-2"]
    assert len(works_through(project, join(project, "cy"))) == 3


def test_everyone_annotates_everything_without_a_cap():
    project = everyone(count=3, redundancy=1)
    for name in ("ada", "bo", "cy"):
        assert len(works_through(project, join(project, name))) == 3
    assert set(coverage(project).values()) == {3}
    assert set(Assignment.objects.filter(project=project).values_list("slot", flat=True)) == {None}


def test_nobody_gets_an_item_twice_where_everyone_annotates_everything():
    project = everyone(count=3)
    done = works_through(project, join(project, "ada"))
    assert len(done) == len(set(done)) == 3


def test_a_closed_language_offers_no_items():
    project = everyone(count=2)
    import_records(project, [item("ar-1", lang="AR")])
    ProjectLanguage.objects.filter(project=project, language="en").update(closed=True)
    assert works_through(project, join(project, "ada")) == ["ar-1"]


def test_an_expired_reservation_is_released_by_the_next_one():
    project = pool(count=1, redundancy=1)
    ada, bo = join(project, "ada"), join(project, "bo")
    long_ago = timezone.now() - timedelta(days=30)
    given = reserve(project, ada, long_ago)
    assert coverage(project) == {"q-1": 1}
    assert reserve(project, bo) == given
    assert coverage(project) == {"q-1": 1} == taken_slots(project)
    assert Assignment.objects.get(annotator=annotator(project, ada)).state == "expired"


def test_a_reservation_keeps_its_slot_until_it_expires():
    project = pool(count=1, redundancy=1)
    reserve(project, join(project, "ada"))
    assert reserve(project, join(project, "bo")) is None


def test_an_annotator_may_reserve_an_item_again_after_it_expired():
    project = pool(count=1, redundancy=1)
    ada = join(project, "ada")
    given = reserve(project, ada, timezone.now() - timedelta(days=30))
    assert reserve(project, ada) == given
    assert Assignment.objects.filter(project=project).count() == 1
    assert coverage(project) == {"q-1": 1}


def test_saving_a_draft_keeps_an_item_from_expiring(settings):
    project = pool(count=1, redundancy=1)
    ada, bo = join(project, "ada"), join(project, "bo")
    begun = timezone.now() - timedelta(minutes=settings.RESERVATION_MINUTES - 5)
    given = reserve(project, ada, begun)
    save(project, ada, given, content((0, 3)), submit=False)
    assert reserve(project, bo, timezone.now() + timedelta(minutes=10)) is None


def test_a_submitted_item_never_expires():
    project = pool(count=1, redundancy=1)
    works(project, join(project, "ada"))
    assert reserve(project, join(project, "bo"), timezone.now() + timedelta(days=400)) is None


def test_many_expired_reservations_are_released():
    project = pool(count=130, redundancy=1)
    long_ago = timezone.now() - timedelta(days=30)
    for number in range(3):
        person = join(project, f"p{number}")
        reserve(project, person, long_ago)
    bo = join(project, "bo")
    for _ in range(3):
        assert works(project, bo)
    assert coverage(project) == taken_slots(project)


def test_a_skipped_item_is_offered_to_others_only():
    project = pool(count=1, redundancy=1)
    ada = join(project, "ada")
    given = reserve(project, ada)
    skip(annotator(project, ada), given.pk, "A reason.")
    assert reserve(project, ada) is None
    assert reserve(project, join(project, "bo")) == given


def test_imported_annotations_take_slots():
    project = pool(count=2, redundancy=2)
    import_annotations(project, {"q-1": {"annotator_a": [[0, 3]]}})
    for name in ("ada", "bo", "cy"):
        works_through(project, join(project, name))
    assert coverage(project) == {"q-1": 2, "q-2": 2} == taken_slots(project)


def test_an_item_overfilled_by_imports_is_offered_to_nobody_and_counts_all_annotations():
    project = pool(count=1, redundancy=2)
    import_annotations(project, {"q-1": {f"annotator_{n}": [[0, n]] for n in range(1, 6)}})
    assert reserve(project, join(project, "ada")) is None
    assert coverage(project) == {"q-1": 5}
    assert Item.objects.get(project=project).statistics.get().n == 5


def test_an_overfilled_item_has_no_slot_for_a_late_submission():
    project = pool(count=1, redundancy=1)
    ada = join(project, "ada")
    reserve(project, ada, timezone.now() - timedelta(days=30))
    import_annotations(project, {"q-1": {"annotator_a": [[0, 1]], "annotator_b": [[0, 2]]}})
    assert reserve(project, join(project, "bo")) is None
    assert save(project, ada, stored(project, "q-1"), content((0, 3))).surplus
    assert Item.objects.get(project=project).statistics.get().n == 2


def test_late_submissions_always_count_where_everyone_annotates_everything():
    project = everyone(count=1, redundancy=1)
    ada, bo = join(project, "ada"), join(project, "bo")
    given = reserve(project, ada, timezone.now() - timedelta(days=30))
    works(project, bo)
    assert not save(project, ada, given, content((0, 3))).surplus
    assert coverage(project) == {"q-1": 2}


def test_items_of_other_kinds_are_never_offered():
    project = create_project("kinds", preset="mu-shroom")
    import_records(project, [item("t", kind="training"), item("c", kind="check"), item("w")])
    assert works_through(project, join(project, "ada")) == ["w"]


def test_annotators_of_another_project_take_no_slot_here():
    here, there = pool("here", count=1, redundancy=1), pool("there", count=1, redundancy=1)
    ada = join(here, "ada")
    join(there, "ada")
    annotate(there, ada, stored(there, "q-1"), (0, 3))
    assert reserve(here, ada) == stored(here, "q-1")
