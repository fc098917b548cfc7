"""The command that rebuilds the statistics and tells what was wrong; and the job that changes the policy."""

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


def test_nothing_is_different_and_nothing_is_changed(gamma):
    before = snapshot()
    assert "no difference" in succeeds("recompute", "gamma", "--check")
    assert "no difference" in succeeds("recompute", "gamma")
    assert snapshot() == before


def damage(project: Project) -> None:
    """As if by a mistake of the code: one figure, one row too few, one too many, and a language's sum."""
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


def test_differences_are_named_by_item_and_language_and_put_right(gamma):
    damage(gamma)
    before = snapshot()
    checked = manage("recompute", "gamma", "--check")
    assert snapshot() == before
    assert (checked.status, "5 differences" in checked.err) == (1, True), checked
    told = succeeds("recompute", "gamma")
    assert "item q-1: language en, n 2, agreement 833333333333, gold_characters 99" in told
    assert "item ar-1: nothing is stored" in told
    assert "item t: " in told
    assert "language ar: histogram {'9': 9}, sum 7 is stored" in told
    assert "policy raw: 1 rows" in told
    assert_recounted(gamma)
    assert "no difference" in succeeds("recompute", "gamma", "--check")


def test_an_exclusion_behind_the_services_back_is_found(gamma):
    Annotation.objects.filter(item=stored(gamma, "q-1")).update(excluded_at=timezone.now())
    assert "item q-1: " in succeeds("recompute", "gamma")
    assert_recounted(gamma)


def test_the_number_that_lists_go_by_is_checked_with_a_statistic_and_without(gamma):
    for name, number in {"q-1": 1, "q-2": 3, "t": 2}.items():
        Item.objects.filter(pk=stored(gamma, name).pk).update(counted=number)
    before = snapshot()
    checked = manage("recompute", "gamma", "--check")
    assert (checked.status, "3 differences" in checked.err, snapshot() == before) == (1, True, True), checked
    told = succeeds("recompute", "gamma").splitlines()
    assert told[:3] == [
        "item q-1: counted 1 is stored, 2 is right",
        "item q-2: counted 3 is stored, 0 is right",
        "item t: counted 2 is stored, 0 is right",
    ]
    assert_recounted(gamma)
    assert stored(gamma, "t").counted == 0
    assert "no difference" in succeeds("recompute", "gamma", "--check")


def figures(project: Project) -> Summary:
    return summary(project, languages_of(project))


def kill_after(job: Job, batches: int) -> None:
    """The worker dies, and its silence is long enough for another to go on."""

    def die(done: int, total: int) -> None:
        if done >= batches:
            raise KeyboardInterrupt

    with suppress(KeyboardInterrupt):
        run_job(job, die)
    Job.objects.filter(pk=job.pk).update(state="waiting")


@pytest.fixture
def item_by_item():
    with patch.object(recompute, "BATCH", 1):
        yield


def change(project: Project, policy: str) -> Job:
    set_project(project, policy=policy)
    project.refresh_from_db()
    return Job.objects.latest("pk")


def test_another_policy_is_in_force_once_all_is_recomputed_and_not_before(gamma, item_by_item):
    before = figures(gamma).overall.agreement
    job = change(gamma, "raw")
    kill_after(job, 2)
    gamma.refresh_from_db()
    meanwhile = figures(gamma)
    assert (meanwhile.policy, meanwhile.overall.agreement) == ("mushroom-2025", before)
    assert meanwhile.recomputing.policy == "raw"
    annotate(gamma, join(gamma, "cy"), stored(gamma, "q-1"), (0, 3))  # passed already
    annotate(gamma, join(gamma, "cy"), stored(gamma, "ar-1"), (0, 3))  # not yet
    assert run_waiting("policy")
    gamma.refresh_from_db()
    after = figures(gamma)
    assert (after.policy, after.recomputing) == ("raw", None)
    assert_recounted(gamma)


def test_after_a_kill_the_job_goes_on_where_it_was(gamma, item_by_item):
    job = change(gamma, "merged")
    kill_after(job, 3)
    seen: list[int] = []
    run_job(Job.objects.get(pk=job.pk), lambda done, total: seen.append(done))
    assert seen == [3, 4]
    assert_recounted(Project.objects.get(pk=gamma.pk))


def test_the_last_choice_holds(gamma, item_by_item):
    first = change(gamma, "raw")
    kill_after(first, 2)
    second = change(gamma, "merged")
    first.refresh_from_db()
    assert first.state == "stopped"
    assert change(gamma, "merged") == second
    while run_waiting("policy"):
        pass
    gamma.refresh_from_db()
    assert gamma.policy == "merged"
    assert_recounted(gamma)


def test_back_to_the_present_policy_ends_the_change(gamma, item_by_item):
    kill_after(change(gamma, "raw"), 2)
    change(gamma, "mushroom-2025")
    assert figures(gamma).recomputing is None
    while run_waiting("policy"):
        pass
    assert_recounted(gamma)


def test_what_a_change_that_was_broken_off_has_left_is_put_right_by_the_job(gamma, item_by_item):
    """Not while the project is held: of a large one, everybody would wait for it."""
    kill_after(change(gamma, "raw"), 4)
    change(gamma, "mushroom-2025")
    annotate(gamma, join(gamma, "cy"), stored(gamma, "q-1"), (0, 3))
    Rollup.objects.filter(project=gamma, policy="raw").update(histogram={"7": 7}, agreement_sum=7)
    with CaptureQueriesContext(connection) as asked:
        job = change(gamma, "raw")
    assert [each["sql"] for each in asked if each["sql"].startswith("DELETE")] == []
    assert ItemStatistic.objects.filter(project=gamma, policy="raw").count() == 2
    kill_after(job, 1)
    annotate(gamma, join(gamma, "cy"), stored(gamma, "ar-1"), (0, 3))
    while run_waiting("policy"):
        pass
    assert_recounted(Project.objects.get(pk=gamma.pk))


def test_the_present_policy_asks_for_nothing(gamma):
    set_project(gamma, policy="mushroom-2025")
    assert not Job.objects.filter(kind="change_policy").exists()


def test_a_policy_that_there_is_not_is_refused(gamma):
    before = snapshot()
    with pytest.raises(InvalidError):
        set_project(gamma, policy="boiled")
    assert snapshot() == before


def test_the_command_changes_it_and_waits_for_it(gamma):
    assert "policy raw" in succeeds("set_project", "gamma", "--policy", "raw")
    assert_recounted(Project.objects.get(pk=gamma.pk))


def meanwhile_in_force(project: Project, policy: str, at: int):
    """Once so many items are checked, another policy is chosen, and is in force."""

    def watch(done: int, total: int) -> None:
        if done == at:
            run_job(change(Project.objects.get(pk=project.pk), policy))

    return watch


@pytest.mark.parametrize("at", [1, 4])
def test_a_policy_put_in_force_meanwhile_ends_the_check_and_keeps_its_statistics(gamma, item_by_item, at):
    told: list[str] = []
    with pytest.raises(ConflictError, match="raw has taken the place of mushroom-2025"):
        recompute.recompute(gamma, told.append, watch=meanwhile_in_force(gamma, "raw", at))
    assert told == []
    assert_recounted(Project.objects.get(pk=gamma.pk))


def test_a_policy_chosen_meanwhile_keeps_what_is_recomputed_under_it(gamma, item_by_item):
    def choose(done: int, total: int) -> None:
        if done == 1:
            kill_after(change(Project.objects.get(pk=gamma.pk), "raw"), 2)

    assert recompute.recompute(gamma, print, watch=choose) == 0
    assert run_waiting("policy")
    assert_recounted(Project.objects.get(pk=gamma.pk))


def test_a_policy_chosen_while_what_is_out_of_force_goes_keeps_its_statistics(gamma, item_by_item):
    """The old one is chosen again when the first of its rows is gone, and has been recomputed before the next goes."""
    turns = recompute.batch_transaction

    @contextmanager
    def choose_after_the_first():
        with turns():
            yield
        if not Project.objects.filter(pk=gamma.pk, policy="raw").exists():
            return
        recompute.batch_transaction = turns
        kill_after(change(Project.objects.get(pk=gamma.pk), "mushroom-2025"), 4)

    job = change(gamma, "raw")
    with patch.object(recompute, "batch_transaction", choose_after_the_first):
        run_job(job)
    assert ItemStatistic.objects.filter(project=gamma, policy="mushroom-2025").count() == 2
    while run_waiting("policy"):
        pass
    assert_recounted(Project.objects.get(pk=gamma.pk))


def test_a_change_that_failed_goes_on_where_it_was_once_the_same_policy_is_chosen_again(gamma, item_by_item):
    broken = patch.object(recompute, "touch", side_effect=[None, None, OSError("The disk is full.")])
    with broken, pytest.raises(OSError, match="full"):
        manage("set_project", "gamma", "--policy", "raw")
    failed = Job.objects.get(kind="change_policy")
    assert (failed.state, Project.objects.get(pk=gamma.pk).next_policy) == ("failed", "raw")
    annotate(gamma, join(gamma, "cy"), stored(gamma, "q-1"), (0, 3))  # passed already
    seen: list[int] = []
    run_job(change(gamma, "raw"), lambda done, total: seen.append(done))
    assert seen == [2, 3, 4]
    gamma.refresh_from_db()
    assert (gamma.policy, gamma.next_policy) == ("raw", "")
    assert_recounted(gamma)


def test_the_command_resumes_a_change_that_failed(gamma):
    broken = patch.object(recompute, "refresh_under", side_effect=OSError("The disk is full."))
    with broken, pytest.raises(OSError, match="full"):
        manage("set_project", "gamma", "--policy", "raw")
    assert "policy raw" in succeeds("set_project", "gamma", "--policy", "raw")
    assert_recounted(Project.objects.get(pk=gamma.pk))


def test_a_project_made_like_one_that_is_changing_has_its_policy_and_no_change(gamma):
    change(gamma, "raw")
    made = create_project("like", like=gamma)
    assert (made.policy, made.next_policy) == ("mushroom-2025", "")
