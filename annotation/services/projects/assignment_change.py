"""Change how items are assigned, and the languages of a project, while nothing depends on them."""

from collections.abc import Sequence

from annotation.models import Assignment, Item, Project, ProjectLanguage
from annotation.services.items.assignees import check_field
from foundation.errors import ConflictError, FieldError, InvalidError, wrong_field
from morelkit.text.languages import canonical


def set_assignment(project: Project, assignment: str | None, field: str | None) -> bool:
    """Set the assignment policy and its field on the project, unsaved, and return whether either is another one.

    The policy of a stored project must be locked, so that no item is assigned before the transaction ends. If a field
    decides, an item has one annotator, so the redundancy is 1 then.

    Raises InvalidError if the policy needs a field that no item has; ConflictError if items were assigned.
    """
    assignment = project.assignment if assignment is None else assignment
    if assignment not in Project.AssignmentPolicy.values:
        raise wrong_field("assignment", f"There is no policy “{assignment}”.")
    by_field = assignment == Project.AssignmentPolicy.FIELD
    if field and not by_field:
        detail = "Only where the assignment is by a field does a field name annotators."
        raise wrong_field("assignment_field", detail)
    field = (project.assignment_field if field is None else field.strip()) if by_field else ""
    if (assignment, field) == (project.assignment, project.assignment_field):
        return False
    stored = project.pk is not None
    if stored and (assigned := Assignment.objects.filter(project=project).values("item").distinct().count()):
        raise _in_use("assignment", f"{assigned} items were assigned under “{project.assignment}”: it stays.")
    if by_field:
        check_field(project, field)
        project.redundancy = 1
        if stored:
            ProjectLanguage.objects.filter(project=project).update(redundancy=None)
    project.assignment, project.assignment_field = assignment, field
    return True


def check_redundancy_of_policy(assignment: str, redundancy: int | None) -> None:
    """Raise InvalidError if items are assigned by a field and the redundancy is not 1."""
    if assignment == Project.AssignmentPolicy.FIELD and redundancy not in {None, 1}:
        raise wrong_field("redundancy", "Where a field decides who gets an item, it has one annotator.")


def set_languages(project: Project, languages: Sequence[str] | None) -> None:
    """Make these the languages of the locked project; none of them: imports add theirs.

    Raises ConflictError if one that is left out has items.
    """
    if languages is None:
        return
    wanted = {_tag(spelling, index): spelling for index, spelling in enumerate(languages)}
    rows = ProjectLanguage.objects.filter(project=project)
    project.languages_open = not wanted
    for row in rows.exclude(language__in=wanted) if wanted else []:
        if items := Item.objects.filter(project=project, language=row.language).count():
            raise _in_use("languages", f"{row.spelling} has {items} items, archived ones included: it stays.")
        row.delete()
    stored = set(rows.values_list("language", flat=True))
    ProjectLanguage.objects.bulk_create(
        ProjectLanguage(project=project, language=language, spelling=spelling)
        for language, spelling in wanted.items()
        if language not in stored
    )


def _tag(spelling: str, index: int) -> str:
    try:
        return canonical(spelling)
    except ValueError as problem:
        error = FieldError(f"/languages/{index}", "language", str(problem))
        raise InvalidError(str(problem), code="language", errors=[error]) from problem


def _in_use(field: str, detail: str) -> ConflictError:
    return ConflictError(detail, code="in_use", errors=[FieldError(f"/{field}", "in_use", detail)])
