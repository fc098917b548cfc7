"""The consistency rules that a submitted annotation breaks, stored as lines so that a filter finds whole rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from annotation.models import Project
from annotation.models.project import job_scope
from annotation.queries.projects.access import scheme_of
from foundation.models import Job
from morelkit.scheme import consistency

RULES_JOB = "check_consistency_rules"


@dataclass(frozen=True)
class RuleCheck:
    """Progress of the check of stored annotations after a change of the rules, in items."""

    done: int
    total: int


def rule_check(project: Project) -> RuleCheck | None:
    """The running or waiting check of the project's annotations, or None."""
    jobs = Job.objects.filter(scope=job_scope(project.pk), kind=RULES_JOB, state__in=Job.OPEN)
    job = jobs.order_by("pk").last()
    return RuleCheck(job.done, job.total) if job else None


def broken_lines(
    project: Project, spans: Iterable[Mapping[str, Any]], labels: Mapping[str, str]
) -> str | None:
    """The codes of the rules that content breaks, each enclosed in line breaks; None if it breaks none."""
    rules = scheme_of(project).consistency_rules
    broken = consistency.broken_rules(rules, (span.get("label", "") for span in spans), labels)
    return "".join(f"\n{rule.code}" for rule in broken) + "\n" if broken else None


def rule_line(code: str) -> str:
    """The text that `broken_lines` contains if the rule is broken."""
    return f"\n{code}\n"


def broken_codes(lines: str | None) -> list[str]:
    return (lines or "").split("\n")[1:-1]
