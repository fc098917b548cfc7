from collections import defaultdict

from django.db import migrations, models
from django.db.models import Count, Q

from morelkit.agreement.percentage import item_agreement_scaled

BATCH = 1000


def agreement_on_item_labels(apps, _editor):
    """Compute the agreement of items in schemes without spans, and count the items with an agreement everywhere."""
    project, annotation, statistic, rollup = (
        apps.get_model('annotation', name) for name in ('Project', 'Annotation', 'ItemStatistic', 'Rollup')
    )
    without_spans = _without_spans(project)
    for each in without_spans:
        _agreements(annotation, statistic, each)
    sums = statistic.objects.values('project', 'language', 'policy').annotate(
        compared=Count('agreement'), agreement_sum=models.Sum('agreement')
    )
    for row in sums.order_by():
        found = {'compared': row.pop('compared')}
        if row['project'] in without_spans:
            found['agreement_sum'] = row['agreement_sum'] or 0
        row.pop('agreement_sum')
        rollup.objects.filter(**row).update(**found)


def _without_spans(project):
    schemes = project.objects.values_list('pk', 'scheme')
    return {pk for pk, scheme in schemes if scheme.get('span_labels') == []}


def _agreements(annotation, statistic, project):
    counted = annotation.objects.filter(
        Q(imported_by__isnull=True) | Q(imported_by__published_at__isnull=False),
        submitted__isnull=False, excluded_at__isnull=True, surplus=False,
    )
    last = 0
    while True:
        rows = statistic.objects.filter(project=project, pk__gt=last).order_by('pk')
        batch = list(rows.only('pk', 'item_id', 'agreement')[:BATCH])
        if not batch:
            return
        choices = defaultdict(list)
        items = {row.item_id for row in batch}
        for item, labels in counted.filter(item__in=items).values_list('item', 'submitted__labels'):
            choices[item].append(labels)
        for row in batch:
            row.agreement = item_agreement_scaled(choices[row.item_id])
        statistic.objects.bulk_update(batch, ['agreement'])
        last = batch[-1].pk


def no_agreement_on_item_labels(apps, _editor):
    project, statistic, rollup = (
        apps.get_model('annotation', name) for name in ('Project', 'ItemStatistic', 'Rollup')
    )
    without_spans = _without_spans(project)
    statistic.objects.filter(project__in=without_spans).update(agreement=None)
    rollup.objects.filter(project__in=without_spans).update(agreement_sum=0)


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0011_campaign_rules'),
    ]

    operations = [
        migrations.AddField(
            model_name='rollup',
            name='compared',
            field=models.PositiveBigIntegerField(default=0, help_text='Items with an agreement.'),
        ),
        migrations.AlterField(
            model_name='itemstatistic',
            name='agreement',
            field=models.BigIntegerField(help_text='Scaled; null where n < 2. In a scheme without spans: of item labels; null where none was set twice.', null=True),
        ),
        migrations.AlterField(
            model_name='rollup',
            name='agreement_sum',
            field=models.BigIntegerField(default=0, help_text='Scaled, over items with an agreement.'),
        ),
        migrations.AddIndex(
            model_name='item',
            index=models.Index(condition=models.Q(('counted__gt', 0), ('reservable', False)), fields=['project', 'language', 'counted'], name='annotated_outside_of_sample'),
        ),
        migrations.RunPython(agreement_on_item_labels, no_agreement_on_item_labels),
    ]
