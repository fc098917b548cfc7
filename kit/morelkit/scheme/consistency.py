"""Consistency rules: content that contradicts a choice. Annotators are asked about it once and may submit it anyway."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

ANY_MARK: Final = "any mark"
NO_MARK: Final = "no mark"
"""The conditions that are not names. Names of labels have no spaces."""
MAX_RULES: Final = 100
_KEYS: Final = {"condition", "choice"}

Problem = tuple[str, str]


@dataclass(frozen=True, slots=True)
class ConsistencyRule:
    """`condition` contradicts `choice`, an item label's choice as `label:choice`.

    `condition` is ANY_MARK, NO_MARK, the name of a span label, or a choice of another item label.
    """

    condition: str
    choice: str

    @property
    def code(self) -> str:
        """The rule in one line. It identifies the rule in filters and in stored annotations."""
        return f"{self.condition} & {self.choice}"


def broken_rules(
    rules: Iterable[ConsistencyRule], span_labels: Iterable[str], labels: Mapping[str, str]
) -> list[ConsistencyRule]:
    """Return the rules that content breaks, in order. `span_labels`: one for each mark; `labels`: the choices."""
    marks = set(span_labels)
    content = {ANY_MARK if marks else NO_MARK} | marks
    content |= {f"{label}:{choice}" for label, choice in labels.items()}
    return [rule for rule in rules if rule.condition in content and rule.choice in content]


def read_rules(value: Sequence[Mapping[str, str]]) -> tuple[ConsistencyRule, ...]:
    """Return the rules in a JSON value without `rule_problems`."""
    return tuple(ConsistencyRule(rule["condition"], rule["choice"]) for rule in value)


def rule_problems(value: object, span_labels: Sequence[str], choices: Sequence[str]) -> Iterator[Problem]:
    """Yield what is wrong with an untrusted JSON list of rules, as JSON pointer and sentence.

    `choices`: all choices of the scheme's item labels, as `label:choice`.
    """
    if not isinstance(value, list) or not all(isinstance(rule, dict) for rule in value):
        yield "/consistency_rules", "must be a list of objects"
        return
    if len(value) > MAX_RULES:
        yield "/consistency_rules", f"must have at most {MAX_RULES} entries"
    conditions = {*choices, *span_labels, *((ANY_MARK, NO_MARK) if span_labels else ())}
    seen = set()
    for index, rule in enumerate(value):
        pointer = f"/consistency_rules/{index}"
        condition, choice = rule.get("condition"), rule.get("choice")
        if rule.keys() != _KEYS:
            yield pointer, "a rule has a condition and a choice"
        elif not isinstance(condition, str) or condition not in conditions:
            yield f"{pointer}/condition", "the scheme has no such mark or choice"
        elif not isinstance(choice, str) or choice not in choices:
            yield f"{pointer}/choice", "the scheme has no such choice"
        elif condition.partition(":")[:2] == choice.partition(":")[:2]:
            yield pointer, "choices of one item label never stand together"
        elif frozenset((condition, choice)) in seen:
            yield pointer, "this rule stands here twice"
        else:
            seen.add(frozenset((condition, choice)))
