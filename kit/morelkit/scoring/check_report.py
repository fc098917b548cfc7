"""The report of a check, for people and as JSON."""

from morelkit.scoring.numbers import json_text
from morelkit.scoring.predictions import Check


def check_text(check: Check) -> str:
    """Return the problems, one a line, or what was found valid."""
    if check.valid:
        return f"Valid: {check.records:,} predictions ({', '.join(check.languages)}).\n"
    count = check.problems.count
    lines = [*check.problems.lines(), f"Invalid: {count:,} problem{'s' if count > 1 else ''}."]
    return "".join(f"{line}\n" for line in lines)


def check_json(check: Check) -> str:
    return json_text(
        {
            "valid": check.valid,
            "records": check.records,
            "languages": check.languages,
            "count": check.problems.count,
            "problems": [problem.as_json() for problem in check.problems.listed],
        }
    )
