"""The subcommands of `morelkit` that check and score predictions.

Exit status: 0 for success, 1 for invalid predictions, 2 if the command was refused.
"""

import sys
from argparse import ArgumentParser, Namespace, _SubParsersAction
from pathlib import Path
from typing import TypeAlias

from morelkit.scoring.check_report import check_json, check_text
from morelkit.scoring.gold import read_items
from morelkit.scoring.predictions import check_predictions

Commands: TypeAlias = "_SubParsersAction[ArgumentParser]"


def add_scoring_commands(commands: Commands) -> None:
    _add_check(commands)


def _add_check(commands: Commands) -> None:
    check = commands.add_parser("check", help="are predictions valid? (0 valid, 1 invalid)")
    check.add_argument(
        "gold", type=Path, metavar="GOLD", help="gold or unlabelled file, or the directory of a release"
    )
    _add_predictions(check)
    check.add_argument("--json", action="store_true", help="the report as JSON")
    check.set_defaults(run=_check)


def _add_predictions(parser: ArgumentParser) -> None:
    parser.add_argument(
        "predictions",
        nargs="+",
        type=Path,
        metavar="PREDICTIONS",
        help="JSONL (also .gz) or a JSON list; several files are one submission",
    )


def _check(options: Namespace) -> int:
    check = check_predictions(read_items(options.gold), options.predictions)
    sys.stdout.write(check_json(check) if options.json else check_text(check))
    return 0 if check.valid else 1
