"""Bulk changes of items by leads, with what undoing them restores. Rows are never deleted."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models.item import Item
from annotation.models.project import Project
from foundation.models.job import Job


class ItemChange(models.Model):
    """One change of one or more items by a lead. The row stays when the change is undone."""

    class Kind(models.TextChoices):
        SPLIT = "split"
        TAG = "tag"
        UNTAG = "untag"
        ARCHIVE = "archive"
        RESTORE = "restore"

    project = models.ForeignKey(Project, models.CASCADE, related_name="item_changes")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    value = models.TextField(blank=True, help_text="The split, or the name of the tag.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    items = models.PositiveIntegerField(default=0, help_text="Number of items to change.")
    sample = models.BooleanField(
        default=False, help_text="The tag is that of a sample for people to check, blind to all sources."
    )
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True)
    job = models.ForeignKey(
        Job, models.SET_NULL, null=True, help_text="Set if it does not fit into one transaction."
    )

    class Meta:
        indexes = [models.Index(fields=["project", "id"], name="item_changes_of_project")]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk} in {self.project_id}"


class ChangedItem(models.Model):
    """An item of a change and its value before."""

    class State(models.IntegerChoices):
        PLANNED = 0
        CHANGED = 1
        RESTORED = 2  # the change was undone
        KEPT = 3  # the change was undone, but somebody has changed the item since

    change = models.ForeignKey(ItemChange, models.CASCADE, related_name="changed_items", db_index=False)
    item = models.ForeignKey(Item, models.CASCADE, related_name="+")
    state = models.PositiveSmallIntegerField(choices=State.choices, default=State.PLANNED)
    before = models.TextField(
        blank=True,
        help_text="The split; of a restored item, JSON: since when it was archived, and by a lead?",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["change", "item"], name="item_changed_once_per_change"),
        ]
        indexes = [
            models.Index(fields=["change", "item"], condition=Q(state=0), name="items_still_to_change"),
        ]

    def __str__(self) -> str:
        return f"{self.item_id} in change {self.change_id}"
