"""Bundles of shared tasks: what the writer writes, and that it verifies."""

import csv
import hashlib
import json
from dataclasses import replace

import pytest

from morelkit.release.layout import MANIFEST, Part
from morelkit.scoring.bundle import BundleSubmission, BundleTrack, BundleWriter
from tests.kit.scoring.bundles import EN, GOLD, GOOD, gold_directory, head, records, scored, write_bundle
from tests.records import write_jsonl


@pytest.fixture
def bundle(folder):
    return write_bundle(folder)


def test_a_bundle_verifies(run, bundle):
    out, err = run("verify", bundle)
    assert out == "lantern: test: 4 of 4 submissions scored again; all is as it should be.\n"
    assert err == ""
    digest = hashlib.sha256((bundle / MANIFEST).read_bytes()).hexdigest()
    run("verify", bundle, "--manifest", digest)
    out, _ = run("verify", bundle, "--manifest", "0" * 64, status=1)
    assert "manifest.json: It is not the published one." in out


def test_the_same_content_gives_the_same_bytes(folder):
    first, second = (write_bundle(folder / name) for name in ("first", "second"))
    paths = sorted(path.relative_to(first) for path in first.rglob("*") if path.is_file())
    assert [str(path) for path in paths] == [
        "README.md",
        "fact-sheets.json",
        "gold/ar.test.jsonl",
        "gold/en.test.jsonl",
        "gold/manifest.json",
        "manifest.json",
        "predictions/1-salt/all.jsonl",
        "predictions/1-salt/en.jsonl",
        "predictions/2-nine/en.jsonl",
        "predictions/3-bad/en.jsonl",
        "scores.csv",
        "scores.json",
        "unlabelled/ar.test.jsonl",
        "unlabelled/en.test.jsonl",
    ]
    assert all((first / path).read_bytes() == (second / path).read_bytes() for path in paths)


def test_scores_are_listed_by_submission_and_by_metric(bundle):
    rows = json.loads((bundle / "scores.json").read_text())["submissions"]
    assert [(row["system"], row["track"], row["rank"]) for row in rows] == [
        ("1-salt", "all", 1),
        ("1-salt", "en", 1),
        ("2-nine", "en", 2),
        ("3-bad", "en", None),
    ]
    # In q-2 nothing is gold: 1 for q-1 and q-3, half of the span for FAIR.
    assert [rows[place]["scores"]["iou"]["value"] for place in (1, 2, 3)] == [
        0.666666666667,
        0.333333333333,
        0.0,
    ]
    with (bundle / "scores.csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    assert len(table) == 8
    assert table[2]["value"] == "0.666666666667"
    assert table[4]["team"] == "'=cmd()"
    assert table[2]["signature"].startswith("morelkit:iou@1+rho@1|gold:")
    manifest = json.loads((bundle / MANIFEST).read_text())
    assert [track["submissions"] for track in manifest["tracks"]] == [3, 1]
    assert manifest["tracks"][1]["signatures"] == [rows[0]["signature"]]


def test_scores_are_in_the_order_of_the_signature(folder):
    gold = gold_directory(folder / "gold")
    writer = BundleWriter(folder / "bundle", head(gold))
    file = write_jsonl(folder / "it.jsonl", records([EN], GOOD))
    figures = scored(gold, [EN], writer.head.tracks[0], file)
    figures["scores"] = dict(reversed(figures["scores"].items()))
    writer.add_submission(BundleSubmission(system="a", track="en", name="a", **figures), file)
    writer.add_gold_manifest(gold / MANIFEST)
    writer.finish()
    (row,) = json.loads((writer.directory / "scores.json").read_text())["submissions"]
    assert list(row["scores"]) == ["iou", "rho"]


def test_gold_of_a_bundle_scores_further_predictions(run_json, bundle):
    scores = run_json("score", bundle, bundle / "predictions/1-salt/en.jsonl", "--metrics", "iou")
    assert scores["languages"]["EN"]["iou"]["value"] == 0.666666666667


def test_predictions_of_an_anonymised_bundle_have_only_what_is_scored(run, folder):
    bundle = write_bundle(folder, names="anonymised")
    run("verify", bundle)
    line = (bundle / "predictions/1-salt/en.jsonl").read_text().splitlines()[0]
    assert json.loads(line) == {"id": "q-1", "hard_labels": [[0, 10]]}
    assert b"Salt" not in b"".join(path.read_bytes() for path in bundle.glob("predictions/*/*"))


def test_fields_inside_of_labels_are_removed_too(folder):
    gold = gold_directory(folder / "gold")
    writer = BundleWriter(folder / "bundle", head(gold, names="anonymised"))
    writer.add_gold(EN, gold / "gold/en.test.jsonl", gold / "unlabelled/en.test.jsonl")
    rows = [
        {"id": each["id"], "soft_labels": [{"start": 0, "end": 2, "prob": 0.5, "by": "Salt"}]}
        for each in reversed(GOLD[EN])
    ]
    file = write_jsonl(folder / "it.jsonl", rows)
    figures = scored(gold, [EN], writer.head.tracks[0], file)
    writer.add_submission(BundleSubmission(system="a", track="en", name="a", **figures), file)
    written = (writer.directory / "predictions/a/en.jsonl").read_text().splitlines()
    assert [json.loads(line)["id"] for line in written] == ["q-1", "q-2", "q-3"]
    assert json.loads(written[0])["soft_labels"] == [{"start": 0, "prob": 0.5, "end": 2}]


def test_the_writer_refuses_what_a_bundle_cannot_hold(folder):
    gold = gold_directory(folder / "gold")
    (folder / "full").mkdir()
    (folder / "full" / "a.txt").touch()
    with pytest.raises(ValueError, match="not empty"):
        BundleWriter(folder / "full", head(gold))
    with pytest.raises(ValueError, match="name of a file"):
        BundleWriter(folder / "b", head(gold, tracks=[BundleTrack("../x", "x", "en", ("iou",))]))
    writer = BundleWriter(folder / "b", head(gold, gold_digest="0" * 64))
    with pytest.raises(ValueError, match="not the digest"):
        writer.add_gold_manifest(gold / MANIFEST)
    with pytest.raises(ValueError, match="no part"):
        writer.add_gold(Part("en", "dev"), gold / "gold/en.test.jsonl", gold / "unlabelled/en.test.jsonl")
    file = write_jsonl(folder / "it.jsonl", records([EN], GOOD))
    figures = scored(gold, [EN], writer.head.tracks[0], file)
    valid = BundleSubmission(system="a", track="en", name="a", **figures)
    for wrong, said in (
        (replace(valid, system="../a"), "name of a folder"),
        (replace(valid, track="xx"), "no track"),
        (replace(valid, signature=""), "cannot be read"),
        (replace(valid, scores={}), "not those of the signature"),
    ):
        with pytest.raises(ValueError, match=said):
            writer.add_submission(wrong, file)
    writer.add_submission(valid, file)
    with pytest.raises(ValueError, match="already"):
        writer.add_submission(valid, file)
    with pytest.raises(ValueError, match="manifest of its gold"):
        BundleWriter(folder / "c", head(gold)).finish()


def test_the_module_for_releases_names_the_command_for_bundles(bundle, capsys):
    from morelkit.release.verify import main

    assert main([str(bundle)]) == 2
    assert "It is the bundle of a shared task: use the command `morelkit verify`." in capsys.readouterr().err


def test_a_long_verification_says_how_far_it_is(run, bundle, monkeypatch):
    from morelkit.scoring import bundle_check

    monkeypatch.setattr(bundle_check, "_SECONDS", 0.0)
    _, err = run("verify", bundle)
    assert err.splitlines() == [f"{done} of 4 submissions scored again." for done in (1, 2, 3)]
