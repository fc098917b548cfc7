"""Whoever is logged in stays so: sessions move into a table that says whose they are."""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import migrations, models


def move(apps, schema_editor):
    users = set(apps.get_model("auth", "User").objects.values_list("pk", flat=True))
    decode = import_module(settings.SESSION_ENGINE).SessionStore().decode
    made = []
    for row in apps.get_model("sessions", "Session").objects.all():
        user = int(decode(row.session_data).get(SESSION_KEY, 0))
        if user in users:
            made.append((row.session_key, row.session_data, row.expire_date, user))
    model = apps.get_model("annotation", "BrowserSession")
    model.objects.bulk_create(
        model(session_key=key, session_data=data, expire_date=until, user_id=user)
        for key, data, until, user in made
    )


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("sessions", "0001_initial"),
        ("annotation", "0007_balanced_sample"),
    ]

    operations = [
        migrations.CreateModel(
            name="BrowserSession",
            fields=[
                (
                    "session_key",
                    models.CharField(
                        max_length=40, primary_key=True, serialize=False, verbose_name="session key"
                    ),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                (
                    "agent",
                    models.CharField(
                        blank=True, default="", help_text="As the browser calls itself.", max_length=300
                    ),
                ),
                ("seen_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"verbose_name": "session", "verbose_name_plural": "sessions", "abstract": False},
        ),
        migrations.RunPython(move, migrations.RunPython.noop),
    ]
