"""The item reserved ahead, to show after the open one: never more than one."""

import pytest

from annotation.models import Assignment, Item
from tests.api.annotate.saving import body, put
from tests.api.client import work_path
from tests.people import annotate, hand_over

pytestmark = pytest.mark.django_db

NEXT = "/projects/alpha/next/"


def after(api, item_id: int):
    return api.post(NEXT, {"beside": item_id})


def item_of(answer) -> Item:
    return Item.objects.get(pk=answer["item"]["id"])


def draft(api, item) -> None:
    put(api, item, body(item, (4, 12)))


def archive(item: Item) -> None:
    Item.objects.filter(pk=item.pk).update(archived_at="2026-01-01T00:00Z", reservable=False)


def test_the_item_after_the_open_one_is_another_and_stays_the_same(ada, held):
    first = after(ada, held.pk)["item"]["id"]
    assert first != held.pk
    assert after(ada, held.pk)["item"]["id"] == first
    assert Assignment.objects.filter(annotator__user__username="ada").count() == 2


def test_the_item_reserved_ahead_comes_next_after_a_submit(ada, held):
    following = after(ada, held.pk)["item"]["id"]
    put(ada, held, body(held, (4, 12), submit=True))
    assert ada.post(NEXT)["item"]["id"] == following


def test_nobody_reserves_more_than_one_item_ahead(ada, held):
    item = held.pk
    for _ in range(6):
        item = after(ada, item)["item"]["id"]
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
