"""Excluding the annotations of chosen items, by key or by filter."""

import pytest

from annotation.models import Exclusion
from annotation.services.curation import exclusion
from foundation.jobs import run_waiting
from foundation.models import AuditEvent
from tests.api.client import Api
from tests.api.curation.test_exclusions import (
    PATH,
    annotated,
    assert_in_order,
    counts,
    exclude,
    interrupt,
    key,
    preview,
    undo,
)
from tests.people import Cast

pytestmark = pytest.mark.django_db

__all__ = ["annotated"]


def test_annotations_of_chosen_items_are_excluded_of_everybody_or_of_one(annotated: Cast):
    lena = Api(annotated.lena)
    both = {"items": [annotated["q-1"].pk, annotated["ar-1"].pk]}
    effects = lena.post(f"{PATH}preview/", both)
    assert (effects["annotations"], effects["items"], effects["annotators"]) == (3, 2, 2)
    act = exclude(annotated, 3, annotator="", **both)
    assert (act["kind"], act["annotator"], act["name"], act["out"]) == ("items", "", "", 3)
    assert counts(annotated) == {"q-2": 2}
    undo(annotated, act)
    assert counts(annotated) == {"q-1": 2, "q-2": 2, "ar-1": 1}
    act = exclude(annotated, 2, **both)
    assert (act["kind"], act["annotator"]) == ("items", key(annotated, annotated.ada))
    assert counts(annotated) == {"q-1": 1, "q-2": 2}
    assert_in_order(annotated)


def test_annotations_of_an_annotator_in_a_filter_are_excluded(annotated: Cast):
    """Items that somebody else has annotated alone are not concerned, and neither are other languages."""
    english = {"filter": {"language": "en", "order": "ordinal"}}
    effects = preview(annotated, **english)
    assert (effects["annotations"], effects["items"], effects["annotators"]) == (2, 2, 1)
    assert [row["language"] for row in effects["languages"]] == ["en"]
    exclude(annotated, 2, **english)
    assert counts(annotated) == {"q-1": 1, "q-2": 1, "ar-1": 1}
    event = AuditEvent.objects.get(kind="exclusion_created")
    assert (event.details["annotations"], event.details["items"]) == (2, 2)


def test_an_exclusion_by_agreement_completes_although_it_changes_agreement(annotated: Cast, monkeypatch):
    monkeypatch.setattr(exclusion, "MAX_AT_ONCE", 0)
    monkeypatch.setattr(exclusion, "_BATCH", 1)
    agreed = {"filter": {"order": "agreement", "agreement_from": "0"}}
    act = exclude(annotated, 4, annotator="", **agreed)
    assert (act["state"], act["out"]) == ("waiting", 0)
    interrupt(monkeypatch, 2)
    run_waiting(exclusion.KIND)
    assert Api(annotated.lena).get(f"{PATH}{act['id']}/")["state"] == "failed"
    Api(annotated.lena).post(f"{PATH}{act['id']}/resume/", status=200)
    run_waiting(exclusion.KIND)
    now = Api(annotated.lena).get(f"{PATH}{act['id']}/")
    assert (now["state"], now["annotations"], now["out"]) == ("done", 4, 4)
    assert counts(annotated) == {"ar-1": 1}
    undo(annotated, act)
    run_waiting(exclusion.KIND)
    assert counts(annotated) == {"q-1": 2, "q-2": 2, "ar-1": 1}
    assert_in_order(annotated)


@pytest.mark.parametrize(
    "asked",
    [
        {"items": [1], "filter": {"order": "ordinal"}},
        {"items": [1], "item": 1},
        {"items": [1], "rule": "fast"},
        {"filter": {"order": "ordinal"}, "annotator": "x", "rule": "fast"},
        {},
    ],
)
def test_an_ambiguous_selection_is_refused(annotated: Cast, asked):
    problem = Api(annotated.lena).post(f"{PATH}preview/", asked, status=422)
    assert "Say which" in str(problem) or "A rule is not limited" in str(problem)


def test_chosen_items_of_other_projects_and_unknown_filters_exclude_nothing(annotated: Cast):
    lena = Api(annotated.lena)
    assert lena.post(f"{PATH}preview/", {"items": [10**9]})["annotations"] == 0
    exclude(annotated, 0, annotator="", items=[10**9], status=422)
    exclude(annotated, 1, annotator="", filter={"language": "xx"}, status=422)
    exclude(annotated, 2, annotator="", items=[annotated["ar-1"].pk], status=409)
    exclude(annotated, 1, items=[annotated["ar-1"].pk], by=annotated.bo, status=403)
    assert not Exclusion.objects.exists()
    assert counts(annotated) == {"q-1": 2, "q-2": 2, "ar-1": 1}
