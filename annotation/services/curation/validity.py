"""Change the validity rules of a project. Changing them excludes nothing: leads apply rules as exclusions."""

from annotation.models import Project
from annotation.queries.curation.exclusions import project_validity
from annotation.services.projects.project_settings import touch
from foundation.errors import wrong_field
from foundation.write_transaction import write_transaction
from morelkit.scheme.validity_rules import ValidityRules


def set_validity(project: Project, **given: bool | int) -> ValidityRules:
    """Change the given rules; 0 or False turns a rule off. Raises InvalidError."""
    with write_transaction():
        project = Project.objects.select_for_update().get(pk=project.pk)
        try:
            rules = ValidityRules.from_storage(project_validity(project).to_storage() | given)
        except ValueError as problem:
            field, _, detail = str(problem).partition(": ")
            raise wrong_field(field, f"{detail}.") from problem
        project.validity = rules.to_storage()
        project.save(update_fields=["validity"])
        touch(project)
    return rules
