"""Recompute stored statistics from the annotations: to find and correct errors, or to change the normalization policy.

Items are locked batch by batch in short transactions, so that annotators can save during a recomputation.
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
    STATISTIC_FIELDS,
    Change,
    content_by_item,
    expected_statistics,
    histogram_json,
    locked_rollup,
    refresh_under,
    stored_statistics,
    update_counted,
    write_statistics,
)
from foundation.errors import ConflictError
from foundation.jobs import Progress, job_kind, run_job
from foundation.models import Job
from foundation.write_transaction import batch_transaction, write_transaction
from morelkit.text.normalization import POLICIES

BATCH = 500

Report = Callable[[str], None]
"""Receives one difference as a sentence."""


def recompute(
    project: Project, report: Report, *, check: bool = False, progress: Progress | None = None
) -> int:
    """Correct the statistics under the project's policy and return the number of differences found.

    `check` only reports them. Raises ConflictError if another policy comes into force during the recomputation.
    """
    policy = project.policy
    found = 0
    # By language: changes of its rollup that corrected items cause.
    corrections: dict[str, Change] = defaultdict(Change)
    for items in locked_batches(project, progress):
        _check_policy(policy, project)
        stored = stored_statistics(policy, items)
        expected = expected_statistics(project, policy, items, content_by_item(items))
        for item in items:
            before, after = _describe(stored.get(item.pk)), _describe(expected.get(item.pk))
            if before != after:
                report(f"item {item.external_id}: {before} is stored, {after} is right")
                found += 1
                corrections[item.language].replace(stored.get(item.pk), expected.get(item.pk))
        miscounted = {}
        for item in items:
            counted = expected[item.pk].n if item.pk in expected else 0
            if item.counted != counted:
                report(f"item {item.external_id}: counted {item.counted} is stored, {counted} is right")
                found += 1
                miscounted[item.pk] = counted
        if not check:
            write_statistics(project, policy, stored, expected)
            update_counted(miscounted)
            corrections.clear()
    with write_transaction():
        rollup_differences = list(_check_rollups(project, policy, corrections))
        # Locked after the rollups, in the order of saves. The lock stops a change of policy until the rows are deleted.
        _check_policy(policy, project, lock=True)
        for difference in (*rollup_differences, *_delete_other_policies(project)):
            report(difference)
            found += 1
        if found:
            touch(project)
        if check:
            transaction.set_rollback(True)
    return found


def locked_batches(
    project: Project, progress: Progress | None = None, *, after: int = 0
) -> Iterator[list[Item]]:
    """Yield batches of items in the order of their keys, starting behind `after`, each in its own transaction.

    Only the fields that counting needs are loaded.
    """
    everything = Item.objects.filter(project=project)
    total = everything.count()
    done = everything.filter(pk__lte=after).count() if after else 0
    fields = ("external_id", "kind", "language", "answer", "counted")
    while True:
        if progress:
            progress(done, total)
        with batch_transaction():
            rows = everything.filter(pk__gt=after).order_by("pk").select_for_update()
            items = list(rows.only(*fields)[:BATCH])
            if not items:
                return
            yield items
        after = items[-1].pk
        done += len(items)


def _check_policy(policy: str, project: Project, *, lock: bool = False) -> None:
    """Read the policies again and raise ConflictError if the current one is not `policy`. `lock` locks the project."""
    _read_policies(project, lock=lock)
    if project.policy != policy:
        raise ConflictError(
            f"{project.slug}: policy {project.policy} has replaced {policy}. Begin again.",
            code="policy_changed",
        )


def _read_policies(project: Project, *, lock: bool) -> None:
    rows = Project.objects.select_for_update() if lock else Project.objects.all()
    project.policy, project.next_policy = rows.values_list("policy", "next_policy").get(pk=project.pk)


def _describe(row: ItemStatistic | None) -> str:
    return (
        ", ".join(f"{name} {getattr(row, name)}" for name in ("language", *STATISTIC_FIELDS))
        if row
        else "nothing"
    )


def _check_rollups(project: Project, policy: str, corrections: Mapping[str, Change]) -> Iterator[str]:
    """Correct rollups and yield their differences from item statistics. Their locks also stop saves."""
    languages = ProjectLanguage.objects.filter(project=project).order_by("language")
    rollups = [
        locked_rollup(project, language, policy) for language in languages.values_list("language", flat=True)
    ]
    histograms: dict[str, Counter[int]] = defaultdict(Counter)
    sums = Counter[str]()
    compared = Counter[str]()
    statistics = ItemStatistic.objects.filter(project=project, policy=policy)
    by_n = statistics.values("language", "n").annotate(
        items=Count("pk"), agreement_sum=Sum("agreement"), compared=Count("agreement")
    )
    for row in by_n.order_by("language", "n"):
        histograms[row["language"]][row["n"]] += row["items"]
        sums[row["language"]] += row["agreement_sum"] or 0
        compared[row["language"]] += row["compared"]
    for language, change in corrections.items():
        histograms[language].update(change.histogram)
        sums[language] += change.agreement
        compared[language] += change.compared
    for rollup in rollups:
        language = rollup.language
        stored = rollup.histogram, rollup.agreement_sum, rollup.compared
        expected = histogram_json(histograms[language]), sums[language], compared[language]
        if stored == expected:
            continue
        texts = ["histogram {}, sum {} of {} items".format(*each) for each in (stored, expected)]
        yield f"language {language}: {texts[0]} is stored, {texts[1]} is right"
        rollup.histogram, rollup.agreement_sum, rollup.compared = expected
        rollup.save(update_fields=["histogram", "agreement_sum", "compared"])


def _delete_other_policies(project: Project) -> Iterator[str]:
    """Delete statistics under policies that are not in use and yield how many there were."""
    for model in (ItemStatistic, Rollup):
        rows = model.objects.filter(project=project, policy__in=_inactive_policies(project))
        counts = rows.order_by("policy").values_list("policy").annotate(Count("pk"))
        for policy, count in list(counts):
            yield f"policy {policy}: {count} rows of {model._meta.verbose_name_plural} are stored, none is right"
        rows.delete()


def _inactive_policies(project: Project) -> set[str]:
    return set(POLICIES) - {project.policy, project.next_policy}


@job_kind(POLICY_JOB, queue="policy")
def change_policy(job: Job, progress: Progress) -> None:
    """Compute statistics under the next policy, then make it the current one. Saves update both until then.

    After a kill the job resumes behind the last batch. It ends early if a lead chooses another policy.
    """
    project, policy = project_of(job), job.options["policy"]
    if project.next_policy == policy:
        for items in locked_batches(project, progress, after=job.options.get("after", 0)):
            if not Job.objects.filter(pk=job.pk, state=Job.State.RUNNING).exists():
                return
            refresh_under(project, policy, items, content_by_item(items))
            touch(project)
            job.options["after"] = items[-1].pk
            job.save(update_fields=["options"])
        _activate(project, policy)
    _delete_inactive(project)


def finish_policy(project: Project, progress: Progress | None) -> None:
    """Run the waiting change of policy in this process, unless a worker has started it."""
    job = Job.objects.filter(scope=job_scope(project.pk), kind=POLICY_JOB, state=Job.State.WAITING).first()
    if job:
        run_job(job, progress)
    project.refresh_from_db(fields=["policy", "next_policy"])


def _activate(project: Project, policy: str) -> None:
    with write_transaction():
        # Rollups may still contain sums of an earlier change that was interrupted.
        list(_check_rollups(project, policy, {}))
        changed = Project.objects.filter(pk=project.pk, next_policy=policy)
        if changed.update(policy=policy, next_policy=""):
            touch(project)


def _delete_inactive(project: Project) -> None:
    """Delete statistics of unused policies batch by batch, and stop if another policy is chosen."""
    _read_policies(project, lock=False)
    cleared = _inactive_policies(project)
    for model in (ItemStatistic, Rollup):
        rows = model.objects.filter(project=project, policy__in=cleared).order_by("pk")
        while _delete_batch(project, rows, cleared):
            pass


def _delete_batch(project: Project, rows: "QuerySet[Any]", cleared: set[str]) -> bool:
    with batch_transaction():
        # Rows are locked before the project, in the order of saves. The project's lock stops a change of policy.
        keys = list(rows.select_for_update().values_list("pk", flat=True)[:BATCH])
        _read_policies(project, lock=True)
        if not keys or _inactive_policies(project) != cleared:
            return False
        rows.model.objects.filter(pk__in=keys).delete()
    return True
