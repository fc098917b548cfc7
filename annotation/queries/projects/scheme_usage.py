"""Numbers of annotations, decisions and gold items that a change of the project would affect."""

from collections import Counter, defaultdict

from django.db.models import F, Max, OuterRef, Q, QuerySet, Subquery

from annotation.models import Adjudication, AnnotationRevision, Import, Item, Project
from morelkit.gold.check_gold import CheckGold


def with_evidence(project: Project) -> int:
    """Return the number of annotations with evidence."""
    return _in_force(project).exclude(evidence=[]).values("annotation").distinct().count()


def with_other_sources(project: Project) -> int:
    """Return the number of annotations with links to other sources. SQLite cannot query JSON lists."""
    rows = _in_force(project).exclude(links=[]).values_list("annotation", "links")
    return len(
        {
            annotation
            for annotation, links in rows.iterator()
            if any(link.get("kind") == "other" for link in links)
        }
    )


NOTHING_TO_MARK = ("", "")


def used_choices(project: Project) -> Counter[tuple[str, str]]:
    """Count annotations by span label ("", label), by choice (item label, choice), and by NOTHING_TO_MARK."""
    choices = defaultdict(set)
    rows = _in_force(project).values_list("annotation", "spans", "labels", "nothing_to_mark")
    for annotation, spans, labels, nothing in rows.iterator():
        content = {("", span.get("label", "")) for span in spans} | set(labels.items())
        for choice in content | ({NOTHING_TO_MARK} if nothing else set()):
            choices[choice].add(annotation)
    return Counter({choice: len(annotations) for choice, annotations in choices.items()})


def gold_choices(project: Project) -> Counter[tuple[str, str]]:
    """Count training and check items by what their gold contains, archived ones included: they may be restored."""
    choices = Counter[tuple[str, str]]()
    rows = Item.objects.filter(project=project, check_gold__isnull=False)
    current = rows.exclude(imported_by__state=Import.State.UNDONE)
    for gold in (
        CheckGold.from_storage(each.check_gold)
        for each in current.only("check_gold").iterator()
        if each.check_gold
    ):
        content = {("", span.label) for span in gold.spans} | set(gold.labels.items())
        choices.update(content if gold.spans else content | {NOTHING_TO_MARK})
    return choices


def decided_choices(project: Project) -> Counter[tuple[str, str]]:
    """Count items by what their last two decisions contain: undoing the last restores the one before it."""
    choices = defaultdict(set)
    of_item = Adjudication.objects.filter(item=OuterRef("item")).order_by().values("item")
    latest = Subquery(of_item.annotate(latest=Max("number")).values("latest"))
    rows = Adjudication.objects.filter(item__project=project, withdrawn=False, number__gte=latest - 1)
    for item, spans, labels in rows.values_list("item", "spans", "labels").iterator():
        content = {("", span["label"]) for span in spans} | set(labels.items())
        for choice in content if spans else content | {NOTHING_TO_MARK}:
            choices[choice].add(item)
    return Counter({choice: len(items) for choice, items in choices.items()})


def _in_force(project: Project) -> QuerySet[AnnotationRevision]:
    """Return heads, submitted revisions, and the last submitted revisions of reopened annotations."""
    last = AnnotationRevision.objects.filter(annotation=OuterRef("annotation"), submit=True)
    in_force = (
        Q(pk=F("annotation__head"))
        | Q(pk=F("annotation__submitted"))
        | Q(annotation__submitted__isnull=True, pk=Subquery(last.order_by("-number").values("pk")[:1]))
    )
    return AnnotationRevision.objects.filter(in_force, annotation__annotator__project=project)
