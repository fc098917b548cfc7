"""Export gold and raw annotations item by item, in the order of import, with constant memory."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from annotation.models import Project
from annotation.queries.annotate.counted_items import (
    Content,
    CountedAnnotation,
    CountedItem,
    answer_claims,
    count_items,
    counted_items,
    item_records,
    stored_spans,
    work_items,
)
from annotation.queries.curation.adjudications import Decision, decisions
from annotation.queries.gold.raw_evidence import evidence_records
from annotation.queries.gold.raw_fields import raw_fields
from annotation.queries.projects.access import minimum_by_language, record_format_of, scheme_of
from annotation.queries.statistics.dawid_skene import DawidSkene, dawid_skene
from annotation.queries.statistics.rollups import ready_items
from morelkit.formats import jsonl_files
from morelkit.formats.annotation_fields import EXPOSURE
from morelkit.formats.claim_fields import CLAIM_LABELS
from morelkit.formats.item_records import write_item
from morelkit.formats.table_files import table_columns
from morelkit.gold.claim_votes import claim_labels
from morelkit.gold.policy import GoldPolicy
from morelkit.release.item_labels import (
    choice_fields,
    curated_fields,
    gold_source,
    released_labels,
    with_gold_source,
)
from morelkit.scheme.schemes import Scheme
from morelkit.text.languages import fold_tag


class GoldExport:
    """The gold records of a project, or of one of its languages, under a policy.

    Items with fewer counted annotations than the minimum (their redundancy unless given) and items without annotations
    are left out, unless the answer implies the labels. `left_out` is complete once all records are read.

    `dawid_skene` adds a field with the Dawid–Skene labels to each record; gold is unchanged. `aggregates` has the
    estimates of the languages that were read. Languages in `stored` are not estimated again. `table`: whether they are
    written to a CSV or TSV file.
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
        table: bool = False,
    ) -> None:
        self.project = project
        self.policy = policy
        self.language = fold_tag(language)
        self.extra = extra
        self.scheme = scheme_of(project)
        self.record_format = record_format_of(project)
        self.left_out = 0
        self._table = table
        self.aggregates: dict[str, DawidSkene] | None = (
            dict(stored or {}) if dawid_skene and self.scheme.uses_spans else None
        )
        self._minimum = minimum_by_language(project, self.language, policy.min_annotations)

    @property
    def filename(self) -> str:
        parts = [self.project.slug, self.language, "gold", *(["extra"] if self.extra else [])]
        return f"{'.'.join(part for part in parts if part)}.jsonl"

    def left_out_count(self) -> int:
        """Number of items that will be left out, from the rollups."""
        wanted = {tag: least for tag, least in self._minimum.items() if self.language in ("", tag)}
        return sum(each["short"] for each in ready_items(self.project, wanted).values())

    def blocks(self) -> Iterator[bytes]:
        """Yield the export as JSON lines, in blocks."""
        return jsonl_files.blocks(self)

    def columns(self) -> list[str]:
        """The columns of a table of the records. Reads all of them."""
        return table_columns(tuple(record) for record in self)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        self.left_out = 0
        content: Content = "whole" if self.extra else "labels" if self.scheme.item_labels else "spans"
        for batch in counted_items(work_items(self.project, self.language), content=content):
            enough = [
                each
                for each in batch
                if len(each.annotations) >= self._minimum[each.item.language]
                or self.record_format.implied_labels(each.item.answer)
            ]
            self.left_out += len(batch) - len(enough)
            yield from self._records(enough)

    def _records(self, items: Sequence[CountedItem]) -> Iterator[dict[str, Any]]:
        curated = decisions(each.item.pk for each in items) if self.project.adjudication else {}
        records = item_records([each.item for each in items])
        counts = count_items(items, self.policy)
        fields = counts.label_fields(self.scheme, by_label=self.record_format.names_span_labels)
        if self.scheme.uses_claims:
            for (item, _), labels, count in zip(items, fields, counts.items(), strict=True):
                if claims := answer_claims(item):
                    labels[CLAIM_LABELS] = claim_labels(claims, count.normalized, self.policy)
        for (item, annotations), record, labels in zip(items, records, fields, strict=True):
            decision = curated.get(item.pk)
            chosen = [row.labels for row in annotations]
            implied = self.record_format.implied_labels(item.answer)
            labels |= choice_fields(
                self.scheme, self.policy, chosen, self.record_format, table=self._table, implied=implied
            )
            if decision:
                decided = (decision.spans, decision.labels)
                labels = curated_fields(
                    self.scheme,
                    self.policy,
                    labels,
                    chosen,
                    decided,
                    self.record_format,
                    table=self._table,
                    claims=answer_claims(item),
                    implied=implied,
                )
            labels = released_labels(labels, self.record_format)
            if self.aggregates is not None:
                spans = [(row.annotator, row.read_spans()) for row in annotations]
                labels["dawid_skene"] = self._estimates(self.aggregates, item.language).of(item.answer, spans)
            if self.extra:
                labels |= raw_annotations(self.scheme, annotations)
            written = write_item(record, self.record_format, **labels)
            yield with_gold_source(written, _source(decision)) if self.project.adjudication else written

    def _estimates(self, known: dict[str, DawidSkene], language: str) -> DawidSkene:
        if language not in known:
            known[language] = dawid_skene(self.project, language, self.policy.normalization)
        return known[language]


def _source(decision: Decision | None) -> dict[str, str]:
    return gold_source(decision.by, decision.at.isoformat()) if decision else gold_source()


def annotation_records(
    project: Project, language: str = "", fields: Collection[str] = ()
) -> Iterator[dict[str, Any]]:
    """Return the raw annotations of each item that has any: id, lang, annotations, annotation_labels.

    Records also have annotation_evidence and annotation_guidelines if there are any, and `fields` (names of
    `morelkit.formats.annotation_fields`). Raises InvalidError for an unknown language, before the first record.
    """
    language = fold_tag(language)
    minimum_by_language(project, language, None)
    return _annotation_records(project, language, fields)


def _annotation_records(project: Project, language: str, fields: Collection[str]) -> Iterator[dict[str, Any]]:
    scheme = scheme_of(project)
    for batch in counted_items(work_items(project, language), content="whole"):
        evidence = evidence_records(scheme, [row for each in batch for row in each.annotations])
        for item, annotations in batch:
            if annotations:
                own = {row.key: evidence[row.revision] for row in annotations if row.revision in evidence}
                raw = raw_record(scheme, item.spelling, annotations, own, (*fields, EXPOSURE))
                yield {"id": item.external_id} | raw


def raw_record(
    scheme: Scheme,
    spelling: str,
    annotations: Sequence[CountedAnnotation],
    evidence: dict[str, Any] | None = None,
    fields: Collection[str] = (),
) -> dict[str, Any]:
    """Raw record of an item without its id. `spelling`: language tag as imported, if it has one."""
    guidelines = {
        row.key: {"language": row.guidelines[0], "version": row.guidelines[1]}
        for row in annotations
        if row.guidelines
    }
    return {
        **({"lang": spelling} if spelling else {}),
        **raw_annotations(scheme, annotations),
        **({"annotation_evidence": evidence} if evidence else {}),
        **({"annotation_guidelines": guidelines} if guidelines else {}),
        **raw_fields(scheme, annotations, fields),
    }


def raw_annotations(scheme: Scheme, annotations: Sequence[CountedAnnotation]) -> dict[str, Any]:
    """Spans by annotator key, and item labels if the scheme has them."""
    several = len(scheme.span_labels) > 1
    raw: dict[str, Any] = {
        "annotations": {
            row.key: [
                [start, end, *([label] if several else [])] for start, end, label in stored_spans(row.spans)
            ]
            for row in annotations
        }
    }
    if scheme.item_labels:
        raw["annotation_labels"] = {row.key: row.labels for row in annotations if row.labels}
    return raw
