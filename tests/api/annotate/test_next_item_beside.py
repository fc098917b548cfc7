"""The items reserved ahead, to show after the open one: one, or as many as the page says it loads."""

import pytest
from django.utils import timezone

from annotation.models import Assignment, Item, Project
from tests.api.annotate.saving import body, put
from tests.api.client import Api, work_path
from tests.people import annotate, hand_over
from tests.records import import_records, item

pytestmark = pytest.mark.django_db

NEXT = "/projects/alpha/next/"


def after(api, item_id: int):
    return api.post(NEXT, {"beside": item_id})


def item_of(answer) -> Item:
    return Item.objects.get(pk=answer["item"]["id"])


def draft(api, begun) -> None:
    put(api, begun, body(begun, (4, 12)))


def archive(old: Item) -> None:
    Item.objects.filter(pk=old.pk).update(archived_at="2026-01-01T00:00Z", reservable=False)


def test_the_item_after_the_open_one_is_another_and_stays_the_same(ada, held):
    first = after(ada, held.pk)["item"]["id"]
    assert first != held.pk
    assert after(ada, held.pk)["item"]["id"] == first
    assert Assignment.objects.filter(annotator__user__username="ada").count() == 2


def test_the_item_reserved_ahead_comes_next_after_a_submit(ada, held):
    following = after(ada, held.pk)["item"]["id"]
    put(ada, held, body(held, (4, 12), submit=True))
    assert ada.post(NEXT)["item"]["id"] == following


def test_nobody_reserves_more_than_one_item_ahead_of_a_page_that_loads_one(ada, held):
    shown = held.pk
    for _ in range(6):
        shown = after(ada, shown)["item"]["id"]
    assert Assignment.objects.filter(state="reserved", annotator__user__username="ada").count() == 2


def test_a_begun_item_does_not_block_a_new_one(cast, ada, held):
    """An annotator who leaves a draft for later gets a new item, not the draft."""
    second = item_of(after(ada, held.pk))
    draft(ada, held)
    draft(ada, second)
    third = item_of(after(ada, second.pk))
    assert third not in (held, second)
    assert third.assignment_set.get().state == "reserved"


def test_the_oldest_open_draft_comes_when_no_new_item_is_left(cast, ada, held):
    draft(ada, held)
    second = hand_over(cast.alpha, cast.ada, cast["q-2"])
    draft(ada, second)
    for name in ("q-3", "ar-1"):
        annotate(cast.alpha, cast.ada, cast[name], (0, 3))
    assert item_of(after(ada, second.pk)) == held
    assert item_of(after(ada, held.pk)) == second


def test_done_is_reported_when_no_other_item_is_left(cast, ada, held):
    draft(ada, held)
    for name in ("q-2", "q-3", "ar-1"):
        annotate(cast.alpha, cast.ada, cast[name], (0, 3))
    answer = after(ada, held.pk)
    assert (answer["item"], answer["reason"]) == (None, "done")


def test_an_item_of_others_as_beside_changes_nothing(cast, ada, held):
    assert item_of(after(ada, cast.theirs.pk)) == held
    assert item_of(after(ada, 0)) == held


@pytest.mark.parametrize("beside", [None, "1", 1.0, True, [], {}, -1, 2**63, 10**30])
def test_beside_is_an_item_key(ada, held, beside):
    problem = ada.post(NEXT, {"beside": beside}, status=422)
    assert problem["errors"][0]["pointer"] == "/beside"


def test_an_item_archived_while_reserved_is_not_returned(cast, ada, held):
    other = after(ada, held.pk)["item"]["id"]
    archive(held)
    assert ada.post(NEXT)["item"]["id"] == other
    assert ada.get("/projects/alpha/")["mine"]["todo"] == 1


def test_an_item_has_its_neighbours_in_order_of_assignment(cast, ada):
    names = ["q-2", "ar-1", "q-1", "q-3"]
    for name in names:
        hand_over(cast.alpha, cast.ada, cast[name])
    put(ada, cast["q-2"], body(cast["q-2"], (0, 3), submit=True))
    ada.post(work_path(cast["ar-1"], "skip"), {"reason": "no"}, status=204)
    keys = [None, *(cast[name].pk for name in names), None]
    for place, name in enumerate(names, start=1):
        seen = ada.get(work_path(cast[name], "mine"))
        assert (seen["previous"], seen["next"]) == (keys[place - 1], keys[place + 1]), name
        assert seen["assigned"] == {"q-2": "submitted", "ar-1": "skipped"}.get(name, "reserved")
        assert (seen["unread"], seen["scheme_version"]) == (0, 1)


def test_expired_and_archived_items_are_no_neighbours(cast, ada):
    for name in ("q-1", "q-2", "ar-1", "q-3"):
        hand_over(cast.alpha, cast.ada, cast[name])
    Assignment.objects.filter(item=cast["q-2"]).update(state="expired", slot=None, expires_at=None)
    archive(cast["ar-1"])
    assert ada.get(work_path(cast["q-1"], "mine"))["next"] == cast["q-3"].pk
    assert ada.get(work_path(cast["q-2"], "mine"))["assigned"] == "expired"


def test_items_assigned_at_the_same_moment_are_ordered(cast, ada):
    names = ["q-3", "q-1", "q-2"]
    for name in names:
        hand_over(cast.alpha, cast.ada, cast[name])
    Assignment.objects.update(reserved_at="2026-01-01T00:00Z")
    middle = ada.get(work_path(cast["q-1"], "mine"))
    assert (middle["previous"], middle["next"]) == (cast["q-3"].pk, cast["q-2"].pk)


def fill(api, shown: int, limit: int) -> list[int]:
    """Load items until as many are ahead as may be, or none is left."""
    ahead: list[int] = []
    while len(ahead) < limit:
        answer = api.post(NEXT, {"beside": shown, "ahead": ahead})
        if answer["item"] is None:
            break
        ahead.append(answer["item"]["id"])
    return ahead


@pytest.mark.parametrize(("policy", "limit"), [("pool", 5), ("balanced", 5), ("everyone", 10)])
def test_as_many_items_are_reserved_ahead_as_the_policy_allows(cast, ada, held, policy, limit):
    Project.objects.filter(pk=cast.alpha.pk).update(assignment=policy)
    import_records(cast.alpha, [item(f"more-{n}") for n in range(12)])
    assert ada.get("/projects/alpha/")["ahead"] == limit
    ahead = fill(ada, held.pk, limit)
    assert len(set(ahead)) == limit
    problem = ada.post(NEXT, {"beside": held.pk, "ahead": ahead}, status=422)
    assert problem["errors"][0]["pointer"] == "/ahead"
    # A page that names other items gets one of these, and reserves nothing.
    assert ada.post(NEXT, {"beside": held.pk, "ahead": []})["item"]["id"] in ahead
    assert ada.post(NEXT, {"beside": held.pk, "ahead": [cast.theirs.pk, 0]})["item"]["id"] in ahead
    assert Assignment.objects.filter(annotator__user=cast.ada, state="reserved").count() == limit + 1


def test_reservations_ahead_lapse_after_two_hours_and_work_prolongs_them(cast, ada, held):
    first, second = fill(ada, held.pk, 2)
    begun = Item.objects.get(pk=first)
    draft(ada, begun)

    def left(key: int) -> float:
        row = Assignment.objects.get(annotator__user=cast.ada, item=key)
        assert row.expires_at
        return (row.expires_at - timezone.now()).total_seconds() / 3600

    assert left(second) == pytest.approx(2, abs=0.1)
    assert left(first) == pytest.approx(24, abs=0.1)
    assert left(held.pk) == pytest.approx(24, abs=0.1)


def test_items_ahead_count_for_the_quota(cast, ada, held):
    Project.objects.filter(pk=cast.alpha.pk).update(quota=2)
    assert len(fill(ada, held.pk, 5)) == 1


def test_items_ahead_of_others_leave_no_slot_twice(cast, ada):
    """Redundancy 2: two annotators fill all six slots of the English items."""
    for api in (ada, Api(cast.bo)):
        fill(api, api.post(NEXT)["item"]["id"], 5)
    assert set(Item.objects.filter(language="en", project=cast.alpha).values_list("coverage", flat=True)) == {
        2
    }


@pytest.mark.parametrize("ahead", [None, 1, "1", [1.5], [True], ["1"], [-1], [2**63], list(range(11))])
def test_ahead_is_a_list_of_item_keys(ada, held, ahead):
    problem = ada.post(NEXT, {"beside": held.pk, "ahead": ahead}, status=422)
    assert problem["errors"][0]["pointer"].startswith("/ahead")
