"""A small release written without a database, and helpers to tamper with it."""

import io
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from morelkit.formats.column_mapping import guess_mapping
from morelkit.formats.item_records import ItemRecord, read_item
from morelkit.gold.policy import GoldPolicy
from morelkit.release.build import ReleaseItem, ReleaseWriter
from morelkit.release.embargo import partial_files
from morelkit.release.field_types import FieldTypes, label_types
from morelkit.release.item_labels import labelled
from morelkit.release.layout import MANIFEST, Part, withheld_paths
from morelkit.release.manifest import Head, read_head, read_manifest
from morelkit.release.zip_stream import zip_pieces
from morelkit.scheme.schemes import PRESETS
from tests.records import item

SCHEME = PRESETS["mu-shroom+labels"]
EN_DEV, EN_TEST, AR_TEST = Part("en", "dev"), Part("en", "test"), Part("ar", "test")
RAW = {
    "ada": [[0, 3], [25, 30]],
    "bo": [[25, 30]],
    "cleo": [],
}
LABELS = {
    "ada": {"fluency": "minor", "factuality": "errors"},
    "bo": {"fluency": "minor", "factuality": "correct"},
    "cleo": {"factuality": "errors"},
}


def record(row: Mapping[str, Any]) -> ItemRecord:
    read, problems = read_item(row, 1, guess_mapping(list(row)))
    assert read is not None, problems
    return read


def entry(row: Mapping[str, Any], raw: Mapping[str, Any] = RAW, **more: Any) -> ReleaseItem:
    read = record(row)
    said = {"annotations": raw, "annotation_labels": {key: LABELS[key] for key in raw}}
    return ReleaseItem(
        read,
        {"id": read.external_id, "lang": read.language, **said},
        dict.fromkeys(raw, 1),
        **more,
    )


DECIDED = {
    "spans": [[0, 3], [2, 6]],
    "labels": {"fluency": "minor", "factuality": "correct"},
    "by": "lena",
    "at": "2026-01-01T00:00:00+00:00",
}
"""The decision on en-3."""


def decided_entries() -> dict[Part, list[ReleaseItem]]:
    found = entries()
    found[EN_TEST][0].decision = DECIDED
    return found


def entries() -> dict[Part, list[ReleaseItem]]:
    comments = {"ada": "It was London."}
    evidence = {"bo": [{"span": [25, 30], "kind": "silent"}]}
    excluded = [{"annotator": "dan", "reason": "A test account."}]
    return {
        EN_DEV: [entry(item("en-1", year=1815)), entry(item("en-2", year=1815.5), comments=comments)],
        EN_TEST: [
            entry(item("en-3", logits=[-1.5, 2]), excluded=excluded),
            entry(item("en-4", logits="[-1.5, 2]"), {"ada": [], "bo": [[0, 3]]}, evidence=evidence),
            entry(item("en-5")),
        ],
        AR_TEST: [entry(item("ar-1", lang="AR", tags=["a", "b"]))],
    }


def write_release(
    directory: Path,
    parts: Mapping[Part, Sequence[ReleaseItem]] | None = None,
    *,
    policy: GoldPolicy | None = None,
    name: str = "v1",
    **head: Any,
) -> bytes:
    """Write the release to the new `directory` and return its manifest."""
    parts = entries() if parts is None else parts
    policy = policy or GoldPolicy()
    options = {"evidence": True, "comments": True} | head.pop("options", {})
    types = label_types(SCHEME, policy, adjudicated=bool(options.get("decisions")))
    features: dict[str, FieldTypes] = {}
    for part, each in parts.items():
        seen = features.setdefault(part.language, FieldTypes(types))
        for one in each:
            seen.add(labelled(one.item, dict.fromkeys(types)))
    directory.mkdir()
    whole = Head(
        **{
            "name": name,
            "project": {"slug": "pilot", "name": "A pilot", "description": "Written for tests."},
            "frozen_at": "2026-01-02T03:04:05+00:00",
            "policy": policy,
            "scheme": SCHEME,
            "minimum": {"en": 2, "ar": 2},
            "left_out": {"en": 1, "ar": 0},
            "features": {language: seen.types for language, seen in features.items()},
            "as_text": {language: seen.as_text for language, seen in features.items()},
            "options": options,
        }
        | head
    )
    writer = ReleaseWriter(directory, whole)
    for language in sorted({part.language for part in parts}):
        with writer.parts(part for part in parts if part.language == language) as writers:
            for part, own in writers.items():
                for each in parts[part]:
                    own.add(each)
    return writer.finish({"guidelines/en.v1.md": b"Mark what is wrong.\n"}, "The first release.\n")


def download(release: Path, out: Path) -> Path:
    """Write the download of a release under embargo to the new directory `out`, and return it."""
    head = read_head(read_manifest((release / MANIFEST).read_bytes())[0])
    paths = list(files_of(release))
    held = withheld_paths(paths, frozenset(head.embargo))
    own_files = partial(partial_files, splits=head.embargo, opens_on="2999-03-01", withheld=held)
    pieces = zip_pieces(release, [path for path in paths if path not in held], out.name, own_files)
    with zipfile.ZipFile(io.BytesIO(b"".join(pieces))) as archive:
        archive.extractall(out.parent)
    return out


def files_of(directory: Path) -> dict[str, bytes]:
    return {
        path.relative_to(directory).as_posix(): path.read_bytes()
        for path in sorted(directory.rglob("*"))
        if path.is_file()
    }


def edit_line(path: Path, id_: str, edit: Callable[[dict[str, Any]], object]) -> None:
    """Edit the record of one item. All other lines stay the same."""
    lines = path.read_text("utf-8").splitlines()
    for place, line in enumerate(lines):
        value = json.loads(line)
        if value["id"] == id_:
            edit(value)
            lines[place] = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
