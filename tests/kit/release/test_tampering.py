"""Verification reports tampering by file and item, also with a new seal."""

import json
from pathlib import Path

import pytest

from morelkit.release import findings
from morelkit.release.manifest import read_manifest, sealed
from morelkit.release.verify import verify
from tests.kit.release.tampering import (
    AGREEMENT,
    GOLD,
    MANIFEST,
    PROVENANCE,
    RAW,
    TWIN,
    agreement,
    differences_in,
    line,
    lines,
    manifest,
    reseal,
    without,
)
from tests.records import item
from tests.releases import EN_TEST, edit_line, entry, files_of, write_release

TAMPERED = {
    "a probability": (line(GOLD, "en-3", lambda it: it["soft_labels"][0].update(prob=0.5)), (GOLD, "en-3")),
    "a span of gold": (line(GOLD, "en-3", lambda it: it["soft_labels"].pop()), (GOLD, "en-3")),
    "a hard label": (line(GOLD, "en-3", lambda it: it["hard_labels"].append([1, 2])), (GOLD, "en-3")),
    "an item label": (
        line(GOLD, "en-3", lambda it: it["item_labels"]["fluency"].update(value="not-fluent")),
        (GOLD, "en-3"),
    ),
    "a span of raw": (line(RAW, "en-3", lambda it: it["annotations"]["bo"].pop()), (RAW, "en-3")),
    "an annotator": (line(RAW, "en-5", lambda it: it["annotations"].pop("cleo")), (RAW, "en-5")),
    "a line missing": (lines(GOLD, lambda it: it.pop(1)), (GOLD, "en-4")),
    "a line missing of raw": (lines(RAW, lambda it: it.pop(0)), (RAW, "en-3")),
    "a line added": (
        lines(GOLD, lambda it: it.insert(1, it[0].replace('"en-3"', '"en-9"'))),
        (GOLD, "en-9"),
    ),
    "a line twice": (lines(GOLD, lambda it: it.append(it[0])), (GOLD, "en-3")),
    "a question": (line(TWIN, "en-4", lambda it: it.update(model_input="Who?")), (TWIN, "en-4")),
    "an id": (line(GOLD, "en-4", lambda it: it.update(id="en-44")), (GOLD, "en-44")),
    "a comment": (
        line("comments/en.dev.jsonl", "en-2", lambda it: it["comments"].update(ada="Paris.")),
        ("comments/en.dev.jsonl", "en-2"),
    ),
    "evidence": (lines("evidence/en.test.jsonl", lambda it: it.pop()), ("evidence/en.test.jsonl", "en-4")),
    "a row of spans": (
        lines("tables/en.dev.spans.csv", lambda it: it.pop(2)),
        ("tables/en.dev.spans.csv", "en-1"),
    ),
    "a row of items": (
        lines("tables/ar.test.items.csv", lambda it: it.__setitem__(1, it[1].replace(",3,", ",4,"))),
        ("tables/ar.test.items.csv", "ar-1"),
    ),
    "a file added": (
        lambda it: (it / "gold" / "fr.test.jsonl").write_text("{}\n"),
        ("gold/fr.test.jsonl", ""),
    ),
    "a file removed": (lambda it: (it / "guidelines/en.v1.md").unlink(), ("guidelines/en.v1.md", "")),
    "agreement": (
        lines("agreement.json", lambda it: it.__setitem__(8, '  "annotators_max": 4,\n')),
        ("agreement.json", ""),
    ),
    "agreement as a table": (
        lines("agreement.csv", lambda it: it.__setitem__(1, it[1].replace("6,6", "6,5"))),
        ("agreement.csv", ""),
    ),
    "a line that is no JSON": (lines(GOLD, lambda it: it.__setitem__(1, "{\n")), (GOLD, "en-4")),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_tampering_is_found_and_the_item_named(release, what):
    tamper, found = TAMPERED[what]
    before = files_of(release)
    tamper(release)
    assert files_of(release) != before
    assert found in differences_in(release)


@pytest.mark.parametrize("what", [what for what, (_, (_, item)) in TAMPERED.items() if item])
def test_tampering_is_found_even_if_the_manifest_was_adapted(release, what):
    tamper, found = TAMPERED[what]
    tamper(release)
    reseal(release)
    assert found in differences_in(release)


def test_unchanged_items_are_not_reported(release):
    for path in (GOLD, RAW, TWIN):
        lines(path, lambda it: it.pop(0))(release)
        edit_line(release / path, "en-4", lambda it: it.update(id="en-44"))
    assert {item for _, item in differences_in(release)} == {"", "en-3", "en-4", "en-44"}


@pytest.mark.parametrize("kind", ["gold", "unlabelled", "raw", "provenance"])
@pytest.mark.parametrize(
    "edit",
    [
        lambda it: it.pop(4),
        lambda it: it.__setitem__(4, "{\n"),
        lambda it: it.__setitem__(4, it[4].replace('"en-4"', '"en-44"')),
    ],
)
def test_sparse_files_wait_for_a_line_that_is_missing_elsewhere(tmp_path, kind, edit):
    marked = [entry(item(f"en-{n}"), {"ada": [[0, 3]] if n == 4 else [], "bo": []}) for n in range(6)]
    marked[4].evidence = {"ada": [{"span": [0, 3], "kind": "silent"}]}
    release = tmp_path / "few"
    write_release(release, {EN_TEST: marked}, minimum={"en": 2}, left_out={})
    assert differences_in(release) == []
    lines(f"{kind}/en.test.jsonl", edit)(release)
    found = verify(release).differences
    assert {each.item for each in found} <= {"", "en-4", "en-44"}
    assert not [each for each in found if "another order" in each.detail]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "v2"),
        ("frozen_at", "2025-01-01T00:00:00+00:00"),
        ("minimum", {"en": 3, "ar": 2}),
        ("left_out", {"en": 0, "ar": 0}),
        ("embargo", ["dev"]),
    ],
)
def test_an_edited_manifest_is_found_with_its_old_seal_and_with_a_new_one(release, field, value):
    path = release / "manifest.json"
    whole = json.loads(path.read_bytes())
    path.write_text(json.dumps(whole | {field: value}, ensure_ascii=False, indent=1) + "\n", "utf-8")
    assert ("manifest.json", "") in differences_in(release)
    reseal(release)
    assert differences_in(release)


DECISIONS = "decisions/en.test.jsonl"


@pytest.mark.parametrize(
    ("tamper", "found"),
    [
        (line(DECISIONS, "en-3", lambda it: it["decision"]["spans"].pop()), (GOLD, "en-3")),
        (line(DECISIONS, "en-3", lambda it: it["decision"].update(by="dora")), (GOLD, "en-3")),
        (line(DECISIONS, "en-3", lambda it: it["decision"].update(note="-")), (DECISIONS, "en-3")),
        (line(DECISIONS, "en-3", lambda it: it.pop("decision")), (RAW, "en-3")),
        (lines(DECISIONS, lambda it: it.pop()), (DECISIONS, "en-3")),
        (line(GOLD, "en-4", lambda it: it["gold"].update(source="curated")), (GOLD, "en-4")),
    ],
)
def test_a_decision_that_was_tampered_with_is_found(decided, tamper, found):
    tamper(decided)
    reseal(decided)
    assert found in differences_in(decided)


def test_another_policy_in_the_manifest_is_found_item_by_item(release):
    path = release / "manifest.json"
    manifest, _ = read_manifest(path.read_bytes())
    manifest["policy"]["threshold"] = "1/3"
    path.write_bytes(sealed(manifest))
    assert (GOLD, "en-4") in differences_in(release)


def without_evidence(release: Path) -> None:
    manifest(lambda it: it["options"].update(evidence=False))(release)
    for path in ("evidence/en.dev.jsonl", "evidence/en.test.jsonl", "evidence/ar.test.jsonl"):
        without(path)(release)


def in_two_splits(release: Path) -> None:
    for kind in ("gold", "unlabelled", "raw", "provenance"):
        content = (release / kind / "en.dev.jsonl").read_text("utf-8").splitlines(keepends=True)
        lines(f"{kind}/en.test.jsonl", lambda it, first=content[0]: it.append(first))(release)


RESEALED = {
    "a file beyond the directory": (
        manifest(lambda it: it["files"].append({"path": "../outside", "bytes": 1, "sha256": "0" * 64})),
        (MANIFEST, ""),
    ),
    "a table that nobody misses": (without("tables/en.test.spans.csv"), ("tables/en.test.spans.csv", "")),
    "a card that nobody misses": (without("README.md"), ("README.md", "")),
    "guidelines that nobody misses": (without("guidelines/en.v1.md"), ("guidelines/en.v1.md", "")),
    "evidence that was never asked for": (without_evidence, (PROVENANCE, "en-4")),
    "somebody excluded who counts": (
        line(PROVENANCE, "en-3", lambda it: it["excluded"][0].update(annotator="ada")),
        (RAW, "en-3"),
    ),
    "an item in two splits": (in_two_splits, (GOLD, "en-1")),
    "gold written otherwise": (lines(GOLD, lambda it: it.__setitem__(1, f" {it[1]}")), (GOLD, "en-4")),
    "another order": (lines(GOLD, lambda it: it.reverse()), (GOLD, "en-4")),
    "another language": (line(PROVENANCE, "en-3", lambda it: it.update(lang="fr")), (PROVENANCE, "en-3")),
    "more than provenance": (line(PROVENANCE, "en-3", lambda it: it.update(by="x")), (PROVENANCE, "en-3")),
    "features": (manifest(lambda it: it["features"]["en"].update(year="string")), (MANIFEST, "")),
    "no minimum": (manifest(lambda it: it.update(minimum={})), (MANIFEST, "")),
    "a policy in other words": (manifest(lambda it: it.update(policy_in_words="All.")), (MANIFEST, "")),
    "more than agreement": (agreement(lambda it: it[0].update(kappa=1)), (AGREEMENT, "")),
    "a row of agreement twice": (agreement(lambda it: it.append(it[0])), (AGREEMENT, "")),
    "agreement as a table": (TAMPERED["agreement as a table"][0], ("agreement.csv", "")),
    "an empty folder": (lambda it: (it / "more").mkdir(), ("more", "")),
    "an embargo that there was not": (
        lambda it: (it / "EMBARGO.json").write_text('{"withheld": []}'),
        ("EMBARGO.json", ""),
    ),
    "a table that is not text": (
        lambda it: (it / "tables/en.test.items.csv").write_bytes(b"id\xff\n"),
        ("tables/en.test.items.csv", ""),
    ),
    "agreement that is not text": (
        lambda it: (it / "agreement.csv").write_bytes(b"\xff"),
        ("agreement.csv", ""),
    ),
    "a span that ends before it starts": (
        line(RAW, "en-3", lambda it: it["annotations"].update(bo=[[5, 3]])),
        (RAW, "en-3"),
    ),
    "no digests": (line(PROVENANCE, "en-3", lambda it: it.update(sha256=None)), (PROVENANCE, "en-3")),
    "excluded that is no list": (
        line(PROVENANCE, "en-3", lambda it: it.update(excluded=5)),
        (PROVENANCE, "en-3"),
    ),
    "excluded that is an object": (
        line(PROVENANCE, "en-4", lambda it: it.update(excluded={})),
        (PROVENANCE, "en-4"),
    ),
    "no revisions": (line(PROVENANCE, "en-3", lambda it: it.update(revisions=None)), (PROVENANCE, "en-3")),
    "rows without item labels": (
        agreement(lambda it: [row.pop("item_labels") for row in it]),
        (AGREEMENT, ""),
    ),
    "agreement that is too deep": (
        lambda it: (it / AGREEMENT).write_text("[" * 100_000),
        (AGREEMENT, ""),
    ),
}


@pytest.mark.parametrize("what", RESEALED)
def test_changes_hidden_by_a_new_seal_are_reported(release, what):
    tamper, found = RESEALED[what]
    tamper(release)
    reseal(release)
    assert found in differences_in(release)


def test_the_file_with_the_unusual_order_is_reported(release):
    lines(GOLD, lambda it: it.reverse())(release)
    reseal(release)
    assert {file for file, item in differences_in(release) if item} == {GOLD}


@pytest.mark.parametrize("path", [GOLD, "tables/en.test.items.csv", "tables/en.test.spans.csv"])
def test_a_long_reordered_file_is_reported_once(tmp_path, path):
    release = tmp_path / "long"
    many = [entry(item(f"en-{number}")) for number in range(1_100)]
    write_release(release, {EN_TEST: many}, minimum={"en": 2}, left_out={})
    content = (release / path).read_text("utf-8").splitlines(keepends=True)
    head = content[: path.endswith(".csv")]
    (release / path).write_text("".join(head + content[len(head) :][::-1]), "utf-8")
    reseal(release)
    assert [(file, item) for file, item in differences_in(release) if item] == [(path, "en-1099")]


def test_differences_beyond_the_limit_are_counted(release, monkeypatch):
    monkeypatch.setattr(findings, "MAX_LISTED", 1)
    for path in (GOLD, RAW):
        lines(path, lambda it: it.clear())(release)
    done = verify(release)
    assert len(done.differences) == 1
    assert done.beyond > 1
