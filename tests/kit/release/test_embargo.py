"""Verifying downloads under embargo: withheld files may be missing, others may not."""

import json

import pytest

from morelkit.release.layout import withheld_paths
from morelkit.release.verify import verify
from tests.kit.release.tampering import (
    AGREEMENT,
    agreement,
    differences_in,
    reseal,
)
from tests.releases import files_of, write_release

EMBARGO = "EMBARGO.json"


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
