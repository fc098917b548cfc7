"""Builds and reissues that are killed, taken over, or run at the same time as other changes."""

import errno
import shutil
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from annotation.models import Annotation, AnnotationRevision, Import, Project, Release
from annotation.models.project import job_scope
from annotation.queries.releases.release_files import (
    build_directory,
    freeze_record_path,
    release_directory,
    root,
)
from annotation.queries.releases.release_list import comparison, release_zip
from annotation.services.imports import lifecycle
from annotation.services.imports.lifecycle import undo_import
from annotation.services.people.erasure import erase_person
from annotation.services.projects.project_settings import create_project
from annotation.services.releases import build_job, request, snapshot
from annotation.services.releases import lifecycle as release_lifecycle
from annotation.services.releases.build_job import rebuild
from annotation.services.releases.request import ReleaseRequest, build_now, request_release
from foundation import jobs
from foundation.errors import ConflictError, InvalidError, UnavailableError
from foundation.jobs import (
    HEARTBEAT_TIMEOUT,
    TakenOverError,
    heartbeat,
    is_alive,
    run_hourly,
    run_job,
    run_waiting,
)
from foundation.models import Job
from morelkit.gold.policy import GoldPolicy
from morelkit.release import build as release_build
from morelkit.release.verify import verify
from tests.commands import refuses, succeeds
from tests.people import annotate, join
from tests.records import import_annotations, import_records, item, items, stored
from tests.releases import files_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_other_releases(data_dir):
    """Delete releases of other tests: their rows are rolled back, their files are not."""
    shutil.rmtree(data_dir / "releases", ignore_errors=True)


@pytest.fixture
def gamma(cast):
    """q-1 and q-2 with two annotations each; ada has commented on q-2."""
    project = create_project("gamma", preset="mu-shroom", redundancy=2)
    import_records(project, items(2))
    import_annotations(project, {"q-1": {"annotator_a": [[0, 3]], "annotator_b": [[25, 30]]}})
    annotate(project, join(project, "ada"), stored(project, "q-2"), (4, 12), comment="Not in Paris.")
    annotate(project, join(project, "bo"), stored(project, "q-2"), (25, 30))
    return project


def request_build(project: Project, name: str = "v1", **more: Any) -> Release:
    return request_release(project, ReleaseRequest(name=name, policy=GoldPolicy(), **more), None)


def build(project: Project, name: str = "v1", **more: Any) -> Release:
    return build_now(project, ReleaseRequest(name=name, policy=GoldPolicy(), **more))


def expire_heartbeat(job: int | None) -> None:
    Job.objects.filter(pk=job).update(heartbeat=timezone.now() - HEARTBEAT_TIMEOUT - timedelta(seconds=1))


def before_first_call(monkeypatch: Any, owner: Any, name: str, act: Callable[[], object]) -> None:
    """Run `act` before the first call of `owner.name`."""
    real = getattr(owner, name)

    def called(*args: Any, **more: Any) -> Any:
        monkeypatch.setattr(owner, name, real)
        act()
        return real(*args, **more)

    monkeypatch.setattr(owner, name, called)


@pytest.mark.parametrize("step", ["_notes", "finish"])
def test_a_worker_that_was_taken_over_does_not_change_the_release_of_the_other(gamma, monkeypatch, step):
    """For example if comparing with the release before takes longer than the heartbeat timeout."""
    build(gamma, "v0")
    release = request_build(gamma)
    monkeypatch.setattr(jobs, "_PROGRESS_INTERVAL", 0.0)

    def taken_over() -> None:
        expire_heartbeat(release.job_id)
        assert run_waiting("releases")

    owner = build_job if step == "_notes" else build_job.ReleaseWriter
    before_first_call(monkeypatch, owner, step, taken_over)
    with pytest.raises(TakenOverError):
        run_job(release.job)
    release.refresh_from_db()
    assert (release.state, release.job.state, release.message) == ("ready", "done", "")
    assert freeze_record_path(release).is_file()
    assert not verify(release_directory(release), release.manifest_sha256).differences


def test_a_job_killed_after_the_release_was_ready_is_completed(gamma):
    release = build(gamma)
    before = files_of(release_directory(release))
    Job.objects.filter(pk=release.job_id).update(state="running", worker="elsewhere:1:1")
    expire_heartbeat(release.job_id)
    assert run_waiting("releases")
    release.refresh_from_db()
    assert (release.state, release.job.state, release.job.message) == ("ready", "done", "")
    assert files_of(release_directory(release)) == before


@pytest.mark.django_db(transaction=True)
def test_a_worker_without_progress_reports_has_a_heartbeat(monkeypatch):
    job = Job.objects.create(
        scope=job_scope(create_project("gamma").pk), kind="release", state="running", worker="me:1:1"
    )
    expire_heartbeat(job.pk)
    seen = threading.Event()
    update = QuerySet.update
    monkeypatch.setattr(jobs, "_HEARTBEAT_INTERVAL", 0.0)
    monkeypatch.setattr(QuerySet, "update", lambda rows, **new: update(rows, **new) and (seen.set() or 1))
    with heartbeat(job):
        assert seen.wait(60)
    assert is_alive(Job.objects.get(pk=job.pk))


def comments_are_present() -> bool:
    return b"Not in Paris." in b"".join(files_of(root()).values())


def test_comments_of_a_person_erased_during_a_build_are_removed(gamma, monkeypatch):
    release = request_build(gamma, comments=True)
    before_first_call(
        monkeypatch, build_job.ReleaseWriter, "finish", lambda: erase_person("ada", "ada", timezone.now())
    )
    run_job(release.job)
    release.refresh_from_db()
    assert (release.state, release.reissue_due, comments_are_present()) == ("ready", True, True)
    assert run_waiting("releases")
    release.refresh_from_db()
    assert (release.reissue_due, comments_are_present()) == (False, False)
    assert not verify(release_directory(release), release.manifest_sha256).differences


def make_jobs_due() -> None:
    Job.objects.filter(kind="reissue_release").update(heartbeat=timezone.now())


def test_a_failed_reissue_is_retried_until_it_succeeds(gamma, monkeypatch):
    release = build(gamma, comments=True)
    kept = sorted(root().iterdir())
    erase_person("ada", "ada", timezone.now())
    with monkeypatch.context() as full:
        full.setattr(release_build._HashedFile, "write", no_space)
        begun = timezone.now()
        assert run_waiting("releases")
        job = Job.objects.get(kind="reissue_release")
        assert (job.state, sorted(root().iterdir())) == ("waiting", kept)
        assert "No space left" in job.message
        assert job.heartbeat >= begun + timedelta(minutes=1)
        assert not run_waiting("releases"), "Not at once: the disk is full still."
        make_jobs_due()
        begun = timezone.now()
        assert run_waiting("releases")
        job.refresh_from_db()
        assert job.heartbeat >= begun + timedelta(minutes=2), "Longer each time."
    make_jobs_due()
    assert run_waiting("releases")
    release.refresh_from_db()
    assert (release.reissue_due, comments_are_present()) == (False, False)
    assert not run_waiting("releases")


def no_space(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_starting_worker_creates_missing_reissue_jobs(gamma):
    release = build(gamma, comments=True)
    build(gamma, "v2")
    erase_person("ada", "ada", timezone.now())
    run_hourly("releases")
    asked_for = Job.objects.filter(kind="reissue_release")
    assert asked_for.count() == 1, "It waits already."
    asked_for.update(state="failed")
    run_hourly("releases")
    assert run_waiting("releases")
    assert not run_waiting("releases")
    release.refresh_from_db()
    assert (release.reissue_due, comments_are_present()) == (False, False)


@pytest.mark.parametrize("renames", [1, 2])
def test_a_reissue_killed_between_its_renames_removes_the_comments(gamma, renames):
    release = build(gamma, comments=True)
    kept = release_directory(release)
    erase_person("ada", "ada", timezone.now())
    job = Job.objects.get(kind="reissue_release")
    old = kept.rename(root() / f".old-{release.pk}")
    shutil.copytree(old, build_directory(release) if renames == 1 else kept)
    Job.objects.filter(pk=job.pk).update(state="running", worker="elsewhere:1:1")
    expire_heartbeat(job.pk)
    assert run_waiting("releases")
    release.refresh_from_db()
    assert (release.reissue_due, comments_are_present()) == (False, False)
    assert sorted(root().iterdir()) == sorted([kept, freeze_record_path(release)])
    assert not verify(kept, release.manifest_sha256).differences


def test_a_reissue_stays_due_for_a_person_erased_during_it(gamma, monkeypatch):
    release = build(gamma, comments=True)
    erase_person("ada", "ada", timezone.now())
    before_first_call(
        monkeypatch, build_job.ReleaseWriter, "finish", lambda: erase_person("bo", "bo", timezone.now())
    )
    assert run_waiting("releases")
    release.refresh_from_db()
    assert release.reissue_due
    assert run_waiting("releases")
    release.refresh_from_db()
    assert not release.reissue_due


def imports_of(project: Project) -> list[tuple[str, bool]]:
    rows = Import.objects.filter(project=project).order_by("pk")
    return list(rows.values_list("kind", "worked_on"))


def test_only_imports_in_a_release_cannot_be_undone(gamma):
    import_records(gamma, [item("late")])
    import_annotations(gamma, {"late": {"annotator_a": [[0, 3]]}})
    with pytest.raises(InvalidError, match="q-1"):
        build(gamma, splits={"by": "field", "field": "nothing"})
    assert not any(worked_on for kind, worked_on in imports_of(gamma) if kind == "annotations")
    build(gamma)
    assert [worked_on for kind, worked_on in imports_of(gamma) if kind == "annotations"] == [True, False]


def test_an_import_during_the_freeze_is_in_the_release_and_cannot_be_undone(gamma, monkeypatch, tmp_path):
    def bring() -> None:
        import_records(gamma, [item("late")])
        import_annotations(gamma, {"late": {"annotator_a": [[0, 3]], "annotator_b": []}})

    before_first_call(monkeypatch, snapshot, "candidates", bring)
    release = build(gamma)
    assert release.counts["en"]["full"]["items"] == 3
    with pytest.raises(ConflictError, match="worked"):
        undo_import(Import.objects.filter(project=gamma).latest("pk"))
    rebuild(release, tmp_path / "again")


def test_undoing_an_import_during_the_freeze_fails_the_release(gamma, monkeypatch):
    last = Import.objects.filter(project=gamma).latest("pk")
    before_first_call(monkeypatch, snapshot._FrozenItems, "check", lambda: undo_import(last))
    with pytest.raises(InvalidError, match="undone while"):
        build(gamma)
    assert build(gamma).counts["en"]["full"]["items"] == 1


def test_an_undo_that_started_before_the_freeze_is_refused(gamma, monkeypatch):
    last = Import.objects.filter(project=gamma).latest("pk")
    before_first_call(monkeypatch, lifecycle, "_unpublish", lambda: build(gamma))
    with pytest.raises(ConflictError, match="worked"):
        undo_import(last)


def test_a_rebuild_names_rows_missing_from_the_database(gamma, tmp_path):
    release = build(gamma)
    gone = Annotation.objects.filter(item=stored(gamma, "q-1"))
    gone.update(submitted=None, head=None)
    AnnotationRevision.objects.filter(annotation__in=gone).delete()
    with pytest.raises(InvalidError, match=r"item q-1, .* no more"):
        rebuild(release, tmp_path / "again")


@pytest.fixture
def elsewhere(monkeypatch):
    """Let the server's worker take each release before the command does; `elsewhere(act)` sets its outcome."""
    real = request.request_release

    def request_and_lose(*wanted: Any) -> Release:
        release = real(*wanted)
        taken = {"state": "running", "worker": "elsewhere:1:1", "heartbeat": timezone.now()}
        Job.objects.filter(pk=release.job_id).update(**taken)
        return release

    def elsewhere(act: Callable[[Release], object]) -> None:
        monkeypatch.setattr(request, "request_release", request_and_lose)
        monkeypatch.setattr(jobs.time, "sleep", lambda _: act(Release.objects.get(name="v1")))

    return elsewhere


def test_a_command_waits_for_a_release_built_by_the_server(gamma, elsewhere):
    def ends(release: Release) -> None:
        expire_heartbeat(release.job_id)
        assert run_waiting("releases")

    elsewhere(ends)
    assert "2 items" in succeeds("build_release", "gamma", "v1")


def test_a_command_builds_a_release_that_the_server_abandoned(gamma, elsewhere):
    elsewhere(lambda release: expire_heartbeat(release.job_id))
    assert "2 items" in succeeds("build_release", "gamma", "v1")


def test_a_command_reports_why_the_server_could_not_build_the_release(gamma, elsewhere):
    def fails(release: Release) -> None:
        Job.objects.filter(pk=release.job_id).update(state="failed")
        Release.objects.filter(pk=release.pk).update(state="failed", message="The disk is full.")

    elsewhere(fails)
    assert "The disk is full." in refuses("build_release", "gamma", "v1")


@pytest.mark.parametrize(("installed", "message"), [("", "none is installed"), ("0.1", r"0\.1 is installed")])
def test_a_rebuild_names_the_pyarrow_version_it_needs(gamma, monkeypatch, tmp_path, installed, message):
    release = build(gamma, parquet=True)
    monkeypatch.setattr(build_job, "pyarrow_version", lambda: installed)
    with pytest.raises(InvalidError, match=rf"need pyarrow \d.*; {message}"):
        rebuild(release, tmp_path / "again")
    assert not list(tmp_path.iterdir())


def test_a_reissue_uses_the_installed_pyarrow_and_records_it(gamma, monkeypatch, tmp_path):
    release = build(gamma, comments=True, parquet=True)
    present = release.request["parquet"]
    Release.objects.filter(pk=release.pk).update(request=release.request | {"parquet": "0.1"})
    erase_person("ada", "ada", timezone.now())
    with monkeypatch.context() as without:
        without.setattr(release_lifecycle, "pyarrow_version", lambda: "")
        assert run_waiting("releases")
        assert "pyarrow is not installed" in Job.objects.get(kind="reissue_release").message
    make_jobs_due()
    assert run_waiting("releases")
    release.refresh_from_db()
    assert (release.request["parquet"], comments_are_present()) == (present, False)
    rebuild(release, tmp_path / "again")
    assert files_of(tmp_path / "again") == files_of(release_directory(release))


def test_a_copy_that_fails_is_reported_with_its_reason(gamma, monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "copyfile", no_space)
    message = refuses("build_release", "gamma", "v1", "--out", tmp_path / "v1")
    assert "No space left on device" in message
    assert "None" not in message
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("by", ["share", "list"])
def test_a_split_given_twice_to_the_command_is_refused(gamma, by):
    twice = ("--split-by", by, "--splits", "dev=20", "test=50", "dev=30")
    assert "“dev” stands there twice" in refuses("build_release", "gamma", "v1", *twice)
    assert not Release.objects.filter(project=gamma).exists()


def test_a_running_download_is_aborted_by_a_reissue(gamma):
    """A mixture of old and new files would not verify."""
    release = build(gamma, comments=True)
    pieces = release_zip(release, timezone.now(), lead=False)
    next(pieces)
    erase_person("ada", "ada", timezone.now())
    assert run_waiting("releases")
    with pytest.raises(FileNotFoundError):
        list(pieces)


def test_a_download_never_mixes_the_old_and_the_new_directory(gamma):
    release = build(gamma, comments=True)
    before = b"".join(release_zip(release, timezone.now(), lead=False))
    pieces = release_zip(release, timezone.now(), lead=False)
    got = [next(pieces)]
    release_lifecycle._replace_directory(rebuilt_with_changes(release))
    assert b"".join([*got, *pieces]) == before


def rebuilt_with_changes(release: Release) -> Release:
    shutil.copytree(release_directory(release), build_directory(release))
    for path in build_directory(release).rglob("*.*"):
        path.write_text("other\n")
    return release


def test_a_comparison_during_the_replacement_of_a_directory_is_refused(gamma):
    one, two = build(gamma, "one"), build(gamma, "two")
    release_directory(one).rename(root() / f".old-{one.pk}")
    for pair in ((one, two), (two, one)):
        with pytest.raises(UnavailableError, match="“one” is being rebuilt"):
            comparison(*pair)
