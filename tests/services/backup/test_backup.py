"""Backup and restore: what is refused, what happens in between, and what an archive holds."""

import hashlib
import io
import json
import shutil
import tarfile
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone

from annotation.models import Import, Release
from annotation.queries.releases.release_files import build_directory, release_directory
from annotation.services.backup import create_backup as backup_module
from annotation.services.backup.create_backup import create_backup
from annotation.services.backup.referenced_files import take_files
from annotation.services.imports.lifecycle import discard_import, upload
from annotation.services.projects.guidelines_images import upload_image
from annotation.services.projects.project_settings import create_project
from annotation.services.releases.build_job import request_reissue
from annotation.services.releases.lifecycle import withdraw
from foundation.archive_file import open_archive
from foundation.errors import ConflictError, InvalidError
from foundation.jobs import run_waiting
from tests.commands import manage, refuses, succeeds
from tests.databases import postgres_url
from tests.e2e.site import Site
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
    assert list(settings.DATA_DIR.glob(".backup-*")) == []
    assert [each.name for each in tmp_path.iterdir()] == ["backup.tar.gz"]


def test_images_of_guidelines_are_in_the_archive_and_a_damaged_one_is_named(project, tmp_path, monkeypatch):
    monkeypatch.setattr(backup_module, "_ATTEMPTS", 1)
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

    def take(rows: Any, directory: Path) -> Any:
        calls.append(1)
        rows("SELECT count(*) FROM annotation_release")  # the snapshot begins
        if len(calls) == 1:
            change()
        return take_files(rows, directory)

    monkeypatch.setattr(backup_module, "take_files", take)
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


def test_a_site_that_lacks_files_is_backed_up_and_the_command_says_so(project, tmp_path, monkeypatch):
    monkeypatch.setattr(backup_module, "_ATTEMPTS", 2)
    release = build(project)
    (release_directory(release) / "README.md").write_text("Other.")
    outcome = manage("backup", tmp_path / "backup.tar.gz")
    assert outcome.status == 1
    assert "release v1 of gamma: its file README.md differs from the manifest" in outcome.err
    assert f"releases/{release.pk}/README.md" in members(tmp_path / "backup.tar.gz")
    shutil.rmtree(release_directory(release))
    assert "its directory is missing" in manage("backup", tmp_path / "second.tar.gz").err


def test_two_backups_do_not_run_at_once_and_a_killed_one_leaves_nothing(project, tmp_path):
    left = settings.DATA_DIR / ".backup-killed"
    left.mkdir()
    with backup_module._only_backup():
        assert not left.exists()
        with pytest.raises(ConflictError, match="Another backup"):
            create_backup(tmp_path / "backup.tar.gz")
    create_backup(tmp_path / "backup.tar.gz")
    with pytest.raises(InvalidError, match="exists"):
        create_backup(tmp_path / "backup.tar.gz")
    assert "There is no directory" in refuses("backup", tmp_path / "none" / "backup.tar.gz")


# Restore


@pytest.fixture(scope="module")
def backup(tmp_path_factory, migrated) -> Any:
    """The archive of a small site with a release, made by its commands."""
    directory = tmp_path_factory.mktemp("source")
    site = Site(directory, migrated=migrated)
    site.manage("demo")
    (directory / "menu.png").write_bytes(png())
    (directory / "guidelines.md").write_text("![The menu](images/menu.png)")
    guidelines = str(directory / "guidelines.md")
    site.manage("set_guidelines", "harbours", "ar", guidelines, "--images", str(directory))
    site.manage("build_release", "harbours", "v1")
    file = directory / "backup.tar.gz"
    site.manage("backup", str(file))
    site.close()
    return file


@pytest.fixture
def empty(tmp_path: Path) -> Any:
    (tmp_path / "new").mkdir()
    site = Site(tmp_path / "new", empty=True)
    yield site
    site.close()


def refusal(site: Site, *arguments: object) -> str:
    """The message of a command that must fail, and leave the site empty."""
    site.manage(*map(str, arguments), failing=True)
    assert not (site.directory / "morel.sqlite3").exists()
    assert not (site.directory / "releases").exists()
    assert not (site.directory / ".restoring").exists()
    return (site.directory / "command.err").read_text("utf-8")


def test_a_backup_is_restored_once(backup, empty):
    out = empty.manage("restore", str(backup))
    assert "restored as of" in out
    assert "harbours v1: 0 differences of the release" in empty.manage("verify_site")
    assert (empty.directory / "releases").stat().st_mode & 0o777 == 0o700
    (image,) = (empty.directory / "guidelines-images").glob("*/*")
    assert image.read_bytes() == png()
    assert image.stat().st_mode & 0o777 == 0o600
    empty.manage("restore", str(backup), failing=True)
    assert "is not empty" in (empty.directory / "command.err").read_text("utf-8")
    assert "0 differences" in empty.manage("verify_site")


def test_a_migrated_database_without_rows_is_empty(backup, empty):
    empty.manage("migrate", "-v0")
    empty.manage("restore", str(backup))
    assert "harbours v1: 0 differences" in empty.manage("verify_site")
    empty.manage(
        "add_member", "harbours", "newton", "--role", "lead", "--password", "a long enough password"
    )  # ids go on


def test_a_restore_that_was_killed_is_repeated_and_no_server_starts_before(backup, empty):
    (empty.directory / ".restoring").mkdir()
    (empty.directory / "releases" / "1").mkdir(parents=True)
    empty.manage("serve", failing=True)
    assert "run `restore` again" in (empty.directory / "command.err").read_text("utf-8")
    empty.manage("restore", str(backup))
    assert "harbours v1: 0 differences" in empty.manage("verify_site")


def test_a_folder_with_files_is_not_empty(backup, empty):
    (empty.directory / "uploads").mkdir(exist_ok=True)
    (empty.directory / "uploads" / "one").write_bytes(b"x")
    assert "uploads/one exists" in refusal(empty, "restore", backup)
    assert (empty.directory / "uploads" / "one").read_bytes() == b"x"


@pytest.mark.parametrize("share", [0.001, 0.3, 0.999])
def test_a_truncated_backup_is_refused_by_the_name_of_the_member(backup, empty, tmp_path, share):
    file = tmp_path / "cut.tar.gz"
    content = backup.read_bytes()
    file.write_bytes(content[: int(len(content) * share)])
    assert "truncated or altered" in refusal(empty, "restore", file)
    assert "truncated or altered" in refusal(empty, "restore", "--check", file)


def altered(backup: Path, file: Path, member: str, edit: Any) -> Path:
    """A copy of the backup with one member edited and the manifest adapted, as by somebody who knows the format."""
    with tarfile.open(backup) as tar:
        content = [(info.name, (tar.extractfile(info) or io.BytesIO()).read()) for info in tar]
    state = json.loads(content[0][1])
    if member == "manifest.json":
        edit(state)
    else:
        content = [(name, edit(text) if name == member else text) for name, text in content]
        for each in state["members"]:
            if each["path"] == member:
                text = dict(content)[member]
                each |= {"size": len(text), "sha256": hashlib.sha256(text).hexdigest()}
    content[0] = ("manifest.json", json.dumps(state).encode())
    with tarfile.open(file, "w:gz") as tar:
        for name, text in content:
            info = tarfile.TarInfo(name)
            info.size = len(text)
            tar.addfile(info, io.BytesIO(text))
    return file


def later(state: dict[str, Any]) -> None:
    state["migrations"]["annotation"].append("9999_from_the_future")


def miscounted(state: dict[str, Any]) -> None:
    state["counts"]["annotation_item"] += 1


def elsewhere(state: dict[str, Any]) -> None:
    state["members"][1]["path"] = "static/app.js"


def other_database(state: dict[str, Any]) -> None:
    state["database"] = "postgresql" if state["database"] == "sqlite" else "sqlite"


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (later, "made by a later version of Morel: migration annotation.9999_from_the_future"),
        (elsewhere, "static/app.js is no part of a backup"),
        (other_database, "DATABASE_URL"),
        (lambda state: state.pop("counts"), "“counts” is missing"),
    ],
)
def test_a_backup_that_does_not_fit_is_refused(backup, empty, tmp_path, edit, message):
    file = altered(backup, tmp_path / "altered.tar.gz", "manifest.json", edit)
    assert message in refusal(empty, "restore", file)


def test_a_backup_whose_counts_differ_is_refused_and_can_be_repeated(backup, empty, tmp_path):
    file = altered(backup, tmp_path / "altered.tar.gz", "manifest.json", miscounted)
    empty.manage("restore", str(file), failing=True)
    assert "annotation_item has" in (empty.directory / "command.err").read_text("utf-8")
    empty.manage("restore", str(backup))
    assert "harbours v1: 0 differences" in empty.manage("verify_site")


@pytest.mark.skipif(bool(postgres_url()), reason="It edits the SQLite file.")
def test_a_damaged_database_file_is_refused(backup, empty, tmp_path):
    file = altered(
        backup,
        tmp_path / "altered.tar.gz",
        "database.sqlite3",
        lambda content: content[:8192] + bytes(100_000) + content[108_192:],
    )
    empty.manage("restore", str(file), failing=True)
    assert "The database of the backup is damaged" in (empty.directory / "command.err").read_text("utf-8")


def test_the_check_of_a_backup_touches_nothing_and_finds_an_altered_release(backup, empty, tmp_path):
    empty.manage("help")  # every command creates the secret key and folders
    before = sorted(path.name for path in empty.directory.rglob("*") if "command" not in path.name)
    assert "no difference" in empty.manage("restore", "--check", str(backup))
    after = sorted(path.name for path in empty.directory.rglob("*") if "command" not in path.name)
    assert [name for name in after if name not in before] == []
    member = next(path for path in members(backup) if path.endswith("README.md"))
    file = altered(backup, tmp_path / "altered.tar.gz", member, lambda content: content + b"x")
    empty.manage("restore", "--check", str(file), failing=True)
    assert "2 differences" in (empty.directory / "command.err").read_text("utf-8")


def test_a_backup_is_not_restored_beside_a_running_server(backup, empty, migrated):
    empty.manage("migrate", "-v0")
    empty.start()
    empty.manage("restore", str(backup), failing=True)
    assert "Stop it before you restore" in (empty.directory / "command.err").read_text("utf-8")


def test_people_stay_logged_in_by_the_restored_key(backup, empty):
    empty.manage("restore", str(backup))
    restored = (empty.directory / "secret-key").read_text()
    assert restored == (backup.parent / "secret-key").read_text()
