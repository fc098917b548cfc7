"""Create a project and its first lead, as a site administrator or as a person whom they allow to.

An administrator does not become a member and reads nothing of the project, unless they are the lead. Others lead the
projects that they create.
"""

from collections.abc import Sequence

from django.contrib.auth.models import User

from annotation.models import Membership, Project
from annotation.queries.projects.access import may_create_projects, memberships_of
from annotation.services.people.members import add_member
from annotation.services.projects.guidelines import default_guidelines
from annotation.services.projects.project_settings import create_project
from foundation.errors import ForbiddenError, wrong_field
from foundation.write_transaction import write_transaction

Role = Membership.Role


def create_project_with_lead(
    by: User,
    slug: str,
    *,
    lead: str = "",
    like: str = "",
    preset: str = "",
    records: str = "",
    name: str = "",
    description: str = "",
    languages: Sequence[str] = (),
    redundancy: int | None = None,
    assignment: str = "",
    quota: int | None = None,
) -> Project:
    """Return the new project.

    `lead` is a user name; "" means `by`. `like` is the slug of a project that `by` leads; its settings are copied.

    Raises ForbiddenError unless `by` may create projects, InvalidError.
    """
    if not may_create_projects(by):
        raise ForbiddenError(
            "Site administrators create projects, and people whom they allow to. Ask the administrator."
        )
    username = lead or by.username
    if username != by.username and not by.is_superuser:
        raise wrong_field("lead", "You lead the projects that you create.", "not_yourself")
    if not User.objects.filter(username=username, is_active=True).exists():
        raise wrong_field("lead", f"Nobody has an account “{username[:150]}”.", "unknown_user")
    template = _project_led_by(by, like) if like else None
    with write_transaction():
        project = create_project(
            slug,
            like=template,
            preset=preset,
            records=records,
            name=name,
            description=description,
            languages=languages,
            redundancy=redundancy,
            assignment=assignment,
            quota=quota,
            guidelines=default_guidelines(preset),
        )
        add_member(project, username, Role.LEAD)
    return project


def _project_led_by(by: User, slug: str) -> Project:
    """Return the project `slug`. Raises InvalidError unless the user leads it and so may read its settings."""
    membership = memberships_of(by).filter(project__slug=slug, role=Role.LEAD).first()
    if membership is None:
        raise wrong_field("like", "Settings can be copied only from projects that you lead.", "no_project")
    return membership.project
