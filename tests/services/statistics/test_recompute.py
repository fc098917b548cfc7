"""The command that recomputes statistics and reports differences, and the job that changes the policy."""

from contextlib import contextmanager, suppress
from unittest.mock import patch

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.models import Annotation, Item, ItemStatistic, Project, Rollup
from annotation.queries.projects.access import languages_of
from annotation.queries.statistics.rollups import Summary, summary
from annotation.services.projects.project_settings import create_project, set_project
from annotation.services.statistics import recompute
from foundation.errors import ConflictError, InvalidError
from foundation.jobs import run_job, run_waiting
from foundation.models import Job
from tests.commands import manage, succeeds
from tests.people import annotate, join
from tests.records import stored
from tests.services.statistics.history import make_project
from tests.services.statistics.recount import assert_recounted
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db


@pytest.fixture
def gamma() -> Project:
    noise = make_project("noise")
    annotate(noise, join(noise, "otto"), stored(noise, "q-1"), (0, 12))
    project = make_project()
    for name, start in {"ada": 0, "bo": 4}.items():
        annotate(project, join(project, name), stored(project, "q-1"), (start, 12))
        annotate(project, join(project, name), stored(project, "ar-1"), (start, 13))
    return project


def test_correct_statistics_have_no_differences_and_stay_unchanged(gamma):
    before = snapshot()
    assert "no difference" in succeeds("recompute", "gamma", "--check")
    assert "no difference" in succeeds("recompute", "gamma")
    assert snapshot() == before


def damage_statistics(project: Project) -> None:
    """Introduce errors: a wrong value, a missing row, two superfluous rows and a wrong rollup."""
    ItemStatistic.objects.filter(item=stored(project, "q-1")).update(gold_characters=99)
    ItemStatistic.objects.filter(item=stored(project, "ar-1")).delete()
    training = {"n": 2, "agreement": 1, "gold_characters": 0, "tie_characters": 0}
    ItemStatistic.objects.create(
        item=stored(project, "t"), project=project, language="en", policy="mushroom-2025", **training
    )
    ItemStatistic.objects.create(
        item=stored(project, "t"), project=project, language="en", policy="raw", **training
    )
    Rollup.objects.filter(project=project, language="ar").update(agreement_sum=7, histogram={"9": 9})


def test_differences_are_named_by_item_and_language_and_corrected(gamma):
    damage_statistics(gamma)
    before = snapshot()
    checked = manage("recompute", "gamma", "--check")
    assert snapshot() == before
    assert (checked.status, "5 differences" in checked.err) == (1, True), checked
    output = succeeds("recompute", "gamma")
    assert "item q-1: language en, n 2, agreement 833333333333, gold_characters 99" in output
    assert "item ar-1: nothing is stored" in output
    assert "item t: " in output
    assert "language ar: histogram {'9': 9}, sum 7 of 1 items is stored" in output
    assert "policy raw: 1 rows" in output
    assert_recounted(gamma)
    assert "no difference" in succeeds("recompute", "gamma", "--check")


def test_an_exclusion_written_directly_to_the_database_is_found(gamma):
    Annotation.objects.filter(item=stored(gamma, "q-1")).update(excluded_at=timezone.now())
    assert "item q-1: " in succeeds("recompute", "gamma")
    assert_recounted(gamma)


def test_the_counted_number_of_items_is_checked_with_and_without_statistics(gamma):
    for name, number in {"q-1": 1, "q-2": 3, "t": 2}.items():
        Item.objects.filter(pk=stored(gamma, name).pk).update(counted=number)
    before = snapshot()
    checked = manage("recompute", "gamma", "--check")
    assert (checked.status, "3 differences" in checked.err, snapshot() == before) == (1, True, True), checked
    output = succeeds("recompute", "gamma").splitlines()
    assert output[:3] == [
        "item q-1: counted 1 is stored, 2 is right",
        "item q-2: counted 3 is stored, 0 is right",
        "item t: counted 2 is stored, 0 is right",
    ]
    assert_recounted(gamma)
    assert stored(gamma, "t").counted == 0
    assert "no difference" in succeeds("recompute", "gamma", "--check")


def project_summary(project: Project) -> Summary:
    return summary(project, languages_of(project))


def kill_after(job: Job, batches: int) -> None:
    """Kill the worker after some batches and let another one take over."""

    def die(done: int, total: int) -> None:
        if done >= batches:
            raise KeyboardInterrupt

    with suppress(KeyboardInterrupt):
        run_job(job, die)
    Job.objects.filter(pk=job.pk).update(state="waiting")


@pytest.fixture
def one_item_a_batch():
    with patch.object(recompute, "BATCH", 1):
        yield


def start_change(project: Project, policy: str) -> Job:
    set_project(project, policy=policy)
    project.refresh_from_db()
    return Job.objects.latest("pk")


def test_another_policy_is_in_force_only_after_all_items_are_recomputed(gamma, one_item_a_batch):
    before = project_summary(gamma).overall.agreement
    job = start_change(gamma, "raw")
    kill_after(job, 2)
    gamma.refresh_from_db()
    meanwhile = project_summary(gamma)
    assert (meanwhile.policy, meanwhile.overall.agreement) == ("mushroom-2025", before)
    assert meanwhile.recomputing.policy == "raw"
    annotate(gamma, join(gamma, "cy"), stored(gamma, "q-1"), (0, 3))  # recomputed already
    annotate(gamma, join(gamma, "cy"), stored(gamma, "ar-1"), (0, 3))  # not yet
    assert run_waiting("policy")
    gamma.refresh_from_db()
    after = project_summary(gamma)
    assert (after.policy, after.recomputing) == ("raw", None)
    assert_recounted(gamma)


def test_a_killed_job_resumes_behind_its_last_batch(gamma, one_item_a_batch):
    job = start_change(gamma, "merged")
    kill_after(job, 3)
    seen: list[int] = []
    run_job(Job.objects.get(pk=job.pk), lambda done, total: seen.append(done))
    assert seen == [3, 4]
    assert_recounted(Project.objects.get(pk=gamma.pk))


def test_the_last_chosen_policy_wins(gamma, one_item_a_batch):
    first = start_change(gamma, "raw")
    kill_after(first, 2)
    second = start_change(gamma, "merged")
    first.refresh_from_db()
    assert first.state == "stopped"
    assert start_change(gamma, "merged") == second
    while run_waiting("policy"):
        pass
    gamma.refresh_from_db()
    assert gamma.policy == "merged"
    assert_recounted(gamma)


def test_choosing_the_current_policy_cancels_the_change(gamma, one_item_a_batch):
    kill_after(start_change(gamma, "raw"), 2)
    start_change(gamma, "mushroom-2025")
    assert project_summary(gamma).recomputing is None
    while run_waiting("policy"):
        pass
    assert_recounted(gamma)


def test_the_job_corrects_rollups_of_an_interrupted_change(gamma, one_item_a_batch):
    """It does so without a lock on the project, which would block all annotators of a large one."""
    kill_after(start_change(gamma, "raw"), 4)
    start_change(gamma, "mushroom-2025")
    annotate(gamma, join(gamma, "cy"), stored(gamma, "q-1"), (0, 3))
    Rollup.objects.filter(project=gamma, policy="raw").update(histogram={"7": 7}, agreement_sum=7)
    with CaptureQueriesContext(connection) as asked:
        job = start_change(gamma, "raw")
    assert [each["sql"] for each in asked if each["sql"].startswith("DELETE")] == []
    assert ItemStatistic.objects.filter(project=gamma, policy="raw").count() == 2
    kill_after(job, 1)
    annotate(gamma, join(gamma, "cy"), stored(gamma, "ar-1"), (0, 3))
    while run_waiting("policy"):
        pass
    assert_recounted(Project.objects.get(pk=gamma.pk))


def test_choosing_the_current_policy_creates_no_job(gamma):
    set_project(gamma, policy="mushroom-2025")
    assert not Job.objects.filter(kind="change_policy").exists()


def test_an_unknown_policy_is_refused(gamma):
    before = snapshot()
    with pytest.raises(InvalidError):
        set_project(gamma, policy="boiled")
    assert snapshot() == before


def test_the_command_changes_the_policy_and_waits(gamma):
    assert "policy raw" in succeeds("set_project", "gamma", "--policy", "raw")
    assert_recounted(Project.objects.get(pk=gamma.pk))


def change_policy_at(project: Project, policy: str, at: int):
    """Progress callback that puts another policy in force after `at` items."""

    def progress(done: int, total: int) -> None:
        if done == at:
            run_job(start_change(Project.objects.get(pk=project.pk), policy))

    return progress


@pytest.mark.parametrize("at", [1, 4])
def test_a_policy_that_comes_into_force_during_a_check_ends_it_and_keeps_its_statistics(
    gamma, one_item_a_batch, at
):
    output: list[str] = []
    with pytest.raises(ConflictError, match="raw has replaced mushroom-2025"):
        recompute.recompute(gamma, output.append, progress=change_policy_at(gamma, "raw", at))
    assert output == []
    assert_recounted(Project.objects.get(pk=gamma.pk))


def test_a_policy_chosen_during_a_check_keeps_its_recomputed_statistics(gamma, one_item_a_batch):
    def choose(done: int, total: int) -> None:
        if done == 1:
            kill_after(start_change(Project.objects.get(pk=gamma.pk), "raw"), 2)

    assert recompute.recompute(gamma, print, progress=choose) == 0
    assert run_waiting("policy")
    assert_recounted(Project.objects.get(pk=gamma.pk))


def test_a_policy_chosen_while_old_statistics_are_deleted_keeps_its_statistics(gamma, one_item_a_batch):
    """The old policy is chosen again after its first rows are deleted, and recomputed before the next batch."""
    turns = recompute.batch_transaction

    @contextmanager
    def choose_after_the_first():
        with turns():
            yield
        if not Project.objects.filter(pk=gamma.pk, policy="raw").exists():
            return
        recompute.batch_transaction = turns
        kill_after(start_change(Project.objects.get(pk=gamma.pk), "mushroom-2025"), 4)

    job = start_change(gamma, "raw")
    with patch.object(recompute, "batch_transaction", choose_after_the_first):
        run_job(job)
    assert ItemStatistic.objects.filter(project=gamma, policy="mushroom-2025").count() == 2
    while run_waiting("policy"):
        pass
    assert_recounted(Project.objects.get(pk=gamma.pk))


def test_a_failed_change_resumes_when_the_same_policy_is_chosen_again(gamma, one_item_a_batch):
    broken = patch.object(recompute, "touch", side_effect=[None, None, OSError("The disk is full.")])
    with broken, pytest.raises(OSError, match="full"):
        manage("set_project", "gamma", "--policy", "raw")
    failed = Job.objects.get(kind="change_policy")
    assert (failed.state, Project.objects.get(pk=gamma.pk).next_policy) == ("failed", "raw")
    annotate(gamma, join(gamma, "cy"), stored(gamma, "q-1"), (0, 3))  # recomputed already
    seen: list[int] = []
    run_job(start_change(gamma, "raw"), lambda done, total: seen.append(done))
    assert seen == [2, 3, 4]
    gamma.refresh_from_db()
    assert (gamma.policy, gamma.next_policy) == ("raw", "")
    assert_recounted(gamma)


def test_the_command_resumes_a_failed_change(gamma):
    broken = patch.object(recompute, "refresh_under", side_effect=OSError("The disk is full."))
    with broken, pytest.raises(OSError, match="full"):
        manage("set_project", "gamma", "--policy", "raw")
    assert "policy raw" in succeeds("set_project", "gamma", "--policy", "raw")
    assert_recounted(Project.objects.get(pk=gamma.pk))


def test_a_copy_of_a_project_has_its_current_policy_and_no_change(gamma):
    start_change(gamma, "raw")
    made = create_project("like", like=gamma)
    assert (made.policy, made.next_policy) == ("mushroom-2025", "")
