"""Suggestions of a source beside an item: accepted or dismissed one by one, and recorded with every revision."""

import json
import uuid

import pytest

from annotation.models import Annotation, AnnotationRevision, Project
from tests.api.annotate.saving import body, pointers, put, ranges, save_content
from tests.api.client import work_path
from tests.exposure import SOURCE, SUGGESTIONS, VERSION, suggest
from tests.people import hand_over

pytestmark = pytest.mark.django_db

FIRST, SECOND = (f"{start}-{end}-hallucination" for start, end in SUGGESTIONS)


@pytest.fixture
def shown(cast):
    """An item of ada's that shows suggestions."""
    suggest(cast.alpha)
    return hand_over(cast.alpha, cast.ada, cast["q-1"])


@pytest.fixture
def revealed_later(cast):
    """An item of ada's that shows suggestions after her first answer."""
    suggest(cast.alpha, "blind_then_reveal")
    return hand_over(cast.alpha, cast.ada, cast["q-1"])


def decided(*spans, **decisions):
    return save_content(*spans, suggestions=decisions)


def exposures():
    revisions = AnnotationRevision.objects.filter(annotation__item__project__slug="alpha")
    return [each.exposure for each in revisions.order_by("pk")]


def test_an_item_shows_the_suggestions_and_nothing_else_of_the_source(ada, shown):
    state = ada.get(work_path(shown, "mine"))["annotation"]
    assert state["suggestions"] == {
        "mode": "shown",
        "source": SOURCE,
        "version": VERSION,
        "spans": [
            {"id": FIRST, "start": 4, "end": 12, "label": "hallucination"},
            {"id": SECOND, "start": 25, "end": 30, "label": "hallucination"},
        ],
    }
    assert (state["content"]["spans"], state["content"]["suggestions"]) == ([], {})  # nothing is accepted


def test_every_revision_records_what_was_visible_and_what_was_done(ada, shown):
    ada.get(work_path(shown, "mine"))
    put(ada, shown, body(shown))
    sent = body(shown, base_revision=1, content=decided((4, 12), **{FIRST: "accepted", SECOND: "dismissed"}))
    answer = put(ada, shown, sent)["annotation"]
    assert answer["content"]["suggestions"] == {FIRST: "accepted", SECOND: "dismissed"}
    assert answer["suggestions"]["spans"]
    common = {
        "mode": "shown",
        "source": SOURCE,
        "version": VERSION,
        "visible": True,
        "suggestions": [FIRST, SECOND],
    }
    assert exposures() == [
        {**common, "accepted": [], "dismissed": []},
        {**common, "accepted": [FIRST], "dismissed": [SECOND]},
    ]


def test_a_suggestion_is_accepted_as_long_as_a_mark_overlaps_it(ada, shown):
    ada.get(work_path(shown, "mine"))
    decisions = {FIRST: "accepted", SECOND: "accepted"}
    put(ada, shown, body(shown, content=decided((11, 14), **decisions)))
    assert exposures()[0]["accepted"] == [FIRST]
    put(ada, shown, body(shown, base_revision=1, content=decided((12, 25), **decisions)))
    assert exposures()[1]["accepted"] == []


def test_unknown_suggestions_and_decisions_are_refused_by_name(ada, shown):
    ada.get(work_path(shown, "mine"))
    refused = put(ada, shown, body(shown, content=decided(**{"1-2-x": "accepted"})), status=422)
    assert pointers(refused) == ["/content/suggestions/1-2-x"]
    refused = put(ada, shown, body(shown, content=decided(**{FIRST: "liked"})), status=422)
    assert pointers(refused) == [f"/content/suggestions/{FIRST}"]
    refused = put(ada, shown, body(shown, content=save_content(suggestions=[FIRST])), status=422)
    assert pointers(refused) == ["/content/suggestions"]
    assert exposures() == []


def rename_label(project, name):
    """As a lead does who replaces the label of the scheme."""
    scheme = json.loads(json.dumps(project.scheme).replace('"hallucination"', json.dumps(name)))
    Project.objects.filter(pk=project.pk).update(scheme=scheme)


def test_suggestions_with_a_label_that_the_scheme_has_no_more_are_not_offered(cast, ada, shown):
    ada.get(work_path(shown, "mine"))
    put(ada, shown, body(shown, content=decided(**{SECOND: "dismissed"})))
    rename_label(cast.alpha, "invented")
    state = ada.get(work_path(shown, "mine"))["annotation"]
    assert (state["suggestions"]["spans"], state["content"]["suggestions"]) == ([], {})
    # A page that was loaded before sends what was decided there.
    sent = body(shown, base_revision=1, content=decided(**{SECOND: "dismissed"}))
    assert put(ada, shown, sent)["annotation"]["content"]["suggestions"] == {}
    assert [exposures()[1][name] for name in ("suggestions", "accepted", "dismissed")] == [[], [], []]


def test_a_blind_item_takes_no_decision_on_suggestions(cast, ada, shown):
    blind = hand_over(cast.alpha, cast.ada, cast["q-2"])
    ada.get(work_path(blind, "mine"))
    refused = put(ada, blind, body(blind, content=decided(**{FIRST: "accepted"})), status=422)
    assert pointers(refused) == [f"/content/suggestions/{FIRST}"]
    put(ada, blind, body(blind, (4, 12), submit=True))
    assert exposures() == [None]


def test_a_repeated_save_returns_the_first_answer_with_the_suggestions(ada, shown):
    ada.get(work_path(shown, "mine"))
    sent = body(shown, content=decided((4, 12), **{FIRST: "accepted"}))
    first = put(ada, shown, sent)
    assert put(ada, shown, sent) == first
    other = sent | {"content": decided((4, 12), **{FIRST: "dismissed"})}
    assert pointers(put(ada, shown, other, status=422)) == ["/save_id"]
    stale = put(ada, shown, sent | {"save_id": str(uuid.uuid4())}, status=409)
    assert stale["current"] == first["annotation"]


def test_the_first_answer_is_blind_and_a_revision_is_exposed(ada, revealed_later):
    item = revealed_later
    assert "suggestions" not in ada.get(work_path(item, "mine"))["annotation"]
    draft = put(ada, item, body(item, (0, 3)))["annotation"]
    assert "suggestions" not in draft
    assert "suggestions" not in draft["content"]
    first = put(ada, item, body(item, (0, 3), base_revision=1, submit=True))["annotation"]
    assert [each["id"] for each in first["suggestions"]["spans"]] == [FIRST, SECOND]
    assert first["content"]["suggestions"] == {}
    sent = body(item, base_revision=2, submit=True, content=decided((0, 3), (4, 12), **{FIRST: "accepted"}))
    put(ada, item, sent)
    assert [(each["visible"], each["accepted"]) for each in exposures()] == [
        (False, []),
        (False, []),
        (True, [FIRST]),
    ]
    assert ranges(ada.get(work_path(item, "mine"))["annotation"]) == [(0, 3), (4, 12)]


def test_the_blind_answer_counts_until_a_revision_is_submitted(ada, revealed_later):
    item = revealed_later
    ada.get(work_path(item, "mine"))
    put(ada, item, body(item, (0, 3), submit=True))
    put(ada, item, body(item, base_revision=1, content=decided((4, 12), **{FIRST: "accepted"})))
    annotation = Annotation.objects.get(item=item)
    assert annotation.submitted.exposure["visible"] is False
    assert [span.start for span in annotation.submitted.read_spans()] == [0]
    put(ada, item, body(item, base_revision=2, submit=True, content=decided((4, 12), **{FIRST: "accepted"})))
    annotation.refresh_from_db()
    assert annotation.submitted.exposure["visible"] is True
    blind = annotation.revisions.filter(submit=True).order_by("number").first()
    assert (blind.exposure["visible"], [span.start for span in blind.read_spans()]) == (False, [0])
