"""Exports and releases say which annotations were made while suggestions of a source were visible."""

import json
import uuid

import pytest
from django.utils import timezone

from annotation.models import Project
from annotation.queries.gold.gold_export import annotation_records
from annotation.queries.releases.release_files import release_directory
from annotation.services.annotate.open_item import open_item
from annotation.services.annotate.save import Save, save_annotation
from annotation.services.projects.project_settings import create_project
from annotation.services.releases.request import ReleaseRequest, request_release
from foundation.jobs import run_job
from morelkit.formats.raw_annotations import read_annotations
from morelkit.gold.policy import GoldPolicy
from morelkit.release.verify import verify
from tests.commands import refuses
from tests.exposure import SOURCE, VERSION, suggest
from tests.people import annotate, annotator, content, hand_over, join
from tests.records import import_records, item, stored, write_jsonl
from tests.services.releases.building import build, records

pytestmark = pytest.mark.django_db

FIRST, SECOND = "4-12-hallucination", "25-30-hallucination"
EXPOSURE = {
    "mode": "shown",
    "source": SOURCE,
    "version": VERSION,
    "visible": True,
    "suggestions": [FIRST, SECOND],
    "accepted": [FIRST],
    "dismissed": [SECOND],
}


@pytest.fixture
def exposed(db):
    """One item that ada annotated with suggestions and bo before the policy, and one that is blind."""
    project = create_project("delta", preset="mu-shroom", languages=["en"], redundancy=2)
    import_records(project, [item("q-1"), item("q-2")])
    ada, bo = join(project, "ada"), join(project, "bo")
    annotate(project, bo, stored(project, "q-1"), (0, 3))
    annotate(project, bo, stored(project, "q-2"), (0, 3))
    suggest(project)
    return project, ada


def submit(project, user, name, sent):
    chosen = hand_over(project, user, stored(project, name))
    mine, now = annotator(project, user), timezone.now()
    open_item(project, mine, chosen.pk, now)
    save_annotation(project, mine, chosen.pk, Save(uuid.uuid4(), 0, chosen.answer_sha256, True, sent), now)
    return mine.key


def accepting(**more):
    marks = [{"start": 4, "end": 12, "label": "hallucination", "id": "a"}]
    return content((4, 12)) | {"spans": marks, "suggestions": {FIRST: "accepted", SECOND: "dismissed"}} | more


def test_raw_exports_have_a_field_where_work_was_exposed_only(exposed):
    project, ada = exposed
    before = list(annotation_records(project))
    assert "exposure" not in json.dumps(before)
    key = submit(project, ada, "q-1", accepting())
    submit(project, ada, "q-2", content((0, 3)))
    first, second = annotation_records(project)
    assert first["annotation_exposure"] == {key: EXPOSURE}
    assert list(first["annotation_exposure"][key]) == list(EXPOSURE)
    assert "annotation_exposure" not in second
    read, faults = read_annotations(first, 1, {})
    assert read is not None, faults


def test_a_release_with_exposed_work_says_so_and_verifies(exposed):
    project, ada = exposed
    key = submit(project, ada, "q-1", accepting())
    submit(project, ada, "q-2", content((0, 3)))
    release = build(project)
    folder = release_directory(release)
    assert records(release, "raw/en.full.jsonl")[0]["annotation_exposure"] == {key: EXPOSURE}
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["options"]["annotation_fields"] == ["exposure"]
    assert manifest["counts"]["en"]["full"]["exposed"] == 1
    assert "1 of 4 annotations were made or revised" in (folder / "README.md").read_text()
    assert not verify(folder, release.manifest_sha256).differences


def test_work_that_is_exposed_after_a_release_was_requested_is_in_the_release(exposed):
    project, ada = exposed
    submit(project, ada, "q-2", content((0, 3)))
    release = request_release(project, ReleaseRequest(name="v1", policy=GoldPolicy()), None)
    key = submit(project, ada, "q-1", accepting())
    assert run_job(release.job)
    release.refresh_from_db()
    assert records(release, "raw/en.full.jsonl")[0]["annotation_exposure"] == {key: EXPOSURE}
    folder = release_directory(release)
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["counts"]["en"]["full"]["exposed"] == 1
    assert not verify(folder, release.manifest_sha256).differences


def test_a_release_of_blind_work_says_nothing_of_suggestions(exposed):
    project, ada = exposed
    submit(project, ada, "q-2", content((0, 3)))
    release = build(project)
    folder = release_directory(release)
    manifest = json.loads((folder / "manifest.json").read_text())
    assert "annotation_fields" not in manifest["options"]
    assert "exposed" not in manifest["counts"]["en"]["full"]
    assert "suggestion" not in (folder / "README.md").read_text()
    assert not verify(folder, release.manifest_sha256).differences


def test_an_exposure_that_was_changed_is_found(exposed, tmp_path):
    project, ada = exposed
    key = submit(project, ada, "q-1", accepting())
    release = build(project)
    path = release_directory(release) / "raw" / "en.full.jsonl"
    raw = [json.loads(line) for line in path.read_text().splitlines()]
    raw[0]["annotation_exposure"][key]["accepted"] = ["1-2-other"]
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in raw))
    found = " ".join(str(each) for each in verify(release_directory(release)).differences)
    assert "only suggestions that were shown are accepted or dismissed" in found


def test_an_import_of_raw_annotations_keeps_what_was_seen(exposed, bring, exported):
    project, ada = exposed
    key = submit(project, ada, "q-1", accepting())
    submit(project, ada, "q-2", content((0, 3)))
    first = exported("export_annotations", "delta")
    copy = create_project("copy", preset="mu-shroom", languages=["en"], redundancy=2)
    import_records(copy, [item("q-1"), item("q-2")])
    bring("copy", *first)
    assert json.dumps(exported("export_annotations", "copy")) == json.dumps(first)
    bring("copy", *first)  # nothing is new
    release = build(copy)
    assert records(release, "raw/en.full.jsonl")[0]["annotation_exposure"] == {key: EXPOSURE}
    folder = release_directory(release)
    assert json.loads((folder / "manifest.json").read_text())["counts"]["en"]["full"]["exposed"] == 1
    assert not verify(folder, release.manifest_sha256).differences


def test_an_import_with_another_exposure_is_refused(exposed, bring, exported, tmp_path):
    project, ada = exposed
    key = submit(project, ada, "q-1", accepting())
    records_ = exported("export_annotations", "delta")
    create_project("copy", preset="mu-shroom", languages=["en"], redundancy=2)
    import_records(Project.objects.get(slug="copy"), [item("q-1"), item("q-2")])
    bring("copy", *records_)
    records_[0]["annotation_exposure"][key]["accepted"] = []
    reasons = refuses("import_annotations", "copy", write_jsonl(tmp_path / "changed.jsonl", records_))
    assert "annotation_exposure" in reasons


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"mode": "blind"}, "the mode is one of"),
        ({"visible": False}, "only there if they were visible"),
        ({"accepted": ["1-2-other"]}, "only suggestions that were shown"),
        ({"accepted": [{}]}, "suggestions are ids"),
        ({"version": 1}, "another type"),
        ({"seen": True}, "an exposure is an object with"),
    ],
)
def test_a_bad_exposure_is_refused_by_line_and_field(exposed, tmp_path, change, reason):
    record = {
        "id": "q-2",
        "annotations": {"x": [[4, 12]]},
        "annotation_exposure": {"x": EXPOSURE | change},
    }
    reasons = refuses("import_annotations", "delta", write_jsonl(tmp_path / "bad.jsonl", [record]))
    assert "bad.jsonl:1:annotation_exposure: " in reasons
    assert reason in reasons
