"""Delete a project after it was archived and exported."""

import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from annotation.models import Annotation, Import, Project, Release
from annotation.models.project import job_scope
from annotation.queries.projects.guidelines_images import images_folder
from annotation.queries.references.item_images import item_images_folder
from annotation.queries.releases.release_files import freeze_record_path, release_directory
from annotation.services.backup.referenced_files import UPLOADS
from annotation.services.projects.archiving import refuse_open_jobs
from annotation.services.transfer.export_project import KIND
from annotation.services.transfer.project_tables import project_tables
from foundation.archive_file import open_archive, sha256_of
from foundation.audit import SITE, AuditKind, record
from foundation.errors import ConflictError, InvalidError, wrong_field
from foundation.models import Job, Notification
from foundation.write_transaction import write_transaction


def delete_project(project: Project, export: Path, confirmed: str) -> int:
    """Delete all rows and files of an archived project and return the number of rows. Accounts stay.

    `export`: the archive of `export_project`, made after the project was archived. It is read completely and compared
    with the database. Raises InvalidError, ConflictError.
    """
    if confirmed != project.slug:
        raise wrong_field("confirm", "Type the slug of the project that is to be deleted.")
    if project.archived_at is None:
        raise ConflictError(
            f"“{project.slug}” is not archived. Archive it, export it, and then delete it.",
            code="not_archived",
        )
    manifest = _read_export(project, export)
    export_sha256 = sha256_of(export)
    with write_transaction():
        project = Project.objects.select_for_update().get(pk=project.pk)
        refuse_open_jobs(project)
        _compare(project, manifest)
        files = _files_of(project)
        record(AuditKind.PROJECT_DELETED, SITE, project=project.slug, export_sha256=export_sha256)
        deleted = _delete_rows(project)
    for path in files:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    return deleted


def _read_export(project: Project, export: Path) -> dict[str, Any]:
    """Check every member of the archive, and return its manifest."""
    with open_archive(export, KIND) as archive:
        if (archive.manifest["slug"], archive.manifest["project"]) != (project.slug, project.pk):
            raise InvalidError(
                f"{export} is the export of “{archive.manifest['slug']}”, not of “{project.slug}”.",
                code="export",
            )
        archive.check()
        return archive.manifest


def _compare(project: Project, manifest: dict[str, Any]) -> None:
    """Raise ConflictError if the project has changed since it was exported."""
    if project.archived_at is None or manifest.get("archived_at") != project.archived_at.isoformat():
        raise ConflictError(
            "The export was made before the project was archived, so it may lack something. Export it again.",
            code="stale_export",
        )
    for table in project_tables():
        found, exported = table.rows(project.pk).count(), manifest["counts"].get(table.name, 0)
        if found != exported:
            raise ConflictError(
                f"The project has {found:,} rows of {table.name}, and the export {exported:,}. Export it again.",
                code="stale_export",
            )


def _files_of(project: Project) -> list[Path]:
    files = [images_folder(project.pk), item_images_folder(project.pk)]
    for release in Release.objects.filter(project=project):
        files += [release_directory(release), freeze_record_path(release)]
    for import_ in Import.objects.filter(project=project):
        files += [
            Path(each["path"])
            for each in import_.files
            if Path(each["path"]).parent == settings.DATA_DIR / UPLOADS
        ]
    return files


def _delete_rows(project: Project) -> int:
    """Delete by one statement for each table. Foreign keys are checked when the transaction ends."""
    Annotation.objects.filter(item__project=project).update(head=None, submitted=None)
    deleted = 0
    for table in _farthest_first():
        rows = table.rows(project.pk).order_by()
        deleted += rows._raw_delete(using=connection.alias)
    Job.objects.filter(scope=job_scope(project.pk)).delete()
    Notification.objects.filter(scope=job_scope(project.pk)).delete()
    return deleted


def _farthest_first() -> Any:
    """The tables in an order in which the path of each still leads to the project."""
    return sorted(
        project_tables(), key=lambda table: (table.path != "pk", table.path.count("__")), reverse=True
    )
