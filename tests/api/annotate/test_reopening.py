"""A lead reopens an annotation with a reason, which its annotator sees until it is submitted again."""

import json

import pytest

from annotation.models import Annotation, ItemStatistic, Reopening
from annotation.services.people.erasure import TOMBSTONE
from foundation.models import AuditEvent
from tests.api.annotate.saving import body, put
from tests.api.client import Api, work_path
from tests.people import Cast, annotate, annotator, join
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db

REASON = "The date in the <b>second</b> sentence is wrong too."
ALL = {"filter": {"order": "ordinal"}}


def reopen(cast: Cast, *, status: int = 200, who: Api | None = None, **asked) -> dict:
    asked = {"annotator": annotator(cast.alpha, cast.ada).key, "items": [cast["q-1"].pk], **asked}
    return (who or Api(cast.lena)).post("/projects/alpha/items/reopen/", asked, status=status)


def work(cast: Cast) -> dict:
    return Api(cast.ada).get(work_path(cast["q-1"], "mine"))


def listed(cast: Cast, status: str = "") -> list:
    rows = Api(cast.ada).get(f"/projects/alpha/mine/?status={status}")["results"]
    return [row["reopened"] for row in rows]


def lead_sees(cast: Cast, user=None) -> dict:
    key = annotator(cast.alpha, user or cast.ada).key
    view = Api(cast.lena).get(f"/projects/alpha/items/{cast['q-1'].pk}/")
    return next(row for row in view["annotations"] if row["annotator"] == key)


@pytest.fixture
def submitted(cast: Cast) -> Annotation:
    annotate(cast.alpha, cast.bo, cast["q-1"], (0, 3))
    return annotate(cast.alpha, cast.ada, cast["q-1"], (0, 3))


def test_the_annotator_sees_the_reason_until_they_submit_again(cast: Cast, submitted):
    assert work(cast)["reopened"] is None
    assert listed(cast) == [None]
    assert reopen(cast, reason=REASON)["places"] == 1
    assert work(cast)["reopened"]["reason"] == REASON
    assert [each["reason"] for each in listed(cast, "draft")] == [REASON]
    assert lead_sees(cast)["reopened"]["reason"] == REASON
    put(Api(cast.ada), cast["q-1"], body(cast["q-1"], (4, 12), base_revision=1))
    assert work(cast)["reopened"]["reason"] == REASON, "a draft is no submission"
    put(Api(cast.ada), cast["q-1"], body(cast["q-1"], (4, 12), base_revision=2, submit=True))
    assert work(cast)["reopened"] is None
    assert listed(cast) == [None]
    assert lead_sees(cast)["reopened"] is None
    assert Reopening.objects.get().reason == REASON


def test_a_reopened_annotation_does_not_count_until_it_is_submitted_again(cast: Cast, submitted):
    assert ItemStatistic.objects.get(item=cast["q-1"]).n == 2
    reopen(cast, reason=REASON)
    assert ItemStatistic.objects.get(item=cast["q-1"]).n == 1
    put(Api(cast.ada), cast["q-1"], body(cast["q-1"], (4, 12), base_revision=1, submit=True))
    assert ItemStatistic.objects.get(item=cast["q-1"]).n == 2


def test_other_annotators_see_nothing_of_the_reason(cast: Cast, submitted):
    reopen(cast, reason=REASON)
    assert Api(cast.bo).get(work_path(cast["q-1"], "mine"))["reopened"] is None
    assert lead_sees(cast, cast.bo)["reopened"] is None


def test_the_latest_reason_is_shown(cast: Cast, submitted):
    reopen(cast, reason="Look at the date.")
    put(Api(cast.ada), cast["q-1"], body(cast["q-1"], (4, 12), base_revision=1, submit=True))
    reopen(cast, reason="Now the name.")
    assert work(cast)["reopened"]["reason"] == "Now the name."
    assert Reopening.objects.count() == 2


def test_undoing_takes_the_reason_away(cast: Cast, submitted):
    reopen(cast, reason=REASON)
    reopen(cast, undo=True)
    assert work(cast)["reopened"] is None
    assert lead_sees(cast)["status"] == "counted"


def test_many_annotations_are_reopened_for_one_reason(cast: Cast, submitted):
    answer = Api(cast.lena).post("/projects/alpha/items/reopen/", {"reason": REASON, **ALL})
    assert answer["places"] == 2
    assert set(Reopening.objects.values_list("reason", flat=True)) == {REASON}


@pytest.mark.parametrize(("reason", "problem"), [("  \n ", "blank"), ("x" * 2_001, "too_long")])
def test_a_reason_says_something_and_is_limited(cast: Cast, submitted, settings, reason, problem):
    settings.MAX_COMMENT_CHARACTERS = 2_000
    lena = Api(cast.lena)
    before = snapshot()
    refusal = reopen(cast, reason=reason, who=lena, status=422)
    assert [(error["pointer"], error["code"]) for error in refusal["errors"]] == [("/reason", problem)]
    assert snapshot() == before


def test_a_version_that_the_lead_has_not_seen_is_not_reopened(cast: Cast, submitted):
    put(Api(cast.ada), cast["q-1"], body(cast["q-1"], (4, 12), base_revision=1, submit=True))
    lena = Api(cast.lena)
    before = snapshot()
    assert reopen(cast, reason=REASON, revision=1, who=lena, status=409)["type"].endswith("submitted_again")
    assert snapshot() == before
    assert reopen(cast, reason=REASON, revision=2)["places"] == 1


def test_a_revision_belongs_to_one_item_of_one_annotator(cast: Cast, submitted):
    reopen(cast, annotator="", revision=1, status=422)
    reopen(cast, items=[cast["q-1"].pk, cast["q-2"].pk], revision=1, status=422)


def test_annotators_and_leads_of_other_projects_reopen_nothing(cast: Cast, submitted):
    bo, otto = Api(cast.bo), Api(cast.otto)
    before = snapshot()
    reopen(cast, reason=REASON, who=bo, status=403)
    reopen(cast, reason=REASON, who=otto, status=404)
    other = {"annotator": "", "items": [cast["q-1"].pk], "reason": REASON}
    assert otto.post("/projects/beta/items/reopen/", other)["changed"] == []
    assert snapshot() == before


def test_the_audit_log_says_that_there_was_a_reason_and_not_which(cast: Cast, submitted):
    reopen(cast, reason=REASON)
    event = AuditEvent.objects.filter(scope=cast.alpha.scope).latest("pk")
    assert (event.kind, event.details["annotations"]) == ("annotations_reopened", 1)
    assert event.details["reason_given"] is True
    assert "sentence" not in json.dumps(event.details)
    reopen(cast, undo=True)
    assert AuditEvent.objects.filter(scope=cast.alpha.scope).latest("pk").kind == "reopening_undone"


def test_erasing_a_lead_erases_their_reasons(cast: Cast, submitted):
    max_ = join(cast.alpha, "max", "lead")
    reopen(cast, reason=REASON, who=Api(max_))
    key = annotator(cast.alpha, max_).key
    Api(cast.lena).post(f"/projects/alpha/people/{key}/erase/", {"username": "max"}, status=204)
    assert work(cast)["reopened"]["reason"] == TOMBSTONE
    assert Reopening.objects.get().by is None
