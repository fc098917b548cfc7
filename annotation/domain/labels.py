"""Labels of spans, and choices for whole items, under one kind of name: `name`, `label:choice`. No name has a colon."""

from collections.abc import Iterable, Mapping

from annotation.domain.scheme import Scheme
from annotation.domain.spans import Span


def all_labels(scheme: Scheme) -> list[str]:
    """Every label that an annotation may use, in scheme order."""
    choices = [f"{label.name}:{choice.name}" for label in scheme.item_labels for choice in label.choices]
    return [label.name for label in scheme.span_labels] + choices


def asked_labels(scheme: Scheme) -> list[str]:
    """What one can ask for: every label, and `label:` for an item label whatever was chosen."""
    return all_labels(scheme) + [f"{label.name}:" for label in scheme.item_labels]


def choices_differ(annotations: Iterable[Mapping[str, str]]) -> bool:
    """Whether two choices of one item label were made. A label that somebody left open is no difference."""
    made = {chosen for labels in annotations for chosen in labels.items()}
    return len(made) > len({name for name, _ in made})


def label_lines(annotations: Iterable[tuple[Iterable[Span], Mapping[str, str]]]) -> str:
    """What any of the annotations uses, sorted, each between line breaks, so that a whole name can be searched for."""
    used: set[str] = set()
    for spans, labels in annotations:
        used |= {span.label for span in spans if span.label}
        used |= {f"{name}:{choice}" for name, choice in labels.items()}
    return "".join(f"\n{label}" for label in sorted(used)) + "\n" if used else ""
