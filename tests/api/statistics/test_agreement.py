"""Computed statistics over the API: computed in the background, with their time, and only if they are due."""

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.models import ComputedStatistics
from annotation.models.project import job_scope
from annotation.queries.statistics.computed_statistics import MIN_INTERVAL
from foundation.jobs import HEARTBEAT_TIMEOUT, run_waiting
from foundation.models import Job
from tests.api.client import Api
from tests.people import annotate, ask

pytestmark = pytest.mark.django_db

PATH = "/projects/alpha/agreement/"


@pytest.fixture
def marked(cast):
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 12))
    annotate(cast.alpha, cast.bo, cast["q-1"], (4, 12))
    return cast


def compute(lena, *, asked=True):
    answer = lena.post(PATH, {"asked": asked}, status=202)
    run_waiting("statistics")
    return answer


def make_statistics_due():
    Job.objects.update(created_at=timezone.now() - MIN_INTERVAL)


def test_without_a_computation_there_are_no_statistics_and_they_are_due(marked, lena):
    answer = lena.get(PATH)
    assert (answer["as_of"], answer["overall"], answer["run"]) == (None, None, None)
    assert [row["figures"] for row in answer["languages"]] == [None, None]
    assert answer["stale"] is answer["due"] is True
    assert not Job.objects.filter(kind="computed_statistics").exists()


def test_statistics_are_computed_in_the_background_with_their_time(marked, lena):
    before = timezone.now()
    assert compute(lena)["run"]["state"] == "waiting"
    answer = lena.get(PATH)
    assert before.isoformat() <= answer["as_of"] <= timezone.now().isoformat()
    arabic, english = answer["languages"]
    assert english["spelling"] == "EN"
    assert english["figures"]["agreement"] == pytest.approx(20 / 24)
    assert english["figures"]["character_f1"] == pytest.approx(16 / 20)
    assert arabic["figures"]["undefined"][0]["code"] == "no_pairs"
    assert answer["overall"]["agreement"] == english["figures"]["agreement"]
    assert answer["overall"]["policy"] == answer["policy"] == "mushroom-2025"
    assert (answer["stale"], answer["due"], answer["saves_since"]) == (False, False, 0)
    assert (answer["run"]["state"], answer["run"]["total"]) == ("done", 4)


def test_saves_since_the_computation_are_counted(marked, lena):
    compute(lena)
    annotate(marked.alpha, marked.ada, marked["q-1"], (0, 3))
    annotate(marked.alpha, marked.ada, marked["ar-1"], (0, 3))
    ask(marked.alpha, marked.ada, marked["q-1"], "Is this one right?")
    answer = lena.get(PATH)
    assert (answer["stale"], answer["saves_since"]) == (True, 2)
    assert answer["overall"]["counted"] == 1
    compute(lena)
    answer = lena.get(PATH)
    assert (answer["stale"], answer["saves_since"]) == (False, 0)
    assert answer["overall"]["agreement"] == pytest.approx((3 + 8) / (2 * 11))


def test_page_views_start_a_computation_at_most_every_few_minutes(marked, lena):
    compute(lena, asked=False)
    first = lena.get(PATH)["as_of"]
    annotate(marked.alpha, marked.ada, marked["q-1"], (0, 3))
    assert lena.get(PATH)["due"] is False
    compute(lena, asked=False)
    assert lena.get(PATH)["as_of"] == first
    make_statistics_due()
    assert lena.get(PATH)["due"] is True
    compute(lena, asked=False)
    assert lena.get(PATH)["as_of"] > first


def test_page_views_start_no_computation_without_changes(marked, lena):
    compute(lena)
    first = lena.get(PATH)["as_of"]
    make_statistics_due()
    compute(lena, asked=False)
    assert lena.get(PATH)["as_of"] == first


def test_a_request_starts_a_computation_immediately_and_only_one_at_a_time(marked, lena):
    lena.post(PATH, {"asked": True}, status=202)
    lena.post(PATH, {"asked": True}, status=202)
    assert Job.objects.filter(kind="computed_statistics").count() == 1
    assert run_waiting("statistics")
    assert not run_waiting("statistics")
    compute(lena)
    assert Job.objects.filter(kind="computed_statistics").count() == 1


def test_a_computation_whose_process_was_killed_is_taken_over(marked, lena):
    Job.objects.create(
        scope=job_scope(marked.alpha.pk),
        kind="computed_statistics",
        state="running",
        worker="elsewhere:1:1",
        heartbeat=timezone.now() - HEARTBEAT_TIMEOUT - timedelta(seconds=1),
    )
    lena.post(PATH, {"asked": True}, status=202)
    assert run_waiting("statistics")
    assert lena.get(PATH)["run"]["state"] == "done"
    assert lena.get(PATH)["overall"]["counted"] == 1


def test_a_failed_computation_is_reported_and_keeps_the_earlier_statistics(marked, lena, monkeypatch):
    compute(lena)
    first = lena.get(PATH)

    def break_down(*_):
        raise RuntimeError("out of numbers")

    monkeypatch.setattr("annotation.services.statistics.computed_statistics.agreement_measures", break_down)
    compute(lena)
    answer = lena.get(PATH)
    assert (answer["run"]["state"], answer["run"]["message"]) == ("failed", "RuntimeError: out of numbers")
    assert answer["overall"] == first["overall"]
    make_statistics_due()
    assert lena.get(PATH)["due"] is False


def test_statistics_of_other_projects_are_unchanged(marked, lena):
    compute(lena)
    assert Api(marked.otto).get("/projects/beta/agreement/")["overall"] is None
    assert ComputedStatistics.objects.exclude(project=marked.alpha).count() == 0


@pytest.mark.parametrize("body", [{}, {"asked": None}, {"asked": "yes"}, {"asked": 1}])
def test_asked_is_true_or_false(marked, lena, body):
    assert lena.call("post", PATH, body, status=422)["errors"][0]["pointer"] == "/asked"
