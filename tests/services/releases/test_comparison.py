"""Comparing two releases: changed items and their reasons."""

import pytest
from django.utils import timezone

from annotation.models import Annotation
from annotation.queries.releases.release_files import release_directory
from annotation.queries.releases.release_list import comparison
from morelkit.gold.policy import GoldPolicy
from tests.people import annotate, join
from tests.records import import_annotations, stored
from tests.services.releases.building import build

pytestmark = pytest.mark.django_db


def test_renumbered_items_are_compared_by_their_imported_id(gamma):
    one = build(gamma, "one", splits={"rename": "{lang}-{n}"})
    first = Annotation.objects.filter(item__external_id="q-1", item__project=gamma).earliest("pk")
    Annotation.objects.filter(pk=first.pk).update(excluded_at=timezone.now(), excluded_reason="-")
    two = build(gamma, "two", splits={"rename": "{lang}-{n}"})
    found = comparison(one, two)
    assert [(change.id, change.kind) for change in found.changes] == [("en-1", "removed")]
    assert (found.renamed, found.reused) == (3, 3)
    assert "denote another item than before: 3" in two.notes


def test_a_comparison_and_the_notes_give_changes_with_reasons(gamma):
    one = build(gamma, "one")
    annotate(gamma, join(gamma, "ada"), stored(gamma, "q-4"), (25, 30))
    import_annotations(gamma, {"q-1": {"annotator_z": []}, "q-5": {"annotator_a": [], "annotator_b": []}})
    excluded = Annotation.objects.get(
        item__external_id="q-3", item__project=gamma, annotator__key="annotator_b"
    )
    Annotation.objects.filter(pk=excluded.pk).update(excluded_at=timezone.now(), excluded_reason="Late.")
    two = build(gamma, "two", notes="The year is checked.")
    found = comparison(one, two)
    ada = join(gamma, "ada").annotator_set.get(project=gamma).key
    changes = {change.id: (change.kind, change.reasons) for change in found.changes}
    assert changes == {
        "q-1": ("soft", [("new", "annotator_z")]),
        "q-3": ("removed", []),
        "q-4": ("hard", [("revised", ada)]),
        "q-5": ("added", []),
    }
    assert (found.items_before, found.items_after) == (6, 6)
    assert "The year is checked." in two.notes
    assert "new items: 1" in two.notes
    assert (release_directory(two) / "CHANGES.md").read_text("utf-8") == two.notes
    assert "first release" in one.notes


def test_another_policy_is_the_reason_of_a_change(gamma):
    one = build(gamma, "one")
    two = build(gamma, "two", policy=GoldPolicy(ties="in"))
    found = comparison(one, two)
    assert found.policy == [("ties", "out", "in")]
    assert {reason for change in found.changes for reason in change.reasons} == {("policy", "")}
