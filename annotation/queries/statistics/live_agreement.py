"""Agreement recomputed from the annotations themselves, for any policy."""

from collections.abc import Iterator
from typing import Any

from annotation.models import Project
from annotation.queries.annotate.counted_items import count_items, counted_items, work_items
from annotation.queries.projects.access import languages_of, scheme_of
from morelkit.agreement.agreement_rows import ItemAgreement, item_rows, language_rows
from morelkit.gold.policy import GoldPolicy


def by_item(project: Project, policy: str) -> list[dict[str, Any]]:
    """Rows `id, lang, n, agreement, policy` of all work items, in the order of import."""
    return item_rows(_items(project, policy), policy)


def by_language(project: Project, policy: str) -> list[dict[str, Any]]:
    """Rows by language: items, counted items (n ≥ 2), fewest and most annotators, mean agreement."""
    spellings = {row.language: row.spelling for row in languages_of(project)}
    return language_rows(_items(project, policy), spellings, policy)


def _items(project: Project, policy: str) -> Iterator[ItemAgreement]:
    uses_spans = scheme_of(project).uses_spans
    for batch in counted_items(work_items(project), content="spans"):
        values = count_items(batch, GoldPolicy(normalization=policy)).agreement()
        for (item, annotations), agreement in zip(batch, values, strict=True):
            yield ItemAgreement(
                item.external_id,
                item.spelling,
                item.language,
                len(annotations),
                agreement if uses_spans else None,
            )
