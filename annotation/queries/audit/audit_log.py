"""Names of people in the audit log of a project."""

from annotation.models import Annotator, Project
from foundation.accounts.names import display_name
from foundation.audit_log import AuditName, NameOf
from foundation.models import AuditPerson


def namer(project: Project) -> NameOf:
    """Return the function that names a person: by annotator key if the project hides names from its leads."""
    known = Annotator.objects.filter(project=project, user__isnull=False)
    keys = dict(known.values_list("user", "key")) if project.anonymous else {}

    def name(person: AuditPerson) -> AuditName:
        shown = keys.get(person.user_id or 0, "") if project.anonymous else display_name(person.user)
        return AuditName(person.pseudonym, shown or person.pseudonym)

    return name
