"""The report of `morelkit judges`, as JSON and as tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from morelkit.agreement.undefined import Undefined, Value
from morelkit.judges.alternative_annotator import AlternativeAnnotatorTest
from morelkit.judges.comparison import Comparison, Group, Question
from morelkit.judges.confusion import Confusion
from morelkit.scoring.tables import Cell, Table

Report = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Settings:
    """`by`: language, model or "". `epsilon`: cost advantage of a judge in the alternative-annotator test."""

    by: str = ""
    epsilon: float = 0.2
    seed: int = 0


def judges_report(comparison: Comparison, settings: Settings) -> Report:
    groups = list(comparison.groups(settings.by))
    return {
        "policy": comparison.policy,
        "seed": settings.seed,
        "items": len(comparison.items),
        "judges": {judge: _judge(comparison, judge, groups, settings) for judge in comparison.judges},
        "judge_pairs": [
            _pair(comparison, first, second, groups, settings)
            for first, second in combinations(comparison.judges, 2)
        ],
    }


def _judge(comparison: Comparison, judge: str, groups: Sequence[Group], settings: Settings) -> Report:
    report: Report = {
        "statuses": comparison.statuses(judge),
        "questions": {},
        "spans": [],
        "alternative_annotator_test": {},
    }
    for question in comparison.questions:
        of_groups = [(group, comparison.with_people(judge, question, group)) for group in groups]
        if of_groups[0][1].n:
            report["questions"][question.name] = {
                "choices": list(question.choices),
                "groups": [_agreement(*each, question, settings.seed) for each in of_groups],
            }
    for label in comparison.scheme.item_labels:
        if label.name in report["questions"]:
            question = next(each for each in comparison.questions if each.name == label.name)
            test = comparison.stand_in(judge, question, settings.epsilon)
            report["alternative_annotator_test"][label.name] = _test(test, "accuracy")
    for group in groups:
        if scores := comparison.spans_with_people(judge, group):
            human = {"n": scores.human_n, **scores.human}
            report["spans"].append({**_name(group), "n": scores.n, **scores.judge, "held_out_human": human})
    if report["spans"]:
        report["alternative_annotator_test"]["spans"] = _test(
            comparison.spans_stand_in(judge, settings.epsilon), "iou"
        )
    return report


def _pair(
    comparison: Comparison, first: str, second: str, groups: Sequence[Group], settings: Settings
) -> Report:
    questions: Report = {}
    for question in comparison.questions:
        of_groups = [(group, comparison.of_judges(first, second, question, group)) for group in groups]
        if of_groups[0][1].n:
            questions[question.name] = [
                {**_name(group), **_kappa(found, settings.seed), "matrix": found.table.tolist()}
                for group, found in of_groups
            ]
    spans = []
    for group in groups:
        n, iou = comparison.spans_of_judges(first, second, group)
        if n:
            spans.append({**_name(group), "n": n, "iou": iou})
    return {"judges": [first, second], "questions": questions, "spans": spans}


def _name(group: Group) -> dict[str, str]:
    return {group.by: group.value} if group.by else {}


def _agreement(group: Group, found: Confusion, question: Question, seed: int) -> Report:
    labels: Report = {}
    for place, choice in enumerate(question.choices):
        scores = found.scores(place)
        labels[choice] = {
            "people": scores.people,
            "judge": scores.judge,
            **_figures(precision=scores.precision, recall=scores.recall, f1=scores.f1),
        }
    return {
        **_name(group),
        **_kappa(found, seed),
        "abstained": int(found.abstained.sum()),
        "labels": labels,
        "matrix": found.table.tolist(),
        "abstained_by_label": found.abstained.tolist(),
    }


def _kappa(found: Confusion, seed: int) -> Report:
    interval = found.kappa_interval(seed)
    return {
        "n": found.n,
        **_figures(accuracy=found.accuracy, kappa=found.kappa),
        "kappa_interval": None if isinstance(interval, Undefined) else list(interval),
    }


def _figures(**values: Value) -> Report:
    """Return the values, null where undefined, with the reasons."""
    reasons = {name: value.message for name, value in values.items() if isinstance(value, Undefined)}
    figures: Report = {name: None if name in reasons else value for name, value in values.items()}
    return {**figures, "undefined": reasons} if reasons else figures


def _test(test: AlternativeAnnotatorTest, measure: str) -> Report:
    report: Report = {
        "measure": measure,
        "epsilon": test.epsilon,
        "winning_rate": test.winning_rate,
        "advantage": test.advantage,
    }
    if test.reason:
        return {**report, "undefined": test.reason}
    annotators = {
        name: {
            "n": each.items,
            "judge_wins": each.model_wins,
            "annotator_wins": each.annotator_wins,
            "p": each.p,
            "rejected": each.rejected,
        }
        for name, each in test.annotators.items()
    }
    return {**report, "annotators": annotators}


def judges_tables(report: Report, by: str) -> list[Table]:
    """Return the tables of a report, those without rows left out."""
    signature = f"policy:{report['policy']}|gold:majority|items:{report['items']}|seed:{report['seed']}"
    statuses = next(iter(report["judges"].values()))["statuses"]
    group = [by] if by else []
    kappa = ["n", "accuracy", "κ", "κ low", "κ high"]
    tables = [
        Table(["judge", *statuses], list(_status_rows(report)), signature),
        Table(["judge", "question", *group, *kappa, "abstained"], list(_kappa_rows(report, by)), signature),
        Table(
            ["judge", "question", *group, "choice", "people", "judged", "precision", "recall", "F1"],
            list(_choice_rows(report, by)),
            signature,
        ),
        Table(
            ["judge", "question", *group, "people chose", "judge chose", "n"],
            list(_matrix_rows(report, by)),
            signature,
        ),
        Table(
            ["judge", *group, "n", "IoU", "ρ", "human n", "human IoU", "human ρ"],
            list(_span_rows(report, by)),
            signature,
        ),
        Table(["judge", "judge 2", "question", *group, *kappa], list(_pair_rows(report, by)), signature),
        Table(["judge", "judge 2", *group, "n", "IoU"], list(_span_pair_rows(report, by)), signature),
        Table(
            ["judge", "question", "measure", "ε", "winning rate", "mean ρ_f", "annotators", "note"],
            list(_test_rows(report)),
            signature,
        ),
    ]
    return [table for table in tables if table.rows]


def _value(each: Report, by: str) -> list[Cell]:
    return [each.get(by, "all")] if by else []


def _kappa_cells(each: Report) -> list[Cell]:
    return [each["n"], each["accuracy"], each["kappa"], *(each["kappa_interval"] or [None, None])]


def _status_rows(report: Report) -> Iterator[list[Cell]]:
    for judge, found in report["judges"].items():
        yield [judge, *found["statuses"].values()]


def _groups(report: Report) -> Iterator[tuple[str, str, Report, list[str]]]:
    for judge, found in report["judges"].items():
        for name, question in found["questions"].items():
            for each in question["groups"]:
                yield judge, name, each, question["choices"]


def _kappa_rows(report: Report, by: str) -> Iterator[list[Cell]]:
    for judge, name, each, _ in _groups(report):
        yield [judge, name, *_value(each, by), *_kappa_cells(each), each["abstained"]]


def _choice_rows(report: Report, by: str) -> Iterator[list[Cell]]:
    for judge, name, each, _ in _groups(report):
        for choice, scores in each["labels"].items():
            figures = [scores[key] for key in ("people", "judge", "precision", "recall", "f1")]
            yield [judge, name, *_value(each, by), choice, *figures]


def _matrix_rows(report: Report, by: str) -> Iterator[list[Cell]]:
    for judge, name, each, choices in _groups(report):
        for people, counts, abstained in zip(
            choices, each["matrix"], each["abstained_by_label"], strict=True
        ):
            for choice, n in zip((*choices, "(abstained)"), (*counts, abstained), strict=True):
                yield [judge, name, *_value(each, by), people, choice, n]


def _span_rows(report: Report, by: str) -> Iterator[list[Cell]]:
    for judge, found in report["judges"].items():
        for each in found["spans"]:
            human = each["held_out_human"]
            figures = [human["n"], human.get("iou"), human.get("rho")]
            yield [judge, *_value(each, by), each["n"], each["iou"], each["rho"], *figures]


def _pair_rows(report: Report, by: str) -> Iterator[list[Cell]]:
    for pair in report["judge_pairs"]:
        for name, groups in pair["questions"].items():
            for each in groups:
                yield [*pair["judges"], name, *_value(each, by), *_kappa_cells(each)]


def _span_pair_rows(report: Report, by: str) -> Iterator[list[Cell]]:
    for pair in report["judge_pairs"]:
        for each in pair["spans"]:
            yield [*pair["judges"], *_value(each, by), each["n"], each["iou"]]


def _test_rows(report: Report) -> Iterator[list[Cell]]:
    for judge, found in report["judges"].items():
        for name, test in found["alternative_annotator_test"].items():
            figures = [test["epsilon"], test["winning_rate"], test["advantage"]]
            annotators = len(test.get("annotators", ()))
            yield [judge, name, test["measure"], *figures, annotators, test.get("undefined", "")]
