"""Backup: what an archive holds, and what happens in between."""

import hashlib
import io
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import override_settings
from django.utils import timezone

from annotation.models import Import, Release
from annotation.queries.releases.release_files import build_directory, release_directory
from annotation.services.backup import create_backup as backup_module
from annotation.services.backup import referenced_files
from annotation.services.backup.create_backup import create_backup
from annotation.services.backup.database_snapshot import database_snapshot
from annotation.services.backup.referenced_files import LinkedFiles
from annotation.services.imports.lifecycle import discard_import, upload
from annotation.services.projects.guidelines_images import upload_image
from annotation.services.projects.project_settings import create_project
from annotation.services.releases.build_job import request_reissue
from annotation.services.releases.lifecycle import withdraw
from foundation import archive_file
from foundation.archive_file import open_archive, sha256_of
from foundation.errors import BusyError, ConflictError, InvalidError
from foundation.jobs import run_waiting
from tests.commands import manage, refuses, succeeds
from tests.databases import postgres_url
from tests.images import png
from tests.people import annotate, join
from tests.records import import_annotations, import_records, item, stored
from tests.services.releases.building import build

LINE = b'{"id": "n-1", "lang": "EN", "model_input": "Who?", "model_output_text": "Ada."}'


@pytest.fixture
def project(transactional_db, data_dir):
    """A project with two items, two annotations of each, and a comment."""
    shutil.rmtree(data_dir / "releases", ignore_errors=True)
    project = create_project("gamma", preset="mu-shroom", redundancy=2)
    import_records(project, [item("q-1"), item("q-2")])
    import_annotations(project, {"q-2": {"annotator_a": [[0, 3]], "annotator_b": [[25, 30]]}})
    annotate(project, join(project, "ada"), stored(project, "q-1"), (4, 12), comment="Not in Paris.")
    annotate(project, join(project, "bo"), stored(project, "q-1"), (25, 30))
    yield project
    shutil.rmtree(data_dir / "releases", ignore_errors=True)
    shutil.rmtree(data_dir / "guidelines-images", ignore_errors=True)


def members(path: Path) -> dict[str, str]:
    with open_archive(path, backup_module.KIND) as archive:
        return {member.path: member.sha256 for member in archive.members}


def manifest(path: Path) -> dict[str, Any]:
    with open_archive(path, backup_module.KIND) as archive:
        return archive.manifest


def upload_file(project: Any) -> Import:
    return upload(project, "items", io.BytesIO(LINE), "more.jsonl", User.objects.get(username="ada"))


def test_an_archive_holds_what_rows_refer_to_and_nothing_else(project, tmp_path):
    release, withdrawn = build(project), build(project, "v2")
    withdraw(withdrawn, "A mistake.", timezone.now())
    import_ = upload_file(project)
    (settings.DATA_DIR / "uploads" / "leftover").write_bytes(b"x")
    build_directory(release).mkdir()
    done = create_backup(tmp_path / "backup.tar.gz")
    found = members(tmp_path / "backup.tar.gz")
    assert found[f"releases/{release.pk}/manifest.json"] == release.manifest_sha256
    assert found[f"releases/{withdrawn.pk}/manifest.json"] == withdrawn.manifest_sha256
    assert found[f"releases/{release.pk}.freeze.jsonl.gz"] == release.freeze_sha256
    assert found[f"uploads/{Path(import_.files[0]['path']).name}"] == hashlib.sha256(LINE).hexdigest()
    folders = {path.split("/")[0] for path in found} - {"secret-key", "releases", "uploads"}
    assert folders <= {"database.sqlite3", "database", f"{release.pk}.freeze.jsonl.gz"}
    assert not any("leftover" in path or "building" in path for path in found)
    assert done.missing == []
    state = manifest(tmp_path / "backup.tar.gz")
    assert state["counts"]["annotation_release"] == 2
    assert state["database"] == ("postgresql" if postgres_url() else "sqlite")
    assert list(settings.DATA_DIR.glob(".morel-*")) == []
    assert [each.name for each in tmp_path.iterdir()] == ["backup.tar.gz"]


def test_images_of_guidelines_are_in_the_archive_and_a_damaged_one_is_named(project, tmp_path):
    image = upload_image(project, "menu.png", png())
    assert create_backup(tmp_path / "backup.tar.gz").missing == []
    path = f"guidelines-images/{project.pk}/{image.sha256}"
    assert members(tmp_path / "backup.tar.gz")[path] == image.sha256
    assert "differ" not in succeeds("verify_site").replace("0 differences", "")
    (settings.DATA_DIR / path).unlink()
    (settings.DATA_DIR / path).write_bytes(b"x")
    (missing,) = create_backup(tmp_path / "second.tar.gz").missing
    assert missing.startswith("image menu.png of gamma: ")
    outcome = manage("verify_site")
    assert outcome.status == 1
    assert "gamma: the file of the image menu.png is missing or differs" in outcome.out


def change_between(monkeypatch: Any, change: Any) -> list[int]:
    """Let `change` happen after the first snapshot of the database, before its files are taken."""
    calls: list[int] = []

    def link(rows: Any, directory: Path) -> Any:
        calls.append(1)
        rows("SELECT count(*) FROM annotation_release")  # the snapshot begins
        if len(calls) == 1:
            change()
        return LinkedFiles(rows, directory)

    monkeypatch.setattr(backup_module, "LinkedFiles", link)
    return calls


@pytest.mark.parametrize("kind", ["reissued", "built", "discarded", "withdrawn"])
def test_a_change_between_database_and_files_keeps_the_invariant(project, tmp_path, monkeypatch, kind):
    release = build(project, comments=True)
    import_ = upload_file(project)

    def change() -> None:
        if kind == "reissued":
            Release.objects.update(request=release.request | {"license": "cc-by-4.0"})
            request_reissue(release)
            assert run_waiting("releases")
            assert Release.objects.get().manifest_sha256 != release.manifest_sha256
        elif kind == "built":
            build(project, "v2")
        elif kind == "discarded":
            discard_import(import_)
        else:
            withdraw(release, "A mistake.", timezone.now())

    calls = change_between(monkeypatch, change)
    done = create_backup(tmp_path / "backup.tar.gz")
    assert done.missing == []
    assert len(calls) == (2 if kind in {"reissued", "discarded"} else 1)
    found = members(tmp_path / "backup.tar.gz")
    now = Release.objects.get(name="v1")
    assert found[f"releases/{now.pk}/manifest.json"] == now.manifest_sha256
    assert any(path.startswith("uploads/") for path in found) == (kind != "discarded")
    assert manifest(tmp_path / "backup.tar.gz")["counts"]["annotation_release"] == 1


def test_a_reissue_that_was_killed_between_two_renames_is_backed_up(project, tmp_path):
    release = build(project)
    release_directory(release).rename(build_directory(release).with_name(f".old-{release.pk}"))
    assert create_backup(tmp_path / "backup.tar.gz").missing == []
    assert (
        members(tmp_path / "backup.tar.gz")[f"releases/{release.pk}/manifest.json"] == release.manifest_sha256
    )


def test_a_site_that_lacks_files_is_backed_up_and_the_command_says_so(project, tmp_path):
    release = build(project)
    (release_directory(release) / "README.md").write_text("Other.")
    outcome = manage("backup", tmp_path / "backup.tar.gz")
    assert outcome.status == 1
    assert "release v1 of gamma: its file README.md differs from the manifest" in outcome.err
    assert f"releases/{release.pk}/README.md" in members(tmp_path / "backup.tar.gz")
    shutil.rmtree(release_directory(release))
    assert "its directory is missing" in manage("backup", tmp_path / "second.tar.gz").err


def test_two_backups_do_not_run_at_once_and_a_killed_one_leaves_nothing(project, tmp_path):
    left = [
        Path(tempfile.mkdtemp(prefix=".morel-", suffix=".working", dir=directory))
        for directory in (settings.DATA_DIR, tmp_path)
    ]
    with backup_module._only_backup(), pytest.raises(ConflictError, match="Another backup"):
        create_backup(tmp_path / "backup.tar.gz")
    create_backup(tmp_path / "backup.tar.gz")
    assert not any(each.exists() for each in left)
    with pytest.raises(InvalidError, match="exists"):
        create_backup(tmp_path / "backup.tar.gz")
    assert "There is no directory" in refuses("backup", tmp_path / "none" / "backup.tar.gz")


def test_a_backup_leaves_the_reserve_of_the_disk_free(project, tmp_path):
    with override_settings(DISK_RESERVE=10**18):
        assert "The disk of the server is nearly full" in refuses("backup", tmp_path / "backup.tar.gz")
    assert list(tmp_path.iterdir()) == []


def test_the_event_of_a_backup_is_in_the_audit_log_before_the_archive_is_there(
    project, tmp_path, monkeypatch
):
    def fail(*_: object, **__: object) -> None:
        raise BusyError

    monkeypatch.setattr(backup_module, "record_and_commit", fail)
    with pytest.raises(BusyError):
        create_backup(tmp_path / "backup.tar.gz")
    assert list(tmp_path.iterdir()) == []


def test_no_snapshot_is_open_while_files_are_read_and_compressed(project, tmp_path, monkeypatch):
    """A snapshot keeps the log of SQLite and the dead rows of PostgreSQL from being removed."""
    build(project)
    is_open: list[bool] = []

    @contextmanager
    def watched() -> Iterator[Any]:
        with database_snapshot() as snapshot:
            is_open.append(True)
            yield snapshot
        is_open.append(False)

    def hashed(path: Path) -> str:
        assert is_open[-1] is False
        return sha256_of(path)

    monkeypatch.setattr(backup_module, "database_snapshot", watched)
    for module in (referenced_files, archive_file):
        monkeypatch.setattr(module, "sha256_of", hashed)
    assert create_backup(tmp_path / "backup.tar.gz").missing == []
