"""The job that creates baselines, as organizers see it."""

from dataclasses import dataclass
from typing import Annotated

from evaluation.models import Phase
from foundation.models import Job


@dataclass(frozen=True)
class BaselineRun:
    phase: Annotated[str, "Slug."]
    job: int
    state: Job.State


def baseline_run(job: Job, phase: Phase) -> BaselineRun:
    return BaselineRun(phase.slug, job.pk, Job.State(job.state))
