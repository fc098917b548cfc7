"""All agreement measures of annotated items, by language."""

from collections.abc import Iterable
from typing import Final

from morelkit.agreement.measures import AgreementMeasures, AnnotatedAnswer, MeasureTally
from morelkit.annotated import AnnotatedItem
from morelkit.scheme.schemes import Scheme
from morelkit.text.normalization import DEFAULT_POLICY

_CHUNK: Final = 500  # items at a time


def agreement_measures(
    items: Iterable[AnnotatedItem], scheme: Scheme, policy: str = DEFAULT_POLICY, *, seed: int = 0
) -> dict[str, AgreementMeasures]:
    """Return multiset IoU, α, F1s, intervals, curves and measures of item labels for each language.

    `seed` draws the samples of intervals and curves.
    """
    by_language: dict[str, list[AnnotatedAnswer]] = {}
    for item in items:
        answer = AnnotatedAnswer(
            item.record.answer,
            item.spans(scheme),
            item.choices(),
            list(item.annotations),
            item.claims,
        )
        by_language.setdefault(item.language, []).append(answer)
    measures = {}
    for language, answers in sorted(by_language.items()):
        tally = MeasureTally.empty(scheme, seed)
        for start in range(0, len(answers), _CHUNK):
            tally.add(policy, answers[start : start + _CHUNK])
        measures[language] = tally.measures(policy)
    return measures
