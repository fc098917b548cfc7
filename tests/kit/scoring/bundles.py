"""A small bundle written without a database, and helpers to tamper with it."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from morelkit.release.layout import MANIFEST, Part, lines_path
from morelkit.scoring.bundle import BundleHead, BundleSubmission, BundleTrack, BundleWriter
from morelkit.scoring.gold import joined, read_gold
from morelkit.scoring.numbers import json_text
from morelkit.scoring.predictions import read_predictions
from morelkit.scoring.registry import METRICS
from morelkit.scoring.scores import Settings, estimates, label_pairs, results_of
from tests.records import item, write_jsonl

EN, AR = Part("en", "test"), Part("ar", "test")
MARKED = {"soft_labels": [{"start": 0, "prob": 1.0, "end": 10}], "hard_labels": [[0, 10]]}
EMPTY: dict[str, Any] = {"soft_labels": [], "hard_labels": []}
GOLD = {
    EN: [item("q-1", **MARKED), item("q-2", **EMPTY), item("q-3", **MARKED)],
    AR: [item("ar-1", lang="AR", **MARKED), item("ar-2", lang="AR", **EMPTY)],
}
GOOD, FAIR, BAD = [[0, 10]], [[0, 5]], [[20, 25]]


IMAGES = {"q-1": [b"street"], "q-2": [b"street", b"cat"], "ar-1": [b"sign"]}
"""Content of the images of items. Bundles know images by their digests, and never decode them."""


def image_path(content: bytes) -> str:
    return f"images/{hashlib.sha256(content).hexdigest()}.png"


def with_images(record: dict[str, Any]) -> dict[str, Any]:
    files = [
        {"name": "a.png", "sha256": hashlib.sha256(each).hexdigest(), "file": image_path(each)}
        for each in IMAGES.get(record["id"], [])
    ]
    return record | ({"image_files": files} if files else {})


def gold_directory(folder: Path, *, images: bool = False) -> Path:
    """Write gold as a task keeps it when it comes from files. `images`: as when it comes from a release with images."""
    digests = {}
    for each in [content for contents in IMAGES.values() for content in contents] if images else []:
        (folder / "images").mkdir(parents=True, exist_ok=True)
        (folder / image_path(each)).write_bytes(each)
    for part, items in GOLD.items():
        records = [with_images(each) if images else each for each in items]
        bare = [
            {key: each[key] for key in each if key not in ("soft_labels", "hard_labels")} for each in records
        ]
        for kind, rows in (("gold", records), ("unlabelled", bare)):
            path = folder / lines_path(kind, part)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_jsonl(path, rows)
            digests[lines_path(kind, part)] = hashlib.sha256(path.read_bytes()).hexdigest()
    (folder / MANIFEST).write_text(json.dumps({"prediction_format": "mushroom", "files": digests}))
    return folder


def head(gold: Path, **changes: Any) -> BundleHead:
    made = BundleHead(
        task="lantern",
        task_name="Lantern <2027>",
        phase="test",
        phase_name="Test",
        split="test",
        format="mushroom",
        gold_source="lantern-1",
        gold_revision=1,
        gold_digest=hashlib.sha256((gold / MANIFEST).read_bytes()).hexdigest(),
        tracks=[
            BundleTrack("en", "English", "en", ("iou", "rho")),
            BundleTrack("all", "All languages", "", ("rho", "iou")),
        ],
    )
    return replace(made, **changes)


def records(parts: list[Part], spans: list[list[int]], **more: Any) -> list[dict[str, Any]]:
    return [{"id": each["id"], "hard_labels": spans, **more} for part in parts for each in GOLD[part]]


def scored(gold: Path, parts: list[Part], track: BundleTrack, file: Path) -> dict[str, Any]:
    """Return signature, n and scores of predictions, as the server computes them."""
    read = joined([read_gold(gold, part=part) for part in parts], track.language)
    metrics = tuple(each for name in track.metrics for each in METRICS["mushroom"] if each.name == name)
    settings = Settings(metrics, 200)
    predictions = read_predictions(read, [file])
    found = estimates(read, results_of(label_pairs(read, predictions, read.items), metrics), settings)
    return {
        "n": len(read.items),
        "signature": settings.signature(read, len(read.items)),
        "scores": {
            name: {"value": each.value, "low": each.low, "high": each.high, "reason": each.reason}
            for name, each in found.items()
        },
    }


def write_bundle(folder: Path, **changes: Any) -> Path:
    """Write a bundle: two teams and a baseline in English, one of the teams in all languages."""
    gold = gold_directory(folder / "gold", images=changes.get("images", False))
    writer = BundleWriter(folder / "bundle", head(gold, **changes))
    writer.add_gold_manifest(gold / MANIFEST)
    for part in GOLD:
        writer.add_gold(part, gold / lines_path("gold", part), gold / lines_path("unlabelled", part))
    if writer.head.images:
        writer.add_images(gold)
    en, everything = writer.head.tracks
    rows: list[tuple[str, BundleTrack, list[Part], list[list[int]], dict[str, Any]]] = [
        ("1-salt", en, [EN], GOOD, {"team": "Salt", "rank": 1}),
        ("1-salt", everything, [EN, AR], FAIR, {"team": "Salt", "rank": 1}),
        ("2-nine", en, [EN], FAIR, {"team": "=cmd()", "rank": 2, "received_at": "2027-01-15T12:00:00+00:00"}),
        ("3-bad", en, [EN], BAD, {"kind": "baseline"}),
    ]
    for system, track, parts, spans, more in rows:
        file = folder / f"{system}.{track.slug}.jsonl"
        write_jsonl(file, records(parts, spans, team=more.get("team", "")))
        figures = scored(gold, [Part("ar", "test"), EN] if track is everything else parts, track, file)
        submission = BundleSubmission(
            system=system, track=track.slug, name=f"System {system}", **more, **figures
        )
        writer.add_submission(submission, file)
    writer.add_fact_sheets(
        [{"version": 1, "questions": [{"key": "idea", "text": "Idea?", "kind": "text"}]}],
        {"1-salt": {"version": 1, "answers": {"idea": "Ask twice."}}},
    )
    writer.finish()
    return folder / "bundle"


def change(path: Path, edit: Callable[[dict[str, Any]], object]) -> None:
    """Change a JSON file of a bundle, written as bundles are."""
    content = json.loads(path.read_text())
    edit(content)
    path.write_text(json_text(content))


def reseal(bundle: Path) -> None:
    """List all files with their present sizes and sha256, as somebody who forges a bundle would."""
    files = []
    for path in sorted(bundle.rglob("*")):
        name = path.relative_to(bundle).as_posix()
        if path.is_file() and name != MANIFEST:
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            files.append({"path": name, "bytes": path.stat().st_size, "sha256": digest})
    change(bundle / MANIFEST, lambda manifest: manifest.update(files=files))
