"""What `morelkit verify` finds in bundles that were changed, and in hostile ones."""

import os
import shutil
from typing import Any

import pytest

from morelkit.release.layout import MANIFEST
from morelkit.scoring import bundle_files
from tests.kit.scoring.bundles import change, reseal, write_bundle


@pytest.fixture
def bundle(folder):
    return write_bundle(folder)


def test_changed_files_are_named(run, bundle):
    predictions = bundle / "predictions/2-nine/en.jsonl"
    predictions.write_bytes(predictions.read_bytes() + b"\n")
    (bundle / "gold/ar.test.jsonl").unlink()
    (bundle / "notes.txt").write_text("more")
    (bundle / "README.md").write_text("less")
    out, _ = run("verify", bundle, status=1)
    lines = out.splitlines()
    assert (
        "predictions/2-nine/en.jsonl: The file is not the one that was released: its sha256 differs." in lines
    )
    assert "gold/ar.test.jsonl: The file is missing." in lines
    assert "notes.txt: Unexpected file." in lines
    assert "README.md: It does not follow from manifest.json and scores.json." in lines
    assert "manifest.json: The submissions for the track all were not scored: gold is missing." in lines
    assert lines[-1].startswith("lantern: test: 3 of 4 submissions scored again;")


def test_each_changed_figure_is_named_though_all_digests_fit(run, bundle):
    def edit(content: dict[str, Any]) -> None:
        row = content["submissions"][1]
        row["scores"]["iou"]["value"] += 1e-12
        row["scores"]["rho"]["high"] = None
        row["n"] = 4
        content["submissions"][2]["rank"] = 1

    change(bundle / "scores.json", edit)
    reseal(bundle)
    out, _ = run("verify", bundle, status=1)
    where = "predictions/1-salt/en.jsonl"
    assert f"{where}: Its iou value is 0.666666666667; scores.json states 0.666666666668." in out
    assert f"{where}: Its rho high is " in out
    assert f"{where}: Its n is 3; scores.json states 4." in out
    assert "predictions/2-nine/en.jsonl: Its rank is 2; scores.json states 1." in out
    assert "scores.csv: It does not follow from manifest.json and scores.json." in out


def test_swapped_predictions_are_named_though_all_digests_fit(run, bundle):
    one, other = (bundle / f"predictions/{name}/en.jsonl" for name in ("1-salt", "3-bad"))
    shutil.move(one, bundle / "kept")
    shutil.move(other, one)
    shutil.move(bundle / "kept", other)
    reseal(bundle)
    out, _ = run("verify", bundle, status=1)
    assert (
        "predictions/1-salt/en.jsonl: Its iou value is 0.000000000000; scores.json states 0.666666666667."
        in out
    )
    assert (
        "predictions/3-bad/en.jsonl: Its iou value is 0.666666666667; scores.json states 0.000000000000."
        in out
    )


def test_gold_other_than_that_of_its_manifest_is_named(run, bundle):
    path = bundle / "gold/en.test.jsonl"
    path.write_text(path.read_text().replace("[[0, 10]]", "[[0, 5]]"))
    reseal(bundle)
    out, _ = run("verify", bundle, status=1)
    assert "gold/en.test.jsonl: gold/manifest.json lists another file: its sha256 differs." in out
    assert "predictions/2-nine/en.jsonl: Its iou value is " in out


def test_gold_and_unlabelled_items_must_be_the_same(run, bundle):
    path = bundle / "unlabelled/en.test.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[1:]))
    out, _ = run("verify", bundle, status=1)
    assert "unlabelled/en.test.jsonl: It has other items than the gold." in out


def test_predictions_that_cannot_be_scored_are_named(run, bundle):
    (bundle / "predictions/1-salt/en.jsonl").write_text('{"id": "q-1", "hard_labels": [[0, 999]]}\n')
    (bundle / "predictions/2-nine/en.jsonl").unlink()
    (bundle / "predictions/3-bad/en.jsonl").write_bytes(b"\xff\xfe\x00")
    out, err = run("verify", bundle, status=1)
    assert (
        "predictions/1-salt/en.jsonl: It cannot be scored (3 problems): predictions/1-salt/en.jsonl:1:" in out
    )
    assert "predictions/2-nine/en.jsonl: The file is missing." in out
    assert "predictions/3-bad/en.jsonl: It cannot be scored" in out
    assert err == ""


def test_nothing_behind_a_link_is_read(run, bundle, folder):
    secret = folder / "secret.jsonl"
    shutil.copy(bundle / "predictions/1-salt/en.jsonl", secret)
    (bundle / "predictions/1-salt/en.jsonl").unlink()
    (bundle / "predictions/1-salt/en.jsonl").symlink_to(secret)
    shutil.move(bundle / "predictions/3-bad", folder / "elsewhere")
    (bundle / "predictions/3-bad").symlink_to(folder / "elsewhere")
    out, _ = run("verify", bundle, status=1)
    assert "predictions/1-salt/en.jsonl: The file is missing." in out
    assert "predictions/1-salt/en.jsonl: Unexpected file." in out
    assert "predictions/3-bad: Unexpected file." in out
    assert "2 of 4 submissions scored again" in out


def test_paths_that_lead_out_are_never_opened(run, bundle, folder):
    (folder / "secret").write_text("x")
    change(bundle / "scores.json", lambda content: content["submissions"][0].update(system="../.."))
    change(
        bundle / MANIFEST,
        lambda manifest: manifest["files"].append({"path": "../secret", "bytes": 1, "sha256": "0" * 64}),
    )
    out, _ = run("verify", bundle, status=1)
    assert "manifest.json: It lists an unexpected file: ../secret." in out
    assert "scores.json: Submission 1 cannot be read: ValueError('its system is no name of a folder')." in out


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (
            lambda row: row.update(signature=row["signature"].replace(":200|", ":9999999|")),
            "not from 1 to 100,000",
        ),
        (
            lambda row: row.update(signature=row["signature"].replace("as-given", "merged")),
            "under the policy merged",
        ),
        (
            lambda row: row.update(signature=row["signature"].replace("iou@1", "iou@9")),
            "no metric “iou@9” here",
        ),
        (
            lambda row: row.update(signature=row["signature"].replace("rho@1", "iou@1")),
            "names a metric twice",
        ),
        (lambda row: row.update(signature="\x1b[31m" * 99), "cannot be read"),
        (
            lambda row: row.update(signature=f"{row['signature']}|scores:confidence"),
            "only scores can be confidence",
        ),
        (
            lambda row: row.update(signature=row["signature"].replace("gold:", "gold:0")),
            "Its signature is morelkit:",
        ),
        (lambda row: row["scores"].pop("rho"), "Its list of metrics is iou, rho; scores.json states iou."),
        (lambda row: row["scores"].update(best={"value": 1.0, "low": None, "high": None}), "iou, rho, best"),
        (lambda row: row.update(n=10**40), "Its n is 3; scores.json states 1000"),
        (lambda row: row.update(n="3"), "Submission 2 cannot be read"),
        (lambda row: row.update(rank=-1), "Submission 2 cannot be read"),
        (lambda row: row.update(track="xx"), "Submission 2 cannot be read"),
        (lambda row: row.update(scores=[]), "Submission 2 cannot be read"),
        (lambda row: row["scores"].update(iou={"value": "1"}), "Submission 2 cannot be read"),
        (lambda row: row.update(more=1), "Submission 2 cannot be read"),
        (lambda row: row.update(system="3-bad"), "Submission 4 cannot be read"),
    ],
)
def test_hostile_rows_get_a_finding(run, bundle, edit, said):
    change(bundle / "scores.json", lambda content: edit(content["submissions"][1]))
    out, err = run("verify", bundle, status=1)
    assert said in out
    assert err == ""
    assert "\x1b" not in out


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("scores.json", b"{}", "scores.json: It is not written as bundles are"),
        ("scores.json", b"{}\n", "scores.json: It has no list of submissions."),
        ("scores.json", b"[" * 200_000, "scores.json: It cannot be read"),
        ("scores.json", b'{"submissions": 1e999}\n', "scores.json: It cannot be read"),
        ("scores.json", b'{"submissions": ' + b"9" * 5_000 + b"}\n", "scores.json: It cannot be read"),
        ("scores.json", b"\xff", "scores.json: It cannot be read"),
        ("fact-sheets.json", b"[]\n", "fact-sheets.json: It is no JSON object."),
        ("fact-sheets.json", b"{}\n", "fact-sheets.json: It has no versions and systems."),
        ("gold/manifest.json", b"[]", "gold/manifest.json: It cannot be read"),
        ("gold/manifest.json", b'{"files": 1}', "gold/manifest.json: It cannot be read"),
        ("gold/en.test.jsonl", b"{", "gold/en.test.jsonl: gold/en.test.jsonl:1:"),
        ("gold/en.test.jsonl", b"", "There are no items."),
    ],
)
def test_hostile_files_get_a_finding(run, bundle, name, content, said):
    (bundle / name).write_bytes(content)
    out, err = run("verify", bundle, status=1)
    assert said in out
    assert err == ""


@pytest.mark.parametrize(
    "edit",
    [
        lambda manifest: manifest.pop("gold"),
        lambda manifest: manifest.update(layout=2),
        lambda manifest: manifest.update(prediction_format="xx"),
        lambda manifest: manifest.update(names="some"),
        lambda manifest: manifest.update(tracks=7),
        lambda manifest: manifest["tracks"][0].update(slug="../en"),
        lambda manifest: manifest["tracks"][0].update(slug="all"),
        lambda manifest: manifest["gold"].update(digest="../.."),
        lambda manifest: manifest["gold"]["parts"][0].update(language="../../etc"),
        lambda manifest: manifest["gold"]["parts"][0].update(split="dev"),
        lambda manifest: manifest["gold"]["parts"][0].update(items=True),
        lambda manifest: manifest["files"].append("README.md"),
        lambda manifest: manifest.update(seed=-1),
    ],
)
def test_a_manifest_that_cannot_be_read_is_refused(run, bundle, edit):
    change(bundle / MANIFEST, edit)
    out, err = run("verify", bundle, status=2)
    assert out == ""
    assert err.startswith("manifest.json: It ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda manifest: manifest.update(more=1), "manifest.json: Unexpected field more."),
        (lambda manifest: manifest["tracks"][0].update(submissions=10**30), "Its “tracks” does not follow"),
        (
            lambda manifest: manifest["gold"]["parts"][0].update(items=10**30),
            "items in ar.test; there are 2.",
        ),
        (lambda manifest: manifest["files"].append(manifest["files"][0]), "It lists a file more than once."),
        (lambda manifest: manifest["files"].pop(0), "README.md: manifest.json does not list the file."),
    ],
)
def test_a_manifest_that_does_not_follow_gets_a_finding(run, bundle, edit, said):
    change(bundle / MANIFEST, edit)
    out, _ = run("verify", bundle, status=1)
    assert said in out


def test_files_too_large_to_be_read_at_once_are_named(run, bundle, monkeypatch):
    size = (bundle / MANIFEST).stat().st_size
    (bundle / "scores.json").write_bytes(b" " * (size + 1))
    monkeypatch.setattr(bundle_files, "MAX_BYTES", size)
    out, _ = run("verify", bundle, status=1)
    assert f"scores.json: It has more than {size:,} bytes." in out


@pytest.mark.skipif(os.name != "posix", reason="Windows has no named pipes in folders")
def test_a_named_pipe_is_not_read(run, bundle):
    (bundle / "predictions/3-bad/en.jsonl").unlink()
    os.mkfifo(bundle / "predictions/3-bad/en.jsonl")
    out, _ = run("verify", bundle, status=1)
    assert "predictions/3-bad/en.jsonl: The file is missing." in out
