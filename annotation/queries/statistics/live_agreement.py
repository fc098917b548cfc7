"""Agreement recomputed from the annotations themselves, for any policy."""

from collections.abc import Iterator
from typing import Any

from annotation.models import Item, Project
from annotation.queries.annotate.annotation_content import counted_spans
from annotation.queries.projects.access import languages_of, scheme_of
from foundation.bulk_insert import batches
from morelkit.agreement.agreement_rows import ItemAgreement, item_rows, language_rows
from morelkit.agreement.character_counts import count_item

_CHUNK = 500


def by_item(project: Project, policy: str) -> list[dict[str, Any]]:
    """Rows `id, lang, n, agreement, policy` of all work items, in the order of import."""
    return item_rows(_items(project, policy), policy)


def by_language(project: Project, policy: str) -> list[dict[str, Any]]:
    """Rows by language: items, counted items (n ≥ 2), fewest and most annotators, mean agreement."""
    spellings = {row.language: row.spelling for row in languages_of(project)}
    return language_rows(_items(project, policy), spellings, policy)


def _items(project: Project, policy: str) -> Iterator[ItemAgreement]:
    uses_spans = scheme_of(project).uses_spans
    items = Item.objects.visible(project).filter(kind=Item.Kind.WORK).order_by("ordinal")
    rows = items.only("external_id", "spelling", "language", "answer").iterator(_CHUNK)
    for chunk in batches(rows, _CHUNK):
        spans = counted_spans(item.pk for item in chunk)
        for item in chunk:
            count = count_item(policy, item.answer, spans.get(item.pk, []))
            agreement = count.agreement if uses_spans else None
            yield ItemAgreement(item.external_id, item.spelling, item.language, count.n, agreement)
