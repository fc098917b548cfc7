"""Evidence in raw annotations: its span, the reference snapshot, and the W3C selectors of the passage."""

from collections.abc import Iterable, Mapping
from typing import Any

from annotation.models import Annotation, Reference
from annotation.queries.annotate.annotation_content import content_of
from annotation.queries.references.snapshots import revision_url
from morelkit.formats.raw_evidence import write_evidence
from morelkit.scheme.schemes import Scheme


def evidence_records(scheme: Scheme, annotations: Iterable[Annotation]) -> dict[str, list[dict[str, Any]]]:
    """Evidence records by annotator key, for annotators who gave evidence."""
    contents = {
        each.annotator.key: content_of(each.submitted)
        for each in annotations
        if each.submitted and each.submitted.evidence
    }
    cited = {each.snapshot for content in contents.values() for each in content.evidence if each.snapshot}
    sources = _sources(cited) if cited else {}
    several = len(scheme.span_labels) > 1
    return {
        key: [
            write_evidence(each, content.spans, sources, multiple_labels=several) for each in content.evidence
        ]
        for key, content in contents.items()
    }


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
