"""Evidence in raw annotations: its span, the reference snapshot, and the W3C selectors of the passage."""

from collections.abc import Iterable, Mapping
from typing import Any

from annotation.models import Reference
from annotation.queries.annotate.counted_items import CountedAnnotation
from annotation.queries.references.snapshots import revision_url
from morelkit.formats.raw_evidence import write_evidence
from morelkit.scheme.evidence import Evidence
from morelkit.scheme.schemes import Scheme


def evidence_records(
    scheme: Scheme, annotations: Iterable[CountedAnnotation]
) -> dict[int, list[dict[str, Any]]]:
    """Evidence records of the annotations with evidence, by revision."""
    found = {row.revision: (row.read_spans(), read_evidence(row)) for row in annotations if row.evidence}
    cited = {each.snapshot for _, evidence in found.values() for each in evidence if each.snapshot}
    sources = _sources(cited) if cited else {}
    several = len(scheme.span_labels) > 1
    return {
        key: [write_evidence(each, spans, sources, multiple_labels=several) for each in evidence]
        for key, (spans, evidence) in found.items()
    }


def read_evidence(row: CountedAnnotation) -> list[Evidence]:
    return [Evidence.from_storage(each) for each in row.evidence]


def _sources(snapshots: Iterable[int]) -> Mapping[int, dict[str, str]]:
    rows = Reference.objects.filter(pk__in=snapshots).defer("extract", "languages", "authors")
    return {row.pk: source_of(row) for row in rows}


def source_of(reference: Reference) -> dict[str, str]:
    """Fields that identify a snapshot outside of this database."""
    source = {
        "kind": reference.kind,
        "language": reference.language,
        "title": reference.title,
        "url": revision_url(reference) or reference.url,
        "revision_id": reference.revision_id,
        "sha256": reference.sha256,
    }
    return {name: value for name, value in source.items() if value}
