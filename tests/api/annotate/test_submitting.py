"""Submissions: what they require, what counts, and drafts after them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.models import Annotation, Assignment, ItemStatistic
from annotation.services.annotate.reservations import release_expired
from annotation.services.projects.project_settings import create_project
from tests.api.annotate.saving import body, pointers, put, ranges, save_content
from tests.api.client import Api, work_path
from tests.people import annotate, hand_over, join
from tests.records import import_records, items, stored
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db


def submit(item, *spans, **changes):
    return body(item, *spans, submit=True, **changes)


def n_of(item) -> int:
    statistic = ItemStatistic.objects.filter(item=item).first()
    return statistic.n if statistic else 0


def labelled(preset: str):
    """A project of the preset, whose only item is assigned to its only annotator."""
    project = create_project(f"with-{preset.replace('+', '-')}", preset=preset)
    user = join(project, "ada")
    import_records(project, items(1))
    return Api(user), hand_over(project, user, stored(project, "q-1"))


def test_a_submission_needs_a_span_or_nothing_to_mark(ada, held):
    before = snapshot()
    assert pointers(put(ada, held, submit(held), status=422)) == ["/content/spans"]
    assert snapshot() == before


def test_a_submission_cannot_have_spans_and_nothing_to_mark(ada, held):
    both = save_content((4, 12), nothing_to_mark=True)
    assert pointers(put(ada, held, submit(held, content=both), status=422)) == ["/content/nothing_to_mark"]


def test_a_draft_may_still_be_undecided(ada, held):
    put(ada, held, body(held))
    put(ada, held, body(held, base_revision=1, content=save_content((4, 12), nothing_to_mark=True)))


@pytest.mark.parametrize("content", [save_content((4, 12)), save_content(nothing_to_mark=True)])
def test_a_submitted_revision_counts(ada, held, content):
    state = put(ada, held, submit(held, content=content))["annotation"]
    assert (state["revision"], state["submitted_revision"], state["status"]) == (1, 1, "submitted")
    assert n_of(held) == 1


def test_a_draft_does_not_count(ada, held):
    put(ada, held, body(held, (4, 12)))
    assert n_of(held) == 0


def test_a_draft_over_a_submission_leaves_the_submission_in_the_count(cast, ada, lena, held):
    annotate(cast.alpha, cast.bo, held, (4, 12))
    put(ada, held, submit(held, (4, 12)))
    state = put(ada, held, body(held, (0, 3), base_revision=1))["annotation"]
    assert (state["status"], state["submitted_revision"], ranges(state)) == ("edited", 1, [(0, 3)])
    seen = lena.get(f"/projects/alpha/items/{held.pk}/")
    assert (seen["n"], seen["agreement"]) == (2, 1.0)
    assert [ranges({"content": each}) for each in seen["annotations"]] == [[(4, 12)], [(4, 12)]]


def test_a_second_submission_replaces_the_first(cast, ada, lena, held):
    annotate(cast.alpha, cast.bo, held, (4, 12))
    put(ada, held, submit(held, (4, 12)))
    put(ada, held, submit(held, (0, 3), base_revision=1))
    seen = lena.get(f"/projects/alpha/items/{held.pk}/")
    assert (seen["n"], seen["agreement"]) == (2, 0.5)


def test_only_its_author_can_edit_a_submission(cast, ada, held):
    put(ada, held, submit(held, (4, 12)))
    Api(cast.bo).put(work_path(held), submit(held, (0, 3), base_revision=1), status=404)


def test_required_labels_must_be_chosen():
    api, item = labelled("mu-shroom+labels")
    problem = put(api, item, submit(item, (4, 12)), status=422)
    assert pointers(problem) == ["/content/labels/fluency", "/content/labels/factuality"]
    chosen = {"fluency": "minor", "factuality": "errors"}
    state = put(api, item, submit(item, content=save_content((4, 12), labels=chosen)))["annotation"]
    assert state["content"]["labels"] == chosen


def test_a_choice_that_does_not_exist_is_refused_even_in_a_draft():
    api, item = labelled("mu-shroom+labels")
    for wrong in ("Minor", "correct", "", None, 1, ["minor"], {"minor": True}):
        problem = put(api, item, body(item, content=save_content(labels={"fluency": wrong})), status=422)
        assert pointers(problem) == ["/content/labels/fluency"]


def test_labels_suffice_where_the_scheme_has_no_spans():
    api, item = labelled("shroom-cap")
    chosen = {"fluency": "well-formed", "factuality": "correct"}
    put(api, item, submit(item, content=save_content(labels=chosen)))
    assert n_of(item) == 1


def test_spans_are_refused_where_the_scheme_has_none():
    api, item = labelled("shroom-cap")
    assert pointers(put(api, item, body(item, (4, 12)), status=422)) == ["/content/spans"]


def test_only_spans_of_the_same_label_unite():
    api, item = labelled("visions")
    marks = [(0, 5, "invention"), (3, 8, "invention"), (4, 12, "OCR"), (8, 9, "invention")]
    spans = [{"id": str(n), "start": s, "end": e, "label": label} for n, (s, e, label) in enumerate(marks)]
    state = put(api, item, submit(item, content=save_content(spans=spans)))["annotation"]
    kept = [(span["start"], span["end"], span["label"]) for span in state["content"]["spans"]]
    assert kept == [(0, 8, "invention"), (4, 12, "OCR"), (8, 9, "invention")]


def test_a_span_must_have_a_label_if_there_are_several():
    api, item = labelled("visions")
    sent = body(item, content={"spans": [{"start": 0, "end": 3}]})
    assert pointers(put(api, item, sent, status=422)) == ["/content/spans/0/label"]


def expire(project, item) -> None:
    Assignment.objects.filter(item=item).update(expires_at=timezone.now() - timedelta(days=1))
    release_expired(project, timezone.now())


def test_a_late_submission_takes_a_free_slot(cast, ada, held):
    expire(cast.alpha, held)
    assert put(ada, held, submit(held, (4, 12)))["annotation"]["surplus"] is False
    held.refresh_from_db()
    assert held.coverage == 1
    assert n_of(held) == 1


def fill(cast, item) -> None:
    """Two others take the two slots of the item."""
    for name in ("fay", "gil"):
        annotate(cast.alpha, join(cast.alpha, name), item, (0, 3))


def test_a_late_submission_without_a_free_slot_is_surplus_and_not_counted(cast, ada, lena, held):
    put(ada, held, body(held, (4, 12)))
    expire(cast.alpha, held)
    fill(cast, held)
    state = put(ada, held, submit(held, (4, 12), base_revision=1))["annotation"]
    assert (state["surplus"], state["status"]) == (True, "submitted")
    seen = lena.get(f"/projects/alpha/items/{held.pk}/")
    assert (seen["n"], seen["status"], seen["agreement"]) == (2, "complete", 1.0)
    assert sorted(each["status"] for each in seen["annotations"]) == ["counted", "counted", "surplus"]
    assert lena.get("/projects/alpha/summary/")["surplus"] == 1
    held.refresh_from_db()
    assert held.coverage == 2


def test_a_surplus_annotation_stays_surplus_when_resubmitted(cast, ada, held):
    expire(cast.alpha, held)
    fill(cast, held)
    put(ada, held, submit(held, (4, 12)))
    assert put(ada, held, submit(held, (0, 3), base_revision=1))["annotation"]["surplus"] is True
    assert n_of(held) == 2


def test_a_draft_on_an_expired_item_is_kept_and_takes_no_slot(cast, ada, held):
    expire(cast.alpha, held)
    put(ada, held, body(held, (4, 12)))
    held.refresh_from_db()
    assert held.coverage == 0
    assert Annotation.objects.filter(item=held).count() == 1


def test_a_skipped_item_that_is_submitted_later_takes_a_free_slot(ada, held):
    ada.post(work_path(held, "skip"), {"reason": "too long"}, status=204)
    assert put(ada, held, submit(held, (4, 12)))["annotation"]["surplus"] is False
    held.refresh_from_db()
    assert held.coverage == 1
