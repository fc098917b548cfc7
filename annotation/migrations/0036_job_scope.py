from django.db import migrations, models
from django.db.models import CharField, Q, Value
from django.db.models.functions import Cast, Concat

OPEN = ["waiting", "running"]


def name_scope(apps, schema_editor):
    scope = Concat(Value("project:"), Cast("project_id", CharField()))
    apps.get_model("annotation", "Job").objects.update(scope=scope)


def single(kind, name):
    return migrations.AddConstraint(
        model_name="job",
        constraint=models.UniqueConstraint(
            fields=("scope",), condition=Q(("kind", kind), ("state__in", OPEN)), name=name
        ),
    )


class Migration(migrations.Migration):

    dependencies = [
        ("annotation", "0035_differing_items"),
    ]

    operations = [
        migrations.AddField(
            model_name="job",
            name="scope",
            field=models.CharField(
                default="",
                help_text="What the job is part of, as “kind:key”, such as “project:7”.",
                max_length=64,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(name_scope, migrations.RunPython.noop),
        migrations.RemoveConstraint(model_name="job", name="one_fetch_at_a_time"),
        migrations.RemoveConstraint(model_name="job", name="one_computation_at_a_time"),
        migrations.RemoveField(model_name="job", name="project"),
        migrations.AddIndex(
            model_name="job", index=models.Index(fields=["scope", "kind"], name="jobs_of_scope")
        ),
        single("fetch_references", "one_fetch_at_a_time"),
        single("dear_figures", "one_computation_at_a_time"),
    ]
