"""The page of one annotator: work, speed, agreement, training, checks and exclusions over time, for leads."""

from datetime import UTC, date, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.models import Annotation, AnnotationRevision, Project
from annotation.queries.people.annotator_details import annotator_details
from annotation.queries.statistics import annotator_statistics
from annotation.queries.statistics.work_periods import Submission, chosen_length, work_periods
from annotation.services.learning.training import set_learning
from annotation.services.statistics.annotator_statistics import refresh_annotator_statistics
from morelkit.agreement.character_counts import AGREEMENT_SCALE
from tests.api.client import Api
from tests.people import Cast, annotate, annotator, content, reserve, save
from tests.records import import_annotations, import_records, item

pytestmark = pytest.mark.django_db

MONDAY, TUESDAY, NEXT_MONDAY = (datetime(2026, 3, day, 9, tzinfo=UTC) for day in (2, 3, 9))


def dated(annotation: Annotation, at: datetime) -> Annotation:
    """The annotation as if it had been submitted then."""
    AnnotationRevision.objects.filter(pk=annotation.submitted_id).update(saved_at=at)
    Annotation.objects.filter(pk=annotation.pk).update(saved_at=at)
    return annotation


def key(cast: Cast, name: str = "ada") -> str:
    return annotator(cast.alpha, getattr(cast, name)).key


def details(cast: Cast, name: str = "ada", query: str = "") -> dict:
    return Api(cast.lena).get(f"/projects/alpha/people/{key(cast, name)}/statistics/{query}")


@pytest.fixture
def worked(cast: Cast) -> Cast:
    """Ada submits q-1 and q-2 on Monday (10 s, 30 s) and ar-1 on Tuesday (90 s). Bo submits q-1 and q-2 (5 s each).

    On q-1 ada marks 8 characters and bo 4 of them: (8 + 4) / (2 · 8) = 0.75. On q-2 neither marks anything: 1.
    """
    Project.objects.filter(pk=cast.alpha.pk).update(policy="raw")
    cast.alpha.refresh_from_db()
    dated(annotate(cast.alpha, cast.ada, cast["q-1"], (4, 12), active_seconds=10), MONDAY)
    dated(annotate(cast.alpha, cast.ada, cast["q-2"], active_seconds=30), MONDAY)
    dated(annotate(cast.alpha, cast.ada, cast["ar-1"], (0, 3), active_seconds=90), TUESDAY)
    dated(annotate(cast.alpha, cast.bo, cast["q-1"], (4, 8), active_seconds=5), TUESDAY)
    dated(annotate(cast.alpha, cast.bo, cast["q-2"], active_seconds=5), NEXT_MONDAY)
    return cast


def test_headline_numbers_name_policy_and_numbers_of_items(worked: Cast):
    reserve(worked.alpha, worked.ada)
    found = details(worked)
    assert (found["name"], found["role"], found["policy"]) == ("ada", "annotator", "raw")
    assert (found["submitted"], found["empty"], found["open"], found["skipped"]) == (3, 1, 1, 0)
    assert (found["timed"], found["seconds"], found["active_seconds"]) == (3, 30.0, 130)
    assert (found["others_seconds"], found["others"]) == (5.0, 1)
    assert (found["agreement"], found["shared"]) == ((0.75 + 1) / 2, 2)


def test_days_have_items_median_time_and_agreement(worked: Cast):
    assert details(worked, query="?by=day")["periods"] == [
        {"start": "2026-03-02", "submitted": 2, "seconds": 20.0, "agreement": (0.75 + 1) / 2, "shared": 2},
        {"start": "2026-03-03", "submitted": 1, "seconds": 90.0, "agreement": None, "shared": 0},
    ]
    assert details(worked, "bo", "?by=day")["periods"] == [
        {"start": "2026-03-03", "submitted": 1, "seconds": 5.0, "agreement": 0.75, "shared": 1},
        {"start": "2026-03-09", "submitted": 1, "seconds": 5.0, "agreement": 1.0, "shared": 1},
    ]


def test_weeks_begin_on_monday(worked: Cast):
    found = details(worked, query="?by=week")
    assert found["period"] == "week"
    assert found["periods"] == [
        {"start": "2026-03-02", "submitted": 3, "seconds": 30.0, "agreement": (0.75 + 1) / 2, "shared": 2}
    ]


def test_an_unknown_period_is_refused(worked: Cast):
    path = f"/projects/alpha/people/{key(worked)}/statistics/?by=month"
    assert "month" in Api(worked.lena).get(path, status=422)["detail"]


def test_work_of_more_than_eight_weeks_is_shown_by_week():
    days = [date(2026, 1, 1), date(2026, 2, 25)]
    assert chosen_length("", days) == "day"
    assert chosen_length("", [*days, date(2026, 2, 26)]) == "week"
    assert chosen_length("day", [*days, date(2026, 2, 26)]) == "day"
    assert chosen_length("", []) == "day"


def test_a_week_weighs_its_days_by_their_items():
    monday = date(2026, 3, 2)
    agreement = [
        (monday.toordinal(), 3 * AGREEMENT_SCALE // 2, 3),
        (monday.toordinal() + 1, AGREEMENT_SCALE, 1),
    ]
    found = work_periods([Submission(monday, 8, "en")], agreement, "week")
    assert [(each.agreement, each.shared) for each in found] == [(2.5 / 4, 4)]


def test_languages_have_their_own_numbers(worked: Cast):
    assert details(worked)["by_language"] == [
        {"language": "en", "submitted": 2, "seconds": 20.0, "agreement": (0.75 + 1) / 2, "shared": 2},
        {"language": "ar", "submitted": 1, "seconds": 90.0, "agreement": None, "shared": 0},
    ]


def test_exclusions_are_listed_and_no_longer_compared(worked: Cast):
    Annotation.objects.filter(item=worked["q-1"], annotator__user=worked.ada).update(
        excluded_at=timezone.now(), excluded_reason="In a hurry"
    )
    found = details(worked)
    assert (found["submitted"], found["excluded"], found["shared"]) == (3, 1, 1)
    assert [(each["external_id"], each["reason"]) for each in found["exclusions"]] == [("q-1", "In a hurry")]
    assert {each["external_id"]: each["excluded"] for each in found["latest"]} == {
        "q-1": True,
        "q-2": False,
        "ar-1": False,
    }


def test_checks_are_results_and_not_work(cast: Cast):
    gold = {"hard_labels": [[25, 30]]}
    import_records(cast.alpha, [item("c-1", kind="check", **gold)])
    set_learning(cast.alpha, check_every=2)
    for _ in range(2):
        given = reserve(cast.alpha, cast.ada)
        assert given
        save(cast.alpha, cast.ada, given, content((25, 30), (0, 3)))
    found = details(cast)
    assert (found["submitted"], found["timed"], len(found["latest"])) == (1, 1, 1)
    assert found["latest"][0]["external_id"] != "c-1"
    assert (found["checks_of"], found["pass_mark"]) == (1, 75)
    (check,) = found["checks"]
    assert check["external_id"] == "c-1"
    assert (check["agreement"], check["passed"]) == (pytest.approx((8 + 5) / (2 * 8)), True)
    assert found["rounds"] == []


def test_imported_annotators_have_a_page_without_times(cast: Cast):
    import_annotations(cast.alpha, {"q-1": {"x": [[0, 3]], "y": [[0, 3]]}})
    found = Api(cast.lena).get("/projects/alpha/people/x/statistics/")
    assert (found["name"], found["role"], found["username"]) == ("x", "imported", "")
    assert (found["submitted"], found["timed"], found["periods"], found["seconds"]) == (1, 0, [], None)
    assert (found["agreement"], found["shared"]) == (1.0, 1)


def test_names_are_hidden_where_the_project_hides_them(worked: Cast):
    Project.objects.filter(pk=worked.alpha.pk).update(anonymous=True)
    found = details(worked)
    assert (found["name"], found["username"]) == (key(worked), key(worked))
    assert "ada" not in Api(worked.lena).send(
        "get", f"/projects/alpha/people/{key(worked)}/statistics/"
    ).content.decode().replace(key(worked), "")


def test_other_annotators_and_other_projects_get_nothing(worked: Cast):
    path = f"/projects/alpha/people/{key(worked)}/statistics/"
    Api(worked.bo).get(path, status=403)
    Api(worked.ada).get(path, status=403)
    Api(worked.otto).get(path, status=404)
    theirs = annotator(worked.beta, worked.otto).key
    Api(worked.lena).get(f"/projects/alpha/people/{theirs}/statistics/", status=404)


def test_a_large_project_shows_the_agreement_of_the_latest_computation(worked: Cast, monkeypatch):
    monkeypatch.setattr(annotator_statistics, "AT_ONCE", 0)
    assert (details(worked)["as_of"], details(worked)["agreement"]) == (None, None)
    refresh_annotator_statistics(worked.alpha, lambda: None)
    annotate(worked.alpha, worked.ada, worked["q-3"], (0, 3), active_seconds=1)
    found = details(worked, query="?by=day")
    assert (found["stale"], found["submitted"], found["shared"]) == (True, 4, 2)
    assert found["periods"][0]["agreement"] == (0.75 + 1) / 2


def test_statistics_of_an_older_version_are_computed_again(worked: Cast, monkeypatch):
    refresh_annotator_statistics(worked.alpha, lambda: None)
    for row in annotator_statistics.AnnotatorStatistics.objects.all():
        for name in ("details", "days"):
            row.statistics.pop(name, None)
        row.save()
    assert details(worked, query="?by=day")["periods"][0]["shared"] == 2
    monkeypatch.setattr(annotator_statistics, "AT_ONCE", 0)
    assert details(worked)["stale"] is True
    refresh_annotator_statistics(worked.alpha, lambda: None)
    assert details(worked, query="?by=day")["periods"][0]["shared"] == 2


def test_the_number_of_queries_does_not_depend_on_the_work(worked: Cast):
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            annotator_details(worked.alpha, key(worked), "")
        return len(captured)

    before = queries()
    annotate(worked.alpha, worked.ada, worked["q-3"], (0, 3))
    annotate(worked.alpha, worked.bo, worked["q-3"], (0, 3))
    assert queries() == before
