"""Read the content of an annotation from untrusted JSON, checked against the answer and the scheme."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any
from uuid import uuid4

from morelkit.scheme.evidence import Evidence, read_evidence, united_ids
from morelkit.scheme.link import Link, LinkError, LinkReader, refuse_links
from morelkit.scheme.schemes import ItemLabel, Scheme
from morelkit.text.spans import Span, check, unite


@dataclass(frozen=True, slots=True)
class ContentProblem:
    """A problem in untrusted content: where, a stable code, and a sentence."""

    pointer: str  # JSON pointer within the content
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Limits:
    """Maximum sizes of an annotation's content."""

    spans: int = 5_000
    comment: int = 20_000  # code points
    links: int = 100
    evidence: int = 5_000


@dataclass(frozen=True, slots=True)
class Sources:
    """What an annotation may refer to. `extracts`: the texts of the snapshots that its author was shown, by id."""

    other: bool = False  # whether links to other sites are allowed
    extracts: Mapping[int, str] = field(default_factory=dict)
    read_link: LinkReader = refuse_links


@dataclass(frozen=True, slots=True)
class Content:
    """The validated content of an annotation. `labels`: the choice of each item label that is set."""

    spans: tuple[Span, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    nothing_to_mark: bool = False
    unsure: bool = False
    comment: str = ""
    links: tuple[Link, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    active_seconds: int = 0

    def to_json(self) -> dict[str, Any]:
        return {
            "spans": [asdict(span) for span in self.spans],
            "labels": dict(self.labels),
            "nothing_to_mark": self.nothing_to_mark,
            "unsure": self.unsure,
            "comment": self.comment,
            "links": [link.to_json() for link in self.links],
            "evidence": [evidence.to_json() for evidence in self.evidence],
            "active_seconds": self.active_seconds,
        }

    def to_storage(self) -> dict[str, Any]:
        """Return `to_json` with the sources of imported evidence, which are stored but not shown."""
        return self.to_json() | {"evidence": [evidence.to_storage() for evidence in self.evidence]}


MAX_ACTIVE_SECONDS = 10**7


def read_content(
    value: Mapping[str, Any],
    length: int,
    scheme: Scheme,
    limits: Limits,
    sources: Sources = Sources(),
    claims: Sequence[Sequence[int]] | None = None,
) -> tuple[Content, list[ContentProblem]]:
    """Return the content in `value`, and all problems. The content is valid only if there are none.

    `length`: code points of the answer. `claims`: its claims, if the unit of the scheme is claims; then each span must
    be one of them. Spans are sorted, and overlapping spans of the same label are united; a united span has the evidence
    of all its parts.
    """
    problems: list[ContentProblem] = []
    given = _read_spans(value.get("spans", []), length, scheme, limits, problems)
    if claims is not None and not problems:
        problems += claim_problems(given, claims)
    spans = unite(given)
    evidence: tuple[Evidence, ...] = ()
    if not problems:  # evidence of invalid spans would only give follow-up problems
        ids = united_ids(given, spans)
        evidence = _read_evidence(value.get("evidence", []), ids, scheme, limits, sources, problems)
    labels = _read_labels(value.get("labels", {}), scheme, problems)
    links = _read_links(value.get("links", []), limits, sources, problems)
    comment = value.get("comment", "")
    if not isinstance(comment, str):
        problems.append(ContentProblem("/comment", "type", "A comment is text."))
        comment = ""
    elif len(comment) > limits.comment:
        problems.append(
            ContentProblem("/comment", "too_long", f"A comment has at most {limits.comment} characters.")
        )
    seconds = value.get("active_seconds", 0)
    if not isinstance(seconds, int) or isinstance(seconds, bool) or not 0 <= seconds <= MAX_ACTIVE_SECONDS:
        problems.append(ContentProblem("/active_seconds", "range", "Seconds are a whole number, 0 or more."))
        seconds = 0
    flags = {name: _read_flag(value, name, problems) for name in ("nothing_to_mark", "unsure")}
    return Content(
        tuple(spans),
        labels,
        **flags,
        comment=comment,
        links=links,
        evidence=evidence,
        active_seconds=seconds,
    ), problems


def missing_for_submit(content: Content, scheme: Scheme) -> list[ContentProblem]:
    """Return the problems that keep `content` from being submitted."""
    return [
        *_spans_for_submit(content, scheme),
        *_evidence_for_submit(content, scheme),
        *_labels_for_submit(content, scheme),
    ]


def _spans_for_submit(content: Content, scheme: Scheme) -> Iterator[ContentProblem]:
    if not scheme.uses_spans:
        return
    if content.spans and content.nothing_to_mark:
        yield ContentProblem(
            "/nothing_to_mark",
            "contradiction",
            "There are marks: remove them, or take back “nothing to mark”.",
        )
    if not content.spans and not content.nothing_to_mark:
        yield ContentProblem("/spans", "required", "Mark at least one span, or set “nothing to mark”.")


def _evidence_for_submit(content: Content, scheme: Scheme) -> Iterator[ContentProblem]:
    if scheme.evidence != "required":
        return
    with_evidence = {evidence.span for evidence in content.evidence}
    for index, span in enumerate(content.spans):
        if span.id not in with_evidence:
            detail = "Show the passage that speaks against this mark, or say that the reference is silent."
            yield ContentProblem(f"/spans/{index}", "evidence_required", detail)


def _labels_for_submit(content: Content, scheme: Scheme) -> Iterator[ContentProblem]:
    for label in scheme.item_labels:
        if label.required and label.name not in content.labels:
            yield ContentProblem(f"/labels/{label.name}", "required", f"Choose a value for “{label.text}”.")


def _read_spans(
    value: object, length: int, scheme: Scheme, limits: Limits, problems: list[ContentProblem]
) -> list[Span]:
    if isinstance(value, list) and len(value) > limits.spans:
        problems.append(ContentProblem("/spans", "too_many", f"At most {limits.spans} spans."))
        return []
    if not scheme.uses_spans and value:
        problems.append(ContentProblem("/spans", "not_used", "This project marks no spans."))
        return []
    labels = [label.name for label in scheme.span_labels]
    spans, span_problems = check(_with_defaults(value, labels), length, labels)
    for problem in span_problems:
        base = f"/spans/{problem.index}" if problem.index >= 0 else "/spans"
        pointer = f"{base}/{problem.field}" if problem.field else base
        problems.append(ContentProblem(pointer, problem.code, problem.detail))
    return spans


def claim_problems(spans: Sequence[Span], claims: Sequence[Sequence[int]]) -> Iterator[ContentProblem]:
    """Yield a problem for each span that is not exactly one claim, and for each second label of a claim."""
    known, marked = {(start, end) for start, end in claims}, set[tuple[int, int]]()
    for index, span in enumerate(spans):
        place = (span.start, span.end)
        if place not in known:
            detail = f"Span {index} ({span.start} to {span.end}) is not exactly one claim of the answer."
            yield ContentProblem(f"/spans/{index}", "not_a_claim", detail)
        elif place in marked:
            detail = f"Span {index}: the claim ({span.start} to {span.end}) has a label already."
            yield ContentProblem(f"/spans/{index}", "two_labels", detail)
        marked.add(place)


def _with_defaults(value: object, labels: list[str]) -> object:
    """Return the spans with defaults for what API clients may omit: a new id, and the label if there is only one."""
    if not isinstance(value, list):
        return value
    label = {"label": labels[0]} if len(labels) == 1 else {}
    return [{"id": uuid4().hex, **label, **span} if isinstance(span, dict) else span for span in value]


def _read_labels(value: object, scheme: Scheme, problems: list[ContentProblem]) -> dict[str, str]:
    if not isinstance(value, Mapping):
        problems.append(ContentProblem("/labels", "type", "Labels are an object of name and choice."))
        return {}
    known: dict[str, ItemLabel] = {label.name: label for label in scheme.item_labels}
    chosen: dict[str, str] = {}
    for name, choice in value.items():
        at = f"/labels/{name.replace('~', '~0').replace('/', '~1')}"  # RFC 6901
        if name not in known:
            problems.append(ContentProblem(at, "unknown_label", f"There is no label “{name}”."))
        elif choice not in [each.name for each in known[name].choices]:
            problems.append(ContentProblem(at, "unknown_choice", f"“{choice}” is no choice of “{name}”."))
        else:
            chosen[name] = choice
    return chosen


def _read_evidence(
    value: object,
    spans: Mapping[str, str],
    scheme: Scheme,
    limits: Limits,
    sources: Sources,
    problems: list[ContentProblem],
) -> tuple[Evidence, ...]:
    if not isinstance(value, list):
        problems.append(ContentProblem("/evidence", "type", "Evidence is a list."))
        return ()
    if value and scheme.evidence == "off":
        problems.append(ContentProblem("/evidence", "not_used", "This project asks for no evidence."))
        return ()
    if len(value) > limits.evidence:
        problems.append(ContentProblem("/evidence", "too_many", f"At most {limits.evidence} passages."))
        return ()
    evidence, faults = read_evidence(value, spans, sources.extracts)
    problems += [ContentProblem(f"/evidence{pointer}", code, detail) for pointer, code, detail in faults]
    return tuple(evidence)


def _read_links(
    value: object, limits: Limits, sources: Sources, problems: list[ContentProblem]
) -> tuple[Link, ...]:
    if not isinstance(value, list):
        problems.append(ContentProblem("/links", "type", "Links are a list."))
        return ()
    if len(value) > limits.links:
        problems.append(ContentProblem("/links", "too_many", f"At most {limits.links} links."))
        return ()
    links: dict[str, Link] = {}
    for index, each in enumerate(value):
        url = each.get("url") if isinstance(each, Mapping) else None
        try:
            link = sources.read_link(url if isinstance(url, str) else "", other_sources=sources.other)
        except LinkError as error:
            problems.append(ContentProblem(f"/links/{index}/url", error.code, error.detail))
        else:
            links.setdefault(link.url, link)
    return tuple(links.values())


def _read_flag(value: Mapping[str, Any], name: str, problems: list[ContentProblem]) -> bool:
    flag = value.get(name, False)
    if not isinstance(flag, bool):
        problems.append(ContentProblem(f"/{name}", "type", "Either true or false."))
        return False
    return flag
