"""Check that a release has exactly the files that follow from its counts and options.

The manifest's list is compared with these paths. A path is never opened only because the manifest lists it.
"""

from codecs import BOM_UTF8
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path, PurePosixPath
from typing import Any

from morelkit.release import layout
from morelkit.release.embargo import NOTICE_FIELDS
from morelkit.release.findings import ReportFinding
from morelkit.release.layout import Part
from morelkit.release.manifest import Counts, File, Head
from morelkit.release.parquet import parquet_path
from morelkit.release.read_lines import BOM_FOUND, begins_with_bom, digest_of, read_json


def paths_of(head: Head, counts: Mapping[Part, Counts]) -> set[str]:
    """Return the paths of all files except the manifest."""
    paths = {layout.AGREEMENT, layout.AGREEMENT_TABLE, layout.CARD, layout.CROISSANT, layout.CHANGES}
    paths |= set(head.guidelines)
    kinds = [*layout.LINES, *(kind for kind in layout.EXTRAS if head.options.get(kind))]
    for part in counts:
        if part.split == head.unannotated:
            paths.add(layout.lines_path("unlabelled", part))
            continue
        tables = [layout.items_table(part), layout.spans_table(part)]
        paths |= {*(layout.lines_path(kind, part) for kind in kinds), *tables}
        if head.options.get("parquet"):
            paths |= {parquet_path(table) for table in tables}
    return paths


def is_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def check_files(
    directory: Path,
    files: Sequence[File],
    expected: set[str],
    withheld: frozenset[str],
    report: ReportFinding,
) -> list[str]:
    """Report missing, extra and changed files, and return what a hub adds to a copy, which is ignored.

    Card and Croissant file of a download under embargo are not those in the manifest: `check_card_and_croissant` checks
    all of them.
    """
    listed = {file.path: file for file in files}
    for path in sorted(expected - listed.keys()):
        report(path, "", f"{layout.MANIFEST} does not list the file.")
    for path in sorted(listed.keys() - expected):
        report(layout.MANIFEST, "", f"It lists an unexpected file: {path[:200]}.")
    if len(listed) != len(files):
        report(layout.MANIFEST, "", "It lists a file more than once.")
    for path in sorted(expected):
        if not is_file(directory / path):
            if path not in withheld:
                report(path, "", "The file is missing.")
        elif path in listed:
            changed = path in layout.OF_DOWNLOADS and bool(withheld)
            _check_content(directory / path, listed[path], report, changed=changed)
    return _check_nothing_else(directory, expected | {layout.MANIFEST, layout.EMBARGO}, report)


def _check_content(path: Path, file: File, report: ReportFinding, *, changed: bool) -> None:
    """Report a byte order mark, and a file whose content without it is not as listed. `changed`: do not compare."""
    try:
        same = changed or (path.stat().st_size == file.size and digest_of(path) == file.sha256)
        if begins_with_bom(path) and not (same and _is_free_text(file.path)):
            report(file.path, "", BOM_FOUND)
            same = same or digest_of(path, skip=len(BOM_UTF8)) == file.sha256
    except OSError as error:
        report(file.path, "", f"It cannot be read: {error.strerror}.")
        return
    if not same:
        report(file.path, "", "The file is not the one that was released: its sha256 differs.")


def _is_free_text(path: str) -> bool:
    """Return whether people wrote the file, so that it may begin with a byte order mark."""
    return path == layout.CHANGES or layout.is_guidelines_text(path)


def _check_nothing_else(directory: Path, expected: set[str], report: ReportFinding) -> list[str]:
    ignored = [
        name for name in layout.OF_HUBS if (directory / name).exists() and not _via_link(directory, name)
    ]
    folders = {str(folder) for path in (*expected, *ignored) for folder in PurePosixPath(path).parents}
    for path in sorted(directory.rglob("*")):
        name = path.relative_to(directory).as_posix()
        if any(name == each or name.startswith(f"{each}/") for each in ignored):
            continue
        belongs = is_file(path) and name in expected
        if not belongs and not (path.is_dir() and not path.is_symlink() and name in folders):
            report(name, "", "Unexpected file.")
    return ignored


def _via_link(directory: Path, name: str) -> bool:
    path = directory / name
    return path.is_symlink() or (path.parent != directory and path.parent.is_symlink())


def withheld_files(directory: Path, head: Head, expected: set[str], report: ReportFinding) -> frozenset[str]:
    """Return the missing files that an embargo allows to be missing, and report what does not fit the embargo.

    A download under embargo lists its withheld files: for each split, all of its revealing files or none.
    """
    path = directory / layout.EMBARGO
    if not path.exists():
        return frozenset()
    if not head.embargo:
        report(layout.EMBARGO, "", "The release was built without an embargo.")
        return frozenset()
    try:
        notice = _notice(path)
    except ValueError:
        report(layout.EMBARGO, "", "It cannot be read.")
        return frozenset()
    _check_notice(notice, head, report)
    listed = set(notice["withheld"])
    missing = {each for each in expected if not (directory / each).is_file()}
    allowed: set[str] = set()
    for split in head.embargo:
        of_split = set(layout.withheld_paths(sorted(expected), frozenset({split})))
        allowed |= of_split
        # Older downloads include provenance, which was not known to reveal gold.
        present = {each for each in of_split - missing if not each.startswith("provenance/")}
        if of_split & listed & missing and present:
            report(layout.EMBARGO, "", f"Of the split {split}, some files are held back and others are here.")
    for each in sorted(listed - allowed):
        report(layout.EMBARGO, "", f"It lists an unexpected file as held back: {each[:200]}.")
    for each in sorted((listed & allowed) - missing):
        report(layout.EMBARGO, "", f"It lists {each} as held back, but the file is here.")
    return frozenset(listed & allowed & missing)


def _notice(path: Path) -> dict[str, Any]:
    """Return the content of an embargo file. Raises `ValueError`."""
    notice = read_json(path)
    paths = notice.get("withheld") if isinstance(notice, dict) else None
    if not isinstance(paths, list) or not all(isinstance(each, str) for each in paths):
        raise ValueError("no list of paths")
    return dict(notice)


def _check_notice(notice: dict[str, Any], head: Head, report: ReportFinding) -> None:
    for name in sorted(notice.keys() - set(NOTICE_FIELDS)):
        report(layout.EMBARGO, "", f"Unexpected field {name[:80]}.")
    if notice.get("splits", sorted(head.embargo)) != sorted(head.embargo):
        report(layout.EMBARGO, "", f"Its splits are not those of {layout.MANIFEST}.")
    if not _is_day(notice.get("opens_on")):
        report(layout.EMBARGO, "", "Its opens_on is not a day.")


def _is_day(value: object) -> bool:
    """Return whether the value is null or a day as in 2026-12-31."""
    try:
        return value is None or (isinstance(value, str) and date.fromisoformat(value).isoformat() == value)
    except ValueError:
        return False
