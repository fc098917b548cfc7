"""The results of annotators in training and in hidden checks, for leads."""

from collections import Counter
from typing import Any

from django.db.models import Avg, Count, Q

from annotation.models import Annotator, Item, Membership, Project, Training, Trial

NO_RESULTS = {"training": "", "training_mean": None, "checks": 0, "checks_passed": 0, "checks_mean": None}


def training_results(project: Project) -> dict[int, dict[str, Any]]:
    """By user: the state and mean of their training, and the number, passes and mean of their checks."""
    rows = Annotator.objects.filter(project=project, user__isnull=False)
    users = {annotator: user for annotator, user in rows.values_list("pk", "user") if user is not None}
    results: dict[int, dict[str, Any]] = {user: dict(NO_RESULTS) for user in users.values()}
    for annotator, training, mean in _trainings(project, users):
        results[users[annotator]] |= {"training": training, "training_mean": mean}
    checks = Trial.objects.filter(annotator__in=users, item__kind=Item.Kind.CHECK).values("annotator")
    for done in checks.annotate(
        checks=Count("pk"),
        checks_passed=Count("pk", filter=Q(agreement__gte=project.pass_mark / 100)),
        checks_mean=Avg("agreement"),
    ):
        results[users[done["annotator"]]] |= {
            "checks": done["checks"],
            "checks_passed": done["checks_passed"],
            "checks_mean": done["checks_mean"],
        }
    return results


def _trainings(project: Project, users: dict[int, int]) -> list[tuple[int, str, float | None]]:
    """Annotator, state, and the mean agreement of their latest round so far."""
    items = Item.objects.visible(project).with_gold(Item.Kind.TRAINING)
    by_language = Counter(items.values_list("language", flat=True))
    languages = dict(Membership.objects.filter(project=project).values_list("user", "languages"))
    means = {
        (row["annotator"], row["round"]): (row["n"], row["mean"])
        for row in Trial.objects.filter(annotator__in=users, item__in=items)
        .values("annotator", "round")
        .annotate(n=Count("pk"), mean=Avg("agreement"))
    }
    found = []
    for training in Training.objects.filter(annotator__in=users):
        mine = languages.get(users[training.annotator_id]) or by_language
        done, mean = means.get((training.annotator_id, training.round), (0, None))
        complete = done >= sum(by_language[each] for each in mine)
        last = training.round >= project.tries + training.extra_tries
        barred = project.tries and complete and last and (mean or 0) * 100 < project.pass_mark
        state = "passed" if training.passed_at else "failed" if barred else "open" if training.round else ""
        found.append((training.annotator_id, state, mean))
    return found
