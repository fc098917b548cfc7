"""Nothing to mark, unsure, consulted links, active seconds and comments: exported on request, and read back."""

import json

import pytest

from annotation.models import Annotation, AnnotationRevision, Project, Release
from annotation.queries.releases.release_files import release_directory
from annotation.services.projects.project_settings import create_project
from annotation.services.releases.build_job import rebuild
from morelkit.release.verify import verify
from tests.commands import refuses, succeeds
from tests.kit.release.tampering import reseal
from tests.people import annotate, annotator, join
from tests.records import import_records, items, stored, write_jsonl

pytestmark = pytest.mark.django_db

PAGE = "https://en.wikipedia.org/wiki/Marie_Curie"
OTHER = "https://example.org/curie"
ALL = ("--nothing-to-mark", "--unsure", "--links", "--active-seconds", "--comments")
COLUMNS = [f"annotation_{each[2:].replace('-', '_')}" for each in ALL]


@pytest.fixture
def annotated():
    """A project where ada consulted two pages and was unsure, bo found nothing to mark, and nobody did q-3."""
    project = create_project("gamma", preset="mu-shroom", redundancy=2)
    Project.objects.filter(pk=project.pk).update(other_sources=True)
    project.refresh_from_db()
    import_records(project, items(3))
    create_project("copy", preset="mu-shroom", redundancy=2)
    import_records(Project.objects.get(slug="copy"), items(3))
    ada, bo = join(project, "ada"), join(project, "bo")
    links = [{"url": PAGE}, {"url": OTHER}]
    for name in ("q-1", "q-2"):
        more = {"unsure": True, "links": links, "active_seconds": 73, "comment": "Not in Paris."}
        annotate(project, ada, stored(project, name), (0, 3), **(more if name == "q-1" else {}))
        annotate(project, bo, stored(project, name), active_seconds=5)
    return project, annotator(project, ada).key, annotator(project, bo).key


def test_exports_have_the_fields_that_are_asked_for(annotated, exported):
    _, ada, bo = annotated
    plain = exported("export_annotations", "gamma")
    assert [list(record) for record in plain] == [["id", "lang", "annotations"]] * 2
    first, second = exported("export_annotations", "gamma", *ALL)
    assert list(first) == ["id", "lang", "annotations", *COLUMNS]
    assert {name: first[name] for name in COLUMNS} == {
        "annotation_nothing_to_mark": {bo: True},
        "annotation_unsure": {ada: True},
        "annotation_links": {
            ada: [
                {"url": PAGE, "language": "en", "title": "Marie Curie", "kind": "wikipedia"},
                {"url": OTHER, "kind": "other"},
            ]
        },
        "annotation_active_seconds": {ada: 73, bo: 5},
        "annotation_comments": {ada: "Not in Paris."},
    }
    assert list(second) == ["id", "lang", "annotations", COLUMNS[0], COLUMNS[3]]
    for option, name in zip(ALL, COLUMNS, strict=True):
        assert list(exported("export_annotations", "gamma", option)[0])[3:] == [name]


def test_import_reads_the_fields_back(annotated, bring, exported, tmp_path):
    first = exported("export_annotations", "gamma", *ALL)
    bring("copy", *first)
    assert json.dumps(exported("export_annotations", "copy", *ALL)) == json.dumps(first)
    fields = ("nothing_to_mark", "unsure", "comment", "links", "active_seconds")
    one, other = (
        list(
            AnnotationRevision.objects.filter(annotation__item__project__slug=slug)
            .order_by("pk")
            .values_list(*fields)
        )
        for slug in ("gamma", "copy")
    )
    assert sorted(one, key=str) == sorted(other, key=str)
    bring("copy", *first)
    assert Annotation.objects.filter(item__project__slug="copy").count() == 4
    first[0]["annotation_comments"] = dict.fromkeys(first[0]["annotation_comments"], "In Paris.")
    reasons = refuses("import_annotations", "copy", write_jsonl(tmp_path / "changed.jsonl", first))
    assert "annotation_comments" in reasons
    assert "another" in reasons


def test_empty_is_not_nothing_to_mark(annotated, bring, exported):
    record = {
        "id": "q-3",
        "annotations": {"a": [], "b": []},
        "annotation_nothing_to_mark": {"a": False, "b": True},
    }
    bring("copy", record)
    (written,) = exported("export_annotations", "copy", "--nothing-to-mark")
    assert written["annotation_nothing_to_mark"] == {"a": False, "b": True}


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("annotation_unsure", {"x": True}, "has no spans in “annotations”"),
        ("annotation_unsure", {"a": "yes"}, "must be true or false"),
        ("annotation_unsure", ["a"], "must be an object"),
        ("annotation_nothing_to_mark", {"a": True}, "has spans and “nothing to mark”"),
        ("annotation_active_seconds", {"a": -1}, "seconds are a whole number"),
        ("annotation_active_seconds", {"a": True}, "seconds are a whole number"),
        ("annotation_comments", {"a": 5}, "a comment is a text"),
        ("annotation_links", {"a": "https://x.org"}, "links are a list"),
        ("annotation_links", {"a": [{"href": PAGE}]}, "link 0 is not an object of texts"),
        ("annotation_links", {"a": [{"url": PAGE}, {"url": "javascript:alert(1)"}]}, "link 1"),
    ],
)
def test_bad_fields_are_refused_by_line_and_field(annotated, tmp_path, field, value, reason):
    good = {"id": "q-2", "annotations": {"a": [[0, 3]]}}
    path = write_jsonl(
        tmp_path / "bad.jsonl", [good, {"id": "q-1", "annotations": {"a": [[0, 3]]}, field: value}]
    )
    reasons = refuses("import_annotations", "copy", path)
    assert f"bad.jsonl:2:{field}: " in reasons
    assert reason in reasons
    assert not Annotation.objects.filter(item__project__slug="copy").exists()


def test_a_link_in_a_file_names_no_other_host(annotated, bring):
    link = {"url": PAGE, "language": "evil.example/", "title": "Else", "kind": "wikipedia"}
    bring("copy", {"id": "q-1", "annotations": {"a": [[0, 3]]}, "annotation_links": {"a": [link]}})
    (stored_link,) = AnnotationRevision.objects.get(annotation__item__project__slug="copy").links
    assert (stored_link["language"], stored_link["title"]) == ("en", "Marie Curie")


def test_releases_have_the_fields_that_are_asked_for(annotated, tmp_path):
    succeeds("build_release", "gamma", "plain")
    succeeds("build_release", "gamma", "full", *ALL)
    plain, full = (Release.objects.get(name=name) for name in ("plain", "full"))
    raw = [
        [
            json.loads(line)
            for line in (release_directory(each) / "raw/en.full.jsonl").read_text().splitlines()
        ]
        for each in (plain, full)
    ]
    assert list(raw[0][0]) == ["id", "lang", "annotations"]
    assert list(raw[1][0]) == ["id", "lang", "annotations", *COLUMNS[:4]]
    manifests = [
        json.loads((release_directory(each) / "manifest.json").read_text()) for each in (plain, full)
    ]
    assert "annotation_fields" not in manifests[0]["options"]
    assert manifests[1]["options"]["annotation_fields"] == [
        "nothing_to_mark",
        "unsure",
        "links",
        "active_seconds",
    ]
    comments = (release_directory(full) / "comments/en.full.jsonl").read_text()
    assert "Not in Paris." in comments
    assert "Not in Paris." not in json.dumps(raw)
    for each in (plain, full):
        assert not verify(release_directory(each)).differences
        rebuild(each, tmp_path / each.name)
        again = {path.name: path.read_bytes() for path in (tmp_path / each.name).rglob("*") if path.is_file()}
        first = {
            path.name: path.read_bytes() for path in release_directory(each).rglob("*") if path.is_file()
        }
        assert again == first


@pytest.mark.parametrize(
    ("edit", "finding"),
    [
        (
            lambda raw, ada: raw.update(annotation_unsure={ada: 1}),
            "annotation_unsure are not in the canonical",
        ),
        (lambda raw, ada: raw.update(annotation_links={"x": []}), "has no spans"),
        (lambda raw, ada: raw.update(annotation_comments={ada: "x"}), "Unexpected field annotation_comments"),
    ],
)
def test_the_verifier_finds_fields_that_no_release_has(annotated, edit, finding):
    succeeds("build_release", "gamma", "v1", "--unsure", "--links")
    directory = release_directory(Release.objects.get())
    path = directory / "raw/en.full.jsonl"
    lines = path.read_text().splitlines()
    record = json.loads(lines[0])
    edit(record, annotated[1])
    path.write_text(
        "\n".join([json.dumps(record, ensure_ascii=False, separators=(", ", ": ")), *lines[1:]]) + "\n"
    )
    reseal(directory)
    assert any(finding in str(each) for each in verify(directory).differences)


def test_the_verifier_finds_fields_that_the_release_was_built_without(annotated):
    succeeds("build_release", "gamma", "v1", "--unsure")
    directory = release_directory(Release.objects.get())
    path = directory / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["options"].pop("annotation_fields")
    path.write_text(json.dumps(manifest, ensure_ascii=False, indent=1) + "\n")
    reseal(directory)
    assert any("built without it" in str(each) for each in verify(directory).differences)
