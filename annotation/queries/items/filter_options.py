"""Values that an item filter can take: the models, splits and annotators of a project."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from annotation.models import Annotator, Item, Project, ProjectLanguage
from annotation.queries.annotate.broken_rules import RuleCheck, rule_check
from annotation.queries.items.metadata_fields import MetadataField, metadata_fields
from annotation.queries.items.tags import TagCount, tag_counts
from annotation.queries.shapes import NamedAnnotator

_SAMPLED: Final = 500  # items at each end of a language that are read for their model and split
_MAX_OPTIONS: Final = 500


@dataclass(frozen=True)
class FilterOptions:
    """Models and splits are those of the first and the last items of each language."""

    models: list[str]
    splits: list[str]
    annotators: list[NamedAnnotator]
    tags: list[TagCount]
    metadata: list[MetadataField]
    checking_rules: Annotated[
        RuleCheck | None, "Annotations are being checked under changed consistency rules."
    ]


def filter_options(project: Project, languages: Sequence[ProjectLanguage]) -> FilterOptions:
    """The values that a filter can take. Rare models and splits may be missing: only some items are read."""
    models: set[str] = set()
    splits: set[str] = set()
    for row in languages:
        items = Item.objects.filter(project=project, language=row.language).values_list("model_id", "split")
        for order in ("ordinal", "-ordinal"):
            for model, split in items.order_by(order)[:_SAMPLED]:
                models.add(model)
                splits.add(split)
    people = Annotator.objects.filter(project=project).select_related("user").order_by("key")[:_MAX_OPTIONS]
    annotators = [NamedAnnotator(each.key, each.author_name(project)) for each in people]
    return FilterOptions(
        models=sorted(models - {""})[:_MAX_OPTIONS],
        splits=sorted(splits - {""})[:_MAX_OPTIONS],
        annotators=sorted(annotators, key=lambda each: (each.name.casefold(), each.key)),
        tags=tag_counts(project),
        metadata=metadata_fields(project, languages),
        checking_rules=rule_check(project),
    )
