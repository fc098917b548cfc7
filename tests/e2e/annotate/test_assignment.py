"""A lead assigns and unassigns items, and accepts a late submission."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in

pytestmark = pytest.mark.e2e

SLUG = "assigned"
LATE = f"""
from django.utils import timezone
from datetime import timedelta
from annotation.models import Assignment, Item, Project
from django.contrib.auth.models import User
from tests.people import reserve, content, save
project = Project.objects.get(slug={SLUG!r})
ann, ben = (User.objects.get(username=name) for name in ("ann", "ben"))
held = reserve(project, ann, timezone.now() - timedelta(days=9))
Item.objects.filter(project=project).exclude(pk=held.pk).update(reservable=False)
save(project, ben, reserve(project, ben), content((0, 3)))
save(project, ann, held, content((4, 8)))
print(held.pk)
"""


@pytest.fixture(scope="module")
def assigned(site: Site) -> Site:
    items = [item(f"h-{n}", "The mill burnt in 1790.", question=f"When did mill {n} burn?") for n in range(6)]
    people = {"lou": "lead", "ann": "annotator", "ben": "annotator"}
    site.project(SLUG, people, items, "--preset", "mu-shroom", "--redundancy", "1")
    return site


def held(site: Site) -> list[str]:
    rows = site.rows(
        "SELECT item.external_id FROM annotation_assignment place JOIN annotation_item item "
        "ON item.id = place.item_id JOIN annotation_annotator annotator ON annotator.id = place.annotator_id "
        "JOIN auth_user person ON person.id = annotator.user_id "
        "WHERE place.state = 'reserved' AND person.username = 'ann' ORDER BY item.external_id"
    )
    return [name for (name,) in rows]


def test_items_are_assigned_and_unassigned_and_a_late_submission_is_accepted(
    page: Page, assigned: Site
) -> None:
    log_in(page, assigned, "lou")
    page.goto(f"{assigned.url}/p/{SLUG}/items?order=ordinal")
    page.get_by_label("Choose h-1").check()
    page.get_by_label("Choose h-3").click(modifiers=["Shift"])
    bar = page.get_by_role("group", name="Actions for the chosen items")
    expect(bar).to_contain_text("3 items chosen")
    bar.get_by_role("button", name="Assign…").click()
    page.get_by_label("Assign to").select_option("ann")
    page.get_by_role("button", name="Assign", exact=True).click()
    expect(page.get_by_text("3 items are assigned to ann.")).to_be_visible()
    expect(page.get_by_text("1 reservation")).to_have_count(3)
    assert held(assigned) == ["h-1", "h-2", "h-3"]

    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Undone.")).to_be_visible()
    assert held(assigned) == []

    page.get_by_label("All of this list").check()
    expect(bar).to_contain_text("All of this list is chosen")
    bar.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("There was nothing to change.")).to_be_visible()

    key = assigned.manage("shell", "-v0", "-c", LATE).strip()
    page.goto(f"{assigned.url}/p/{SLUG}/items/{key}?order=ordinal")
    page.get_by_role("button", name="Accept what ann submitted").click()
    expect(page.get_by_text("What ann submitted counts now.")).to_be_visible()
    expect(page.get_by_text("Over-full: 2 annotations, 1 were planned")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Leave out what ann submitted")).to_be_visible()
