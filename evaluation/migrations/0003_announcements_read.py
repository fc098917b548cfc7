"""Announcements and messages are read apart from each other: until now one time said both."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def copy_time(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("evaluation", "MessagesRead").objects.update(announcements_at=models.F("at"))


class Migration(migrations.Migration):
    dependencies = [("evaluation", "0002_upload_id")]

    operations = [
        migrations.AlterField("messagesread", "at", models.DateTimeField(null=True)),
        migrations.AddField("messagesread", "announcements_at", models.DateTimeField(null=True)),
        migrations.RunPython(copy_time, migrations.RunPython.noop),
    ]
