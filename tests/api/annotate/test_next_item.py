"""The next item: reserved, returned again, skipped, and the reasons for none."""

import hashlib

import pytest

from annotation.models import Assignment, Item, ProjectLanguage
from annotation.services.projects.project_settings import create_project
from tests.api.annotate.saving import SKIP, body, put
from tests.api.client import Api, work_path
from tests.people import annotate, join
from tests.records import ANSWER, import_records, items

pytestmark = pytest.mark.django_db

NEXT = "/projects/alpha/next/"


def test_the_next_item_has_all_that_the_annotator_needs(ada):
    answer = ada.post(NEXT)
    item = Item.objects.get(pk=answer["item"]["id"])
    assert answer["item"]["answer"] == ANSWER
    assert answer["item"]["answer_sha256"] == hashlib.sha256(ANSWER.encode()).hexdigest()
    assert answer["item"]["annotation"]["status"] == "new"
    assert answer["item"]["direction"] == ("rtl" if item.language == "ar" else "ltr")
    assert answer["reason"] == ""


def test_the_annotator_sees_neither_the_model_nor_other_annotations(cast):
    project = create_project("gamma", preset="mu-shroom")
    import_records(project, items(1, model_id="secret-model", split="test", hidden="metadata"))
    text = Api(join(project, "ada")).send("post", "/projects/gamma/next/", {}).content.decode()
    assert "secret-model" not in text
    assert "hidden" not in text
    assert "annotator_" not in text


def test_a_second_request_returns_the_reserved_item(ada):
    assert ada.post(NEXT)["item"]["id"] == ada.post(NEXT)["item"]["id"]
    assert Assignment.objects.filter(annotator__user__username="ada").count() == 1


def test_the_next_item_can_be_requested_without_a_body(ada, held):
    assert ada.call("post", NEXT, raw=b"")["item"]["id"] == held.pk


def test_a_reserved_item_is_returned_with_its_draft(ada, held):
    put(ada, held, body(held, (4, 12)))
    assert ada.post(NEXT)["item"]["annotation"]["revision"] == 1


def test_the_answer_is_returned_unchanged(cast):
    answer = " ‏مرحبا\r\n\r\n  <b>x</b> &amp; 👩‍👩‍👧‍👦é \n"
    project = create_project("gamma", preset="mu-shroom")
    import_records(project, items(1, answer=answer))
    assert Api(join(project, "ada")).post("/projects/gamma/next/")["item"]["answer"] == answer


def test_a_project_without_items_reports_no_items():
    project = create_project("empty", languages=["EN"])
    answer = Api(join(project, "ada")).post("/projects/empty/next/")
    assert (answer["item"], answer["reason"]) == (None, "no_items")


def test_an_annotator_who_has_done_every_item_is_done(cast, ada):
    for item in cast.items.values():
        annotate(cast.alpha, cast.ada, item, (0, 3))
    answer = ada.post(NEXT)
    assert (answer["item"], answer["reason"], answer["mine"]["submitted"]) == (None, "done", 4)


def test_an_annotator_is_done_when_all_items_are_covered(cast, ada):
    for item in cast.items.values():
        for name in ("fay", "gil"):
            annotate(cast.alpha, join(cast.alpha, name), item, (0, 3))
    assert ada.post(NEXT)["reason"] == "done"


def test_a_closed_language_offers_no_items(cast, ada):
    ProjectLanguage.objects.filter(project=cast.alpha, language="en").update(closed=True)
    assert ada.post(NEXT)["item"]["language"] == "ar"
    ProjectLanguage.objects.filter(project=cast.alpha).update(closed=True)
    assert Api(cast.bo).post(NEXT)["reason"] == "closed"


def test_skipping_releases_the_item_with_its_reason(ada, held):
    ada.post(work_path(held, "skip"), {"reason": "I know the author."}, status=204)
    held.refresh_from_db()
    row = Assignment.objects.get(item=held)
    assert (held.coverage, row.state, row.reason, row.slot) == (0, "skipped", "I know the author.", None)


def test_a_skipped_item_is_not_offered_to_the_same_person_again(cast, ada):
    seen = []
    while item := ada.post(NEXT)["item"]:
        seen.append(item["id"])
        ada.post(f"/projects/alpha/items/{item['id']}/skip/", SKIP, status=204)
    assert sorted(seen) == sorted(item.pk for item in cast.items.values())


def test_a_skipped_item_is_offered_to_others(cast, ada, held):
    ada.post(work_path(held, "skip"), SKIP, status=204)
    annotate(cast.alpha, cast.bo, held, (0, 3))


def test_skipping_twice_frees_the_slot_once(cast, ada, held):
    annotate(cast.alpha, cast.bo, held, (0, 3))
    for _ in range(2):
        ada.post(work_path(held, "skip"), SKIP, status=204)
    held.refresh_from_db()
    assert held.coverage == 1


def test_skipping_keeps_the_draft(ada, held):
    put(ada, held, body(held, (4, 12)))
    ada.post(work_path(held, "skip"), SKIP, status=204)
    assert ada.get(work_path(held, "mine"))["annotation"]["revision"] == 1


def test_a_submitted_item_cannot_be_skipped(ada, held):
    put(ada, held, body(held, (4, 12), submit=True))
    ada.post(work_path(held, "skip"), SKIP, status=409)


@pytest.mark.parametrize("reason", [None, 5, [], {}, "", " \r\n\t", "\u3000", "x" * 20_001])
def test_an_empty_too_long_or_mistyped_reason_is_refused(ada, held, reason):
    problem = ada.post(work_path(held, "skip"), {"reason": reason}, status=422)
    assert problem["errors"][0]["pointer"] == "/reason"
    assert Assignment.objects.get(item=held).state == "reserved"


def test_skipping_requires_a_reason(ada, held):
    problem = ada.post(work_path(held, "skip"), {}, status=422)
    assert problem["errors"][0]["pointer"] == "/reason"
