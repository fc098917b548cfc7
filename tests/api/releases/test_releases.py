"""Releases over the API: permissions and refusals."""

import io
import shutil
import zipfile
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import Project, Release
from annotation.services.projects.project_settings import create_project, set_project
from foundation.jobs import run_waiting
from tests.api.annotate.saving import pointers
from tests.api.client import Api
from tests.people import Cast, join
from tests.records import import_annotations, import_records, item, items, stored

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_other_releases(data_dir):
    """Delete releases of other tests: their rows are rolled back, their files are not."""
    shutil.rmtree(data_dir / "releases", ignore_errors=True)


@pytest.fixture
def gamma(cast: Cast) -> Project:
    project = create_project("gamma", preset="mu-shroom", redundancy=1)
    import_records(
        project, [*items(2, split="dev"), item("x", split="test"), item("ar-1", lang="AR", split="dev")]
    )
    import_annotations(project, {name: {"a": [[0, 3]]} for name in ("q-1", "x", "ar-1")})
    join(project, "lena", "lead")
    join(project, "ada")
    return project


@pytest.fixture
def lead(gamma, cast):
    return Api(cast.lena)


PATH = "/projects/gamma/releases/"


def build(lead: Api, name: str = "v1", **more: Any) -> dict[str, Any]:
    made = lead.post(PATH, {"name": name, **more}, status=202)
    assert made["state"] == "building"
    assert run_waiting("releases")
    return lead.get(f"{PATH}{made['id']}/")


def names(api: Api, release: dict[str, Any]) -> list[str]:
    """Names of the files in the zip."""
    response = api.send("get", f"{PATH}{release['id']}/download/")
    assert response.status_code == 200
    content = b"".join(response)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return [name.partition("/")[2] for name in archive.namelist()]


def test_a_release_is_built_in_the_background_and_listed(lead):
    built = build(lead, policy="policy=merged ties=in", license="cc-by-4.0")
    assert built["state"] == "ready"
    assert "merged" in built["policy"]
    assert built["counts"][0] == {
        "language": "ar",
        "split": "full",
        "items": 1,
        "annotations": 1,
        "spans": 1,
        "excluded": 0,
        "decided": 0,
    }
    assert (built["left_out"], built["created_by"], built["held_back"]) == (1, "lena", False)
    build(lead, "v2")
    assert [each["name"] for each in lead.get(PATH)["results"]] == ["v2", "v1"]


def test_the_preview_shows_the_content_of_a_release(lead):
    preview = lead.post(f"{PATH}preview/", {"policy": "min_annotations=2"})
    assert [(each["language"], each["items"], each["left_out"]) for each in preview["languages"]] == [
        ("ar", 0, 1),
        ("en", 0, 3),
    ]
    lead.post(f"{PATH}preview/", {"policy": "threshold=9"}, status=422)


@pytest.mark.parametrize(
    ("body", "status", "pointer"),
    [
        ({}, 422, "/name"),
        ({"name": "a/b"}, 422, "/name"),
        ({"name": "v1"}, 409, None),
        ({"name": "v2", "policy": "nonsense=1"}, 422, "/policy"),
        ({"name": "v2", "splits": {"by": "share", "shares": {"all": 1}}}, 422, "/splits/shares/all"),
        ({"name": "v2", "splits": {"rename": "{lang}"}}, 422, "/splits/rename"),
        ({"name": "v2", "policy": "min_annotations=2"}, 422, None),
        ({"name": "v2", "embargo": ["test"]}, 422, "/embargo"),
        ({"name": "v2", "evidence": "yes"}, 422, "/evidence"),
        ({"name": "v2", "opens_on": "soon"}, 422, "/opens_on"),
    ],
)
def test_an_invalid_request_is_refused_immediately(lead, body, status, pointer):
    build(lead)
    refused = lead.post(PATH, body, status=status)
    if pointer:
        assert pointer in pointers(refused)
    assert Release.objects.count() == 1


def test_a_failed_build_is_reported_with_the_release(lead):
    failed = build(lead, splits={"by": "field", "field": "nowhere"})
    assert failed["state"] == "failed"
    assert "names no split" in failed["message"]
    assert build(lead)["state"] == "ready"


def test_only_leads_can_download_a_withdrawn_release(lead, cast):
    built = build(lead)
    path = f"{PATH}{built['id']}/"
    lead.put(f"{path}publish/", {"published": True})
    assert "gold/en.full.jsonl" in names(Api(cast.ada), built)
    lead.post(f"{path}withdraw/", {"reason": ""}, status=422)
    withdrawn = lead.post(f"{path}withdraw/", {"reason": "A mistake."})
    assert (withdrawn["state"], withdrawn["withdrawn_reason"]) == ("withdrawn", "A mistake.")
    gone = Api(cast.ada).get(f"{path}download/", status=410)
    assert gone["type"] == "urn:morel:problem:withdrawn"
    assert "A mistake." in gone["detail"]
    assert "gold/en.full.jsonl" in names(lead, built)
    lead.post(f"{path}withdraw/", {"reason": "Again."}, status=409)


def test_an_embargo_applies_to_leads_until_one_ends_it(lead):
    built = build(lead, splits={"by": "field", "field": "split"}, embargo=["test"], opens_on="2999-01-01")
    assert built["held_back"]
    path = f"{PATH}{built['id']}/"
    held = names(lead, built)
    assert "EMBARGO.json" in held
    assert "gold/en.test.jsonl" not in held
    assert not lead.post(f"{path}open/")["held_back"]
    assert "gold/en.test.jsonl" in names(lead, built)
    lead.post(f"{path}open/", status=409)


def test_ids_in_lists_are_not_trimmed(lead, gamma):
    import_records(gamma, [item(" q 9, x ")])
    import_annotations(gamma, {" q 9, x ": {"a": []}})
    lists = {"dev": ["q-1", "ar-1"], "test": ["x", " q 9, x "]}
    built = build(lead, splits={"by": "list", "lists": lists})
    assert (built["message"], built["state"]) == ("", "ready")
    assert [part["items"] for part in built["counts"]] == [1, 1, 2]


def test_two_releases_are_compared(lead, gamma):
    before = build(lead)
    import_annotations(gamma, {"q-2": {"a": []}, "x": {"b": [], "c": []}})
    after = build(lead, "v2")
    found = lead.get(f"{PATH}compare/?before={before['id']}&after={after['id']}")
    assert {each["kind"]: each["items"] for each in found["counts"]} == {"added": 1, "hard": 1}
    changed = next(each for each in found["changes"] if each["id"] == "x")
    assert changed["before"] == [[0, 3]]
    assert changed["after"] == []
    assert changed["reasons"] == [{"kind": "new", "annotator": "b"}, {"kind": "new", "annotator": "c"}]
    lead.get(f"{PATH}compare/?before={before['id']}", status=422)


def test_a_release_of_another_project_is_not_found(lead, cast):
    other = Release.objects.create(
        project=cast.beta, name="theirs", state="ready", request={}, frozen_at=timezone.now()
    )
    for path in ("", "download/"):
        lead.get(f"{PATH}{other.pk}/{path}", status=404)
    lead.get(f"{PATH}compare/?before={other.pk}&after={other.pk}", status=404)
    lead.post(f"{PATH}{other.pk}/withdraw/", {"reason": "Mine."}, status=404)


def test_a_release_that_is_not_built_cannot_be_downloaded(lead):
    made = lead.post(PATH, {"name": "v1"}, status=202)
    lead.get(f"{PATH}{made['id']}/download/", status=409)
    lead.post(f"{PATH}{made['id']}/withdraw/", {"reason": "Early."}, status=409)


def test_a_release_with_decisions_is_listed_with_their_number(lead, gamma):
    set_project(gamma, adjudication=True)
    decision = {"revision": 0, "spans": [], "labels": {}, "note": "", "source": "nothing"}
    lead.put(f"/projects/gamma/items/{stored(gamma, 'q-1').pk}/adjudication/", decision)
    release = build(lead)
    decided = {(part["language"], part["split"]): part["decided"] for part in release["counts"]}
    assert decided == {("ar", "full"): 0, ("en", "full"): 1}
    assert lead.get(PATH)["results"][0]["counts"] == release["counts"]


def test_fields_of_annotations_and_a_split_without_labels_are_asked_for(lead):
    fields = {"annotation_fields": ["unsure", "nothing_to_mark"], "splits": {"unannotated": "train"}}
    release = build(lead, **fields, languages=["en"])
    assert "unlabelled/en.train.jsonl" in names(lead, release)
    counted = {(part["language"], part["split"]): part["items"] for part in release["counts"]}
    assert counted == {("en", "full"): 2, ("en", "train"): 1}
    for body, pointer in (
        ({"annotation_fields": ["comments"]}, "/annotation_fields/0"),
        ({"splits": {"unannotated": "full"}}, "/splits/unannotated"),
        ({"splits": {"unannotated": "train"}, "embargo": ["train"]}, "/embargo"),
    ):
        assert pointers(lead.post(PATH, {"name": "v2", **body}, status=422)) == [pointer]


def test_spaces_around_a_name_are_left_out(lead):
    assert build(lead, name=" v1 ")["name"] == "v1"
