"""Assignment by a field: only the member whom an item's field names gets it."""

import pytest

from annotation.models import Assignment, Item, Project, ProjectLanguage
from annotation.queries.projects.assignees import assignee_of, assignees
from annotation.services.projects.project_settings import create_project, set_language, set_project
from foundation.errors import ConflictError, InvalidError
from tests.commands import refuses, succeeds
from tests.people import annotator, content, join, reserve, save
from tests.records import import_records, item

pytestmark = pytest.mark.django_db


def asked(**by: object) -> list[dict]:
    """Records whose field `asker` has these values."""
    return [item(name, asker=asker) for name, asker in by.items()]


@pytest.fixture
def project() -> Project:
    return create_project("asked", preset="mu-shroom", assignment="field", assignment_field="asker")


def all_items(project: Project, user) -> list[str]:
    """The items that the user gets, one after the other."""
    found = []
    while given := reserve(project, user):
        save(project, user, given, content((0, 3)))
        found.append(given.external_id)
    return sorted(found)


def test_the_asker_alone_gets_an_item(project: Project):
    import_records(project, asked(a="ada", b="bo", c=" ADA ", d=None, e="nobody", f=["ada"], g=""))
    ada, bo, lena = join(project, "ada"), join(project, "Bo"), join(project, "lena", "lead")
    assert all_items(project, bo) == ["b"]
    assert all_items(project, ada) == ["a", "c"]
    assert all_items(project, lena) == []


def test_a_member_is_named_by_pseudonym_too_and_may_join_later(project: Project):
    ada = join(project, "ada")
    import_records(project, asked(a=annotator(project, ada).key, b="bo"))
    assert all_items(project, ada) == ["a"]
    assert all_items(project, join(project, "bo")) == ["b"]


def test_a_field_inside_an_object_and_a_number(project: Project):
    set_project(project, assignment_field="by.name")
    import_records(project, [item("a", by={"name": "ada"}), item("b", by={"name": 7}), item("c", by="ada")])
    assert all_items(project, join(project, "ada")) == ["a"]
    assert all_items(project, join(project, "7")) == ["b"]


def test_names_that_no_member_has_are_counted(project: Project):
    join(project, "ada")
    import_records(project, asked(a="ada", b="Bo", c="bo", d="cy", e=None, f=True))
    found = assignees(project)
    assert (found.assigned, found.unnamed) == (1, 2)
    assert [(each.name, each.items) for each in found.unknown] == [("bo", 2), ("cy", 1)]


@pytest.mark.parametrize("value", ["a\x00", "\ud800", "a" * 151, "  ", True, 1.5, {"name": "ada"}])
def test_what_is_no_name_names_nobody(value: object):
    assert assignee_of({"asker": value}, "asker") is None


def test_the_field_is_set_on_imported_items_and_redundancy_becomes_one():
    project = create_project("later", preset="mu-shroom", redundancy=3)
    import_records(project, asked(a="ada", b="bo"))
    set_language(project, "en", redundancy=4)
    with pytest.raises(InvalidError, match="Fields of the items: asker"):
        set_project(project, assignment="field", assignment_field="author")
    with pytest.raises(InvalidError, match="Say which field"):
        set_project(project, assignment="field")
    project = set_project(project, assignment="field", assignment_field="asker")
    assert project.redundancy == 1
    assert ProjectLanguage.objects.get(project=project).redundancy is None
    with pytest.raises(InvalidError, match="one annotator"):
        set_project(project, redundancy=2)
    with pytest.raises(InvalidError, match="one annotator"):
        set_language(project, "en", redundancy=2)
    assert all_items(project, join(project, "bo")) == ["b"]
    with pytest.raises(ConflictError):
        set_project(project, assignment_field="other")


def test_another_policy_forgets_the_field(project: Project):
    import_records(project, asked(a="ada", b="bo"))
    set_project(project, assignment="pool")
    assert not Item.objects.filter(project=project, assignee__isnull=False).exists()
    assert all_items(project, join(project, "cy")) == ["a", "b"]


def test_a_late_import_is_assigned_by_the_field(project: Project):
    import_records(project, asked(a="ada"))
    ada = join(project, "ada")
    assert all_items(project, ada) == ["a"]
    import_records(project, asked(b="ada", c="bo"))
    assert all_items(project, ada) == ["b"]
    assert Assignment.objects.filter(project=project).count() == 2


def test_commands_take_the_field():
    assert "field" in refuses("create_project", "none", "--assignment", "field")
    succeeds("create_project", "some", "--assignment", "field", "--assignment-field", "asker")
    succeeds("set_project", "some", "--assignment-field", "author")
    create_project("pool", preset="mu-shroom")
    assert "by a field" in refuses("set_project", "pool", "--assignment-field", "author")
    assert Project.objects.get(slug="some").assignment_field == "author"
    copy = create_project("copy", like=Project.objects.get(slug="some"))
    assert (copy.assignment, copy.assignment_field, copy.redundancy) == ("field", "author", 1)
