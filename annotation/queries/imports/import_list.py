"""The imports of a project."""

from django.db.models import QuerySet

from annotation.models import Import, Project


def imports_of(project: Project) -> QuerySet[Import]:
    """Return the imports of a project, latest first."""
    rows = Import.objects.filter(project=project).select_related("job", "created_by", "project")
    return rows.order_by("-pk")
