"""Fields of imported annotations beside spans, item labels and evidence: see `morelkit.formats.annotation_fields`."""

from collections.abc import Iterator
from typing import Any

from annotation.models import AnnotationRevision
from annotation.queries.gold.raw_fields import written_value
from annotation.references.configured_provider import reference_provider
from morelkit.formats.annotation_fields import EXPOSURE, column
from morelkit.formats.column_mapping import Problem
from morelkit.formats.raw_annotations import AnnotationsRecord
from morelkit.scheme.link import LinkError
from morelkit.scheme.schemes import Scheme


def link_problems(record: AnnotationsRecord, line: int) -> Iterator[Problem]:
    """Yield a problem for each link that is no address of a web page."""
    for key, links in record.fields.get("links", {}).items():
        for index, link in enumerate(links):
            try:
                reference_provider.read_link(link["url"], other_sources=True)
            except LinkError as error:
                detail = f"{key}, link {index}: {error.detail}"
                yield Problem(line, column("links"), error.code, detail)


def revision_fields(record: AnnotationsRecord, key: str, scheme: Scheme) -> dict[str, Any]:
    """Return the fields of an annotator's revision. Without spans and unless said otherwise, there was nothing to mark.

    Title and language of a link are read from its URL, so that a file cannot name another host.
    """
    given = _given(record, key)
    links = [reference_provider.read_link(each["url"], other_sources=True) for each in given.get("links", ())]
    nothing_to_mark = scheme.uses_spans and not record.annotations[key]
    return {
        "nothing_to_mark": given.get("nothing_to_mark", nothing_to_mark),
        "unsure": given.get("unsure", False),
        "links": [link.to_json() for link in links],
        "active_seconds": given.get("active_seconds", 0),
        "comment": given.get("comments", ""),
        "exposure": given.get(EXPOSURE),
    }


def changed_fields(record: AnnotationsRecord, key: str, stored: AnnotationRevision) -> list[str]:
    """Return the columns whose values differ from those of a stored annotation. A record without a field is silent."""
    given = _given(record, key)
    if "links" in given:
        given["links"] = [{"url": link["url"]} for link in given["links"]]
    return [
        column(name) for name, value in given.items() if (value or None) != (_stored(name, stored) or None)
    ]


def _given(record: AnnotationsRecord, key: str) -> dict[str, Any]:
    return {name: values[key] for name, values in record.fields.items() if key in values}


def _stored(name: str, stored: AnnotationRevision) -> Any:
    value = written_value(name, stored)
    return [{"url": link["url"]} for link in value] if name == "links" and value else value
