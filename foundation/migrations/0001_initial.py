
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='BrowserSession',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('agent', models.CharField(blank=True, default='', help_text='User-Agent header of the browser.', max_length=300)),
                ('seen_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('scope', models.CharField(help_text='The object that the job belongs to, as “kind:key”, such as “project:7”.', max_length=64)),
                ('kind', models.CharField(max_length=32)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed'), ('stopped', 'Stopped')], default='waiting', max_length=16)),
                ('worker', models.CharField(blank=True, max_length=64)),
                ('heartbeat', models.DateTimeField(null=True)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('message', models.TextField(blank=True)),
                ('options', models.JSONField(default=dict)),
                ('report', models.JSONField(default=dict, help_text='Counts and other results.')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('finished_at', models.DateTimeField(null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['scope', 'kind'], name='jobs_of_scope'), models.Index(condition=models.Q(('state__in', ['waiting', 'running'])), fields=['state', 'id'], name='open_jobs')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('kind', 'fetch_references'), ('state__in', ['waiting', 'running'])), fields=('scope',), name='one_fetch_at_a_time'), models.UniqueConstraint(condition=models.Q(('kind', 'dear_figures'), ('state__in', ['waiting', 'running'])), fields=('scope',), name='one_computation_at_a_time')],
            },
        ),
        migrations.CreateModel(
            name='Preferences',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('value', models.JSONField(help_text='Validated by `foundation.accounts.preference_rules`.')),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='preferences', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'preferences',
            },
        ),
        migrations.CreateModel(
            name='SignOn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('issuer', models.CharField(help_text='URL of the provider, as in the settings.', max_length=500)),
                ('subject', models.CharField(help_text='Id of the account at the provider.', max_length=255)),
                ('name', models.CharField(blank=True, help_text='Name of the account at the provider, shown to its user.', max_length=150)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sign_ons', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('issuer', 'subject'), name='sign_on_one_person')],
            },
        ),
    ]
