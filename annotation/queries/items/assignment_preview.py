"""Which of the chosen items a lead can assign to a member, and what assigning them would do."""

from dataclasses import dataclass
from typing import Annotated

from django.db.models import Count, Q, QuerySet

from annotation.models import Annotator, Assignment, Item, Membership, Project, ProjectLanguage
from annotation.queries.projects.access import languages_of

_TAKEN = (Assignment.State.RESERVED, Assignment.State.SUBMITTED)


@dataclass(frozen=True)
class AssignmentPreview:
    """What assigning items to a member would do. Nothing is written."""

    items: Annotated[int, "Chosen items that are not archived."]
    assigned: Annotated[int, "Of these, items that would be assigned."]
    taken: Annotated[int, "Items that the member has reserved or submitted already."]
    closed: Annotated[int, "Items in closed languages, which are not assigned."]
    over_full: Annotated[int, "Items that would be assigned above their redundancy."]
    other_languages: Annotated[
        int, "Items that would be assigned in languages that the member does not have."
    ]


def in_open_languages(project: Project, items: "QuerySet[Item]") -> "QuerySet[Item]":
    """The items of open languages: the counts of a closed language do not change."""
    closed = ProjectLanguage.objects.filter(project=project, closed=True).values("language")
    return items.exclude(language__in=closed)


def assignable(project: Project, annotator: Annotator, items: "QuerySet[Item]") -> "QuerySet[Item]":
    """The items of open languages that the annotator has neither reserved nor submitted."""
    taken = Assignment.objects.filter(annotator=annotator, state__in=_TAKEN)
    return in_open_languages(project, items).exclude(assignment__in=taken)


def preview_assignment(project: Project, annotator: Annotator, items: "QuerySet[Item]") -> AssignmentPreview:
    """Count what assigning the items to the annotator would do. `items`: visible work items."""
    assigned = assignable(project, annotator, items).order_by()
    open_items = in_open_languages(project, items).count()
    full = Q(pk__in=[])
    if project.assignment != Project.AssignmentPolicy.EVERYONE:
        for row in languages_of(project):
            full |= Q(language=row.language, coverage__gte=row.redundancy or project.redundancy)
    membership = Membership.objects.get(project=project, user=annotator.user_id)
    others = ~Q(language__in=membership.languages) if membership.languages else Q(pk__in=[])
    counts = assigned.aggregate(
        assigned=Count("pk"), over_full=Count("pk", filter=full), other_languages=Count("pk", filter=others)
    )
    count = items.count()
    return AssignmentPreview(
        items=count, taken=open_items - counts["assigned"], closed=count - open_items, **counts
    )
