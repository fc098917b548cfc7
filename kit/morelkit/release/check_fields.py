"""Check that the lines of an item have the fields that a release writes, in their order, and nothing else."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from morelkit.formats.annotation_fields import RELEASED, column, field_faults
from morelkit.formats.item_records import dumps
from morelkit.formats.record_format import RecordFormat
from morelkit.release.layout import EXTRAS, Part
from morelkit.release.line_matching import Line
from morelkit.release.manifest import Head
from morelkit.release.released_items import identity
from morelkit.scheme.schemes import Scheme
from morelkit.text.languages import fold_tag

_FIELDS: Final = {
    "raw": (
        *("id", "lang", "annotations", "annotation_labels", "annotation_guidelines"),
        *map(column, RELEASED),
    ),
    "provenance": ("id", "lang", "imported_id", "revisions", "excluded", "sha256"),
    "evidence": ("id", "lang", "annotation_evidence"),
    "comments": ("id", "lang", "comments"),
    "decisions": ("id", "lang", "decision"),
}
_DECISION: Final = ("spans", "labels", "by", "at", "note")

Record = Mapping[str, Any]


def line_faults(kind: str, lines: Mapping[str, Line], head: Head) -> Iterator[str]:
    """Yield a sentence for each fault of an item's line. Raises `TypeError` and the like for values of other types."""
    record = lines[kind].value
    if dumps(record).encode() != lines[kind].content:
        yield "The line is not in the canonical format."
    if kind not in _FIELDS:
        return
    yield from _field_faults(record, _FIELDS[kind])
    if "gold" in lines:
        yield from _identity_faults(kind, record, lines["gold"], head.record_format)
    annotators = frozenset(lines["raw"].value["annotations"]) if "raw" in lines else None
    if kind == "raw":
        yield from _raw_faults(record, head.scheme)
        yield from _annotation_field_faults(record, head.options.get("annotation_fields", ()))
    elif kind == "provenance":
        yield from _provenance_faults(record, head)
    elif kind == "decisions":
        yield from _decision_faults(record["decision"], head)
    elif annotators is not None:
        field, type_ = ("annotation_evidence", list) if kind == "evidence" else ("comments", str)
        yield from _stranger_faults(field, record[field], annotators)
        if not all(type(each) is type_ and each for each in record[field].values()):
            yield f"Its {field} are not in the canonical format."


def language_faults(record: Record, part: Part, record_format: RecordFormat) -> Iterator[str]:
    lang = record.get(record_format.key("lang"))
    if lang in (None, "") and not record_format.needs_language:
        return
    if not isinstance(lang, str) or fold_tag(lang) != part.language:
        yield f"Its lang is not {part.language}, the language of the file."


def _field_faults(record: Record, known: tuple[str, ...]) -> Iterator[str]:
    for name in sorted(record.keys() - set(known)):
        yield f"Unexpected field {name[:80]}."
    if [name for name in record if name in known] != [name for name in known if name in record]:
        yield "The fields are in another order."


def _identity_faults(kind: str, record: Record, gold: Line, record_format: RecordFormat) -> Iterator[str]:
    expected = identity(gold.value, record_format, gold.id)
    if kind == "raw":
        expected["id"] = str(expected["id"])
    for name in ("id", "lang"):
        value = expected.get(name)
        if type(record.get(name)) is not type(value) or record.get(name) != value:
            yield f"{name} differs from gold."


def _raw_faults(raw: Record, scheme: Scheme) -> Iterator[str]:
    annotators = frozenset(raw["annotations"])
    for annotator, spans in raw["annotations"].items():
        yield from (f"{annotator}: {fault}" for fault in _span_faults(spans, scheme))
    for annotator, labels in raw.get("annotation_labels", {}).items():
        yield from (f"{annotator}: {fault}" for fault in _label_faults(labels, scheme))
    for field in ("annotation_labels", "annotation_guidelines"):
        yield from _stranger_faults(field, raw.get(field, {}), annotators)
    for annotator, guidelines in raw.get("annotation_guidelines", {}).items():
        if {name: type(each) for name, each in guidelines.items()} != {"language": str, "version": int}:
            yield f"{annotator}: The guidelines are not a language and a version."


def _annotation_field_faults(raw: Record, included: Collection[str]) -> Iterator[str]:
    for name in RELEASED:
        if (field := column(name)) not in raw:
            continue
        if name not in included:
            yield f"Unexpected field {field}: the release was built without it."
        faults = [detail for _, detail in field_faults(name, raw[field], raw["annotations"])]
        if faults or not raw[field]:
            yield f"Its {field} are not in the canonical format. {' '.join(faults)}".strip()


def _span_faults(spans: list[list[Any]], scheme: Scheme) -> Iterator[str]:
    known = [label.name for label in scheme.span_labels]
    for span in spans:
        if len(span) != (3 if len(known) > 1 else 2):
            yield f"{str(span)[:200]} is not a span in the canonical format."
        elif len(span) > 2 and span[2] not in known:
            yield f"There is no span label “{str(span[2])[:80]}”."


def _label_faults(labels: Mapping[str, str], scheme: Scheme) -> Iterator[str]:
    choices = {label.name: {choice.name for choice in label.choices} for label in scheme.item_labels}
    for name, choice in labels.items():
        if name not in choices:
            yield f"There is no item label “{name[:80]}”."
        elif choice not in choices[name]:
            yield f"“{str(choice)[:80]}” is no choice of “{name}”."


def _stranger_faults(field: str, of_annotators: Mapping[str, Any], known: frozenset[str]) -> Iterator[str]:
    for annotator in sorted(of_annotators.keys() - known):
        yield f"{field} names {annotator[:80]}, who has no annotation of the item."


def _provenance_faults(record: Record, head: Head) -> Iterator[str]:
    for name, kind in (("revisions", dict), ("excluded", list), ("sha256", dict)):
        if type(record[name]) is not kind:
            raise TypeError(f"{name} is not in the canonical format")
    if "imported_id" in record and not (
        head.options.get("imported_ids") and isinstance(record["imported_id"], str)
    ):
        yield "Unexpected field imported_id: the release was built without it."
    for annotator, number in record["revisions"].items():
        if type(number) is not int or number < 1:
            yield f"{annotator}: The revision is not a number."
    for each in record["excluded"]:
        if each.keys() - {"rule"} != {"annotator", "reason"} or not all(
            isinstance(value, str) for value in each.values()
        ):
            yield f"{str(each)[:200]} is not an exclusion in the canonical format."
    kinds = {"unlabelled", "raw", *(kind for kind in EXTRAS if head.options.get(kind))}
    for kind in sorted(record["sha256"].keys() - kinds):
        yield f"It names a line of {kind}, which the release does not have."


def _decision_faults(decision: Record, head: Head) -> Iterator[str]:
    known = _DECISION if head.options.get("comments") else _DECISION[:-1]
    yield from _field_faults(decision, known)
    yield from _span_faults(decision["spans"], head.scheme)
    yield from _label_faults(decision["labels"], head.scheme)
    if not all(isinstance(decision[name], str) for name in ("by", "at", "note") if name in decision):
        yield "by, at and note must be texts."
