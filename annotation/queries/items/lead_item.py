"""The lead's view of an item: all its annotations and the gold computed from them."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Literal

from annotation.models import (
    Annotation,
    ExcludedAnnotation,
    Item,
    Project,
    ProjectLanguage,
)
from annotation.queries.annotate.annotation_content import content_of
from annotation.queries.annotate.workspace_item import item_head
from annotation.queries.curation.adjudications import decisions
from annotation.queries.projects.access import scheme_of
from annotation.queries.references.consulted_links import content_json
from annotation.queries.references.snapshots import item_reference_json
from foundation.errors import NotFoundError
from morelkit.agreement.character_counts import count_item
from morelkit.gold.votes import curated_item_labels, curated_labels, hard_labels

ItemStatus = Literal["open", "complete", "over-full"]


def item_view(project: Project, item_id: int, languages: Mapping[str, ProjectLanguage]) -> dict[str, Any]:
    """An item with all its annotations and the gold computed from them. Raises NotFoundError."""
    item = Item.objects.visible(project).select_related("reference", "page").filter(pk=item_id).first()
    if item is None:
        raise NotFoundError("There is no such item in this project.")
    scheme = scheme_of(project)
    annotations = list(
        Annotation.objects.published()
        .filter(item=item)
        .select_related("head", "submitted", "annotator__user")
        .order_by("id")
    )
    counts = [
        each.submitted for each in annotations if each.submitted and _annotation_status(each) == "counted"
    ]
    count = count_item(project.policy, item.answer, [revision.read_spans() for revision in counts])
    decision = decisions([item.pk]).get(item.pk) if project.adjudication else None
    gold = curated_labels(decision.spans) if decision else hard_labels(count.runs, count.n)
    language = languages[item.language]
    out = ExcludedAnnotation.objects.filter(annotation__item=item, returned_at__isnull=True)
    acts = dict(out.values_list("annotation", "exclusion"))
    return {
        **item_head(item),
        "answer": item.answer,
        "model_id": item.model_id,
        "split": item.split,
        "reference": item_reference_json(item),
        "reference_url": item.reference_url,
        "policy": project.policy,
        "n": count.n,
        "redundancy": language.redundancy or project.redundancy,
        "agreement": count.agreement if scheme.uses_spans else None,
        "status": item_status(project, language, count.n),
        "runs": [asdict(run) for run in count.runs],
        "gold": [{"start": start, "end": end} for start, end in gold],
        "gold_source": "curated" if decision else "majority",
        "item_labels": curated_item_labels(
            [label.name for label in scheme.item_labels],
            [revision.labels for revision in counts],
            decision.labels if decision else {},
        ),
        "annotations": [
            _annotation_json(project, item, each) | {"exclusion": acts.get(each.pk)} for each in annotations
        ],
    }


def item_status(project: Project, language: ProjectLanguage, n: int) -> ItemStatus:
    """Status of an item with `n` counted annotations. Without a redundancy, closing its language completes it."""
    if project.assignment == Project.AssignmentPolicy.EVERYONE:
        return "complete" if language.closed else "open"
    redundancy = language.redundancy or project.redundancy
    if n < redundancy:
        return "open"
    return "complete" if n == redundancy else "over-full"


def _annotation_status(annotation: Annotation) -> str:
    if annotation.submitted_id is None:
        return "draft"
    if annotation.excluded_at:
        return "excluded"
    return "surplus" if annotation.surplus else "counted"


def _annotation_json(project: Project, item: Item, annotation: Annotation) -> dict[str, Any]:
    """An annotation as leads see it: the submitted revision, and for a draft only that it exists."""
    revision = annotation.submitted
    content = content_of(revision)
    own = count_item(project.policy, item.answer, [revision.read_spans()] if revision else [])
    normalized = own.normalized[0] if own.normalized else ()
    return {
        "annotator": annotation.annotator.key,
        "name": annotation.annotator.author_name(project),
        "status": _annotation_status(annotation),
        "normalized": [{"start": start, "end": end} for start, end in normalized],
        "submitted_at": revision.saved_at.isoformat() if revision else None,
        "revision": revision.number if revision else 0,
        "reason": annotation.excluded_reason,
        **content_json(content, annotation.annotator_id),
    }
