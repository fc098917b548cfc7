"""The subcommands of `morelkit` that check and score predictions.

Exit status: 0 for success, 1 for invalid predictions, 2 if the command was refused.
"""

import gc
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, _SubParsersAction
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from morelkit.formats.jsonl_files import write_records
from morelkit.scoring.baselines import BASELINES, baseline
from morelkit.scoring.check_report import check_json, check_text, problems_json, problems_text
from morelkit.scoring.gold import AS_GIVEN, Gold, annotated_items, gold_digest, normalization_of, read_gold
from morelkit.scoring.numbers import json_text
from morelkit.scoring.predictions import check_files, read_predictions
from morelkit.scoring.problems import InvalidPredictionsError
from morelkit.scoring.span_labels import MUSHROOM
from morelkit.scoring.tables import FORMATS, Table, render
from morelkit.text.normalization import DEFAULT_POLICY, POLICIES

Commands: TypeAlias = "_SubParsersAction[ArgumentParser]"

_MOST_RESAMPLES = 10_000_000
_PLOTS = ".svg, .pdf or .png"
_OF_INTERVALS = "2,000, or 1,000 for AUROC and its like"


def add_scoring_commands(commands: Commands) -> None:
    _add_check(commands)
    _add_score(commands)
    _add_rank(commands)
    _add_diff(commands)
    _add_baseline(commands)
    _add_human(commands)


def _add_check(commands: Commands) -> None:
    check = commands.add_parser("check", help="are predictions valid? (0 valid, 1 invalid)")
    check.add_argument(
        "gold", type=Path, metavar="GOLD", help="gold or unlabelled file, or the directory of a release"
    )
    _add_predictions(check)
    check.add_argument("--json", action="store_true", help="the report as JSON")
    check.set_defaults(run=_check)


def _add_score(commands: Commands) -> None:
    score = commands.add_parser("score", help="scores of predictions by language, with bootstrap intervals")
    _add_gold(score)
    _add_predictions(score)
    _add_metrics(score)
    _add_resamples(score, _OF_INTERVALS)
    score.add_argument(
        "--items", type=_file, default="", metavar="FILE", help="write the scores of each item (JSONL)"
    )
    score.add_argument(
        "--plot", type=Path, metavar="FILE", help=f"distribution of the scores of items ({_PLOTS})"
    )
    score.add_argument(
        "--by",
        action="append",
        default=[],
        metavar="FIELD",
        help="slices: model, length, label, agreement, or a field of the gold records; repeat for several",
    )
    score.add_argument(
        "--cost",
        type=_seconds,
        metavar="SECONDS",
        help="wall-clock seconds for all items, as you measured them",
    )
    score.add_argument(
        "--agreement", action="store_true", help="correlation of the annotators' agreement with each score"
    )
    _add_format(score)
    score.set_defaults(run=_scoring(_score))


def _add_rank(commands: Commands) -> None:
    rank = commands.add_parser("rank", help="rank systems by language: win and rank probabilities, tiers")
    _add_gold(rank)
    rank.add_argument(
        "systems", nargs="+", metavar="NAME=FILE", help="repeat a name for further files of the same system"
    )
    rank.add_argument(
        "--properties",
        type=Path,
        metavar="CSV",
        help="name and properties (yes or no) of each system: their effects",
    )
    rank.add_argument(
        "--teams", action="store_true", help="names are TEAM/RUN: rank the best run of each team by language"
    )
    rank.add_argument(
        "--human", action="store_true", help="add a held-out annotator, unranked, if gold has annotations"
    )
    rank.add_argument("--plot", type=Path, metavar="FILE", help=f"intervals of scores and ranks ({_PLOTS})")
    rank.add_argument("--heatmap", type=Path, metavar="FILE", help=f"win probabilities ({_PLOTS})")
    rank.add_argument("--metric", default="", help="that ranks (default: the first of the format)")
    _add_resamples(rank, "100,000")
    _add_format(rank)
    rank.set_defaults(run=_scoring(_rank))


def _add_diff(commands: Commands) -> None:
    diff = commands.add_parser("diff", help="compare two systems item by item")
    _add_gold(diff)
    diff.add_argument("a", type=Path, metavar="A", help="predictions of a system")
    diff.add_argument("b", type=Path, metavar="B", help="predictions of another system")
    _add_metrics(diff)
    _add_resamples(diff, _OF_INTERVALS)
    diff.add_argument(
        "--items", type=_file, default="", metavar="FILE", help="write the differences of each item (JSONL)"
    )
    _add_format(diff)
    diff.set_defaults(run=_scoring(_diff))


def _add_baseline(commands: Commands) -> None:
    parser = commands.add_parser("baseline", help="predictions that need no system, to standard output")
    parser.add_argument("name", choices=BASELINES)
    parser.add_argument(
        "input", type=Path, metavar="INPUT", help="file of items, or the directory of a release"
    )
    parser.add_argument("--seed", type=_natural, default=0, help="of random spans (default 0)")
    parser.set_defaults(run=_baseline)


def _add_human(commands: Commands) -> None:
    human = commands.add_parser("human", help="scores of a held-out annotator against the others")
    human.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="records with answers and annotations, or the directory of a release",
    )
    human.add_argument(
        "--policy",
        choices=POLICIES,
        default=AS_GIVEN,
        help=f"normalization policy (default: that of the release, or {DEFAULT_POLICY})",
    )
    _add_resamples(human, "2,000")
    _add_format(human)
    human.set_defaults(run=_scoring(_human))


def _add_gold(parser: ArgumentParser) -> None:
    parser.add_argument("gold", type=Path, metavar="GOLD", help="gold file, or the directory of a release")
    parser.add_argument(
        "--confidence",
        action="store_true",
        help="scores are confidence: lower ones are riskier (OpenHalDet, MUCH)",
    )
    parser.add_argument(
        "--policy",
        choices=(AS_GIVEN, *POLICIES),
        default=AS_GIVEN,
        help="recompute gold from the annotations under a normalization policy (default: labels of the file)",
    )


def _add_metrics(parser: ArgumentParser) -> None:
    parser.add_argument("--metrics", nargs="+", default=[], metavar="NAME", help="default: all of the format")


def _add_resamples(parser: ArgumentParser, default: str) -> None:
    parser.add_argument("--resamples", type=_resamples, help=f"bootstrap samples (default: {default})")
    parser.add_argument("--seed", type=_natural, default=0, help="of the samples (default 0)")


def _add_format(parser: ArgumentParser) -> None:
    parser.add_argument("--format", choices=(*FORMATS, "json"), default="table")
    parser.add_argument(
        "--json", action="store_const", const="json", dest="format", help="the same as --format json"
    )


def _resamples(text: str) -> int:
    number = int(text)
    if not 0 < number <= _MOST_RESAMPLES:
        raise ArgumentTypeError(f"{text} is not from 1 to {_MOST_RESAMPLES:,}")
    return number


def _natural(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ArgumentTypeError(f"{text} is negative")
    return number


def _file(text: str) -> str:
    if text == "-":
        raise ArgumentTypeError("standard output is for the report")
    return text


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 <= number < float("inf"):
        raise ArgumentTypeError(f"{text} is no number of seconds")
    return number


def _add_predictions(parser: ArgumentParser) -> None:
    parser.add_argument(
        "predictions",
        nargs="+",
        type=Path,
        metavar="PREDICTIONS",
        help="JSONL (also .gz) or a JSON list; several files are one submission",
    )


def _scoring(run: Callable[[Namespace], int]) -> Callable[[Namespace], int]:
    """Return the command with status 1 and the problems for invalid predictions."""

    def checked(options: Namespace) -> int:
        try:
            with _without_collection():
                return run(options)
        except InvalidPredictionsError as error:
            if options.format == "json":
                sys.stdout.write(problems_json(error.problems))
            else:
                sys.stderr.write(problems_text(error.problems))
            return 1

    return checked


@contextmanager
def _without_collection() -> Iterator[None]:
    """Do not look for cycles of objects: labels have none, and the search takes longer than reading them."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _check(options: Namespace) -> int:
    check = check_files(options.gold, options.predictions)
    sys.stdout.write(check_json(check) if options.json else check_text(check))
    return 0 if check.valid else 1


def _score(options: Namespace) -> int:
    from morelkit.scoring import score_report  # it needs numpy, which takes long to import
    from morelkit.scoring.score_files import ScoreOptions, score_files

    chosen = ScoreOptions(
        policy=options.policy,
        metrics=_names(options.metrics),
        by=tuple(options.by),
        agreement=options.agreement,
        resamples=options.resamples,
        seed=options.seed,
        confidence=options.confidence,
    )
    scores, languages = score_files(options.gold, options.predictions, chosen)
    if options.items:
        write_records(score_report.items_json(languages), options.items)
    if options.plot:
        from morelkit.scoring.plots import plot_distribution

        plot_distribution(languages, scores.signature, options.plot)
    report = score_report.score_json(scores, options.cost)
    return _print(options, report, score_report.score_table(scores, options.cost))


def _names(arguments: list[str]) -> tuple[str, ...]:
    """Return the names in arguments that may hold several, separated by commas."""
    return tuple(name for each in arguments for name in each.split(",") if name)


def _print(options: Namespace, value: dict[str, Any], *tables: Table) -> int:
    """Write the report as JSON, or as tables with a blank line between."""
    if options.format == "json":
        sys.stdout.write(json_text(value))
    else:
        sys.stdout.write("\n".join(render(table, options.format) for table in tables))
    return 0


def _rank(options: Namespace) -> int:
    from morelkit.scoring import rank_report
    from morelkit.scoring.held_out import held_out_results
    from morelkit.scoring.plots import plot_rank_intervals, plot_win_probabilities
    from morelkit.scoring.ranking import RANK_RESAMPLES, boards
    from morelkit.scoring.registry import metrics_by_priority
    from morelkit.scoring.scores import LanguageResults, Settings, language_results

    gold = read_gold(options.gold, options.policy)
    metrics = metrics_by_priority(gold.format.name, options.metric)
    settings = Settings(metrics, options.resamples or RANK_RESAMPLES, options.seed, options.confidence)
    systems = _systems(options.systems)
    properties = _properties(options, systems)
    scored = {
        name: language_results(gold, read_predictions(gold, files, confidence=options.confidence), metrics)
        for name, files in systems.items()
    }
    found = boards(scored, settings.resamples, settings.seed, teams=options.teams)
    line = settings.signature(gold, sum(board.n for board in found))
    name = metrics[0].name
    if options.plot:
        plot_rank_intervals(found, name, line, options.plot)
    if options.heatmap:
        plot_win_probabilities(found, line, options.heatmap)
    effects = {}
    if properties:
        from morelkit.scoring.property_effects import property_effects

        effects = {board.language: property_effects(board, properties) for board in found}
    people: dict[str, LanguageResults] = {}
    if options.human:
        policy = normalization_of(options.gold, options.policy)
        held_out = held_out_results(*annotated_items(options.gold), policy)
        people = {each.language: each for each in held_out}
    tables = [rank_report.boards_table(line, metrics, found, people)]
    if effects:
        tables.append(rank_report.effects_table(line, effects))
    return _print(options, rank_report.boards_json(line, name, found, effects, people), *tables)


def _properties(options: Namespace, systems: Iterable[str]) -> dict[str, dict[str, bool]]:
    if not options.properties:
        return {}
    from morelkit.scoring.property_effects import read_properties  # it needs scipy

    return read_properties(options.properties, systems)


def _systems(arguments: list[str]) -> dict[str, list[Path]]:
    """Return the files of each system, in order of appearance. Raises `ValueError`."""
    systems: dict[str, list[Path]] = {}
    for argument in arguments:
        name, separator, file = argument.partition("=")
        if not (name and separator and file):
            raise ValueError(f"“{argument}” is not of the form NAME=FILE.")
        systems.setdefault(name, []).append(Path(file))
    return systems


def _diff(options: Namespace) -> int:
    from morelkit.scoring import rank_report
    from morelkit.scoring.difference import differences, item_differences
    from morelkit.scoring.registry import chosen_metrics
    from morelkit.scoring.scores import Settings, language_results

    gold = read_gold(options.gold, options.policy)
    metrics = chosen_metrics(gold.format.name, _names(options.metrics))
    settings = Settings(metrics, options.resamples or metrics[0].resamples, options.seed, options.confidence)
    a, b = (
        {
            each.language: each
            for each in language_results(
                gold, read_predictions(gold, [file], confidence=options.confidence), metrics
            )
        }
        for file in (options.a, options.b)
    )
    languages = [language for language in a if language in b]
    if not languages:
        raise ValueError(f"{options.a} and {options.b} predict different languages.")
    if options.items:
        records = [record for each in languages for record in item_differences(a[each], b[each])]
        write_records(records, options.items)
    found = {
        each: (
            len(a[each].ids),
            differences(a[each].results, b[each].results, settings.resamples, settings.seed),
        )
        for each in languages
    }
    line = settings.signature(gold, sum(n for n, _ in found.values()))
    return _print(
        options, rank_report.differences_json(line, found), rank_report.differences_table(line, found)
    )


def _baseline(options: Namespace) -> int:
    write_records(baseline(options.name, options.input, options.seed), "-")
    return 0


def _human(options: Namespace) -> int:
    from morelkit.scoring import score_report
    from morelkit.scoring.held_out import HELD_OUT_METRICS, held_out_results
    from morelkit.scoring.scores import Settings, score

    items, scheme = annotated_items(options.file)
    policy = normalization_of(options.file, options.policy)
    languages = held_out_results(items, scheme, policy)
    settings = Settings(tuple(HELD_OUT_METRICS.values()), options.resamples or 2_000, options.seed)
    gold = Gold(gold_digest(options.file), policy, MUSHROOM, by_position=False)
    scores = score(gold, languages, settings)
    return _print(options, score_report.score_json(scores), score_report.score_table(scores))
