import django.db.models.deletion
from django.db import migrations, models


def copy_last_period(apps, _editor):
    project, period = (apps.get_model('annotation', name) for name in ('Project', 'NamesShownPeriod'))
    period.objects.bulk_create(
        period(project=each, since=each.names_shown_at, until=each.names_hidden_at, reason=each.names_shown_reason)
        for each in project.objects.filter(names_shown_at__isnull=False)
    )


def copy_back(apps, _editor):
    project, period = (apps.get_model('annotation', name) for name in ('Project', 'NamesShownPeriod'))
    for each in period.objects.order_by('since', 'pk'):
        project.objects.filter(pk=each.project_id).update(
            names_shown_at=each.since, names_hidden_at=each.until, names_shown_reason=each.reason
        )


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0005_guidelines_images'),
    ]

    operations = [
        migrations.CreateModel(
            name='NamesShownPeriod',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField()),
                ('until', models.DateTimeField(blank=True, help_text='Null: names are still shown.', null=True)),
                ('reason', models.TextField(help_text='Members see it.')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='names_shown_periods', to='annotation.project')),
            ],
            options={
                'ordering': ['-since', '-pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('until__isnull', True)), fields=('project',), name='one_open_period_of_shown_names')],
            },
        ),
        migrations.RunPython(copy_last_period, copy_back),
    ]
