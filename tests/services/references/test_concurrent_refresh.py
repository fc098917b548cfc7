"""A refresh concurrent with reservations: a shown reference stays the reference of its item."""

import pytest
from django.utils import timezone

from annotation.models import Item
from annotation.services.annotate.open_item import open_item
from annotation.services.projects.project_settings import create_project
from annotation.services.references.fetch_job import fetch_references
from tests.people import annotator, join, reserve
from tests.records import import_records, items
from tests.services.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

LIGHT = "https://de.wikipedia.org/wiki/Leuchtturm_Hallgrund"
PEOPLE = 8


def test_shown_references_stay_during_a_refresh(mediawiki):
    project = create_project("gamma", preset="mu-shroom", redundancy=1)
    import_records(project, items(2 * PEOPLE, lang="DE", wikipedia_url=LIGHT))
    fetch_references(project, refresh=False)
    people = [join(project, f"person-{number}") for number in range(PEOPLE)]
    seen: dict[int, int] = {}

    def work(user) -> None:
        if user is None:
            for edit in range(4):
                mediawiki.wiki.edit("de", "Leuchtturm Hallgrund", f"Fassung {edit}.")
                fetch_references(project, refresh=True)
            return
        assigned = reserve(project, user)
        shown = open_item(project, annotator(project, user), assigned.pk, timezone.now())
        seen[shown.id] = shown.reference.id

    at_once(work, [None, *people])
    assert len(seen) == PEOPLE
    assert seen == dict(Item.objects.filter(pk__in=seen).values_list("pk", "reference"))
    others = Item.objects.filter(shown_at=None).values_list("reference__extract", flat=True)
    assert set(others) == {"Fassung 3."}
