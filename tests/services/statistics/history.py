"""Random histories of a project: operations that change its statistics, in any order."""

from contextlib import suppress
from datetime import timedelta
from functools import partial
from unittest.mock import patch

from django.contrib.auth.models import User
from django.utils import timezone
from hypothesis import strategies as st

from annotation.models import Assignment, Exclusion, Import, Project
from annotation.models.project import job_scope
from annotation.queries.curation.exclusions import Selection
from annotation.services.annotate import reservations
from annotation.services.annotate.surplus import ACCEPTED, LEFT_OUT, WAITING, decide_surplus
from annotation.services.curation import exclusion
from annotation.services.imports.lifecycle import undo_import
from annotation.services.people.erasure import erase_person
from annotation.services.projects.project_settings import create_project, set_project
from annotation.services.statistics import recompute
from foundation.errors import ConflictError, InvalidError, NotFoundError
from foundation.jobs import run_job, run_waiting
from foundation.models import Job
from morelkit.text.normalization import POLICIES
from tests.people import annotator, content, hand_over, join, save
from tests.records import ANSWER, import_annotations, import_records, item, items, stored

DECISIONS = (ACCEPTED, LEFT_OUT, WAITING)
PEOPLE = ("ada", "bo", "cy")
ITEMS = ("q-1", "q-2", "ar-1")

span = st.tuples(st.integers(0, len(ANSWER) - 1), st.integers(1, 9)).map(
    lambda pair: (pair[0], min(len(ANSWER), sum(pair)))
)
spans = st.lists(span, max_size=3, unique=True)  # identical spans are refused
raw_spans = st.lists(
    st.tuples(st.integers(0, 45), st.integers(0, 9)).map(lambda p: [p[0], sum(p)]), max_size=3
)
submissions = st.tuples(st.just("submit"), st.sampled_from(PEOPLE), st.sampled_from(ITEMS), spans)
steps = st.one_of(
    submissions,
    submissions,
    submissions,
    st.tuples(st.just("draft"), st.sampled_from(PEOPLE), st.sampled_from(ITEMS), spans),
    st.tuples(st.just("import"), st.sampled_from("xyz"), st.sampled_from(ITEMS), raw_spans),
    st.tuples(st.just("undo"), st.none(), st.none(), st.none()),
    st.tuples(st.just("exclude"), st.sampled_from(PEOPLE), st.sampled_from((None, *ITEMS)), st.booleans()),
    st.tuples(st.just("bring back"), st.none(), st.none(), st.integers(0, 2)),
    st.tuples(st.just("include"), st.sampled_from(PEOPLE), st.sampled_from(ITEMS), st.none()),
    st.tuples(st.just("expire"), st.sampled_from(PEOPLE), st.none(), st.none()),
    st.tuples(st.just("skip"), st.sampled_from(PEOPLE), st.sampled_from(ITEMS), st.none()),
    st.tuples(st.just("decide"), st.sampled_from(PEOPLE), st.sampled_from(ITEMS), st.sampled_from(DECISIONS)),
    st.tuples(st.just("erase"), st.sampled_from(PEOPLE), st.none(), st.none()),
    st.tuples(st.just("redundancy"), st.none(), st.none(), st.integers(1, 9)),
    st.tuples(
        st.just("policy"), st.none(), st.none(), st.tuples(st.sampled_from(POLICIES), st.integers(0, 4))
    ),
    st.tuples(st.just("work"), st.none(), st.none(), st.integers(0, 3)),
)


def make_project(slug: str = "gamma", **fields) -> Project:
    project = create_project(slug, preset="mu-shroom", redundancy=9, **fields)
    import_records(project, [*items(2), item("ar-1", lang="AR"), item("t", kind="training")])
    return project


def apply_step(project: Project, step) -> None:
    """Apply one step of a random history. Impossible steps are skipped."""
    action, who, name, detail = step
    with suppress(ConflictError, NotFoundError):
        ACTIONS[action](project, who, stored(project, name) if name else None, detail)


def save_annotation(project, who, chosen, marks, *, submit):
    user = join(project, who)
    if not chosen.assignment_set.filter(annotator__user=user).exists():
        if user.annotator_set.get(project=project).assignment_set.filter(state="reserved").exists():
            return
        if not chosen.reservable:
            return
        hand_over(project, user, chosen)
    save(project, user, chosen, content(*marks), submit=submit)


def import_annotation(project, who, chosen, marks):
    key = f"annotator_{who}{len(str(marks)) * 31 + sum(map(sum, marks))}"
    import_annotations(project, {chosen.external_id: {key: marks}})


def undo(project, *_):
    last = Import.objects.filter(project=project, kind="annotations", state="done", added__gt=0).last()
    if last:
        undo_import(last)
        while run_waiting("work"):
            pass


def exclude(project, who, chosen, large):
    """Exclude one annotation or all of a person; a `large` exclusion runs in the worker in small batches."""
    selection = Selection(
        annotator(project, join(project, who)).key, item=None if chosen is None else chosen.pk
    )
    there = selection.annotations(project).count()
    lead = join(project, "lena", "lead")
    with patch.multiple(exclusion, MAX_AT_ONCE=0 if large else 9, _BATCH=1), suppress(InvalidError):
        exclusion.exclude(project, selection, "Not read.", there, lead, timezone.now())
    while run_waiting("exclusion"):
        pass


def undo_exclusion(project, _who, _chosen, number):
    exclusions = list(Exclusion.objects.filter(project=project).order_by("pk"))
    if number < len(exclusions):
        exclusion.undo_exclusion(
            project, exclusions[number].pk, join(project, "lena", "lead"), timezone.now()
        )


def include(project, who, chosen, _):
    key = annotator(project, join(project, who)).key
    exclusion.include(project, chosen.pk, key, join(project, "lena", "lead"), timezone.now())


def skip(project, who, chosen, _):
    reservations.skip(annotator(project, join(project, who)), chosen.pk, "Not for me.")


def expire(project, who, *_):
    """Expire reservations: other annotators may take the slots, and late submissions are surplus."""
    reservations_of_person = Assignment.objects.filter(
        project=project, annotator__user__username=who, state="reserved"
    )
    reservations_of_person.update(expires_at=timezone.now() - timedelta(days=1))


def decide(project, who, chosen, decision):
    lead = join(project, "lena", "lead")
    decide_surplus(
        project, chosen.pk, annotator(project, join(project, who)).key, decision, lead, timezone.now()
    )


def erase(project, who, *_):
    if User.objects.filter(username=who).exists():
        erase_person(who, who, timezone.now())


def run_policy_job_partly(project, _who, _chosen, batches):
    """Run the job that changes the policy for some batches and kill it."""
    job = Job.objects.filter(scope=job_scope(project.pk), kind="change_policy", state="waiting").first()
    if job is None or Job.objects.filter(scope=job_scope(project.pk), state="running").exists():
        return

    def die(done: int, total: int) -> None:
        if done >= batches:
            raise KeyboardInterrupt

    with patch.object(recompute, "BATCH", 1), suppress(KeyboardInterrupt):
        run_job(job, die)
    Job.objects.filter(pk=job.pk, state="failed").update(state="waiting")


def choose_policy(project, who, chosen, detail):
    policy, batches = detail
    set_project(project, policy=policy)
    run_policy_job_partly(project, who, chosen, batches)


ACTIONS = {
    "submit": partial(save_annotation, submit=True),
    "draft": partial(save_annotation, submit=False),
    "import": import_annotation,
    "undo": undo,
    "exclude": exclude,
    "bring back": undo_exclusion,
    "include": include,
    "skip": skip,
    "expire": expire,
    "decide": decide,
    "erase": erase,
    "redundancy": lambda project, _who, _chosen, number: set_project(project, redundancy=number),
    "policy": choose_policy,
    "work": run_policy_job_partly,
}
