"""What a filter of items can be set to: the models, splits and annotators that a project has."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from annotation.models import Annotator, Item, Project, ProjectLanguage
from annotation.queries.shapes import NamedAnnotator

_EACH_END: Final = 500  # items of a language, its first and its last ones, that are asked
_MOST: Final = 500


@dataclass(frozen=True)
class ItemChoices:
    """Models and splits are those that the first and the last items of each language name."""

    models: list[str]
    splits: list[str]
    annotators: list[NamedAnnotator]


def item_choices(project: Project, languages: Iterable[ProjectLanguage]) -> ItemChoices:
    """Models and splits as the first and the last items of each language name them: rare ones may be missing."""
    models: set[str] = set()
    splits: set[str] = set()
    for row in languages:
        items = Item.objects.filter(project=project, language=row.language).values_list("model_id", "split")
        for order in ("ordinal", "-ordinal"):
            for model, split in items.order_by(order)[:_EACH_END]:
                models.add(model)
                splits.add(split)
    people = Annotator.objects.filter(project=project).select_related("user").order_by("key")[:_MOST]
    annotators = [NamedAnnotator(each.key, each.author_name(project)) for each in people]
    return ItemChoices(
        models=sorted(models - {""})[:_MOST],
        splits=sorted(splits - {""})[:_MOST],
        annotators=sorted(annotators, key=lambda each: (each.name.casefold(), each.key)),
    )
