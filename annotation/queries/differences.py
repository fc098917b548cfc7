"""On which items annotations differ, as far as a decision is wanted: in what is marked, or in a label of the item."""

from itertools import combinations

from django.db.models import Q

from annotation.models import Project
from annotation.queries.projects import scheme_of


def differing(project: Project) -> Q:
    """Of statistics: some and not all have marked a character, or two choices of one item label were made."""
    differ = Q(disputed_characters__gt=0)
    for label in scheme_of(project).item_labels:
        for one, other in combinations(label.choices, 2):
            differ |= _used(label.name, one.name) & _used(label.name, other.name)
    return differ


def _used(label: str, choice: str) -> Q:
    return Q(labels__contains=f"\n{label}:{choice}\n")
