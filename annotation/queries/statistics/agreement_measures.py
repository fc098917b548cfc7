"""Agreement measures of a project, computed from its annotations."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from annotation.models import Annotation, Item, Project
from annotation.queries.annotate.counted_items import answer_claims
from annotation.queries.projects.access import languages_of, scheme_of
from morelkit.agreement.measures import AgreementMeasures, AnnotatedAnswer, MeasureTally
from morelkit.text.spans import Span

_CHUNK: Final = 500  # items at a time

OVERALL: Final = ""
"""Key of the measures of all languages together."""


def agreement_measures(
    project: Project, policy: str, progress: Callable[[int], object] = lambda _: None
) -> dict[str, AgreementMeasures]:
    """Measures by language, and of all languages under `OVERALL`. `progress` gets the number of items done, often."""
    done = 0

    def beat() -> None:
        progress(done)

    scheme = scheme_of(project)
    measures = {}
    overall = MeasureTally.empty(scheme, project.seed)
    for row in languages_of(project):
        tally = MeasureTally.empty(scheme, project.seed)
        for items in _chunks(project, row.language):
            tally.add(policy, _annotated(items), beat)
            done += len(items)
            beat()
        measures[row.language] = tally.measures(policy, beat)
        overall += tally
    return measures | {OVERALL: overall.measures(policy, beat)}


def _chunks(project: Project, language: str) -> Iterator[list[Item]]:
    items = Item.objects.visible(project).filter(kind=Item.Kind.WORK, language=language).order_by("ordinal")
    rows = items.only("answer", "claims", "segmenter").iterator(_CHUNK)
    while chunk := list(islice(rows, _CHUNK)):
        yield chunk


def _annotated(items: list[Item]) -> list[AnnotatedAnswer]:
    spans: dict[int, list[list[Span]]] = {item.pk: [] for item in items}
    labels: dict[int, list[dict[str, str]]] = {item.pk: [] for item in items}
    annotators: dict[int, list[str]] = {item.pk: [] for item in items}
    rows = (
        Annotation.objects.counted()
        .filter(item__in=list(spans))
        .values_list("item", "annotator", "submitted__spans", "submitted__labels")
    )
    for item, annotator, stored, chosen in rows:
        annotators[item].append(str(annotator))
        spans[item].append([Span(**span) for span in stored])
        labels[item].append(chosen)
    return [
        AnnotatedAnswer(
            item.answer, spans[item.pk], labels[item.pk], annotators[item.pk], answer_claims(item)
        )
        for item in items
    ]
