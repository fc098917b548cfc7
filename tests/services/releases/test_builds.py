"""Building and rebuilding: reproducible, restartable, and independent of later changes."""

import errno
import json
from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.models import Annotation, AnnotationRevision, Project, Release
from annotation.queries.releases.release_files import (
    build_directory,
    freeze_record_path,
    release_directory,
    root,
)
from annotation.services.curation.item_changes import change_items
from annotation.services.releases.build_job import rebuild
from annotation.services.releases.lifecycle import withdraw
from annotation.services.releases.request import ReleaseRequest, request_release
from foundation.errors import InvalidError
from foundation.jobs import run_job, run_waiting
from foundation.models import Job
from morelkit.gold.policy import GoldPolicy
from morelkit.release import build as release_build
from morelkit.release.verify import verify
from tests.case_counts import examples
from tests.commands import manage, refuses, succeeds
from tests.people import annotate, join
from tests.records import import_records, items, stored
from tests.releases import files_of
from tests.services.releases.building import build
from tests.services.statistics.history import apply_step, make_project, steps

pytestmark = pytest.mark.django_db

POLICY = GoldPolicy(min_annotations=1)


def test_a_rebuild_after_edits_gives_the_same_bytes(gamma, tmp_path):
    release = build(gamma, comments=True, evidence=True)
    before = files_of(release_directory(release))
    annotate(gamma, join(gamma, "ada"), stored(gamma, "q-4"), (0, 3))
    Annotation.objects.filter(item__project=gamma).update(excluded_at=timezone.now())
    gamma.name, gamma.policy = "Another", "merged"
    gamma.save()
    rebuild(release, tmp_path / "again")
    assert files_of(tmp_path / "again") == before == files_of(release_directory(release))


def test_a_rebuild_keeps_the_splits_that_the_release_was_frozen_with(gamma, tmp_path):
    lead = join(gamma, "lena", "lead")

    def set_split(split: str, external_id: str) -> None:
        change_items(gamma, "split", split, [stored(gamma, external_id).pk], 1, lead, timezone.now())

    set_split("dev", "q-1")
    release = build(gamma)
    before = files_of(release_directory(release))
    assert b'"split":"dev"' in b"".join(before.values())
    set_split("test", "q-1")
    set_split("test", "q-2")
    rebuild(release, tmp_path / "again")
    assert files_of(tmp_path / "again") == before
    assert not verify(release_directory(release)).differences


def test_a_full_disk_leaves_no_files_and_the_name_available(gamma, monkeypatch):
    kept = sorted(root().iterdir())
    with monkeypatch.context() as full:
        full.setattr(release_build._HashedFile, "write", no_space)
        with pytest.raises(InvalidError, match="No space left on device"):
            build(gamma)
    failed = Release.objects.get(project=gamma)
    assert (failed.state, failed.job.state) == ("failed", "failed")
    assert "No space left" in failed.message
    assert sorted(root().iterdir()) == kept
    assert build(gamma).state == "ready"


def no_space(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("moved", [False, True])
def test_a_killed_build_is_restarted(gamma, moved):
    release = request_release(gamma, ReleaseRequest("v1", GoldPolicy()), None)
    half = release_directory(release) if moved else build_directory(release)
    half.mkdir()
    (half / "README.md").write_text("half")
    freeze_record_path(release).write_bytes(b"half")
    Job.objects.filter(pk=release.job_id).update(
        state="running", worker="elsewhere:1:1", heartbeat=timezone.now() - timedelta(minutes=1)
    )
    assert run_waiting("releases")
    release.refresh_from_db()
    assert release.state == "ready"
    assert not verify(release_directory(release)).differences
    assert not build_directory(release).exists()


def test_commands_build_verify_and_rebuild(gamma, tmp_path):
    out, again = tmp_path / "v1", tmp_path / "again"
    ids_file = tmp_path / "ids.txt"
    ids_file.write_text("q-1\nq-2\nq-3\nq-4\n")
    said = succeeds(
        *("build_release", "gamma", "v1", "--policy", "merged", "ties=in", "--languages", "EN"),
        *("--split-by", "list", "--splits", f"test={ids_file}", "--rename", "{split}-{n}"),
        *("--hold-back", "test", "--embargo", "2999-01-01", "--out", out),
    )
    assert "4 items; 1 left out" in said
    assert "all is as it should be" in succeeds("verify_release", out)
    succeeds("rebuild_release", "gamma", "v1", "--out", again)
    assert files_of(out) == files_of(again)
    (out / "gold/en.test.jsonl").write_text("")
    done = manage("verify_release", out)
    assert done.status == 1
    assert "gold/en.test.jsonl: item test-1: The gold is missing." in done.out
    assert "already" in refuses("build_release", "gamma", "v1")
    assert "there already" in refuses("rebuild_release", "gamma", "v1", "--out", again)
    assert "no release “v2”" in refuses("rebuild_release", "gamma", "v2", "--out", tmp_path / "x")
    assert "manifest.json" in refuses("verify_release", tmp_path)


def test_a_damaged_freeze_record_is_refused(gamma, tmp_path):
    release = build(gamma)
    freeze_record_path(release).write_bytes(freeze_record_path(release).read_bytes()[:-1])
    with pytest.raises(InvalidError, match="not as it was written"):
        rebuild(release, tmp_path / "again")
    assert not list(tmp_path.iterdir())


@settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=examples(15),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(before=st.lists(steps, max_size=5), after=st.lists(steps, min_size=3, max_size=8))
def test_no_sequence_of_operations_changes_a_release_or_loses_a_revision(db, tmp_path_factory, before, after):
    project = make_project(f"gamma-{Project.objects.count()}")
    zoe = join(project, "zoe")
    for name in ("q-1", "ar-1"):
        annotate(project, zoe, stored(project, name), (0, 3))
    for step in before:
        apply_step(project, step)
    release = build(project, policy=POLICY)
    kept, revisions = files_of(release_directory(release)), revisions_of(project)
    for step in after:
        apply_step(project, step)
    import_records(project, items(4))
    withdraw(release, "To see whether it changes.", timezone.now())
    assert files_of(release_directory(release)) == kept
    assert revisions <= revisions_of(project)
    again = tmp_path_factory.mktemp("again") / "v1"
    rebuild(release, again)
    assert files_of(again) == kept
    assert not verify(again).differences


def revisions_of(project: Project) -> set[tuple[int, int, str]]:
    rows = AnnotationRevision.objects.filter(annotation__item__project=project)
    return {(row.pk, row.number, json.dumps([row.spans, row.labels])) for row in rows}


def test_the_job_of_a_finished_release_does_nothing(gamma):
    release = build(gamma)
    assert run_job(release.job) is False
