"""Changes on the server while an annotator works: each has its own problem code, and no save is partial."""

import pytest
from django.utils import timezone

from annotation.models import Annotation, Assignment, Import, Item, ItemStatistic, Project, ProjectLanguage
from annotation.services.annotate.reservations import release_expired
from morelkit.scheme.schemes import PRESETS, to_json
from tests.api.annotate.saving import body, pointers, put, save_content
from tests.api.client import work_path
from tests.people import annotate, join
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db


def code(problem) -> str:
    return problem["type"].removeprefix("urn:morel:problem:")


def refused(api, item, sent, status: int) -> str:
    """The problem code of a refused save, which must change nothing."""
    before = snapshot()
    problem = put(api, item, sent, status=status)
    assert snapshot() == before
    assert "current" not in problem
    return code(problem)


@pytest.fixture
def draft(ada, held) -> Item:
    put(ada, held, body(held, (4, 12)))
    return held


def again(item, *spans, **changes):
    return body(item, *(spans or [(0, 3)]), base_revision=1, **changes)


@pytest.mark.parametrize("submit", [True, False])
def test_an_item_that_was_archived_is_gone(ada, draft, submit):
    Item.objects.filter(pk=draft.pk).update(archived_at=timezone.now(), reservable=False)
    assert refused(ada, draft, again(draft, submit=submit), 404) == "item_gone"
    for end in ("mine", "revisions", "messages"):
        assert code(ada.get(work_path(draft, end), status=404)) == "item_gone"


def test_an_item_whose_import_was_undone_is_gone(ada, draft):
    Import.objects.filter(pk=draft.imported_by_id).update(published_at=None)
    assert refused(ada, draft, again(draft), 404) == "item_gone"


@pytest.mark.parametrize("end", ["mine", "revisions", "messages"])
def test_an_item_whose_assignment_was_deleted_is_not_found(ada, draft, end):
    Assignment.objects.filter(item=draft).delete()
    assert refused(ada, draft, again(draft), 404) == "not_yours"
    assert code(ada.get(work_path(draft, end), status=404)) == "not_yours"
    assert code(ada.post(work_path(draft, "skip"), {"reason": "Why?"}, status=404)) == "not_yours"


def test_a_missing_item_cannot_be_told_from_one_of_others(cast, ada):
    for item in (cast["q-1"], cast.theirs):
        assert code(ada.get(f"/projects/alpha/items/{item.pk}/mine/", status=404)) == "not_yours"
    assert code(ada.get("/projects/alpha/items/999999/mine/", status=404)) == "not_yours"


def test_a_removed_member_has_no_access_to_the_project(cast, ada, draft):
    cast.ada.membership_set.all().delete()
    assert refused(ada, draft, again(draft), 404) == "no_project"


def test_an_assigned_item_may_be_finished_after_its_language_was_taken_away(cast, ada, draft):
    cast.ada.membership_set.update(languages=["ar"])
    put(ada, draft, again(draft, submit=True))


def test_work_is_kept_when_an_expired_reservation_went_to_others(cast, ada, draft):
    Assignment.objects.filter(item=draft).update(expires_at="2026-01-01T00:00Z")
    release_expired(cast.alpha, timezone.now())
    for name in ("fay", "gil"):
        annotate(cast.alpha, join(cast.alpha, name), draft, (0, 3))
    assert put(ada, draft, again(draft))["annotation"]["revision"] == 2
    late = body(draft, (0, 3), base_revision=2, submit=True)
    assert put(ada, draft, late)["annotation"]["surplus"] is True
    assert ada.get(work_path(draft, "mine"))["assigned"] == "submitted"


class TestAnotherScheme:
    @pytest.fixture(autouse=True)
    def changed(self, cast, draft):
        """The only span label is renamed, and an item label becomes required."""
        scheme = to_json(PRESETS["shroom-cap"]) | {"uses_spans": True}
        scheme["span_labels"] = [{"name": "error", "text": "Error"}]
        Project.objects.filter(pk=cast.alpha.pk).update(scheme=scheme, scheme_version=2)

    @pytest.mark.parametrize("submit", [True, False])
    def test_a_span_with_a_removed_label_is_refused(self, ada, draft, submit):
        assert refused(ada, draft, again(draft, submit=submit), 422) == "unknown_label"
        assert pointers(put(ada, draft, again(draft), status=422)) == ["/content/spans/0/label"]

    def test_a_removed_choice_is_refused(self, ada, draft):
        sent = again(draft, content=save_content(labels={"factuality": "perhaps"}))
        assert refused(ada, draft, sent, 422) == "unknown_label"

    def test_a_newly_required_label_is_asked_for_on_submit(self, ada, draft):
        spans = [{"id": "a", "start": 0, "end": 3, "label": "error"}]
        sent = again(draft, submit=True, content=save_content(spans=spans))
        assert refused(ada, draft, sent, 422) == "incomplete"
        sent["submit"] = False
        put(ada, draft, sent)

    def test_the_item_has_the_present_scheme_version(self, ada, draft):
        seen = ada.get(work_path(draft, "mine"))
        assert seen["scheme_version"] == 2
        assert seen["annotation"]["content"]["spans"][0]["label"] == "hallucination"


def test_spans_are_refused_once_the_scheme_has_none(cast, ada, draft):
    Project.objects.filter(pk=cast.alpha.pk).update(scheme=to_json(PRESETS["shroom-cap"]), scheme_version=2)
    assert refused(ada, draft, again(draft), 422) == "unknown_label"


def close(project, closed=True):
    ProjectLanguage.objects.filter(project=project, language="en").update(closed=closed)


def test_a_closed_language_refuses_submissions_and_keeps_drafts(cast, ada, draft):
    close(cast.alpha)
    assert refused(ada, draft, again(draft, submit=True), 403) == "language_closed"
    put(ada, draft, again(draft))
    close(cast.alpha, closed=False)
    put(ada, draft, body(draft, (0, 3), base_revision=2, submit=True))


def test_a_submission_repeated_after_closing_returns_the_first_response(cast, ada, draft):
    sent = again(draft, submit=True)
    first = put(ada, draft, sent)
    close(cast.alpha)
    assert put(ada, draft, sent) == first
    assert refused(ada, draft, body(draft, base_revision=2, submit=True), 403) == "language_closed"
    assert ItemStatistic.objects.get(item=draft).n == 1


def test_a_stale_save_of_an_archived_item_reports_the_item_gone(ada, draft):
    Item.objects.filter(pk=draft.pk).update(archived_at=timezone.now())
    assert refused(ada, draft, body(draft, (0, 3)), 404) == "item_gone"
    assert Annotation.objects.filter(item=draft).exists()
