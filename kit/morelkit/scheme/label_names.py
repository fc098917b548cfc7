"""One kind of name for span labels (`name`) and choices of item labels (`label:choice`). Label names have no colon."""

from collections.abc import Iterable, Mapping

from morelkit.scheme.schemes import Scheme
from morelkit.text.spans import Span


def all_labels(scheme: Scheme) -> list[str]:
    """Return the name of every span label and choice, in scheme order."""
    choices = [f"{label.name}:{choice.name}" for label in scheme.item_labels for choice in label.choices]
    return [label.name for label in scheme.span_labels] + choices


def filterable_labels(scheme: Scheme) -> list[str]:
    """Return the names that a filter accepts: all labels, and `label:` for an item label with any choice."""
    return all_labels(scheme) + [f"{label.name}:" for label in scheme.item_labels]


def choices_differ(annotations: Iterable[Mapping[str, str]]) -> bool:
    """Return whether annotations make different choices for an item label. An unset label is not a difference."""
    choices = {choice for labels in annotations for choice in labels.items()}
    return len(choices) > len({name for name, _ in choices})


def label_lines(annotations: Iterable[tuple[Iterable[Span], Mapping[str, str]]]) -> str:
    """Return the names that any annotation uses, sorted and enclosed in line breaks, so that a search matches whole
    names.
    """
    used: set[str] = set()
    for spans, labels in annotations:
        used |= {span.label for span in spans if span.label}
        used |= {f"{name}:{choice}" for name, choice in labels.items()}
    return "".join(f"\n{label}" for label in sorted(used)) + "\n" if used else ""
