"""A lead says which annotations are not valid. Nothing is excluded by that: the rules are applied by hand."""

from annotation.models import Project
from annotation.queries.curation.exclusions import validity_of
from annotation.services.projects.project_settings import touch
from foundation.errors import wrong_field
from foundation.write_transaction import write_transaction
from morelkit.scheme.validity_rules import ValidityRules


def set_validity(project: Project, **given: bool | int) -> ValidityRules:
    """Change the rules that are given; 0 or False: off. Raises InvalidError."""
    with write_transaction():
        project = Project.objects.select_for_update().get(pk=project.pk)
        try:
            rules = ValidityRules.from_storage(validity_of(project).to_storage() | given)
        except ValueError as problem:
            field, _, detail = str(problem).partition(": ")
            raise wrong_field(field, f"{detail}.") from problem
        project.validity = rules.to_storage()
        project.save(update_fields=["validity"])
        touch(project)
    return rules
