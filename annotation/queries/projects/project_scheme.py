"""A project's scheme as the browser needs it and as its leads edit it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from annotation.models import Project
from annotation.queries.projects.access import scheme_of
from morelkit.scheme.schemes import PRESETS, Evidence, Scheme, Unit, keys


@dataclass(frozen=True)
class SpanLabelData:
    name: str
    text: str
    color: int
    key: str
    texts: dict[str, str]


@dataclass(frozen=True)
class ChoiceData:
    name: str
    text: str
    key: str
    texts: dict[str, str]


@dataclass(frozen=True)
class ItemLabelData:
    name: str
    text: str
    choices: list[ChoiceData]
    required: bool
    texts: dict[str, str]


@dataclass(frozen=True)
class ConsistencyRuleData:
    condition: str
    choice: str


@dataclass(frozen=True)
class SchemeData:
    version: int
    uses_spans: bool
    span_labels: list[SpanLabelData]
    item_labels: list[ItemLabelData]
    evidence: Evidence
    consistency_rules: list[ConsistencyRuleData]
    unit: Annotated[Unit, "What annotators mark."]


def shown_scheme(project: Project) -> SchemeData:
    """The scheme as the browser needs it: with the key of every label and choice."""
    scheme = scheme_of(project)
    return _data(scheme, project.scheme_version, keys(scheme))


def own_scheme(project: Project) -> SchemeData:
    """The scheme as its leads have made it: a label or choice without a key of its own has none."""
    return _data(scheme_of(project), project.scheme_version)


def preset_schemes() -> dict[str, SchemeData]:
    """The schemes that a project can start from, by name."""
    return {name: _data(scheme, scheme.version) for name, scheme in PRESETS.items()}


def _data(scheme: Scheme, version: int, key: Mapping[tuple[str, str], str] | None = None) -> SchemeData:
    """`key`: of span labels under ("", name) and of choices under (item label, choice), in place of their own."""

    def key_of(parent: str, name: str, own: str) -> str:
        return own if key is None else key[parent, name]

    return SchemeData(
        version=version,
        uses_spans=scheme.uses_spans,
        span_labels=[
            SpanLabelData(
                label.name, label.text, label.color, key_of("", label.name, label.key), dict(label.texts)
            )
            for label in scheme.span_labels
        ],
        item_labels=[
            ItemLabelData(
                label.name,
                label.text,
                [
                    ChoiceData(
                        choice.name,
                        choice.text,
                        key_of(label.name, choice.name, choice.key),
                        dict(choice.texts),
                    )
                    for choice in label.choices
                ],
                label.required,
                dict(label.texts),
            )
            for label in scheme.item_labels
        ],
        evidence=scheme.evidence,
        consistency_rules=[
            ConsistencyRuleData(rule.condition, rule.choice) for rule in scheme.consistency_rules
        ],
        unit=scheme.unit,
    )
