"""The demo of a shared task: a dozen synthetic systems, three phases, an open board. Clearly marked as synthetic."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.auth.models import User

from evaluation.models import Announcement, Phase, Task, Team, TeamMember, Upload
from evaluation.services.submissions.run_baselines import BASELINES, request_baselines
from evaluation.services.submissions.scoring import Scorers
from evaluation.services.synthetic.systems import SyntheticSystem, run_system
from evaluation.services.tasks.create_task import GoldSource, create_task
from evaluation.services.tasks.phases import create_phase
from evaluation.services.tasks.task_settings import change_task
from evaluation.services.teams.team_names import name_key
from foundation.jobs import finish_job
from foundation.write_transaction import write_transaction

TEAMS: Final = (
    ("Saltmarsh", "larch-7b", 0.97, "a model of 7 billion parameters, fine-tuned", True),
    ("Ninefold", "ninefold-vote", 0.93, "nine prompts, majority vote", False),
    ("Heron Bay", "heron-rag", 0.9, "retrieval, then a prompt for each sentence", True),
    ("Tidewater", "tidewater-2", 0.84, "a classifier of tokens", False),
    ("Low Lamp", "lamp", 0.8, "one prompt, probabilities from ten samples", False),
    ("Quayside", "quay-small", 0.74, "a classifier of tokens", False),
    ("Gannet", "gannet-nli", 0.66, "entailment of each sentence by a page", True),
    ("Pebble", "pebble", 0.6, "token probabilities of a small model", False),
    ("Driftwood", "drift-entropy", 0.5, "entropy over samples", False),
    ("Breakwater", "breakwater", 0.42, "names and numbers only", False),
    ("Mooring", "mooring-rules", 0.3, "rules", False),
    ("Undertow", "undertow", 0.15, "random spans of likely length", False),
)
"""Name of the team, its system, the quality of that, its description, and whether it retrieves pages."""

NAME: Final = "Harbour facts"
DESCRIPTION: Final = (
    "# A demo of a shared task\n\nAll teams and systems here are **synthetic**: their predictions are gold with random "
    "mistakes. Mark the hallucinated characters of answers about harbour towns.\n"
)
TERMS: Final = "Describe your system, and make its code public after the task.\n"


def build_demo(slug: str, source: GoldSource, organizer: User, member: User) -> Task:
    """Return a task with teams and scored systems. The release has the splits dev and test.

    A build that was killed is continued. `member` joins the first team, so that its pages can be seen.
    """
    task = _described_task(slug, source, organizer)
    now = task.created_at
    development, test, post = _phases(task, now)
    scorers: Scorers = {}
    day = timedelta(days=1)
    for place, (team_name, system, quality, description, retrieval) in enumerate(TEAMS):
        team, _ = Team.objects.get_or_create(
            task=task,
            name_key=name_key(team_name),
            defaults={"name": team_name, "terms_version": task.terms_version},
        )
        if place == 0:
            TeamMember.objects.get_or_create(task=task, team=team, user=member)
        answers = _answers(system, description, retrieval)
        first = SyntheticSystem(f"{system}-first", quality * 0.8, answers)
        final = SyntheticSystem(system, quality, answers)
        back = (len(TEAMS) - place) * timedelta(hours=3)
        uploads = [(final, test, now - 3 * day - back), (first, development, now - 5 * day - back)]
        if place % 2 == 0:
            uploads.append((final, development, now - day - back))
        if place % 4 == 0:
            uploads.append((final, post, now - timedelta(minutes=30 + place)))
        for each, phase, at in uploads:
            if not Upload.objects.filter(team=team, phase=phase, system=each.name).exists():
                run_system(each, phase, Upload.Kind.TEAM, at, scorers, team=team)
    for phase in (development, test):
        if task.format in BASELINES:
            finish_job(request_baselines(task, phase, organizer))
    return _published(task, organizer, now)


def _described_task(slug: str, source: GoldSource, organizer: User) -> Task:
    task = Task.objects.filter(slug=slug, synthetic=True).first()
    if task is None:
        task = create_task(slug, NAME, source, None, [organizer], synthetic=True)
    if not task.terms:
        task = change_task(task, task.version, task.created_at, description=DESCRIPTION, terms=TERMS)
    return task


def _published(task: Task, organizer: User, now: datetime) -> Task:
    """Publish the demo and announce its board: the announcement marks the end of the build."""
    with write_transaction():
        task = change_task(task, task.version, now, published=True)
        Announcement.objects.create(
            task=task,
            title="The board of the test phase is open",
            text="All systems are synthetic. Gold of the test phase can be downloaded.",
            by=organizer,
        )
    return task


def _phases(task: Task, now: datetime) -> tuple[Phase, Phase, Phase]:
    """Return a development phase that is open, a test phase that has ended, and the post-competition phase."""
    day = timedelta(days=1)
    start = now.replace(minute=0, second=0, microsecond=0)
    ended = start - 2 * day
    common: dict[str, Any] = {"zone": "AoE"}
    development = _phase(
        task,
        common
        | {"slug": "dev", "name": "Development", "kind": "development", "split": "dev"}
        | {"starts_at": start - 20 * day, "ends_at": start + 60 * day},
    )
    test = _phase(
        task,
        common
        | {"slug": "test", "name": "Test", "kind": "test", "split": "test"}
        | {"starts_at": start - 7 * day, "ends_at": ended, "gold_at": ended},
    )
    post = _phase(
        task,
        common
        | {"slug": "post", "name": "Post-competition", "kind": "post", "split": "test"}
        | {"starts_at": ended, "gold_at": ended},
    )
    return development, test, post


def _phase(task: Task, fields: dict[str, Any]) -> Phase:
    return task.phases.filter(slug=fields["slug"]).first() or create_phase(task, None, fields)


def _answers(system: str, description: str, retrieval: bool) -> dict[str, Any]:
    return {"identifier": system, "description": description, "retrieval": retrieval}
