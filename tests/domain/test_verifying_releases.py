"""A release that was tampered with is told file by file and item by item."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from annotation.domain.release.layout import withheld_paths
from annotation.domain.release.manifest import read_manifest, sealed
from annotation.domain.release.reading import digest_of
from annotation.domain.release.verify import NoReleaseError, verify
from tests.releases import decided_entries, edit_line, files_of, write_release


@pytest.fixture
def release(tmp_path: Path) -> Path:
    write_release(tmp_path / "v1")
    return tmp_path / "v1"


def told(release: Path) -> list[tuple[str, str]]:
    return [(each.file, each.item) for each in verify(release).differences]


def seal_anew(release: Path) -> None:
    """As somebody does who knows how the manifest is made: sizes, digests and seal fit what is there."""
    path = release / "manifest.json"
    manifest, _ = read_manifest(path.read_bytes())
    for file in manifest["files"]:
        there = release / file["path"]
        if there.exists():
            file["sha256"], file["bytes"] = digest_of(there), there.stat().st_size
    path.write_bytes(sealed(manifest))


def test_what_was_written_is_as_it_should_be(release):
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
    assert found in told(release)


@pytest.mark.parametrize("what", [what for what, (_, (_, item)) in TAMPERED.items() if item])
def test_it_is_found_as_well_where_the_manifest_was_made_to_fit(release, what):
    tamper, found = TAMPERED[what]
    tamper(release)
    seal_anew(release)
    assert found in told(release)


def test_no_item_is_named_that_is_as_it_was(release):
    for path in (GOLD, RAW, TWIN):
        lines(path, lambda it: it.pop(0))(release)
        edit_line(release / path, "en-4", lambda it: it.update(id="en-44"))
    assert {item for _, item in told(release)} == {"", "en-3", "en-4", "en-44"}


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
    assert ("manifest.json", "") in told(release)
    seal_anew(release)
    assert told(release)


@pytest.fixture
def decided(tmp_path: Path) -> Path:
    """A curator has decided on en-3."""
    write_release(tmp_path / "decided", decided_entries(), options={"decisions": True})
    return tmp_path / "decided"


DECISIONS = "decisions/en.test.jsonl"


def test_what_was_decided_is_gold_and_the_votes_stay(decided, release):
    assert told(decided) == []
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
    seal_anew(decided)
    assert found in told(decided)


def test_another_policy_in_the_manifest_is_found_item_by_item(release):
    path = release / "manifest.json"
    manifest, _ = read_manifest(path.read_bytes())
    manifest["policy"]["threshold"] = "1/3"
    path.write_bytes(sealed(manifest))
    assert (GOLD, "en-4") in told(release)


def test_a_manifest_that_is_not_the_published_one_is_told(release):
    published = digest_of(release / "manifest.json")
    assert not verify(release, published).differences
    assert [each.file for each in verify(release, "0" * 64).differences] == ["manifest.json"]


def test_what_an_embargo_holds_back_is_not_missed(tmp_path):
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


def test_an_embargo_excuses_no_other_file(tmp_path):
    release = tmp_path / "held"
    write_release(release, embargo=["test"])
    (release / "gold/en.dev.jsonl").unlink()
    (release / "EMBARGO.json").write_text(json.dumps({"withheld": ["gold/en.dev.jsonl"]}))
    assert {("EMBARGO.json", ""), ("gold/en.dev.jsonl", "")} <= set(told(release))


@pytest.mark.parametrize("content", [None, b"", b"{}", b"[]", b'{"layout": 1}', b"\xff"])
def test_a_directory_without_a_manifest_is_no_release(tmp_path, content):
    if content is not None:
        (tmp_path / "manifest.json").write_bytes(content)
    with pytest.raises(NoReleaseError, match=r"manifest\.json"):
        verify(tmp_path)


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """As somebody runs it who has numpy and this package, and no settings of Django."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO")}
    command = [sys.executable, "-m", "annotation.domain.release.verify", *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, env=environment, check=False, cwd=Path(__file__).parents[2]
    )


def test_it_runs_alone_and_says_by_its_status_what_it_found(release, tmp_path):
    assert run(release).returncode == 0
    edit_line(release / GOLD, "en-3", lambda it: it["hard_labels"].pop())
    found = run(release)
    assert found.returncode == 1
    assert f"{GOLD}: item en-3: Its hard_labels do not follow" in found.stdout
    assert run(tmp_path).returncode == 2


def test_it_needs_no_django():
    script = "import sys, annotation.domain.release.verify; sys.exit('django' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], check=False, cwd=Path(__file__).parents[2])
    assert done.returncode == 0
