"""Evidence in raw annotation files: exported with W3C selectors and imported unchanged."""

import hashlib
import json

import pytest

from annotation.models import AnnotationRevision, Reference
from annotation.services.projects.project_settings import create_project, set_project
from tests.commands import manage, refuses, succeeds
from tests.people import content, hand_over, join, save
from tests.records import import_records, items, stored, write_jsonl
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db

TEXT = "Ada Lovelace 𝔐 was born in London in 1815, and nowhere else at all."
SOURCE = {
    "kind": "text",
    "language": "en",
    "title": "A life",
    "sha256": hashlib.sha256(TEXT.encode()).hexdigest(),
}
PASSAGE = {
    "span": [25, 30],
    "kind": "passage",
    "source": SOURCE,
    "selector": [
        {"type": "TextPositionSelector", "start": 27, "end": 33},
        {
            "type": "TextQuoteSelector",
            "exact": "London",
            "prefix": "Ada Lovelace 𝔐 was born in ",
            "suffix": " in 1815, and nowhere else at al",
        },
    ],
}
SILENT = {"span": [0, 3], "kind": "silent"}


def project_of(slug: str, preset: str = "mu-shroom"):
    project = create_project(slug, preset=preset, redundancy=1)
    import_records(project, items(2, reference_title="A life", reference_text=TEXT))
    return project


@pytest.fixture
def one():
    """A project in which ada has evidence for two spans: a passage, and a silent reference."""
    project = set_project(project_of("one"), evidence="optional")
    item = hand_over(project, join(project, "ada"), stored(project, "q-1"))
    said = {
        "spans": [{"id": "a", "start": 0, "end": 3}, {"id": "b", "start": 25, "end": 30}],
        "evidence": [
            {
                "span": "b",
                "kind": "passage",
                "snapshot": item.reference_id,
                "start": 27,
                "end": 33,
                "exact": "London",
            },
            {"span": "a", "kind": "silent", "snapshot": None},
        ],
    }
    save(project, join(project, "ada"), item, said)
    return project


def test_a_passage_is_exported_with_its_position_and_quote(one, exported):
    (record,) = exported("export_annotations", "one")
    ((key, evidence),) = record["annotation_evidence"].items()
    assert key in record["annotations"]
    assert json.dumps(evidence) == json.dumps([PASSAGE, SILENT])
    start, end = (PASSAGE["selector"][0][name] for name in ("start", "end"))
    assert TEXT[start:end] == PASSAGE["selector"][1]["exact"]
    assert list(record) == ["id", "lang", "annotations", "annotation_evidence"]


def test_evidence_does_not_change_gold(one, tmp_path):
    def gold(*options):
        path = tmp_path / "gold.jsonl"
        succeeds("export_gold", "one", *options, "--out", path)
        return path.read_bytes()

    before = [gold(), gold("--extra")]
    AnnotationRevision.objects.update(evidence=[])
    assert [gold(), gold("--extra")] == before


def test_files_without_evidence_have_no_evidence_field(exported):
    project = set_project(project_of("one"), evidence="optional")
    item = hand_over(project, join(project, "ada"), stored(project, "q-1"))
    save(project, join(project, "ada"), item, content((0, 3)))
    assert list(exported("export_annotations", "one")[0]) == ["id", "lang", "annotations"]


@pytest.mark.parametrize("known", [True, False])
def test_evidence_survives_a_round_trip_through_another_project(one, bring, exported, known):
    """With or without the snapshot in the other project, and with any evidence setting."""
    two = project_of("two")
    if not known:
        two.item_set.update(reference=None)
        Reference.objects.filter(project=two).delete()
    first = exported("export_annotations", "one")
    bring("two", *first)
    assert json.dumps(exported("export_annotations", "two")) == json.dumps(first)
    kept = AnnotationRevision.objects.get(annotation__item__project=two)
    snapshots = [each["snapshot"] for each in kept.evidence]
    assert snapshots == ([stored(two, "q-1").reference_id, None] if known else [None, None])


def test_a_quote_that_is_not_in_the_snapshot_is_kept_without_a_snapshot(bring, exported):
    project_of("two")
    moved = json.loads(json.dumps(PASSAGE))
    moved["selector"][0] |= {"start": 28, "end": 34}
    record = {"id": "q-1", "annotations": {"x": [[25, 30]]}, "annotation_evidence": {"x": [moved]}}
    bring("two", record)
    assert AnnotationRevision.objects.get().evidence[0]["snapshot"] is None
    assert exported("export_annotations", "two")[0]["annotation_evidence"] == {"x": [moved]}


def test_importing_the_same_file_adds_nothing_and_other_evidence_is_refused(one, bring, exported, tmp_path):
    (record,) = exported("export_annotations", "one")
    assert "Nothing new" in bring("one", record)
    ((key, _),) = record["annotation_evidence"].items()
    for evidence in ({}, {key: [SILENT]}):
        path = write_jsonl(tmp_path / "other.jsonl", [record | {"annotation_evidence": evidence}])
        assert "another annotation" in refuses("import_annotations", "one", path)


def test_spans_with_different_labels_keep_their_evidence(bring, exported):
    create_project("visions", preset="visions")
    import_records(create_project("v", preset="visions", redundancy=1), items(1))
    spans = [[0, 3, "OCR"], [0, 3, "invention"]]
    evidence = [{"span": spans[1], "kind": "silent"}]
    bring("v", {"id": "q-1", "annotations": {"x": spans}, "annotation_evidence": {"x": evidence}})
    assert exported("export_annotations", "v")[0]["annotation_evidence"] == {"x": evidence}


@pytest.mark.parametrize(
    ("evidence", "reason"),
    [
        ([], "object"),
        ({"y": [SILENT]}, "no spans"),
        ({"x": SILENT}, "list"),
        ({"x": ["silent"]}, "object"),
        ({"x": [SILENT | {"span": [0, 4]}]}, "not one of this annotator's"),
        ({"x": [SILENT | {"span": "m"}]}, "not one of this annotator's"),
        ({"x": [SILENT | {"kind": "loud"}]}, "passage or silent"),
        ({"x": [SILENT | {"source": "A life"}]}, "source"),
        ({"x": [SILENT | {"source": {"title": 3}}]}, "source"),
        ({"x": [PASSAGE | {"span": [0, 3], "selector": []}]}, "TextPositionSelector"),
        ({"x": [PASSAGE | {"span": [0, 3], "selector": PASSAGE["selector"][:1]}]}, "TextQuoteSelector"),
        (
            {
                "x": [
                    PASSAGE
                    | {
                        "span": [0, 3],
                        "selector": [
                            {"type": "TextPositionSelector", "start": 3, "end": 1},
                            PASSAGE["selector"][1],
                        ],
                    }
                ]
            },
            "whole numbers",
        ),
        (
            {
                "x": [
                    PASSAGE
                    | {
                        "span": [0, 3],
                        "selector": [PASSAGE["selector"][0], {"type": "TextQuoteSelector", "exact": ""}],
                    }
                ]
            },
            "texts",
        ),
    ],
)
def test_invalid_evidence_is_refused_with_its_position(tmp_path, evidence, reason):
    project_of("two")
    record = {"id": "q-1", "annotations": {"x": [[0, 3]]}, "annotation_evidence": evidence}
    path, before = write_jsonl(tmp_path / "bad.jsonl", [record]), snapshot()
    outcome = manage("import_annotations", "two", path)
    assert outcome.status == 2
    assert "bad.jsonl:1:annotation_evidence" in outcome.err
    assert reason in outcome.err
    assert snapshot()["AnnotationRevision"] == before["AnnotationRevision"]
