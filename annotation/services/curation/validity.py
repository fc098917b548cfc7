"""Change the validity rules of a project. Changing them excludes nothing: leads apply rules as exclusions."""

from annotation.models import Project
from annotation.queries.curation.exclusions import project_validity
from annotation.services.projects.project_settings import record_changes, touch
from foundation.errors import wrong_field
from foundation.write_transaction import write_transaction
from morelkit.scheme.validity_rules import ValidityRules


def set_validity(project: Project, **given: bool | int) -> ValidityRules:
    """Change the given rules; 0 or False turns a rule off. Raises InvalidError."""
    with write_transaction():
        project = Project.objects.select_for_update().get(pk=project.pk)
        before = project_validity(project).to_storage()
        try:
            rules = ValidityRules.from_storage(before | given)
        except ValueError as problem:
            field, _, detail = str(problem).partition(": ")
            raise wrong_field(field, f"{detail}.") from problem
        project.validity = rules.to_storage()
        project.save(update_fields=["validity"])
        after = rules.to_storage()
        rules_of_both = sorted(before.keys() | after.keys())
        record_changes(project, {rule: (before.get(rule), after.get(rule)) for rule in rules_of_both})
        touch(project)
    return rules
