"""Which files a release has, by its counts and options; whether these are there, and nothing else is.

What its manifest lists is compared with that, and never opened for being listed.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from annotation.domain.release import layout
from annotation.domain.release.differences import Tell
from annotation.domain.release.layout import Part
from annotation.domain.release.manifest import Counts, File, Head
from annotation.domain.release.parquet import parquet_path
from annotation.domain.release.reading import digest_of, read_json


def paths_of(head: Head, counts: Mapping[Part, Counts]) -> set[str]:
    """All but the manifest."""
    found = {layout.AGREEMENT, layout.AGREEMENT_TABLE, layout.CARD, layout.CROISSANT, layout.CHANGES}
    found |= set(head.guidelines)
    kinds = [*layout.LINES, *(kind for kind in layout.EXTRAS if head.options.get(kind))]
    for part in counts:
        tables = [layout.items_table(part), layout.spans_table(part)]
        found |= {*(layout.lines_path(kind, part) for kind in kinds), *tables}
        if head.options.get("parquet"):
            found |= {parquet_path(table) for table in tables}
    return found


def is_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def check_files(
    directory: Path, files: Sequence[File], wanted: set[str], withheld: frozenset[str], tell: Tell
) -> None:
    listed = {file.path: file for file in files}
    for path in sorted(wanted - listed.keys()):
        tell(path, "", f"The release has such a file, and {layout.MANIFEST} does not list it.")
    for path in sorted(listed.keys() - wanted):
        tell(layout.MANIFEST, "", f"It lists {path[:200]}, and the release has no such file.")
    if len(listed) != len(files):
        tell(layout.MANIFEST, "", "It lists a file more than once.")
    for path in sorted(wanted):
        if not is_file(directory / path):
            if path not in withheld:
                tell(path, "", "The file is missing.")
        elif path in listed:
            _check_content(directory / path, listed[path], tell)
    _check_nothing_else(directory, wanted | {layout.MANIFEST, layout.EMBARGO}, tell)


def _check_content(path: Path, file: File, tell: Tell) -> None:
    try:
        same = path.stat().st_size == file.size and digest_of(path) == file.sha256
    except OSError as error:
        tell(file.path, "", f"It cannot be read: {error.strerror}.")
        return
    if not same:
        tell(file.path, "", "The file is not the one that was released: its sha256 is another.")


def _check_nothing_else(directory: Path, known: set[str], tell: Tell) -> None:
    folders = {path.rpartition("/")[0] for path in known}
    for path in sorted(directory.rglob("*")):
        name = path.relative_to(directory).as_posix()
        belongs = is_file(path) and name in known
        if not belongs and not (path.is_dir() and not path.is_symlink() and name in folders):
            tell(name, "", "It does not belong to the release.")


def withheld_files(directory: Path, head: Head, wanted: set[str], tell: Tell) -> frozenset[str]:
    """Files that may be missing, and are: a download under embargo names them, each split's all or none."""
    path = directory / layout.EMBARGO
    if not path.exists():
        return frozenset()
    if not head.embargo:
        tell(layout.EMBARGO, "", "The release was built without an embargo.")
        return frozenset()
    try:
        named = _named(path)
    except ValueError:
        tell(layout.EMBARGO, "", "It cannot be read.")
        return frozenset()
    missing = {each for each in wanted if not (directory / each).is_file()}
    allowed: set[str] = set()
    for split in head.embargo:
        own = set(layout.withheld_paths(sorted(wanted), frozenset({split})))
        allowed |= own
        # Downloads had provenance before it was found to tell.
        here = {each for each in own - missing if not each.startswith("provenance/")}
        if own & named & missing and here:
            tell(layout.EMBARGO, "", f"Of the split {split}, some files are held back and others are here.")
    for each in sorted(named - allowed):
        tell(
            layout.EMBARGO, "", f"It says that {each[:200]} is held back, which the release knows nothing of."
        )
    for each in sorted((named & allowed) - missing):
        tell(layout.EMBARGO, "", f"It says that {each} is held back, and it is here.")
    return frozenset(named & allowed & missing)


def _named(path: Path) -> set[str]:
    """Raises ValueError."""
    said = read_json(path)
    named = said.get("withheld") if isinstance(said, dict) else None
    if not isinstance(named, list) or not all(isinstance(each, str) for each in named):
        raise ValueError("no list of paths")
    return set(named)
