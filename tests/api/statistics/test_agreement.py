"""The dear figures as leads get them: worked out in the background, stamped, and no more often than they are due."""

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.models import DearFigures
from annotation.models.project import job_scope
from annotation.queries.statistics.computed_statistics import EVERY
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
    run_waiting("figures")
    return answer


def a_while_passes():
    Job.objects.update(created_at=timezone.now() - EVERY)


def test_before_they_are_worked_out_there_are_none_and_they_are_due(marked, lena):
    answer = lena.get(PATH)
    assert (answer["as_of"], answer["overall"], answer["run"]) == (None, None, None)
    assert [row["figures"] for row in answer["languages"]] == [None, None]
    assert answer["stale"] is answer["due"] is True
    assert not Job.objects.filter(kind="dear_figures").exists()


def test_they_are_worked_out_in_the_background_and_say_as_of_when(marked, lena):
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


def test_they_say_how_many_saves_there_were_since(marked, lena):
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


def test_looking_has_them_worked_out_at_most_every_few_minutes(marked, lena):
    compute(lena, asked=False)
    first = lena.get(PATH)["as_of"]
    annotate(marked.alpha, marked.ada, marked["q-1"], (0, 3))
    assert lena.get(PATH)["due"] is False
    compute(lena, asked=False)
    assert lena.get(PATH)["as_of"] == first
    a_while_passes()
    assert lena.get(PATH)["due"] is True
    compute(lena, asked=False)
    assert lena.get(PATH)["as_of"] > first


def test_where_nothing_has_changed_looking_has_nothing_worked_out(marked, lena):
    compute(lena)
    first = lena.get(PATH)["as_of"]
    a_while_passes()
    compute(lena, asked=False)
    assert lena.get(PATH)["as_of"] == first


def test_whoever_asks_gets_them_at_once_and_one_at_a_time(marked, lena):
    lena.post(PATH, {"asked": True}, status=202)
    lena.post(PATH, {"asked": True}, status=202)
    assert Job.objects.filter(kind="dear_figures").count() == 1
    assert run_waiting("figures")
    assert not run_waiting("figures")
    compute(lena)
    assert Job.objects.filter(kind="dear_figures").count() == 1


def test_a_computation_whose_process_was_killed_is_taken_over(marked, lena):
    Job.objects.create(
        scope=job_scope(marked.alpha.pk),
        kind="dear_figures",
        state="running",
        worker="elsewhere:1:1",
        heartbeat=timezone.now() - HEARTBEAT_TIMEOUT - timedelta(seconds=1),
    )
    lena.post(PATH, {"asked": True}, status=202)
    assert run_waiting("figures")
    assert lena.get(PATH)["run"]["state"] == "done"
    assert lena.get(PATH)["overall"]["counted"] == 1


def test_one_that_fails_says_so_and_leaves_the_earlier_figures(marked, lena, monkeypatch):
    compute(lena)
    first = lena.get(PATH)

    def break_down(*_):
        raise RuntimeError("out of numbers")

    monkeypatch.setattr("annotation.services.statistics.computed_statistics.agreement_measures", break_down)
    compute(lena)
    answer = lena.get(PATH)
    assert (answer["run"]["state"], answer["run"]["message"]) == ("failed", "RuntimeError: out of numbers")
    assert answer["overall"] == first["overall"]
    a_while_passes()
    assert lena.get(PATH)["due"] is False


def test_each_project_has_its_own(marked, lena):
    compute(lena)
    assert Api(marked.otto).get("/projects/beta/agreement/")["overall"] is None
    assert DearFigures.objects.exclude(project=marked.alpha).count() == 0


@pytest.mark.parametrize("body", [{}, {"asked": None}, {"asked": "yes"}, {"asked": 1}])
def test_asked_is_true_or_false(marked, lena, body):
    assert lena.call("post", PATH, body, status=422)["errors"][0]["pointer"] == "/asked"
