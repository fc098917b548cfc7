"""How many annotations, decisions and how much known gold hold what a change of their project would take away."""

from collections import Counter, defaultdict

from django.db.models import F, Max, OuterRef, Q, QuerySet, Subquery

from annotation.models import Adjudication, AnnotationRevision, Import, Item, Project
from morelkit.gold.check_gold import CheckGold


def with_evidence(project: Project) -> int:
    return _in_force(project).exclude(evidence=[]).values("annotation").distinct().count()


def with_other_sources(project: Project) -> int:
    """Read one by one: SQLite cannot look into a list."""
    rows = _in_force(project).exclude(links=[]).values_list("annotation", "links")
    return len(
        {
            annotation
            for annotation, links in rows.iterator()
            if any(link.get("kind") == "other" for link in links)
        }
    )


NOTHING_TO_MARK = ("", "")


def held_places(project: Project) -> Counter[tuple[str, str]]:
    """How many annotations hold a span label, as ("", label), a choice, as (item label, choice), or NOTHING_TO_MARK."""
    places = defaultdict(set)
    rows = _in_force(project).values_list("annotation", "spans", "labels", "nothing_to_mark")
    for annotation, spans, labels, nothing in rows.iterator():
        said = {("", span.get("label", "")) for span in spans} | set(labels.items())
        for place in said | ({NOTHING_TO_MARK} if nothing else set()):
            places[place].add(annotation)
    return Counter({place: len(annotations) for place, annotations in places.items()})


def taught_places(project: Project) -> Counter[tuple[str, str]]:
    """As `held_places`, of the gold of training and check items: also of those in the archive, which may come back."""
    places = Counter[tuple[str, str]]()
    rows = Item.objects.filter(project=project, check_gold__isnull=False)
    standing = rows.exclude(imported_by__state=Import.State.UNDONE)
    for known in (
        CheckGold.from_storage(each.check_gold)
        for each in standing.only("check_gold").iterator()
        if each.check_gold
    ):
        said = {("", span.label) for span in known.spans} | set(known.labels.items())
        places.update(said if known.spans else said | {NOTHING_TO_MARK})
    return places


def decided_places(project: Project) -> Counter[tuple[str, str]]:
    """As `held_places`, of how many items the decision, or the one before it: to undo the last brings that back."""
    places = defaultdict(set)
    of_item = Adjudication.objects.filter(item=OuterRef("item")).order_by().values("item")
    latest = Subquery(of_item.annotate(latest=Max("number")).values("latest"))
    rows = Adjudication.objects.filter(item__project=project, withdrawn=False, number__gte=latest - 1)
    for item, spans, labels in rows.values_list("item", "spans", "labels").iterator():
        said = {("", span["label"]) for span in spans} | set(labels.items())
        for place in said if spans else said | {NOTHING_TO_MARK}:
            places[place].add(item)
    return Counter({place: len(items) for place, items in places.items()})


def _in_force(project: Project) -> QuerySet[AnnotationRevision]:
    """Heads, submitted revisions, and of what was re-opened those that were: they may come back."""
    last = AnnotationRevision.objects.filter(annotation=OuterRef("annotation"), submit=True)
    standing = (
        Q(pk=F("annotation__head"))
        | Q(pk=F("annotation__submitted"))
        | Q(annotation__submitted__isnull=True, pk=Subquery(last.order_by("-number").values("pk")[:1]))
    )
    return AnnotationRevision.objects.filter(standing, annotation__annotator__project=project)
