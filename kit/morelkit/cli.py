"""The command `morelkit`: agreement, gold, verification and scoring from files alone, and submission to a task.

Exit status: 0 for success, 1 if a release differs from its annotations or predictions are invalid, 2 if the command was
refused.
"""

import io
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from morelkit.agreement.agreement_rows import (
    item_rows,
    label_rows,
    language_rows,
    rows_json,
    rows_text,
    with_claims,
)
from morelkit.annotated import AnnotatedItem, agreement_of, gold_records, scheme_in
from morelkit.files import read_files, read_scheme
from morelkit.formats.jsonl_files import quiet_if_unread, write_records
from morelkit.formats.mushroom import MUSHROOM
from morelkit.formats.registry import BY_NAME
from morelkit.gold.gold_options import add_gold_options, chosen_policy
from morelkit.gold.policy import GoldPolicy, GoldPolicyError
from morelkit.scheme.schemes import PRESETS, Scheme
from morelkit.scoring.commands import Commands, add_scoring_commands
from morelkit.scoring.numbers import json_text
from morelkit.scoring.tables import FORMATS, render
from morelkit.submit.command import add_submit_command
from morelkit.text.languages import fold_tag
from morelkit.text.normalization import DEFAULT_POLICY, POLICIES


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    if sys.stdout is None:
        sys.stderr.write("Standard output is closed.\n")
        return 2
    if isinstance(sys.stdout, io.TextIOWrapper):  # the same bytes on every platform
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        with quiet_if_unread():
            status: int = options.run(options)
    except (GoldPolicyError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        sys.stderr.write(f"{where}{error.strerror or error}.\n")
        return 2
    return status


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="morelkit", description="Agreement, gold, releases and scores, from files alone."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    agreement = commands.add_parser("agreement", help="agreement of annotations (multiset IoU, α, F1)")
    _files_arguments(agreement)
    agreement.add_argument("--policy", choices=POLICIES, default=DEFAULT_POLICY, help="normalization policy")
    agreement.add_argument("--by", default="language", choices=["language", "item"])
    agreement.add_argument(
        "--json",
        action="store_true",
        help="unrounded numbers as a JSON list; by language with α, F1, intervals, curves, labels",
    )
    agreement.add_argument("--seed", type=int, default=0, help="of the samples of intervals and curves")
    agreement.set_defaults(run=_agreement)

    gold = commands.add_parser("gold", help="gold labels of annotations, as JSON lines")
    _files_arguments(gold)
    gold.add_argument("--lang", default="", help="one language (default: all)")
    add_gold_options(gold, policy=DEFAULT_POLICY, minimum="1")
    gold.add_argument("--extra", action="store_true", help="add everyone's raw annotations")
    gold.add_argument("--out", default="-", help="file, or - for standard output (default)")
    gold.set_defaults(run=_gold)

    verify = commands.add_parser(
        "verify", help="does a release follow from its raw annotations, a bundle from its predictions?"
    )
    verify.add_argument("directory")
    verify.add_argument(
        "--manifest", default="", metavar="SHA256", help="that of manifest.json, as published"
    )
    verify.set_defaults(run=_verify)
    _add_judges(commands)
    add_scoring_commands(commands)
    add_submit_command(commands)
    return parser


def _add_judges(commands: Commands) -> None:
    judges = commands.add_parser(
        "judges", help="agreement of models and LLM judges with people and each other"
    )
    _files_arguments(judges)
    judges.add_argument(
        "--judge",
        action="append",
        required=True,
        metavar="NAME=FILE",
        help="records of a source as JSONL: id and status, labels, spans or output; repeat for several",
    )
    judges.add_argument("--by", default="", choices=["language", "model"], help="also by language or model")
    judges.add_argument("--policy", choices=POLICIES, default=DEFAULT_POLICY, help="normalization policy")
    judges.add_argument(
        "--annotators",
        choices=["expert", "skilled", "crowd"],
        default="expert",
        help="who annotated: ε of the alternative-annotator test is .2, .15 or .1 (default: expert)",
    )
    judges.add_argument("--seed", type=int, default=0, help="of the samples of intervals")
    judges.add_argument("--format", choices=(*FORMATS, "json"), default="table")
    judges.add_argument("--json", action="store_const", const="json", dest="format", help="--format json")
    judges.set_defaults(run=_judges)


def _files_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="JSONL, JSON, CSV or TSV: records with answers, annotations or both, joined by id",
    )
    parser.add_argument(
        "--records", default=MUSHROOM.name, choices=BY_NAME, help="record format (default: %(default)s)"
    )
    parser.add_argument(
        "--scheme",
        default="",
        help=f"one of {', '.join(PRESETS)}, or a JSON file, such as a release's manifest.json "
        "(default: the preset of --records, or the labels in use)",
    )


def _items(options: Namespace) -> tuple[list[AnnotatedItem], Scheme]:
    record_format = BY_NAME[options.records]
    name = options.scheme or (record_format.name if record_format.votes else "")
    scheme = read_scheme(name) if name else None
    items = read_files(options.files, scheme, record_format)
    scheme = scheme or scheme_in(items)
    for fault in record_format.scheme_faults(scheme):
        raise ValueError(fault)
    return items, scheme


def _agreement(options: Namespace) -> int:
    items, scheme = _items(options)
    spellings: dict[str, str] = {}
    for item in items:
        spellings.setdefault(item.language, item.record.language)
    spellings = dict(sorted(spellings.items()))
    rows: list[dict[str, Any]]
    if options.by == "language" and (options.json or scheme.uses_claims or not scheme.uses_spans):
        from morelkit.measures_by_language import (
            agreement_measures,  # it needs numpy, which takes long to import
        )

        found = agreement_measures(items, scheme, options.policy, seed=options.seed)
        measures = {spelling: found[language] for language, spelling in spellings.items()}
        if options.json:
            rows = [{"lang": spelling, **each} for spelling, each in measures.items()]
        elif scheme.uses_claims:
            rows = language_rows(agreement_of(items, scheme, options.policy), spellings, options.policy)
            rows = with_claims(rows, measures)
        else:
            rows = label_rows(measures)
    elif options.by == "language":
        rows = language_rows(agreement_of(items, scheme, options.policy), spellings, options.policy)
    else:
        rows = item_rows(agreement_of(items, scheme, options.policy), options.policy)
    print(rows_json(rows) if options.json else rows_text(rows))
    return 0


def _gold(options: Namespace) -> int:
    items, scheme = _items(options)
    if options.lang:
        items = [item for item in items if item.language == fold_tag(options.lang)]
        if not items:
            raise ValueError(f"The files have no language “{options.lang}”.")
    policy = chosen_policy(
        GoldPolicy(min_annotations=1),
        scheme,
        policy=options.policy,
        threshold=options.threshold,
        ties=options.ties,
        min_annotations=options.min_annotations,
        collapse=options.collapse,
        derive=options.derive,
    )
    record_format = BY_NAME[options.records]
    records = gold_records(items, scheme, policy, record_format=record_format, extra=options.extra)
    written = write_records(records, options.out)
    sys.stderr.write(f"{written} items; {len(items) - written} left out with too few annotations.\n")
    sys.stderr.write(f"Policy: {policy.describe()}.\n")
    return 0


def _judges(options: Namespace) -> int:
    from morelkit.judges.alternative_annotator import EPSILONS  # they need numpy and scipy
    from morelkit.judges.comparison import Comparison
    from morelkit.judges.judgements import read_judgements
    from morelkit.judges.report import Settings, judges_report, judges_tables

    items, scheme = _items(options)
    by_id = {item.id: item for item in items}
    judges = {}
    for argument in options.judge:
        name, separator, file = argument.partition("=")
        if not (name and separator and file):
            raise ValueError(f"“{argument}” is not of the form NAME=FILE.")
        if name in judges:
            raise ValueError(f"Two judges have the name “{name}”.")
        judges[name] = read_judgements(Path(file), by_id, scheme)
    comparison = Comparison(items, scheme, options.policy, judges)
    report = judges_report(comparison, Settings(options.by, EPSILONS[options.annotators], options.seed))
    if options.format == "json":
        sys.stdout.write(json_text(report))
    else:
        tables = judges_tables(report, options.by)
        sys.stdout.write("\n".join(render(table, options.format) for table in tables))
    return 0


def _verify(options: Namespace) -> int:
    from morelkit.release.verify import main as verify  # it needs numpy too
    from morelkit.scoring.bundle_check import is_bundle
    from morelkit.scoring.bundle_check import main as verify_bundle

    directory = Path(options.directory)
    if is_bundle(directory):
        return verify_bundle(directory, options.manifest)
    return verify([options.directory, "--manifest", options.manifest])
