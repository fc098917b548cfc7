"""Mark the items with empty answers in OpenHalDet projects, which annotators no longer get."""

from django.db import migrations, models
from django.db.models import Q


def mark_empty_answers(apps, _editor):
    Item = apps.get_model("annotation", "Item")
    Project = apps.get_model("annotation", "Project")
    ProjectLanguage = apps.get_model("annotation", "ProjectLanguage")
    for project in Project.objects.filter(record_format="openhaldet"):
        empty = Item.objects.filter(project=project, kind="work", answer="")
        if not empty.exists():
            continue
        empty.update(labels_implied=True, reservable=False)
        items = Item.objects.filter(
            project=project,
            kind="work",
            labels_implied=False,
            archived_at=None,
            imported_by__published_at__isnull=False,
        )
        if project.assignment == "balanced":
            items = items.filter(reservable=True)
        for row in ProjectLanguage.objects.filter(project=project):
            row.items = items.filter(language=row.language).count()
            row.save(update_fields=["items"])


def give_to_annotators(apps, _editor):
    Item = apps.get_model("annotation", "Item")
    Project = apps.get_model("annotation", "Project")
    ProjectLanguage = apps.get_model("annotation", "ProjectLanguage")
    for project in Project.objects.filter(record_format="openhaldet").exclude(assignment="balanced"):
        implied = Item.objects.filter(
            project=project, labels_implied=True, archived_at=None, imported_by__published_at__isnull=False
        )
        for row in ProjectLanguage.objects.filter(project=project):
            row.items += implied.filter(language=row.language).count()
            row.save(update_fields=["items"])
        implied.update(reservable=True)


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0024_item_images"),
    ]

    operations = [
        migrations.AddField(
            model_name="item",
            name="labels_implied",
            field=models.BooleanField(
                default=False,
                help_text="Whether item labels follow from the answer: nobody annotates the item.",
            ),
        ),
        migrations.AddIndex(
            model_name="item",
            index=models.Index(
                condition=Q(("labels_implied", True)),
                fields=["project", "language", "counted"],
                name="items_with_implied_labels",
            ),
        ),
        migrations.RunPython(mark_empty_answers, give_to_annotators),
    ]
