"""How people do where the gold is known, as their leads see it: in training, and in hidden checks."""

from collections import Counter
from typing import Any

from django.db.models import Avg, Count, Q

from annotation.models import Annotator, Item, Membership, Project, Training, Trial

NOTHING = {"training": "", "training_mean": None, "checks": 0, "checks_passed": 0, "checks_mean": None}


def learning_figures(project: Project) -> dict[int, dict[str, Any]]:
    """Per user: where they stand with the training, and how many checks they did, and how well."""
    rows = Annotator.objects.filter(project=project, user__isnull=False)
    users = {annotator: user for annotator, user in rows.values_list("pk", "user") if user is not None}
    figures: dict[int, dict[str, Any]] = {user: dict(NOTHING) for user in users.values()}
    for annotator, training, mean in _trainings(project, users):
        figures[users[annotator]] |= {"training": training, "training_mean": mean}
    checks = Trial.objects.filter(annotator__in=users, item__kind=Item.Kind.CHECK).values("annotator")
    for done in checks.annotate(
        checks=Count("pk"),
        checks_passed=Count("pk", filter=Q(agreement__gte=project.pass_mark / 100)),
        checks_mean=Avg("agreement"),
    ):
        figures[users[done["annotator"]]] |= {
            "checks": done["checks"],
            "checks_passed": done["checks_passed"],
            "checks_mean": done["checks_mean"],
        }
    return figures


def _trainings(project: Project, users: dict[int, int]) -> list[tuple[int, str, float | None]]:
    """Annotator, state, and the mean of their last round as far as they are."""
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
        whole = done >= sum(by_language[each] for each in mine)
        last = training.round >= project.tries + training.extra_tries
        barred = project.tries and whole and last and (mean or 0) * 100 < project.pass_mark
        state = "passed" if training.passed_at else "failed" if barred else "open" if training.round else ""
        found.append((training.annotator_id, state, mean))
    return found
