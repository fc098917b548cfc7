"""Images of guidelines: uploaded by leads, served to members, and the only ones that a text may show."""

import hashlib
import os
import shutil
import stat
import time
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.utils import timezone

from annotation.models import Guidelines, GuidelinesImage, Project
from annotation.queries.projects.guidelines_images import IMAGE_FOLDER, images_folder
from annotation.services.crowd.crowd_studies import Arrival, create_crowd_study, enter
from annotation.services.projects import guidelines_images
from annotation.services.projects.archiving import set_archived
from annotation.services.projects.guidelines import set_guidelines, set_guidelines_with_images
from annotation.services.projects.guidelines_images import remove_leftover_images, upload_image
from annotation.services.projects.project_settings import create_project
from foundation import new_file
from foundation.errors import InvalidError
from foundation.models import AuditEvent
from tests.api.client import Api, check_answer
from tests.images import GIF, JPEG, WEBP, png
from tests.people import Cast

pytestmark = pytest.mark.django_db

IMAGES = "/projects/alpha/images/"
TEXT = "/projects/alpha/guidelines/en/"


@pytest.fixture(autouse=True)
def no_files():
    """Files stay when the transaction of a test is rolled back."""
    yield
    shutil.rmtree(settings.DATA_DIR / IMAGE_FOLDER, ignore_errors=True)


def upload(api: Api, name: str, content: bytes, status: int = 201) -> Any:
    response = api.http.post(f"/api/v1{IMAGES}", {"file": SimpleUploadedFile(name, content)})
    assert response.status_code == status, response.content
    return check_answer("post", IMAGES, response)


def shown(api: Api) -> str:
    return api.get("/projects/alpha/guidelines/")["results"][0]["html"]


@pytest.mark.parametrize(
    ("content", "media_type", "name"),
    [
        (png(), "image/png", "the-label-menu.png"),
        (JPEG, "image/jpeg", "the-label-menu.jpg"),
        (WEBP, "image/webp", "the-label-menu.webp"),
        (GIF, "image/gif", "the-label-menu.gif"),
    ],
)
def test_an_image_is_known_by_its_bytes_and_served_as_what_it_is(
    cast: Cast, lena: Api, content, media_type, name
):
    image = upload(lena, "The label menu.exe", content)
    assert (image["name"], image["path"], image["media_type"]) == (name, f"images/{name}", media_type)
    assert (image["size"], image["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())
    response = Api(cast.ada).http.get(f"/api/v1{IMAGES}{image['sha256']}/")
    assert (response.content, response["Content-Type"]) == (content, media_type)
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Cache-Control"] == "private, max-age=31536000, immutable"
    assert "sandbox" in response["Content-Security-Policy"]
    path = images_folder(cast.alpha.pk) / image["sha256"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    "content",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        b"<?xml version='1.0'?><svg/>",
        b"<html><script>alert(1)</script>",
        b"BM\x00\x00",
        b"RIFF\x00\x00\x00\x00WAVE",
        b"\x89PN",
        b" " + png(),
    ],
)
def test_other_files_are_refused_whatever_their_name(cast: Cast, lena: Api, content):
    refusal = upload(lena, "picture.png", content, 422)
    assert refusal["errors"][0]["pointer"] == "/file"
    assert "PNG, JPEG, WebP or GIF" in refusal["detail"]
    assert not GuidelinesImage.objects.exists()


def test_a_large_image_is_refused(cast: Cast, lena: Api, settings):
    settings.MAX_IMAGE_BYTES = len(png())
    upload(lena, "small.png", png())
    assert "at most" in upload(lena, "large.png", png() + b"x", 413)["detail"]


def test_a_nearly_full_disk_refuses_images(cast: Cast, lena: Api, settings):
    settings.DISK_RESERVE = 10**18
    response = lena.http.post(f"/api/v1{IMAGES}", {"file": SimpleUploadedFile("a.png", png())})
    assert response.status_code == 507
    assert response.json()["type"] == "urn:morel:problem:disk_reserve"


def test_names_differ_and_the_same_bytes_are_stored_once(cast: Cast, lena: Api):
    first, second = upload(lena, "image.png", png()), upload(lena, "image.png", png(2))
    assert (first["name"], second["name"]) == ("image.png", "image-2.png")
    assert upload(lena, "another.png", png())["name"] == "image.png"
    assert upload(lena, "صورة.png", png(3))["name"] == "image-3.png"
    assert upload(lena, "../../etc/passwd.png", png(4))["name"] == "passwd.png"
    listed = lena.get(IMAGES)["results"]
    assert [each["name"] for each in listed] == ["image-2.png", "image-3.png", "image.png", "passwd.png"]


def test_a_text_shows_an_image_to_annotators_and_in_the_preview(cast: Cast, ada: Api, lena: Api):
    image = upload(lena, "menu.png", png())
    text = "# Mark\n\n![The menu](images/menu.png)\n\n![Again][m]\n\n[m]: <images/menu.png> 'Title'"
    html = lena.post("/projects/alpha/guidelines/preview/", {"text": text})["html"]
    lena.put(TEXT, {"text": text})
    assert shown(ada) == html
    assert html.count(f'src="/api/v1{IMAGES}{image["sha256"]}/"') == 2
    assert 'alt="The menu"' in html


def test_crowd_workers_and_guests_see_images_and_others_do_not(cast: Cast, lena: Api):
    path = f"{IMAGES}{upload(lena, 'menu.png', png())['sha256']}/"
    guests = create_crowd_study(cast.alpha, cast.lena, kind="guest", quota=5)
    study = create_crowd_study(cast.alpha, cast.lena, kind="prolific", quota=5, study="s1")
    for user in (
        cast.ada,
        enter(guests.code, Arrival(), None)[0],
        enter(study.code, Arrival("p1", "s1", "x1"), None)[0],
    ):
        assert Api(user).send("get", path).status_code == 200
    for user, status in ((None, 401), (cast.otto, 404), (cast.root, 404)):
        assert Api(user).send("get", path).status_code == status
    beta = path.replace("alpha", "beta")
    assert Api(cast.otto).send("get", beta).status_code == 404


FOREIGN = {
    "remote": "![a](https://example.org/a.png)",
    "in plain text": "![a](http://example.org/a.png 'Title')",
    "protocol-relative": "![a](//example.org/a.png)",
    "data": "![a](data:image/png;base64,AAAA)",
    "data of SVG": "![a](data:image/svg+xml;base64,AAAA)",
    "script": "![a](javascript:alert(1))",
    "file": "![a](file:///etc/passwd)",
    "another folder": "![a](../images/menu.png)",
    "absolute": "![a](/images/menu.png)",
    "address of the API": "![a](/api/v1/projects/beta/images/0/)",
    "upper case": "![a](images/MENU.png)",
    "unknown": "![a](images/none.png)",
    "no source": "![a]()",
    "in a link": "[![a](https://example.org/a.png)](https://example.org)",
    "in a list": "- one\n  ![a](https://example.org/a.png)",
    "in a table": "| a |\n|---|\n| ![a](https://example.org/a.png) |",
    "in a quotation": "> ![a](https://example.org/a.png)",
    "in a heading": "## ![a](https://example.org/a.png)",
    "by reference": "![a][one]\n\n[one]: https://example.org/a.png",
    "by short reference": "![one]\n\n[one]: https://example.org/a.png",
    "element": "<img src='https://example.org/a.png'>",
    "element in a line": "A mill <IMG\n src=images/menu.png /> and",
    "element in a block": "<div>\n<img src=images/menu.png>\n</div>",
}
LATER = {"in a list": 1, "in a table": 2, "element in a block": 1}


@pytest.mark.parametrize("kind", FOREIGN)
def test_an_image_from_elsewhere_is_refused_with_its_line(cast: Cast, lena: Api, kind):
    upload(lena, "menu.png", png())
    text = f"# Mark\n\nSome words\nand ![ours](images/menu.png)\n\n{FOREIGN[kind]}\n"
    line = 6 + LATER.get(kind, 0)
    refusal = lena.put(TEXT, {"text": text}, status=422)
    assert [each["pointer"] for each in refusal["errors"]] == ["/text"]
    assert refusal["errors"][0]["detail"].startswith(f"Line {line}: "), refusal["errors"]
    assert refusal["detail"] == refusal["errors"][0]["detail"]
    assert not Guidelines.objects.filter(project=cast.alpha).exists()


def test_every_image_from_elsewhere_is_named(cast: Cast, lena: Api):
    text = "![a](https://example.org/a.png)\n![b](//example.org/b.png)\n\n<img src=x> ![c](images/c.png)"
    refusal = lena.put(TEXT, {"text": text}, status=422)
    assert [(each["code"], each["detail"].split(":")[0]) for each in refusal["errors"]] == [
        ("image_foreign", "Line 1"),
        ("image_foreign", "Line 2"),
        ("image_unknown", "Line 4"),
        ("image_element", "Line 4"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "`![a](https://example.org/a.png)` and `<img src=x>`",
        "    ![a](https://example.org/a.png)\n    <img src=x>",
        "```\n<img src=x>\n![a](//x)\n```",
        "[a](https://example.org/a.png)",
        "\\![a](https://example.org/a.png) \\<img src=x>",
        "An &lt;img&gt; and <imgs>",
    ],
)
def test_code_and_links_are_no_images(cast: Cast, lena: Api, text):
    assert lena.put(TEXT, {"text": text})["version"] == 1


def test_stored_versions_stay_as_they_are(cast: Cast, ada: Api, lena: Api):
    text = "![a](https://example.org/a.png)"
    Guidelines.objects.create(project=cast.alpha, language="en", version=1, text=text)
    assert shown(ada) == "<p>a</p>\n"
    assert lena.put(TEXT, {"text": text})["version"] == 1
    lena.put(TEXT, {"text": f"{text}\n"}, status=422)


def test_only_an_image_that_no_version_shows_can_be_deleted(cast: Cast, lena: Api):
    image, spare = upload(lena, "menu.png", png()), upload(lena, "spare.png", png(2))
    path = f"{IMAGES}{image['sha256']}/"
    lena.put(TEXT, {"text": "![a](images/menu.png)"})
    lena.put(TEXT, {"text": "![a](images/menu.png) ![again](images/menu.png)"})
    lena.put(TEXT, {"text": "None"})
    lena.put("/projects/alpha/guidelines/ar/", {"text": "![a](images/menu.png)"})
    refusal = lena.call("delete", path, status=409)
    assert "ar version 1, en version 1, en version 2" in refusal["detail"]
    used = {each["name"]: each["used_by"] for each in lena.get(IMAGES)["results"]}
    versions = [("ar", 1), ("en", 1), ("en", 2)]
    assert used["menu.png"] == [{"language": language, "version": version} for language, version in versions]
    assert used["spare.png"] == []
    lena.call("delete", f"{IMAGES}{spare['sha256']}/", status=204)
    lena.call("delete", f"{IMAGES}{spare['sha256']}/", status=404)
    assert {each.name for each in images_folder(cast.alpha.pk).iterdir()} == {image["sha256"]}
    kinds = AuditEvent.objects.filter(scope=cast.alpha.scope, kind__startswith="image").order_by("pk")
    assert [each.kind for each in kinds] == ["image_uploaded", "image_uploaded", "image_deleted"]


def test_an_archived_project_shows_its_images_and_takes_none(cast: Cast, ada: Api, lena: Api):
    image = upload(lena, "menu.png", png())
    set_archived(cast.alpha, True, timezone.now())
    upload(lena, "more.png", png(2), 403)
    lena.call("delete", f"{IMAGES}{image['sha256']}/", status=403)
    assert ada.send("get", f"{IMAGES}{image['sha256']}/").status_code == 200


def test_a_project_like_another_has_images_of_its_own(cast: Cast, lena: Api):
    content = png()
    upload(lena, "menu.png", content)
    upload(lena, "spare.png", png(2))
    lena.put(TEXT, {"text": "![a](images/menu.png)"})
    copy = create_project("copy", like=cast.alpha)
    (image,) = GuidelinesImage.objects.filter(project=copy)
    assert (image.name, image.uses.get().guidelines.language) == ("menu.png", "en")
    assert (images_folder(copy.pk) / image.sha256).read_bytes() == content
    set_guidelines(copy, "en", "# Two\n\n![a](images/menu.png)")


def test_a_project_like_one_with_a_missing_file_is_refused(cast: Cast, lena: Api):
    image = upload(lena, "menu.png", png())
    lena.put(TEXT, {"text": "![a](images/menu.png)"})
    (images_folder(cast.alpha.pk) / image["sha256"]).unlink()
    with pytest.raises(InvalidError, match="of “alpha” is missing") as refusal:
        create_project("copy", like=cast.alpha)
    assert refusal.value.code == "image_missing"
    assert not Project.objects.filter(slug="copy").exists()
    upload(lena, "menu.png", png())
    assert create_project("copy", like=cast.alpha)


def test_no_file_is_written_while_others_wait_for_the_transaction(
    cast: Cast, lena: Api, tmp_path, monkeypatch
):
    def written(folder, content):
        assert not write_transaction_is_open()
        return plain(folder, content)

    open_before = len(connection.savepoint_ids)

    def write_transaction_is_open() -> bool:
        return len(connection.savepoint_ids) > open_before

    plain = guidelines_images.temporary_file
    monkeypatch.setattr(guidelines_images, "temporary_file", written)
    for number in (1, 2):
        (tmp_path / f"{number}.png").write_bytes(png(number))
    text = "![a](images/1.png) ![b](images/2.png)"
    assert set_guidelines_with_images(cast.alpha, "en", text, tmp_path).version == 1
    assert create_project("copy", like=cast.alpha)


def test_a_file_that_is_moved_while_leftovers_are_removed_is_passed_over(cast: Cast, monkeypatch):
    """The list of files is read before each of them."""
    folder = images_folder(cast.alpha.pk)
    folder.mkdir(parents=True)
    (folder / ".moved").symlink_to(folder / "gone")
    remove_leftover_images()


def test_a_missing_file_is_not_found_until_it_is_uploaded_again(cast: Cast, ada: Api, lena: Api):
    image = upload(lena, "menu.png", png())
    (images_folder(cast.alpha.pk) / image["sha256"]).unlink()
    ada.get(f"{IMAGES}{image['sha256']}/", status=404)
    assert upload(lena, "menu.png", png()) == image
    assert ada.send("get", f"{IMAGES}{image['sha256']}/").content == png()


def test_files_that_a_killed_process_left_are_removed(cast: Cast):
    kept = upload_image(cast.alpha, "menu.png", png())
    folder = images_folder(cast.alpha.pk)
    for name in ("0" * 64, ".partial", "1" * 64):
        (folder / name).write_bytes(b"x")
    long_ago = time.time() - 3_600
    for name in ("0" * 64, ".partial", kept.sha256):
        os.utime(folder / name, (long_ago, long_ago))
    remove_leftover_images()
    assert {each.name for each in folder.iterdir()} == {kept.sha256, "1" * 64}


def test_a_failed_upload_leaves_nothing(cast: Cast, lena: Api, monkeypatch):
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(new_file, "sync_directory", full)
    response = lena.http.post(f"/api/v1{IMAGES}", {"file": SimpleUploadedFile("menu.png", png(7))})
    monkeypatch.undo()
    assert response.status_code == 507
    assert not GuidelinesImage.objects.exists()
    assert not list(images_folder(cast.alpha.pk).glob(".*"))
    assert upload(lena, "menu.png", png(7))["name"] == "menu.png"
