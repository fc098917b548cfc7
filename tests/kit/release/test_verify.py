"""Verifying releases: tampering is reported by file and item."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from morelkit.release import findings
from morelkit.release.findings import Finding
from morelkit.release.layout import Part, withheld_paths
from morelkit.release.manifest import read_manifest, sealed
from morelkit.release.read_lines import digest_of
from morelkit.release.verify import NotAReleaseError, verify
from tests.records import item
from tests.releases import EN_TEST, decided_entries, edit_line, entry, files_of, write_release


@pytest.fixture
def release(tmp_path: Path) -> Path:
    write_release(tmp_path / "v1")
    return tmp_path / "v1"


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


def test_a_new_release_has_no_differences(release):
    done = verify(release)
    assert (done.name, done.items, done.withheld, done.differences) == ("v1", 6, [], [])


def test_the_same_entries_give_the_same_bytes(release, tmp_path):
    write_release(tmp_path / "again")
    assert files_of(tmp_path / "again") == files_of(release)


def line(path: str, id_: str, edit: Callable[[dict[str, Any]], object]) -> Callable[[Path], object]:
    return lambda release: edit_line(release / path, id_, edit)


def lines(path: str, edit: Callable[[list[str]], object]) -> Callable[[Path], None]:
    def tamper(release: Path) -> None:
        content = (release / path).read_text("utf-8").splitlines(keepends=True)
        edit(content)
        (release / path).write_text("".join(content), "utf-8")

    return tamper


GOLD, RAW, TWIN = "gold/en.test.jsonl", "raw/en.test.jsonl", "unlabelled/en.test.jsonl"
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


@pytest.fixture
def decided(tmp_path: Path) -> Path:
    """Return a release with a curator's decision on en-3."""
    write_release(tmp_path / "decided", decided_entries(), options={"decisions": True})
    return tmp_path / "decided"


def test_unlabelled_records_have_no_imported_labels(tmp_path):
    came = {
        EN_TEST: [entry(item("en-1", label="Hallucination", has_factual_mistakes="y")), entry(item("en-2"))]
    }
    of_en = {"minimum": {"en": 2}, "left_out": {"en": 0}}
    bare = tmp_path / "bare"
    write_release(bare, came, options={"set_apart": ["label", "has_factual_mistakes"]}, **of_en)
    assert differences_in(bare) == []
    assert b'"label":"Hallucination"' in (bare / GOLD).read_bytes()
    twins = (bare / TWIN).read_bytes() + (bare / "README.md").read_bytes().rpartition(b"en-unlabelled")[2]
    assert b"Hallucination" not in twins
    assert b"mistakes" not in twins
    write_release(tmp_path / "before", came, **of_en)
    assert differences_in(tmp_path / "before") == []
    manifest(lambda it: it["options"]["set_apart"].append("model_input"))(bare)
    assert (MANIFEST, "") in differences_in(bare)


def test_an_imported_field_named_gold_is_renamed(tmp_path):
    own = {EN_TEST: [entry(item("en-1", gold="Paris", imported_gold=1, year=1815)), entry(item("en-2"))]}
    release = tmp_path / "own"
    write_release(release, own, options={"decisions": True}, minimum={"en": 2}, left_out={})
    assert differences_in(release) == []
    gold, twin = (json.loads((release / path).read_text("utf-8").splitlines()[0]) for path in (GOLD, TWIN))
    kept = {"imported_imported_gold": "Paris", "imported_gold": 1, "year": 1815}
    assert {name: gold.get(name) for name in kept} == {name: twin.get(name) for name in kept} == kept
    assert gold["gold"] == {"source": "majority"}
    assert "gold" not in twin


DECISIONS = "decisions/en.test.jsonl"


def test_a_decision_is_gold_and_the_votes_stay(decided, release):
    assert differences_in(decided) == []
    of_votes, curated = (
        json.loads((each / GOLD).read_text("utf-8").splitlines()[0]) for each in (release, decided)
    )
    assert curated["soft_labels"] == of_votes["soft_labels"]
    assert curated["hard_labels"] == [[0, 6]] != of_votes["hard_labels"]
    assert curated["gold"] == {"source": "curated", "by": "lena", "at": "2026-01-01T00:00:00+00:00"}
    assert (decided / "agreement.csv").read_bytes() == (release / "agreement.csv").read_bytes()
    assert "gold_source" in (decided / "tables/en.test.items.csv").read_text("utf-8")
    assert "decided on 1 items" in (decided / "README.md").read_text("utf-8")
    assert json.loads((decided / "manifest.json").read_bytes())["counts"]["en"]["test"]["decided"] == 1


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


def test_a_manifest_that_differs_from_the_published_one_is_reported(release):
    published = digest_of(release / "manifest.json")
    assert not verify(release, published).differences
    assert [each.file for each in verify(release, "0" * 64).differences] == ["manifest.json"]


def test_withheld_files_are_not_reported_as_missing(tmp_path):
    release = tmp_path / "held"
    write_release(release, embargo=["test"])
    held = withheld_paths(list(files_of(release)), frozenset({"test"}))
    assert "gold/en.test.jsonl" in held
    assert "unlabelled/en.test.jsonl" not in held
    for path in held:
        (release / path).unlink()
    (release / "EMBARGO.json").write_text(json.dumps({"withheld": held}))
    done = verify(release)
    assert (done.items, done.withheld, done.differences) == (2, sorted(held), [])


def test_an_older_download_with_provenance_is_accepted(tmp_path):
    release = tmp_path / "held"
    write_release(release, embargo=["test"])
    paths = withheld_paths(list(files_of(release)), frozenset({"test"}))
    held = [path for path in paths if not path.startswith("provenance/")]
    assert len(held) < len(paths)
    for path in held:
        (release / path).unlink()
    (release / "EMBARGO.json").write_text(json.dumps({"withheld": held}))
    assert differences_in(release) == []


def test_an_embargo_excuses_no_other_file(tmp_path):
    release = tmp_path / "held"
    write_release(release, embargo=["test"])
    (release / "gold/en.dev.jsonl").unlink()
    (release / "EMBARGO.json").write_text(json.dumps({"withheld": ["gold/en.dev.jsonl"]}))
    assert {("EMBARGO.json", ""), ("gold/en.dev.jsonl", "")} <= set(differences_in(release))


@pytest.mark.parametrize("content", [None, b"", b"{}", b"[]", b'{"layout": 1}', b"\xff"])
def test_a_directory_without_a_manifest_is_not_a_release(tmp_path, content):
    if content is not None:
        (tmp_path / "manifest.json").write_bytes(content)
    with pytest.raises(NotAReleaseError, match=r"manifest\.json"):
        verify(tmp_path)


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


def without_evidence(release: Path) -> None:
    manifest(lambda it: it["options"].update(evidence=False))(release)
    for path in ("evidence/en.dev.jsonl", "evidence/en.test.jsonl", "evidence/ar.test.jsonl"):
        without(path)(release)


def in_two_splits(release: Path) -> None:
    for kind in ("gold", "unlabelled", "raw", "provenance"):
        content = (release / kind / "en.dev.jsonl").read_text("utf-8").splitlines(keepends=True)
        lines(f"{kind}/en.test.jsonl", lambda it, first=content[0]: it.append(first))(release)


def agreement(edit: Callable[[list[dict[str, Any]]], object]) -> Callable[[Path], None]:
    def tamper(release: Path) -> None:
        rows = json.loads((release / "agreement.json").read_bytes())
        edit(rows)
        (release / "agreement.json").write_text(json.dumps(rows), "utf-8")

    return tamper


PROVENANCE, AGREEMENT, MANIFEST = "provenance/en.test.jsonl", "agreement.json", "manifest.json"
SEALED_ANEW = {
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


@pytest.mark.parametrize("what", SEALED_ANEW)
def test_changes_hidden_by_a_new_seal_are_reported(release, what):
    tamper, found = SEALED_ANEW[what]
    tamper(release)
    reseal(release)
    assert found in differences_in(release)


@pytest.mark.parametrize(
    "edit",
    [
        lambda it: it.update(policy={}),
        lambda it: it.update(embargo=None),
        lambda it: it.update(left_out=5),
        lambda it: it["project"].update(description=None),
        lambda it: it["counts"].update({"../en": {"test": {}}}),
        lambda it: it["files"][0].update(path=5),
    ],
)
def test_an_invalid_manifest_is_refused(release, edit):
    manifest(edit)(release)
    with pytest.raises(NotAReleaseError):
        verify(release)


@pytest.mark.parametrize("value", ["NaN", '"\\ud800"', "1" * 5_000, "[" * 100_000])
def test_a_manifest_that_python_cannot_hold_is_refused(release, value):
    (release / MANIFEST).write_text(f'{{"layout": 1, "name": {value}}}')
    with pytest.raises(NotAReleaseError):
        verify(release)


def test_an_embargo_excuses_only_missing_files_of_whole_splits(tmp_path):
    release = tmp_path / "held"
    write_release(release, embargo=["test"])
    held = withheld_paths(list(files_of(release)), frozenset({"test"}))
    (release / EMBARGO).write_text(json.dumps({"withheld": held}))
    assert {file for file, _ in differences_in(release)} == {EMBARGO}
    (release / held[0]).unlink()
    assert (EMBARGO, "") in differences_in(release)
    for path in held[1:]:
        (release / path).unlink()
    agreement(lambda it: next(row for row in it if row["split"] == "dev").update(items=9))(release)
    reseal(release)
    assert (AGREEMENT, "") in differences_in(release)


@pytest.mark.parametrize("content", [b"[" * 100_000, b'{"withheld": [1, "a"]}', None])
def test_an_unreadable_embargo_is_reported(tmp_path, content):
    release = tmp_path / "held"
    write_release(release, embargo=["test"])
    if content is None:
        (release / EMBARGO).mkdir()
    else:
        (release / EMBARGO).write_bytes(content)
    assert (EMBARGO, "") in differences_in(release)


EMBARGO = "EMBARGO.json"


def test_releases_with_unusual_characters_have_no_differences(tmp_path):
    odd = ["-5", "=1", "'=q", "'", "@", "+a,b"]
    parts = {EN_TEST: [entry(item(id_, model_id="a\rb")) for id_ in odd]}
    write_release(
        tmp_path / "odd",
        parts,
        name="vé\r1",
        project={"slug": "odd", "name": "Odd", "description": "One\rtwo\r\nthree"},
        minimum={"en": 2},
        left_out={},
    )
    assert verify(tmp_path / "odd").differences == []


@pytest.mark.parametrize(
    "part", [("en", "../../out"), ("en", "a.b"), ("en", "all"), ("EN", "test"), ("", "test")]
)
def test_invalid_file_names_are_not_written(tmp_path, part):
    with pytest.raises(ValueError, match="names no language and split"):
        write_release(tmp_path / "v1", {Part(*part): []}, minimum={}, left_out={})


@pytest.mark.parametrize(
    ("second", "said"),
    [
        (entry(item("en-1")), "two items"),
        (entry(item("en-2"), excluded=[{"annotator": "bo", "reason": "-"}]), "bo is counted"),
    ],
)
def test_duplicate_items_and_annotators_both_counted_and_excluded_are_refused(tmp_path, second, said):
    with pytest.raises(ValueError, match=said):
        write_release(tmp_path / "v1", {EN_TEST: [entry(item("en-1")), second]})


def test_a_difference_is_printed_on_one_line():
    assert str(Finding("gold\n", "en\u2028-1", "It\x1b.")) == "gold\\n: item en\\u2028-1: It\\x1b."


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


def run(*arguments: object, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the module as a program without Django settings."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO")} | more
    command = [sys.executable, "-m", "morelkit.release.verify", *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, env=environment, check=False, cwd=Path(__file__).parents[3]
    )


def test_the_module_runs_as_a_program_with_an_exit_status(release, tmp_path):
    write_release(tmp_path / "accent", name="vé")
    assert run(release).returncode == run(tmp_path / "accent", PYTHONIOENCODING="ascii").returncode == 0
    edit_line(release / GOLD, "en-3", lambda it: it["hard_labels"].pop())
    found = run(release)
    assert found.returncode == 1
    assert f"{GOLD}: item en-3: Its hard_labels do not follow" in found.stdout
    assert run(tmp_path).returncode == 2


def test_the_program_reads_the_longest_cells_of_a_release(tmp_path):
    release = tmp_path / "long"
    long = [entry(item("en-1", model_id="m" * 140_000)), entry(item("en-2"))]
    write_release(release, {EN_TEST: long}, minimum={"en": 2}, left_out={})
    done = run(release)
    assert (done.returncode, done.stderr) == (0, "")


def test_verification_does_not_import_django():
    script = "import sys, morelkit.release.verify; sys.exit('django' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], check=False, cwd=Path(__file__).parents[3])
    assert done.returncode == 0
