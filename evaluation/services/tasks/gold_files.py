"""Gold of a task: the frozen copy of a release, or of a directory with gold files, in a directory of the task.

A copy is prepared in a working folder, checked by reading all of it, and then renamed to its place within the
transaction that records it.
"""

import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

from evaluation.models import GoldPart, GoldRevision
from evaluation.queries.stored_files import gold_directory, root
from foundation.errors import InvalidError, wrong_field
from foundation.free_space import require_free_space
from foundation.private_files import open_private
from foundation.working_folder import working_folder
from morelkit.files import FilesError
from morelkit.formats.annotation_fields import IN_RELEASES
from morelkit.formats.registry import OTHER_LABELS
from morelkit.release.build import sync_folder
from morelkit.release.layout import MANIFEST, Part, is_part, is_split, lines_path
from morelkit.release.read_lines import digest_of, read_json
from morelkit.release.released_images import named_image_files
from morelkit.release.verify import NotAReleaseError, verify
from morelkit.scoring.gold import PREDICTION_FORMAT, GoldError, normalization_of, read_gold, read_items
from morelkit.scoring.prediction_format import ItemError, PredictionFormat
from morelkit.scoring.prediction_formats import format_of
from morelkit.scoring.record_files import read_rows
from morelkit.text.languages import NO_LANGUAGE, fold_tag, stored_language

LABEL_FIELDS: Final = frozenset(
    (
        *("soft_labels", "hard_labels", "span_labels", "item_labels", "claim_labels"),
        *("annotations", "annotation_labels", "annotators", "comments"),
        *OTHER_LABELS,
        *IN_RELEASES,
    )
)
"""Fields of gold records that participants must not see. Unlabelled files leave them out."""

MAX_DIFFERENCES: Final = 5
_VERSION: Final = re.compile(r"v[0-9]+|labell?ed|gold", re.IGNORECASE)
_WITH_ANNOTATIONS: Final = ".extra"
"""End of a stem in the Mu-SHROOM data: gold records with everyone's annotations."""


@dataclass(frozen=True, slots=True)
class PartFile:
    """Files of a language and split: what a `GoldPart` records."""

    part: Part
    items: int
    items_bytes: int
    items_sha256: str
    gold_bytes: int
    gold_sha256: str
    images: int
    images_bytes: int


@dataclass(slots=True)
class PreparedGold:
    """Gold in a working folder. `policy`: the normalization policy of a release; empty: unknown."""

    directory: Path
    source: str
    digest: str
    format: str
    policy: str = ""
    parts: list[PartFile] = field(default_factory=list)

    @property
    def languages(self) -> list[str]:
        return sorted({each.part.language for each in self.parts})

    @property
    def splits(self) -> list[str]:
        return sorted({each.part.split for each in self.parts})


@contextmanager
def prepared_release(directory: Path, name: str, manifest_sha256: str = "") -> Iterator[PreparedGold]:
    """Yield a verified copy of a release. Raises InvalidError for what makes it unusable, StorageFullError.

    `manifest_sha256`: the published one, if it is known. A copy whose gold is withheld is refused.
    """
    with _new_folder() as folder:
        copy = folder / "revision"
        try:
            _copy_files(directory, copy)
            result = verify(copy, manifest_sha256)
        except NotAReleaseError as error:
            raise _unusable(f"It is not a release: {error}") from error
        except OSError as error:
            raise _unusable(f"{error.filename or directory}: {error.strerror}.") from error
        if result.withheld:
            splits = ", ".join(sorted({path.split(".")[-2] for path in _gold_paths(result.withheld)}))
            raise _unusable(
                f"The release “{name}” is under embargo: this copy lacks the gold of {splits or 'some splits'}. "
                "Use the whole release.",
                "embargo",
            )
        if result.differences:
            first = "; ".join(f"{each.file}: {each.detail}" for each in result.differences[:MAX_DIFFERENCES])
            raise _unusable(f"The release “{name}” does not verify: {first}", "not_verified")
        settings = _manifest(copy).get("options", {})
        unannotated = settings.get("splits", {}).get("unannotated")
        yield _read(copy, name, [part for part in _parts_in(copy) if part.split != unannotated])


@contextmanager
def prepared_directory(directory: Path, name: str = "") -> Iterator[PreparedGold]:
    """Yield a copy of the gold files of a directory (*.jsonl), by language and split, with unlabelled files.

    The language of a record is its own. The split is the last part of the file's name that is no language and no
    version: `mushroom.en-tst.v1.jsonl` and `en.tst.jsonl` are of the split tst. `en.tst.extra.jsonl`, the same records
    with everyone's annotations, is read instead of `en.tst.jsonl`. Raises InvalidError, StorageFullError.
    """
    with _new_folder() as folder:
        copy = folder / "revision"
        found = _import_files(directory, copy)
        yield _read(copy, name or directory.name, found)


def move_to_its_place(gold: PreparedGold, revision: GoldRevision) -> None:
    """Rename the prepared copy, and record its parts. Call it in the transaction that creates the revision."""
    place = gold_directory(revision)
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.exists():  # of a transaction that was not committed: this revision is new
        shutil.rmtree(place)
    gold.directory.rename(place)
    sync_folder(place.parent)
    GoldPart.objects.bulk_create(
        GoldPart(
            revision=revision,
            language=each.part.language,
            split=each.part.split,
            items=each.items,
            items_bytes=each.items_bytes,
            items_sha256=each.items_sha256,
            gold_bytes=each.gold_bytes,
            gold_sha256=each.gold_sha256,
            images=each.images,
            images_bytes=each.images_bytes,
        )
        for each in gold.parts
    )


@contextmanager
def _new_folder() -> Iterator[Path]:
    require_free_space()
    parent = root() / "gold"
    parent.mkdir(parents=True, exist_ok=True)
    with working_folder(parent) as folder:
        yield folder


def _copy_files(directory: Path, copy: Path) -> None:
    if not directory.is_dir():
        raise _unusable(f"There is no directory {directory.name}.")
    for path in sorted(directory.rglob("*")):
        if path.is_symlink():
            raise _unusable(f"{path.relative_to(directory)} is a link to another file.")
        if path.is_file():
            target = copy / path.relative_to(directory)
            target.parent.mkdir(parents=True, exist_ok=True)
            require_free_space(path.stat().st_size)
            with path.open("rb") as source, open_private(target) as out:
                shutil.copyfileobj(source, out)
                out.flush()
                os.fsync(out.fileno())
    for folder in {path.parent for path in copy.rglob("*")} | {copy}:
        if folder.is_dir():
            sync_folder(folder)


def _read(copy: Path, name: str, parts: list[Part]) -> PreparedGold:
    """Return what the copy holds after reading all of it: items and gold must agree."""
    formats: set[str] = set()
    files = []
    try:
        for part in parts:
            gold, items = read_gold(copy, part=part), read_items(copy, part=part)
            if list(gold.items) != list(items.items):
                raise _unusable(f"{part.stem}: The unlabelled file has other items than the gold file.")
            formats.add(gold.format.name)
            files.append(_part_file(copy, part, len(gold.items)))
        if not files:
            raise _unusable("It contains no gold.")
        if len(formats) > 1:
            raise _unusable(f"Its files are in several formats: {', '.join(sorted(formats))}.")
        policy = normalization_of(copy) if PREDICTION_FORMAT not in _manifest(copy) else ""
    except (GoldError, FilesError) as error:
        raise _unusable(str(error).replace(f"{copy}/", "")) from error
    return PreparedGold(copy, name, digest_of(copy / MANIFEST), formats.pop(), policy, files)


def _part_file(copy: Path, part: Part, items: int) -> PartFile:
    unlabelled, gold = (copy / lines_path(kind, part) for kind in ("unlabelled", "gold"))
    images = [copy / path for path in named_image_files(unlabelled)]
    sizes = [path.stat().st_size for path in images if path.is_file()]  # none in a directory of gold files
    return PartFile(
        part,
        items,
        unlabelled.stat().st_size,
        digest_of(unlabelled),
        gold.stat().st_size,
        digest_of(gold),
        len(sizes),
        sum(sizes),
    )


def _parts_in(copy: Path) -> list[Part]:
    return [
        Part(language or NO_LANGUAGE, split)
        for language, _, split in (path.stem.rpartition(".") for path in sorted(copy.glob("gold/*.jsonl")))
    ]


def _manifest(copy: Path) -> dict[str, Any]:
    return cast("dict[str, Any]", read_json(copy / MANIFEST))


def _gold_paths(paths: list[str]) -> list[str]:
    return [path for path in paths if path.startswith("gold/")]


def _import_files(directory: Path, copy: Path) -> list[Part]:
    """Write gold/ and unlabelled/ from the files of a directory. Return their parts."""
    files = _gold_files(directory)
    if not files:
        raise _unusable(f"There are no files *.jsonl in {directory.name}.")
    lines: dict[Part, tuple[list[bytes], list[bytes]]] = {}
    format_: PredictionFormat | None = None
    for path in files:
        for row in read_rows(path):
            if row.error:
                raise _unusable(f"{path.name}:{row.line}: {row.error}")
            record = row.exact().record
            try:
                format_ = format_ or format_of(record)
            except ItemError as error:
                raise _unusable(f"{path.name}:{row.line}: {error}") from None
            part = _part_of(path, row.line, record)
            labelled, bare = lines.setdefault(part, ([], []))
            labelled.append(_line(record))
            bare.append(_line({name: value for name, value in record.items() if name not in LABEL_FIELDS}))
    for folder in ("gold", "unlabelled"):
        (copy / folder).mkdir(parents=True)
    digests = {}
    for part, contents in lines.items():
        for kind, content in zip(("gold", "unlabelled"), contents, strict=True):
            name = lines_path(kind, part)
            digests[name] = _write(copy / name, b"".join(content))
    manifest = {PREDICTION_FORMAT: format_.name if format_ else "", "files": dict(sorted(digests.items()))}
    _write(copy / MANIFEST, f"{json.dumps(manifest, indent=1)}\n".encode())
    for path in (copy / "gold", copy / "unlabelled", copy):
        sync_folder(path)
    return sorted(lines)


def _gold_files(directory: Path) -> list[Path]:
    """Return the gold files of a directory, without those of which there is one with annotations."""
    files = {path.stem: path for path in directory.glob("*.jsonl")} if directory.is_dir() else {}
    return [path for stem, path in sorted(files.items()) if f"{stem}{_WITH_ANNOTATIONS}" not in files]


def _part_of(path: Path, line: int, record: dict[str, Any]) -> Part:
    spelled = record.get("lang")
    language = fold_tag(stored_language(spelled)) if isinstance(spelled, str) and spelled else NO_LANGUAGE
    stem = path.stem.removesuffix(_WITH_ANNOTATIONS)
    words = [word.lower() for word in re.split(r"[.-]", stem) if word]
    split = next((word for word in reversed(words) if word != language and not _VERSION.fullmatch(word)), "")
    part = Part(language, split)
    if not is_split(split) or not is_part(part):
        raise _unusable(
            f"{path.name}:{line}: The name of the file must end in its split, such as {language}.test.jsonl."
        )
    return part


def _line(record: dict[str, Any]) -> bytes:
    return f"{json.dumps(record, ensure_ascii=False, separators=(',', ':'))}\n".encode()


def _write(path: Path, content: bytes) -> str:
    require_free_space(len(content))
    with open_private(path) as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    return hashlib.sha256(content).hexdigest()


def _unusable(detail: str, code: str = "gold_unusable") -> InvalidError:
    return wrong_field("release", detail, code)
