"""Rebuild what saves keep up to date from the annotations alone: to tell where it was not what it had to be, or because
another normalization policy is to be in force.

It works on batches of items, each in a short transaction with the items locked, so that people go on saving meanwhile.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Count, QuerySet, Sum

from annotation.models import Item, ItemStatistic, Project, ProjectLanguage, Rollup
from annotation.models.project import job_scope
from annotation.queries.projects.access import project_of
from annotation.queries.statistics.rollups import POLICY_JOB
from annotation.services.projects.project_settings import touch
from annotation.services.statistics.rollups import (
    FIGURES,
    Change,
    histogram_json,
    locked_rollup,
    note_counted,
    refresh_under,
    right_statistics,
    stored_statistics,
    what_counts,
    write_statistics,
)
from foundation.errors import ConflictError
from foundation.jobs import Progress, job_kind, run_job
from foundation.models import Job
from foundation.write_transaction import batch_transaction, write_transaction
from morelkit.text.normalization import POLICIES

BATCH = 500

Report = Callable[[str], None]
"""Takes one difference, in words."""


def recompute(project: Project, report: Report, *, check: bool = False, watch: Progress | None = None) -> int:
    """How many differences there were under the project's policy. With `check` they are left as they are.

    Raises ConflictError where another policy is put in force meanwhile: it would be measured by the wrong rule.
    """
    policy = project.policy
    found = 0
    # By language, what its items would bring if they were put right.
    left: dict[str, Change] = defaultdict(Change)
    for items in locked_batches(project, watch):
        _must_still_be(policy, project)
        stored = stored_statistics(policy, items)
        right = right_statistics(project, policy, items, what_counts(items))
        for item in items:
            is_so, must_be = _figures(stored.get(item.pk)), _figures(right.get(item.pk))
            if is_so != must_be:
                report(f"item {item.external_id}: {is_so} is stored, {must_be} is right")
                found += 1
                left[item.language].replace(stored.get(item.pk), right.get(item.pk))
        miscounted = {}
        for item in items:
            counted = right[item.pk].n if item.pk in right else 0
            if item.counted != counted:
                report(f"item {item.external_id}: counted {item.counted} is stored, {counted} is right")
                found += 1
                miscounted[item.pk] = counted
        if not check:
            write_statistics(project, policy, stored, right)
            note_counted(miscounted)
            left.clear()
    with write_transaction():
        of_languages = list(_of_languages(project, policy, left))
        # Held after the rollups, as saves do it, and until their policies are cleared: nobody begins another meanwhile.
        _must_still_be(policy, project, held=True)
        for difference in (*of_languages, *_of_other_policies(project)):
            report(difference)
            found += 1
        if found:
            touch(project)
        if check:
            transaction.set_rollback(True)
    return found


def locked_batches(
    project: Project, watch: Progress | None = None, *, after: int = 0
) -> Iterator[list[Item]]:
    """All items of the project in the order of their keys, beyond `after`; each batch in a transaction of its own.

    The items hold what counting needs of them.
    """
    everything = Item.objects.filter(project=project)
    total = everything.count()
    done = everything.filter(pk__lte=after).count() if after else 0
    fields = ("external_id", "kind", "language", "answer", "counted")
    while True:
        if watch:
            watch(done, total)
        with batch_transaction():
            rows = everything.filter(pk__gt=after).order_by("pk").select_for_update()
            items = list(rows.only(*fields)[:BATCH])
            if not items:
                return
            yield items
        after = items[-1].pk
        done += len(items)


def _must_still_be(policy: str, project: Project, *, held: bool = False) -> None:
    """Read the policies anew, if need be with the project's row `held`. Raises ConflictError."""
    _read_policies(project, held=held)
    if project.policy != policy:
        raise ConflictError(
            f"{project.slug}: policy {project.policy} has taken the place of {policy} meanwhile. Begin again.",
            code="policy_changed",
        )


def _read_policies(project: Project, *, held: bool) -> None:
    rows = Project.objects.select_for_update() if held else Project.objects.all()
    project.policy, project.next_policy = rows.values_list("policy", "next_policy").get(pk=project.pk)


def _figures(row: ItemStatistic | None) -> str:
    return ", ".join(f"{name} {getattr(row, name)}" for name in ("language", *FIGURES)) if row else "nothing"


def _of_languages(project: Project, policy: str, left: Mapping[str, Change]) -> Iterator[str]:
    """Of the rollups, against the statistics of the items. Once they are locked, no save changes either."""
    languages = ProjectLanguage.objects.filter(project=project).order_by("language")
    rollups = [
        locked_rollup(project, language, policy) for language in languages.values_list("language", flat=True)
    ]
    histograms: dict[str, Counter[int]] = defaultdict(Counter)
    sums = Counter[str]()
    statistics = ItemStatistic.objects.filter(project=project, policy=policy)
    by_n = statistics.values("language", "n").annotate(items=Count("pk"), agreement_sum=Sum("agreement"))
    for row in by_n.order_by("language", "n"):
        histograms[row["language"]][row["n"]] += row["items"]
        sums[row["language"]] += row["agreement_sum"] or 0
    for language, change in left.items():
        histograms[language].update(change.histogram)
        sums[language] += change.agreement
    for rollup in rollups:
        right = histogram_json(histograms[rollup.language]), sums[rollup.language]
        if (rollup.histogram, rollup.agreement_sum) == right:
            continue
        yield (
            f"language {rollup.language}: histogram {rollup.histogram}, sum {rollup.agreement_sum} is stored, "
            f"histogram {right[0]}, sum {right[1]} is right"
        )
        rollup.histogram, rollup.agreement_sum = right
        rollup.save(update_fields=["histogram", "agreement_sum"])


def _of_other_policies(project: Project) -> Iterator[str]:
    """Nobody reads them, and nobody keeps them up to date."""
    for model in (ItemStatistic, Rollup):
        rows = model.objects.filter(project=project, policy__in=_out_of_force(project))
        counts = rows.order_by("policy").values_list("policy").annotate(Count("pk"))
        for policy, count in list(counts):
            yield f"policy {policy}: {count} rows of {model._meta.verbose_name_plural} are stored, none is right"
        rows.delete()


def _out_of_force(project: Project) -> set[str]:
    return set(POLICIES) - {project.policy, project.next_policy}


@job_kind(POLICY_JOB, queue="policy")
def change_policy(job: Job, progress: Progress) -> None:
    """Statistics under the wanted policy, item by item, while saves keep both; then it takes the other's place.

    After a kill it goes on behind the last batch. It ends where a lead wants yet another policy.
    """
    project, policy = project_of(job), job.options["policy"]
    if project.next_policy == policy:
        for items in locked_batches(project, progress, after=job.options.get("after", 0)):
            if not Job.objects.filter(pk=job.pk, state=Job.State.RUNNING).exists():
                return
            refresh_under(project, policy, items, what_counts(items))
            touch(project)
            job.options["after"] = items[-1].pk
            job.save(update_fields=["options"])
        _put_in_force(project, policy)
    _clear(project)


def finish_policy(project: Project, watch: Progress | None) -> None:
    """For commands: do the change that waits, unless a server is at it already."""
    job = Job.objects.filter(scope=job_scope(project.pk), kind=POLICY_JOB, state=Job.State.WAITING).first()
    if job:
        run_job(job, watch)
    project.refresh_from_db(fields=["policy", "next_policy"])


def _put_in_force(project: Project, policy: str) -> None:
    with write_transaction():
        # Once more as a whole: they began with what an earlier change, broken off, had left of them.
        list(_of_languages(project, policy, {}))
        changed = Project.objects.filter(pk=project.pk, next_policy=policy)
        if changed.update(policy=policy, next_policy=""):
            touch(project)


def _clear(project: Project) -> None:
    """What is out of force goes, batch by batch, as long as no other policy is chosen."""
    _read_policies(project, held=False)
    cleared = _out_of_force(project)
    for model in (ItemStatistic, Rollup):
        rows = model.objects.filter(project=project, policy__in=cleared).order_by("pk")
        while _cleared_a_batch(project, rows, cleared):
            pass


def _cleared_a_batch(project: Project, rows: "QuerySet[Any]", cleared: set[str]) -> bool:
    with batch_transaction():
        # The rows before the project, as saves do it; while the project is held, nobody chooses one of the policies.
        keys = list(rows.select_for_update().values_list("pk", flat=True)[:BATCH])
        _read_policies(project, held=True)
        if not keys or _out_of_force(project) != cleared:
            return False
        rows.model.objects.filter(pk__in=keys).delete()
    return True
