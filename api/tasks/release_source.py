"""A release of a project as the source of gold."""

from django.contrib.auth.models import User
from rest_framework.request import Request

from annotation.queries.projects.access import access, project_by_slug
from annotation.queries.releases.release_files import release_directory
from annotation.queries.releases.release_list import release_by_name, release_of, require_ready
from api.common.membership import person
from evaluation.services.tasks.create_task import ReleaseSource
from foundation.errors import AnnotationError, wrong_field


def release_source(request: Request, project: str, release: int) -> ReleaseSource:
    """Return the release if the user leads the project. Raises InvalidError, which names the field."""
    try:
        here = access(person(request), project, lead=True)
    except AnnotationError as error:
        raise wrong_field("project", "You lead no project with this URL slug.", "no_project") from error
    try:
        found = require_ready(release_of(here.project, release))
    except AnnotationError as error:
        raise wrong_field("release", error.detail, "release") from error
    return ReleaseSource(release_directory(found), found.name, found.manifest_sha256, here.project.slug)


def named_release_source(project: str, name: str) -> ReleaseSource:
    """Return the release of this name, without a permission check: for commands.

    Raises NotFoundError, and ConflictError, GoneError or UnavailableError if it cannot be used.
    """
    found = require_ready(release_by_name(project_by_slug(project), name))
    return ReleaseSource(release_directory(found), found.name, found.manifest_sha256, project)


def leads_project(request: Request, project: str) -> bool:
    user = request.user
    if not isinstance(user, User):
        return False
    try:
        access(user, project, lead=True)
    except AnnotationError:
        return False
    return True
