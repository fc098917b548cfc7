"""Images are deleted, uploaded and published at the same moment: what a version shows is always there."""

import shutil

import pytest
from django.conf import settings

from annotation.models import GuidelinesImage, GuidelinesImageUse
from annotation.queries.projects.guidelines_images import image_path, images_folder
from annotation.services.projects.guidelines import set_guidelines
from annotation.services.projects.guidelines_images import delete_image, upload_image
from annotation.services.projects.project_settings import create_project
from foundation.errors import ConflictError, InvalidError
from tests.images import png
from tests.services.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def project():
    yield create_project("pictures", preset="mu-shroom")
    shutil.rmtree(settings.DATA_DIR / "guidelines-images", ignore_errors=True)


@pytest.mark.parametrize("number", range(1, 11))
def test_an_image_is_either_shown_or_deleted(project, number):
    image = upload_image(project, "menu.png", png(number))

    def act(what):
        try:
            if what == "publish":
                set_guidelines(project, "en", f"![{number}](images/menu.png)")
            elif what == "delete":
                delete_image(image)
            else:
                upload_image(project, "menu.png", png(number))
        except (ConflictError, InvalidError) as refusal:
            return refusal.code
        return "done"

    published, deleted, uploaded = at_once(act, ["publish", "delete", "upload"])
    assert (published, uploaded) in {("done", "done"), ("image_unknown", "done")}
    assert deleted in {"done", "image_in_use"}
    rows = list(GuidelinesImage.objects.filter(project=project))
    assert [image_path(row).read_bytes() for row in rows] == [png(number)] * len(rows)
    assert {path.name for path in images_folder(project.pk).iterdir()} == {row.sha256 for row in rows}
    assert GuidelinesImageUse.objects.count() == (published == "done")


def test_two_texts_published_at_once_are_two_versions(project):
    texts = [f"# Text {number}" for number in range(4)]
    made = at_once(lambda text: set_guidelines(project, "en", text), texts)
    assert sorted(row.version for row in made) == [1, 2, 3, 4]


def test_one_of_two_texts_written_on_the_same_version_is_refused(project):
    def publish(text):
        try:
            return set_guidelines(project, "en", text, base_version=0).version
        except ConflictError as refusal:
            return refusal.code

    assert set(at_once(publish, ["# One", "# Two"])) == {1, "stale_guidelines"}


def test_eight_uploads_of_one_name_get_eight_names_and_of_the_same_bytes_one(project):
    names = [
        row.name for row in at_once(lambda width: upload_image(project, "a.png", png(width)), range(1, 9))
    ]
    assert sorted(names) == [
        "a-2.png",
        "a-3.png",
        "a-4.png",
        "a-5.png",
        "a-6.png",
        "a-7.png",
        "a-8.png",
        "a.png",
    ]
    again = at_once(lambda _: upload_image(project, "b.png", png(20)), range(8))
    assert {row.name for row in again} == {"b.png"}
    assert len(list(images_folder(project.pk).iterdir())) == 9
