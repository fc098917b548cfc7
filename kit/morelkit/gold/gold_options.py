"""A gold policy by the options of a command, an address or a request: what is not given is another policy's."""

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from morelkit.gold.policy import GoldPolicy, GoldPolicyError, from_json, problems_in, to_json
from morelkit.scheme.merged_choices import collapse_json, parse_collapse
from morelkit.scheme.schemes import Scheme
from morelkit.text.normalization import POLICIES


def add_gold_options(parser: ArgumentParser, *, policy: str, minimum: str) -> None:
    """Add the options of `chosen_policy`. `policy` and `minimum` name the defaults of two of them."""
    parser.add_argument(
        "--policy", choices=POLICIES, default="", help=f"normalization policy (default: {policy})"
    )
    parser.add_argument(
        "--threshold", default="", help="share of annotators that must be exceeded (default: 1/2)"
    )
    parser.add_argument(
        "--ties", choices=["out", "in"], default="", help="is exactly the threshold enough? (default: out)"
    )
    parser.add_argument("--min-annotations", type=int, help=f"default: {minimum}")
    parser.add_argument(
        "--collapse",
        nargs="+",
        default=[],
        metavar="LABEL=CHOICE:VALUE,…",
        help="what choices of an item label count as: fluency=minor:y, or LABEL:NAME=… to name it otherwise",
    )
    parser.add_argument(
        "--derive",
        choices=["off", "not-factual", "fluent-and-not-factual"],
        default="",
        help="add the item label “hallucination” by this rule",
    )


def chosen_policy(
    default: GoldPolicy,
    scheme: Scheme,
    *,
    policy: str = "",
    threshold: str = "",
    ties: str = "",
    min_annotations: int | None = None,
    collapse: Sequence[str] = (),
    derive: str = "",
) -> GoldPolicy:
    """Return `default` with what is given instead. Raises `GoldPolicyError`, also where it does not fit `scheme`."""
    options = {
        "normalization": policy,
        "threshold": threshold,
        "ties": ties,
        "min_annotations": min_annotations,
        "derive": derive,
    }
    given: dict[str, Any] = {key: value for key, value in options.items() if value not in ("", None)}
    if collapse:
        try:
            collapses = [parse_collapse(each) for each in collapse]
        except ValueError as error:
            raise GoldPolicyError([("/collapse", str(error))]) from error
        labels = [each.label for each in collapses]
        if len(set(labels)) < len(labels):
            raise GoldPolicyError([("/collapse", "a label is collapsed once")])
        given["collapse"] = collapse_json(collapses)
    found = from_json(to_json(default) | given)
    if problems := list(problems_in(found, scheme)):
        raise GoldPolicyError(problems)
    return found
