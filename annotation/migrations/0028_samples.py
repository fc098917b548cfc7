"""Mark the changes of items that gave a tag to a sample for people to check."""

from typing import Any

from django.db import migrations, models


def mark_samples(apps: Any, _schema_editor: Any) -> None:
    """The audit log has the changes of the draws."""
    draws = apps.get_model("foundation", "AuditEvent").objects.filter(kind="sample_drawn")
    changes = [details["change"] for details in draws.values_list("details", flat=True)]
    apps.get_model("annotation", "ItemChange").objects.filter(pk__in=changes).update(sample=True)


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0027_selections"),
        ("foundation", "0006_notifications"),
    ]

    operations = [
        migrations.AddField(
            model_name="itemchange",
            name="sample",
            field=models.BooleanField(
                default=False,
                help_text="The tag is that of a sample for people to check, blind to all sources.",
            ),
        ),
        migrations.RunPython(mark_samples, migrations.RunPython.noop),
    ]
