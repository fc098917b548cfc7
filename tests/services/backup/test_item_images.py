"""Images of items survive backup and restore, and export and import of their project."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.site import Site
from tests.item_images import drawing

pytestmark = pytest.mark.any_database

SLUG = "demo-visions"
SERVED = f"""
import hashlib, json
from django.contrib.auth.models import User
from django.test import Client
from annotation.models import ItemImage, Membership
client = Client(headers={{"host": "localhost"}})
client.force_login(User.objects.filter(membership__project__slug={SLUG!r}, membership__role="lead").first())
found = {{}}
for sha256 in ItemImage.objects.order_by("sha256").values_list("sha256", flat=True):
    answer = client.get(f"/api/v1/projects/{SLUG}/item-images/{{sha256}}/")
    assert answer.status_code == 200, answer.content
    found[sha256] = hashlib.sha256(b"".join(answer) if answer.streaming else answer.content).hexdigest()
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory, migrated) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("pictures"), migrated=migrated)
    site.manage("demo", "--task", "visions")
    site.manage("build_release", SLUG, "v1", "--policy", "min_annotations=2", "--images")
    site.manage("backup", str(site.directory / "backup.tar.gz"))
    site.manage("export_project", SLUG, str(site.directory / "project.tar.gz"))
    yield site
    site.close()


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Site]:
    (tmp_path / "new").mkdir()
    site = Site(tmp_path / "new", empty=True)
    yield site
    site.close()


def served(site: Site) -> dict[str, str]:
    """The digest of what the site answers for each image, by the digest of the original."""
    return json.loads(site.manage("shell", "-v0", "-c", SERVED))


def originals(site: Site) -> dict[str, bytes]:
    files = sorted((site.directory / "item-images").glob("*/*"))
    return {path.name: path.read_bytes() for path in files if path.suffix != ".webp"}


def test_a_restored_site_serves_the_same_images(source, empty):
    empty.manage("restore", str(source.directory / "backup.tar.gz"))
    assert len(originals(source)) == 6
    assert originals(empty) == originals(source)
    assert served(empty) == served(source)
    assert f"{SLUG} v1: 0 differences of the release" in empty.manage("verify_site")


def test_an_imported_project_serves_the_same_images(source, empty):
    empty.manage("migrate", "-v0")
    empty.manage("createsuperuser", "--noinput", "--username", "newton", "--email", "newton@example.org")
    people = empty.directory / "people.csv"
    people.write_text("lena,newton\n")
    empty.manage("import_project", str(source.directory / "project.tar.gz"), "--people", str(people))
    assert originals(empty) == originals(source)
    assert served(empty) == served(source)
    again = empty.directory / "again"
    empty.manage("rebuild_release", SLUG, "v1", "--out", str(again))
    assert len(list((again / "images").iterdir())) == 6


def test_a_changed_image_of_an_item_is_found(source, empty):
    empty.manage("restore", str(source.directory / "backup.tar.gz"))
    path = next(path for path in (empty.directory / "item-images").glob("*/*") if path.suffix != ".webp")
    path.chmod(0o600)
    path.write_bytes(b"other")
    found = empty.manage("verify_site", failing=True)
    assert f"the file of the image {path.name} is missing or differs" in found


def test_missing_damaged_and_foreign_display_copies_are_found(source, empty):
    empty.manage("restore", str(source.directory / "backup.tar.gz"))
    missing, cut, other, *whole = sorted((empty.directory / "item-images").glob("*/*.webp"))
    missing.unlink()
    cut.chmod(0o600)
    cut.write_bytes(cut.read_bytes()[:-40])
    other.chmod(0o600)
    other.write_bytes(drawing("WEBP", (7, 9)))
    found = empty.manage("verify_site", failing=True)
    for path in (missing, cut, other):
        assert f"the display copy of the image {path.stem} is missing or damaged" in found
    assert found.count("display copy") == 3
    assert len(whole) == 3
