"""Verifying releases: unchanged releases pass, invalid ones are refused."""

import json

import pytest

from morelkit.release.findings import Finding
from morelkit.release.layout import Part
from morelkit.release.read_lines import digest_of
from morelkit.release.verify import NotAReleaseError, verify
from tests.kit.release.tampering import (
    GOLD,
    MANIFEST,
    TWIN,
    differences_in,
    manifest,
)
from tests.records import item
from tests.releases import EN_TEST, entry, files_of, write_release


def test_a_new_release_has_no_differences(release):
    done = verify(release)
    assert (done.name, done.items, done.withheld, done.differences) == ("v1", 6, [], [])


def test_the_same_entries_give_the_same_bytes(release, tmp_path):
    write_release(tmp_path / "again")
    assert files_of(tmp_path / "again") == files_of(release)


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


def test_a_manifest_that_differs_from_the_published_one_is_reported(release):
    published = digest_of(release / "manifest.json")
    assert not verify(release, published).differences
    assert [each.file for each in verify(release, "0" * 64).differences] == ["manifest.json"]


@pytest.mark.parametrize("content", [None, b"", b"{}", b"[]", b'{"layout": 1}', b"\xff"])
def test_a_directory_without_a_manifest_is_not_a_release(tmp_path, content):
    if content is not None:
        (tmp_path / "manifest.json").write_bytes(content)
    with pytest.raises(NotAReleaseError, match=r"manifest\.json"):
        verify(tmp_path)


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
