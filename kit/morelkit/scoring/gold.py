"""Read what predictions are compared with: a gold file, an unlabelled file, or a release directory."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from morelkit.annotated import AnnotatedItem, gold_records, scheme_in
from morelkit.files import FilesError, read_files, read_scheme
from morelkit.formats.mushroom import MUSHROOM as RECORDS
from morelkit.formats.record_format import RecordFormat
from morelkit.formats.registry import BY_NAME
from morelkit.formats.visions import VISIONS as VISIONS_RECORDS
from morelkit.gold.policy import GoldPolicy
from morelkit.gold.policy import from_json as policy_from_json
from morelkit.release import layout
from morelkit.release.layout import Part
from morelkit.release.read_lines import digest_of, read_json
from morelkit.scheme.schemes import Scheme
from morelkit.scoring.prediction_format import ItemError, PredictionFormat
from morelkit.scoring.prediction_formats import PREDICTION_FORMATS, format_of
from morelkit.scoring.problems import short
from morelkit.scoring.record_files import Row, decompressed, read_rows
from morelkit.scoring.span_labels import MUSHROOM
from morelkit.scoring.typed_labels import VISIONS
from morelkit.text.languages import fold_tag
from morelkit.text.normalization import DEFAULT_POLICY

AS_GIVEN: Final = "as-given"
"""The policy of gold that is taken from the file."""
DIGEST_LENGTH: Final = 12
PREDICTION_FORMAT: Final = "prediction_format"
"""Key in the manifest of a directory with gold that is not a release: the name of the format of its predictions."""
UNKNOWN_LANGUAGE: Final = "und"
"""The language of items without one (BCP 47: undetermined)."""


class GoldError(ValueError):
    """The gold cannot be used. The message names file, line and reason."""


@dataclass(frozen=True, slots=True)
class GoldItem:
    """An item that systems predict.

    `id`: as in the file, a string or an integer. `extent`: what labels may refer to. `labels` is None for unlabelled
    items. `fields`: the values of the fields that were asked for, None if absent.
    """

    id: str | int | None
    language: str
    extent: Any
    labels: Any = None
    fields: tuple[Any, ...] = ()


@dataclass(slots=True)
class Gold:
    """Items by id, in the order of the files.

    `digest`: the first hexadecimal digits of the sha256 of the file, or of the release's manifest. `by_position`: ids
    are positions, counted from 1. `withheld`: items of a release whose gold is withheld; they may be predicted, and
    have no score.
    """

    digest: str
    policy: str
    format: PredictionFormat
    by_position: bool
    items: dict[str, GoldItem] = field(default_factory=dict)
    withheld: dict[str, GoldItem] = field(default_factory=dict)

    @property
    def languages(self) -> list[str]:
        return sorted({item.language for item in self.items.values()})


class ItemRow(NamedTuple):
    """The record of an item, with its id as text. `where`: file and line. `withheld`: gold of the item is withheld."""

    where: str
    id: str
    record: dict[str, Any]
    withheld: bool


class ItemRecords:
    """The records of a file or a release directory: with gold, except where it is withheld.

    `part`: only those of a language and split of a directory. `labelled`: read its gold; otherwise no gold file is
    opened.
    """

    def __init__(self, path: Path, part: Part | None = None, *, labelled: bool = True) -> None:
        """Raises `GoldError` and `OSError`."""
        self._files = _files(path) if part is None else _files_of_part(path, part, labelled=labelled)
        first = next(self._rows(), None)
        if first is None:
            raise GoldError(f"{path}: There are no items.")
        where, row, _ = first
        self.format = _declared_format(path) or _format_of_release(path, where, row)
        self.by_position = self.format.by_position and self.format.key not in row.record

    def __iter__(self) -> Iterator[ItemRow]:
        """Raises `GoldError` and `OSError`."""
        seen: dict[str, str] = {}
        for position, (where, row, withheld) in enumerate(self._rows(), 1):
            id_ = str(position) if self.by_position else record_id(row.record, self.format.key)
            if id_ is None:
                row = row.exact()
                id_ = record_id(row.record, self.format.key)
            if id_ is None:
                raise GoldError(f"{where}: The record has no {self.format.key}.")
            if id_ in seen:
                raise GoldError(f"{where}: The id “{short(id_)}” is in {seen[id_]} already.")
            seen[id_] = where
            yield ItemRow(where, id_, row.record, withheld)

    def _rows(self) -> Iterator[tuple[str, Row, bool]]:
        for file, withheld in self._files:
            for row in read_rows(file):
                where = f"{file}:{row.line}"
                if row.error:
                    raise GoldError(f"{where}: {row.error}")
                yield where, row, withheld


def read_gold(
    path: Path, policy: str = AS_GIVEN, fields: Sequence[str] = (), part: Part | None = None
) -> Gold:
    """Return the labelled items of a file or a release directory.

    Labels are those of the files, or follow from the annotations under a normalization policy. `fields`: further
    fields to keep. `part`: only a language and split of a directory. Raises `GoldError` and `OSError`.
    """
    records = ItemRecords(path, part)
    gold = Gold(gold_digest(path), policy, records.format, records.by_position)
    recomputed = None if policy == AS_GIVEN else _recomputed(path, policy, records.format, part)
    spellings: dict[str, str] = {}
    for where, id_, record, withheld in records:
        item = _item(where, record, gold, spellings)
        if withheld:
            gold.withheld[id_] = item
            continue
        labelled = record if recomputed is None else recomputed.get(id_)
        if labelled is None:
            raise GoldError(f"{where}: Item “{id_}” has no annotations from which gold could follow.")
        for fault in gold.format.gold.faults(labelled, item.extent):
            raise GoldError(f"{where}: Gold of item “{id_}”: {fault.detail}")
        values = tuple(record.get(field) for field in fields)
        labels = gold.format.gold.read(labelled)
        gold.items[id_] = GoldItem(item.id, item.language, item.extent, labels, values)
    if not gold.items:
        raise GoldError(f"{path}: The release contains no gold.")
    return gold


def read_items(path: Path, part: Part | None = None) -> Gold:
    """Return the items of a gold file, an unlabelled file or a release directory, without labels.

    `part`: only a language and split of a directory, from its unlabelled file. Raises `GoldError` and `OSError`.
    """
    records = ItemRecords(path, part, labelled=False)
    items = Gold(gold_digest(path), AS_GIVEN, records.format, records.by_position)
    spellings: dict[str, str] = {}
    for where, id_, record, _ in records:
        items.items[id_] = _item(where, record, items, spellings)
    return items


def joined(parts: Sequence[Gold], language: str) -> Gold:
    """Return the items of several parts as those of one language, so that a prediction for each is required."""
    items: dict[str, GoldItem] = {}
    for part in parts:
        items |= {id_: replace(item, language=language) for id_, item in part.items.items()}
    return replace(parts[0], items=items)


def record_id(record: Mapping[str, Any], key: str) -> str | None:
    """Return the id of a record as text, or None if it is neither a text nor an integer."""
    id_ = record.get(key)
    if isinstance(id_, bool) or not isinstance(id_, str | int) or id_ == "":
        return None
    return str(id_)


def _item(where: str, record: Mapping[str, Any], gold: Gold, spellings: dict[str, str]) -> GoldItem:
    """Return the item of a record without labels. `spellings`: the first spelling of each language."""
    try:
        extent = gold.format.extent(record)
    except ItemError as error:
        raise GoldError(f"{where}: {error}") from None
    language = record.get("lang")
    if not isinstance(language, str) or not language:
        language = UNKNOWN_LANGUAGE
    language = spellings.setdefault(fold_tag(language), language)
    return GoldItem(record.get(gold.format.key), language, extent)


def _recomputed(
    path: Path, policy: str, format_: PredictionFormat, part: Part | None
) -> dict[str, dict[str, Any]]:
    """Return the items with labels from their annotations, by id: strict majority and shares."""
    if format_.name not in ("mushroom", "visions"):
        raise GoldError(f"{path}: A policy normalizes spans, and {format_.name} records have none.")
    items, scheme = annotated_items(path, part)
    chosen = GoldPolicy(normalization=policy, min_annotations=1)
    records = gold_records(items, scheme, chosen, record_format=_record_format(path))
    return {str(record["id"]): record for record in records}


def annotated_items(path: Path, part: Part | None = None) -> tuple[list[AnnotatedItem], Scheme]:
    """Return the items of a file or a release with their annotations, and the scheme of these.

    `part`: only a language and split of a directory. Raises `GoldError` if annotators marked no spans, `FilesError` and
    `OSError`.
    """
    if not path.is_dir():
        uses_spans = _has_spans(path)
        items = _read_annotated(path) if uses_spans else []
        scheme = scheme_in(items)
    elif declared := _declared_format(path):
        uses_spans = declared in (MUSHROOM, VISIONS)
        items = read_files(_gold_files(path, part)) if uses_spans else []
        scheme = scheme_in(items)
    else:
        scheme = read_scheme(str(path / layout.MANIFEST))
        record_format = _record_format(path)
        uses_spans = scheme.uses_spans
        raw = _parts(path, "raw", part)
        items = (
            read_files([*_gold_files(path, part), *raw], record_format=record_format) if uses_spans else []
        )
    if not (uses_spans and scheme.uses_spans):
        raise GoldError(f"{path}: Its annotators have marked no spans, only labels of whole answers.")
    return items, scheme


def _record_format(path: Path) -> RecordFormat:
    """Return the format of the records of a release; of other records with spans, that of Mu-SHROOM or visions."""
    if path.is_dir() and not _declared_format(path):
        return BY_NAME.get(_settings(path).get("records", RECORDS.name), RECORDS)
    first = next((row.record for file, _ in _files(path) for row in read_rows(file)), {})
    return VISIONS_RECORDS if "image" in first and "span_labels" not in first else RECORDS


def _gold_files(path: Path, part: Part | None) -> list[Path]:
    files = _files(path) if part is None else _files_of_part(path, part, labelled=True)
    return [file for file, withheld in files if not withheld]


def _has_spans(path: Path) -> bool:
    """Return whether the records of a file are in a format with spans, or in one that predictions do not have."""
    first = next(read_rows(path), None)
    try:
        return first is None or bool(first.error) or format_of(first.record) in (MUSHROOM, VISIONS)
    except ItemError:
        return True


def _read_annotated(path: Path) -> list[AnnotatedItem]:
    with decompressed(path) as file:
        try:
            return read_files([file])
        except FilesError as error:
            raise GoldError(str(error).replace(str(file), str(path))) from None


def normalization_of(path: Path, policy: str = AS_GIVEN) -> str:
    """Return the normalization policy of annotations: the one that was chosen, the release's, or the default.

    Raises `GoldPolicyError` and `OSError`.
    """
    if policy != AS_GIVEN or not path.is_dir() or _declared_format(path):
        return DEFAULT_POLICY if policy == AS_GIVEN else policy
    manifest = read_json(path / layout.MANIFEST)
    return policy_from_json(manifest.get("policy", {})).normalization


def _files(path: Path) -> list[tuple[Path, bool]]:
    """Return the file, or those with the items of a release; and whether their gold is withheld.

    Items that nobody has annotated are not predicted.
    """
    if not path.is_dir():
        if path.exists() and not path.is_file():
            raise GoldError(f"{path}: Items are read more than once: save them as a file.")
        return [(path, False)]
    if not (path / layout.MANIFEST).is_file():
        raise GoldError(f"{path}: The directory is no release: it has no {layout.MANIFEST}.")
    files = {file.name: (file, True) for file in _parts(path, "unlabelled")}
    files |= {file.name: (file, False) for file in _parts(path, "gold")}
    unannotated = _settings(path).get("splits", {}).get("unannotated")
    return [files[name] for name in sorted(files) if name.split(".")[-2] != unannotated]


def _files_of_part(path: Path, part: Part, *, labelled: bool) -> list[tuple[Path, bool]]:
    """Return the file with the items of a part of a directory, and whether its gold is withheld."""
    if not (path / layout.MANIFEST).is_file():
        raise GoldError(f"{path}: The directory is no release: it has no {layout.MANIFEST}.")
    if not labelled:
        return [(path / layout.lines_path("unlabelled", part), False)]
    gold = path / layout.lines_path("gold", part)
    return [(gold, False) if gold.is_file() else (path / layout.lines_path("unlabelled", part), True)]


def _parts(path: Path, kind: str, part: Part | None = None) -> list[Path]:
    """Return the files of a kind, or that of a part if there is one."""
    if part is not None:
        return [file for file in [path / layout.lines_path(kind, part)] if file.is_file()]
    return sorted(path.glob(f"{kind}/*.jsonl"))


def _declared_format(path: Path) -> PredictionFormat | None:
    """Return the format of predictions that a manifest names; None for files and releases. Raises `GoldError`."""
    manifest = path / layout.MANIFEST
    if not path.is_dir() or not manifest.is_file():
        return None
    try:
        name = read_json(manifest).get(PREDICTION_FORMAT)
    except (ValueError, AttributeError) as error:
        raise GoldError(f"{path}: {layout.MANIFEST} cannot be read: {error!r}") from error
    return next((each for each in PREDICTION_FORMATS if each.name == name), None)


def _format_of_release(path: Path, where: str, row: Row) -> PredictionFormat:
    """Return the format of predictions for the first record of a file or a release. Raises `GoldError`."""
    try:
        found = format_of(row.record)
    except ItemError as error:
        raise GoldError(f"{where}: {error}") from None
    if found is MUSHROOM and path.is_dir():
        scheme = read_scheme(str(path / layout.MANIFEST))
        if not scheme.uses_spans:
            raise GoldError(f"{path}: The scheme of the release has no span labels to predict.")
        if len(scheme.span_labels) > 1 or _record_format(path).names_span_labels:
            return VISIONS  # which unlabelled records do not show
    return found


def _settings(release: Path) -> dict[str, Any]:
    """Return the options in the manifest of a release. Raises `GoldError`."""
    if _declared_format(release):
        return {}
    try:
        options: dict[str, Any] = read_json(release / layout.MANIFEST)["options"]
        options.get("splits", {}).get("unannotated")
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise GoldError(f"{release}: {layout.MANIFEST} cannot be read: {error!r}") from error
    return options


def gold_digest(path: Path) -> str:
    return digest_of(path / layout.MANIFEST if path.is_dir() else path)[:DIGEST_LENGTH]
