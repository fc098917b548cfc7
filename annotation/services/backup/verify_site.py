"""Compare the statistics of all projects with a recomputation, and verify all images, releases and other files."""

from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.db import connection

from annotation.models import GuidelinesImage, ItemImage, Project, Release
from annotation.queries.projects.guidelines_images import image_path
from annotation.queries.references.item_images import display_path, original_path
from annotation.queries.releases.release_files import freeze_record_path, release_directory
from annotation.services.references.image_content import is_display_copy
from annotation.services.statistics.recompute import recompute
from foundation.stored_files import FileFolder, file_folders
from morelkit.release.read_lines import digest_of
from morelkit.release.verify import NotAReleaseError, verify


def verify_site(report: Callable[[str], None]) -> int:
    """Report each project and release on a line, and each difference. Return the number of differences."""
    found = 0
    for project in Project.objects.order_by("slug"):
        differences = recompute(project, lambda text: report(f"  {text}"), check=True)
        report(f"{project.slug}: {differences} differences of statistics")
        damaged = _damaged_images(project)
        for name in damaged:
            report(f"  {project.slug}: the file of the image {name} is missing or differs")
        copies = _damaged_copies(project)
        for name in copies:
            report(f"  {project.slug}: the display copy of the image {name} is missing or damaged")
        found += differences + len(damaged) + len(copies)
    built = Release.objects.filter(state__in=[Release.State.READY, Release.State.WITHDRAWN])
    for release in built.select_related("project").order_by("project__slug", "pk"):
        problems = _release_problems(release)
        for problem in problems:
            report(f"  {problem}")
        report(f"{release.project.slug} {release.name}: {len(problems)} differences of the release")
        found += len(problems)
    return found + sum(_verify_folder(folder, report) for folder in file_folders())


def _verify_folder(folder: FileFolder, report: Callable[[str], None]) -> int:
    with connection.cursor() as cursor:
        files = list(folder.files(lambda query: cursor.execute(query).fetchall()))
    problems = 0
    for file in files:
        if not _has_content(settings.DATA_DIR / file.path, file.sha256):
            report(f"  {file.label}: its file {file.path} is missing or differs")
            problems += 1
    report(f"{folder.name}: {problems} differences of {len(files)} files")
    return problems


def _damaged_images(project: Project) -> list[str]:
    """Return the names of images of guidelines, and the digests of images of items, whose files are not as stored."""
    guidelines = GuidelinesImage.objects.filter(project=project).order_by("name")
    items = ItemImage.objects.filter(project=project).order_by("sha256").values_list("sha256", flat=True)
    return [
        *(row.name for row in guidelines if not _has_content(image_path(row), row.sha256)),
        *(sha256 for sha256 in items if not _has_content(original_path(project.pk, sha256), sha256)),
    ]


def _damaged_copies(project: Project) -> list[str]:
    """Return the digests of images whose display copies are missing, cannot be decoded or have another size."""
    rows = ItemImage.objects.filter(project=project).order_by("sha256")
    found = []
    for sha256, width, height in rows.values_list("sha256", "width", "height"):
        path = display_path(project.pk, sha256)
        if not path.is_file() or not is_display_copy(path.read_bytes(), width, height):
            found.append(sha256)
    return found


def _has_content(path: Path, sha256: str) -> bool:
    return path.is_file() and digest_of(path) == sha256


def _release_problems(release: Release) -> list[str]:
    record = freeze_record_path(release)
    problems = []
    if not record.is_file() or digest_of(record) != release.freeze_sha256:
        problems.append(f"The freeze record {record} is missing or differs.")
    try:
        done = verify(release_directory(release), release.manifest_sha256)
    except NotAReleaseError as error:
        return [*problems, f"{release_directory(release)}: {error}"]
    return [*problems, *(str(each) for each in done.differences)]
