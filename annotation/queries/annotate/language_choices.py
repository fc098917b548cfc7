"""The languages among which an annotator chooses, with what waits for them in each."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q

from annotation.models import Assignment, Item
from annotation.queries.annotate.own_work import open_assignments
from annotation.queries.projects.access import Access, AssignmentPolicy
from annotation.queries.projects.assignees import names_of


@dataclass(frozen=True)
class LanguageChoice:
    """`todo`: items that the person has reserved or could reserve."""

    language: str
    spelling: str
    todo: int


def language_choices(here: Access) -> list[LanguageChoice]:
    """The person's open languages in which something waits for them, in the project's order."""
    rows = [row for row in here.my_language_rows if not row.closed]
    todo = Counter[str]()
    for found in (_reserved(here), _reservable(here)):
        todo.update(found)
    return [LanguageChoice(row.language, row.spelling, n) for row in rows if (n := todo[row.language])]


def _reserved(here: Access) -> dict[str, int]:
    rows = open_assignments(here.annotator).order_by().values("item__language")
    return dict(rows.annotate(n=Count("pk")).values_list("item__language", "n"))


def _reservable(here: Access) -> dict[str, int]:
    """Items of each language with a free slot that the annotator has not had."""
    project = here.project
    condition = Q(language__in=here.my_languages)
    if project.assignment == AssignmentPolicy.FIELD:
        condition &= Q(coverage__lt=1, assignee__in=names_of(here.annotator))
    elif project.assignment != AssignmentPolicy.EVERYONE:
        free = Q()
        for row in here.my_language_rows:
            free |= Q(language=row.language, coverage__lt=row.redundancy or project.redundancy)
        condition &= free
    taken = Assignment.objects.filter(annotator=here.annotator, item=OuterRef("pk"))
    items = Item.objects.filter(condition, project=project, reservable=True)
    items = items.filter(~Exists(taken.exclude(state=Assignment.State.EXPIRED)))
    return dict(items.order_by().values("language").annotate(n=Count("pk")).values_list("language", "n"))
