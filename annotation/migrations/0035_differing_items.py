from collections import defaultdict

from django.db import migrations, models

from annotation.domain.agreement import count_item
from annotation.domain.labels import choices_differ
from annotation.domain.spans import Span

BATCH = 500


def find_differing(apps, schema_editor):
    """Of the statistics that are there. Where every character is marked by all or none, labels may differ yet."""
    statistics = apps.get_model("annotation", "ItemStatistic").objects
    statistics.filter(disputed_characters__gt=0).update(differs=True)
    agreed = statistics.filter(n__gt=1, disputed_characters=0).exclude(labels="").order_by("pk")
    last = 0
    while batch := list(agreed.filter(pk__gt=last).select_related("item")[:BATCH]):
        last = batch[-1].pk
        # Between line breaks: with one label alone there is nothing to differ in.
        batch = [row for row in batch if row.labels.count("\n") > 2]
        said = _said(apps, {row.item_id for row in batch})
        found = [row.pk for row in batch if _differs(row, said[row.item_id])]
        statistics.filter(pk__in=found).update(differs=True)


def _differs(row, revisions):
    spans = [[Span(**span) for span in revision.spans] for revision in revisions]
    count = count_item(row.policy, row.item.answer, spans)
    return count.differs or choices_differ(revision.labels for revision in revisions)


def _said(apps, items):
    revisions = defaultdict(list)
    annotations = apps.get_model("annotation", "Annotation").objects.filter(
        models.Q(imported_by__isnull=True) | models.Q(imported_by__published_at__isnull=False),
        item__in=items,
        submitted__isnull=False,
        excluded_at__isnull=True,
        surplus=False,
    )
    for annotation in annotations.order_by("pk").select_related("submitted"):
        revisions[annotation.item_id].append(annotation.submitted)
    return revisions


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0034_exclusion_counts'),
    ]

    operations = [
        migrations.AddField(
            model_name='itemstatistic',
            name='differs',
            field=models.BooleanField(default=False, help_text='Annotations mark with different labels or places, or choose differently.'),
        ),
        migrations.AddIndex(
            model_name='itemstatistic',
            index=models.Index(condition=models.Q(('differs', True)), fields=['project', 'policy', 'language', 'item'], name='items_that_differ'),
        ),
        migrations.RunPython(find_differing, migrations.RunPython.noop),
    ]
