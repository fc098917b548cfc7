"""Effects, output and errors of commands (exit status 2, reasons on stderr)."""

import json
import re
import shutil

import pytest
from django.conf import settings
from django.contrib.auth.models import User

from annotation.models import Guidelines, GuidelinesImage, Membership, Project, ProjectLanguage
from tests.commands import manage, refuses, succeeds
from tests.images import JPEG, png
from tests.people import PASSWORD, may_log_in, person
from tests.records import import_records, item
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db


def refused(*arguments: object) -> str:
    before = snapshot()
    reasons = refuses(*arguments)
    assert snapshot() == before
    return reasons


def test_a_new_project_has_the_default_settings():
    succeeds("create_project", "gamma", "--preset", "mu-shroom")
    project = Project.objects.get()
    assert (project.redundancy, project.assignment, project.policy) == (3, "pool", "mushroom-2025")
    assert project.languages_open


def test_languages_are_accepted_in_any_case():
    succeeds("create_project", "gamma", "--languages", "EN, ar,en,pt_BR")
    rows = ProjectLanguage.objects.order_by("language").values_list("language", flat=True)
    assert list(rows) == ["ar", "en", "pt-br"]
    assert not Project.objects.get().languages_open


def test_the_secrets_of_projects_differ():
    for slug in ("one", "two"):
        succeeds("create_project", slug)
    assert len(set(Project.objects.values_list("secret", flat=True))) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["alpha"],
        ["Capital"],
        ["with space"],
        ["x" * 51],
        [""],
        ["../etc"],
        ["new", "--redundancy", "0"],
        ["new", "--redundancy", "-1"],
        ["new", "--redundancy", "100000"],
        ["new", "--redundancy", "three"],
        ["new", "--languages", "not a language"],
        ["new", "--preset", "none-such"],
        ["new", "--assignment", "none-such"],
        ["new", "--name", "x" * 201],
    ],
)
def test_an_invalid_project_is_refused(cast, arguments):
    refused("create_project", *arguments)


def test_a_new_member_gets_an_account_and_a_password_that_is_printed_once():
    succeeds("create_project", "gamma")
    out = succeeds("add_member", "gamma", "ada", "--role", "annotator", "--languages", "EN,ar")
    password = re.search(r"Password: (\S+)", out)[1]
    assert may_log_in("ada", password)
    assert len(password) >= 12
    membership = Membership.objects.get()
    assert (membership.role, membership.languages) == ("annotator", ["en", "ar"])


def test_a_given_password_is_set_and_not_printed():
    succeeds("create_project", "gamma")
    out = succeeds("add_member", "gamma", "ada", "--role", "lead", "--password", PASSWORD)
    assert may_log_in("ada", PASSWORD)
    assert PASSWORD not in out


def test_adding_an_existing_account_keeps_its_password():
    person("ada")
    succeeds("create_project", "gamma")
    assert "Password" not in succeeds("add_member", "gamma", "ada", "--role", "annotator")
    assert may_log_in("ada", PASSWORD)


def test_adding_a_member_again_changes_role_and_languages(cast):
    succeeds("add_member", "alpha", "ada", "--role", "lead", "--languages", "AR")
    membership = Membership.objects.get(user=cast.ada)
    assert (membership.role, membership.languages) == ("lead", ["ar"])
    assert cast.ada.annotator_set.count() == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["none-such", "ada", "--role", "lead"],
        ["alpha", "ada", "--role", "owner"],
        ["alpha", "ada"],
        ["alpha", "new", "--role", "lead", "--languages", "no language"],
        ["alpha", "", "--role", "lead"],
        ["alpha", "x" * 151, "--role", "lead"],
        ["alpha", "with space", "--role", "lead"],
    ],
)
def test_an_invalid_membership_is_refused(cast, arguments):
    refused("add_member", *arguments)
    assert not User.objects.filter(username="new").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["agreement", "none-such"],
        ["agreement", "alpha", "--policy", "none-such"],
        ["agreement", "alpha", "--by", "person"],
        ["export_gold", "none-such", "--out", "-"],
        ["export_gold", "alpha", "--lang", "fr", "--out", "-"],
        ["export_gold", "alpha", "--min-annotations", "-1", "--out", "-"],
        ["export_gold", "alpha"],
        ["export_annotations", "none-such", "--out", "-"],
        ["export_annotations", "alpha", "--lang", "fr", "--out", "-"],
        ["close_language", "alpha", "fi"],
        ["close_language", "none-such", "en"],
        ["import_items", "none-such", "x.jsonl"],
        ["import_annotations", "none-such", "x.jsonl"],
        ["import_items", "alpha"],
        ["import_items", "alpha", "x.jsonl", "--format", "xml"],
        ["set_guidelines", "alpha", "en", "none.md"],
        ["set_guidelines", "none-such", "en", "none.md"],
    ],
)
def test_invalid_arguments_are_refused(cast, arguments):
    refused(*arguments)


@pytest.fixture
def everyone():
    succeeds("create_project", "gamma", "--assignment", "everyone")
    import_records(Project.objects.get(slug="gamma"), [item("a", lang="EN")])


@pytest.mark.parametrize("spelled", ["EN", "en", "eN"])
def test_a_language_can_be_closed_and_reopened(everyone, spelled):
    succeeds("close_language", "gamma", spelled)
    assert ProjectLanguage.objects.get().closed
    succeeds("close_language", "gamma", spelled, "--reopen")
    assert not ProjectLanguage.objects.get().closed


@pytest.mark.parametrize("language", ["fr", "not a language"])
def test_an_unknown_language_cannot_be_closed(everyone, language):
    refused("close_language", "gamma", language)


def test_guidelines_are_versioned(cast, tmp_path):
    path = tmp_path / "guidelines.md"
    for text in ("# Eins", "# Eins", "# Zwei — ✓"):
        path.write_text(text, "utf-8")
        succeeds("set_guidelines", "alpha", "DE", path)
    rows = Guidelines.objects.filter(project=cast.alpha).order_by("version")
    assert [(row.language, row.version, row.text) for row in rows] == [
        ("de", 1, "# Eins"),
        ("de", 2, "# Zwei — ✓"),
    ]


@pytest.mark.parametrize("data", [b"\xff\xfe", b"# with \x00"])
def test_guidelines_that_are_not_text_are_refused(cast, tmp_path, data):
    (tmp_path / "guidelines.md").write_bytes(data)
    refused("set_guidelines", "alpha", "en", tmp_path / "guidelines.md")


@pytest.fixture
def images(tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    (folder / "menu.png").write_bytes(png())
    (folder / "spare.png").write_bytes(png(2))
    (tmp_path / "guidelines.md").write_text("![The menu](images/menu.png)\n")
    yield folder
    shutil.rmtree(settings.DATA_DIR / "guidelines-images", ignore_errors=True)


def test_images_that_guidelines_show_are_uploaded(cast, images):
    guidelines = images.parent / "guidelines.md"
    reason = refused("set_guidelines", "alpha", "en", guidelines)
    assert "Line 1: The project has no image “menu.png”." in reason
    for _ in range(2):
        succeeds("set_guidelines", "alpha", "en", guidelines, "--images", images)
    row = Guidelines.objects.get(project=cast.alpha)
    assert (row.version, row.text) == (1, guidelines.read_text())
    assert [use.image.name for use in row.guidelinesimageuse_set.all()] == ["menu.png"]
    assert list(GuidelinesImage.objects.values_list("name", flat=True)) == ["menu.png"]
    (images / "menu.png").unlink()
    guidelines.write_text("# Two\n\n![The menu](images/menu.png)\n")
    assert "version 2" in succeeds("set_guidelines", "alpha", "en", guidelines, "--images", images)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "![a](images/a.png) ![b](images/menu.png) ![c](images/c.gif)",
            "Missing files: {0}/a.png, {0}/c.gif.",
        ),
        (
            "![a](images/menu.png)\n![b](https://example.org/b.png)",
            "Line 2: “https://example.org/b.png” is no image",
        ),
        ("![a](images/fake.png)", "fake.png is no PNG, JPEG, WebP or GIF image"),
        ("![a](images/photo.png)", "“photo.png” is no name of such an image"),
        ("![a](images/menu.png) ![b](images/double.png)", "in the project as"),
        ("![a](images/large.png)", "large.png: An image has at most"),
    ],
)
def test_images_that_cannot_be_uploaded_are_named_and_nothing_is_stored(cast, images, text, reason, settings):
    settings.MAX_IMAGE_BYTES = 500
    (images / "fake.png").write_text("<svg/>")
    (images / "photo.png").write_bytes(JPEG)
    (images / "double.png").write_bytes(png())
    (images / "large.png").write_bytes(png() + bytes(500))
    (images.parent / "guidelines.md").write_text(text)
    arguments = ("set_guidelines", "alpha", "en", images.parent / "guidelines.md", "--images", images)
    assert reason.format(images) in refused(*arguments)
    assert not GuidelinesImage.objects.exists()


def test_another_image_of_the_same_name_is_refused(cast, images):
    arguments = ("set_guidelines", "alpha", "en", images.parent / "guidelines.md", "--images", images)
    succeeds(*arguments)
    (images / "menu.png").write_bytes(png(9))
    assert "The project has another image menu.png" in refused(*arguments)
    assert "no such folder" in refused(*arguments[:-1], images / "none")


def test_agreement_prints_a_table_with_its_policy(cast):
    table = succeeds("agreement", "alpha", "--policy", "merged").splitlines()
    assert table[0].split() == [
        "lang",
        "items",
        "counted",
        "annotators_min",
        "annotators_max",
        "agreement",
        "policy",
    ]
    assert table[2].split() == ["EN", "3", "0", "0", "0", "–", "merged"]


def test_agreement_as_json_is_a_list_with_null_where_undefined(cast):
    rows = json.loads(succeeds("agreement", "alpha", "--json"))
    assert [row["agreement"] for row in rows] == [None, None]


def test_a_project_without_items_has_no_agreement():
    succeeds("create_project", "gamma")
    assert json.loads(succeeds("agreement", "gamma", "--json")) == []
    assert manage("agreement", "gamma").status == 0
