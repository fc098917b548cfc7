"""Check that a release has exactly the files that follow from its counts and options.

The manifest's list is compared with these paths. A path is never opened only because the manifest lists it.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from morelkit.release import layout
from morelkit.release.findings import ReportFinding
from morelkit.release.layout import Part
from morelkit.release.manifest import Counts, File, Head
from morelkit.release.parquet import parquet_path
from morelkit.release.read_lines import digest_of, read_json


def paths_of(head: Head, counts: Mapping[Part, Counts]) -> set[str]:
    """Return the paths of all files except the manifest."""
    paths = {layout.AGREEMENT, layout.AGREEMENT_TABLE, layout.CARD, layout.CROISSANT, layout.CHANGES}
    paths |= set(head.guidelines)
    kinds = [*layout.LINES, *(kind for kind in layout.EXTRAS if head.options.get(kind))]
    for part in counts:
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
) -> None:
    """Report missing, extra and changed files."""
    listed = {file.path: file for file in files}
    for path in sorted(expected - listed.keys()):
        report(path, "", f"The release has such a file, and {layout.MANIFEST} does not list it.")
    for path in sorted(listed.keys() - expected):
        report(layout.MANIFEST, "", f"It lists {path[:200]}, and the release has no such file.")
    if len(listed) != len(files):
        report(layout.MANIFEST, "", "It lists a file more than once.")
    for path in sorted(expected):
        if not is_file(directory / path):
            if path not in withheld:
                report(path, "", "The file is missing.")
        elif path in listed:
            _check_content(directory / path, listed[path], report)
    _check_nothing_else(directory, expected | {layout.MANIFEST, layout.EMBARGO}, report)


def _check_content(path: Path, file: File, report: ReportFinding) -> None:
    try:
        same = path.stat().st_size == file.size and digest_of(path) == file.sha256
    except OSError as error:
        report(file.path, "", f"It cannot be read: {error.strerror}.")
        return
    if not same:
        report(file.path, "", "The file is not the one that was released: its sha256 is another.")


def _check_nothing_else(directory: Path, expected: set[str], report: ReportFinding) -> None:
    folders = {path.rpartition("/")[0] for path in expected}
    for path in sorted(directory.rglob("*")):
        name = path.relative_to(directory).as_posix()
        belongs = is_file(path) and name in expected
        if not belongs and not (path.is_dir() and not path.is_symlink() and name in folders):
            report(name, "", "It does not belong to the release.")


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
        listed = _listed_paths(path)
    except ValueError:
        report(layout.EMBARGO, "", "It cannot be read.")
        return frozenset()
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
        report(
            layout.EMBARGO, "", f"It says that {each[:200]} is held back, which the release knows nothing of."
        )
    for each in sorted((listed & allowed) - missing):
        report(layout.EMBARGO, "", f"It says that {each} is held back, and it is here.")
    return frozenset(listed & allowed & missing)


def _listed_paths(path: Path) -> set[str]:
    """Return the paths that an embargo file lists. Raises `ValueError`."""
    embargo = read_json(path)
    paths = embargo.get("withheld") if isinstance(embargo, dict) else None
    if not isinstance(paths, list) or not all(isinstance(each, str) for each in paths):
        raise ValueError("no list of paths")
    return set(paths)
