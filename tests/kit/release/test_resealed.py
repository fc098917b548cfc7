"""Changes that only a recomputation finds: all digests and the seal were computed again after the change."""

import re
import sys
from codecs import BOM_UTF8
from collections.abc import Callable
from pathlib import Path

import pytest

from morelkit.release.verify import verify
from tests.kit.release.tampering import (
    AGREEMENT,
    GOLD,
    MANIFEST,
    PROVENANCE,
    RAW,
    TWIN,
    differences_in,
    line,
    lines,
    manifest,
    raw_bytes,
    redescribe,
    reseal,
    reseal_completely,
)
from tests.releases import decided_entries, download, files_of, write_release

EVIDENCE, COMMENTS = "evidence/en.test.jsonl", "comments/en.dev.jsonl"
DECISIONS = "decisions/en.test.jsonl"
ITEMS, SPANS = "tables/en.test.items.csv", "tables/en.test.spans.csv"
PARQUET_ITEMS, PARQUET_SPANS = "tables/en.test.items.parquet", "tables/en.test.spans.parquet"


@pytest.fixture
def complete(tmp_path: Path) -> Path:
    """Return a release with a decision and Parquet tables."""
    options = {"decisions": True, "parquet": "as installed"}
    write_release(tmp_path / "v1", decided_entries(), options=options)
    return tmp_path / "v1"


def parquet(path: str, edit: Callable[[list[dict]], object], **metadata: str) -> Callable[[Path], None]:
    def tamper(release: Path) -> None:
        import pyarrow.parquet

        table = pyarrow.parquet.read_table(release / path)
        rows = table.to_pylist()
        edit(rows)
        schema = table.schema.with_metadata(metadata or None)
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema=schema), release / path)

    return tamper


def other_column(release: Path) -> None:
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(release / PARQUET_SPANS)
    names = ["id", "lang", "who", "start", "end", "label"]
    pyarrow.parquet.write_table(table.rename_columns(names), release / PARQUET_SPANS)


def in_french(release: Path) -> None:
    for path in (GOLD, RAW, TWIN, PROVENANCE, DECISIONS):
        line(path, "en-3", lambda it: it.update(lang="FR"))(release)
    for path in (ITEMS, SPANS):
        raw_bytes(path, lambda it: it.replace(b"en-3,EN", b"en-3,FR"))(release)
    for path in (PARQUET_ITEMS, PARQUET_SPANS):
        parquet(path, lambda it: [row.update(lang="FR") for row in it if row["id"] == "en-3"])(release)


def ada(name: str, value: object) -> Callable[[dict], object]:
    return lambda it: it.setdefault(name, {}).update(ada=value)


def last(name: str) -> Callable[[dict], object]:
    """Put the field at the end."""
    return lambda it: it.update({name: it.pop(name)})


no_newline = bytes.rstrip


CHANGES = {
    "parquet: a number": (parquet(PARQUET_ITEMS, lambda it: it[0].update(n=9)), PARQUET_ITEMS, "en-3"),
    "parquet: an annotator": (
        parquet(PARQUET_SPANS, lambda it: it[0].update(annotator="zoe")),
        PARQUET_SPANS,
        "en-3",
    ),
    "parquet: a row less": (parquet(PARQUET_SPANS, lambda it: it.pop()), PARQUET_SPANS, "en-5"),
    "parquet: an item less": (parquet(PARQUET_ITEMS, lambda it: it.pop()), PARQUET_ITEMS, "en-5"),
    "parquet: an item more": (
        parquet(PARQUET_ITEMS, lambda it: it.append({**it[0], "id": "en-9"})),
        PARQUET_ITEMS,
        "en-9",
    ),
    "parquet: metadata": (parquet(PARQUET_ITEMS, lambda it: it, note="x"), PARQUET_ITEMS, ""),
    "parquet: columns": (other_column, PARQUET_SPANS, ""),
    "parquet: no table": (raw_bytes(PARQUET_SPANS, lambda _: b"PAR1"), PARQUET_SPANS, ""),
    "raw: a foreign field": (line(RAW, "en-3", lambda it: it.update(note="x")), RAW, "en-3"),
    "raw: labels of a stranger": (
        line(RAW, "en-3", lambda it: it["annotation_labels"].update(zoe={})),
        RAW,
        "en-3",
    ),
    "raw: a label that is none": (
        line(RAW, "en-3", lambda it: it["annotation_labels"]["ada"].update(mood="good")),
        RAW,
        "en-3",
    ),
    "raw: guidelines with more": (
        line(RAW, "en-3", ada("annotation_guidelines", {"language": "en", "version": 1, "x": 1})),
        RAW,
        "en-3",
    ),
    "raw: a span that is too long": (
        line(RAW, "en-3", lambda it: it["annotations"].update(bo=[[0, 2**63]])),
        RAW,
        "en-3",
    ),
    "raw: a span with more": (
        line(RAW, "en-3", lambda it: it["annotations"]["bo"][0].append("x")),
        RAW,
        "en-3",
    ),
    "raw: another language": (line(RAW, "en-3", lambda it: it.update(lang="FR")), RAW, "en-3"),
    "raw: written otherwise": (
        raw_bytes(RAW, lambda it: it.replace(b'"annotations"', b'"annotations" ', 1)),
        RAW,
        "en-3",
    ),
    "raw: the order of fields": (line(RAW, "en-3", last("lang")), RAW, "en-3"),
    "provenance: the order of fields": (line(PROVENANCE, "en-3", last("lang")), PROVENANCE, "en-3"),
    "provenance: a revision": (
        line(PROVENANCE, "en-3", lambda it: it["revisions"].update(ada="last")),
        PROVENANCE,
        "en-3",
    ),
    "provenance: an exclusion with more": (
        line(PROVENANCE, "en-3", lambda it: it["excluded"][0].update(name="Dan Doe")),
        PROVENANCE,
        "en-3",
    ),
    "provenance: an imported id": (
        lines(PROVENANCE, lambda it: it.__setitem__(0, it[0].replace('"rev', '"imported_id":"x","rev'))),
        PROVENANCE,
        "en-3",
    ),
    "provenance: a digest of a table": (
        line(PROVENANCE, "en-3", lambda it: it["sha256"].update(items="x")),
        PROVENANCE,
        "en-3",
    ),
    "evidence: a foreign field": (line(EVIDENCE, "en-4", lambda it: it.update(note="x")), EVIDENCE, "en-4"),
    "evidence: of a stranger": (
        line(EVIDENCE, "en-4", lambda it: it["annotation_evidence"].update(zoe=[1])),
        EVIDENCE,
        "en-4",
    ),
    "comments: of a stranger": (
        line(COMMENTS, "en-2", lambda it: it["comments"].update(zoe="-")),
        COMMENTS,
        "en-2",
    ),
    "comments: no text": (
        line(COMMENTS, "en-2", lambda it: it["comments"].update(ada=[1])),
        COMMENTS,
        "en-2",
    ),
    "decisions: a foreign field": (
        line(DECISIONS, "en-3", lambda it: it["decision"].update(name="Lena")),
        DECISIONS,
        "en-3",
    ),
    "unlabelled: written otherwise": (
        raw_bytes(TWIN, lambda it: it.replace(b',"', b', "', 1)),
        TWIN,
        "en-3",
    ),
    "table: quoted otherwise": (
        raw_bytes(SPANS, lambda it: it.replace(b"en-3", b'"en-3"', 1)),
        SPANS,
        "en-3",
    ),
    "agreement: written otherwise": (
        raw_bytes(AGREEMENT, lambda it: it.replace(b" ", b"  ", 1)),
        AGREEMENT,
        "",
    ),
    "an item of another language": (in_french, GOLD, "en-3"),
    "manifest: an embargo on no split": (manifest(lambda it: it.update(embargo=["x"])), MANIFEST, ""),
    "manifest: a foreign field": (manifest(lambda it: it.update(note="x")), MANIFEST, ""),
    "manifest: a foreign option": (manifest(lambda it: it["options"].update(note="x")), MANIFEST, ""),
    "manifest: a number among texts": (
        manifest(lambda it: it["as_text"]["en"].append("model_output_text_length")),
        MANIFEST,
        "",
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_with_new_digests_is_found_and_named(complete, what):
    tamper, file, id_ = CHANGES[what]
    assert differences_in(complete) == []
    before = files_of(complete)
    tamper(complete)
    reseal_completely(complete)
    assert files_of(complete) != before
    assert (file, id_) in differences_in(complete)


def test_an_untouched_release_has_no_differences_after_resealing(complete):
    before = files_of(complete)
    reseal_completely(complete)
    assert files_of(complete) == before


@pytest.mark.parametrize("path", [GOLD, RAW, TWIN, PROVENANCE, EVIDENCE, COMMENTS, DECISIONS, ITEMS, SPANS])
def test_a_missing_final_newline_is_found_once(complete, path):
    number = (complete / path).read_bytes().count(b"\n")
    raw_bytes(path, no_newline)(complete)
    if path == PROVENANCE:
        redescribe(complete)
    else:
        reseal_completely(complete)
    found = [(each.file, each.detail) for each in verify(complete).differences]
    assert found == [(path, f"Line {number} does not end with a line feed.")]


TEXTS = [GOLD, RAW, TWIN, PROVENANCE, EVIDENCE, ITEMS, SPANS, AGREEMENT, "agreement.csv", "README.md"]


@pytest.mark.parametrize("sealed_again", [False, True])
@pytest.mark.parametrize("path", [*TEXTS, "croissant.json", "guidelines/en.v1.md", "CHANGES.md"])
def test_a_byte_order_mark_is_reported_once(complete, path, sealed_again):
    raw_bytes(path, lambda it: BOM_UTF8 + it)(complete)
    if sealed_again and path in ("README.md", "croissant.json"):
        reseal(complete)
    elif sealed_again:
        redescribe(complete)
    found = [(each.file, each.item, each.detail) for each in verify(complete).differences]
    free = sealed_again and path in ("guidelines/en.v1.md", "CHANGES.md")  # only the digest protects these
    assert found == ([] if free else [(path, "", "Line 1 begins with a byte order mark.")])


def test_a_byte_order_mark_of_the_manifest_is_reported_once(complete):
    raw_bytes(MANIFEST, lambda it: BOM_UTF8 + it)(complete)
    found = [(each.file, each.detail) for each in verify(complete).differences]
    assert found == [(MANIFEST, "Line 1 begins with a byte order mark.")]


@pytest.mark.parametrize("path", [GOLD, RAW, PROVENANCE, ITEMS, SPANS])
def test_other_line_breaks_are_reported_once(complete, path):
    raw_bytes(path, lambda it: it.replace(b"\n", b"\r\n"))(complete)
    found = [(each.file, each.detail) for each in verify(complete).differences]
    assert [file for file, _ in found] == [path, path]
    assert re.search(r"Line 1 ends with a carriage return", found[1][1])


def test_what_a_hub_adds_is_named_and_ignored(complete):
    (complete / ".git/objects").mkdir(parents=True)
    (complete / ".git/config").write_text("[core]\n")
    (complete / ".gitattributes").write_text("*.parquet filter=lfs\n")
    (complete / ".cache/huggingface").mkdir(parents=True)
    done = verify(complete)
    assert (done.differences, done.ignored) == ([], [".git", ".gitattributes", ".cache/huggingface"])


def test_only_what_a_hub_adds_at_the_top_is_ignored(complete):
    (complete / "gold/.gitattributes").write_text("")
    (complete / ".cache/other").mkdir(parents=True)
    (complete / ".git").symlink_to(complete / "gold")
    assert {file for file, _ in differences_in(complete)} == {
        ".cache",
        ".cache/other",
        ".git",
        "gold/.gitattributes",
    }


def test_tables_that_cannot_be_read_without_pyarrow_are_named(complete, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    done = verify(complete)
    assert done.differences == []
    assert done.unread == sorted(path for path in files_of(complete) if path.endswith(".parquet"))


HELD = {
    "a label": lambda it: it.replace(b'"lang"', b'"label":"x","lang"', 1),
    "another language": lambda it: it.replace(b'"EN"', b'"FR"', 1),
    "written otherwise": lambda it: it.replace(b',"', b', "', 1),
    "a line less": lambda it: it.partition(b"\n")[2],
    "a line twice": lambda it: it.partition(b"\n")[0] + b"\n" + it,
    "no final newline": no_newline,
}


@pytest.mark.parametrize("what", HELD)
def test_unlabelled_items_of_a_withheld_split_are_checked(tmp_path, what):
    write_release(tmp_path / "v1", embargo=["test"])
    held = download(tmp_path / "v1", tmp_path / "held")
    raw_bytes(TWIN, HELD[what])(held)
    reseal(held)
    assert {file for file, _ in differences_in(held)} & {TWIN, MANIFEST}


NOTICES = [
    (b'"opens_on": "2999-03-01"', b'"opens_on": "soon"'),
    (b'"splits"', b'"parts"'),
    (b'"test"', b'"dev"'),
]


@pytest.mark.parametrize(("before", "after"), NOTICES)
def test_an_embargo_notice_is_checked(tmp_path, before, after):
    write_release(tmp_path / "v1", embargo=["test"])
    held = download(tmp_path / "v1", tmp_path / "held")
    raw_bytes("EMBARGO.json", lambda it: it.replace(before, after, 1))(held)
    assert ("EMBARGO.json", "") in differences_in(held)


@pytest.mark.parametrize("name", ["README.md", "croissant.json"])
def test_what_describes_a_download_may_describe_the_whole_release_and_nothing_else(tmp_path, name):
    write_release(tmp_path / "v1", embargo=["test"])
    held = download(tmp_path / "v1", tmp_path / "held")
    assert differences_in(held) == []
    own = (held / name).read_bytes()
    (held / name).write_bytes((tmp_path / "v1" / name).read_bytes())
    assert differences_in(held) == []  # as in earlier downloads
    (held / name).write_bytes(own.replace(b"gold", b"cold"))
    assert differences_in(held) == [(name, "")]
    (tmp_path / "v1" / name).write_bytes(own)
    assert (name, "") in differences_in(tmp_path / "v1")
