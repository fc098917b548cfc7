"""Images of items: uploaded beside the records, and served to those who see an item that shows them."""

import io
import shutil
import zipfile
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation.models import Import, Item, ItemImage
from annotation.queries.references.item_images import ITEM_IMAGE_FOLDER
from tests.api.client import Api, check_answer
from tests.api.imports.import_helpers import jsonl, run_jobs
from tests.item_images import drawing, import_images, visions_project, with_images, zip_of
from tests.people import hand_over, join
from tests.records import item, stored

pytestmark = pytest.mark.django_db

IN_PROJECT = "/projects/visions/"
FILES = {"a.png": drawing(), "b.png": drawing(color="green")}


@pytest.fixture(autouse=True)
def no_files():
    """Files stay when the transaction of a test is rolled back."""
    yield
    shutil.rmtree(django_settings.DATA_DIR / ITEM_IMAGE_FOLDER, ignore_errors=True)


@pytest.fixture
def visions(cast):
    """A project of which ada is an annotator and lena a lead."""
    project = visions_project()
    join(project, "ada", "annotator")
    join(project, "lena", "lead")
    return project


@pytest.fixture
def shown(tmp_path, visions):
    """Two items with an image each. Returns the digests of both."""
    import_images(
        tmp_path, visions, [with_images("q-1", "a.png", image_alt="A."), with_images("q-2", "b.png")], FILES
    )
    return list(ItemImage.objects.order_by("uses__item__external_id").values_list("sha256", flat=True))


def upload_images(api: Api, import_: Any, content: bytes, status: int = 200) -> Any:
    path = f"{IN_PROJECT}imports/{import_['id']}/images/"
    response = api.http.post(f"/api/v1{path}", {"file": SimpleUploadedFile("pictures.zip", content)})
    assert response.status_code == status, response.content
    return check_answer("post", path, response)


def image_of(api: Api, sha256: str) -> Any:
    return api.http.get(f"/api/v1{IN_PROJECT}item-images/{sha256}/")


def start(api: Api, import_: Any) -> Any:
    api.post(f"{IN_PROJECT}imports/{import_['id']}/start/", {"mapping": {}}, status=200)
    run_jobs()
    return api.get(f"{IN_PROJECT}imports/{import_['id']}/")


def test_a_zip_beside_the_records_brings_their_images(visions, lena):
    made = lena.upload(visions, "r.jsonl", jsonl(with_images("q-1", "a.png", "b.png")))
    assert (made["takes_images"], made["images"]) == (True, "")
    assert upload_images(lena, made, zip_of(FILES))["images"] == "pictures.zip"
    done = start(lena, made)
    assert (done["state"], done["added"], done["filename"]) == ("done", 1, "r.jsonl")
    assert [
        each["name"]
        for each in lena.get(f"{IN_PROJECT}items/{Item.objects.get(external_id='q-1', project=visions).pk}/")[
            "images"
        ]
    ] == ["a.png", "b.png"]
    assert list(django_settings.FILE_UPLOAD_TEMP_DIR.glob("*.zip")) == []


def test_a_later_zip_takes_the_place_of_an_earlier_one(visions, lena):
    made = lena.upload(visions, "r.jsonl", jsonl(with_images("q-1", "a.png")))
    upload_images(lena, made, zip_of({"other.png": drawing()}))
    refused = start(lena, made)
    assert (refused["state"], [each["code"] for each in refused["problems"]]) == (
        "refused",
        ["image_missing"],
    )
    upload_images(lena, made, zip_of(FILES))
    assert start(lena, made)["state"] == "done"
    assert list(django_settings.FILE_UPLOAD_TEMP_DIR.glob("*.zip")) == []


def test_images_of_a_started_import_stay(visions, lena):
    made = lena.upload(visions, "r.jsonl", jsonl(item("q-1")))
    start(lena, made)
    assert upload_images(lena, made, zip_of(FILES), status=409)["type"].rpartition(":")[2] == "started"


def test_a_project_of_another_format_takes_no_images(cast, lena):
    made = lena.upload(cast.alpha, "r.jsonl", jsonl(item("new-1")))
    assert made["takes_images"] is False
    path = f"/projects/alpha/imports/{made['id']}/images/"
    response = lena.http.post(f"/api/v1{path}", {"file": SimpleUploadedFile("a.zip", zip_of(FILES))})
    assert response.status_code == 422
    assert check_answer("post", path, response)["type"].rpartition(":")[2] == "no_images"


def encrypted() -> bytes:
    content = bytearray(zip_of({"a.png": drawing()}))
    for at, offset in ((content.find(b"PK\x03\x04"), 6), (content.find(b"PK\x01\x02"), 8)):
        content[at + offset] |= 1
    return bytes(content)


def with_link() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        link = zipfile.ZipInfo("a.png")
        link.external_attr = 0o120777 << 16
        packed.writestr(link, "/etc/passwd")
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"no zip", "bad_zip"),
        (zip_of(FILES)[:-30], "bad_zip"),
        (zip_of({"../a.png": drawing()}), "archive_path"),
        (zip_of({"/a.png": drawing()}), "archive_path"),
        (zip_of({"a.zip": zip_of(FILES)}), "nested_archive"),
        (encrypted(), "encrypted"),
        (with_link(), "archive_link"),
    ],
)
def test_a_zip_that_is_not_acceptable_is_refused_at_once(visions, lena, content, code):
    made = lena.upload(visions, "r.jsonl", jsonl(with_images("q-1", "a.png")))
    assert upload_images(lena, made, content, status=422)["type"].rpartition(":")[2] == code
    assert Import.objects.latest("pk").files[-1]["format"] == "jsonl"
    assert list(django_settings.FILE_UPLOAD_TEMP_DIR.glob("*.zip")) == []


def test_a_zip_of_too_many_files_is_refused(visions, lena, settings):
    settings.MAX_IMPORTED_IMAGES = 1
    made = lena.upload(visions, "r.jsonl", jsonl(with_images("q-1", "a.png")))
    assert upload_images(lena, made, zip_of(FILES), status=422)["type"].rpartition(":")[2] == "too_many_files"


def test_an_annotator_sees_the_images_of_their_items_only(visions, shown, ada, lena, cast):
    ada_user = join(visions, "ada", "annotator")
    hand_over(visions, ada_user, stored(visions, "q-1"))
    seen, unseen = shown
    assert image_of(ada, seen).status_code == 200
    assert image_of(ada, unseen).status_code == 404
    assert {image_of(lena, each).status_code for each in shown} == {200}
    assert image_of(Api(cast.bo), seen).status_code == 404
    assert image_of(lena, "0" * 64).status_code == 404


def test_an_image_of_another_project_is_not_there(tmp_path, visions, shown, lena):
    other = visions_project("other")
    join(other, "lena", "lead")
    assert lena.http.get(f"/api/v1/projects/other/item-images/{shown[0]}/").status_code == 404


def test_an_image_of_an_archived_item_is_for_leads(visions, shown, ada, lena):
    hand_over(visions, join(visions, "ada", "annotator"), stored(visions, "q-1"))
    Item.objects.filter(project=visions, external_id="q-1").update(archived_at="2026-01-01T00:00Z")
    assert image_of(ada, shown[0]).status_code == 404
    assert image_of(lena, shown[0]).status_code == 200


def test_an_image_is_served_as_webp_and_nothing_else(shown, lena):
    answer = image_of(lena, shown[0])
    assert answer["Content-Type"] == "image/webp"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Disposition"] == f'inline; filename="{shown[0]}.webp"'
    assert answer["Cache-Control"] == "private, max-age=31536000, immutable"
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert answer.content[:4] == b"RIFF"
    again = lena.http.get(
        f"/api/v1{IN_PROJECT}item-images/{shown[0]}/", headers={"If-None-Match": answer["ETag"]}
    )
    assert again.status_code == 304
    assert again.content == b""


def test_the_workspace_gets_images_in_order_with_their_texts(visions, shown, ada):
    work = ada.post(f"{IN_PROJECT}next/")["item"]
    assert [
        (each["name"], each["alternative_text"], each["width"], each["height"]) for each in work["images"]
    ] in (
        [("a.png", "A.", 40, 20)],
        [("b.png", "", 40, 20)],
    )
