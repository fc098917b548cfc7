"""Export gold and raw annotations item by item, in the order of import, with constant memory."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Count, Q

from annotation.models import Annotation, Item, Project
from annotation.models.annotation import is_counted
from annotation.models.item import ItemQuerySet
from annotation.queries.curation.adjudications import Decision, decisions
from annotation.queries.gold.raw_evidence import evidence_records
from annotation.queries.projects.access import minimum_by_language, scheme_of
from annotation.queries.statistics.dawid_skene import DawidSkene, dawid_skene
from foundation.bulk_insert import batches
from morelkit.agreement.character_counts import count_item
from morelkit.formats.item_records import ItemRecord, write_item
from morelkit.gold.policy import GoldPolicy
from morelkit.release.item_labels import curated_fields, gold_source, vote_labels, with_gold_source
from morelkit.scheme.schemes import Scheme
from morelkit.text.languages import fold_tag

_CHUNK = 500


class GoldExport:
    """The gold records of a project, or of one of its languages, under a policy.

    Items with fewer counted annotations than the minimum (their redundancy unless given) and items without annotations
    are left out. `left_out` is complete once all records are read.

    `dawid_skene` adds a field with the Dawid–Skene labels to each record; gold is unchanged. `aggregates` has the
    estimates of the languages that were read. Languages in `stored` are not estimated again.
    """

    def __init__(
        self,
        project: Project,
        *,
        policy: GoldPolicy,
        language: str = "",
        extra: bool = False,
        dawid_skene: bool = False,
        stored: Mapping[str, DawidSkene] | None = None,
    ) -> None:
        self.project = project
        self.policy = policy
        self.language = fold_tag(language)
        self.extra = extra
        self.scheme = scheme_of(project)
        self.left_out = 0
        self.aggregates: dict[str, DawidSkene] | None = (
            dict(stored or {}) if dawid_skene and self.scheme.uses_spans else None
        )
        self._minimum = minimum_by_language(project, self.language, policy.min_annotations)

    @property
    def filename(self) -> str:
        parts = [self.project.slug, self.language, "gold", *(["extra"] if self.extra else [])]
        return f"{'.'.join(part for part in parts if part)}.jsonl"

    def left_out_count(self) -> int:
        """Number of items that will be left out, counted by the database."""
        items = _items(self.project, self.language).annotate(
            n=Count("annotation", filter=is_counted("annotation__"))
        )
        short = Q()
        for language, minimum in self._minimum.items():
            short |= Q(language=language, n__lt=minimum)
        return items.filter(short).count() if self._minimum else 0

    def __iter__(self) -> Iterator[dict[str, Any]]:
        self.left_out = 0
        for chunk in batches(_with_annotations(self.project, self.language), _CHUNK):
            curated = decisions(item.pk for item, _ in chunk) if self.project.adjudication else {}
            for item, annotations in chunk:
                if len(annotations) < self._minimum[item.language]:
                    self.left_out += 1
                else:
                    yield self._record(item, annotations, curated.get(item.pk))

    def _record(self, item: Item, annotations: list[Annotation], decision: Decision | None) -> dict[str, Any]:
        revisions = [each.submitted for each in annotations if each.submitted]
        count = count_item(
            self.policy.normalization, item.answer, [revision.read_spans() for revision in revisions]
        )
        chosen = [revision.labels for revision in revisions]
        labels = vote_labels(self.scheme, self.policy, count, chosen)
        if decision:
            decided = (decision.spans, decision.labels)
            labels = curated_fields(self.scheme, self.policy, labels, chosen, decided)
        if self.aggregates is not None:
            if item.language not in self.aggregates:
                found = dawid_skene(self.project, item.language, self.policy.normalization)
                self.aggregates[item.language] = found
            spans = [
                (each.annotator_id, each.submitted.read_spans()) for each in annotations if each.submitted
            ]
            labels["dawid_skene"] = self.aggregates[item.language].of(item.answer, spans)
        if self.extra:
            labels |= raw_annotations(self.scheme, annotations)
        record = write_item(item_record(item), **labels)
        return with_gold_source(record, _source(decision)) if self.project.adjudication else record


def _source(decision: Decision | None) -> dict[str, str]:
    return gold_source(decision.by, decision.at.isoformat()) if decision else gold_source()


def annotation_records(project: Project, language: str = "") -> Iterator[dict[str, Any]]:
    """Yield the raw annotations of each item that has any: id, lang, annotations, annotation_labels.

    Records also have annotation_evidence and annotation_guidelines if there are any.
    """
    scheme = scheme_of(project)
    language = fold_tag(language)
    minimum_by_language(project, language, None)
    for item, annotations in _with_annotations(project, language):
        if annotations:
            evidence = evidence_records(scheme, annotations)
            yield {"id": item.external_id} | raw_record(scheme, item.spelling, annotations, evidence)


def raw_record(
    scheme: Scheme, spelling: str, annotations: list[Annotation], evidence: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Raw record of an item without its id. `spelling`: language tag as imported."""
    guidelines = _guidelines(annotations)
    return {
        "lang": spelling,
        **raw_annotations(scheme, annotations),
        **({"annotation_evidence": evidence} if evidence else {}),
        **({"annotation_guidelines": guidelines} if guidelines else {}),
    }


def raw_annotations(scheme: Scheme, annotations: list[Annotation]) -> dict[str, Any]:
    """Spans by annotator key, and item labels if the scheme has them."""
    several = len(scheme.span_labels) > 1
    raw: dict[str, Any] = {"annotations": {}}
    labels = {}
    for annotation in annotations:
        if annotation.submitted is None:
            continue
        key = annotation.annotator.key
        raw["annotations"][key] = [
            [span.start, span.end, *([span.label] if several else [])]
            for span in annotation.submitted.read_spans()
        ]
        if annotation.submitted.labels:
            labels[key] = annotation.submitted.labels
    if scheme.item_labels:
        raw["annotation_labels"] = labels
    return raw


def _guidelines(annotations: list[Annotation]) -> dict[str, dict[str, Any]]:
    """Language and version of the guidelines that annotators had accepted, by annotator key."""
    return {
        each.annotator.key: {"language": read.language, "version": read.version}
        for each in annotations
        if each.submitted and (read := each.submitted.guidelines)
    }


def item_record(item: Item) -> ItemRecord:
    """The record that an item was imported from. The item must come from `with_imported_reference`."""
    reference = item.reference
    return ItemRecord(
        external_id=item.external_id,
        language=item.spelling,
        question=item.question,
        answer=item.answer,
        model_id=item.model_id,
        prompt=item.prompt,
        split=item.split,
        kind=item.kind,
        reference_url=item.reference_url,
        reference_title=reference.title if reference else "",
        reference_text=reference.extract if reference else "",
        metadata=json.loads(item.metadata),
        key_order=tuple(json.loads(item.key_order)),
        labels=json.loads(item.imported_labels),
    )


def _items(project: Project, language: str) -> ItemQuerySet:
    items = Item.objects.visible(project).filter(kind=Item.Kind.WORK)
    return items.filter(language=language) if language else items


def _with_annotations(project: Project, language: str) -> Iterator[tuple[Item, list[Annotation]]]:
    """Yield items in order, with their counted annotations in order of creation."""
    last = -1
    while True:
        rows = _items(project, language).filter(ordinal__gt=last).with_imported_reference()
        chunk = list(rows.order_by("ordinal")[:_CHUNK])
        if not chunk:
            return
        last = chunk[-1].ordinal
        by_item: dict[int, list[Annotation]] = defaultdict(list)
        counted = Annotation.objects.counted().filter(item__in=[item.pk for item in chunk])
        for annotation in counted.select_related("submitted__guidelines", "annotator"):
            by_item[annotation.item_id].append(annotation)
        for item in chunk:
            yield item, by_item[item.pk]
