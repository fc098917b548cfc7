"""Saves: what is stored, what is returned, and repeated and stale saves."""

import hashlib
import uuid

import pytest

from annotation.models import Annotation, AnnotationRevision
from tests.api.annotate.saving import body, pointers, put, ranges, save_content
from tests.api.client import work_path
from tests.people import annotate
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db


def test_a_draft_comes_back_as_it_was_sent(ada, held):
    sent = body(held, (4, 12), (25, 30))
    sent["content"] |= {"unsure": True, "comment": "Paris? <b>London</b>\r\n", "active_seconds": 61}
    state = put(ada, held, sent)["annotation"]
    assert state["content"] == sent["content"]
    assert (state["revision"], state["submitted_revision"], state["status"]) == (1, None, "draft")
    assert ada.get(work_path(held, "mine"))["annotation"] == state


def test_every_save_appends_a_revision(ada, held):
    for base, spans in enumerate([[(0, 3)], [(0, 3), (4, 12)], []]):
        put(ada, held, body(held, *spans, base_revision=base))
    kept = AnnotationRevision.objects.filter(annotation__item=held).order_by("number")
    assert [(each.number, len(each.spans)) for each in kept] == [(1, 1), (2, 2), (3, 0)]


def test_spans_are_stored_sorted(ada, held):
    assert ranges(put(ada, held, body(held, (25, 30), (0, 3), (4, 12)))) == [(0, 3), (4, 12), (25, 30)]


def test_overlapping_spans_unite_under_the_id_of_the_first(ada, held):
    answer = put(ada, held, body(held, (10, 20), (4, 12), (19, 25), (30, 32)))
    assert ranges(answer) == [(4, 25), (30, 32)]
    assert answer["annotation"]["content"]["spans"][0]["id"] == "m1"


def test_a_nested_span_unites_with_the_outer_one(ada, held):
    assert ranges(put(ada, held, body(held, (0, 20), (5, 8)))) == [(0, 20)]


def test_adjacent_spans_stay_separate(ada, held):
    assert ranges(put(ada, held, body(held, (0, 3), (3, 12)))) == [(0, 3), (3, 12)]


def test_the_whole_answer_can_be_marked(ada, held):
    assert ranges(put(ada, held, body(held, (0, len(held.answer))))) == [(0, len(held.answer))]


def test_the_id_and_the_only_label_of_a_span_are_optional(ada, held):
    sent = body(held, content={"spans": [{"start": 4, "end": 12}]})
    span = put(ada, held, sent)["annotation"]["content"]["spans"][0]
    assert span["label"] == "hallucination"
    assert span["id"]


def test_another_answer_than_the_stored_one_is_refused(ada, held):
    other = hashlib.sha256(b"another answer").hexdigest()
    problem = put(ada, held, body(held, (4, 12), answer_sha256=other), status=422)
    assert pointers(problem) == ["/answer_sha256"]
    assert not Annotation.objects.filter(item=held).exists()


def test_a_stale_base_returns_the_present_state(ada, held):
    present = put(ada, held, body(held, (4, 12)))["annotation"]
    before = snapshot()
    problem = put(ada, held, body(held, (0, 3)), status=409)
    assert problem["current"] == present
    assert snapshot() == before


@pytest.mark.parametrize("base", [1, 2, 2**31, 2**62])
def test_a_base_that_never_existed_is_stale(ada, held, base):
    problem = put(ada, held, body(held, (0, 3), base_revision=base), status=409)
    assert problem["current"]["revision"] == 0


def test_a_repeated_save_returns_the_first_response(ada, held):
    sent = body(held, (4, 12))
    first = put(ada, held, sent)
    assert put(ada, held, sent)["annotation"] == first["annotation"]
    assert AnnotationRevision.objects.filter(annotation__item=held).count() == 1


def test_a_repeated_save_returns_the_first_response_even_after_later_saves(ada, held):
    sent = body(held, (4, 12), submit=True)
    first = put(ada, held, sent)["annotation"]
    put(ada, held, body(held, (0, 3), base_revision=1))
    put(ada, held, body(held, (0, 1), base_revision=2, submit=True))
    before = snapshot()
    assert put(ada, held, sent)["annotation"] == first
    assert snapshot() == before


def test_the_order_of_keys_does_not_change_the_body(ada, held):
    sent = body(held, (4, 12))
    first = put(ada, held, sent)
    turned = {key: sent[key] for key in reversed(sent)}
    turned["content"] = {key: sent["content"][key] for key in reversed(sent["content"])}
    assert put(ada, held, turned)["annotation"] == first["annotation"]


@pytest.mark.parametrize(
    "changes",
    [{"content": save_content((0, 3))}, {"submit": True}, {"base_revision": 1}, {"base_revision": 7}],
)
def test_the_same_save_id_with_another_body_is_refused(ada, held, changes):
    sent = body(held, (4, 12))
    put(ada, held, sent)
    before = snapshot()
    assert pointers(put(ada, held, sent | changes, status=422)) == ["/save_id"]
    assert snapshot() == before


def test_the_save_id_of_another_person_is_refused(cast, ada, held):
    theirs = annotate(cast.alpha, cast.bo, cast["q-2"], (0, 3)).head.save_id
    before = snapshot()
    problem = put(ada, held, body(held, (4, 12), save_id=str(theirs)), status=422)
    assert pointers(problem) == ["/save_id"]
    assert snapshot() == before


def test_a_save_id_is_recognized_in_any_spelling(ada, held):
    sent = body(held, (4, 12))
    first = put(ada, held, sent)
    spelled = uuid.UUID(sent["save_id"]).hex.upper()
    assert put(ada, held, sent | {"save_id": spelled})["annotation"] == first["annotation"]


def test_links_get_their_language_and_title(ada, held):
    url = "https://de.m.wikipedia.org/wiki/Ada_Lovelace?x=1#Leben"
    sent = body(held, content=save_content(links=[{"url": url}, {"url": url}]))
    (link,) = put(ada, held, sent)["annotation"]["content"]["links"]
    assert (link["url"], link["language"]) == ("https://de.wikipedia.org/wiki/Ada_Lovelace", "de")
    assert link["title"] == "Ada Lovelace"


def test_a_save_changes_the_progress(ada, held):
    assert ada.get("/projects/alpha/")["mine"]["todo"] == 1
    put(ada, held, body(held, (4, 12)))
    assert ada.get("/projects/alpha/")["mine"] == {
        "todo": 0,
        "submitted": 0,
        "drafts": 1,
        "skipped": 0,
        "done": 0,
        "items": 4,
        "today": 0,
    }
    put(ada, held, body(held, (4, 12), base_revision=1, submit=True))
    done = ada.get("/projects/alpha/")["mine"]
    assert (done["submitted"], done["drafts"], done["today"]) == (1, 0, 1)
