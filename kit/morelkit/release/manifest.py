"""The manifest of a release: its settings, its counts, and the sha256 of every other file.

The last line is a seal: the sha256 of the rest of the manifest. To detect a manifest that was edited and sealed again,
compare the sha256 of the whole file with the published one.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from morelkit.formats.mushroom import MUSHROOM
from morelkit.formats.record_format import RecordFormat
from morelkit.formats.registry import BY_NAME, NAMES
from morelkit.gold import policy as gold_policy
from morelkit.gold.policy import GoldPolicy
from morelkit.release.field_types import Type, label_types
from morelkit.release.layout import VERSION, Part, is_guidelines, is_part
from morelkit.release.selection import is_selection
from morelkit.scheme import schemes
from morelkit.scheme.schemes import Scheme

OPTIONS: Final = frozenset(
    (
        *("evidence", "comments", "imported_ids", "parquet", "license", "splits", "set_apart", "decisions"),
        *("records", "withhold", "leave_out", "annotation_fields", "images", "selection"),
    )
)

_SEAL: Final = "seal"
_OPTIONAL_COUNTS: Final = ("decided", "implied", "exposed")


class ManifestError(ValueError):
    """The manifest cannot be read, or the file is not a manifest; the message is a sentence."""


@dataclass(frozen=True)
class Head:
    """The settings of a release, fixed before the first item is written."""

    name: str
    project: Mapping[str, str]  # slug, name, description
    frozen_at: str  # ISO 8601
    policy: GoldPolicy
    scheme: Scheme
    minimum: Mapping[str, int]  # language → annotations that an item needs
    left_out: Mapping[str, int]  # language → items with fewer
    features: Mapping[str, Mapping[str, Type]]  # language → field types of labelled records
    as_text: Mapping[str, Sequence[str]]  # language → fields written as strings, see `FieldTypes.as_text`
    options: Mapping[str, Any] = field(default_factory=dict)
    embargo: Sequence[str] = ()  # splits
    erasures: Sequence[Mapping[str, str]] = ()
    guidelines: Sequence[str] = ()  # their paths

    @property
    def adjudicated(self) -> bool:
        """Whether adjudication is on, so that curators' decisions are gold."""
        return bool(self.options.get("decisions"))

    @property
    def record_format(self) -> RecordFormat:
        """The format of gold and unlabelled records. Earlier releases name none: they have that of Mu-SHROOM."""
        return BY_NAME[self.options.get("records", MUSHROOM.name)]

    @property
    def unannotated(self) -> str:
        """The split of items that nobody has annotated, which has unlabelled records only; "" if there is none."""
        return str(self.options.get("splits", {}).get("unannotated", ""))

    @property
    def label_types(self) -> dict[str, Type]:
        return label_types(
            self.scheme, self.policy, adjudicated=self.adjudicated, record_format=self.record_format
        )

    @property
    def label_fields(self) -> tuple[str, ...]:
        return tuple(self.label_types)

    @property
    def set_apart(self) -> tuple[str, ...]:
        """The fields removed from unlabelled records: the label fields, imported label fields, and withheld fields.

        Earlier releases kept the imported ones, so the manifest lists what was removed.
        """
        return (*self.label_fields, *self.options.get("set_apart", ()), *self.options.get("withhold", ()))


@dataclass(frozen=True)
class File:
    path: str
    size: int
    sha256: str


@dataclass
class Counts:
    """The counts of one part. `decided`: items with a curator's decision. `implied`: items whose labels follow from the
    answer, without annotations or a decision. `exposed`: annotations whose annotators saw suggestions.
    """

    items: int = 0
    annotations: int = 0
    spans: int = 0
    excluded: int = 0
    decided: int = 0
    implied: int = 0
    exposed: int = 0

    def to_json(self) -> dict[str, int]:
        return {name: number for name, number in vars(self).items() if number or name not in _OPTIONAL_COUNTS}


def manifest_json(head: Head, counts: Mapping[Part, Counts], files: Sequence[File]) -> dict[str, Any]:
    """Return the manifest in a fixed key order, without the seal."""
    return {
        "layout": VERSION,
        "name": head.name,
        "project": dict(head.project),
        "frozen_at": head.frozen_at,
        "policy": gold_policy.to_json(head.policy),
        "policy_in_words": head.policy.describe(),
        "minimum": dict(sorted(head.minimum.items())),
        "left_out": dict(sorted(head.left_out.items())),
        "scheme": schemes.to_json(head.scheme),
        "options": dict(head.options),
        "embargo": list(head.embargo),
        "erasures": [dict(each) for each in head.erasures],
        "guidelines": list(head.guidelines),
        "counts": {
            language: {
                part.split: counts[part].to_json() for part in sorted(counts) if part.language == language
            }
            for language in sorted({part.language for part in counts})
        },
        "features": {language: dict(types) for language, types in sorted(head.features.items())},
        "as_text": {language: list(names) for language, names in sorted(head.as_text.items())},
        "files": [
            {"path": each.path, "bytes": each.size, "sha256": each.sha256}
            for each in sorted(files, key=lambda each: each.path)
        ],
    }


def sealed(manifest: Mapping[str, Any]) -> bytes:
    """Return the content of the manifest file, with its seal."""
    return _text({**manifest, _SEAL: _seal(manifest)})


def read_manifest(content: bytes) -> tuple[dict[str, Any], bool]:
    """Return the manifest without its seal, and whether the seal is valid. Raises `ManifestError`."""
    try:
        manifest = json.loads(content)
        _text({"": manifest})
    except (ValueError, RecursionError) as error:
        raise ManifestError(f"It cannot be read: {error}.") from error
    if not isinstance(manifest, dict) or manifest.get("layout") != VERSION:
        raise ManifestError(f"It is no manifest of a release of layout {VERSION}.")
    seal = manifest.pop(_SEAL, "")
    return manifest, seal == _seal(manifest) and content == sealed(manifest)


def read_head(manifest: Mapping[str, Any]) -> Head:
    """Return the settings in a manifest. Raises `ManifestError`."""
    for name, is_valid in _SHAPES.items():
        if name not in manifest:
            raise ManifestError(f"It has no {name!r}.")
        if not is_valid(manifest[name]):
            raise ManifestError(f"Its {name} cannot be read.")
    try:
        head = Head(
            name=manifest["name"],
            project=manifest["project"],
            frozen_at=manifest["frozen_at"],
            policy=gold_policy.from_json(manifest["policy"]),
            scheme=schemes.from_json(manifest["scheme"]),
            minimum=manifest["minimum"],
            left_out=manifest["left_out"],
            features=manifest["features"],
            as_text=manifest["as_text"],
            options=manifest["options"],
            embargo=manifest["embargo"],
            erasures=manifest["erasures"],
            guidelines=_guidelines(manifest),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ManifestError(f"What it says cannot be: {error}.") from error
    for name, value in (
        ("policy", gold_policy.to_json(head.policy)),
        ("scheme", schemes.to_json(head.scheme)),
    ):
        if value != manifest[name]:
            raise ManifestError(f"Its {name} is not in the canonical format.")
    return head


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_object(value: object, of: Callable[[object], bool]) -> bool:
    return isinstance(value, dict) and all(map(of, value.values()))


def _is_number(value: object) -> bool:
    return type(value) is int


_SHAPES: Final[Mapping[str, Callable[[Any], bool]]] = {
    "name": _is_text,
    "project": lambda it: _is_object(it, _is_text) and {"slug", "name", "description"} == it.keys(),
    "frozen_at": _is_text,
    "policy": lambda it: isinstance(it, dict),
    "policy_in_words": _is_text,
    "minimum": lambda it: _is_object(it, _is_number),
    "left_out": lambda it: _is_object(it, _is_number),
    "scheme": lambda it: isinstance(it, dict),
    "options": lambda it: (
        isinstance(it, dict)
        and _is_text(it.get("license", ""))
        and _are_texts(it.get("set_apart", []))
        and _are_texts(it.get("withhold", []))
        and _are_texts(it.get("leave_out", []))
        and _are_texts(it.get("annotation_fields", []))
        and it.get("records", MUSHROOM.name) in NAMES
        and isinstance(it.get("images", False), bool)
        and isinstance(it.get("splits", {}), dict)
        and ("selection" not in it or is_selection(it["selection"]))
    ),
    "embargo": _are_texts,
    "erasures": lambda it: (
        isinstance(it, list)
        and all(_is_object(each, _is_text) and {"annotator", "at"} == each.keys() for each in it)
    ),
    "features": lambda it: _is_object(it, lambda types: isinstance(types, dict)),
    "as_text": lambda it: _is_object(it, _are_texts),
}


def _guidelines(manifest: Mapping[str, Any]) -> list[str]:
    """Return the paths of guidelines. Earlier releases have them only in the list of files. Raises `ManifestError`."""
    paths = manifest.get("guidelines")
    if paths is None:
        return [each.path for each in read_files(manifest) if is_guidelines(each.path)]
    if not _are_texts(paths) or not all(map(is_guidelines, paths)):
        raise ManifestError("Its guidelines cannot be read.")
    return list(paths)


def read_counts(manifest: Mapping[str, Any]) -> dict[Part, Counts]:
    """Return the counts of each part. Raises `ManifestError`."""
    try:
        found = {
            Part(language, split): Counts(**counts)
            for language, splits in manifest["counts"].items()
            for split, counts in splits.items()
        }
        if not all(map(is_part, found)) or not all(
            _is_object(vars(each), _is_number) for each in found.values()
        ):
            raise TypeError("a language, a split or a number is none")
        return found
    except (KeyError, TypeError, AttributeError) as error:
        raise ManifestError(f"Its counts cannot be read: {error}.") from error


def read_files(manifest: Mapping[str, Any]) -> list[File]:
    """Return the list of files. Raises `ManifestError`."""
    try:
        found = [File(each["path"], each["bytes"], each["sha256"]) for each in manifest["files"]]
        if not all(_is_text(each.path) and _is_number(each.size) and _is_text(each.sha256) for each in found):
            raise TypeError("a path, a size or a digest is none")
        return found
    except (KeyError, TypeError) as error:
        raise ManifestError(f"Its list of files cannot be read: {error}.") from error


def _seal(manifest: Mapping[str, Any]) -> str:
    return hashlib.sha256(_text(manifest)).hexdigest()


def _text(value: Mapping[str, Any]) -> bytes:
    return f"{json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1)}\n".encode()
