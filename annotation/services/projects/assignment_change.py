"""Change how items are assigned, and the languages of a project, while nothing depends on them."""

from collections.abc import Sequence

from annotation.models import Assignment, Item, Project, ProjectLanguage
from foundation.errors import ConflictError, FieldError, InvalidError, wrong_field
from morelkit.text.languages import canonical


def set_assignment(project: Project, assignment: str | None) -> bool:
    """Set the assignment policy on the locked project, unsaved, and return whether it is another one.

    The policy must be locked, so that no item is assigned before the transaction ends.

    Raises ConflictError if items were assigned.
    """
    if assignment is None or assignment == project.assignment:
        return False
    if assignment not in Project.AssignmentPolicy.values:
        raise wrong_field("assignment", f"There is no policy “{assignment}”.")
    if assigned := Assignment.objects.filter(project=project).values("item").distinct().count():
        raise _in_use("assignment", f"{assigned} items were assigned under “{project.assignment}”: it stays.")
    project.assignment = assignment
    return True


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
