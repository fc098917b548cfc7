"""What leaves a site with an exported project, and what an edited archive cannot bring into another one."""

import io
import json
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import override_settings
from django.utils import timezone

from annotation.models import (
    CrowdStudy,
    CrowdWorker,
    GuidelinesImage,
    Import,
    Invitation,
    Item,
    Project,
    Release,
    Selection,
    SelectionSource,
)
from annotation.queries.releases.release_files import freeze_record_path
from annotation.services.backup.referenced_files import LinkedFiles
from annotation.services.imports.lifecycle import upload
from annotation.services.projects.archiving import set_archived
from annotation.services.projects.guidelines_images import upload_image
from annotation.services.projects.project_settings import create_project
from annotation.services.releases.build_job import rebuild
from annotation.services.transfer import delete_project as delete_module
from annotation.services.transfer import export_project as export_module
from annotation.services.transfer import import_project as import_module
from annotation.services.transfer.delete_project import delete_project
from annotation.services.transfer.export_project import export_project
from annotation.services.transfer.import_project import import_project
from annotation.services.transfer.imported_files import ImportedFiles
from foundation.archive_file import ArchiveError, sha256_of
from foundation.errors import ConflictError, InvalidError, StorageFullError
from morelkit.release.verify import verify
from tests.archives import altered
from tests.images import png
from tests.openhaldet import response, unlabelled
from tests.people import annotate, join
from tests.records import import_records, item, stored
from tests.services.releases.building import build
from tests.services.threads import at_once
from tests.sources import import_source

LINE = b'{"id": "n-1", "lang": "EN", "model_input": "Who?", "model_output_text": "Ada."}'
PEOPLE = {name: name for name in ("ada", "bo", "lena")}


@pytest.fixture(autouse=True)
def no_files_of_other_tests(data_dir) -> None:
    """Tests whose projects were rolled back leave files under numbers that projects of these tests get again."""
    for name in ("guidelines-images", "item-images", "releases"):
        shutil.rmtree(data_dir / name, ignore_errors=True)


@pytest.fixture
def project(transactional_db, data_dir) -> Project:
    """A project with a published release, links for people, an upload, and an image."""
    project = create_project("gamma", preset="mu-shroom", redundancy=2)
    import_records(project, [item("q-1"), item("q-2")])
    people = {name: join(project, name) for name in ("ada", "bo")}
    lena = join(project, "lena", "lead")
    for user in people.values():
        annotate(project, user, stored(project, "q-1"), (4, 12))
    build(project)
    Release.objects.update(published_at=timezone.now(), link_token="secret-release-token")
    Invitation.objects.create(
        project=project,
        role="annotator",
        code="secret-invitation",
        note="Grace from Oslo",
        email="grace@example.org",
        mail_error="<grace@example.org>: unknown",
        expires_at=timezone.now(),
        created_by=lena,
    )
    study = CrowdStudy.objects.create(project=project, kind="prolific", quota=3, code="secret-study")
    CrowdWorker.objects.create(study=study, user=people["ada"], platform_id="5f0c-worker")
    upload(project, "items", io.BytesIO(LINE), "more.jsonl", lena)
    upload_image(project, "menu.png", png())
    return project


@pytest.fixture
def archive(project, tmp_path) -> Path:
    """The export of the project. It is in no site any more."""
    project = set_archived(project, True, timezone.now())
    file = tmp_path / "gamma.tar.gz"
    export_project(project, file)
    delete_project(project, file, "gamma")
    return file


def text_of(archive: Path) -> str:
    """The manifest, the people and the rows."""
    with tarfile.open(archive) as tar:
        read = [
            info for info in tar if info.name.endswith((".json", ".jsonl")) and "releases" not in info.name
        ]
        return "".join((tar.extractfile(info) or io.BytesIO()).read().decode() for info in read)


def edited(archive: Path, table: str, edit: Callable[[dict[str, Any]], Any]) -> Path:
    """A copy in which `edit` has changed each row of a table."""

    def lines(content: bytes) -> bytes:
        rows = [json.loads(line) for line in content.splitlines()]
        for row in rows:
            edit(row)
        return "".join(json.dumps(row) + "\n" for row in rows).encode()

    return altered(archive, archive.with_name("edited.tar.gz"), f"rows/annotation_{table}.jsonl", lines)


def test_addresses_and_codes_of_links_do_not_leave_the_site(archive):
    text = text_of(archive)
    assert '"username": "ada"' in text
    for secret in ("secret-", "grace@example.org", "Grace from Oslo", "5f0c-worker"):
        assert secret not in text


def test_an_imported_release_is_not_published_and_links_are_new(archive):
    imported = import_project(archive, PEOPLE, timezone.now())
    release = Release.objects.get(project=imported)
    assert (release.published_at, release.link_token) == (None, None)
    invitation = Invitation.objects.get(project=imported)
    assert len(invitation.code) > 16
    assert (invitation.note, invitation.email, invitation.revoked_at is None) == ("", "", False)
    worker = CrowdWorker.objects.get(study__project=imported)
    assert (worker.platform_id, worker.study.revoked_at is None) == ("", False)


def test_an_edited_archive_cannot_bring_a_link_that_works(archive):
    def publish(row: dict[str, Any]) -> None:
        row |= {"link_token": "chosen-by-somebody", "published_at": row["created_at"]}

    import_project(edited(archive, "release", publish), PEOPLE, timezone.now())
    release = Release.objects.get()
    assert (release.published_at, release.link_token) == (None, None)


def redirect(archive: Path, state: str, path: str) -> Path:
    """A copy in which the upload is in another state and names another file."""

    def edit(row: dict[str, Any]) -> None:
        if row["state"] == "uploaded":
            row["state"] = state
            row["files"][0]["path"] = path.format(uploads=settings.DATA_DIR / "uploads")

    return edited(archive, "import", edit)


def test_an_import_that_can_be_started_names_a_file_of_the_archive(archive):
    for state, path in [
        ("uploaded", "/etc/passwd"),
        ("uploaded", "secret-key"),
        ("uploaded", "{uploads}/.."),
        ("uploaded", "{uploads}/gone"),
        ("refused", "{uploads}/.."),
        ("refused", "{uploads}/gone"),
    ]:
        with pytest.raises(ArchiveError, match=r"lacks the file of the upload more\.jsonl"):
            import_project(redirect(archive, state, path), PEOPLE, timezone.now())
    assert not Project.objects.exists()


@pytest.mark.parametrize(
    ("state", "path", "imported"),
    [("refused", "/etc/passwd", "failed"), ("done", "/etc/passwd", "done"), ("done", "{uploads}/..", "done")],
)
def test_an_import_that_has_ended_names_no_file(archive, state, path, imported):
    import_project(redirect(archive, state, path), PEOPLE, timezone.now())
    found = Import.objects.get(files__0__name="more.jsonl")
    assert (found.files[0]["path"], found.state) == ("", imported)


def test_an_image_that_nobody_could_have_uploaded_is_refused(archive):
    changes = {"name": "../../menu.png"}, {"name": "menu.svg"}, {"media_type": "text/html"}
    for change in changes:
        file = edited(archive, "guidelinesimage", lambda row, change=change: row.update(change))
        with pytest.raises(ArchiveError, match="is no image of guidelines"):
            import_project(file, PEOPLE, timezone.now())
    assert not Project.objects.exists()


def test_ids_that_no_table_can_have_are_refused(archive):
    def edit(state: dict[str, Any]) -> None:
        state["ids"]["annotation_item"] = [1, 2**62]

    file = altered(archive, archive.with_name("edited.tar.gz"), "manifest.json", edit)
    with pytest.raises(ArchiveError, match="are in no table"):
        import_project(file, PEOPLE, timezone.now())


def test_a_release_with_a_foreign_id_is_refused(archive):
    for key in ("../../x", 10**6, None):
        file = edited(archive, "release", lambda row, key=key: row.update(id=key))
        with pytest.raises(ArchiveError, match="which is not in it"):
            import_project(file, PEOPLE, timezone.now())


@pytest.mark.parametrize("policy", [{}, {"assignment": "balanced", "sample": 1}])
def test_empty_answers_of_an_archive_without_implied_labels_are_kept_from_annotators(
    transactional_db, data_dir, tmp_path, policy
):
    project = create_project("hal", preset="openhaldet", redundancy=1, **policy)
    prompts = ("Who?", "Who?", "When?")
    rows = [
        response(n, answer="" if n == 2 else "Yes.", prompt=prompt, structured_data={"question": prompt})
        for n, prompt in enumerate(prompts, 1)
    ]
    import_records(project, unlabelled(*rows))
    counted = [row.items for row in project.project_languages.all()]
    project = set_archived(project, True, timezone.now())
    archive = tmp_path / "hal.tar.gz"
    export_project(project, archive)
    delete_project(project, archive, "hal")

    def as_earlier(row: dict[str, Any]) -> None:
        row["reservable"] = row["reservable"] or row["labels_implied"]
        del row["labels_implied"]

    edited(archive, "item", as_earlier)
    file = edited(archive.with_name("edited.tar.gz"), "projectlanguage", lambda row: row.update(items=3))
    file = altered(
        file, file, "manifest.json", lambda state: state["fields"]["annotation_item"].remove("labels_implied")
    )
    imported = import_project(file, {}, timezone.now())
    implied = Item.objects.filter(project=imported, labels_implied=True)
    assert [(each.external_id, each.reservable) for each in implied] == [("qa-2", False)]
    assert [row.items for row in imported.project_languages.all()] == counted
    assert Item.objects.filter(project=imported, reservable=True).count() == counted[0]


def test_a_release_has_its_selection_in_an_imported_project_too(transactional_db, data_dir, tmp_path):
    project = create_project("gamma", preset="shroom-cap", redundancy=1)
    import_records(project, [item("q-1"), item("q-2")])
    labels = {"annotator_0": {"factuality": "correct"}}
    votes = {"id": "q-1", "annotations": {"annotator_0": []}, "annotation_labels": labels}
    import_records(project, [votes], "annotations")
    source = import_source(project, [{"id": "q-1", "labels": {"factuality": "correct"}}], "judge")
    selection = Selection.objects.create(project=project, name="agreed", question="factuality", people=True)
    SelectionSource.objects.create(selection=selection, source=source)
    build(project, selection="agreed")
    archive = tmp_path / "gamma.tar.gz"
    project = set_archived(project, True, timezone.now())
    export_project(project, archive)
    delete_project(project, archive, "gamma")
    imported = import_project(archive, {}, timezone.now())
    release = Release.objects.get(project=imported)
    saved = Selection.objects.get(project=imported)
    assert release.request["selection"]["id"] == saved.pk != selection.pk
    rebuild(release, tmp_path / "again")
    assert verify(tmp_path / "again").differences == []


def test_an_export_that_the_archiving_overtook_cannot_be_used_to_delete(project, tmp_path, monkeypatch):
    """The project is archived after the snapshot of the export."""

    def archive_in_between(query: Any, links: Any, key: int) -> Any:
        Project.objects.get(pk=key)  # the snapshot begins
        at_once(lambda now: set_archived(project, True, now), [timezone.now()])
        return LinkedFiles(query, links, key)

    monkeypatch.setattr(export_module, "LinkedFiles", archive_in_between)
    export_project(project, tmp_path / "gamma.tar.gz")
    with pytest.raises(ConflictError, match="before the project was archived"):
        delete_project(Project.objects.get(), tmp_path / "gamma.tar.gz", "gamma")


def test_the_reserve_of_the_disk_stays_free(archive, tmp_path):
    other = create_project("delta", preset="mu-shroom")
    with override_settings(DISK_RESERVE=10**18):
        with pytest.raises(StorageFullError):
            export_project(other, tmp_path / "delta.tar.gz")
        with pytest.raises(StorageFullError):
            import_project(archive, PEOPLE, timezone.now())
    assert not (tmp_path / "delta.tar.gz").exists()
    assert list(settings.DATA_DIR.glob(".morel-*")) == []
    assert list(tmp_path.glob(".morel-*")) == []


def test_images_and_releases_are_in_their_places(archive):
    imported = import_project(archive, PEOPLE, timezone.now())
    image = GuidelinesImage.objects.get(project=imported)
    assert (settings.DATA_DIR / "guidelines-images" / str(imported.pk) / image.sha256).read_bytes() == png()
    assert list(settings.DATA_DIR.glob(".morel-*")) == []


def test_saves_do_not_wait_while_files_of_a_project_are_read_and_written(archive, monkeypatch):
    """Others write in between: their rows and those of the project have different ids."""

    def write_in_between(*arguments: Any) -> Any:
        assert not connection.in_atomic_block
        import_records(create_project("delta", preset="mu-shroom"), [item("q-1"), item("q-2")])
        return ImportedFiles(*arguments)

    monkeypatch.setattr(import_module, "ImportedFiles", write_in_between)
    imported = import_project(archive, PEOPLE, timezone.now())
    assert imported.item_set.count() == 2
    release = Release.objects.get(project=imported)
    assert sha256_of(freeze_record_path(release)) == release.freeze_sha256
    set_archived(imported, True, timezone.now())
    file = archive.with_name("second.tar.gz")
    export_project(imported, file)

    def hashed(path: Path) -> str:
        assert not connection.in_atomic_block
        return sha256_of(path)

    monkeypatch.setattr(delete_module, "sha256_of", hashed)
    assert delete_project(Project.objects.get(slug="gamma"), file, "gamma")


@pytest.mark.parametrize("slug", ["Gamma", "a/b", "two words", "-gamma", "x" * 51])
def test_a_slug_that_no_project_can_have_is_refused(archive, slug):
    with pytest.raises(InvalidError, match="is no slug"):
        import_project(archive, PEOPLE, timezone.now(), slug)
    assert not Project.objects.exists()
