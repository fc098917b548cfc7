"""The report of a check, for people and as JSON."""

from typing import Any

from morelkit.scoring.numbers import json_text
from morelkit.scoring.predictions import Check
from morelkit.scoring.problems import Problems


def check_text(check: Check) -> str:
    """Return the problems, one a line, or what was found valid."""
    if check.problems.count:
        return problems_text(check.problems)
    return f"Valid: {check.records:,} predictions ({', '.join(check.languages)}).\n"


def check_json(check: Check) -> str:
    counted = {"records": check.records, "languages": check.languages}
    return json_text({"valid": check.valid, **counted, **_listed(check.problems)})


def problems_text(problems: Problems) -> str:
    count = f"{problems.count:,} problem{'s' if problems.count > 1 else ''}"
    return "".join(f"{line}\n" for line in (*problems.lines(), f"Invalid: {count}."))


def problems_json(problems: Problems) -> str:
    """Return the report of predictions that are refused by another command than `check`."""
    return json_text({"valid": False, **_listed(problems)})


def _listed(problems: Problems) -> dict[str, Any]:
    return {"count": problems.count, "problems": [problem.as_json() for problem in problems.listed]}
