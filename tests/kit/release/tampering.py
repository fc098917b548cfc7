"""Change files of a release, with and without a new seal, and list what verification reports."""

import json
from codecs import BOM_UTF8
from collections.abc import Callable
from pathlib import Path
from typing import Any

from morelkit.release.build import digest
from morelkit.release.card import dataset_card
from morelkit.release.croissant import croissant
from morelkit.release.manifest import read_counts, read_files, read_head, read_manifest, sealed
from morelkit.release.read_lines import digest_of
from morelkit.release.verify import verify
from tests.releases import edit_line

GOLD, RAW, TWIN = "gold/en.test.jsonl", "raw/en.test.jsonl", "unlabelled/en.test.jsonl"


PROVENANCE, AGREEMENT, MANIFEST = "provenance/en.test.jsonl", "agreement.json", "manifest.json"


def differences_in(release: Path) -> list[tuple[str, str]]:
    return [(each.file, each.item) for each in verify(release).differences]


def reseal(release: Path) -> None:
    """Rewrite the manifest so that sizes, digests and seal match the changed files."""
    path = release / "manifest.json"
    manifest, _ = read_manifest(path.read_bytes())
    for file in manifest["files"]:
        there = release / file["path"]
        if there.exists():
            file["sha256"], file["bytes"] = digest_of(there), there.stat().st_size
    path.write_bytes(sealed(manifest))


def reseal_completely(release: Path) -> None:
    """Rewrite the digests of lines in provenance, and all that `redescribe` rewrites."""
    for path in sorted((release / "provenance").iterdir()):
        there: dict[str, dict[str, str]] = {}
        for kind in ("unlabelled", "raw", "evidence", "comments", "decisions"):
            own = release / kind / path.name
            for content in own.read_bytes().splitlines() if own.exists() else ():
                id_ = str(json.loads(content.removeprefix(BOM_UTF8))["id"])
                there.setdefault(id_, {})[kind] = digest(content)
        for id_, digests in there.items():
            edit_line(path, id_, lambda it, digests=digests: it["sha256"].update(digests))
    redescribe(release)


def redescribe(release: Path) -> None:
    """Rewrite the manifest, and card and Croissant metadata as they follow from it."""
    reseal(release)
    whole, _ = read_manifest((release / "manifest.json").read_bytes())
    head, counts, files = read_head(whole), read_counts(whole), read_files(whole)
    rows = json.loads((release / "agreement.json").read_bytes())
    (release / "README.md").write_bytes(dataset_card(head, counts, files, rows).encode())
    (release / "croissant.json").write_bytes(croissant(head, counts, files).encode())
    reseal(release)


def raw_bytes(path: str, edit: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def tamper(release: Path) -> None:
        (release / path).write_bytes(edit((release / path).read_bytes()))

    return tamper


def line(path: str, id_: str, edit: Callable[[dict[str, Any]], object]) -> Callable[[Path], object]:
    return lambda release: edit_line(release / path, id_, edit)


def lines(path: str, edit: Callable[[list[str]], object]) -> Callable[[Path], None]:
    def tamper(release: Path) -> None:
        content = (release / path).read_text("utf-8").splitlines(keepends=True)
        edit(content)
        (release / path).write_text("".join(content), "utf-8")

    return tamper


def manifest(edit: Callable[[dict[str, Any]], object]) -> Callable[[Path], None]:
    """Edit the manifest and seal it again."""

    def tamper(release: Path) -> None:
        path = release / "manifest.json"
        whole, _ = read_manifest(path.read_bytes())
        edit(whole)
        path.write_bytes(sealed(whole))

    return tamper


def without(path: str) -> Callable[[Path], None]:
    """Delete a file and remove it from the manifest."""

    def tamper(release: Path) -> None:
        (release / path).unlink()
        manifest(lambda it: it.update(files=[each for each in it["files"] if each["path"] != path]))(release)

    return tamper


def agreement(edit: Callable[[list[dict[str, Any]]], object]) -> Callable[[Path], None]:
    def tamper(release: Path) -> None:
        rows = json.loads((release / "agreement.json").read_bytes())
        edit(rows)
        (release / "agreement.json").write_text(json.dumps(rows), "utf-8")

    return tamper
