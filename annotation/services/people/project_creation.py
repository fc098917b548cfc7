"""Allow people to create projects, by Django's permission."""

from django.contrib.auth.models import Permission, User

from annotation.queries.projects.access import CREATE_PROJECTS
from foundation.audit import SITE, AuditKind, record
from foundation.write_transaction import write_transaction


def set_project_creation(user: User, *, allowed: bool) -> None:
    """Allow a user to create projects, or withdraw it. Site administrators may always."""
    app, _, codename = CREATE_PROJECTS.partition(".")
    permission = Permission.objects.get(content_type__app_label=app, codename=codename)
    with write_transaction():
        if user.user_permissions.filter(pk=permission.pk).exists() == allowed:
            return
        if allowed:
            user.user_permissions.add(permission)
            record(AuditKind.PROJECT_CREATION_ALLOWED, SITE, target=user)
        else:
            user.user_permissions.remove(permission)
            record(AuditKind.PROJECT_CREATION_WITHDRAWN, SITE, target=user)
