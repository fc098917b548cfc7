"""Releases whose building or re-issuing is cut short, taken over, or crossed by what others do meanwhile."""

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
from annotation.queries.releases.release_files import directory_of, freeze_of, root, workshop_of
from annotation.queries.releases.release_list import comparison, zip_of
from annotation.services.imports import lifecycle
from annotation.services.imports.lifecycle import undo_import
from annotation.services.people.erasure import erase_person
from annotation.services.projects.project_settings import create_project
from annotation.services.releases import build_job, request, snapshot
from annotation.services.releases import lifecycle as keeping
from annotation.services.releases.build_job import rebuild
from annotation.services.releases.request import Wish, ask_for_release, build_now
from foundation import jobs
from foundation.errors import ConflictError, InvalidError, UnavailableError
from foundation.jobs import (
    HEARTBEAT_TIMEOUT,
    TakenOverError,
    heartbeat,
    is_alive,
    run_job,
    run_start_hooks,
    run_waiting,
)
from foundation.models import Job
from morelkit.gold.policy import GoldPolicy
from morelkit.release import build as writing
from morelkit.release.verify import verify
from tests.commands import refuses, succeeds
from tests.people import annotate, join
from tests.records import import_annotations, import_records, item, items, stored
from tests.releases import files_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_other_releases(data_dir):
    """Rows are rolled back after a test, files are not."""
    shutil.rmtree(data_dir / "releases", ignore_errors=True)


@pytest.fixture
def gamma(cast):
    """q-1 and q-2 with two annotations each; on q-2 ada has commented."""
    project = create_project("gamma", preset="mu-shroom", redundancy=2)
    import_records(project, items(2))
    import_annotations(project, {"q-1": {"annotator_a": [[0, 3]], "annotator_b": [[25, 30]]}})
    annotate(project, join(project, "ada"), stored(project, "q-2"), (4, 12), comment="Not in Paris.")
    annotate(project, join(project, "bo"), stored(project, "q-2"), (25, 30))
    return project


def ask(project: Project, name: str = "v1", **more: Any) -> Release:
    return ask_for_release(project, Wish(name=name, policy=GoldPolicy(), **more), None)


def build(project: Project, name: str = "v1", **more: Any) -> Release:
    return build_now(project, Wish(name=name, policy=GoldPolicy(), **more))


def fall_silent(job: int | None) -> None:
    Job.objects.filter(pk=job).update(heartbeat=timezone.now() - HEARTBEAT_TIMEOUT - timedelta(seconds=1))


def once_before(monkeypatch: Any, owner: Any, name: str, act: Callable[[], object]) -> None:
    """The first time that `owner.name` is called, `act` comes first."""
    real = getattr(owner, name)

    def called(*args: Any, **more: Any) -> Any:
        monkeypatch.setattr(owner, name, real)
        act()
        return real(*args, **more)

    monkeypatch.setattr(owner, name, called)


@pytest.mark.parametrize("step", ["_notes", "finish"])
def test_whoever_was_taken_over_leaves_alone_what_the_other_has_built(gamma, monkeypatch, step):
    """As when the comparison with the release before takes longer than a worker may be silent."""
    build(gamma, "v0")
    release = ask(gamma)
    monkeypatch.setattr(jobs, "_BEAT", 0.0)

    def taken_over() -> None:
        fall_silent(release.job_id)
        assert run_waiting("releases")

    owner = build_job if step == "_notes" else build_job.ReleaseWriter
    once_before(monkeypatch, owner, step, taken_over)
    with pytest.raises(TakenOverError):
        run_job(release.job)
    release.refresh_from_db()
    assert (release.state, release.job.state, release.message) == ("ready", "done", "")
    assert freeze_of(release).is_file()
    assert not verify(directory_of(release), release.manifest_sha256).differences


def test_a_job_whose_worker_was_killed_after_the_last_word_is_done(gamma):
    release = build(gamma)
    before = files_of(directory_of(release))
    Job.objects.filter(pk=release.job_id).update(state="running", worker="elsewhere:1:1")
    fall_silent(release.job_id)
    assert run_waiting("releases")
    release.refresh_from_db()
    assert (release.state, release.job.state, release.job.message) == ("ready", "done", "")
    assert files_of(directory_of(release)) == before


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_says_nothing_of_its_progress_has_a_heartbeat_all_the_same(monkeypatch):
    job = Job.objects.create(
        scope=job_scope(create_project("gamma").pk), kind="release", state="running", worker="me:1:1"
    )
    fall_silent(job.pk)
    seen = threading.Event()
    update = QuerySet.update
    monkeypatch.setattr(jobs, "_ASIDE", 0.0)
    monkeypatch.setattr(QuerySet, "update", lambda rows, **new: update(rows, **new) and (seen.set() or 1))
    with heartbeat(job):
        assert seen.wait(60)
    assert is_alive(Job.objects.get(pk=job.pk))


def words_are_kept() -> bool:
    return b"Not in Paris." in b"".join(files_of(root()).values())


def test_who_is_erased_while_a_release_is_built_leaves_no_words_in_it(gamma, monkeypatch):
    release = ask(gamma, comments=True)
    once_before(
        monkeypatch, build_job.ReleaseWriter, "finish", lambda: erase_person("ada", "ada", timezone.now())
    )
    run_job(release.job)
    release.refresh_from_db()
    assert (release.state, release.reissue_due, words_are_kept()) == ("ready", True, True)
    assert run_waiting("releases")
    release.refresh_from_db()
    assert (release.reissue_due, words_are_kept()) == (False, False)
    assert not verify(directory_of(release), release.manifest_sha256).differences


def due_now() -> None:
    Job.objects.filter(kind="reissue_release").update(heartbeat=timezone.now())


def test_a_reissue_that_failed_is_tried_again_until_it_succeeds(gamma, monkeypatch):
    release = build(gamma, comments=True)
    kept = sorted(root().iterdir())
    erase_person("ada", "ada", timezone.now())
    with monkeypatch.context() as full:
        full.setattr(writing._HashedFile, "write", no_space)
        begun = timezone.now()
        assert run_waiting("releases")
        job = Job.objects.get(kind="reissue_release")
        assert (job.state, sorted(root().iterdir())) == ("waiting", kept)
        assert "No space left" in job.message
        assert job.heartbeat >= begun + timedelta(minutes=1)
        assert not run_waiting("releases"), "Not at once: the disk is full still."
        due_now()
        begun = timezone.now()
        assert run_waiting("releases")
        job.refresh_from_db()
        assert job.heartbeat >= begun + timedelta(minutes=2), "Longer each time."
    due_now()
    assert run_waiting("releases")
    release.refresh_from_db()
    assert (release.reissue_due, words_are_kept()) == (False, False)
    assert not run_waiting("releases")


def no_space(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_server_takes_up_the_reissues_that_nobody_is_at_any_more(gamma):
    release = build(gamma, comments=True)
    build(gamma, "v2")
    erase_person("ada", "ada", timezone.now())
    run_start_hooks("releases")
    asked_for = Job.objects.filter(kind="reissue_release")
    assert asked_for.count() == 1, "It waits already."
    asked_for.update(state="failed")
    run_start_hooks("releases")
    assert run_waiting("releases")
    assert not run_waiting("releases")
    release.refresh_from_db()
    assert (release.reissue_due, words_are_kept()) == (False, False)


@pytest.mark.parametrize("renames", [1, 2])
def test_a_reissue_that_was_killed_between_its_renames_leaves_no_words(gamma, renames):
    release = build(gamma, comments=True)
    kept = directory_of(release)
    erase_person("ada", "ada", timezone.now())
    job = Job.objects.get(kind="reissue_release")
    old = kept.rename(root() / f".old-{release.pk}")
    shutil.copytree(old, workshop_of(release) if renames == 1 else kept)
    Job.objects.filter(pk=job.pk).update(state="running", worker="elsewhere:1:1")
    fall_silent(job.pk)
    assert run_waiting("releases")
    release.refresh_from_db()
    assert (release.reissue_due, words_are_kept()) == (False, False)
    assert sorted(root().iterdir()) == sorted([kept, freeze_of(release)])
    assert not verify(kept, release.manifest_sha256).differences


def test_a_reissue_is_still_due_while_somebody_erased_meanwhile_waits_for_theirs(gamma, monkeypatch):
    release = build(gamma, comments=True)
    erase_person("ada", "ada", timezone.now())
    once_before(
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


def test_only_the_imports_that_a_release_took_up_cannot_be_undone(gamma):
    import_records(gamma, [item("late")])
    import_annotations(gamma, {"late": {"annotator_a": [[0, 3]]}})
    with pytest.raises(InvalidError, match="q-1"):
        build(gamma, splits={"by": "field", "field": "nothing"})
    assert not any(worked_on for kind, worked_on in imports_of(gamma) if kind == "annotations")
    build(gamma)
    assert [worked_on for kind, worked_on in imports_of(gamma) if kind == "annotations"] == [True, False]


def test_what_comes_in_while_a_release_is_frozen_stays_with_it(gamma, monkeypatch, tmp_path):
    def bring() -> None:
        import_records(gamma, [item("late")])
        import_annotations(gamma, {"late": {"annotator_a": [[0, 3]], "annotator_b": []}})

    once_before(monkeypatch, snapshot, "candidates", bring)
    release = build(gamma)
    assert release.counts["en"]["full"]["items"] == 3
    with pytest.raises(ConflictError, match="worked"):
        undo_import(Import.objects.filter(project=gamma).latest("pk"))
    rebuild(release, tmp_path / "again")


def test_what_is_undone_while_a_release_is_frozen_is_not_in_it(gamma, monkeypatch):
    last = Import.objects.filter(project=gamma).latest("pk")
    once_before(monkeypatch, snapshot._Chosen, "check", lambda: undo_import(last))
    with pytest.raises(InvalidError, match="undone while"):
        build(gamma)
    assert build(gamma).counts["en"]["full"]["items"] == 1


def test_an_undo_that_looked_before_the_release_was_frozen_is_refused(gamma, monkeypatch):
    last = Import.objects.filter(project=gamma).latest("pk")
    once_before(monkeypatch, lifecycle, "_take_back", lambda: build(gamma))
    with pytest.raises(ConflictError, match="worked"):
        undo_import(last)


def test_what_is_in_the_database_no_more_is_named(gamma, tmp_path):
    release = build(gamma)
    gone = Annotation.objects.filter(item=stored(gamma, "q-1"))
    gone.update(submitted=None, head=None)
    AnnotationRevision.objects.filter(annotation__in=gone).delete()
    with pytest.raises(InvalidError, match=r"item q-1, .* no more"):
        rebuild(release, tmp_path / "again")


@pytest.fixture
def elsewhere(monkeypatch):
    """The server's worker has each release before the command that asks for it; `elsewhere` is what comes of it."""
    real = request.ask_for_release

    def ask_and_lose(*wish: Any) -> Release:
        release = real(*wish)
        taken = {"state": "running", "worker": "elsewhere:1:1", "heartbeat": timezone.now()}
        Job.objects.filter(pk=release.job_id).update(**taken)
        return release

    def elsewhere(act: Callable[[Release], object]) -> None:
        monkeypatch.setattr(request, "ask_for_release", ask_and_lose)
        monkeypatch.setattr(request.time, "sleep", lambda _: act(Release.objects.get(name="v1")))

    return elsewhere


def test_a_command_waits_for_the_release_that_the_server_builds(gamma, elsewhere):
    def ends(release: Release) -> None:
        fall_silent(release.job_id)
        assert run_waiting("releases")

    elsewhere(ends)
    assert "2 items" in succeeds("build_release", "gamma", "v1")


def test_a_command_builds_what_the_server_has_left(gamma, elsewhere):
    elsewhere(lambda release: fall_silent(release.job_id))
    assert "2 items" in succeeds("build_release", "gamma", "v1")


def test_a_command_says_why_the_server_could_not_build_it(gamma, elsewhere):
    def fails(release: Release) -> None:
        Job.objects.filter(pk=release.job_id).update(state="failed")
        Release.objects.filter(pk=release.pk).update(state="failed", message="The disk is full.")

    elsewhere(fails)
    assert "The disk is full." in refuses("build_release", "gamma", "v1")


@pytest.mark.parametrize(("installed", "said"), [("", "none is installed"), ("0.1", r"0\.1 is installed")])
def test_a_rebuild_says_which_pyarrow_it_needs(gamma, monkeypatch, tmp_path, installed, said):
    release = build(gamma, parquet=True)
    monkeypatch.setattr(build_job, "pyarrow_version", lambda: installed)
    with pytest.raises(InvalidError, match=rf"need pyarrow \d.*; {said}"):
        rebuild(release, tmp_path / "again")
    assert not list(tmp_path.iterdir())


def test_a_reissue_takes_the_pyarrow_that_is_there_and_says_so(gamma, monkeypatch, tmp_path):
    release = build(gamma, comments=True, parquet=True)
    present = release.request["parquet"]
    Release.objects.filter(pk=release.pk).update(request=release.request | {"parquet": "0.1"})
    erase_person("ada", "ada", timezone.now())
    with monkeypatch.context() as without:
        without.setattr(keeping, "pyarrow_version", lambda: "")
        assert run_waiting("releases")
        assert "pyarrow is not installed" in Job.objects.get(kind="reissue_release").message
    due_now()
    assert run_waiting("releases")
    release.refresh_from_db()
    assert (release.request["parquet"], words_are_kept()) == (present, False)
    rebuild(release, tmp_path / "again")
    assert files_of(tmp_path / "again") == files_of(directory_of(release))


def test_a_copy_that_does_not_fit_is_told_with_its_reason(gamma, monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "copyfile", no_space)
    said = refuses("build_release", "gamma", "v1", "--out", tmp_path / "v1")
    assert "No space left on device" in said
    assert "None" not in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("by", ["share", "list"])
def test_a_split_that_stands_twice_in_a_command_is_refused(gamma, by):
    twice = ("--split-by", by, "--splits", "dev=20", "test=50", "dev=30")
    assert "“dev” stands there twice" in refuses("build_release", "gamma", "v1", *twice)
    assert not Release.objects.filter(project=gamma).exists()


def test_a_download_under_way_breaks_off_when_the_release_is_built_anew(gamma):
    """A mixture of old and new files would verify as neither."""
    release = build(gamma, comments=True)
    pieces = zip_of(release, timezone.now(), lead=False)
    next(pieces)
    erase_person("ada", "ada", timezone.now())
    assert run_waiting("releases")
    with pytest.raises(FileNotFoundError):
        list(pieces)


def test_a_download_does_not_cross_from_the_old_directory_into_the_new_one(gamma):
    release = build(gamma, comments=True)
    before = b"".join(zip_of(release, timezone.now(), lead=False))
    pieces = zip_of(release, timezone.now(), lead=False)
    got = [next(pieces)]
    keeping._exchange(rebuilt_otherwise(release))
    assert b"".join([*got, *pieces]) == before


def rebuilt_otherwise(release: Release) -> Release:
    shutil.copytree(directory_of(release), workshop_of(release))
    for path in workshop_of(release).rglob("*.*"):
        path.write_text("other\n")
    return release


def test_a_comparison_while_the_directory_is_exchanged_says_so(gamma):
    one, two = build(gamma, "one"), build(gamma, "two")
    directory_of(one).rename(root() / f".old-{one.pk}")
    for pair in ((one, two), (two, one)):
        with pytest.raises(UnavailableError, match="“one” is being built anew"):
            comparison(*pair)
